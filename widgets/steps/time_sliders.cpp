#include "widgets/steps/time_sliders.h"

#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/param_slider.h"

#include "engine/entries/registry.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QLabel>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int kFactorColumns = 4, kFactorRoom = 243, kWordSpacing = 3, kLeastField = 40, kFieldPadding = 17;
constexpr int kMostSliderRanks = 64, kMostRanks = 4096;
constexpr double kUsualMost = 60, kMostFactor = 1000;

/// The meaning of a time, from the kinds of steps.
QString meaningOf(std::string_view key) {
    for (const ScheduleKind* kind : kindsOf(Family::Step))
        if (const Parameter* const times = kind->parameter("times"))
            for (const Parameter& part : times->parts)
                if (part.key == key) return toQString(part.meaning);
    return {};
}

ParamSpec specOf(const StepTime& time) {
    const bool isLayers = isCountOfLayers(time.key);
    ParamSpec spec;
    spec.key = toQString(time.key);
    spec.symbol = toQString(stepTimeSymbol(time.key));
    spec.word = toQString(titleOfStepTime(time.key));
    spec.definition = meaningOf(time.key);
    spec.scale = isLayers ? ParamScale{ParamScale::Kind::Logarithmic, true, 1, 64, 1}
                          : ParamScale{ParamScale::Kind::Logarithmic, false, 0, kUsualMost, 0};
    spec.least = isLayers ? 1 : 0;
    spec.most = isLayers ? 100'000 : 1e12;
    spec.usual = time.least;
    return spec;
}

QString factorText(double factor) { return formatExact(factor) + QChar(0xd7); }

}  // namespace

TimeSliders::TimeSliders(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kFormMargin, 0, kFormMargin, 0);
    column->setSpacing(4);
    column->addWidget(sectionLabel(tr("Times per layer")));
    m_list = new QVBoxLayout;
    m_list->setSpacing(3);
    column->addLayout(m_list);
    m_ranks = new ParamSlider({"ranks",
                               QStringLiteral("n"),
                               tr("ranks"),
                               tr("n: ranks of each step without its own mesh. Ranks that do the same at the same time "
                                  "share a row."),
                               {ParamScale::Kind::Logarithmic, true, 1, kMostSliderRanks, 1},
                               1,
                               kMostRanks,
                               4});
    column->addWidget(m_ranks);
    m_slow = wordLabel(tr("Slowdown per rank"));
    m_slow->setToolTip(
        tr("Factor on the compute time of a rank: 1.3 means 1.3 times as long. Collectives, the optimizer and the host "
           "are not slowed down."));
    column->addWidget(m_slow);
    m_factorGrid = new QGridLayout;
    m_factorGrid->setSpacing(4);
    column->addLayout(m_factorGrid);
    connect(m_ranks, &ParamSlider::valueEdited, this, [this](double value, int gesture) {
        emit edited({withRanks(m_scenario, static_cast<int>(std::lround(value))), tr("Change ranks"), gesture});
    });
}

ParamSlider* TimeSliders::row(const std::string& key) const {
    for (const auto& [name, slider] : m_rows)
        if (name == key) return slider;
    return nullptr;
}

NumberField* TimeSliders::factor(int rank) const {
    const auto i = static_cast<std::size_t>(rank);
    return i < m_factors.size() && !m_factors[i].field->isHidden() ? m_factors[i].field : nullptr;
}

ParamSlider* TimeSliders::makeRow(const StepTime& time) {
    auto* slider = new ParamSlider(specOf(time));
    connect(slider, &ParamSlider::valueEdited, this, [this, key = time.key](double value, int gesture) {
        emit edited(
            {withStepTime(m_scenario, key, value), tr("Change %1").arg(toQString(titleOfStepTime(key))), gesture});
    });
    return slider;
}

/// Puts rows that are created later before the ranks in the tab order.
void TimeSliders::orderTabs() {
    QWidget* const ranks = m_ranks->field();
    const auto isOfRow = [this](const QWidget* stop) {
        return std::any_of(m_rows.begin(), m_rows.end(),
                           [&](const auto& row) { return row.second->isAncestorOf(stop); });
    };
    QWidget* before = ranks->previousInFocusChain();
    while (before != ranks && (!(before->focusPolicy() & Qt::TabFocus) || isOfRow(before)))
        before = before->previousInFocusChain();
    if (before == ranks) return;
    for (const auto& [key, row] : m_rows) {
        setTabOrder(before, row->field());
        setTabOrder(row->field(), row->slider());
        before = row->slider();
    }
}

