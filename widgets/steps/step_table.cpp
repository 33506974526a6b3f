#include "widgets/steps/step_table.h"

#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"
#include "engine/study/calibration.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/shown/model_facts.h"
#include "widgets/shown/quantity_columns.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <memory>
#include <span>

namespace bubblescope {

namespace {

constexpr Quantity kColumns[] = {Quantity::TotalTime,   Quantity::Compute,        Quantity::Communication,
                                 Quantity::ExposedComm, Quantity::ExposedOffload, Quantity::Idle,
                                 Quantity::Overlap,     Quantity::BubbleRatio,    Quantity::BytesMoved};

/// Columns of model steps, besides whether they fit.
constexpr Quantity kModelColumns[] = {Quantity::TotalTime,  Quantity::Mfu,    Quantity::TokensPerSecond,
                                      Quantity::MemoryPeak, Quantity::Hfu,    Quantity::ExposedComm,
                                      Quantity::Idle,       Quantity::Overlap};

using Outcomes = std::shared_ptr<const std::vector<Outcome>>;

bool isOfModel(const Outcome& outcome) {
    return outcome.run && outcome.run->step && !outcome.run->step->memory.empty();
}

/// What a step was measured to take, in the scenario's unit; nothing if nobody has measured it.
std::optional<double> measuredTime(const StepRun& step) {
    const auto seconds = measuredSeconds(step.setup);
    if (!seconds || !*seconds) return std::nullopt;
    return **seconds * 1e6 * step.setup.model->unitsOfMicrosecond;
}

/// Columns of what was measured, and by how much the predicted time differs from it.
void addMeasured(Table& table, const std::function<const Outcome&(const TablePlace&)>& at) {
    const auto measured = [at](const TablePlace& place) -> std::optional<double> {
        const Outcome& outcome = at(place);
        if (!outcome.run || !outcome.run->step || place.isBeneath()) return std::nullopt;
        return measuredTime(*outcome.run->step);
    };
    TableColumn time{QStringLiteral("measured_time"), StepTable::tr("Measured"),
                     tipHtml(StepTable::tr("The time that a real run took.")),
                     [measured](const TablePlace& place) -> TableValue {
                         const auto took = measured(place);
                         return took ? TableValue(*took) : TableValue();
                     }};
    time.isTime = true;
    time.grows = true;
    TableColumn error{QStringLiteral("error"), StepTable::tr("Error"),
                      tipHtml(StepTable::tr("Difference between the predicted and the measured time.")),
                      [at, measured](const TablePlace& place) -> TableValue {
                          const auto took = measured(place);
                          if (!took) return {};
                          const StepRun& step = *at(place).run->step;
                          return toUnits(step.timeline->totalTime()) / stepsShown(step.setup) / *took - 1;
                      }};
    error.written = [](const TablePlace&, double share) { return formatChange(share); };
    error.grows = true;
    table.columns.push_back(std::move(time));
    table.columns.push_back(std::move(error));
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
    const bool isAnyMeasured = std::ranges::any_of(
        *outcomes, [](const Outcome& one) { return one.run && one.run->step && measuredTime(*one.run->step); });
    for (const Quantity quantity : columns) {
        TableColumn column = columnOf(quantity);
        column.tip = tipHtml(column.tip);
        column.value = [at, quantity](const TablePlace& place) {
            const Outcome& outcome = at(place);
            return outcome.run && outcome.run->step ? valueAt(quantity, *outcome.run, place.beneath) : TableValue();
        };
        if (quantity == Quantity::BytesMoved)
            column.written = [at](const TablePlace& place, double) { return sentText(*at(place).run->step->sent); };
        column.grows = isOfModels;
        column.isEmphasised = quantity == Quantity::TotalTime;
        if (quantity == Quantity::MemoryPeak) column.isWrong = isOver;
        table.columns.push_back(std::move(column));
        if (quantity == Quantity::TotalTime && isAnyMeasured) addMeasured(table, at);
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
