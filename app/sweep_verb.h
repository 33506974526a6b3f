#pragma once

#include <QStringList>

namespace bubblescope {

/// `sweep FILE... [--csv|--json] [-o FIGURE ...] [--set PATH=VALUE]...`: runs every point of the experiments, one
/// experiment after another, and prints what came out: tables for people, CSV or JSON for programs; draws it into a
/// file, the experiments one below another. Returns the exit status.
///
/// Errors  nothing is run or printed before every file has been read and checked
int sweepVerb(const QStringList& args);

}  // namespace bubblescope
