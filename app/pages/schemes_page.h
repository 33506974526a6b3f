#pragma once

#include "app/jobs/age.h"
#include "app/jobs/background.h"
#include "app/jobs/study_runner.h"
#include "app/pages/gantt_page.h"
#include "widgets/shown/outcome.h"

#include <optional>
#include <vector>

namespace bubblescope {

class SchemeForm;
class CardGallery;
class SchemeTable;
class WalkChart;
class WindowController;

/// The placement schemes of the open scenario: the functions of the current scheme, the Gantts of all schemes, and
/// below them curves along one of its numbers, or its statistics. Without a scheme, the page offers the gallery.
class SchemesPage : public GanttPage {
    Q_OBJECT

public:
    explicit SchemesPage(WindowController& controller, QWidget* parent = nullptr);

    QString answer() const override;
    QString definition() const override;
    QString answerTip() const override;
    std::optional<WorkProgress> progress() const override;
    void stop() override;
    bool isStopped() const override;
    void goOn() override;
    void exportPicture() override;
    void copyImage() override;
    QString table() const override;

    SchemeForm& form() { return *m_form; }
    CardGallery& gallery() { return *m_gallery; }
    SchemeTable& statistics() { return *m_table; }
    WalkChart& walkChart() { return *m_walkChart; }
    const StudyRunner& walker() const { return m_walker; }
    /// The index of the edited scheme among the scenario's schedules.
    std::optional<std::size_t> current() const { return m_current; }

protected:
    QWidget* start() const override;
    void showOutcomes() override;
    void showAge() override;
    void showParts() override;
    GanttStyle ganttStyle() const override;
    bool isFilled() const override { return m_current.has_value(); }
    std::size_t scheduleOf(int track) const override {
        return static_cast<std::size_t>(m_tracks[static_cast<std::size_t>(track)]);
    }
    void showEvent(QShowEvent* event) override;

private:
    void connectDocument();
    void connectViews();
    void fillGallery();
    void showScenario();
    void followCurrent();
    void keepLastGood();
    void showCurrent();
    void requestWalk();
    void setCurrent(std::size_t schedule);
    void takePick(int track);
    void takeFromGallery(std::size_t card);
    void startOwn();
    void startWith(const ScheduleEntry& entry);
    void edit(const Scheme& scheme, const QString& what, int gesture);
    Scheme scheme() const;
    bool isScheme(std::size_t schedule) const;
    std::shared_ptr<const Run> lastGood(EntryId scheme) const;
    const Outcome* currentOutcome() const;

    SchemeForm* m_form;
    CardGallery* m_gallery;
    WalkChart* m_walkChart;
    SchemeTable* m_table;
    StudyRunner m_walker;
    bool m_isWalkStopped = false;
    Age m_walkAge;
    Veil *m_walkVeil, *m_tableVeil;

    Scenario m_cards;  // the schemes of the gallery; empty until the page is first shown
    std::optional<std::size_t> m_current;
    EntryId m_currentId;        // of m_current
    std::vector<int> m_tracks;  // the schedule that each track shows
    std::map<EntryId, std::shared_ptr<const Run>> m_lastGood;
    std::string m_number;  // the number last chosen for the interpolation
};

}  // namespace bubblescope
