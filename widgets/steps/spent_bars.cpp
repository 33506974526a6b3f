#include "widgets/steps/spent_bars.h"

#include "engine/steps/run_step.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <cmath>

namespace bubblescope {

namespace {

constexpr Spending kSpent[] = {Spending::Compute, Spending::ExposedCommunication, Spending::ExposedOffload,
                               Spending::Idle};

QString valueText(double time, int digits = 4) { return formatNumber(time / kMicroUnits, digits); }

/// "compute", "exposed communication", "exposed offload", "idle".
QString spendingName(Spending on) {
    switch (on) {
        case Spending::Compute: return Text::tr("compute");
        case Spending::ExposedCommunication: return Text::tr("exposed communication");
        case Spending::ExposedOffload: return Text::tr("exposed offload");
        case Spending::Idle: break;
    }
    return Text::tr("idle");
}

/// The name in the legend, which has little room.
QString legendName(Spending on) {
    return on == Spending::ExposedCommunication ? Text::tr("exposed comm.") : spendingName(on);
}

double partOf(const SpentTime& step, Spending on) { return step.parts[static_cast<std::size_t>(on)]; }

/// Compute stands for several kinds of ops here, and has a colour of its own.
Look lookOf(Spending on, const GanttStyle& style) {
    const Theme& theme = themeOf(style.theme);
    if (on == Spending::Idle) return idleLook(style);
    if (on != Spending::Compute) return exposedLook(style, on);
    return filled("compute", mixed(theme.text, theme.window, theme.id == ThemeId::Dark ? 0.35 : 0.2));
}

SpentTime spentOf(const Outcome& outcome) {
    SpentTime out{outcome.title};
    if (!outcome.run) {
        out.refusal = outcome.isAwaited() ? outcome.awaitedText() : outcome.refusal;
        return out;
    }
    const StepRun& step = *outcome.run->step;
    const double ranks = step.ranks.ranks();
    for (std::size_t worker = 0; worker < step.workers.size(); ++worker) {
        const StepWorker& one = step.workers[worker];
        const Time parts[] = {one.compute, one.exposedComm, one.exposedOffload, one.idle};
        for (std::size_t i = 0; i < kSpendings; ++i)
            out.parts[i] += static_cast<double>(parts[i]) * step.ranks.count[worker] / ranks;
    }
    out.total = static_cast<double>(outcome.run->metrics.totalTime);
    out.overlap = step.overlap;
    out.moved = movedText(step);
    return out;
}

HoverCard cardOf(const SpentTime& step, const QString& unit, const GanttStyle& style) {
    HoverCard card{Text::tr("%1 · overlap %2").arg(step.title, formatPercent(step.overlap)), {}};
    for (const Spending on : kSpent) {
        const double part = partOf(step, on);
        if (part <= 0) continue;
        const Look look = lookOf(on, style);
        card.rows.push_back({.color = look.hatch ? look.hatch->ink : look.fill,
                             .name = spendingName(on),
                             .value = formatTime(static_cast<Time>(std::llround(part)), unit),
                             .difference = formatPercent(step.total > 0 ? part / step.total : 0)});
    }
    card.rows.push_back({.color = Qt::transparent, .name = Text::tr("sent per rank"), .value = step.moved});
    return card;
}

}  // namespace

void SpentBars::setOutcomes(const std::vector<Outcome>& outcomes) {
    steps.clear();
    unit.clear();
    for (const Outcome& outcome : outcomes) {
        steps.push_back(spentOf(outcome));
        if (outcome.run) unit = unitText(outcome.run->schedule.workload.timeUnit);
    }
}

BarsModel modelOf(const SpentBars& bars, ThemeId theme) {
    GanttStyle style = bars.style;
    style.theme = theme;
    BarsModel model{
        .themeId = theme, .end = 0, .scale = style.scaled(1), .mostRow = 26, .leastRow = 14, .isEndBold = true};
    QStringList spoken;
    std::array<bool, kSpendings> occurs{};
    for (const SpentTime& step : bars.steps) {
        BarRow& row = model.rows.emplace_back(BarRow{.entry = model.rows.size(), .name = step.title});
        row.refusal = step.refusal;
        if (row.refusal.isEmpty()) row.end = valueText(step.total);
        model.end = std::max(model.end, step.total);
        QStringList parts;
        for (const Spending on : kSpent) {
            const double part = partOf(step, on);
            if (part <= 0) continue;
            parts += spendingName(on) + ' ' + valueText(part);
            row.parts.push_back({part, lookOf(on, style), parts.back(), {valueText(part), valueText(part, 3)}});
            occurs[static_cast<std::size_t>(on)] = true;
        }
        spoken += step.title + QStringLiteral(": ") + (row.refusal.isEmpty() ? parts.join(", ") : row.refusal);
    }
    if (model.end == 0) model.end = 1;
    for (const Spending on : kSpent)
        if (occurs[static_cast<std::size_t>(on)]) model.keys.push_back({lookOf(on, style), legendName(on)});
    model.spoken = spoken.join(QStringLiteral("; "));
    model.card = [&bars, style](std::size_t step) { return cardOf(bars.steps[step], bars.unit, style); };
    return model;
}

Table tableOf(const SpentBars& bars) {
    std::vector<std::vector<TableValue>> rows;
    for (const SpentTime& step : bars.steps) {
        const auto number = [&](double value) { return step.refusal.isEmpty() ? TableValue(value) : TableValue(); };
        std::vector<TableValue>& cells = rows.emplace_back();
        cells = {step.title, number(step.total / kMicroUnits)};
        for (const Spending on : kSpent) cells.push_back(number(partOf(step, on) / kMicroUnits));
        cells.push_back(number(step.overlap));
        cells.push_back(step.moved);
    }
    return valueTable(QStringLiteral("step,total,compute,exposed_comm,exposed_offload,idle,overlap,moves").split(','),
                      std::move(rows));
}

}  // namespace bubblescope
