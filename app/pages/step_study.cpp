#include "app/pages/step_study.h"

#include "app/commands/export_picture.h"
#include "app/pages/experiment_pictures.h"
#include "app/settings/settings.h"
#include "engine/entries/model_edits.h"
#include "engine/entries/step_edits.h"
#include "engine/io/scenario_file.h"
#include "engine/results/quantities.h"
#include "engine/steps/run_step.h"
#include "widgets/charts/chart_ways.h"
#include "widgets/charts/curves_view.h"
#include "widgets/kit/format.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/theme.h"
#include "widgets/steps/crossings.h"
#include "widgets/study/winners/winner_map_view.h"

#include <QBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QStandardItemModel>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int kStudyNiceness = 12;
constexpr int kRoomForWords = 380;  // the least width of the head that leaves space for the word "against"
constexpr std::chrono::milliseconds kPatience{120};
const QString kMap = QStringLiteral("map");  // an item's data, like the ids of quantities

QLabel* quietLabel(const QString& text) {
    auto* label = new QLabel(text);
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

}  // namespace

StepStudy::StepStudy(Settings& settings, const Staleness& runs, QWidget* parent)
    : QWidget(parent),
      m_head(new QHBoxLayout),
      m_what(new PickCombo(tr("Curves or winner map"))),
      m_axis(new PickCombo(tr("x-axis"))),
      m_second(new PickCombo(tr("y-axis"))),
      m_views(new QStackedWidget),
      m_mapLine(new QWidget),
      m_curves(newLiveView(m_live, this)),
      m_map(new WinnerMapView),
      m_crossing(new QLabel),
      m_pictures(new ExperimentPictures(settings, this)),
      m_runner({kStudyNiceness, kPatience}),
      m_crossings(kStudyNiceness) {
    layOut();
    new StaleOverlay(m_curves, {&runs, &m_runner.age()});
    new StaleOverlay(m_map, {&runs, &m_mapAge});
    connectAll(settings);
}

void StepStudy::setHeadRoom(int width) { m_head->addSpacing(width); }

void StepStudy::layOut() {
    m_what->add(tr("Step time"), toQString(infoOf(Quantity::TotalTime).id), tr("Show curves of the step time."));
    for (const QuantityInfo& info : quantities()) {
        if (info.of != QuantityOf::Steps || !info.ofRun) continue;
        constexpr std::size_t kLongest = 15;  // the longest text that fits in the combo
        const bool isShort = info.title.size() <= kLongest || info.heading.empty();
        QString name = toQString(isShort ? info.title : info.heading);
        name.replace(QLatin1Char('\n'), QLatin1Char(' '));
        name[0] = name[0].toUpper();
        m_what->add(name, toQString(info.id), toQString(info.tip));
    }
    m_what->add(tr("Fastest step"), kMap, tr("Show a map over two times in the colours of the fastest steps."));
    m_what->setFont(uiFont(13, QFont::DemiBold));
    m_axis->setMinimumWidth(78);
    m_axis->setMaximumWidth(150);
    m_second->setFixedWidth(150);
    m_live.beginsNear = true;
    m_map->setHasLegend(false);
    m_map->setMinimumSize(200, 110);  // the divider above makes it larger
    m_crossing->setFont(uiFont(11.5));
    m_crossing->setForegroundRole(QPalette::PlaceholderText);
    m_crossing->setWordWrap(true);
    m_head->addWidget(m_what);
    m_against = quietLabel(tr("against"));
    m_head->addWidget(m_against);
    m_head->addWidget(m_axis, 1);
    auto* other = new QHBoxLayout(m_mapLine);
    other->setContentsMargins(0, 0, 0, 0);
    other->addWidget(quietLabel(tr("y-axis")));
    other->addWidget(m_second);
    other->addStretch(1);
    for (QWidget* view : {static_cast<QWidget*>(m_curves), static_cast<QWidget*>(m_map)}) m_views->addWidget(view);
    m_mapLine->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(m_head);
    column->addWidget(m_views, 1);
    for (QWidget* line : {static_cast<QWidget*>(m_crossing), m_mapLine}) column->addWidget(line);
}

void StepStudy::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool isNarrow = width() < kRoomForWords;
    m_against->setVisible(!isNarrow);
    m_what->setFixedWidth(isNarrow ? 96 : 112);
}

