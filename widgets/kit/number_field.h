#pragma once

#include <QLineEdit>

#include <functional>
#include <optional>

namespace bubblescope {

/// The number that `text` says, in the plain notation or in the user's: "1.5", "1,5 ms" where the comma is
/// the decimal sign, "1e3". `unit` may stand behind it. Nothing for anything else.
std::optional<double> parseNumber(const QString& text, const QString& unit);

/// A field for one number, written in the window's style. It refuses nothing itself: it hands over what was
/// typed, and its owner answers with the text to show or a mark.
class NumberField : public QLineEdit {
    Q_OBJECT
public:
    explicit NumberField(QWidget* parent = nullptr);

    /// Shows `text` and forgets what was typed.
    void showText(const QString& text);
    /// Marks the field as wrong.
    void setMarked(bool isMarked);
    bool isMarked() const { return m_isMarked; }
    /// Shows `text` as a press-button: nothing can be typed, a click or Return asks for the editor.
    void setButtonLike(bool isButtonLike);

    QSize sizeHint() const override;

signals:
    /// Return, or leaving the field after a change.
    void typed(const QString& text);
    /// Escape: what was typed is gone.
    void restored();
    void pressed();

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void finish();

    QString m_shown;
    bool m_isMarked = false;
    bool m_isButtonLike = false;
};

}  // namespace bubblescope
