#include "app/pages/scenario_page.h"

#include "app/commands/actions.h"
#include "app/documents/load_scenario.h"
#include "app/pages/inspector.h"
#include "app/pages/lower_area.h"
#include "app/pages/picture_commands.h"
#include "engine/core/text.h"
#include "widgets/gallery/card_gallery.h"
#include "widgets/gantt/annotator.h"
#include "widgets/gantt/gantt_playback.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/inspector/op_panel.h"
#include "widgets/kit/projector_type.h"
#include "widgets/kit/stale_overlay.h"
#include "widgets/picture/picture_style.h"
#include "widgets/schemes/scheme_faces.h"
#include "widgets/shown/entry_ids.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QStackedWidget>
#include <QStyle>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

/// Below this width only one panel fits: the right one while something is picked, else the left one.
constexpr int kRoomForRight = 1060;
constexpr int kLeftWidth = 275, kRightWidth = 240;

/// Connects the window's actions for zoom, fit, find, align and play to these Gantts; they act while on screen.
void connectGantt(const Actions& actions, GanttWidget& gantt) {
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

void ScenarioFacet::takeAdvice(const ScenarioEdit& edit) { m_page.document().apply(edit); }

void ScenarioFacet::setScale(double scale) { m_parts.cards->setScale(scale); }

void ScenarioFacet::stop() { m_page.results().cancel(); }

ScenarioPage::ScenarioPage(WindowController& controller, MakeFacet make, QWidget* parent)
    : Page(parent),
      m_controller(controller),
      m_gantt(new GanttWidget),
      m_opPanel(new OpPanel),
      m_inspector(new Inspector(controller.results(), m_shown, *m_gantt, *m_opPanel, this)),
      m_annotator(new Annotator(this)),
      m_splitter(new QSplitter(Qt::Vertical)),
      m_upper(new QStackedWidget) {
    connectDocument();
    m_facet = make(*this);
    m_pictures = new PictureCommands(results(), controller.settings(), controller.settings().*look(), this);
    m_pictures->setSeen([this](PictureOptions& options) { addSeen(options); });
    layOut();
    connectActions();
    connectResults();
    connectLesson();
    showStyle();
    followCurrent();
    showParts();
}

ScenarioPage::~ScenarioPage() = default;

void ScenarioPage::layOut() {
    const ScenarioFacet::Parts& parts = m_facet->parts();
    m_upper->addWidget(m_gantt);
    if (parts.instead) m_upper->addWidget(parts.instead);
    m_splitter->addWidget(m_upper);
    m_splitter->addWidget(parts.lower);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    if (!m_splitter->restoreState(m_controller.settings().*parts.splitter)) m_splitter->setSizes(parts.heights);
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    if (parts.cards) column->addWidget(parts.cards);
    column->addWidget(m_splitter, 1);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(parts.form);
    row->addLayout(column, 1);
    row->addWidget(m_opPanel);
    parts.form->setFixedWidth(kLeftWidth);
    m_opPanel->setFixedWidth(kRightWidth);
    for (QWidget* part : {m_gantt->viewport(), static_cast<QWidget*>(m_opPanel)})
        new StaleOverlay(part, {&results().age()});
}

void ScenarioPage::connectDocument() {
    connect(&document(), &Document::opened, this, [this] {
        m_current.reset();
        m_wanted = {};
    });
    connect(&document(), &Document::changed, this, &ScenarioPage::showDocument);
    connect(&document(), &Document::refused, this, &ScenarioPage::showDocument);
    connect(&m_controller, &WindowController::settled, this, [this](const Document& other, bool isOther) {
        if (&other == &document() && isOther) m_onAxis.clear();  // which has an axis of its own
    });
}

void ScenarioPage::connectActions() {
    const Actions& actions = m_controller.actions();
    LowerArea* const lower = m_facet->parts().lower;
    connectGantt(actions, *m_gantt);
    connect(actions.table, &QAction::toggled, lower, &LowerArea::showTable);
    connect(lower, &LowerArea::tableChosen, actions.table, &QAction::setChecked);
    lower->showTable(actions.table->isChecked());
    const auto glide = [this](bool on) {
        m_gantt->setGlide(on ? style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) : 0);
    };
    connect(actions.glide, &QAction::toggled, this, glide);
    glide(actions.glide->isChecked());
    connect(actions.copyMetrics, &QAction::triggered, this, [this] {
        if (!isVisible()) return;
        m_facet->copyTable();
        emit confirmed(m_facet->parts().copied);
    });
    connect(m_gantt, &GanttWidget::picked, this, &ScenarioPage::takePick);
    connect(m_gantt, &GanttWidget::cleared, this, [this] {
        if (!m_facet->parts().family) setCurrent({});
        m_facet->showPick();
        showParts();
    });
    if (CardGallery* const cards = m_facet->parts().cards)
        connect(cards, &CardGallery::chosen, this, &ScenarioPage::takeCard);
    connect(m_pictures, &PictureCommands::failed, this, &Page::failed);
    connect(m_pictures, &PictureCommands::copied, this, &Page::confirmed);
    connect(m_opPanel, &OpPanel::sentenceChanged, this, &Page::captionChanged);
    connect(m_gantt, &GanttWidget::menuAsked, this, [this](QMenu& menu, const NoteTarget& target) {
        // Names go by the positions of schedules, which are those on screen.
        const bool areSame = results().scenario().schedules.size() == scenario().schedules.size();
        if (results().isOfDocument() && areSame) m_annotator->addTo(menu, target, m_gantt->annotations());
    });
    connect(m_annotator, &Annotator::changed, this, &ScenarioPage::annotate);
}

