#include "widgets/steps/step_table.h"

#include "engine/steps/run_step.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/shown/model_facts.h"
#include "widgets/shown/quantity_columns.h"

#include <QCoreApplication>

#include <algorithm>
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
