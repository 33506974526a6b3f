#include "widgets/kit/page_rail.h"

#include "widgets/kit/theme.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QPainter>
#include <QVBoxLayout>

namespace bubblescope {

namespace {

constexpr int kWidth = 76;
constexpr QSize kButton{kWidth, 56};
constexpr QSizeF kRailIcon{34, 26};

class RailButton : public QAbstractButton {
public:
    RailButton(const QString& title, const QString& tip, PageRail::PaintIcon icon) : m_icon(std::move(icon)) {
        setText(title);
        setToolTip(tip);
        setFont(uiFont(11));
        setCheckable(true);
        setCursor(Qt::PointingHandCursor);
        setAttribute(Qt::WA_Hover);
        setFixedSize(kButton);
        setFocusPolicy(Qt::TabFocus);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = themeOf(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (isChecked()) painter.fillRect(QRect(0, 2, 3, height() - 4), theme.accent);
        if (hasFocus()) {
            painter.setPen(QPen(theme.accent, 1.5));
            painter.drawRoundedRect(QRectF(rect()).adjusted(5.5, 1.5, -4.5, -1.5), 5, 5);
        }
        const QColor ink = isChecked() ? theme.accent : underMouse() ? theme.text : theme.mutedText;
        painter.save();
        m_icon(painter, QRectF(QPointF((width() - kRailIcon.width()) / 2, 6), kRailIcon), ink);
        painter.restore();
        painter.setPen(ink);
        painter.drawText(QRect(0, 34, width(), 18), Qt::AlignCenter, text());
    }

private:
    PageRail::PaintIcon m_icon;
};

}  // namespace

PageRail::PageRail(QWidget* parent)
    : QWidget(parent), m_buttons(new QButtonGroup(this)), m_column(new QVBoxLayout(this)) {
    setAccessibleName(tr("Pages"));
    setFixedWidth(kWidth + 1);
    m_column->setContentsMargins(0, 8, 1, 8);
    m_column->setSpacing(6);
    m_column->addStretch(1);
    connect(m_buttons, &QButtonGroup::idClicked, this, &PageRail::chosen);
}

void PageRail::addPage(const QString& title, const QString& tip, PaintIcon icon) {
    const int index = m_column->count() - 1;
    auto* button = new RailButton(title, tip, std::move(icon));
    m_column->insertWidget(index, button);
    QWidget* before = index == 0 ? this : static_cast<QWidget*>(m_buttons->button(index - 1));
    setTabOrder(before, button);  // not after everything that exists already
    m_buttons->addButton(button, index);
    if (index == 0) button->setChecked(true);
}

int PageRail::current() const { return m_buttons->checkedId(); }

void PageRail::setCurrent(int index) { m_buttons->button(index)->setChecked(true); }

void PageRail::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(QRect(width() - 1, 0, 1, height()), themeOf(palette()).line);
}

}  // namespace bubblescope
