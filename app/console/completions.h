#pragma once

#include <QString>

namespace bubblescope {

// Scripts that complete commands, options, their values, ids and presets, made from the same lists as the help.

QString bashCompletions();
QString zshCompletions();
QString fishCompletions();

}  // namespace bubblescope
