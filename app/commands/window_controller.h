#pragma once

#include <QObject>
#include <QUndoGroup>

#include "app/commands/file_commands.h"
#include "app/commands/lesson_player.h"
#include "app/documents/collective_document.h"
#include "app/documents/documents.h"
#include "app/documents/experiment_document.h"
#include "app/documents/scenario_document.h"
#include "app/jobs/background.h"
#include "app/jobs/results.h"
#include "app/settings/session.h"
#include "app/settings/settings.h"

#include <array>

namespace bubblescope {

class Actions;
struct PageKind;
struct ExperimentPlan;

/// The state of a window without its widgets: documents, results, settings and session, kept in sync, and the actions
/// that apply to them.
///
/// Thread  the interface thread
class WindowController : public QObject {
    Q_OBJECT

public:
    explicit WindowController(QWidget* window);
    ~WindowController() override;

    /// Opens `file`; if it is empty, restores the session of the last window.
    void start(const QString& file);
    /// Asks about unsaved changes; returns whether the window may close.
    bool mayClose();

    Settings& settings() { return m_settings; }
    const Documents& documents() const { return m_documents; }
    ScenarioDocument& scenario() const { return m_documents.scenario(); }
    ExperimentDocument& experiment() const { return m_documents.experiment(); }
    CollectiveDocument& collective() const { return m_documents.collective(); }
    Background& background() { return m_background; }
    Results& results() { return m_results; }
    FileCommands& files() { return m_files; }
    LessonPlayer& lesson() { return m_lesson; }
    Actions& actions() const { return *m_actions; }

    /// Sets the page on screen: undo, save and the title apply to its document, and the session stores its id. `look`
    /// is the look that the View menu changes, or null.
    void setCurrent(const PageKind& page, GanttLook ViewPreferences::*look);

    /// The style of the Gantts of a page, without the font size, which depends on the window.
    GanttStyle style(const GanttLook& look) const;
    ThemeId theme() const;
    /// The formula of the bubble on screen, for the status bar.
    QString definition() const;

public slots:
    void setKeepRatio(bool keep);
    void setCurveAxis(const std::string& axis);
    /// Sets the quantity that the curves along the current axis show.
    void setCurveMetric(const QString& id);
    void setCurvesAgainstPeak(bool on);
    /// Opens the scenario that an experiment ran at a point, together with the other series at that point.
    void openPoint(const ExperimentPlan& plan, std::size_t point);
    /// If the open scenario is that of a point, restores the scenario that was open before it.
    void leavePoint();
    /// Sets the swept parameter of the scenario to `x`.
    void setSweptValue(const std::string& axis, double x, int gesture);

signals:
    /// style() or definition() has changed.
    void styleChanged();
    /// All texts with symbols have changed.
    void notationChanged();
    void titleChanged(const QString& title);
    /// The page with this id was the last one on screen.
    void pageWanted(const QString& page);
    /// Something failed, or deserves a note; `line` should be shown until it is outdated.
    void failed(const QString& line);
    void noted(const QString& line);
    /// The scenario of a point was opened; `line` describes it.
    void pointOpened(const QString& line);
    /// Something was done that is not visible; `line` should be shown for a few seconds.
    void confirmed(const QString& line);
    /// A document was opened or saved, and should be shown; earlier errors are outdated. `isOther`: its content is new,
    /// so another page of the same document may suit it better.
    void settled(bubblescope::Document& document, bool isOther);

private:
    void connectFiles();
    void connectChoices();
    void showChoices();
    void takeStyle();
    void connectMarks();
    void connectParts();
    void connectLesson();
    void showLessonMarks();
    void showLook();
    void connectSession();
    void begin(Document& document, const SessionState& last);
    void followLimit();
    void applyThemeChoice();
    void changed();
    void showTitle();

    QWidget* m_window;
    Settings m_settings;
    Documents m_documents;
    QUndoGroup m_undo;
    const PageKind* m_page = nullptr;              // the page on screen
    GanttLook ViewPreferences::*m_look = nullptr;  // the look of that page
    Background m_background;
    Results m_results;
    Session m_session;
    FileCommands m_files;
    LessonPlayer m_lesson;
    std::optional<std::array<SchemeMarks, std::size(kLooks)>> m_marksBefore;  // overlays before the lesson
    bool m_hasLimit = false;                                                  // whether the scenario had a memory limit
    bool m_isHeldByLimit = false;  // whether the limit switched on the overlay of activation memory
    Actions* m_actions;
};

}  // namespace bubblescope
