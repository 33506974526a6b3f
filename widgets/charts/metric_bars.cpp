#include "widgets/charts/metric_bars.h"

#include "engine/io/scenario_file.h"

#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/picture/exported_gantts.h"
#include "widgets/shown/held_text.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// NaN where the quantity does not exist: a training step has no peak activations, and not every definition of the
/// bubble.
double valueOf(const MetricBars& bars, std::size_t index) {
    const auto& run = bars.outcomes[index].run;
    return run ? bars.quantity.of(*run) : qQNaN();
}

std::optional<double> pinnedOf(const MetricBars& bars, std::size_t index) {
    const Run* const pinned = bars.outcomes[index].pinned();
    return pinned ? std::optional(bars.quantity.of(*pinned)) : std::nullopt;
}

std::vector<std::size_t> orderOf(const MetricBars& bars) {
    std::vector<std::size_t> order(bars.outcomes.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        const double one = valueOf(bars, a), other = valueOf(bars, b);
        return std::isnan(other) ? !std::isnan(one) : one < other;
    });
    return order;
}

QString tipOf(const MetricBars& bars, const Outcome& outcome) {
    if (!outcome.run)
        return outcome.refusal.isEmpty() ? QString() : Text::tr("%1: %2").arg(outcome.title, outcome.refusal);
    QStringList lines{outcome.title};
    for (const Quantity metric : chartMetrics()) {
        const ChartQuantity quantity{metric == Quantity::BubbleRatio ? bars.bubble : metric, bars.quantity.timeUnit};
        const double now = quantity.of(*outcome.run);
        if (std::isnan(now)) continue;
        const QString line = Text::tr("%1: %2").arg(quantity.caption(), quantity.fullText(now));
        const Run* const pinned = outcome.pinned();
        lines << (pinned ? Text::tr("%1 (%2 vs pinned)").arg(line, quantity.difference(now - quantity.of(*pinned)))
                         : line);
    }
    if (const QString over = overLimitText(*outcome.run); !over.isEmpty())
        lines << Text::tr("over the memory limit: %1").arg(over);
    if (const QString copies = copiesText(*outcome.run->timeline->program); !copies.isEmpty()) lines << copies;
    if (!outcome.run->step) lines << formatOverBound(outcome.run->metrics.overBound()) << boundTip();
    return tipHtml(lines.join(QLatin1Char('\n')));
}

}  // namespace

BarsModel modelOf(const MetricBars& bars, ThemeId theme) {
    BarsModel model{.themeId = theme};
    double largest = 0;
    for (std::size_t i = 0; i < bars.outcomes.size(); ++i)
        if (const double value = valueOf(bars, i); !std::isnan(value))
            largest = std::max({largest, value, pinnedOf(bars, i).value_or(0)});
    if (largest > 0) model.end = roundedUp(largest);
    const ChartQuantity scaled = bars.quantity.scaledTo(largest);
    QStringList spoken;
    for (const std::size_t i : orderOf(bars)) {
        const Outcome& outcome = bars.outcomes[i];
        BarRow& row = model.rows.emplace_back(BarRow{.entry = i, .name = outcome.title});
        row.isOver = outcome.run && outcome.run->workerOverLimit();
        const double value = valueOf(bars, i);
        if (std::isnan(value)) {
            row.refusal = outcome.run           ? Text::tr("no value")
                          : outcome.isAwaited() ? outcome.awaitedText()
                                                : outcome.refusal;
            continue;
        }
        row.parts = {{value, filled("bar s" + QByteArray::number(i), outcome.color)}};
        row.end = scaled.text(value);
        row.pinned = pinnedOf(bars, i);
        if (row.pinned) row.difference = scaled.difference(value - *row.pinned);
        const QString text = row.pinned ? Text::tr("%1, %2 vs pinned").arg(row.end, row.difference) : row.end;
        spoken << Text::tr("%1: %2").arg(row.name, text);
    }
    if (model.rows.empty()) model.notice = Text::tr("Choose a schedule to compare.");
    model.spoken = spoken.join(QStringLiteral("; "));
    model.tip = [&bars](std::size_t entry) { return tipOf(bars, bars.outcomes[entry]); };
    return model;
}

Exportable exportedBars(const MetricBars& bars, const Scenario& scenario) {
    const auto model = [bars, scenario](const PictureOptions& options) {
        MetricBars own = bars;
        own.outcomes = recolored(std::move(own.outcomes), scenario, options);
        BarsModel made = modelOf(own, options.theme);
        made.tip = {};  // reads what is only here
        return made;
    };
    return exportedChart(
        model, {.title = bars.quantity.caption(), .values = tableOf(bars), .document = writeScenario(scenario)});
}

Table tableOf(const MetricBars& bars) {
    const bool isAnyPinned = std::any_of(bars.outcomes.begin(), bars.outcomes.end(),
                                         [](const Outcome& outcome) { return outcome.pinned() != nullptr; });
    QStringList keys{QStringLiteral("schedule"), bars.quantity.caption()};
    if (isAnyPinned) keys << Text::tr("%1, pinned").arg(bars.quantity.caption());
    std::vector<std::vector<TableValue>> rows;
    for (const std::size_t i : orderOf(bars)) {
        const double value = valueOf(bars, i);
        rows.push_back({bars.outcomes[i].title, std::isnan(value) ? TableValue() : value, cellOf(pinnedOf(bars, i))});
    }
    return valueTable(keys, std::move(rows));
}

}  // namespace bubblescope
