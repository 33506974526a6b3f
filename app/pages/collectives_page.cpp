#include "app/pages/collectives_page.h"

#include "app/commands/actions.h"
#include "app/commands/export_picture.h"
#include "app/commands/window_controller.h"
#include "app/pages/pages.h"
#include "engine/core/text.h"
#include "widgets/collectives/algorithm_clock.h"
#include "widgets/collectives/collective_export.h"
#include "widgets/collectives/collective_form.h"
#include "widgets/collectives/collective_shown.h"
#include "widgets/collectives/collective_words.h"
#include "widgets/collectives/cost_chart.h"
#include "widgets/collectives/explain_panel.h"
#include "widgets/collectives/history_tree.h"
#include "widgets/collectives/slots_view.h"
#include "widgets/collectives/step_clock.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/kit/fitting_label.h"
#include "widgets/kit/format.h"
#include "widgets/kit/projector_type.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/picture/copied_picture.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QSplitter>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int kFormWidth = 286, kExplainWidth = 262, kRoomForExplain = 1150;
constexpr int kMostShownRanks = 256;  // with more ranks, only numbers are shown
constexpr std::size_t kMostSegments = 4;

/// "Hierarchical all-reduce".
QString titleOf(Collective collective, std::string_view algorithm) {
    QString name = algorithm == "binomial" ? CollectivesPage::tr("binomial-tree") : toQString(algorithm);
    name[0] = name[0].toUpper();
    return CollectivesPage::tr("%1 %2").arg(name, toQString(infoOf(collective).id));
}

/// Ranks on a ring.
void paintIcon(QPainter& painter, const QRectF& rect, const QColor& color) {
    const QPointF middle = rect.center();
    const double radius = rect.height() / 2 - 4;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1.4));
    painter.drawEllipse(middle, radius, radius);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    for (int rank = 0; rank < 6; ++rank) {
        const double angle = rank * M_PI / 3;
        painter.drawEllipse(middle + QPointF(std::cos(angle), std::sin(angle)) * radius, 3, 3);
    }
}

}  // namespace

const PageKind kCollectivesPage{
    .id = "collectives",
    .title = QT_TRANSLATE_NOOP("Text", "Collectives"),
    .paintIcon = paintIcon,
    .document = &kCollectiveKind,
    .suits = [](WindowController&) { return true; },
    .ownActions =
        [](const Actions& actions) {
            return QList<QAction*>{actions.showLower, actions.play, actions.palette->menu()->menuAction()};
        },
    .make = [](WindowController& controller, QWidget* parent) -> Page* {
        return new CollectivesPage(controller, parent);
    },
};

CollectivesPage::CollectivesPage(WindowController& controller, QWidget* parent)
    : Page(parent),
      m_controller(controller),
      m_form(new CollectiveForm),
      m_view(new SlotsView),
      m_clock(new StepClock),
      m_explain(new ExplainPanel),
      m_algorithms(new AlgorithmClock),
      m_cost(new CostChart),
      m_title(new QLabel),
      m_place(new FittingLabel),
      m_sentence(new FittingLabel),
      m_head(new QHBoxLayout),
      m_splitter(new QSplitter(Qt::Vertical)) {
    layOut();
    connectAll();
    showPalette();
    showSetup(false);
    showLesson();
}

void CollectivesPage::layOut() {
    m_title->setFont(uiFont(14, QFont::DemiBold));
    m_place->setFont(uiFont(14));
    m_place->setForegroundRole(QPalette::PlaceholderText);
    m_sentence->setFont(uiFont(12.5));
    m_sentence->setContentsMargins(16, 0, 16, 4);
    m_head->setContentsMargins(16, 8, 16, 2);
    m_head->setSpacing(8);
    m_head->addWidget(m_title);
    m_head->addWidget(m_place, 1);
    auto* upper = new QWidget;
    upper->setAutoFillBackground(true);
    upper->setBackgroundRole(QPalette::Base);
    auto* column = new QVBoxLayout(upper);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(m_head);
    column->addWidget(m_sentence);
    column->addWidget(m_view, 1);
    column->addWidget(m_clock);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_form);
    m_splitter->addWidget(upper);
    m_splitter->addWidget(m_lower = newLowerPart());
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    if (!m_splitter->restoreState(m_controller.settings().collectivesSplitter)) m_splitter->setSizes({530, 360});
    row->addWidget(m_splitter, 1);
    row->addWidget(m_explain);
    m_form->setFixedWidth(kFormWidth);
    m_explain->setFixedWidth(kExplainWidth);
}