void StepStudy::connectAll(Settings& settings) {
    connect(m_what, &QComboBox::activated, this, [this](int index) {
        const QString chosen = m_what->itemData(index).toString();
        if (chosen == kMap) return setView(View::Map);
        const auto known = quantities();
        const auto info = std::find_if(known.begin(), known.end(), [&](const QuantityInfo& one) {
            return one.ofRun && chosen == toQString(one.id);
        });
        if (info != known.end()) setQuantity(info->quantity);
    });
    const auto pick = [this](PickCombo* combo, std::string& time, std::string& other) {
        connect(combo, &QComboBox::activated, this, [this, combo, &time, &other](int index) {
            const std::string chosen = combo->itemData(index).toString().toStdString();
            if (chosen == other) other = time;  // swap the two
            time = chosen;
            request();
        });
    };
    pick(m_axis, m_along, m_other);
    pick(m_second, m_other, m_along);
    connect(&m_runner, &JobSignals::changed, this, [this] {
        m_live.study = *m_runner.result();
        m_curves->leaveSpot();  // another value may be under the mouse
        m_curves->refresh();
        requestCrossings();
    });
    connect(&m_runner, &JobSignals::failed, this,
            [this](const QString& why) { emit failed(tr("The curves could not be computed: %1").arg(why)); });
    addChartWays(
        *m_curves, QStringLiteral("curves"), m_live, [this] { return writeScenario(m_scenario); },
        [this](const QString& line) { emit confirmed(line); }, chartExporter(settings, this));
    const auto showMap = [this] {
        m_map->setResults(m_mapRunner.results());
        if (m_view == View::Map) m_mapAge.come(m_mapRunner.isCurrent());
    };
    connect(&m_mapRunner, &ExperimentRunner::resultsChanged, this, showMap);
    connect(&m_mapRunner, &ExperimentRunner::pointsAdded, this, showMap);
    connect(&m_mapRunner, &ExperimentRunner::progressChanged, this, &StepStudy::progressChanged);
    connect(&m_runner, &JobSignals::progressChanged, this, &StepStudy::progressChanged);
    connect(m_curves, &CurvesView::valueDragged, this, [this](double value, int gesture) {
        const ScenarioPath& path = m_live.study.path;
        emit numbersWanted({{path.text, value}}, tr("Change %1").arg(axisName(path)), gesture);
    });
    connect(m_map, &WinnerMapView::pointChosen, this, &StepStudy::setTimesAt);
    connect(m_map, &WinnerMapView::keepWanted, this, &StepStudy::keep);
    connect(m_pictures, &ExperimentPictures::failed, this, &StepStudy::failed);
    connect(m_pictures, &ExperimentPictures::copied, this, &StepStudy::confirmed);
}

void StepStudy::ask(const Scenario& steps, const QString& name, ThemeId theme) {
    m_scenario = steps;
    m_name = name;
    m_theme = theme;
    request();
}

void StepStudy::rest() {
    m_mapAge.come(true);
    m_runner.cancel();
    m_crossings.stop();
    m_mapRunner.cancel();
}

void StepStudy::setOutcomes(const std::vector<Outcome>& outcomes) {
    m_live.outcomes = outcomes;
    m_curves->refresh();
    const bool isAny = std::any_of(outcomes.begin(), outcomes.end(), [](const Outcome& one) { return !!one.run; });
    if (!isAny) return;
    bool hasModel = false;
    for (const Outcome& one : outcomes) hasModel = hasModel || (one.run && one.run->step && one.run->step->setup.model);
    auto* items = qobject_cast<QStandardItemModel*>(m_what->model());
    for (const QuantityInfo& info : quantities()) {
        const int place = m_what->findData(toQString(info.id));
        if (place < 0) continue;
        const bool has = std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& one) {
            return one.run && !std::isnan(valueOf(info.quantity, *one.run));
        });
        items->item(place)->setEnabled(has);
        m_what->setItemData(place,
                            has        ? toQString(info.tip)
                            : hasModel ? tr("%1\nNo step here has this quantity.").arg(toQString(info.tip))
                                       : tr("%1\nSteps with typed-in times do not have this quantity. It needs a model "
                                            "or the bytes sent.")
                                             .arg(toQString(info.tip)),
                            Qt::ToolTipRole);
        if (!has && info.quantity == m_quantity) m_hasChosen = false;
    }
    // Step times of models are close to each other, or belong to different batches, so MFU is the better default.
    const Quantity usual = hasModel ? Quantity::Mfu : Quantity::TotalTime;
    if (m_hasChosen || m_view != View::Curves || m_quantity == usual) return;
    m_quantity = usual;
    setView(View::Curves);
}

void StepStudy::setQuantity(Quantity quantity) {
    m_hasChosen = true;
    m_quantity = quantity;
    setView(View::Curves);
}

void StepStudy::setAlong(const std::string& path) {
    m_along = path;
    if (!m_scenario.schedules.empty()) request();
}

void StepStudy::setView(View view) {
    m_view = view;
    m_what->setCurrentIndex(m_what->findData(view == View::Map ? kMap : toQString(infoOf(m_quantity).id)));
    m_views->setCurrentIndex(static_cast<int>(view));
    m_crossing->setVisible(view == View::Curves);
    m_mapLine->setVisible(view == View::Map);
    if (!m_scenario.schedules.empty()) request();
}

std::optional<Estimate> StepStudy::progress() const {
    return m_view == View::Curves ? m_runner.progress() : m_mapRunner.progress();
}

QString StepStudy::crossings() const { return m_crossing->text(); }

