#pragma once

#include <QLabel>

#include <vector>

class QHBoxLayout;

namespace bubblescope {

class ReasonBalloon;

/// A muted line of text below a field, hidden while empty.
QLabel* hintLabel();
void setLine(QLabel* label, const QString& text);
void setLine(ReasonBalloon* balloon, const QString& text);

/// A muted label, and one on a line with its control. The control is at the right; with `wordWidth`, it fills the width
/// that a label of that width leaves.
QLabel* wordLabel(const QString& word);
QHBoxLayout* wordLine(const QString& word, QWidget* control, int wordWidth = 0);

/// A line across a form, between its sections.
QHBoxLayout* dividingLine(int above = 0, int below = 0);

/// Makes Tab visit these parts of a form in this order, where the form is: new widgets are last in the tab order of
/// their window, and a focus proxy moves its widget.
void orderTabsIn(QWidget& form, const std::vector<QWidget*>& stops);

/// The distance of the parts of a form from its sides.
inline constexpr int kFormMargin = 16;

}  // namespace bubblescope
