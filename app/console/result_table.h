#pragma once

#include "engine/results/published.h"
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
    /// A cell whose time is written when all of its column are known, as they have one unit.
    struct TimeCell {
        std::size_t row;
        qsizetype column;
        double time;
    };

    std::vector<QStringList> withTimes(std::vector<QStringList> rows, const std::vector<TimeCell>& times) const;
    void addSchedule(const QString& title, const Run& run);
    void addStep(const QString& title, const Run& run);
    void addModel(const QString& title, const Run& run);
    void addScheme(const QString& title, const Run& run);
    void addPublished(const QString& title, const std::vector<ComparedNumber>& published);
    /// The part of the workload that schedules use.
    QStringList workloadParts() const;
    QString heading() const;
    QString summary() const;

    const Scenario& m_scenario;
    std::vector<std::string> m_labels;
    bool m_isEach = false;  // schedules run different numbers of microbatches
    std::vector<QStringList> m_rows;
    std::vector<TimeCell> m_times, m_stepTimes;  // of m_rows and m_stepRows
    std::vector<QStringList> m_stepRows, m_modelRows;
    std::vector<QStringList> m_schemeRows;
    std::vector<QStringList> m_published;  // numbers of papers, one line each
    QString m_source;                      // of the last of them
    std::vector<QStringList> m_timings;
    std::vector<std::pair<QString, QString>> m_refusals;  // by title
    std::vector<Contender> m_ran;
    std::vector<std::pair<QString, QString>> m_overLimit;  // title, and what it needs
    std::vector<std::pair<QString, QString>> m_copies;     // title, and how many copies of the parameters it keeps
};

}  // namespace bubblescope
