#include "app/pages/experiments_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStackedWidget>
#include "app/commands/actions.h"
#include "app/commands/window_controller.h"
#include "app/documents/load_scenario.h"
#include "app/documents/presets.h"
#include "app/pages/experiment_pictures.h"
#include "app/pages/pages.h"
#include "engine/core/text.h"
#include "widgets/charts/curves_view.h"
#include "widgets/kit/format.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/projector_type.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/study/curves/experiment_chart.h"
#include "widgets/study/experiment_text.h"
#include "widgets/study/experiment_values.h"
#include "widgets/study/form/experiment_form.h"
#include "widgets/study/winners/winner_map_view.h"
#include "widgets/study/winners/winner_text.h"

namespace bubblescope {

namespace {

constexpr int kFormWidth = 290;

void paintIcon(QPainter& painter, const QRectF& rect, const QColor& color) {
    const auto at = [&](double x, double y) {
        return QPointF(rect.left() + 4 + x * (rect.width() - 8), rect.bottom() - 3 - y * (rect.height() - 5));
    };
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1.2));
    painter.drawPolyline(QPolygonF{at(0, 1), at(0, 0), at(1, 0)});
    painter.setPen(QPen(color, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF{at(0.06, 0.15), at(0.35, 0.45), at(0.6, 0.35), at(0.95, 0.9)});
}

}  // namespace

const PageKind kExperimentsPage{
    .id = "experiments",
    .title = QT_TRANSLATE_NOOP("Text", "Experiments"),
    .paintIcon = paintIcon,
    .document = &kExperimentKind,
    .suits = [](WindowController&) { return true; },
    .ownActions = [](const Actions& actions) { return QList<QAction*>{actions.pin}; },
    .make = [](WindowController& controller, QWidget* parent) -> Page* {
        return new ExperimentsPage(controller, parent);
    },
};

ExperimentsPage::ExperimentsPage(WindowController& controller, QWidget* parent)
    : Page(parent),
      m_controller(controller),
      m_form(new ExperimentForm),
      m_chart(new ExperimentChart),
      m_map(new WinnerMapView),
      m_pictures(new ExperimentPictures(controller.settings(), this)),
      m_views(new QStackedWidget),
      m_problem(new QLabel),
      m_slideTitle(new QLabel),
      m_header(makeHeader()) {
    m_views->addWidget(m_chart);
    auto* mapFrame = new QWidget;
    auto* frame = new QVBoxLayout(mapFrame);
    frame->setContentsMargins(16, 4, 16, 8);
    frame->addWidget(m_map);
    m_views->addWidget(mapFrame);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setForegroundRole(QPalette::BrightText);
    m_problem->setContentsMargins(16, 0, 16, 6);
    m_problem->hide();
    m_slideTitle->setContentsMargins(16, 14, 16, 4);
    m_slideTitle->hide();
    auto* column = new QVBoxLayout;
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_slideTitle);
    column->addWidget(m_problem);
    column->addWidget(m_views, 1);
    m_header->setParent(this);  // so that Tab reaches it before the form
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_form);
    row->addLayout(column, 1);
    m_form->setFixedWidth(kFormWidth);
    connectDocument();
    connectViews();
    showExperiment();
    showLook();
    showName();
}

QWidget* ExperimentsPage::start() const {
    return m_views->currentIndex() == 1 ? static_cast<QWidget*>(m_map) : &m_chart->view();
}

QWidget* ExperimentsPage::makeHeader() {
    auto* header = new QWidget;
    m_chooser = new PickCombo(tr("Experiment"), nullptr, PickCombo::Width::Texts);
    m_chooser->setToolTip(tr("Open one of the built-in experiments."));
    m_chooser->setPlaceholderText(tr("Custom experiment"));
    for (const Preset& preset : presets(kExperimentKind)) m_chooser->addItem(preset.title, preset.name);
    m_figuresLabel = new QLabel(tr("Figure"));
    m_figures = new PickCombo(tr("Figure"), nullptr, PickCombo::Width::Texts);
    m_figures->setToolTip(tr("Choose the figure of the experiment to show."));
    m_view = new SegmentedControl({tr("Curves"), tr("Winner map")}, tr("Curves or winner map"));
    m_view->setToolTip(tr("Show curves over x, or a map of x by panels in the colours of the best schedules."));
    auto* row = new QHBoxLayout(header);
    row->setContentsMargins(16, 9, 16, 8);
    row->setSpacing(8);
    row->addWidget(m_chooser);
    row->addSpacing(8);
    row->addWidget(m_figuresLabel);
    row->addWidget(m_figures);
    row->addStretch(1);
    row->addWidget(m_view);
    return header;
}

