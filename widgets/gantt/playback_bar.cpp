#include "widgets/gantt/playback_bar.h"

#include "widgets/kit/glyph_button.h"
#include "widgets/kit/play_buttons.h"
#include "widgets/kit/slim_slider.h"
#include "widgets/kit/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kUsualSpeed = 2;  // index in kSpeeds

}  // namespace

PlaybackBar::PlaybackBar(QWidget* parent)
    : QWidget(parent),
      m_buttons(new PlayButtons(tr("Go back to the previous end of an op (Left). Shift + Left goes back one phase."),
                                tr("Go to the next end of an op (Right). Shift + Right goes to the next phase."))),
      m_slider(new SlimSlider),
      m_time(new QLabel),
      m_speed(new QComboBox),
      m_close(new GlyphButton(GlyphButton::Glyph::Cross, tr("Close (Esc)"))) {
    setAccessibleName(tr("Playback"));
    m_slider->setAccessibleName(tr("Playback time"));
    m_slider->setToolTip(tr("Drag to a time. Shift + Left and Shift + Right move by one phase."));
    m_time->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    for (const double speed : kSpeeds) m_speed->addItem(tr("%1×").arg(speed));
    m_speed->setCurrentIndex(kUsualSpeed);
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("Playback speed (Up, Down)."));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 5, 10, 5);
    row->setSpacing(10);
    row->addWidget(m_buttons);
    row->addWidget(m_slider, 1);
    row->addWidget(m_time);
    row->addWidget(m_speed);
    row->addWidget(m_close);
    setScale(1);
    using Step = SlimSlider::Step;
    connect(m_buttons, &PlayButtons::pressed, this, &PlaybackBar::keyPressed);
    connect(m_slider, &SlimSlider::dragged, this, [this](double share) { emit shareAsked(share); });
    connect(m_slider, &SlimSlider::valueWanted, this, [this](double value) {
        const SpokenSlider::Range range = m_slider->spokenRange();
        if (range.maximum > range.minimum) emit shareAsked((value - range.minimum) / (range.maximum - range.minimum));
    });
    connect(m_slider, &SlimSlider::stepped, this, [this](Step step) {
        switch (step) {
            case Step::Down: return emit keyPressed(StepKey::Back);
            case Step::Up: return emit keyPressed(StepKey::Forth);
            case Step::PageDown: return emit phaseAsked(StepKey::Back);
            case Step::PageUp: return emit phaseAsked(StepKey::Forth);
            case Step::ToMinimum: return emit keyPressed(StepKey::ToStart);
            case Step::ToMaximum: return emit keyPressed(StepKey::ToEnd);
        }
    });
    connect(m_speed, &QComboBox::currentIndexChanged, this, &PlaybackBar::speedChanged);
    connect(m_close, &QAbstractButton::clicked, this, &PlaybackBar::closed);
    hide();
}

void PlaybackBar::setTime(const SpokenSlider::Range& time, const QString& text, bool isTold) {
    const double span = time.maximum - time.minimum;
    m_slider->setPosition(span > 0 ? (time.value - time.minimum) / span : 1);
    m_slider->setSpoken(time, isTold);
    m_time->setText(text);
    if (isTold) m_slider->setAccessibleDescription(text);
    m_time->setMinimumWidth(std::max(m_time->minimumWidth(), m_time->sizeHint().width()));  // so that it does not move
}

void PlaybackBar::setPlaying(bool on) { m_buttons->setPlaying(on); }

void PlaybackBar::setScale(double scale) {
    m_buttons->setScale(scale);
    m_time->setFont(uiFont(12 * scale));
    m_time->setMinimumWidth(0);
    m_speed->setFont(uiFont(12 * scale));
}

double PlaybackBar::speed() const { return kSpeeds[m_speed->currentIndex()]; }

void PlaybackBar::changeSpeed(int by) {
    m_speed->setCurrentIndex(std::clamp(m_speed->currentIndex() + by, 0, m_speed->count() - 1));
}

void PlaybackBar::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(QRect(0, 0, width(), 1), theme.line);
}

}  // namespace bubblescope
