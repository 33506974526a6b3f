#include "widgets/kit/play_buttons.h"

#include "widgets/kit/theme.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace bubblescope {

/// A button of a player.
class PlayButton : public QAbstractButton {
public:
    PlayButton(StepKey key, const QString& name) : m_key(key) {
        setAccessibleName(name);
        setToolTip(name);
        setScale(1);
        setCursor(Qt::PointingHandCursor);
        setAttribute(Qt::WA_Hover);
        setFocusPolicy(Qt::TabFocus);
        setCheckable(key == StepKey::Play);
    }

    StepKey key() const { return m_key; }

    void setScale(double scale) {
        m_scale = scale;
        setFixedSize(qRound(27 * scale), qRound(26 * scale));
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = themeOf(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const bool isPlay = m_key == StepKey::Play;
        const QColor frame = !hasFocus() ? theme.line : isPlay ? theme.text : theme.accent;
        painter.setPen(QPen(frame, hasFocus() ? 2 : 1));
        painter.setBrush(isPlay ? theme.accent : isDown() || underMouse() ? theme.line : theme.field);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.75, 0.75, -0.75, -0.75), 4, 4);
        painter.setPen(Qt::NoPen);
        painter.setBrush(isPlay ? theme.onAccent : isEnabled() ? theme.text : theme.mutedText);
        if (!isEnabled()) painter.setOpacity(0.45);
        painter.translate(QRectF(rect()).center());
        painter.scale(m_scale, m_scale);
        const auto triangle = [&](double x, double side) {
            painter.drawPolygon(QPolygonF{QPointF(x, -4.5), QPointF(x + side * 6, 0), QPointF(x, 4.5)});
        };
        const auto post = [&](double x) { painter.drawRect(QRectF(x - 0.9, -4.5, 1.8, 9)); };
        switch (m_key) {
            case StepKey::Play:
                if (isChecked())
                    painter.drawRect(QRectF(-4.5, -5, 3, 10)), painter.drawRect(QRectF(1.5, -5, 3, 10));
                else
                    painter.drawPolygon(QPolygonF{QPointF(-3.5, -6), QPointF(6, 0), QPointF(-3.5, 6)});
                break;
            case StepKey::Back: post(-4), triangle(4, -1); break;
            case StepKey::Forth: post(4), triangle(-4, 1); break;
            case StepKey::ToStart: triangle(0, -1), triangle(6, -1); break;
            case StepKey::ToEnd: triangle(-6, 1), triangle(0, 1); break;
        }
    }

private:
    StepKey m_key;
    double m_scale = 1;
};

PlayButtons::PlayButtons(const QString& back, const QString& forth, QWidget* parent) : QWidget(parent) {
    const std::pair<StepKey, QString> signs[] = {{StepKey::ToStart, tr("Go to start (Home)")},
                                                 {StepKey::Back, back},
                                                 {StepKey::Play, tr("Play or pause (Space)")},
                                                 {StepKey::Forth, forth},
                                                 {StepKey::ToEnd, tr("Go to end (End)")}};
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    for (std::size_t i = 0; i < std::size(signs); ++i) {
        m_buttons[i] = new PlayButton(signs[i].first, signs[i].second);
        row->addWidget(m_buttons[i]);
        connect(m_buttons[i], &QAbstractButton::clicked, this, [this, key = signs[i].first] { emit pressed(key); });
    }
}

QAbstractButton* PlayButtons::button(StepKey key) const {
    return *std::find_if(m_buttons.begin(), m_buttons.end(),
                         [key](const PlayButton* one) { return one->key() == key; });
}

void PlayButtons::setPlaying(bool on) { button(StepKey::Play)->setChecked(on); }

void PlayButtons::setScale(double scale) {
    for (PlayButton* button : m_buttons) button->setScale(scale);
}

}  // namespace bubblescope
