#include "app/commands/window_controller.h"

#include "app/commands/actions.h"
#include "app/commands/help.h"
#include "app/commands/page_kind.h"
#include "app/documents/lesson_document.h"
#include "app/documents/load_scenario.h"
#include "engine/entries/resolve.h"
#include "engine/study/scenario_link.h"
#include "engine/style/style.h"
#include "engine/style/style_keys.h"
#include "widgets/charts/chart_quantity.h"
#include "widgets/kit/format.h"
#include "widgets/kit/notation.h"
#include "widgets/kit/text.h"
#include "widgets/lessons/lesson_pictures.h"
#include "widgets/picture/picture_style.h"

#include <QFileInfo>
#include <QStandardPaths>
#include <QWidget>

#include <algorithm>
#include <array>

namespace bubblescope {

WindowController::WindowController(QWidget* window)
    : m_window(window),
      m_settings(Settings::load()),
      m_results(scenario(), m_background),
      m_session(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation)),
      m_files(m_documents, m_settings, window),
      m_lesson(m_documents, m_results, m_settings),
      m_actions(new Actions(m_undo, window)) {
    for (Document* document : m_documents) {
        m_undo.addStack(&document->undoStack());
        connect(document, &Document::fileChanged, this, &WindowController::showTitle);
        connect(document, &Document::refused, this, &WindowController::failed);
    }
    connect(&m_background, &Background::failed, this, &WindowController::failed);
    m_undo.setActiveStack(&scenario().undoStack());
    connectFiles();
    connectChoices();
    connectMarks();
    connectParts();
    connectLesson();
    connectSession();
    connect(m_actions->help, &QAction::triggered, this, [this] { showShortcuts(*m_actions, m_window); });
    connect(m_actions->definitions, &QAction::triggered, this, [this] { showDefinitions(m_window); });
    connect(m_actions->about, &QAction::triggered, this, [this] { showAbout(m_window); });
    connect(m_actions->quit, &QAction::triggered, window, &QWidget::close);
    m_results.setCurves(m_settings.chartAxis, m_settings.keepRatio);
    applyThemeChoice();
}

WindowController::~WindowController() = default;

void WindowController::connectFiles() {
    connect(m_actions->newDocument, &QAction::triggered, &m_files, &FileCommands::startNew);
    connect(m_actions->open, &QAction::triggered, &m_files, &FileCommands::openWithDialog);
    connect(m_actions->save, &QAction::triggered, &m_files, &FileCommands::save);
    connect(m_actions->rename, &QAction::triggered, &m_files, &FileCommands::changeTitle);
    connect(m_actions->saveAs, &QAction::triggered, &m_files, &FileCommands::saveAs);
    connect(m_actions->recent, &QMenu::aboutToShow, this, [this] { m_files.fillRecent(*m_actions->recent); });
    connect(&m_files, &FileCommands::failed, this, &WindowController::failed);
    connect(&m_files, &FileCommands::exported, this, &WindowController::confirmed);
    connect(&m_files, &FileCommands::done, this, [this](Document& document, bool isOther) {
        m_files.fillRecent(*m_actions->recent);
        emit settled(document, isOther);
        if (isOther && &document == &scenario()) takeStyle();
        if (isOther && &document == &m_documents.lesson()) m_lesson.begin();
    });
    m_files.fillRecent(*m_actions->recent);
    connect(m_actions->presets, &QMenu::aboutToShow, this, [this] { m_files.fillPresets(*m_actions->presets); });
}

void WindowController::showChoices() {
    const auto palettes = opPalettes();
    for (std::size_t i = 0; i < palettes.size(); ++i)
        if (m_settings.palette == QLatin1String(palettes[i].id)) m_actions->palette->setCurrent(static_cast<int>(i));
    m_actions->numbering->setCurrent(m_settings.firstNumber);
    const auto& notations = style_keys::kNotations;
    const auto known = std::find(notations + 1, std::end(notations), m_settings.notation.toStdString());
    const auto place = static_cast<int>(known == std::end(notations) ? 1 : known - notations);
    m_actions->notation->setCurrent(place - 1);
    setNotation(static_cast<Notation>(place));
    m_actions->bubble->setCurrent(static_cast<int>(placeIn(kIsBubble, m_settings.bubble)));
    m_actions->theme->setCurrent(!m_settings.theme ? 0 : *m_settings.theme == ThemeId::Light ? 1 : 2);
}

