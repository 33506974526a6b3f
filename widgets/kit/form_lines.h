#pragma once

#include <QLabel>

class QHBoxLayout;

namespace bubblescope {

class ReasonBalloon;

/// A quiet line of text beneath a field. Hidden while empty.
QLabel* hintLabel();
void setLine(QLabel* label, const QString& text);
void setLine(ReasonBalloon* balloon, const QString& text);

/// A quiet word, and one on a line with its control: that stands at the right, or takes what words as wide as
/// `wordWidth` leave.
QLabel* wordLabel(const QString& word);
QHBoxLayout* wordLine(const QString& word, QWidget* control, int wordWidth = 0);

/// A line across a form, between its sections.
QHBoxLayout* dividingLine(int above = 0, int below = 0);

/// How far the parts of a form stand from its sides.
inline constexpr int kFormMargin = 16;

}  // namespace bubblescope
