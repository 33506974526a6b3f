#include "app/window/main_window.h"

#include "app/commands/actions.h"
#include "app/pages/page.h"
#include "app/window/lectern.h"
#include "app/window/message_bar.h"
#include "app/window/presenter.h"
#include "app/window/status_line.h"
#include "widgets/kit/caption_bar.h"
#include "widgets/kit/page_rail.h"
#include "widgets/kit/projector_type.h"
#include "widgets/kit/theme.h"
#include "widgets/lessons/lesson_bar.h"
#include "widgets/lessons/task_panel.h"

#include <QCloseEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QStackedWidget>
#include <QToolBar>
#include <QUndoStack>

#include <algorithm>
#include <functional>

namespace bubblescope {

namespace {

constexpr QSize kUsualSize{1440, 900};
constexpr QSize kFrame{4, 32};  // the window manager's decoration

/// The dropped file; empty unless exactly one was dropped.
QString droppedFile(const QMimeData* mime) {
    const QList<QUrl> urls = mime->urls();
    return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

}  // namespace

MainWindow::MainWindow()
    : m_controller(this),
      m_toolBar(new QToolBar(tr("Toolbar"), this)),
      m_rail(new PageRail),
      m_stack(new QStackedWidget),
      m_pages(pageKinds().size()),
      m_caption(new CaptionBar),
      m_presenter(new Presenter(*this, *m_caption)),
      m_status(new StatusLine(*m_controller.actions().goOn)),
      m_lessonBar(new LessonBar),
      m_taskPanel(new TaskPanel) {
    layOut();
    for (std::size_t page = 0; page < m_pages.size(); ++page) offer(page);
    connectActions();
    connectController();
    new Lectern(*this, m_controller.lesson(), *m_lessonBar, *m_taskPanel, *m_caption);
    connect(m_taskPanel, &TaskPanel::saveAsked, this,
            [this] { m_controller.files().saveAnswers(m_controller.lesson().answers()); });
}

/// Hides the pages first: they ask the controller while they hide, and it is destroyed before they are.
MainWindow::~MainWindow() { hide(); }

void MainWindow::start(const QString& file) {
    m_controller.start(file);
    if (!m_shown) showDocument(m_controller.scenario(), true);
}

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
    auto* room = new QWidget;
    column->addWidget(room);
    auto* pageAndTask = new QHBoxLayout;
    pageAndTask->setSpacing(0);
    pageAndTask->addWidget(m_stack, 1);
    pageAndTask->addWidget(m_taskPanel);
    column->addLayout(pageAndTask, 1);
    column->addWidget(m_caption);
    column->addWidget(m_lessonBar);
    row->addLayout(column, 1);
    m_messages = new MessageBar(m_stack, room);
    setCentralWidget(all);
    setAcceptDrops(true);
    setMinimumSize(kLeastWindow);
    resize(kUsualSize.boundedTo(screen()->availableSize() - kFrame));
    restoreGeometry(m_controller.settings().geometry);
}

void MainWindow::offer(std::size_t page) {
    const PageKind& kind = *pageKinds()[page];
    QAction* turn = m_controller.actions().addPage(kind.shownTitle());
    connect(turn, &QAction::triggered, this, [this, page] { showPage(page); });
    m_rail->addPage(kind.shownTitle(), turn->toolTip(), kind.paintIcon);
    connect(&m_controller.documents().of(*kind.document).undoStack(), &QUndoStack::indexChanged, m_messages,
            &MessageBar::clear);  // the message was about the previous content
}

Page& MainWindow::page(const PageKind& kind) {
    const auto place = static_cast<std::size_t>(std::ranges::find(pageKinds(), &kind) - pageKinds().begin());
    Page*& page = m_pages[place];
    if (page) return *page;
    page = kind.make(m_controller, m_stack);
    m_stack->addWidget(page);
    connect(page, &Page::pinChanged, this, &MainWindow::showPin);
    connect(page, &Page::failed, m_messages, &MessageBar::showError);
    connect(page, &Page::confirmed, m_status, &StatusLine::confirm);
    if (isPresenting()) page->setPresenting(true);
    showParts();
    return *page;
}

void MainWindow::connectActions() {
    const Actions& actions = m_controller.actions();
    connect(m_rail, &PageRail::chosen, this, [this](int page) { showPage(static_cast<std::size_t>(page)); });
    connect(actions.exportPicture, &QAction::triggered, this, [this] { shownPage().exportPicture(); });
    connect(actions.exportMemory, &QAction::triggered, this, [this] { shownPage().exportMemory(); });
    connect(actions.exportLesson, &QAction::triggered, this,
            [this] { m_controller.files().exportLesson(m_controller.lesson().allSpoken()); });
    connect(actions.copyImage, &QAction::triggered, this, [this] { shownPage().copyImage(); });
    connect(actions.saveTable, &QAction::triggered, this,
            [this] { m_controller.files().saveTable(shownPage().table()); });
    connect(actions.pin, &QAction::triggered, this, [this](bool on) { shownPage().setPinned(on); });
    connect(actions.present, &QAction::toggled, this, &MainWindow::present);
    connect(actions.back, &QAction::triggered, this, [this] { goBack(); });
    connect(actions.showPanels, &QAction::toggled, this, [this, &actions](bool on) {
        if (m_partsBefore) actions.showLower->setChecked(on);  // in a lesson the whole window comes and goes
        showParts();
    });
    connect(actions.showLower, &QAction::toggled, this, &MainWindow::showParts);
    connect(&m_controller.lesson(), &LessonPlayer::stepChanged, this, &MainWindow::showLessonView);
}

void MainWindow::connectController() {
    connect(&m_controller, &WindowController::settled, m_messages, &MessageBar::clear);
    connect(&m_controller, &WindowController::settled, this, &MainWindow::showDocument);
    connect(&m_controller, &WindowController::notationChanged, this, &MainWindow::rebuildPages);
    connect(&m_controller, &WindowController::failed, m_messages, &MessageBar::showError);
    connect(&m_controller, &WindowController::noted, m_messages,
            [this](const QString& line) { m_messages->showNote(line); });
    connect(&m_controller, &WindowController::confirmed, m_status, &StatusLine::confirm);
    connect(&m_controller, &WindowController::pointOpened, this,
            [this](const QString& line) { m_messages->showNote(line, m_controller.actions().back); });
    connect(&m_controller, &WindowController::titleChanged, this, &MainWindow::setWindowTitle);
    connect(&m_controller, &WindowController::pageWanted, this, [this](const QString& id) {
        for (std::size_t page = 0; page < m_pages.size(); ++page)
            if (QLatin1String(pageKinds()[page]->id) == id) showPage(page);
    });
}

std::vector<Page*> MainWindow::built() const {
    std::vector<Page*> pages = m_pages;
    std::erase(pages, nullptr);
    return pages;
}

/// Pages that are built anew show all of their texts anew.
void MainWindow::rebuildPages() {
    for (const Page* each : built()) each->keepLayout(m_controller.settings());
    const std::vector<Page*> old = std::exchange(m_pages, std::vector<Page*>(m_pages.size()));
    showPage(*m_shown);
    qDeleteAll(old);
}

void MainWindow::showPage(std::size_t index) {
    if (m_shown && index != *m_shown) {
        m_before = *m_shown;
        m_messages->clear();  // the message was about the previous page
    }
    m_shown = index;
    const PageKind& kind = *pageKinds()[index];
    Actions& actions = m_controller.actions();
    actions.back->setEnabled(m_before != index);
    m_rail->setCurrent(static_cast<int>(index));
    m_stack->setCurrentWidget(&page(kind));
    for (const PageKind* other : pageKinds())
        for (QAction* action : other->ownActions(actions)) action->setEnabled(false);
    for (QAction* action : kind.ownActions(actions)) action->setEnabled(true);
    showPin();
    m_status->setPage(shownPage());
    m_presenter->setPage(shownPage());
    m_controller.setCurrent(kind, shownPage().look());
    shownPage().setFocus();
}

/// Returns to the previous page. From a point of an experiment, also restores the scenario that was open before it.
void MainWindow::goBack() {
    const bool isAtPoint = shown().document == &kScenarioKind && pageKinds()[m_before]->document == &kExperimentKind;
    showPage(m_before);
    if (isAtPoint) m_controller.leavePoint();
}

void MainWindow::showPin() { m_controller.actions().pin->setChecked(m_shown && shownPage().isPinned()); }

void MainWindow::showDocument(Document& document, bool isOther) {
    const auto suits = [&](const PageKind& kind) {
        return kind.document == &document.kind() && (!isOther || kind.suits(m_controller));
    };
    if (m_shown && suits(shown())) return;  // do not interrupt someone who types there
    for (std::size_t page = 0; page < m_pages.size(); ++page)
        if (suits(*pageKinds()[page])) return showPage(page);
}

void MainWindow::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && escape()) return;
    QMainWindow::keyPressEvent(event);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    m_controller.settings().geometry = saveGeometry();
    for (const Page* each : built()) each->keepLayout(m_controller.settings());
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