/// Annotations are part of the scenario, as those of its style.
void ScenarioPage::annotate(const Annotations& after, const QString& what) {
    Scenario annotatedOne = scenario();
    annotatedOne.style = annotated(annotatedOne.style, after);
    apply(std::move(annotatedOne), what);
}

void ScenarioPage::showAnnotations() { m_gantt->setAnnotations(annotationsOf(scenario().style), m_tracks); }

void ScenarioPage::connectResults() {
    connect(m_inspector, &Inspector::edited, m_facet.get(), &ScenarioFacet::takeAdvice);
    connect(m_gantt, &GanttWidget::memoryExportAsked, this, &ScenarioPage::exportMemory);
    connect(m_gantt, &GanttWidget::alignAsked, &results(),
            [this](int upper, int lower) { results().align(scheduleOf(upper), scheduleOf(lower)); });
    connect(m_gantt, &GanttWidget::alignmentEnded, &results(), &Results::endAlignment);
    connect(&results(), &Results::outcomesChanged, this, &ScenarioPage::showOutcomes);
    connect(&results(), &Results::ageChanged, this, &Page::statusChanged);
    connect(&results(), &Results::pinChanged, this, &Page::pinChanged);
    connect(&m_controller.background(), &Background::progressChanged, this, &Page::statusChanged);
    connect(&m_controller, &WindowController::styleChanged, this, &ScenarioPage::showStyle);
}

bool ScenarioPage::isShown(const ScheduleEntry& entry) const {
    const auto& family = m_facet->parts().family;
    return !family || entry.family == *family;
}

/// After a change of the list, the current entry stays the current one at its new place. If it was removed, the entry
/// before it or the first one becomes current; without a family, none.
void ScenarioPage::followCurrent() {
    const auto& entries = scenario().schedules;
    m_count = entries.size();
    const auto place = m_current ? entryPlace(entries, m_currentId) : std::nullopt;
    std::optional<std::size_t> before, first;
    for (std::size_t entry = 0; entry < entries.size() && m_facet->parts().family; ++entry) {
        if (!isShown(entries[entry])) continue;
        if (!first) first = entry;
        if (m_current && entry <= *m_current) before = entry;
    }
    m_current = place && isShown(entries[*place]) ? place : before ? before : first;
    if (m_current) m_currentId = entries[*m_current].id;
}

/// Follows the document. The previous runs of the same entries stay on screen until the new ones arrive.
void ScenarioPage::showDocument() {
    const auto before = m_current;
    const std::size_t count = m_count;
    followCurrent();
    if (!isVisible()) return m_facet->request();
    showAnnotations();
    showCurrent();
    if (m_current != before || m_count != count || results().isCurrent()) return showOutcomes();
    m_facet->request();
    emit statusChanged();
}

void ScenarioPage::showCurrent() {
    m_facet->showDocument();
    if (CardGallery* const cards = m_facet->parts().cards) cards->setExpanded(!m_current);
    showParts();
}

void ScenarioPage::setCurrent(std::optional<std::size_t> entry) {
    const auto& entries = scenario().schedules;
    if (entry == m_current || (entry && (*entry >= entries.size() || !isShown(entries[*entry])))) return;
    m_current = entry;
    if (entry) m_currentId = entries[*entry].id;
    showCurrent();
    showOutcomes();
}