void WindowController::connectChoices() {
    showChoices();

    const auto onPick = [this](Choice* choice, auto&& set) {
        connect(choice, &Choice::picked, this, [this, set](int index) {
            m_settings.change([&](ViewPreferences& taste) { set(taste, index); });
            changed();
        });
    };
    onPick(m_actions->palette, [](ViewPreferences& taste, int i) {
        taste.palette = QLatin1String(opPalettes()[static_cast<std::size_t>(i)].id);
    });
    onPick(m_actions->colorBy,
           [this](ViewPreferences& taste, int i) { (taste.*m_look).colorBy = static_cast<ColorBy>(i); });
    onPick(m_actions->labels,
           [this](ViewPreferences& taste, int i) { (taste.*m_look).labels = static_cast<CellLabel>(i); });
    onPick(m_actions->numbering, [](ViewPreferences& taste, int i) { taste.firstNumber = i; });
    onPick(m_actions->bubble,
           [](ViewPreferences& taste, int i) { taste.bubble = quantitiesIn(kIsBubble)[static_cast<std::size_t>(i)]; });
    connect(m_actions->notation, &Choice::picked, this, [this](int i) {
        m_settings.notation = toQString(style_keys::kNotations[i + 1]);
        setNotation(static_cast<Notation>(i + 1));
        changed();
        emit notationChanged();
    });
    connect(m_actions->theme, &Choice::picked, this, [this](int i) {
        m_settings.theme = i == 0 ? std::nullopt : std::optional(i == 1 ? ThemeId::Light : ThemeId::Dark);
        applyThemeChoice();
        changed();
    });
}

namespace {

/// The actions that toggle overlays, each with its member of SchemeMarks.
std::array<std::pair<QAction*, bool SchemeMarks::*>, 4> marksOf(const Actions& actions) {
    return {{{actions.markFetches, &SchemeMarks::fetches},
             {actions.markTransfers, &SchemeMarks::transfers},
             {actions.markHeld, &SchemeMarks::held},
             {actions.markCritical, &SchemeMarks::critical}}};
}

}  // namespace

/// Overlays that someone changes during a lesson last until its next step and are not saved.
void WindowController::connectMarks() {
    for (const auto& [action, mark] : marksOf(*m_actions))
        connect(action, &QAction::triggered, this, [this, mark = mark](bool on) {
            const auto set = [&](ViewPreferences& taste) { (taste.*m_look).marks.*mark = on; };
            m_marksBefore ? set(m_settings) : m_settings.change(set);
            changed();
        });
}

void WindowController::showLook() {
    if (!m_look) return;
    const GanttLook& look = m_settings.*m_look;
    m_actions->colorBy->setCurrent(static_cast<int>(look.colorBy));
    m_actions->labels->setCurrent(static_cast<int>(look.labels));
    for (const auto& [action, mark] : marksOf(*m_actions)) action->setChecked(look.marks.*mark);
}

/// Takes over the parts of the scenario's own style that a window can show. They replace the user's preferences until
/// a scenario without a style is opened.
void WindowController::takeStyle() {
    const ViewPreferences before = m_settings;
    m_settings.giveBack();
    const Scenario& styled = scenario().scenario();
    const ParameterValue::Object style = resolvedStyle(styled.style);
    if (const auto options = pictureOptionsOf(styled.style, styled); options && hasLook(style)) {
        m_settings.borrow();
        const auto has = [&](std::string_view key) { return valueNamed(style, key).has_value(); };
        // A theme may set a palette.
        if (has("palette") || options->palette != PictureOptions().palette) m_settings.palette = options->palette;
        if (has("first_number")) m_settings.firstNumber = options->firstNumber;
        if (has("bubble")) m_settings.bubble = options->bubble;
        for (const auto each : kLooks) {
            GanttLook& look = m_settings.*each;
            if (has("color_by")) look.colorBy = options->colorBy;
            if (has("labels")) look.labels = options->labels;
            if (has("marks")) look.marks = options->marks;
        }
    }
    if (before == m_settings) return;
    showChoices();
    showLook();
    changed();
}

void WindowController::connectParts() {
    const std::pair<QAction*, bool Settings::*> parts[] = {{m_actions->showPanels, &Settings::showPanels},
                                                           {m_actions->showLower, &Settings::showLower},
                                                           {m_actions->glide, &Settings::glide},
                                                           {m_actions->table, &Settings::showTable}};
    for (const auto& [action, shown] : parts) {
        action->setChecked(m_settings.*shown);
        connect(action, &QAction::toggled, this, [this, shown = shown](bool on) {
            const bool isView = shown == &Settings::showPanels || shown == &Settings::showLower;
            if (isView && lesson().step()) return;  // which has a view of its own
            m_settings.*shown = on;
            m_settings.save();
        });
    }
}

