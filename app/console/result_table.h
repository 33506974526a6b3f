#pragma once

#include "engine/results/published.h"
#include "widgets/shown/verdict_text.h"

#include <QStringList>

#include <vector>

namespace bubblescope {

/// Results as text for people: one row a schedule, in at most 100 columns for ordinary numbers and titles.
///
/// Invariants  rows stand in the order they were added; a schedule that refused says why in its row
class ResultTable {
public:
    explicit ResultTable(const Scenario& scenario);

    void add(std::size_t index, const RunResult& result);

    /// Title and workload, as far as it is used, the table, what placement schemes cost, the fastest schedule, and what
    /// the columns mean.
    QString text() const;
    /// How long ordering and simulating took, a row a schedule.
    QString timingText() const;

private:
    void addSchedule(const QString& title, const Run& run);
    void addStep(const QString& title, const Run& run);
    void addModel(const QString& title, const Run& run);
    void addScheme(const QString& title, const Run& run);
    void addPublished(const QString& title, const std::vector<ComparedNumber>& published);
    /// What schedules use of the workload.
    QStringList workloadParts() const;
    QString heading() const;
    QString summary() const;

    const Scenario& m_scenario;
    bool m_isEach = false;  // schedules run different numbers of microbatches
    std::vector<QStringList> m_rows;
    std::vector<QStringList> m_stepRows, m_modelRows;
    std::vector<QStringList> m_schemeRows;
    std::vector<QStringList> m_published;  // what papers print, a line each
    QString m_source;                      // of the last of them
    std::vector<QStringList> m_timings;
    std::vector<std::pair<QString, QString>> m_refusals;  // by title
    std::vector<Contender> m_ran;
    std::vector<std::pair<QString, QString>> m_overLimit;  // title, and what it holds
    std::vector<std::pair<QString, QString>> m_copies;     // title, and that it keeps several of the parameters
};

/// A schedule's title on a line of text.
QString consoleTitle(const Scenario& scenario, std::size_t index);

/// A time in the scenario's unit, with an ordinary space between.
QString consoleTime(Time time, const Scenario& scenario);

}  // namespace bubblescope
