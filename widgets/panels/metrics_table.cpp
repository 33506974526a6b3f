#include "widgets/panels/metrics_table.h"

#include "widgets/kit/format.h"
#include "widgets/shown/quantity_columns.h"

#include <QMenu>

#include <algorithm>

namespace bubblescope {

std::span<const DifferenceColumn> differenceColumns() {
    static const DifferenceColumn kColumns[] = {
        {Quantity::TotalTime, "total_time_difference", QT_TRANSLATE_NOOP("Text", "Δ total\ntime"),
         QT_TRANSLATE_NOOP("Text", "Difference in total time from the result it is compared with")},
        {Quantity::BubbleRatio, "bubble_difference", QT_TRANSLATE_NOOP("Text", "Δ bubble,\npoints"),
         QT_TRANSLATE_NOOP(
             "Text", "Difference in bubble from the result it is compared with, in points, by the definition in bold")},
        {Quantity::PeakActivations, "peak_activations_difference", QT_TRANSLATE_NOOP("Text", "Δ peak\nactivations"),
         QT_TRANSLATE_NOOP("Text", "Difference in peak activations from the result it is compared with")},
    };
    return kColumns;
}

/// The data that the columns show.
struct MetricsTable::Contents {
    std::vector<Outcome> outcomes;
    Quantity bubble = Quantity::BubbleRatio;
    std::vector<std::optional<Difference>> differences{};  // by outcome

    const Outcome& at(const TablePlace& place) const { return outcomes[static_cast<std::size_t>(place.row)]; }
    const std::optional<Difference>& differenceAt(const TablePlace& place) const {
        return differences[static_cast<std::size_t>(place.row)];
    }
    bool hasDifferences() const {
        return std::any_of(outcomes.begin(), outcomes.end(), [](const Outcome& o) { return o.reference.has_value(); });
    }
    QString timeUnit() const {
        for (const Outcome& outcome : outcomes)
            if (outcome.run) return unitText(outcome.run->schedule.workload.timeUnit);
        return {};
    }

    /// What a paper says about this quantity of a run, or of its devices.
    const ComparedNumber* publishedAt(const TablePlace& place, const QuantityInfo& info) const {
        for (const ComparedNumber& one : at(place).published) {
            const bool isOfWorkers = one.published.isOfWorkers();
            if (infoOf(one.published.quantity).id == info.id && isOfWorkers == place.isBeneath()) return &one;
        }
        return nullptr;
    }

    TableColumn metric(Quantity quantity) const {
        const QuantityInfo& info = infoOf(quantity);
        TableColumn column = columnOf(quantity);
        column.isEmphasised = quantity == bubble;
        column.value = [this, quantity](const TablePlace& place) {
            const Run* run = at(place).run.get();
            return run ? valueAt(quantity, *run, place.beneath) : TableValue();
        };
        column.noted = [this, &info](const TablePlace& place, const QString& text) {
            const ComparedNumber* const paper = publishedAt(place, info);
            if (!paper) return text;
            return paper->agrees ? text + QStringLiteral(" ✓")
                                 : tr("%1, paper %2").arg(text, toQString(paper->published.printed));
        };
        if (quantity == Quantity::PeakActivations)
            column.isWrong = [this, held = column.value](const TablePlace& place) {
                const TableValue peak = held(place);
                const Run* const run = at(place).run.get();
                const auto limit = run ? run->schedule.workload.memoryLimit : std::nullopt;
                return limit && std::holds_alternative<double>(peak) && exceeds(std::get<double>(peak), *limit);
            };
        return column;
    }

    TableColumn difference(const DifferenceColumn& of) const {
        const QuantityInfo& info = infoOf(of.quantity == Quantity::BubbleRatio ? bubble : of.quantity);
        TableColumn column = columnOf(info.quantity);
        column.key = QString::fromLatin1(of.key);
        column.title = tr(of.title);
        column.tip = tr(of.tip);
        column.grows = true;  // from the first change on
        column.value = [this, &info](const TablePlace& place) -> TableValue {
            const auto& difference = differenceAt(place);
            if (!difference) return {};
            if (!place.isBeneath()) return difference->of(info.quantity);
            const Run &run = *at(place).run, &other = *at(place).reference->run;
            const auto worker = static_cast<std::size_t>(place.beneath);
            if (!info.ofWorker || info.unit == QuantityUnit::Ratio || worker >= other.metrics.workers.size()) return {};
            return numberOf(workerDifference(info.quantity, run, other, worker), info.unit);
        };
        column.isDifference = true;
        if (info.unit == QuantityUnit::Ratio)
            column.written = [](const TablePlace&, double value) { return formatPointNumber(value); };
        return column;
    }