/// The algorithms on one time axis, and their cost.
QWidget* CollectivesPage::newLowerPart() {
    auto* lower = new QWidget;
    lower->setAutoFillBackground(true);
    auto* row = new QHBoxLayout(lower);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_algorithms, 5);
    row->addWidget(m_cost, 3);
    return lower;
}

void CollectivesPage::ask(CollectiveSetup after, const QString& what, int gesture) {
    CollectiveDocument& document = m_controller.collective();
    if (after != document.setup()) document.apply({std::move(after), what, gesture});
}

void CollectivesPage::connectAll() {
    CollectiveDocument& document = m_controller.collective();
    connect(&document, &Document::opened, this, [this] {
        m_view->setPicked(std::nullopt);
        m_clock->setTime(0);
    });
    connect(&document, &Document::changed, this, [this] { showSetup(true); });
    connect(&document, &Document::refused, this, [this] { showSetup(true); });
    connect(&document, &Document::lookChanged, this, [this] { showSetup(true); });
    connect(&m_controller, &WindowController::styleChanged, this, &CollectivesPage::showPalette);
    connect(m_form, &CollectiveForm::edited, &document, &CollectiveDocument::apply);
    connect(m_form, &CollectiveForm::listClosed, m_view, qOverload<>(&QWidget::setFocus));
    connect(m_clock, &StepClock::timeChanged, this, &CollectivesPage::showTime);
    connect(&m_controller.lesson(), &LessonPlayer::stepChanged, this, &CollectivesPage::showLesson);
    connect(m_view, &SlotsView::stepAsked, m_clock, &StepClock::go);
    connect(m_controller.actions().play, &QAction::triggered, this, [this] {
        if (isVisible()) m_clock->go(StepKey::Play);
    });
    connect(m_view, &SlotsView::pickedChanged, this, &CollectivesPage::showTime);
    connect(m_explain, &ExplainPanel::originChosen, this, [this](int rank, int row, std::size_t step) {
        m_clock->setTime(step == 0 ? 0 : m_playback->endOf(step));
        m_view->setPicked(std::pair(rank, row));
    });
    connect(m_explain, &ExplainPanel::reverseAsked, this, &CollectivesPage::reverse);
    connect(m_algorithms, &AlgorithmClock::algorithmPicked, this,
            [this](const QString& id) { choose(id.toStdString()); });
    connect(m_algorithms, &AlgorithmClock::timePicked, m_clock, &StepClock::setTime);
    connect(m_cost, &CostChart::message, this, &Page::confirmed);
    connect(m_cost, &CostChart::exportWanted, this, chartExporter(m_controller.settings(), this));
    connect(m_cost, &CostChart::bytesPicked, this, [this](double bytes, int gesture) {
        CollectiveSetup after = m_controller.collective().setup();
        after.bytes = bytes;
        ask(std::move(after), tr("Change bytes"), gesture);
    });
    connect(m_cost, &CostChart::ranksPicked, this, [this](int ranks, int gesture) {
        CollectiveSetup after = m_controller.collective().setup();
        setRanks(after, ranks);
        ask(std::move(after), tr("Change ranks"), gesture);
    });
}

void CollectivesPage::showPalette() {
    const OpPalette& palette = opPalette(m_controller.settings().palette);
    m_view->setOpPalette(palette);
    m_explain->history()->setOpPalette(palette);
    m_algorithms->setOpPalette(palette);
}

QWidget* CollectivesPage::start() const { return m_view; }

void CollectivesPage::keepLayout(Settings& settings) const { settings.collectivesSplitter = m_splitter->saveState(); }

Result<CollectiveRun> CollectivesPage::runOf(const std::string& id) const {
    return runCollective(m_controller.collective().setup(), id, kMostShownRanks);
}

