#include "app/pages/gantt_page.h"

#include "app/commands/actions.h"
#include "app/commands/window_controller.h"
#include "app/pages/inspector.h"
#include "app/pages/lower_area.h"
#include "app/pages/picture_commands.h"
#include "engine/style/note.h"
#include "widgets/gantt/gantt_playback.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/inspector/op_panel.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/veil.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QStyle>

namespace bubblescope {

namespace {

/// Below this width only one panel fits: the right one while something is picked, else the left one.
constexpr int kRoomForRight = 1060;
constexpr int kLeftWidth = 275, kRightWidth = 240;

/// Connects the window's actions for zoom, fit, find, align and play to these Gantts; they act while on screen.
void connectActions(const Actions& actions, GanttWidget& gantt) {
    constexpr double kZoomStep = 1.5;
    const auto on = [&gantt](const QAction* action, auto&& act) {
        QObject::connect(action, &QAction::triggered, &gantt, [&gantt, act] {
            if (gantt.isVisible()) act(gantt);
        });
    };
    on(actions.zoomIn, [](GanttWidget& shown) { shown.zoomBy(kZoomStep); });
    on(actions.zoomOut, [](GanttWidget& shown) { shown.zoomBy(1 / kZoomStep); });
    on(actions.fit, [](GanttWidget& shown) { shown.fit(); });
    on(actions.find, [](GanttWidget& shown) { shown.openFind(); });
    on(actions.align, [](GanttWidget& shown) { shown.openAlignMenu(); });
    on(actions.play, [](GanttWidget& shown) {
        shown.playback().toggle();
        shown.setFocus();
    });
}

}  // namespace

QList<QAction*> ganttActions(const Actions& actions) {
    QList<QAction*> own = {actions.zoomIn, actions.zoomOut,   actions.fit,          actions.find,
                           actions.table,  actions.showLower, actions.copyMetrics,  actions.align,
                           actions.play,   actions.markHeld,  actions.markCritical, actions.marks->menuAction(),
                           actions.pin};
    for (const Choice* choice : {actions.colorBy, actions.palette, actions.labels, actions.numbering, actions.bubble})
        own += choice->menu()->menuAction();
    return own;
}

GanttPage::GanttPage(WindowController& controller, GanttLook ViewPreferences::*look, QByteArray Settings::*splitter,
                     QWidget* parent)
    : Page(parent),
      m_controller(controller),
      m_gantt(new GanttWidget),
      m_splitter(new QSplitter(Qt::Vertical)),
      m_opPanel(new OpPanel),
      m_pickLink(new Inspector(controller.results(), *m_gantt, *m_opPanel, this)),
      m_pictures(new PictureCommands(controller.results(), controller.settings(), controller.settings().*look, this)),
      m_look(look),
      m_sizes(splitter),
      m_ganttVeil(new Veil(m_gantt->viewport())),
      m_opVeil(new Veil(m_opPanel)) {}

void GanttPage::layOut(QWidget* left, LowerArea* lower, const QList<int>& heights, QWidget* above) {
    m_left = left;
    m_lower = lower;
    m_splitter->addWidget(m_gantt);
    m_splitter->addWidget(m_lower);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    if (!m_splitter->restoreState(m_controller.settings().*m_sizes)) m_splitter->setSizes(heights);
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    if (above) column->addWidget(above);
    column->addWidget(m_splitter, 1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_left);
    row->addLayout(column, 1);
    row->addWidget(m_opPanel);
    m_left->setFixedWidth(kLeftWidth);
    m_opPanel->setFixedWidth(kRightWidth);
    connectAll();
}

void GanttPage::connectAll() {
    const Actions& actions = m_controller.actions();
    connectActions(actions, *m_gantt);
    connect(actions.table, &QAction::toggled, m_lower, &LowerArea::showTable);
    connect(m_lower, &LowerArea::tableChosen, actions.table, &QAction::setChecked);
    m_lower->showTable(actions.table->isChecked());
    connect(actions.showLower, &QAction::toggled, this, &GanttPage::showParts);
    const auto glide = [this](bool on) {
        m_gantt->setGlide(on ? style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) : 0);
    };
    connect(actions.glide, &QAction::toggled, this, glide);
    glide(actions.glide->isChecked());
    connect(m_gantt, &GanttWidget::cleared, this, &GanttPage::showParts);
    m_pictures->setSeen([this](PictureOptions& options) { addSeen(options); });
    Results& results = m_controller.results();
    connect(m_gantt, &GanttWidget::alignAsked, &results,
            [this, &results](int upper, int lower) { results.align(scheduleOf(upper), scheduleOf(lower)); });
    connect(m_gantt, &GanttWidget::alignmentEnded, &results, &Results::endAlignment);
    connect(&results, &Results::outcomesChanged, this, &GanttPage::showOutcomes);
    connect(&results, &Results::ageChanged, this, &GanttPage::showAge);
    connect(&results, &Results::pinChanged, this, &Page::pinChanged);
    connect(&m_controller.background(), &Background::progressChanged, this, &Page::statusChanged);
    connect(&m_controller, &WindowController::styleChanged, this, &GanttPage::showStyle);
    connect(&m_controller.lesson(), &LessonPlayer::stepChanged, this, &GanttPage::showLesson);
    connect(&m_controller.lesson(), &LessonPlayer::spotlightChanged, this, &GanttPage::showPointedOut);
    connect(&results, &Results::outcomesChanged, this, &GanttPage::showRangeOfLesson);
    showLesson();
    connect(m_pictures, &PictureCommands::failed, this, &Page::failed);
    connect(m_pictures, &PictureCommands::copied, this, &Page::confirmed);
    connect(m_opPanel, &OpPanel::sentenceChanged, this, &Page::captionChanged);
}

