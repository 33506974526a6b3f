#include "widgets/study/curves/experiment_chart.h"

#include "widgets/charts/chart_plot.h"
#include "widgets/charts/hover_card.h"
#include "widgets/charts/plot_library.h"
#include "widgets/study/curves/curve_marks.h"
#include "widgets/study/curves/curve_rows.h"
#include "widgets/study/curves/curves_legend.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kNearCurve = 28;

}  // namespace

ExperimentChart::ExperimentChart(QWidget* parent)
    : QWidget(parent), m_legend(new CurvesLegend(this)), m_plot(newPlot(this)), m_bar(new QScrollBar(this)) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_legend);
    auto* line = new QHBoxLayout;
    line->setSpacing(0);
    line->addWidget(m_plot, 1);
    line->addWidget(m_bar);
    rows->addLayout(line, 1);
    m_bar->hide();
    m_legend->hide();
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Experiment curves"));
    m_curves = std::make_unique<CurvesPlot>(*m_plot);
    paintOnLayer(*m_plot, kHoverLayer, [this](QPainter& painter) { paintSpot(painter); });
    stylePlot(*m_plot, themeOf(palette()));
    m_plot->setMouseTracking(true);
    m_plot->installEventFilter(this);
    m_rebuild.setSingleShot(true);
    connect(&m_rebuild, &QTimer::timeout, this, &ExperimentChart::rebuild);
    connect(m_bar, &QScrollBar::valueChanged, this, &ExperimentChart::showPanels);
    connect(m_legend, &CurvesLegend::toggled, this, &ExperimentChart::toggle);
    connect(new KeepActions(this), &KeepActions::wanted, this, &ExperimentChart::keepWanted);
}

ExperimentChart::~ExperimentChart() = default;

void ExperimentChart::setResults(SharedResults results) {
    // The selected place may now be a different one.
    if (m_data.results && (!results || results->plan != m_data.results->plan)) setSpot(std::nullopt);
    m_data.results = std::move(results);
    rebuildSoon();
}

void ExperimentChart::setPinned(SharedResults pinned) {
    m_data.pinned = std::move(pinned);
    rebuildSoon();
}

void ExperimentChart::setStopped(bool isStopped) {
    if (m_data.isStopped == isStopped) return;
    m_data.isStopped = isStopped;
    rebuildSoon();
}

void ExperimentChart::setWinnerChanges(std::vector<WinnerChange> changes) {
    m_data.changes = std::move(changes);
    rebuildSoon();
}

void ExperimentChart::setFigure(std::size_t figure) {
    if (m_figure == figure) return;
    m_figure = figure;
    rebuildSoon();
}

void ExperimentChart::setHiddenSeries(std::set<std::size_t> series) {
    if (m_data.hidden == series) return;
    m_data.hidden = std::move(series);
    rebuildSoon();
}

void ExperimentChart::setScale(double scale) {
    if (m_scale == scale) return;
    m_scale = scale;
    rebuildSoon();
}

/// The size of the plot before scaling.
QSizeF ExperimentChart::ownSize() const { return QSizeF(m_plot->size()) / m_scale; }

void ExperimentChart::toggle(std::size_t series) {
    if (m_data.hidden.erase(series) == 0) m_data.hidden.insert(series);
    rebuildSoon();
    emit hiddenSeriesChanged();
}

void ExperimentChart::rebuildSoon() {
    constexpr int kRest = 3;  // multiple of the time that a rebuild takes
    if (!m_rebuild.isActive()) m_rebuild.start(static_cast<int>(std::min<qint64>(kRest * m_cost, 1000)));
}

