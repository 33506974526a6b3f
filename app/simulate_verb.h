#pragma once

#include <QStringList>

namespace bubblescope {

/// `simulate FILE [--json] [--ops] [--timing] [--set PATH=VALUE]...`: runs every schedule and prints what came
/// out, a table for people or JSON for programs. Returns the exit status.
///
/// Cost  one schedule is held at a time
int simulateVerb(const QStringList& args);

}  // namespace bubblescope
