#include "widgets/panels/param_slider.h"

#include "engine/scenario/parameters.h"
#include "widgets/kit/flat_style.h"
#include "widgets/kit/format.h"
#include "widgets/kit/reason_balloon.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/kit/theme.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// The text that says what determines a value, at the right end of the line; elided if too long.
class DeterminedLabel : public QLabel {
protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(themeOf(palette()).text);
        const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, width());
        const double x = std::max(0.0, width() - symbolsWidth(font(), shown));
        drawSymbols(painter, {x, (height() + fontMetrics().ascent() - fontMetrics().descent()) / 2.0}, shown);
    }
};

}  // namespace

ParamSlider::ParamSlider(const Parameter& parameter, const QString& word, QWidget* parent)
    : QWidget(parent),
      m_key(toQString(parameter.key)),
      m_symbolText(toQString(parameter.mark.empty() ? parameter.symbol : parameter.mark)),
      m_wordText(word.isEmpty() ? Text::tr(parameter.wordText()) : word),
      m_definition(Text::tr(parameter.definition.empty() ? parameter.meaning : parameter.definition)),
      m_least(parameter.least),
      m_most(parameter.most),
      m_usual(parameter.slider.usual),
      m_isBytes(parameter.unit == "bytes"),
      m_scale(scaleOf(parameter)),
      m_base(m_scale) {
    setObjectName(m_key);
    const QString tip =
        tipHtml(tr("%1\nDouble-click the slider to reset it to %2.").arg(m_definition, textOf(m_usual)));

    m_symbol = new QLabel(symbolHtml(m_symbolText));
    m_symbol->setFont(uiFont(13, QFont::DemiBold));
    m_symbol->setFixedSize(36, 24);
    if (m_symbolText.isEmpty()) m_symbol->hide();
    m_word = new QLabel(symbolHtml(m_wordText));
    m_word->setFont(uiFont(12.5));
    m_word->setForegroundRole(QPalette::PlaceholderText);
    m_field = new NumberField;
    m_field->setFixedSize(m_field->sizeHint());
    m_field->setAccessibleName(m_wordText);
    m_field->setAccessibleDescription(m_definition);
    m_slider = new SlimSlider;
    m_slider->setAccessibleName(tr("%1, slider").arg(m_wordText));
    m_slider->setAccessibleDescription(m_definition);
    m_error = new ReasonBalloon(this);
    connect(m_error, &QLabel::linkActivated, this, [this](const QString& value) { ask(value.toDouble(), 0); });
    for (QWidget* part : std::initializer_list<QWidget*>{m_symbol, m_word, m_slider}) part->setToolTip(tip);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    m_line = new QHBoxLayout;
    m_line->setSpacing(4);
    m_line->addWidget(m_symbol);
    m_line->addWidget(m_word, 1);
    m_determined = new DeterminedLabel;
    m_determined->setFont(uiFont(12));
    m_determined->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_determined->hide();
    m_line->addWidget(m_determined, 3);
    m_line->addWidget(m_field);
    layout->addLayout(m_line);
    layout->addWidget(m_slider);

    connect(m_field, &NumberField::typed, this, &ParamSlider::accept);
    connect(m_field, &NumberField::pressed, this, &ParamSlider::editorAsked);
    connect(m_field, &NumberField::restored, this, [this] {
        m_refusal.clear();
        showErrors();
    });
    connect(m_slider, &SlimSlider::dragged, this, [this](double position, int gesture, bool isFree) {
        const bool keepsToStops = !isFree && !m_stops.empty();
        ask(keepsToStops ? stopAt(position) : m_scale.valueAt(position, isFree ? 0 : m_snap), gesture);
    });
    connect(m_slider, &SlimSlider::stepped, this,
            [this](SlimSlider::Step step, int gesture) { ask(steppedFrom(m_value, step), gesture); });
    connect(m_slider, &SlimSlider::valueWanted, this, [this](double value) {
        if (refusalOf({}, value).isEmpty()) ask(value, 0);
    });
    connect(m_slider, &SlimSlider::resetAsked, this, [this](int gesture) { ask(m_usual, gesture); });
    m_value = m_usual;
    showValue(m_value);
}

// The field may have the focus; on losing it, it would emit what was typed.
ParamSlider::~ParamSlider() { m_field->disconnect(this); }

void ParamSlider::setValue(double value) {
    if (value == m_value) return;
    m_value = value;
    if (!m_slider->isDragging()) fitScale();
    showValue(value);
}

void ParamSlider::setRange(double minimum, double maximum) {
    if (m_base.minimum == minimum && m_base.maximum == maximum) return;
    m_base.minimum = minimum;
    m_base.maximum = maximum;
    fitScale();
    m_slider->setPosition(m_scale.positionOf(m_value));
}

void ParamSlider::setUnit(const QString& unit) {
    if (unit == m_unit) return;
    m_unit = unit;
    if (m_refusal.isEmpty()) showValue(m_value);
}

void ParamSlider::setStandIn(const QString& text) {
    if (text == m_standIn) return;
    m_standIn = text;
    m_field->setButtonLike(!text.isEmpty());
    showValue(m_value);
}

void ParamSlider::setError(const QString& reason, const QList<double>& offered) {
    if (reason == m_outsideError && offered == m_offered) return;
    m_outsideError = reason;
    m_offered = offered;
    showErrors();
}

void ParamSlider::setDetermined(const QString& text) {
    m_determined->setText(text);
    m_determined->setToolTip(tipHtml(text));
    m_determined->setAccessibleName(tr("%1: %2").arg(m_wordText, text));
    m_determined->setVisible(!text.isEmpty());
    m_field->setVisible(text.isEmpty());
    m_slider->setVisible(text.isEmpty());
    for (QWidget* button : m_buttons) button->setVisible(text.isEmpty());
}

