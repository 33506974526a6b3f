#pragma once

#include <QAbstractButton>

namespace bubblescope {

/// A small flat button with a drawn sign, muted until it has the mouse or the focus.
class GlyphButton : public QAbstractButton {
    Q_OBJECT
public:
    enum class Glyph {
        Lock,  // closed while checked, open while not
        List,  // rows of a table
        Swap,  // two arrows, up and down
        Cross,
    };
    GlyphButton(Glyph glyph, const QString& name, QWidget* parent = nullptr);

    QSize sizeHint() const override { return {22, 24}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Glyph m_glyph;
};

}  // namespace bubblescope
