#include "app/main_window.h"

#include "app/actions.h"
#include "app/message_bar.h"
#include "app/pages/experiments_page.h"
#include "app/pages/schedules_page.h"
#include "app/pages/schemes_page.h"
#include "app/status_line.h"
#include "widgets/kit/page_rail.h"

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QShortcut>
#include <QStackedWidget>
#include <QToolBar>
#include <QUndoStack>

namespace bubblescope {

namespace {

constexpr QSize kUsualSize{1440, 900};
constexpr QSize kFrame{4, 32};  // what a window manager puts around
constexpr QSize kLeastSize{900, 600};
constexpr int kConfirmMs = 4000;

/// The one file of a drop.
QString droppedFile(const QMimeData* mime) {
    const QList<QUrl> urls = mime->urls();
    return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

}  // namespace

MainWindow::MainWindow()
    : m_controller(this),
      m_toolBar(new QToolBar(tr("Toolbar"), this)),
      m_messages(new MessageBar),
      m_rail(new PageRail),
      m_stack(new QStackedWidget),
      m_schedules(new SchedulesPage(m_controller)),
      m_experiments(new ExperimentsPage(m_controller)),
      m_schemes(new SchemesPage(m_controller)),
      m_status(new StatusLine),
      m_escape(new QShortcut(Qt::Key_Escape, this)) {
    layOut();
    for (Page* page :
         {static_cast<Page*>(m_schedules), static_cast<Page*>(m_experiments), static_cast<Page*>(m_schemes)})
        addPage(*page);
    connectActions();
    connectController();
    showPage(0);
}

MainWindow::~MainWindow() = default;

Page& MainWindow::page() const { return *m_pages[static_cast<std::size_t>(m_stack->currentIndex())]; }

void MainWindow::layOut() {
    Actions& actions = m_controller.actions();
    actions.fill(*menuBar());
    m_toolBar->setMovable(false);
    m_toolBar->setContextMenuPolicy(Qt::PreventContextMenu);
    actions.fill(*m_toolBar);
    addToolBar(m_toolBar);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setStatusBar(m_status);

    auto* all = new QWidget;
    auto* row = new QHBoxLayout(all);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_rail);
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(m_messages);
    column->addWidget(m_stack, 1);
    row->addLayout(column, 1);
    setCentralWidget(all);
    setAcceptDrops(true);
    setMinimumSize(kLeastSize);
    resize(kUsualSize.boundedTo(screen()->availableSize() - kFrame));
    restoreGeometry(m_controller.settings().geometry);
}

void MainWindow::addPage(Page& page) {
    const auto index = static_cast<int>(m_pages.size());
    m_pages.push_back(&page);
    m_stack->addWidget(&page);
    QAction* turn = m_controller.actions().addPage(page.title());
    connect(turn, &QAction::triggered, this, [this, index] { showPage(index); });
    m_rail->addPage(page.title(), turn->toolTip(), [&page](QPainter& painter, const QRectF& rect, const QColor& color) {
        page.paintIcon(painter, rect, color);
    });
    connect(&page, &Page::pinChanged, this, &MainWindow::showPin);
    connect(&page, &Page::failed, m_messages, &MessageBar::showError);
    connect(&page, &Page::confirmed, m_status,
            [this](const QString& line) { m_status->showMessage(line, kConfirmMs); });
    connect(&page.document().undoStack(), &QUndoStack::indexChanged, m_messages,
            &MessageBar::clear);  // it was of before
}

void MainWindow::connectActions() {
    const Actions& actions = m_controller.actions();
    connect(m_rail, &PageRail::chosen, this, &MainWindow::showPage);
    connect(actions.exportPicture, &QAction::triggered, this, [this] { page().exportPicture(); });
    connect(actions.copyImage, &QAction::triggered, this, [this] { page().copyImage(); });
    connect(actions.saveTable, &QAction::triggered, this, [this] { m_controller.files().saveTable(page().table()); });
    connect(actions.pin, &QAction::triggered, this, [this](bool on) { page().setPinned(on); });
    connect(actions.present, &QAction::toggled, this, &MainWindow::present);
    connect(actions.back, &QAction::triggered, this, [this] { showPage(m_before); });
    const auto showPanels = [this](bool on) {
        for (Page* each : m_pages) each->setPanelsShown(on);
    };
    connect(actions.showPanels, &QAction::toggled, this, showPanels);
    showPanels(actions.showPanels->isChecked());
    // Only while it has a meaning for the whole window: fields and the picture have their own.
    const auto enable = [this] { m_escape->setEnabled(m_status->showsProgress() || isPresenting()); };
    connect(m_escape, &QShortcut::activated, this, &MainWindow::escape);
    connect(m_status, &StatusLine::progressShown, this, enable);
    connect(actions.present, &QAction::toggled, this, enable);
    enable();
}

void MainWindow::connectController() {
    connect(&m_controller, &WindowController::settled, m_messages, &MessageBar::clear);
    connect(&m_controller, &WindowController::settled, this, &MainWindow::showDocument);
    connect(&m_controller, &WindowController::failed, m_messages, &MessageBar::showError);
    connect(&m_controller, &WindowController::noted, m_messages,
            [this](const QString& line) { m_messages->showNote(line); });
    connect(&m_controller, &WindowController::confirmed, m_status,
            [this](const QString& line) { m_status->showMessage(line, kConfirmMs); });
    connect(&m_controller, &WindowController::pointOpened, this,
            [this](const QString& line) { m_messages->showNote(line, m_controller.actions().back); });
    connect(&m_controller, &WindowController::titleChanged, this, &MainWindow::setWindowTitle);
    connect(&m_controller, &WindowController::pageWanted, this, [this](const QString& id) {
        for (std::size_t i = 0; i < m_pages.size(); ++i)
            if (m_pages[i]->id() == id) showPage(static_cast<int>(i));
    });
}

void MainWindow::showPage(int index) {
    if (index != m_stack->currentIndex()) {
        m_before = m_stack->currentIndex();
        m_messages->clear();  // it was of the page before
    }
    m_controller.actions().back->setEnabled(m_before != index);
    m_rail->setCurrent(index);
    m_stack->setCurrentIndex(index);
    for (const Page* other : m_pages)
        for (QAction* action : other->ownActions()) action->setEnabled(false);
    for (QAction* action : page().ownActions()) action->setEnabled(true);
    showPin();
    m_status->setPage(page());
    m_controller.setCurrent(page().document(), page().id(), page().look());
    page().setFocus();
}

void MainWindow::showPin() { m_controller.actions().pin->setChecked(page().isPinned()); }

void MainWindow::showDocument(Document& document, bool isOther) {
    const auto suits = [&](Page& page) { return &page.document() == &document && (!isOther || page.suitsDocument()); };
    if (suits(page())) return;  // who types there goes on
    for (std::size_t i = 0; i < m_pages.size(); ++i)
        if (suits(*m_pages[i])) return showPage(static_cast<int>(i));
}

bool MainWindow::isPresenting() const { return m_controller.actions().present->isChecked(); }

void MainWindow::present(bool on) {
    setWindowState(windowState().setFlag(Qt::WindowFullScreen, on));
    for (QWidget* part : {static_cast<QWidget*>(menuBar()), static_cast<QWidget*>(m_toolBar),
                          static_cast<QWidget*>(m_rail), static_cast<QWidget*>(m_status)})
        part->setVisible(!on);
    if (on) m_messages->clear();
    for (Page* each : m_pages) each->setPresenting(on);
    page().setFocus();
}

void MainWindow::escape() {
    if (m_status->showsProgress())
        page().stop();
    else
        m_controller.actions().present->setChecked(false);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_controller.settings().geometry = saveGeometry();
    m_controller.settings().splitter = m_schedules->layoutState();
    m_controller.settings().schemesSplitter = m_schemes->layoutState();
    event->setAccepted(m_controller.mayClose());
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (!droppedFile(event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    event->acceptProposedAction();
    m_controller.files().open(droppedFile(event->mimeData()));
}

}  // namespace bubblescope
