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

/// What a window is about, without its widgets: documents, results, settings and session, kept in step, and
/// the actions that concern them.
///
/// Thread  the interface thread
class WindowController : public QObject {
    Q_OBJECT

public:
    explicit WindowController(QWidget* window);
    ~WindowController() override;

    /// Opens `file`, or goes on where the last window stopped.
    void start(const QString& file);
    /// Whether the window may close: asks about unsaved changes.
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

    /// What undo, save and the title are about: the document of the page on screen, by whose id the next start finds
    /// it; and the look that menus change, or null.
    void setCurrent(const PageKind& page, GanttLook ViewPreferences::*look);

    /// How the Gantts of a page look now; without the font size, which is the window's matter.
    GanttStyle style(const GanttLook& look) const;
    ThemeId theme() const;
    /// The formula of the bubble on screen, for the status bar.
    QString definition() const;

public slots:
    void setKeepRatio(bool keep);
    void setCurveAxis(const std::string& axis);
    /// What curves along the present axis show.
    void setCurveMetric(const QString& id);
    void setCurvesAgainstPeak(bool on);
    /// Opens what an experiment ran at a point, and the other series beside it.
    void openPoint(const ExperimentPlan& plan, std::size_t point);
    /// Has the scenario again that was open before, if it is that of a point.
    void leavePoint();
    /// The scenario with the swept parameter at `x`.
    void setSweptValue(const std::string& axis, double x, int gesture);

signals:
    /// style() or definition() are others.
    void styleChanged();
    void titleChanged(const QString& title);
    /// The page with this id was the last one on screen.
    void pageWanted(const QString& page);
    /// Something failed, or is worth a line: to be shown until outdated.
    void failed(const QString& line);
    void noted(const QString& line);
    /// The scenario is that of a point now, as `line` says.
    void pointOpened(const QString& line);
    /// Something was done that cannot be seen: for a few seconds.
    void confirmed(const QString& line);
    /// A document was opened or saved, and is to be shown; what failed before is outdated. `isOther`: its content comes
    /// from somewhere else, so that another page of it may be the one to look at.
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
    const PageKind* m_page = nullptr;              // on screen
    GanttLook ViewPreferences::*m_look = nullptr;  // of that page
    Background m_background;
    Results m_results;
    Session m_session;
    FileCommands m_files;
    LessonPlayer m_lesson;
    std::optional<std::array<SchemeMarks, std::size(kLooks)>> m_marksBefore;  // a lesson, which marks what it wants
    bool m_hasLimit = false;                                                  // whether the scenario had one
    bool m_isHeldByLimit = false;  // whether the limit brought the strips of what devices hold
    Actions* m_actions;
};

}  // namespace bubblescope
