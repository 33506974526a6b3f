#pragma once

#include <QObject>

#include "app/background.h"
#include "app/comparison.h"
#include "app/document.h"
#include "app/file_commands.h"
#include "app/picture_commands.h"
#include "app/session.h"
#include "app/settings.h"

namespace bubblescope {

class Actions;

/// What a window is about, without its widgets: document, results, settings and session, kept in step, and
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
    Document& document() { return m_document; }
    Background& background() { return m_background; }
    Comparison& comparison() { return m_comparison; }
    FileCommands& files() { return m_files; }
    Actions& actions() const { return *m_actions; }

    /// How Gantts look now; without the font size, which is the window's matter.
    GanttStyle style() const;
    ThemeId theme() const;
    /// The formula of the bubble on screen, for the status bar.
    QString definition() const;

public slots:
    void setKeepRatio(bool keep);
    void setCurveAxis(SweepAxis axis);
    void setCurveMetric(const QString& id);
    /// The scenario with the swept parameter at `x`.
    void setSweptValue(SweepAxis axis, double x, int gesture);

signals:
    /// style() or definition() are others.
    void styleChanged();
    void titleChanged(const QString& title);
    /// Something failed, or is worth a line: to be shown until outdated.
    void failed(const QString& line);
    void noted(const QString& line);
    /// Something was done that cannot be seen: for a few seconds.
    void confirmed(const QString& line);
    /// The document was opened or saved; what failed before is outdated.
    void settled();

private:
    void connectFiles();
    void connectChoices();
    void connectParts();
    void connectSession();
    void applyThemeChoice();
    void changed();
    void showTitle();

    QWidget* m_window;
    Settings m_settings;
    Document m_document;
    Background m_background;
    Comparison m_comparison;
    Session m_session;
    FileCommands m_files;
    PictureCommands m_pictures;
    Actions* m_actions;
};

}  // namespace bubblescope