    TableColumn heldAgainst() const {
        return {QStringLiteral("held_against"), tr("Compared\nwith"),
                tr("The result with which the next columns compare the schedule"), [this](const TablePlace& place) {
                    const auto& reference = at(place).reference;
                    return reference && !place.isBeneath() ? TableValue(reference->name()) : TableValue();
                }};
    }

    /// As wide as the schedules' names: if the chunks were cut, two of a kind would look the same.
    TableColumn name() const {
        TableColumn column{{}, tr("Schedule"), {}, [this](const TablePlace& place) -> TableValue {
                               if (place.isBeneath()) return static_cast<double>(place.beneath);
                               const Outcome& outcome = at(place);
                               const QString why = outcome.isAwaited() ? outcome.awaitedText() : outcome.refusal;
                               return why.isEmpty() ? outcome.title : tr("%1: %2").arg(outcome.title, why);
                           }};
        column.written = [this](const TablePlace& place, double) {
            return wordsOf(*at(place).run).nameOf(WorkerId(place.beneath));
        };
        column.dot = [this](const TablePlace& place) { return place.isBeneath() ? QColor() : at(place).color; };
        column.isLeft = column.grows = true;
        return column;
    }

    /// A column of text that only files have.
    TableColumn words(const char* key, QString Outcome::*text) const {
        return {QString::fromLatin1(key), {}, {}, [this, text](const TablePlace& place) { return at(place).*text; }};
    }

    std::vector<TableRow> rows() const {
        std::vector<TableRow> rows;
        for (const Outcome& outcome : outcomes) {
            TableRow row;
            row.beneath = outcome.run ? static_cast<int>(outcome.run->metrics.workers.size()) : 0;
            row.isRefused = !outcome.run;
            rows.push_back(row);
        }
        return rows;
    }
};

MetricsTable::MetricsTable(QWidget* parent) : ColumnTable(tr("Metrics of all schedules"), parent) {
    setIndentation(16);
    showRuns({});
}

void MetricsTable::setOutcomes(const std::vector<Outcome>& outcomes) { showRuns(outcomes, m_shown->bubble); }

void MetricsTable::setBubble(Quantity bubble) {
    if (bubble != m_shown->bubble) showRuns(m_shown->outcomes, bubble);
}

void MetricsTable::showRuns(std::vector<Outcome> outcomes, Quantity bubble) {
    auto shown = std::make_shared<Contents>(Contents{std::move(outcomes), bubble});
    for (const Outcome& outcome : shown->outcomes)
        shown->differences.push_back(
            outcome.reference ? std::optional(differenceOf(*outcome.run, *outcome.reference->run)) : std::nullopt);
    Table table{{shown->name()}, shown->rows()};
    if (shown->hasDifferences()) {
        table.columns.push_back(shown->heldAgainst());
        table.columns.back().grows = true;
        for (const DifferenceColumn& column : differenceColumns()) table.columns.push_back(shown->difference(column));
    }
    for (const Quantity quantity : quantitiesIn(kInTable)) table.columns.push_back(shown->metric(quantity));
    scaleTimes(table, shown->timeUnit());
    const auto before = std::exchange(m_shown, shown);  // what the old columns speak of
    setTable(std::move(table));
}

QString MetricsTable::toCsv() const {
    Table table{{m_shown->words("label", &Outcome::title)}, m_shown->rows()};
    for (const Quantity quantity : quantitiesIn(kInTable)) table.columns.push_back(m_shown->metric(quantity));
    if (m_shown->hasDifferences()) {
        table.columns.push_back(m_shown->heldAgainst());
        for (const DifferenceColumn& column : differenceColumns()) table.columns.push_back(m_shown->difference(column));
    }
    table.columns.push_back(m_shown->words("error", &Outcome::refusal));
    return csvText(table);
}

void MetricsTable::addActions(QMenu& menu) {
    menu.addSeparator();
    menu.addAction(tr("Show all devices"), this, &QTreeView::expandAll);
    menu.addAction(tr("Hide devices"), this, &QTreeView::collapseAll);
}

}  // namespace bubblescope