void CollectivesPage::showSetup(bool keepsStep) {
    const CollectiveDocument& document = m_controller.collective();
    const CollectiveSetup& setup = document.setup();
    // The step is kept only for the same collective; in another one, the same number means another step.
    keepsStep = keepsStep && m_playback && m_playback->algorithm->collective == setup.collective;
    m_form->setSetup(setup);
    m_algorithms->setSetup(setup);
    m_cost->setSetup(setup);
    m_runs.clear();
    const CollectiveRun* shown = nullptr;
    std::size_t place = 0;
    for (std::size_t i = 0; i < setup.algorithms.size(); ++i) {
        m_runs.push_back(runOf(setup.algorithms[i]));
        if (setup.algorithms[i] == document.algorithm()) place = i;
    }
    m_whole.reset(), m_playback.reset();
    QString notice;
    if (!m_runs[place]) {
        notice = tr("%1: %2").arg(toQString(setup.algorithms[place]), toQString(m_runs[place].error().message));
    } else if (shown = &*m_runs[place]; setup.ranks > kMostShownRanks) {
        const long long steps = shown->form.steps();
        notice = tr("%1 ranks are too many to draw; at most %2 are drawn. With %3 they need %4 steps, which take %5.")
                     .arg(setup.ranks)
                     .arg(kMostShownRanks)
                     .arg(toQString(shown->algorithm->id))
                     .arg(steps)
                     .arg(formatMicroseconds(toUnits(shown->time)));
    } else if (auto playback = Playback::of(setup, *m_runs[place]); !playback) {
        notice = toQString(playback.error().message);
    } else {
        m_whole = std::make_shared<const Playback>(std::move(*playback));
        if (auto told = toldOf(m_whole))
            m_playback = std::move(*told);
        else
            m_whole.reset(), notice = toQString(told.error().message);
    }
    m_view->setPlayback(m_playback, setup, notice);
    m_explain->setRun(m_playback, setup, shown);
    m_title->setText(shown ? titleOf(setup.collective, shown->algorithm->id)
                           : toQString(infoOf(setup.collective).title));
    showChooser();
    m_clock->setPlayback(m_whole, setup, keepsStep);
    showTime();
    emit statusChanged();
}

/// Offers the algorithms as segments side by side where these fit next to the title, else as a list.
void CollectivesPage::showChooser() {
    const CollectiveDocument& document = m_controller.collective();
    const std::vector<std::string>& all = document.setup().algorithms;
    const auto current = static_cast<int>(std::find(all.begin(), all.end(), document.algorithm()) - all.begin());
    QStringList names;
    for (const std::string& id : all) names += toQString(id);
    constexpr int kBesideName = 26, kRoomForPlace = 250;
    const int least = m_title->sizeHint().width() + kRoomForPlace;
    const int wanted =
        fontMetrics().horizontalAdvance(names.join(QString())) + kBesideName * static_cast<int>(names.size());
    // Presenting needs large type, which segments do not have.
    const bool isSegmented = !isPresenting() && all.size() <= kMostSegments && wanted + least <= m_splitter->width();
    if (all != m_offered || isSegmented != (qobject_cast<SegmentedControl*>(m_chooser) != nullptr)) {
        m_offered = all;
        delete m_chooser;
        m_chooser = nullptr;
        const auto chosen = [this](int index) {
            choose(m_offered[static_cast<std::size_t>(index)]);
            m_view->setFocus();  // its keys move through the steps
        };
        if (isSegmented) {
            auto* segments = new SegmentedControl(names, tr("Algorithm shown"));
            connect(segments, &SegmentedControl::chosenByUser, this, chosen, Qt::QueuedConnection);
            m_chooser = segments;
        } else {
            auto* combo = new QComboBox;
            combo->addItems(names);
            if (isPresenting()) combo->setFont(uiFont(13 * projectorScale(*this)));
            combo->setAccessibleName(tr("Algorithm shown"));
            connect(combo, &QComboBox::activated, this, chosen, Qt::QueuedConnection);
            m_chooser = combo;
        }
        m_head->addWidget(m_chooser);
        m_chooser->setVisible(all.size() > 1);
    }
    if (auto* segments = qobject_cast<SegmentedControl*>(m_chooser))
        segments->setChosen(current);
    else
        static_cast<QComboBox*>(m_chooser)->setCurrentIndex(current);
}

void CollectivesPage::choose(const std::string& algorithm) { m_controller.collective().setAlgorithm(algorithm); }

void CollectivesPage::showLesson() {
    const LessonStep* step = m_controller.lesson().step();
    if (!m_playback || !step || !std::holds_alternative<CollectiveSetup>(step->scene)) return;
    if (step->after) {
        const auto done = std::min(static_cast<std::size_t>(*step->after), m_playback->steps());
        m_clock->setTime(done == 0 ? 0 : m_playback->endOf(done));
    }
    showTime();
}