/// The step of a lesson shown on this page, or null.
const LessonStep* GanttPage::lessonStep() const {
    const LessonStep* step = m_controller.lesson().step();
    return step && std::holds_alternative<Scenario>(step->scene) ? step : nullptr;
}

void GanttPage::showLesson() {
    const bool isTaught = lessonStep() != nullptr, wasTaught = std::exchange(m_isTaught, isTaught);
    m_isRangeWanted = isTaught;
    showPointedOut();
    if (isTaught) m_gantt->clearPick();
    if (wasTaught && !isTaught) m_gantt->playback().close();
    showRangeOfLesson();
}

void GanttPage::showPointedOut() {
    const LessonStep* step = lessonStep();
    m_pickLink->setLesson(step ? step->highlight : std::vector<std::string>(), m_controller.lesson().isSpotlit());
}

/// Adds the state of the screen to the options of a picture: the playback time and, in a lesson or while presenting,
/// the visible time span, the highlights and the caption.
void GanttPage::addSeen(PictureOptions& options) const {
    options.until = m_gantt->until();
    const LessonStep* step = lessonStep();
    if (!step && !isPresenting()) return;
    if (const TimeView& time = m_gantt->timeView(); !time.isFitted()) {
        constexpr auto kUnit = static_cast<double>(kMicroUnits);
        options.begin = time.visible().begin / kUnit;
        options.end = time.visible().end / kUnit;
    }
    // A picture draws each schedule's own run, so highlights in another timeline, such as one of unfolded ranks, have
    // no counterpart there.
    const auto& outcomes = m_controller.results().outcomes();
    for (Highlight& seen : m_gantt->pointedOut()) {
        const std::size_t schedule = scheduleOf(seen.track);
        const Run* const run = schedule < outcomes.size() ? outcomes[schedule].run.get() : nullptr;
        if (!run || run->timeline != m_gantt->shown()[static_cast<std::size_t>(seen.track)].timeline) continue;
        seen.track = static_cast<int>(schedule);
        options.seen.push_back(std::move(seen));
    }
    if (const QString words = said(); !words.isEmpty())
        options.caption = words;
    else if (options.caption.isEmpty())
        options.caption = definition();
}

/// The words of the lesson and, while presenting, the explanation of the pick.
QString GanttPage::said() const {
    QStringList parts;
    if (lessonStep()) {
        const LessonBar::Words& words = m_controller.lesson().words();
        parts = {words.caption, words.question, words.isAnswered ? words.answer : QString()};
    }
    if (isPresenting()) parts += symbolText(why());
    QString text = parts.join(QLatin1Char(' ')).simplified();
    while (text.toUtf8().size() > static_cast<qsizetype>(kLongestCaption))
        text.truncate(std::max(text.size() / 2, text.lastIndexOf(QLatin1Char(' '))));
    return text;
}

void GanttPage::showRangeOfLesson() {
    const Results& results = m_controller.results();
    const LessonStep* step = lessonStep();
    if (!step || !isVisible() || !results.isCurrent() || !results.isWhole()) return;
    showPointedOut();
    if (!m_isRangeWanted) return;
    m_isRangeWanted = false;
    const auto& range = step->range;
    const auto& until = step->until;
    range ? m_gantt->showRange({range->first * kMicroUnits, range->second * kMicroUnits}) : m_gantt->fit();
    until ? m_gantt->playback().setTime(*until * kMicroUnits) : m_gantt->playback().close();
}

GanttStyle GanttPage::ganttStyle() const { return m_controller.style(m_controller.settings().*m_look); }

void GanttPage::showStyle() {
    m_gantt->setGanttStyle(ganttStyle());
    m_pickLink->setBubble(m_controller.settings().bubble);
    m_opPanel->setFirstNumber(m_controller.settings().firstNumber);
    emit statusChanged();
}

void GanttPage::showAge() {
    for (Veil* veil : {m_ganttVeil, m_opVeil}) veil->setVisible(m_controller.results().isOld());
    emit statusChanged();
}

void GanttPage::showParts() {
    const bool panels = isFilled() && showsPanels();
    const bool isNarrow = width() < kRoomForRight;
    const bool isPicked = m_gantt->currentPick().has_value();
    m_left->setVisible(panels && !(isNarrow && isPicked));
    m_opPanel->setVisible(panels && (!isNarrow || isPicked));
    m_lower->setVisible(m_controller.actions().showLower->isChecked() && !isPresenting());
}

bool GanttPage::isPinned() const { return m_controller.results().references().pinned().has_value(); }

void GanttPage::setPinned(bool on) { m_controller.results().setPinned(on); }

void GanttPage::setPresenting(bool on) {
    m_gantt->setPresentMode(on);
    Page::setPresenting(on);
    m_gantt->setFocus();
}

QString GanttPage::why() const { return m_opPanel->sentence(); }

bool GanttPage::escape() { return m_gantt->endInnermost(); }

void GanttPage::keepLayout(Settings& settings) const { settings.*m_sizes = m_splitter->saveState(); }

/// The runs of a lesson's scene may have finished while another page was shown.
void GanttPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    showRangeOfLesson();
}

void GanttPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    showParts();
}

}  // namespace bubblescope
