#pragma once

#include <QString>

namespace bubblescope {

struct Theme;

/// The look of standard controls - toolbar and dialog buttons, menus, scroll bars, tool tips - on top of
/// Fusion and the palette. Widgets of our own paint themselves and are not touched by it.
QString styleSheet(const Theme& theme);

}  // namespace bubblescope