void CollectivesPage::showTime() {
    m_algorithms->setChosen(m_controller.collective().algorithm(), m_clock->time());
    m_view->setTime(m_clock->time());
    m_explain->setPick(m_view->picked(), m_view->moment());
    m_place->setTexts(m_playback ? placeTexts(*m_playback, m_view->moment()) : QStringList());
    // Where the panel does not fit, this line shows its text.
    const QString ofSlot = m_explain->isHidden() ? m_explain->ofSlot() : QString();
    if (!m_playback || !ofSlot.isEmpty()) return m_sentence->setTexts({ofSlot});
    const QString said = momentText(*m_playback, m_view->moment()),
                  example = exampleText(*m_playback, m_view->moment());
    QStringList texts{said};
    if (!example.isEmpty()) texts.prepend(said + QLatin1Char(' ') + example);
    if (isPresenting() && !showsPanels() &&
        !m_controller.lesson().conceals()) {  // the panel that explains the cost is hidden
        const QString sum = costSum(*m_playback->algorithm, closedFormOf(*m_playback->algorithm, m_playback->team));
        QStringList withSum;
        for (const QString& text : texts) withSum += text + QStringLiteral("   ") + sum;
        texts = withSum + texts;
    }
    m_sentence->setTexts(texts);
}

/// Reverses every transfer and the order of the steps, and moves the clock so that the same moment stays on screen.
void CollectivesPage::reverse() {
    CollectiveDocument& document = m_controller.collective();
    if (!m_playback) return;
    const Algorithm* dual = dualOf(*m_playback->algorithm);
    if (!dual) return;
    const double rest = m_playback->duration - m_clock->time();
    const std::size_t ended = m_playback->stepAt(m_clock->time());
    const bool isAtRest = m_view->moment().isBetweenSteps();
    CollectiveEdit edit{document.setup(), tr("Reverse transfers")};
    CollectiveSetup& after = edit.after;
    if (after.title == infoOf(after.collective).title) after.title = infoOf(dual->collective).title;
    after.collective = dual->collective;
    std::vector<std::string> algorithms;
    for (const std::string& id : document.setup().algorithms) {
        const Algorithm* known = findAlgorithm(document.setup().collective, id);
        const Algorithm* other = known ? dualOf(*known) : nullptr;
        if (other) algorithms.emplace_back(other->id);
    }
    after.algorithms = std::move(algorithms);
    if (after.algorithms.empty()) after.algorithms.emplace_back(dual->id);
    if (after == document.setup()) {
        emit confirmed(
            tr("%1 is its own reverse: the last step is now the first").arg(titleOf(dual->collective, dual->id)));
    } else {
        document.setAlgorithm(std::string(dual->id));
        document.apply(edit);
    }
    const std::size_t left = m_playback ? m_playback->steps() - std::min(ended, m_playback->steps()) : 0;
    m_clock->setTime(!isAtRest || !m_playback || left == 0 ? rest : m_playback->endOf(left));
}

QString CollectivesPage::answer() const {
    if (m_controller.lesson().conceals()) return {};
    const CollectiveSetup& setup = m_controller.collective().setup();
    QStringList parts;
    const CollectiveRun *best = nullptr, *worst = nullptr;
    int ran = 0;
    for (const auto& run : m_runs) {
        if (!run) continue;
        ++ran;
        if (!best || run->time < best->time) best = &*run;
        if (!worst || run->time > worst->time) worst = &*run;
    }
    if (!best) return tr("No selected algorithm can run on this number of ranks");
    if (m_runs.size() > 1) parts += tr("%1 algorithms").arg(m_runs.size());
    if (ran < static_cast<int>(m_runs.size())) parts += tr("%1 cannot run").arg(static_cast<int>(m_runs.size()) - ran);
    if (m_playback)
        parts += (m_playback->steps() == 1 ? tr("%1: %2 step, %3 transfers") : tr("%1: %2 steps, %3 transfers"))
                     .arg(toQString(m_playback->algorithm->id))
                     .arg(m_playback->steps())
                     .arg(toQString(withThousands(static_cast<long long>(m_whole->plan().transfers.size()))));
    const QString time = formatMicroseconds(toUnits(best->time));
    if (ran < 2 || best->time == worst->time)
        parts += tr("%1 takes %2").arg(toQString(best->algorithm->id), time);
    else
        parts +=
            tr("%1 is fastest: %2, %3 less than %4")
                .arg(toQString(best->algorithm->id), time,
                     formatPercent(1 - toUnits(best->time) / toUnits(worst->time)), toQString(worst->algorithm->id));
    if (const auto last = std::max_element(setup.arrival.begin(), setup.arrival.end());
        last != setup.arrival.end() && *last > 0) {
        const double punctual = timeByForm(setup, *best->algorithm);
        parts += tr("rank %1 arrives last, at %2; without delays %3 takes %4")
                     .arg(last - setup.arrival.begin())
                     .arg(formatMicroseconds(*last), toQString(best->algorithm->id), formatMicroseconds(punctual));
    }
    return parts.join(QStringLiteral(" · "));
}

