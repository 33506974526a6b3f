#pragma once

#include <QLineEdit>

#include <functional>
#include <optional>

namespace bubblescope {

/// Parses a number in plain notation or in that of the user's locale: "1.5", "1e3", or "1,5 ms" if the comma is the
/// decimal sign. `unit` may follow it. Nothing for any other text.
std::optional<double> parseNumber(const QString& text, const QString& unit);

/// A field for one number. It does not reject anything itself: it emits what was typed, and its owner sets the text to
/// show or marks the field.
class NumberField : public QLineEdit {
    Q_OBJECT
public:
    explicit NumberField(QWidget* parent = nullptr);

    /// Shows `text` and discards what was typed.
    void showText(const QString& text);
    const QString& shownText() const { return m_shown; }
    /// Makes the field a button: nothing can be typed; a click or Return emits pressed().
    void setButtonLike(bool isButtonLike);

    QSize sizeHint() const override;

signals:
    /// Return was pressed, or the focus left after a change.
    void typed(const QString& text);
    /// Escape was pressed: what was typed is discarded.
    void restored();
    void pressed();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void finish();

    QString m_shown;
    bool m_isButtonLike = false;
};

}  // namespace bubblescope
