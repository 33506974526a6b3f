#pragma once

#include "app/jobs/study_job.h"
#include "app/pages/scenario_facet.h"

#include <map>

namespace bubblescope {

class SchemeForm;
class SchemeTable;
class WalkChart;
struct Scheme;

/// The placement schemes of the scenario: the functions of the current scheme, curves along one of its numbers, and its
/// statistics. Cards replace the current scheme.
class SchemesFacet : public ScenarioFacet {
    Q_OBJECT

public:
    explicit SchemesFacet(ScenarioPage& page);

    void showDocument() override;
    void adapt(std::vector<Outcome>& outcomes) override;
    void adapt(GanttStyle& style) const override;
    void showOutcomes() override;
    void request() override;
    QString answer() const override;
    QString definition() const override;
    QString answerTip() const override;
    std::optional<WorkProgress> progress() const override;
    void stop() override;
    bool isStopped() const override { return m_isWalkStopped; }
    QString table() const override;
    void copyTable() override;
    void setCards(const Scenario& cards) override { m_cards = cards.schedules; }
    void takeCard(const ScheduleEntry& entry) override;
    void fit(Scenario& started) const override;

    SchemeForm& form() { return *m_form; }
    CardGallery& gallery() { return *m_parts.cards; }
    SchemeTable& statistics() { return *m_table; }
    WalkChart& walkChart() { return *m_walkChart; }
    const StudyJob& walker() const { return m_walker; }

private:
    void connectDocument();
    void connectWalk();
    void keepLastGood();
    void startOwn();
    Scheme scheme() const;
    std::shared_ptr<const Run> lastGood(EntryId scheme) const;

    SchemeForm* m_form;
    WalkChart* m_walkChart;
    SchemeTable* m_table;
    bool m_isWalkStopped = false;
    std::vector<ScheduleEntry> m_cards;
    std::map<EntryId, std::shared_ptr<const Run>> m_lastGood;
    std::string m_number;  // the number last chosen for the interpolation
    StudyJob m_walker;
};

}  // namespace bubblescope