QString CollectivesPage::definition() const {
    switch (m_controller.collective().setup().collective) {
        case Collective::AllReduce: return tr("bus bandwidth = S / t · 2 (n − 1) / n");
        case Collective::AllGather:
        case Collective::ReduceScatter:
        case Collective::AllToAll: return tr("bus bandwidth = S / t · (n − 1) / n");
        case Collective::Broadcast:
        case Collective::Reduce: return tr("bus bandwidth = S / t");
        default: return {};
    }
}

bool CollectivesPage::hasPicture() {
    if (m_playback) return true;
    emit failed(tr("These steps cannot be drawn. Choose fewer ranks or another algorithm."));
    return false;
}

/// The options of a picture that looks as the window does.
PictureOptions CollectivesPage::options() const {
    PictureOptions options;
    options.theme = m_controller.theme();
    if (const QString& palette = m_controller.settings().palette; !palette.isEmpty()) options.palette = palette;
    return options;
}

void CollectivesPage::exportPicture() {
    const CollectiveDocument& document = m_controller.collective();
    PictureOptions start = options();
    std::optional<Exportable> storyboard;
    if (m_playback) {
        const std::size_t step = m_view->moment().currentStep();
        start.figures = {step};
        storyboard = exportedCollective(m_playback, document.setup(), step);
    }
    const CollectiveSetup& setup = document.setup();
    std::vector<TrackData> tracks = m_algorithms->isAwaited()
                                        ? clockTracks(setup, runChosen(setup), themeOf(start.theme)).shown
                                        : m_algorithms->gantt().shown();
    Settings& settings = m_controller.settings();
    // The preset may have been edited, so its name may no longer fit.
    QString name = document.path().isEmpty() ? toQString(infoOf(setup.collective).id) : document.name();
    if (m_playback) name += QLatin1Char('-') + toQString(m_playback->algorithm->id);
    openExportDialog(exportedPage(std::move(storyboard), setup, std::move(tracks)), start, settings.exportFormat,
                     {name, &settings.exportFormat}, settings, this);
}

void CollectivesPage::copyImage() {
    if (!hasPicture()) return;
    PictureOptions wanted = options();
    wanted.figures = {m_view->moment().currentStep()};
    const Exportable thing = exportedCollective(m_playback, m_controller.collective().setup(), wanted.figures.front());
    const auto done = copyPicture(thing.picture(wanted), thing.json);
    if (!done) return emit failed(toQString(done.error().text()));
    emit confirmed(tr("Copied the picture"));
}

QString CollectivesPage::table() const {
    return QString::fromStdString(collectiveTable(m_controller.collective().setup()));
}

QWidget* CollectivesPage::editor() const { return m_form; }

bool CollectivesPage::escape() { return m_view->leavePicked(); }

void CollectivesPage::showParts() {
    const bool panels = showsPanels();
    m_form->setVisible(panels);
    m_explain->setVisible(panels && width() >= kRoomForExplain);
    m_lower->setVisible(showsLower());
}

void CollectivesPage::setPresenting(bool on) {
    m_view->setPresenting(on);
    Page::setPresenting(on);
    fitRoom();
    m_view->setFocus();
}

void CollectivesPage::fitRoom() {
    Page::fitRoom();
    const double scale = isPresenting() ? projectorScale(*this) : 1;
    m_clock->setPresenting(isPresenting());
    m_title->setFont(uiFont(14 * scale, QFont::DemiBold));
    m_place->setFont(uiFont(14 * scale));
    m_sentence->setFont(uiFont(12.5 * scale));
    m_offered.clear();
    showChooser();
    showTime();
}

void CollectivesPage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    showParts();
    showChooser();
}

}  // namespace bubblescope