void ExperimentChart::rebuild() {
    QElapsedTimer timer;
    timer.start();
    m_rebuild.stop();
    m_legend->setVisible(m_data.results != nullptr);
    if (!m_data.results) {
        m_layout.reset();
        m_curves->setLayout(nullptr);
        setSpot(std::nullopt);
    } else {
        CurvesOptions options;
        options.width = qFloor(ownSize().width());
        options.height = qFloor(ownSize().height());
        options.theme = themeOf(palette()).id;
        options.figures = {std::min(m_figure, m_data.results->plan->figures() - 1)};
        options.title = options.legend = false;
        m_layout = std::make_shared<const CurvesLayout>(layoutCurves(m_data, options));
        m_legend->setLayout(m_layout, m_scale);
        setTabOrder(m_legend->lastStop(), this);
        m_curves->setLayout(m_layout);
        if (m_spot && (m_spot->panel >= m_layout->panels.size() || m_spot->x >= m_layout->axis.order.size()))
            m_spot.reset();
        if (m_spot && m_spot->series >= m_layout->looks.size()) m_spot->series.reset();
    }
    const int view = qFloor(ownSize().height());
    const int over = m_layout ? m_layout->size.height() - view : 0;
    m_bar->setVisible(over > 0);
    m_bar->setRange(0, std::max(0, over));
    m_bar->setPageStep(view);
    m_bar->setSingleStep(kMinPanelHeight / 4);
    showPanels();
    m_cost = timer.elapsed();
}

