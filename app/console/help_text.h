#pragma once

#include "app/console/verb.h"

namespace bubblescope {

inline constexpr int kHelpWidth = 80;

/// What the program does and its verbs, on one screen.
QString helpText();

/// Usage, options with their meanings and defaults, and examples of a verb.
QString helpText(const Verb& verb);

/// That no verb has this name; the message names the nearest one.
Error unknownCommand(const QString& word);

}  // namespace bubblescope
