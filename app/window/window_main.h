#pragma once

#include <QString>

namespace bubblescope {

/// Opens the window, with `file` if that is not empty, and runs until it is closed; returns the exit status.
///
/// `file` is the path of a document, of an exported picture that contains one, or `preset:NAME`.
/// Thread  the main thread, once
int runWindow(int argc, char** argv, const QString& file);

}  // namespace bubblescope