void WindowController::connectLesson() {
    connect(&m_lesson, &LessonPlayer::failed, this, &WindowController::failed);
    connect(&m_lesson, &LessonPlayer::sceneShown, this, [this](Document& document) { emit settled(document, true); });
    connect(&m_lesson, &LessonPlayer::closed, this, [this] { emit settled(m_documents.lesson(), false); });
    connect(&m_lesson, &LessonPlayer::lessonAsked, this,
            [this](const QString& name) { m_files.open(toQString(kPresetPrefix) + name); });
    connect(&m_lesson, &LessonPlayer::stepChanged, this, &WindowController::showLessonMarks);
    connect(&m_lesson, &LessonPlayer::stepChanged, this, &WindowController::showTitle);
}

/// A step shows exactly the overlays that it names; after the lesson the previous ones are restored.
void WindowController::showLessonMarks() {
    const LessonStep* step = m_lesson.step();
    if (!step && !m_marksBefore) return;
    if (!m_marksBefore) {
        m_settings.borrow();
        m_marksBefore.emplace();
        for (std::size_t i = 0; i < std::size(kLooks); ++i) (*m_marksBefore)[i] = (m_settings.*kLooks[i]).marks;
    }
    for (std::size_t i = 0; i < std::size(kLooks); ++i)
        (m_settings.*kLooks[i]).marks = step ? lessonMarks(*step) : (*m_marksBefore)[i];
    if (!step) {
        m_marksBefore.reset();
        if (!hasLook(scenario().scenario().style)) m_settings.giveBack();
    }
    showLook();
    changed();
}

void WindowController::connectSession() {
    m_session.setSource([this] {
        SessionState state;
        state.page = QLatin1String(m_page ? m_page->id : "");
        for (const Document* document : m_documents) {
            const auto& [text, isBlank, origin] = document->draft();
            state.documents[&document->kind()] = {text,        isBlank,        origin.name,
                                                  origin.path, origin.isClean, document->look()};
        }
        return state;
    });
    for (Document* document : m_documents) {
        connect(document, &Document::changed, &m_session, &Session::touch);
        connect(document, &Document::fileChanged, &m_session, &Session::touch);
        connect(document, &Document::lookChanged, &m_session, &Session::touch);
    }
}

void WindowController::start(const QString& file) {
    const SessionState last = m_session.begin(!file.isEmpty()).value_or(SessionState{});
    for (Document* document : m_documents) begin(*document, last);
    m_hasLimit = scenario().scenario().workload.memoryLimit.has_value();
    connect(&scenario(), &Document::changed, this, &WindowController::followLimit);
    takeStyle();
    if (!file.isEmpty())
        m_files.open(file);
    else
        emit pageWanted(last.page);
    if (!m_session.warning().isEmpty()) emit noted(m_session.warning());
    showTitle();
}

/// Starts a document with what the session stored of it, or with the first preset of its kind.
void WindowController::begin(Document& document, const SessionState& last) {
    const auto found = last.documents.find(&document.kind());
    if (found == last.documents.end()) {
        const auto opened = document.open(toQString(kPresetPrefix) + QLatin1String(document.kind().first));
        if (!opened) emit failed(toQString(opened.error().text()));
        return;
    }
    const SessionDocument& kept = found->second;
    // A document without unsaved changes is read from its file again, which may be newer than the session. If the file
    // is gone, the document counts as unsaved.
    const bool isInFile = kept.clean && !kept.path.isEmpty();
    if (isInFile && document.open(kept.path)) return document.setLook(kept.look);
    if (const auto content = kept.content(document.kind()))
        content->start(document, {kept.name, kept.path, kept.clean && !isInFile});
    document.setLook(kept.look);
}

/// A memory limit is visible in the overlay of activation memory, so setting or clearing the limit switches the overlay
/// on or off, provided that all rows stay in sight. A lesson chooses its own overlays.
void WindowController::followLimit() {
    if (m_lesson.step()) return;
    constexpr std::size_t kRowsInSight = 12;
    const Workload& workload = scenario().scenario().workload;
    const bool hasLimit = workload.memoryLimit.has_value();
    if (std::exchange(m_hasLimit, hasLimit) == hasLimit) return;
    const bool held = m_settings.schedulesLook.marks.held;
    const bool areInSight =
        static_cast<std::size_t>(workload.devices) * scenario().scenario().schedules.size() <= kRowsInSight;
    const bool wanted = hasLimit && areInSight;
    if (hasLimit ? held || !wanted : !m_isHeldByLimit) return;
    m_isHeldByLimit = wanted;
    m_settings.change([&](ViewPreferences& taste) { taste.schedulesLook.marks.held = wanted; });
    showLook();
    changed();
}

