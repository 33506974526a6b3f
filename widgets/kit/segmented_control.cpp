#include "widgets/kit/segmented_control.h"

#include "widgets/kit/theme.h"

#include <QAbstractButton>
#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>

namespace bubblescope {

namespace {

/// One segment; the parent paints the frame around all of them.
class Segment : public QAbstractButton {
public:
    explicit Segment(const QString& text) {
        setText(text);
        setCheckable(true);
        setFocusPolicy(Qt::ClickFocus);  // Tab reaches only the chosen one
        setCursor(Qt::PointingHandCursor);
        setAttribute(Qt::WA_Hover);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = themeOf(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (isChecked()) {
            painter.setPen(hasFocus() ? QPen(theme.text, 1.5) : QPen(Qt::NoPen));
            painter.setBrush(theme.accent);
            painter.drawRoundedRect(QRectF(rect()).adjusted(2.5, 2.5, -2.5, -2.5), 3.5, 3.5);
        }
        const bool isHot = underMouse() && isEnabled();
        painter.setPen(isChecked() ? theme.onAccent : isHot ? theme.text : theme.mutedText);
        if (!isEnabled()) painter.setOpacity(0.5);
        painter.drawText(rect(), Qt::AlignCenter, text());
    }
};

}  // namespace

SegmentedControl::SegmentedControl(const QStringList& choices, const QString& name, QWidget* parent) : QWidget(parent) {
    setAccessibleName(name);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (int i = 0; i < choices.size(); ++i) {
        auto* segment = new Segment(choices[i]);
        segment->setAccessibleName(name + QStringLiteral(": ") + choices[i]);
        m_buttons.addButton(segment, i);
        layout->addWidget(segment);
    }
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&m_buttons, &QButtonGroup::idToggled, this, [this](int index, bool isOn) {
        button(index)->setFocusPolicy(isOn ? Qt::StrongFocus : Qt::ClickFocus);
        if (!isOn || index == m_shown) return;
        m_shown = index;
        emit chosenByUser(index);
    });
    setChosen(0);
    fitType();
}

/// Sets type slightly smaller than that around it.
void SegmentedControl::fitType() {
    const double scale = font().pixelSize() / 13.0;
    for (QAbstractButton* segment : m_buttons.buttons()) {
        segment->setFont(uiFont(12 * scale));
        segment->setFixedSize(segment->fontMetrics().horizontalAdvance(segment->text()) + qRound(14 * scale),
                              qRound(24 * scale));
    }
}

void SegmentedControl::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) fitType();
    QWidget::changeEvent(event);
}

void SegmentedControl::setChosen(int index) {
    m_shown = index;
    m_buttons.button(index)->setChecked(true);
}

void SegmentedControl::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(theme.line);
    painter.setBrush(theme.field);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
}

}  // namespace bubblescope