/// Until new results arrive, the Gantts show the previous entries.
void ScenarioPage::setCurrentTrack(int track) {
    if (const auto entry = entryPlace(scenario().schedules, entryOf(track))) setCurrent(entry);
}

void ScenarioPage::takePick(int track) {
    if (static_cast<std::size_t>(track) >= m_tracks.size()) return;
    m_facet->parts().family ? setCurrentTrack(track) : setCurrent({});
    m_facet->showPick();
    showParts();
}

void ScenarioPage::scrollTo(std::size_t entry) {
    m_wanted = scenario().schedules[entry].id;
    showWanted();
}

void ScenarioPage::showWanted() {
    if (!results().isCurrent() || showsInstead()) return;
    const auto track = trackOf(entryPlace(scenario().schedules, m_wanted));
    if (!track) return;
    m_wanted = {};
    m_gantt->showTrack(static_cast<int>(*track));
}

const Outcome* ScenarioPage::currentOutcome() const {
    const bool isThere = m_current && results().isCurrent() && *m_current < results().outcomes().size();
    return isThere ? &results().outcomes()[*m_current] : nullptr;
}

std::optional<std::size_t> ScenarioPage::trackOf(std::optional<std::size_t> schedule) const {
    const auto at =
        std::ranges::find_if(m_tracks, [&](int each) { return schedule == static_cast<std::size_t>(each); });
    return at == m_tracks.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - m_tracks.begin()));
}

/// Runs also while another page is shown, so that outdated runs free their memory.
void ScenarioPage::showOutcomes() {
    followCurrent();  // outcomes may change before the document's own signal arrives
    const auto& entries = results().scenario().schedules;
    const auto& outcomes = results().outcomes();
    m_shown.clear();
    m_tracks.clear();
    for (std::size_t schedule = 0; schedule < outcomes.size(); ++schedule) {
        if (!isShown(entries[schedule])) continue;
        m_tracks.push_back(static_cast<int>(schedule));
        m_shown.push_back(outcomes[schedule]);
    }
    m_facet->adapt(m_shown);
    m_bubble = m_controller.settings().bubble;
    std::vector<EntryId> onAxis;
    for (const int entry : m_tracks) onAxis.push_back(entries[static_cast<std::size_t>(entry)].id);
    const bool holds = lessonStep() || onAxis == m_onAxis;
    m_onAxis = std::move(onAxis);
    m_gantt->setShown(tracks(), holds ? GanttWidget::Axis::Holds : GanttWidget::Axis::Fits);
    showAnnotations();
    m_gantt->setGanttStyle(ganttStyle());
    m_inspector->setAtHand(m_current);
    m_inspector->refresh();
    m_facet->showOutcomes();
    showWanted();
    m_facet->request();
    emit statusChanged();
}

void ScenarioPage::apply(Scenario after, const QString& what, int gesture) {
    if (after != scenario()) document().apply({std::move(after), what, gesture});
}

void ScenarioPage::fillCards() {
    CardGallery* const gallery = m_facet->parts().cards;
    if (!gallery || !m_cards.schedules.empty()) return;
    auto cards = loadScenario(m_facet->parts().preset);
    if (!cards) return emit failed(toQString(cards.error().text()));
    m_cards = std::move(*cards);
    std::vector<Outcome> outcomes;
    for (std::size_t card = 0; card < m_cards.schedules.size(); ++card)
        outcomes.push_back(outcomeOf(m_cards, card, run(m_cards, card)));
    gallery->setFaces(facesOf(outcomes));
    m_facet->setCards(m_cards);
}

void ScenarioPage::takeCard(std::size_t card) {
    const ScheduleEntry& entry = m_cards.schedules[card];
    m_current ? m_facet->takeCard(entry) : startWith(entry);
}

/// Uses the gallery's workload, so that entries added later are drawn on the same scale.
void ScenarioPage::startWith(const ScheduleEntry& entry) {
    Scenario scenario;
    scenario.workload = m_cards.workload;
    scenario.schedules = {entry};
    m_facet->fit(scenario);
    const QString title = toQString(displayLabel(entry));
    document().replace(scenario, title, tr("Start with %1").arg(title));
    m_gantt->setFocus();
}

std::optional<WorkProgress> ScenarioPage::progress() const {
    if (const auto runs = m_controller.background().runsProgress())
        return WorkProgress{m_facet->parts().computing, *runs};
    return m_facet->progress();
}