void TimeSliders::setScenario(const Scenario& scenario) {
    m_scenario = scenario;
    const std::vector<StepTime> times = stepTimesOf(scenario);
    // Rows are kept with their times, so that a row in use by the mouse or keyboard stays in place.
    std::erase_if(m_rows, [&](const auto& row) {
        const bool stays =
            std::any_of(times.begin(), times.end(), [&](const StepTime& t) { return t.key == row.first; });
        if (stays) return false;
        m_list->removeWidget(row.second);
        row.second->hide();
        row.second->deleteLater();
        return true;
    });
    const QString unit = unitText(scenario.workload.timeUnit);
    for (std::size_t i = 0; i < times.size(); ++i) {
        const StepTime& time = times[i];
        auto at = std::find_if(m_rows.begin(), m_rows.end(), [&](const auto& row) { return row.first == time.key; });
        if (at == m_rows.end()) at = m_rows.insert(m_rows.begin() + std::ptrdiff_t(i), {time.key, makeRow(time)});
        if (const auto index = static_cast<std::size_t>(at - m_rows.begin()); index != i)
            std::rotate(m_rows.begin() + std::ptrdiff_t(std::min(i, index)), at, at + 1);
        ParamSlider* const slider = m_rows[i].second;
        if (m_list->indexOf(slider) != static_cast<int>(i)) {
            m_list->removeWidget(slider);
            m_list->insertWidget(static_cast<int>(i), slider);
        }
        if (!isCountOfLayers(time.key)) slider->setUnit(unit);
        slider->setValue(time.isOne() ? time.least : (time.least + time.most) / 2);
        slider->setStandIn(time.isOne() ? QString()
                                        : formatNumber(time.least, 3) + QChar(0x2013) + formatNumber(time.most, 3));
        slider->setToolTip(
            time.isHalf ? tr("Half of the all-reduce, and follows it. Enter another value to set it independently.")
                        : QString());
    }
    orderTabs();
    const auto ranks = ranksOf(scenario);
    m_ranks->setVisible(ranks.has_value());
    if (ranks) m_ranks->setValue(*ranks);
    showFactors();
}

void TimeSliders::addFactor(int rank) {
    Factor one{wordLabel(QString::number(rank)), new NumberField};
    one.field->setFixedHeight(24);
    one.field->setAccessibleName(tr("Slowdown of rank %1").arg(rank));
    auto* line = new QHBoxLayout;
    line->setSpacing(kWordSpacing);
    line->addWidget(one.word);
    line->addWidget(one.field, 1);
    one.line = line;
    m_factorGrid->addLayout(line, rank / m_factorColumns, rank % m_factorColumns);
    connect(one.field, &NumberField::typed, this, [this, rank](const QString& text) { takeFactor(rank, text); });
    connect(one.field, &NumberField::restored, this, [field = one.field] { field->setMarked(false); });
    setTabOrder(m_factors.empty() ? static_cast<QWidget*>(m_ranks->slider()) : m_factors.back().field, one.field);
    m_factors.push_back(one);
}

void TimeSliders::layOutFactors(int fieldWidth) {
    int word = 0;
    for (const Factor& one : m_factors) word = std::max(word, one.word->sizeHint().width());
    const int each = word + kWordSpacing + fieldWidth + m_factorGrid->horizontalSpacing();
    const int columns = std::clamp((kFactorRoom + m_factorGrid->horizontalSpacing()) / each, 1, kFactorColumns);
    if (columns == m_factorColumns) return;
    m_factorColumns = columns;
    for (const Factor& one : m_factors) m_factorGrid->removeItem(one.line);
    for (std::size_t rank = 0; rank < m_factors.size(); ++rank) {
        const int at = static_cast<int>(rank);
        m_factorGrid->addLayout(m_factors[rank].line, at / columns, at % columns);
    }
}

void TimeSliders::showFactors() {
    const std::vector<double> factors = slowdownOf(m_scenario);
    const std::size_t shown = std::min<std::size_t>(factors.size(), kMostFactors);
    while (m_factors.size() < shown) addFactor(static_cast<int>(m_factors.size()));
    m_slow->setVisible(shown > 0);
    int widest = kLeastField;
    for (std::size_t rank = 0; rank < shown; ++rank)
        widest = std::max(
            widest, m_factors[rank].field->fontMetrics().horizontalAdvance(factorText(factors[rank])) + kFieldPadding);
    layOutFactors(widest);
    for (std::size_t rank = 0; rank < m_factors.size(); ++rank) {
        const Factor& one = m_factors[rank];
        one.word->setVisible(rank < shown);
        one.field->setVisible(rank < shown);
        if (rank >= shown) continue;
        one.field->setMinimumWidth(widest);
        one.field->showText(factorText(factors[rank]));
        one.field->setMarked(false);
    }
}

void TimeSliders::takeFactor(int rank, const QString& text) {
    const auto value = parseNumber(text, QString(QChar(0xd7)));
    NumberField* const field = m_factors[static_cast<std::size_t>(rank)].field;
    const bool isGood = value && *value >= 0 && *value <= kMostFactor;
    field->setMarked(!isGood);
    field->setToolTip(isGood ? QString() : tr("Needs a factor from 0 to %1, such as 1.3.").arg(kMostFactor));
    if (isGood) emit edited({withSlowdown(m_scenario, rank, *value), tr("Change slowdown of rank %1").arg(rank), 0});
}

}  // namespace bubblescope