/// Fills the axes with the paths along which these steps can vary. Maps offer only times and a model's numbers.
void StepStudy::fillAxes() {
    std::vector<std::string> times, others;
    for (const StepTime& time : stepTimesOf(m_scenario)) times.push_back(pathOfStepTime(time.key).text);
    if (ranksOf(m_scenario)) others.emplace_back("ranks");
    if (const std::vector<double> factors = slowdownOf(m_scenario); !factors.empty()) {
        const auto slowest = static_cast<int>(std::max_element(factors.begin(), factors.end()) - factors.begin());
        const ScenarioPath now(m_along);  // stays, even if a drag makes it the fastest
        const bool isThere = now.kind == &kSlowdownPath && now.index < factors.size();
        others.push_back(isThere ? m_along : pathOfSlowdown(slowest).text);
    }
    const bool isOfModels = !modelStepsOf(m_scenario).empty();
    if (isOfModels) {
        times.insert(times.end(), modelAxes().begin(), modelAxes().end());
        others.emplace_back("mesh.devices");
    }
    std::vector<std::string> along = times;
    if (m_view == View::Curves) along.insert(along.end(), others.begin(), others.end());
    const auto has = [](const std::vector<std::string>& paths, const std::string& path) {
        return std::find(paths.begin(), paths.end(), path) != paths.end();
    };
    if (!has(along, m_along)) {
        const auto usual = usualStepTime(m_scenario);
        m_along = usual ? pathOfStepTime(*usual).text : isOfModels ? std::string(modelAxes().front()) : std::string();
    }
    if (!has(times, m_other) || m_other == m_along) {
        m_other.clear();
        for (const std::string& path : times)  // prefer a compute time to another transfer time
            if (path != m_along && (isOfModels || !ScenarioPath(path).isWhole()) &&
                (m_other.empty() || path == "times.backward"))
                m_other = path;
    }
    const auto fill = [](PickCombo* combo, const std::vector<std::string>& paths, const std::string& now) {
        combo->clear();
        for (const std::string& path : paths) {
            combo->add(axisName(path), toQString(path));
            if (path == now) combo->setCurrentIndex(combo->count() - 1);
        }
    };
    fill(m_axis, along, m_along);
    fill(m_second, times, m_other);
}

/// The map as an experiment.
Experiment StepStudy::experimentOver(const std::vector<double>& values) const {
    Experiment experiment;
    experiment.title = m_scenario.title;
    experiment.workload = m_scenario.workload;
    experiment.training = m_scenario.training;
    experiment.x = {m_along, values};
    experiment.series = m_scenario.schedules;
    experiment.quantities = {Quantity::TotalTime};
    const AxisRange range = axisRange(m_scenario, m_other);
    experiment.panels = Axis{m_other, liveValues(m_scenario, m_other, range.from, range.to)};
    experiment.view = bubblescope::View::WinnerMap;
    return experiment;
}

void StepStudy::request() {
    fillAxes();
    if (m_along.empty()) return rest();
    const Study study = liveStudy(m_scenario, m_along, true);
    m_live.scenario = m_scenario;
    m_live.quantity = {m_quantity, unitText(m_scenario.workload.timeUnit)};
    m_curves->refresh();
    if (m_view == View::Map) {
        m_runner.cancel();
        m_crossings.stop();
        if (m_other.empty()) return;
        if (m_mapRunner.results()) m_mapAge.await();
        m_mapRunner.request(experimentOver(study.values));
        const auto x = presentValue(m_scenario, m_along), y = presentValue(m_scenario, m_other);
        m_map->setPresent(x && y ? std::optional(QPointF(*x, *y)) : std::nullopt);
        if (m_mapRunner.isCurrent()) m_mapAge.come(true);
        return;
    }
    m_mapRunner.cancel();
    if (m_runner.isOf({study})) return;
    requestStudy(m_runner, study, {});
}

/// Finds the crossings by runs between the points; the old text stays until they are done.
void StepStudy::requestCrossings() {
    const auto study = m_runner.result();
    if (!study->isComplete()) return;
    m_crossings.start([this, study](const std::stop_token& stop) {
        const QString text = crossingText(*study, fastestChanges(*study, stop), lastThatRuns(*study, stop));
        m_crossings.leave(stop, [this, text] { m_crossing->setText(text); });
    });
}

/// Sets the times of all steps to those of a cell.
void StepStudy::setTimesAt(std::size_t point) {
    const ExperimentPlan& plan = *m_mapRunner.results()->plan;
    const PointPlace place = plan.placeOf(point);
    emit numbersWanted(
        {{plan.experiment.x.variable, plan.xOf(place)}, {plan.experiment.panels->variable, *plan.panelOf(place)}},
        tr("Change times"), 0);
}

void StepStudy::keep(Keep what) {
    const SharedResults results = m_mapRunner.results();
    if (!results) return emit failed(tr("Nothing to save or copy yet: the map has no results."));
    m_pictures->keep(what, {{results, nullptr, {}, m_map->hiddenSeries()}, 0, m_name, m_theme});
}

}  // namespace bubblescope
