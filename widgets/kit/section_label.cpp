#include "widgets/kit/section_label.h"

#include "widgets/kit/theme.h"

#include <QPainter>

namespace bubblescope {

namespace {

class Line : public QFrame {
public:
    Line() { setFixedHeight(1); }

protected:
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), themeOf(palette()).line); }
};

}  // namespace

QLabel* sectionLabel(const QString& text) {
    auto* label = new QLabel(text.toUpper());
    QFont font = uiFont(11, QFont::DemiBold);
    font.setLetterSpacing(QFont::AbsoluteSpacing, 0.6);
    label->setFont(font);
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

QFrame* sectionLine() { return new Line; }

}  // namespace bubblescope
