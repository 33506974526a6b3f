#include "widgets/steps/step_table.h"

#include "engine/results/quantities.h"
#include "engine/steps/run_step.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/shown/memory_text.h"
#include "widgets/shown/model_facts.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>

namespace bubblescope {

namespace {

constexpr Quantity kColumns[] = {Quantity::TotalTime,   Quantity::Compute,        Quantity::Communication,
                                 Quantity::ExposedComm, Quantity::ExposedOffload, Quantity::Idle,
                                 Quantity::Overlap,     Quantity::BubbleRatio,    Quantity::BytesMoved};

/// What ranks send: a number if it is only bytes and shares of all parameters, otherwise text.
TableValue sentValue(const StepRun& step) {
    if (!step.sent) return {};
    const SentAmounts& sent = *step.sent;
    const double known = sent[std::size_t(MessageUnit::Bytes)] + sent[std::size_t(MessageUnit::Parameters)];
    if (known > 0 && std::accumulate(sent.begin(), sent.end(), 0.0) == known) return known;
    return sentText(sent);
}

/// Columns of model steps, besides whether they fit.
constexpr Quantity kModelColumns[] = {Quantity::TotalTime,  Quantity::Mfu,    Quantity::TokensPerSecond,
                                      Quantity::MemoryPeak, Quantity::Hfu,    Quantity::ExposedComm,
                                      Quantity::Idle,       Quantity::Overlap};

using Outcomes = std::shared_ptr<const std::vector<Outcome>>;

bool isOfModel(const Outcome& outcome) {
    return outcome.run && outcome.run->step && !outcome.run->step->memory.empty();
}

double meanOfRanks(const QuantityInfo& info, const Run& run) {
    double sum = 0, ranks = 0;
    for (std::size_t worker = 0; worker < run.step->workers.size(); ++worker) {
        const auto count = static_cast<double>(run.step->ranks.count[worker]);
        sum += count * numberOf(info.ofWorker(run, worker), info.unit);
        ranks += count;
    }
    return sum / ranks;
}

TableValue valueAt(const QuantityInfo& info, const Outcome& outcome, const TablePlace& place) {
    if (!outcome.run || !outcome.run->step) return {};
    const Run& run = *outcome.run;
    if (info.quantity == Quantity::BytesMoved) return place.isBeneath() ? TableValue() : sentValue(*run.step);
    double value = std::nan("");
    if (place.isBeneath() && info.ofWorker)
        value = numberOf(info.ofWorker(run, static_cast<std::size_t>(place.beneath)), info.unit);
    else if (!place.isBeneath())
        value = info.ofRun ? numberOf(info.ofRun(run), info.unit) : meanOfRanks(info, run);
    return std::isnan(value) ? TableValue() : TableValue(value);
}

Table tableOf(const Outcomes& outcomes) {
    const auto tr = [](const char* text) { return StepTable::tr(text); };
    const auto at = [outcomes](const TablePlace& place) -> const Outcome& {
        return (*outcomes)[static_cast<std::size_t>(place.row)];
    };
    TableColumn name{QStringLiteral("step"), tr("Step"), tipHtml(tr("Open a step to see its ranks.")),
                     [at](const TablePlace& place) -> TableValue {
                         const Outcome& outcome = at(place);
                         if (place.isBeneath()) return wordsOf(*outcome.run).nameOf(WorkerId(place.beneath));
                         if (outcome.run) return outcome.title;
                         return outcome.title + QStringLiteral(": ") +
                                (outcome.isAwaited() ? outcome.awaitedText() : outcome.refusal);
                     }};
    name.dot = [at](const TablePlace& place) { return place.isBeneath() ? QColor() : at(place).color; };
    name.isWrong = [at](const TablePlace& place) { return !at(place).run && !at(place).isAwaited(); };
    name.isLeft = true;
    name.grows = true;
    Table table{{name}, {}};
    const auto isOver = [at](const TablePlace& place) {
        return isOfModel(at(place)) && !place.isBeneath() && at(place).run->step->isOverMemory();
    };
    QString unit;
    for (const Outcome& outcome : *outcomes)
        if (outcome.run) unit = unitText(outcome.run->schedule.workload.timeUnit);
    // The columns suit the majority of the steps.
    const auto runs = std::count_if(outcomes->begin(), outcomes->end(), [](const Outcome& one) { return one.run; });
    const auto ofModels = std::count_if(outcomes->begin(), outcomes->end(), isOfModel);
    const bool isOfModels = ofModels > 0 && 2 * ofModels >= runs;
    const std::span<const Quantity> columns =
        isOfModels ? std::span<const Quantity>(kModelColumns) : std::span<const Quantity>(kColumns);
    for (const Quantity quantity : columns) {
        const QuantityInfo& info = infoOf(quantity);
        TableColumn column{toQString(info.id), toQString(info.heading), tipHtml(toQString(info.tip)),
                           [at, &info](const TablePlace& place) { return valueAt(info, at(place), place); }};
        column.written = [&info, quantity, at](const TablePlace& place, double value) {
            if (quantity == Quantity::BytesMoved) return sentText(*at(place).run->step->sent);
            if (quantity == Quantity::MemoryPeak) return formatMemory(value);
            if (quantity == Quantity::TokensPerSecond) return formatNumber(value);
            return info.unit == QuantityUnit::Ratio ? formatPercent(value) : formatNumber(value);
        };
        column.isTime = info.unit == QuantityUnit::Duration;
        if (column.isTime) column.written = nullptr;
        column.grows = isOfModels;
        column.isEmphasised = quantity == Quantity::TotalTime;
        if (quantity == Quantity::MemoryPeak) column.isWrong = isOver;
        table.columns.push_back(std::move(column));
        if (quantity != Quantity::MemoryPeak) continue;
        TableColumn fits{QStringLiteral("fits"), tr("Fits"), tipHtml(tr("Whether the peak fits in device memory.")),
                         [at](const TablePlace& place) -> TableValue {
                             const Outcome& outcome = at(place);
                             if (!isOfModel(outcome) || place.isBeneath()) return {};
                             return fitText(*outcome.run->step);
                         }};
        fits.isWrong = isOver;
        fits.grows = true;
        table.columns.push_back(std::move(fits));
    }
    for (const Outcome& outcome : *outcomes) {
        TableRow row;
        row.isRefused = !outcome.run;
        if (outcome.run && outcome.run->step) row.beneath = static_cast<int>(outcome.run->step->workers.size());
        table.rows.push_back(row);
    }
    scaleTimes(table, unit);
    return table;
}

}  // namespace

StepTable::StepTable(QWidget* parent) : ColumnTable(tr("Training steps side by side"), parent) {}

void StepTable::setOutcomes(std::vector<Outcome> outcomes) {
    setTable(tableOf(std::make_shared<const std::vector<Outcome>>(std::move(outcomes))));
}

}  // namespace bubblescope
