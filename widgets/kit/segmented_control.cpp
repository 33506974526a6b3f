#include "widgets/kit/segmented_control.h"

#include "widgets/kit/theme.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QPainter>

namespace bubblescope {

namespace {

/// One segment; the frame around all of them is their parent's.
class Segment : public QAbstractButton {
public:
    explicit Segment(const QString& text) {
        setText(text);
        setFont(uiFont(12));
        setCheckable(true);
        setFocusPolicy(Qt::ClickFocus);  // the chosen one alone has that of Tab
        setCursor(Qt::PointingHandCursor);
        setAttribute(Qt::WA_Hover);
        setFixedSize(fontMetrics().horizontalAdvance(text) + 14, 24);
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
