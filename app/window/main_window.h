#pragma once

#include <QMainWindow>

#include "app/commands/window_controller.h"
#include "app/pages/pages.h"

class QStackedWidget;
class QToolBar;

namespace bubblescope {

class CaptionBar;
class LessonBar;
class MessageBar;
class Page;
class PageRail;
class Presenter;
class StatusLine;
class TaskPanel;

/// The least size of a window that is not presenting.
inline constexpr QSize kLeastWindow{900, 600};

/// The window: the pages, the rail that switches between them, menu, toolbar and status line. It makes no decisions.
///
/// Thread  the interface thread
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow();
    ~MainWindow() override;

    /// Opens `file`; without one, restores the session of the last window.
    void start(const QString& file);

    WindowController& controller() { return m_controller; }
    MessageBar& messages() { return *m_messages; }
    CaptionBar& caption() { return *m_caption; }
    Presenter& presenter() { return *m_presenter; }
    LessonBar& lessonBar() { return *m_lessonBar; }
    TaskPanel& taskPanel() { return *m_taskPanel; }
    /// The page of this kind; the first call builds it.
    Page& page(const PageKind& kind);
    /// The kind of the page on screen.
    const PageKind& shown() const { return *pageKinds()[*m_shown]; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void layOut();
    void offer(std::size_t page);
    void connectActions();
    void connectController();
    std::vector<Page*> built() const;
    void rebuildPages();
    Page& shownPage() const { return *m_pages[*m_shown]; }
    void showPage(std::size_t index);
    void goBack();
    void showPin();
    void showDocument(Document& document, bool isOther);
    bool isPresenting() const;
    void showParts();
    void showLessonView();
    void present(bool on);
    void fitRoom();
    bool escape();

    WindowController m_controller;
    QToolBar* m_toolBar;
    PageRail* m_rail;
    QStackedWidget* m_stack;
    MessageBar* m_messages = nullptr;
    std::vector<Page*> m_pages;          // in the order of pageKinds(); null until first shown
    std::optional<std::size_t> m_shown;  // empty before start()
    CaptionBar* m_caption;
    Presenter* m_presenter;
    StatusLine* m_status;
    LessonBar* m_lessonBar;
    TaskPanel* m_taskPanel;
    std::size_t m_before = 0;  // the page that was shown previously
    /// Whether panels and lower parts were shown before the lesson that runs.
    std::optional<std::pair<bool, bool>> m_partsBefore;
};

}  // namespace bubblescope
