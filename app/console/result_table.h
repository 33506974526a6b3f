#pragma once

#include "engine/results/published.h"
#include "widgets/kit/table.h"
#include "widgets/shown/verdict_text.h"

#include <QStringList>

#include <vector>

namespace bubblescope {

/// Results as text for people: one row per schedule, in at most 100 columns for ordinary numbers and titles.
///
/// Invariants  rows are in the order in which they were added; why a schedule was refused is below the table
class ResultTable {
public:
    explicit ResultTable(const Scenario& scenario);

    void add(std::size_t index, const RunResult& result);

    /// Title and the used part of the workload, the tables, the fastest schedule, and what the columns mean.
    QString text() const;
    /// How long ordering and simulating took, one row per schedule.
    QString timingText() const;
    /// What a schedule is called in the table, on one line.
    QString titleOf(std::size_t index) const;

private:
    /// A table to be: a row of one cell was refused.
    struct Rows {
        std::vector<TableColumn> columns;
        std::vector<Quantity> quantities;  // of columns, after those that have none
        std::vector<std::vector<TableValue>> rows;

        /// Adds a row that goes on with the quantities of a run.
        void add(std::vector<TableValue> cells, const Run& run);
    };

    QString aligned(const Rows& rows) const;
    /// The part of the workload that schedules use.
    QStringList workloadParts() const;
    QString heading() const;
    QString summary() const;

    const Scenario& m_scenario;
    std::vector<std::string> m_labels;
    Rows m_schedules, m_steps, m_models, m_schemes;
    Rows m_published;  // numbers of papers, one row each
    Rows m_timings;
    std::vector<std::pair<QString, QString>> m_refusals;  // by title
    std::vector<Contender> m_ran;
    std::vector<std::pair<QString, QString>> m_overLimit;  // title, and what it needs
    std::vector<std::pair<QString, QString>> m_copies;     // title, and how many copies of the parameters it keeps
    QStringList m_basis;                                   // of the times of models, each once
};

}  // namespace bubblescope