void ExperimentChart::showPanels() {
    if (m_layout) m_curves->show(m_bar->value(), ownSize(), m_scale);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::optional<ExperimentChart::Spot> ExperimentChart::spotAt(QPointF position) const {
    if (!m_layout) return std::nullopt;
    const QPointF at = position / m_scale + QPointF(0, m_bar->value());
    const auto found = std::find_if(m_layout->panels.begin(), m_layout->panels.end(),
                                    [&](const CurvesPanel& panel) { return panel.box.contains(at); });
    if (found == m_layout->panels.end()) return std::nullopt;
    const std::vector<double>& values = m_layout->data.results->plan->experiment.x.values;
    const std::vector<std::size_t>& order = m_layout->axis.order;
    const auto xOf = [&](std::size_t i) { return m_layout->xOf(*found, values[i]); };
    auto next =
        std::lower_bound(order.begin(), order.end(), at.x(), [&](std::size_t i, double x) { return xOf(i) < x; });
    if (next == order.end() || (next != order.begin() && at.x() - xOf(*(next - 1)) < xOf(*next) - at.x())) --next;
    Spot spot{static_cast<std::size_t>(found - m_layout->panels.begin()), *next, std::nullopt};
    double closest = kNearCurve;
    for (const CurveRow& row : curveRows(*m_layout, *found, spot.x)) {
        if (row.value.isEmpty()) continue;
        const double away = std::abs(m_layout->yOf(*found, m_layout->rangeOf(*found).quantity.of(*row.point)) - at.y());
        if (away < closest) closest = away, spot.series = row.series;
    }
    return spot;
}

void ExperimentChart::setSpot(std::optional<Spot> spot) {
    if (m_spot == spot) return;
    m_spot = std::move(spot);
    setAccessibleDescription(card().join(QLatin1Char('\n')));
    replotLayer(*m_plot, kHoverLayer);
}

QStringList ExperimentChart::card() const {
    if (!m_layout || !m_spot) return {};
    const CurvesPanel& panel = m_layout->panels[m_spot->panel];
    QStringList lines{panel.title.isEmpty() ? xText(*m_layout, m_spot->x)
                                            : panel.title + QStringLiteral(", ") + xText(*m_layout, m_spot->x)};
    for (const CurveRow& row : curveRows(*m_layout, panel, m_spot->x)) lines += lineOf(row);
    return lines;
}

void ExperimentChart::paintSpot(QPainter& painter) const {
    if (!m_layout || !m_spot) return;
    const Theme& theme = m_layout->theme();
    const CurvesPanel& panel = m_layout->panels[m_spot->panel];
    const double value = m_layout->data.results->plan->experiment.x.values[m_spot->x];
    const double x = m_layout->xOf(panel, value), top = m_bar->value();
    painter.scale(m_scale, m_scale);
    painter.setPen(QPen(theme.mutedText, 1, Qt::DashLine));
    double bottom = panel.area.bottom();
    for (const CurveMark& mark : curveMarks(*m_layout, panel))  // the line ends above text that it would cross
        if (mark.label.left() <= x && x <= mark.label.right()) bottom = std::min(bottom, mark.label.top());
    painter.drawLine(QPointF(x, panel.area.top() - top), QPointF(x, bottom - top));
    if (m_spot->series) {
        constexpr double kStrong = 4;
        m_curves->paintCurve(painter, m_spot->panel, *m_spot->series,
                             m_layout->looks[*m_spot->series].stroke(kStrong).pen());
    }
    std::vector<HoverRow> rows;
    DisplayList markers;
    for (const CurveRow& row : curveRows(*m_layout, panel, m_spot->x)) {
        const SeriesLook& look = m_layout->looks[row.series];
        const bool isMarked = m_spot->series == row.series;
        rows.push_back({look.color, row.name, row.value, row.difference, row.reason + row.overLimit, isMarked});
        if (row.value.isEmpty()) continue;
        const double y = m_layout->yOf(panel, m_layout->rangeOf(panel).quantity.of(*row.point));
        if (std::isfinite(y))
            addMarker(markers, QByteArray::number(row.series), look, {x, y - top}, theme, isMarked ? 2 : 1,
                      row.point->overLimit.has_value());
    }
    paintList(painter, markers);
    const QRectF home(QPointF(panel.box.left(), panel.area.top()), panel.box.bottomRight());
    paintHoverCard(painter, theme, xText(*m_layout, m_spot->x), std::move(rows), x, home.translated(0, -top),
                   ownSize().toSize());
}

/// What is selected must be a point of the current results().
void ExperimentChart::rebuildNow() {
    if (m_rebuild.isActive()) rebuild();
}

void ExperimentChart::choose() {
    rebuildNow();
    if (!m_layout || !m_spot) return;
    const CurvesPanel& panel = m_layout->panels[m_spot->panel];
    const std::vector<CurveRow> rows = curveRows(*m_layout, panel, m_spot->x);
    const auto at = std::find_if(rows.begin(), rows.end(),
                                 [&](const CurveRow& row) { return !m_spot->series || row.series == *m_spot->series; });
    if (at == rows.end()) return;
    if (!at->reason.isEmpty()) {
        emit message(tr("%1: %2").arg(at->name, at->reason));
        return;
    }
    if (m_spot->series)
        emit pointChosen(m_layout->data.results->plan->pointAt({panel.figure, panel.panel, at->series, m_spot->x}));
}

void ExperimentChart::scrollTo(const CurvesPanel& panel) {
    const int top = qFloor(panel.box.top()), bottom = qCeil(panel.box.bottom());
    const int view = qFloor(ownSize().height());
    m_bar->setValue(std::clamp(m_bar->value(), bottom - view, std::max(top, bottom - view)));
}

void ExperimentChart::stepX(int by) {
    const std::vector<std::size_t>& order = m_layout->axis.order;
    const auto at = std::find(order.begin(), order.end(), m_spot->x) - order.begin();
    const auto to = std::clamp<std::ptrdiff_t>(at + by, 0, std::ssize(order) - 1);
    Spot spot = *m_spot;
    spot.x = order[static_cast<std::size_t>(to)];
    setSpot(spot);
}

void ExperimentChart::stepRow(int by) {
    const std::vector<CurveRow> rows = curveRows(*m_layout, m_layout->panels[m_spot->panel], m_spot->x);
    if (rows.empty()) return;
    const auto at =
        std::find_if(rows.begin(), rows.end(), [&](const CurveRow& row) { return m_spot->series == row.series; });
    const auto index = at == rows.end() ? (by > 0 ? -1 : std::ssize(rows)) : at - rows.begin();
    Spot spot = *m_spot;
    spot.series =
        rows[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(index + by, 0, std::ssize(rows) - 1))].series;
    setSpot(spot);
}

