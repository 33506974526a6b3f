#pragma once

#include <QLabel>

namespace bubblescope {

/// A quiet line of text beneath a field, and one that says what is wrong there. Hidden while empty.
QLabel* hintLabel();
QLabel* reasonLabel();
void setLine(QLabel* label, const QString& text);

/// How far the parts of a form stand from its sides.
inline constexpr int kFormMargin = 16;

}  // namespace bubblescope