void ParamSlider::addButton(QWidget* button) {
    m_line->insertWidget(m_line->count() - 1, button);
    m_buttons.push_back(button);
    setTabOrder(m_field, button);
    setTabOrder(button, m_field);  // after the button
}

void ParamSlider::setHeading(QWidget* heading) {
    m_symbol->hide();
    m_word->hide();
    m_line->insertWidget(0, heading, 1);
}

double ParamSlider::stopAt(double position) const {
    const auto distance = [&](double stop) { return std::abs(m_scale.positionOf(stop) - position); };
    return *std::min_element(m_stops.begin(), m_stops.end(),
                             [&](double a, double b) { return distance(a) < distance(b); });
}

double ParamSlider::steppedFrom(double value, SlimSlider::Step step) const {
    using Step = SlimSlider::Step;
    if (m_stops.empty()) return m_scale.stepped(value, step);
    if (step == Step::ToMinimum) return m_stops.front();
    if (step == Step::ToMaximum) return m_stops.back();
    if (step == Step::Up || step == Step::PageUp) {
        const auto next = std::upper_bound(m_stops.begin(), m_stops.end(), value);
        return next == m_stops.end() ? value : *next;
    }
    const auto next = std::lower_bound(m_stops.begin(), m_stops.end(), value);
    return next == m_stops.begin() ? value : *(next - 1);
}

QString ParamSlider::text() const { return m_standIn.isEmpty() ? textOf(m_value) : m_standIn; }

void ParamSlider::stepBy(int steps) {
    using Step = SlimSlider::Step;
    const bool isUp = steps > 0;
    for (int i = 0; i < std::abs(steps); ++i)
        ask(m_stops.empty() ? m_scale.strode(m_value, isUp) : steppedFrom(m_value, isUp ? Step::Up : Step::Down),
            m_slider->gestureOfStep());
}

void ParamSlider::keyPressEvent(QKeyEvent* event) {
    // Keys that the field ignores: Up, Down, Page Up and Page Down step as they do on the slider.
    const int key = event->key();
    const bool isStep = key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown;
    if (!isStep || (event->modifiers() & ~Qt::KeypadModifier)) return QWidget::keyPressEvent(event);
    QCoreApplication::sendEvent(m_slider, event);
}

void ParamSlider::ask(double value, int gesture) {
    const bool isNew = value != m_value;
    m_value = value;
    if (gesture == 0) fitScale();  // typed: values of the slider are within its range
    showValue(value);
    if (isNew) emit valueEdited(value, gesture);
}

void ParamSlider::accept(const QString& text) {
    const auto number = m_isBytes ? parseBytes(text) : parseNumber(text, m_unit);
    m_refusal = refusalOf(text, number);
    if (m_refusal.isEmpty())
        ask(*number, 0);
    else
        showErrors();
}

QString ParamSlider::refusalOf(const QString& text, std::optional<double> number) const {
    if (!number) return text.trimmed().isEmpty() ? tr("enter a number") : tr("not a number");
    if (m_scale.isInteger && *number != std::floor(*number)) return tr("must be a whole number");
    if (*number >= m_least && *number <= m_most) return {};
    const auto limit = [this](double value) { return m_isBytes ? formatBytes(value) : formatExact(value); };
    if (m_most >= 1e15) return tr("must be %1 or more").arg(limit(m_least));
    return tr("must be from %1 to %2").arg(limit(m_least), limit(m_most));
}

QString ParamSlider::textOf(double value) const {
    if (m_isBytes) return formatBytes(value);
    if (m_scale.kind == ParamScale::Kind::Linear && !m_scale.isInteger) {
        const QString text = QString::number(value, 'f', 2);
        return text.toDouble() == value ? text : formatExact(value);
    }
    const QString text = formatExact(value);
    return m_unit.isEmpty() ? text : text + QChar(0x202f) + m_unit;
}

void ParamSlider::fitScale() {
    ParamScale& scale = m_scale;
    scale.minimum = m_base.minimum;
    scale.maximum = std::max(m_base.maximum, m_value);
    // A logarithmic scale never starts at 0 only because the value is 0: 0 is then shown at its left end.
    if (m_value < scale.minimum && (m_value > 0 || scale.kind == ParamScale::Kind::Linear)) scale.minimum = m_value;
}

void ParamSlider::showValue(double value) {
    m_refusal.clear();
    m_field->showText(m_standIn.isEmpty() ? textOf(value) : m_standIn);
    m_slider->setPosition(m_scale.positionOf(value));
    const ParamScale& scale = m_scale;
    const double next = steppedFrom(value, SlimSlider::Step::Up) - value;
    m_slider->setSpoken({scale.minimum, scale.maximum, value, next});
    showErrors();
}

void ParamSlider::showErrors() {
    const QString reason = m_refusal.isEmpty() ? m_outsideError : m_refusal;
    setMarked(m_field, !reason.isEmpty());
    m_field->setToolTip(reason.isEmpty() ? tipHtml(m_definition) : reason);
    QStringList links;
    if (m_refusal.isEmpty())
        for (const double value : m_offered)
            links += QStringLiteral("<a href=\"%1\">%2</a>").arg(QString::number(value, 'g', 17), textOf(value));
    QString html = reason.toHtmlEscaped().replace(QLatin1Char('\n'), QLatin1String("<br>"));
    if (links.size() == 1) html += QStringLiteral(". ") + tr("Use %1").arg(links.front());
    if (links.size() > 1) {
        const QString last = links.takeLast();
        html += QStringLiteral(". ") + tr("Use %1 or %2").arg(links.join(QStringLiteral(", ")), last);
    }
    m_error->say(html);
}

}  // namespace bubblescope