bool ScenarioPage::isStopped() const { return results().isCancelled() || m_facet->isStopped(); }

void ScenarioPage::goOn() {
    results().goOn();
    m_facet->goOn();
}

bool ScenarioPage::isPinned() const { return results().references().pinned().has_value(); }

void ScenarioPage::setPinned(bool on) { results().setPinned(on); }

bool ScenarioPage::hasPicture() {
    if (conceals()) {
        emit failed(tr("The picture would tell the answer; make a prediction first."));
        return false;
    }
    const bool hasTracks = !m_facet->parts().family || !m_tracks.empty();
    if (!hasTracks) emit failed(m_facet->parts().nothing);
    return hasTracks;
}

/// The entries in exported pictures; empty for all.
std::vector<int> ScenarioPage::exported() const { return m_facet->parts().family ? m_tracks : std::vector<int>(); }

void ScenarioPage::exportPicture() {
    if (hasPicture()) m_pictures->exportPicture(document().name(), m_gantt->timeView(), exported());
}

void ScenarioPage::copyImage() {
    if (hasPicture()) m_pictures->copyImage(exported());
}

void ScenarioPage::exportMemory() {
    if (hasPicture()) m_pictures->exportMemory(document().name(), exported());
}

GanttStyle ScenarioPage::ganttStyle() const {
    GanttStyle style = m_controller.style(m_controller.settings().*look());
    m_facet->adapt(style);
    style.isForRoom = lessonStep() && !showsPanels();  // a lesson's picture fills the page
    if (conceals()) style.marks.held = style.marks.critical = false;
    return style;
}

void ScenarioPage::showStyle() {
    m_gantt->setGanttStyle(ganttStyle());
    if (m_controller.settings().bubble != std::exchange(m_bubble, m_controller.settings().bubble))
        m_gantt->setShown(tracks(), GanttWidget::Axis::Holds);
    m_opPanel->setFirstNumber(m_controller.settings().firstNumber);
    m_facet->showStyle();
    emit statusChanged();
}

bool ScenarioPage::showsInstead() const { return m_upper->currentWidget() != m_gantt; }

void ScenarioPage::showInstead(bool on) {
    m_upper->setCurrentIndex(on ? 1 : 0);
    showParts();
    m_facet->request();
    showWanted();
    start()->setFocus();
    emit statusChanged();
}

QWidget* ScenarioPage::start() const {
    return isFilled() ? m_upper->currentWidget() : static_cast<QWidget*>(m_facet->parts().cards);
}

/// What takes the place of the Gantts also hides the panel that explains ops, which belongs to them.
void ScenarioPage::showParts() {
    const ScenarioFacet::Parts& parts = m_facet->parts();
    const bool panels = isFilled() && showsPanels() && !conceals() && !(lessonStep() && lessonStep()->challenge);
    const bool isNarrow = width() < kRoomForRight;
    const bool isPicked = m_gantt->currentPick().has_value();
    parts.form->setVisible(panels && (!(isNarrow && isPicked) || showsInstead()));
    m_opPanel->setVisible(panels && (!isNarrow || isPicked) && !showsInstead());
    parts.lower->setVisible(showsLower() && !conceals());
    m_splitter->setVisible(isFilled());
    m_gantt->setGanttStyle(ganttStyle());
    if (parts.cards) parts.cards->setVisible(!m_current || (parts.keepsCards && !isPresenting()));
    m_facet->setScale(isPresenting() ? projectorScale(*this) : 1);
}

void ScenarioPage::setPresenting(bool on) {
    if (on && showsInstead()) m_controller.actions().gallery->setChecked(false);
    m_gantt->setPresentMode(on);
    Page::setPresenting(on);
    m_gantt->setFocus();
}

QString ScenarioPage::why() const { return m_opPanel->sentence(); }

/// The pick in hidden Gantts stays.
bool ScenarioPage::escape() { return !showsInstead() && m_gantt->endInnermost(); }

void ScenarioPage::keepLayout(Settings& settings) const {
    settings.*m_facet->parts().splitter = m_splitter->saveState();
}

/// The runs of a lesson's scene may have finished while another page was shown.
void ScenarioPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    fillCards();
    followCurrent();
    showCurrent();
    showOutcomes();
    showRangeOfLesson();
}

void ScenarioPage::hideEvent(QHideEvent* event) {
    Page::hideEvent(event);
    m_facet->request();
}

void ScenarioPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    showParts();
}

}  // namespace bubblescope
