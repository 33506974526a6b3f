#pragma once

#include "app/background.h"
#include "app/pages/page.h"
#include "app/study_runner.h"
#include "widgets/shown/outcome.h"

#include <optional>
#include <vector>

class QSplitter;

namespace bubblescope {

class GanttWidget;
struct GanttStyle;
class LowerArea;
class OpPanel;
class PickLink;
class PictureCommands;
class SchemeForm;
class SchemeGallery;
class SchemeTable;
class WalkChart;
class WindowController;

/// The placement schemes of the open scenario: the functions of one of them, the Gantts of all, and below them what
/// changes along one of its numbers, or its statistics. A scenario without schemes is offered those of the gallery.
class SchemesPage : public Page {
    Q_OBJECT

public:
    explicit SchemesPage(WindowController& controller, QWidget* parent = nullptr);

    GanttLook* look() const override;
    QString answer() const override;
    QString definition() const override;
    std::optional<WorkProgress> progress() const override;
    void stop() override;
    bool isPinned() const override;
    void setPinned(bool on) override;
    void exportPicture() override;
    void copyImage() override;
    QString table() const override;
    void setPanelsShown(bool on) override;
    void setPresenting(bool on) override;
    void keepLayout(Settings& settings) const override;

    GanttWidget& gantt() { return *m_gantt; }
    SchemeForm& form() { return *m_form; }
    SchemeGallery& gallery() { return *m_gallery; }
    SchemeTable& statistics() { return *m_table; }
    WalkChart& walkChart() { return *m_walkChart; }
    const StudyRunner& walker() const { return m_walker; }
    /// Which of the scenario's schedules is edited.
    std::optional<std::size_t> current() const { return m_current; }

protected:
    QWidget* start() const override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void connectDocument();
    void connectViews();
    void fillGallery();
    void showScenario();
    void followCurrent();
    void showOutcomes();
    void keepLastGood();
    void showCurrent();
    void showStyle();
    void showParts();
    void requestWalk();
    void setCurrent(std::size_t schedule);
    void takePick(int track);
    void takeFromGallery(std::size_t card);
    void startOwn();
    void startWith(const ScheduleEntry& entry);
    void edit(const Scheme& scheme, const QString& what, int gesture);
    const Scheme& scheme() const;
    bool isScheme(std::size_t schedule) const;
    std::shared_ptr<const Run> lastGood(std::size_t schedule) const;
    GanttStyle ganttStyle() const;
    const Outcome* currentOutcome() const;

    WindowController& m_controller;
    SchemeForm* m_form;
    SchemeGallery* m_gallery;
    GanttWidget* m_gantt;
    WalkChart* m_walkChart;
    SchemeTable* m_table;
    LowerArea* m_lower;
    QSplitter* m_splitter;
    OpPanel* m_opPanel;
    PickLink* m_pickLink;
    PictureCommands* m_pictures;
    StudyRunner m_walker;

    Scenario m_cards;  // of the gallery; empty before the page was first shown
    std::optional<std::size_t> m_current;
    std::vector<ScheduleEntry> m_schedules;  // that m_current is one of
    std::vector<int> m_tracks;               // the schedules of the comparison that the Gantts show
    Runs m_lastGood;                         // by schedule, null where none ran
    std::vector<ScheduleEntry> m_lastGoodOf;
    std::string m_number;  // that people last chose to walk along
    bool m_panelsShown = true, m_isPresenting = false;
};

}  // namespace bubblescope