void WindowController::setCurrent(const PageKind& page, GanttLook ViewPreferences::*look) {
    Document& document = m_documents.of(*page.document);
    m_files.setCurrent(document);
    m_undo.setActiveStack(&document.undoStack());
    m_page = &page;
    m_look = look;
    m_actions->labels->setOption(static_cast<int>(CellLabel::Stage), Text::tr(page.stage));
    showLook();
    m_session.touch();
    showTitle();
}

bool WindowController::mayClose() {
    const bool wasInLesson = m_lesson.pause();  // its scenes are not changes to save
    if (!m_files.settleChanges({m_documents.begin(), m_documents.end()})) {
        if (wasInLesson) m_lesson.goOn();
        return false;
    }
    if (wasInLesson) emit settled(m_documents.lesson(), false);
    // Discarded changes must not return at the next start.
    for (Document* document : m_documents)
        if (!document->undoToClean() && (document->path().isEmpty() || !document->open(document->path())))
            begin(*document, {});
    m_session.flush();
    m_settings.save();
    return true;
}

GanttStyle WindowController::style(const GanttLook& look) const {
    GanttStyle style;
    style.theme = theme();
    style.palette = &opPalette(m_settings.palette);
    style.colorBy = look.colorBy;
    style.labels = look.labels;
    style.marks = look.marks;
    style.firstNumber = m_settings.firstNumber;
    return style;
}

ThemeId WindowController::theme() const { return m_settings.theme.value_or(systemTheme()); }

QString WindowController::definition() const {
    const auto& formula = infoOf(m_settings.bubble).formula;
    return tr("bubble = %1").arg(toQString(formula));
}

void WindowController::setKeepRatio(bool keep) {
    m_settings.keepRatio = keep;
    changed();
}

void WindowController::setCurveAxis(const std::string& axis) {
    m_settings.chartAxis = axis;
    changed();
}

void WindowController::setCurveMetric(const QString& id) {
    const bool isAlongMicrobatches = !m_settings.chartAgainstPeak && m_settings.chartAxis == "microbatches";
    (isAlongMicrobatches ? m_settings.chartMetricOfMicrobatches : m_settings.chartMetric) = id;
    m_settings.save();
}

void WindowController::setCurvesAgainstPeak(bool on) {
    m_settings.chartAgainstPeak = on;
    m_settings.save();
}

void WindowController::setSweptValue(const std::string& axis, double x, int gesture) {
    const QString title = toQString(findNumberKey(axis)->word);
    scenario().apply(
        {atValue(scenario().scenario(), axis, x, m_settings.keepRatio), tr("Change %1").arg(title), gesture});
}

void WindowController::openPoint(const ExperimentPlan& plan, std::size_t point) {
    Scenario opened = scenarioAround(plan, point);
    if (!checkScenario(opened)) opened = scenarioAt(plan, point);
    forgetIds(opened.schedules);
    const PointPlace place = plan.placeOf(point);
    // The schedule of the chosen series comes first.
    if (opened.schedules.size() > 1)
        std::rotate(opened.schedules.begin(), opened.schedules.begin() + static_cast<std::ptrdiff_t>(place.series),
                    opened.schedules.begin() + static_cast<std::ptrdiff_t>(place.series) + 1);
    const QString from = experiment().title().isEmpty() ? experiment().name() : experiment().title();
    const QString at = toQString(placeText(plan, place));
    // The name becomes a file name: the slash of "MBS/D" must not denote a folder.
    const QString name = tr("%1, %2").arg(from, at).replace(QLatin1Char('/'), QChar(0x2215));
    scenario().visit(opened, name, tr("Open %1").arg(at));
    emit settled(scenario(), true);
    emit pointOpened(tr("%1 at %2, from \"%3\"").arg(toQString(plan.series[place.series].title), at, from));
}

void WindowController::leavePoint() {
    if (scenario().leave()) emit confirmed(tr("Restored \"%1\"").arg(scenario().name()));
}

void WindowController::applyThemeChoice() {
    applyTheme(theme());
    m_results.setColors(theme(), m_settings.palette);
}

void WindowController::changed() {
    m_results.setColors(theme(), m_settings.palette);
    m_results.setCurves(m_settings.chartAxis, m_settings.keepRatio);
    m_settings.save();
    emit styleChanged();
}

void WindowController::showTitle() {
    const Document& document = m_files.current();
    if (m_lesson.step())  // whichever document the step shows
        return emit titleChanged(tr("%1 — Bubblescope").arg(m_documents.lesson().title()));
    emit titleChanged(tr("%1%2 — Bubblescope").arg(document.name(), document.isClean() ? "" : "*"));
}

}  // namespace bubblescope