void ExperimentsPage::connectDocument() {
    ExperimentDocument& document = m_controller.experiment();
    connect(&document, &Document::changed, this, &ExperimentsPage::showExperiment);
    connect(&document, &Document::fileChanged, this, &ExperimentsPage::showName);
    connect(&document, &Document::opened, this, [this] {
        m_form->forget();
        setPinned(false);
    });
    connect(&document, &Document::lookChanged, this, &ExperimentsPage::showLook);
    connect(m_form, &ExperimentForm::edited, &document, &ExperimentDocument::apply);
    connect(m_chooser, &QComboBox::activated, this, [this](int index) {
        m_controller.files().open(toQString(kPresetPrefix) + m_chooser->itemData(index).toString());
        showName();  // opening may have been cancelled
    });
    connect(m_view, &SegmentedControl::chosenByUser, this, &ExperimentsPage::setView);
    connect(m_figures, &QComboBox::activated, this,
            [this](int figure) { m_controller.experiment().setFigure(static_cast<std::size_t>(figure)); });
}

void ExperimentsPage::connectViews() {
    connect(&m_runner, &ExperimentRunner::resultsChanged, this, [this] {
        forgetChanges();
        showResults();
    });
    connect(&m_runner, &ExperimentRunner::pointsAdded, this, &ExperimentsPage::showResults);
    connect(&m_runner, &ExperimentRunner::errorChanged, this, [this] {
        const auto& error = m_runner.error();
        m_form->setError(error);
        m_problem->setText(error ? tr("Cannot run: %1\nThe last valid results are shown.").arg(toQString(error->text()))
                                 : QString());
        m_problem->setVisible(error.has_value());
        emit statusChanged();
    });
    connect(&m_runner, &ExperimentRunner::changesReady, this, [this] {
        const ExperimentDocument& document = m_controller.experiment();
        m_winners = winnerLines(*m_runner.results(), document.figure(), document.hiddenSeries(), m_runner.changes());
        m_chart->setWinnerChanges(m_runner.changes());
        emit statusChanged();
    });
    connect(&m_runner, &ExperimentRunner::progressChanged, this, [this] {
        m_chart->setStopped(m_runner.isCancelled());
        emit statusChanged();
    });
    const auto open = [this](std::size_t point) { m_controller.openPoint(*m_runner.results()->plan, point); };
    const auto color = [this] {
        m_chart->setColors(m_controller.settings().palette);
        m_map->setColors(m_controller.settings().palette);
    };
    connect(&m_controller, &WindowController::styleChanged, this, color);
    color();
    connect(m_chart, &ExperimentChart::pointChosen, this, open);
    connect(m_map, &WinnerMapView::pointChosen, this, open);
    connect(m_chart, &ExperimentChart::hiddenSeriesChanged, this,
            [this] { m_controller.experiment().setHiddenSeries(m_chart->hiddenSeries()); });
    connect(m_map, &WinnerMapView::hiddenSeriesChanged, this,
            [this] { m_controller.experiment().setHiddenSeries(m_map->hiddenSeries()); });
    connect(m_chart, &ExperimentChart::message, this, &Page::confirmed);
    connect(m_chart, &ExperimentChart::keepWanted, this, &ExperimentsPage::keep);
    connect(m_map, &WinnerMapView::keepWanted, this, &ExperimentsPage::keep);
    connect(m_pictures, &ExperimentPictures::failed, this, &Page::failed);
    connect(m_pictures, &ExperimentPictures::copied, this, &Page::confirmed);
}

/// Shows the name of a preset as long as it is unchanged.
void ExperimentsPage::showName() {
    const ExperimentDocument& document = m_controller.experiment();
    const bool isPreset = document.path().isEmpty() && document.isClean();
    m_chooser->setCurrentIndex(isPreset ? m_chooser->findData(document.name()) : -1);
}

void ExperimentsPage::showExperiment() {
    const Experiment& experiment = m_controller.experiment().experiment();
    m_form->setExperiment(experiment);
    const bool isMap = experiment.view == View::WinnerMap;
    m_view->setChosen(isMap ? 1 : 0);
    m_view->button(1)->setEnabled(experiment.panels.has_value());
    m_view->button(1)->setToolTip(experiment.panels ? QString()
                                                    : tr("A winner map needs a second axis. Choose panels first."));
    m_views->setCurrentIndex(isMap ? 1 : 0);
    showFigures();
    m_isStale = true;
    if (isVisible()) request();
    emit statusChanged();
}

void ExperimentsPage::request() {
    m_isStale = false;
    m_runner.request(m_controller.experiment().experiment(), m_controller.experiment().figure());
}

void ExperimentsPage::showEvent(QShowEvent* event) {
    Page::showEvent(event);
    if (m_isStale) request();
}

void ExperimentsPage::showResults() {
    const SharedResults results = m_runner.results();
    m_chart->setStopped(m_runner.isCancelled());
    m_chart->setResults(results);
    m_map->setResults(results);
    if (results->isWhole()) requestChanges();
    emit statusChanged();
}

