#pragma once

#include <QString>

namespace bubblescope {

/// Opens the window, on `file` if it is not empty, and runs until it is closed; returns the exit status.
///
/// `file` is a scenario file, a picture with a scenario inside, or `preset:NAME`.
/// Thread  the main thread, once
int runWindow(int argc, char** argv, const QString& file);

}  // namespace bubblescope