void ExperimentChart::stepPanel(int by) {
    const auto to = (m_spot ? static_cast<std::ptrdiff_t>(m_spot->panel) : -1) + by;
    if (to < 0 || to >= std::ssize(m_layout->panels)) return;
    Spot spot = m_spot.value_or(Spot{0, m_layout->axis.order.front(), std::nullopt});
    spot.panel = static_cast<std::size_t>(to);
    m_isByKeys = true;
    setSpot(spot);
    scrollTo(m_layout->panels[spot.panel]);
}

bool ExperimentChart::leaveSpot() {
    const bool wasThere = m_spot.has_value();
    setSpot(std::nullopt);
    return wasThere;
}

void ExperimentChart::keyPressEvent(QKeyEvent* event) {
    constexpr Qt::Key kOurs[] = {Qt::Key_Left,     Qt::Key_Right, Qt::Key_Up,  Qt::Key_Down,   Qt::Key_PageUp,
                                 Qt::Key_PageDown, Qt::Key_Home,  Qt::Key_End, Qt::Key_Return, Qt::Key_Enter};
    const bool isOurs = std::find(std::begin(kOurs), std::end(kOurs), event->key()) != std::end(kOurs);
    if (event->key() == Qt::Key_Escape && leaveSpot()) return;
    if (isOurs) rebuildNow();
    if (!isOurs || !m_layout || m_layout->panels.empty()) return QWidget::keyPressEvent(event);
    m_isByKeys = true;
    if (!m_spot) return stepPanel(1);
    const auto all = static_cast<int>(m_layout->axis.order.size());
    switch (event->key()) {
        case Qt::Key_Left: return stepX(-1);
        case Qt::Key_Right: return stepX(1);
        case Qt::Key_Home: return stepX(-all);
        case Qt::Key_End: return stepX(all);
        case Qt::Key_Up: return stepRow(-1);
        case Qt::Key_Down: return stepRow(1);
        case Qt::Key_PageUp: return stepPanel(-1);
        case Qt::Key_PageDown: return stepPanel(1);
        default: return choose();
    }
}

void ExperimentChart::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    if (!m_layout || m_layout->panels.empty()) return;
    if (event->reason() != Qt::TabFocusReason && event->reason() != Qt::BacktabFocusReason) return;
    setSpot(std::nullopt);
    stepPanel(1);
}

void ExperimentChart::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    const bool comesBack = event->reason() == Qt::PopupFocusReason || event->reason() == Qt::ActiveWindowFocusReason;
    if (m_isByKeys && !comesBack) setSpot(std::nullopt);
}

bool ExperimentChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_plot) return QWidget::eventFilter(watched, event);
    const auto* mouse = dynamic_cast<const QMouseEvent*>(event);
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            setFocus(Qt::MouseFocusReason);
            if (mouse->button() != Qt::LeftButton) return false;
            m_isByKeys = false;
            rebuildNow();
            setSpot(spotAt(mouse->position()));
            choose();
            return true;
        case QEvent::MouseMove:
            m_isByKeys = false;
            setSpot(spotAt(mouse->position()));
            m_plot->setCursor(m_spot && m_spot->series ? Qt::PointingHandCursor : Qt::ArrowCursor);
            return true;
        case QEvent::MouseButtonRelease:
        case QEvent::MouseButtonDblClick: return mouse->button() == Qt::LeftButton;
        case QEvent::Resize: rebuildSoon(); return false;
        case QEvent::Leave:
            if (!m_isByKeys) setSpot(std::nullopt);
            return false;
        case QEvent::Wheel: return m_bar->isVisible() && QApplication::sendEvent(m_bar, event);
        default: return false;
    }
}

void ExperimentChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    stylePlot(*m_plot, themeOf(palette()));
    rebuildSoon();
}

QSize ExperimentChart::minimumSizeHint() const { return {kMinPanelWidth, kMinPanelHeight}; }

}  // namespace bubblescope
