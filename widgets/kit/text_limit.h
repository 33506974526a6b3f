#pragma once

class QComboBox;
class QKeyEvent;
class QLineEdit;
class QWidget;

namespace bubblescope {

/// The most characters that someone can enter in a text field: few enough to be laid out at once.
inline constexpr int kMostCharacters = 10'000;
/// The most characters of a name or a number.
inline constexpr int kMostOfName = 200;

/// Makes a one-line field refuse whatever would make its text longer, whether it is typed, pasted or dropped, and a
/// paste without text: Qt cuts the former off and lets both replace the selection. A second call replaces the limit.
void limitText(QLineEdit& edit, int most = kMostCharacters);
/// The same for a list in which other texts can be typed.
void limitText(QComboBox& box, int most = kMostCharacters);

/// Shows a tooltip at a field: a text was too long for it.
void showTooLong(QWidget& field, int most);

/// Whether a key pastes from a clipboard that has no text.
bool isPasteOfNothing(const QKeyEvent& key);

}  // namespace bubblescope