void ExperimentsPage::showFigures() {
    const Experiment& experiment = m_controller.experiment().experiment();
    const std::size_t count = experiment.figures ? experiment.figures->values.size() : 0;
    m_figures->clear();
    for (std::size_t i = 0; i < count; ++i)
        m_figures->addItem(stepText(experiment, *experiment.figures, experiment.figures->values[i]));
    m_figuresLabel->setVisible(count > 0);
    m_figures->setVisible(count > 0);
    if (count > 0)
        m_figures->setCurrentIndex(static_cast<int>(std::min(m_controller.experiment().figure(), count - 1)));
    const QString title = m_controller.experiment().title();
    m_slideTitle->setText(symbolHtml(count > 0 ? tr("%1, %2").arg(title, m_figures->currentText()) : title));
}

/// Shows the figure and the series that the document's look names.
void ExperimentsPage::showLook() {
    const ExperimentDocument& document = m_controller.experiment();
    showFigures();
    m_chart->setFigure(document.figure());
    m_map->setFigure(document.figure());
    m_chart->setHiddenSeries(document.hiddenSeries());
    m_map->setHiddenSeries(document.hiddenSeries());
    forgetChanges();
    requestChanges();
}

void ExperimentsPage::forgetChanges() {
    m_winners.clear();
    m_chart->setWinnerChanges({});
}

void ExperimentsPage::requestChanges() {
    m_runner.requestChanges(m_controller.experiment().figure(), m_controller.experiment().hiddenSeries());
}

void ExperimentsPage::setView(int view) {
    Experiment after = m_controller.experiment().experiment();
    after.view = view == 1 ? View::WinnerMap : View::Curves;
    m_controller.experiment().apply({after, tr("Change view")});
}

void ExperimentsPage::setPinned(bool on) {
    m_pinned = on ? m_runner.results() : nullptr;
    m_chart->setPinned(m_pinned);
    emit pinChanged();
}

QString ExperimentsPage::answer() const {
    if (m_runner.error()) return tr("Not computed: the experiment has an error");
    const SharedResults results = m_runner.results();
    if (!results) return m_runner.isCancelled() ? tr("Stopped") : tr("Computing…");
    if (results->isWhole() && m_runner.isCancelled() && !m_runner.isCurrent())
        return tr("Stopped: the picture shows the last computed values");
    const auto count = [](std::size_t n) { return toQString(withThousands(static_cast<long long>(n))); };
    if (!results->isWhole())
        return (m_runner.isCancelled() ? tr("%1 of %2 points · stopped") : tr("%1 of %2 points · computing…"))
            .arg(count(results->done), count(results->points.size()));
    const bool isMap = results->plan->experiment.view == View::WinnerMap;
    return ((isMap ? QStringList() : m_winners) + pointLines(*results)).join(QStringLiteral(" · "));
}

QString ExperimentsPage::definition() const {
    for (const Quantity quantity : m_controller.experiment().experiment().quantities) {
        const QuantityInfo& info = infoOf(quantity);
        if (info.offered & kIsBubble) return tr("bubble = %1").arg(toQString(info.formula));
    }
    return {};
}

std::optional<WorkProgress> ExperimentsPage::progress() const {
    const auto progress = m_runner.progress();
    if (!progress) return std::nullopt;
    return WorkProgress{tr("Computing points"), *progress};
}

void ExperimentsPage::showParts() {
    m_header->setVisible(!isPresenting());
    m_slideTitle->setVisible(isPresenting());
    m_form->setVisible(showsPanels());
    const double scale = isPresenting() ? projectorScale(*this) : 1;
    m_chart->view().setScale(scale);
    m_map->setScale(scale);
    m_slideTitle->setFont(uiFont(18 * scale, QFont::DemiBold));
    m_problem->setFont(uiFont(13 * scale));
}

QWidget* ExperimentsPage::editor() const { return m_form; }

bool ExperimentsPage::escape() {
    return m_views->currentIndex() == 1 ? m_map->leaveCell() : m_chart->view().leaveSpot();
}

void ExperimentsPage::keep(Keep what) {
    const SharedResults results = m_runner.results();
    if (!results) return emit failed(tr("Nothing to save or copy yet: the experiment has no results."));
    const ExperimentDocument& document = m_controller.experiment();
    m_pictures->keep(what, {{results, m_pinned, m_runner.changes(), document.hiddenSeries()},
                            std::min(document.figure(), results->plan->figures() - 1),
                            document.name(),
                            m_controller.theme()});
}

void ExperimentsPage::exportPicture() { keep(Keep::SavePicture); }

void ExperimentsPage::copyImage() { keep(Keep::CopyPicture); }

QString ExperimentsPage::table() const {
    const SharedResults results = m_runner.results();
    const std::string name = m_controller.experiment().name().toStdString();
    return QString::fromStdString(results ? experimentValues(*results, name, RowsForm::Csv) : csvHeading({}));
}

}  // namespace bubblescope
