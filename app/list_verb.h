#pragma once

#include <QStringList>

namespace bubblescope {

/// `list schedules|presets|experiments [--json]`: what there is, with sources. Returns the exit status.
int listVerb(const QStringList& args);

}  // namespace bubblescope
