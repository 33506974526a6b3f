#pragma once

#include <QMainWindow>

#include "app/window_controller.h"

class QShortcut;
class QStackedWidget;
class QToolBar;

namespace bubblescope {

class ExperimentsPage;
class MessageBar;
class Page;
class PageRail;
class SchedulesPage;
class SchemesPage;
class StatusLine;

/// The window: pages with a rail that turns them, menu, toolbar and status line around. It decides nothing.
///
/// Thread  the interface thread
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow();
    ~MainWindow() override;

    /// Opens `file`, or goes on where the last window stopped.
    void start(const QString& file) { m_controller.start(file); }

    WindowController& controller() { return m_controller; }
    SchedulesPage& schedules() { return *m_schedules; }
    ExperimentsPage& experiments() { return *m_experiments; }
    SchemesPage& schemes() { return *m_schemes; }
    MessageBar& messages() { return *m_messages; }
    Page& page() const;

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void layOut();
    void addPage(Page& page);
    void connectActions();
    void connectController();
    void showPage(int index);
    void showPin();
    void showDocument(Document& document, bool isOther);
    bool isPresenting() const;
    void present(bool on);
    void escape();

    WindowController m_controller;
    QToolBar* m_toolBar;
    MessageBar* m_messages;
    PageRail* m_rail;
    QStackedWidget* m_stack;
    SchedulesPage* m_schedules;
    ExperimentsPage* m_experiments;
    SchemesPage* m_schemes;
    std::vector<Page*> m_pages;
    StatusLine* m_status;
    int m_before = 0;  // the page that was shown before
    QShortcut* m_escape;
};

}  // namespace bubblescope
