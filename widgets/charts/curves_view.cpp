#include "widgets/charts/curves_view.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QScrollBar>

#include "widgets/charts/curves_items.h"
#include "widgets/charts/curves_legend.h"
#include "widgets/charts/curves_picture.h"
#include "widgets/shown/scenario_edit.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kMarkerReach = 7, kCurveReach = 28;
constexpr int kBurstMs = 800;

}  // namespace

CurvesView::CurvesView(Source source, QWidget* parent)
    : QWidget(parent),
      m_source(std::move(source)),
      m_legend(new CurvesLegend(this)),
      m_canvas(new QWidget(this)),
      m_bar(new QScrollBar(this)) {
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(m_legend);
    auto* line = new QHBoxLayout;
    line->setSpacing(0);
    line->addWidget(m_canvas, 1);
    line->addWidget(m_bar);
    rows->addLayout(line, 1);
    m_bar->hide();
    m_legend->hide();
    setFocusPolicy(Qt::StrongFocus);
    m_canvas->setMouseTracking(true);
    m_canvas->installEventFilter(this);
    m_rebuild.setSingleShot(true);
    connect(&m_rebuild, &QTimer::timeout, this, &CurvesView::rebuild);
    connect(m_bar, &QScrollBar::valueChanged, this, [this] {
        m_base = {};
        m_canvas->update();
    });
    connect(m_legend, &CurvesLegend::toggled, this, &CurvesView::toggled);
    refresh();
}

CurvesView::~CurvesView() = default;

void CurvesView::refresh() {
    constexpr int kRest = 3;  // multiple of the time that a rebuild takes
    if (!m_rebuild.isActive()) m_rebuild.start(static_cast<int>(std::min<qint64>(kRest * m_cost, 1000)));
}

void CurvesView::setScale(double scale) {
    if (m_scale == scale) return;
    m_scale = scale;
    refresh();
}

/// The size of the canvas before scaling.
QSizeF CurvesView::ownSize() const { return QSizeF(m_canvas->size()) / m_scale; }

/// The part of the layout that is visible.
QRectF CurvesView::ownView() const { return {QPointF(0, m_bar->value()), ownSize()}; }

void CurvesView::rebuild() {
    QElapsedTimer timer;
    timer.start();
    m_rebuild.stop();
    const ThemeId theme = themeOf(palette()).id;
    std::optional<CurvesModel> made = m_source(theme);
    const bool hasLegend = made && !made->legend.empty();
    m_legend->setVisible(hasLegend);
    if (made) {
        PictureOptions options;
        options.width = std::max(1, qFloor(ownSize().width()));
        options.height = std::max(1, qFloor(ownSize().height()));
        options.ownTitle = options.legend = false;
        m_layout = std::make_shared<const CurvesLayout>(layoutCurves(std::move(*made), options));
        if (hasLegend) {
            m_legend->setLayout(m_layout, m_scale);
            setTabOrder(m_legend->lastStop(), this);
        }
        if (m_spot && (m_spot->panel >= m_layout->panels.size() || m_spot->x >= model().values.size()))
            setSpot(std::nullopt);
        if (m_spot && m_spot->series >= model().series.size()) m_spot->series.reset();
    } else {
        m_layout.reset();
        setSpot(std::nullopt);
    }
    const int view = qFloor(ownSize().height());
    const int over = m_layout ? m_layout->size.height() - view : 0;
    m_bar->setVisible(over > 0);
    m_bar->setRange(0, std::max(0, over));
    m_bar->setPageStep(view);
    m_bar->setSingleStep(view / 4);
    m_base = {};
    m_canvas->update();
    m_cost = timer.elapsed();
    emit rebuilt();
}

void CurvesView::rebuildNow() {
    if (m_rebuild.isActive()) rebuild();
}

const CurvesLayout* CurvesView::layout() const {
    const_cast<CurvesView*>(this)->rebuildNow();
    return m_layout.get();
}

Picture CurvesView::picture() const {
    PictureOptions options;
    options.width = m_canvas->width();
    options.height = m_canvas->height();
    return curvesPictureOf(std::make_shared<const CurvesLayout>(layoutCurves(*layout()->model, options)));
}

void CurvesView::setSpot(std::optional<CurvesSpot> spot) {
    if (m_spot == spot) return;
    m_spot = std::move(spot);
    if (!hasMarker()) setAccessibleDescription(card().join(QLatin1Char('\n')));
    m_canvas->update();
}

bool CurvesView::leaveSpot() {
    const bool wasThere = m_spot.has_value();
    setSpot(std::nullopt);
    return wasThere;
}

QStringList CurvesView::card() const {
    if (!m_layout || !m_spot) return {};
    const QString title = model().panels[m_spot->panel].title, place = model().placeText(*m_spot);
    const bool isNamed = !title.isEmpty() && !model().frame.isLinked;
    return QStringList{isNamed ? title + QStringLiteral(", ") + place : place} + linesOf(model().readings(*m_spot));
}

std::optional<double> CurvesView::markerValue() const {
    if (m_dragged) return m_dragged;
    const CurvesLayout* shown = layout();
    return shown && model().marker ? std::optional(model().marker->at) : std::nullopt;
}

void CurvesView::setDragged(std::optional<double> value) {
    if (m_dragged == value) return;
    m_dragged = value;
    m_canvas->update();
}

void CurvesView::moveTo(double value, int gesture) {
    if (markerValue() == value) return;
    if (m_dragged) setDragged(value);
    emit valueDragged(value, gesture);
}

// Pointing

QPointF CurvesView::inLayout(QPointF position) const { return position / m_scale + QPointF(0, m_bar->value()); }

/// The panel at a place of the layout, or the first one.
std::size_t CurvesView::panelAt(QPointF at) const {
    const auto found = std::find_if(m_layout->panels.begin(), m_layout->panels.end(),
                                    [&](const CurvesPanel& panel) { return panel.box.contains(at); });
    return found == m_layout->panels.end() ? 0 : static_cast<std::size_t>(found - m_layout->panels.begin());
}

/// The value nearest to the mouse, and the curve if one is near.
std::optional<CurvesSpot> CurvesView::spotAt(QPointF position) const {
    if (!m_layout || m_layout->panels.empty() || model().values.empty()) return std::nullopt;
    const QPointF at = inLayout(position);
    CurvesSpot spot{.panel = panelAt(at)};
    const CurvesPanel& panel = m_layout->panels[spot.panel];
    const QMarginsF around(6, 4, 6, panel.box.bottom() - panel.area.bottom());
    // A title with a tip of its own is no value.
    const QRectF reach = panel.of->tip.isEmpty() ? panel.box : panel.area.marginsAdded(around);
    if (!reach.contains(at)) return std::nullopt;
    const std::vector<std::size_t>& order = model().axis.order;
    const auto xOf = [&](std::size_t i) { return m_layout->xOf(panel, model().values[i]); };
    auto next =
        std::lower_bound(order.begin(), order.end(), at.x(), [&](std::size_t i, double x) { return xOf(i) < x; });
    if (next == order.end() || (next != order.begin() && at.x() - xOf(*(next - 1)) < xOf(*next) - at.x())) --next;
    spot.x = *next;
    if (!panel.of->map.empty()) spot.row = m_layout->rowAt(panel, at.y());
    if (model().frame.isLinked) return spot;
    double closest = kCurveReach;
    for (const CurveReading& reading : model().readings(spot)) {
        const double away = std::abs(m_layout->yOf(panel, reading.y) - at.y());
        if (away < closest) closest = away, spot.series = reading.series;
    }
    return spot;
}

bool CurvesView::isOnMarker(QPointF position) const {
    const auto marker = markerValue();
    const CurvesPanel& panel = m_layout->panels[panelAt(inLayout(position))];
    return marker && std::abs(m_layout->xOf(panel, *marker) - inLayout(position).x()) <= kMarkerReach;
}

void CurvesView::hover(QPointF position) {
    m_isByKeys = false;
    setSpot(spotAt(position));
    m_canvas->setCursor(!m_spot                               ? Qt::ArrowCursor
                        : hasMarker() && isOnMarker(position) ? Qt::SizeHorCursor
                        : !hasMarker() && m_spot->series      ? Qt::PointingHandCursor
                                                              : Qt::ArrowCursor);
    const bool hasPanels = m_layout && !m_layout->panels.empty();
    m_canvas->setToolTip(m_spot || !hasPanels ? QString() : m_layout->panels[panelAt(inLayout(position))].of->tip);
}

void CurvesView::press(QPointF position) {
    rebuildNow();
    if (!hasMarker()) {
        m_isByKeys = false;
        setSpot(spotAt(position));
        return choose();
    }
    if (!spotAt(position)) return;
    m_isPressed = true;
    m_pressedAt = position;
    m_gesture = newGesture();
    m_lastKey.invalidate();
    if (isOnMarker(position)) m_dragged = markerValue();
}

void CurvesView::drag(QPointF position) {
    setSpot(std::nullopt);
    m_canvas->setCursor(Qt::SizeHorCursor);
    const CurvesPanel& panel = m_layout->panels[panelAt(inLayout(m_pressedAt))];
    if (!hasMarker()) return;
    if (const auto value = model().marker->snapped(m_layout->valueAt(panel, inLayout(position).x())))
        moveTo(*value, m_gesture);
}

void CurvesView::release(QPointF position) {
    m_isPressed = false;
    const bool wasDragged = m_dragged.has_value();
    setDragged(std::nullopt);
    rebuildNow();
    const auto spot = hasMarker() ? spotAt(position) : std::nullopt;
    if (spot) {
        const auto readings = model().readings(*spot);
        const bool ran = std::any_of(readings.begin(), readings.end(),
                                     [](const CurveReading& reading) { return !std::isnan(reading.y); });
        const std::optional<std::size_t> row = model().marker->row;
        const bool isInRows = m_layout->panels[spot->panel].area.contains(inLayout(position));
        if (!wasDragged && (ran || model().marker->goesToRefused)) moveTo(model().values[spot->x], m_gesture);
        if (row && *row != spot->row && isInRows) emit rowPicked(spot->row, m_gesture);
    }
    emit released();
    hover(position);
}

bool CurvesView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_canvas) return QWidget::eventFilter(watched, event);
    const auto* mouse = dynamic_cast<const QMouseEvent*>(event);
    const bool isLeft = mouse && mouse->button() == Qt::LeftButton;
    switch (event->type()) {
        case QEvent::Paint: return paint(), true;
        case QEvent::Resize: refresh(); return false;
        case QEvent::MouseButtonPress:
            setFocus(Qt::MouseFocusReason);
            if (isLeft) press(mouse->position());
            return isLeft;
        case QEvent::MouseMove:
            if (m_isPressed && !m_dragged &&
                (mouse->position() - m_pressedAt).manhattanLength() >= QApplication::startDragDistance())
                m_dragged = markerValue();
            m_isPressed&& m_dragged ? drag(mouse->position()) : hover(mouse->position());
            return true;
        case QEvent::MouseButtonRelease:
            if (isLeft && m_isPressed) release(mouse->position());
            return isLeft;
        case QEvent::MouseButtonDblClick: return true;
        case QEvent::Leave:
            if (!m_isByKeys) setSpot(std::nullopt);
            return false;
        case QEvent::Wheel: return m_bar->isVisible() && QApplication::sendEvent(m_bar, event);
        default: return false;
    }
}

// Keys

/// A key belongs to the gesture of the keys just before it.
int CurvesView::newBurst() {
    if (!m_lastKey.isValid() || m_lastKey.elapsed() > kBurstMs || m_gesture == 0) m_gesture = newGesture();
    m_lastKey.start();
    return m_gesture;
}

void CurvesView::moveByKey(QKeyEvent* event) {
    const CurvesMarker& marker = *model().marker;
    const auto x = markerValue();
    const auto step = [&](MarkerStep to) { moveTo(marker.stepped(*x, to), newBurst()); };
    const auto pick = [&](int by) {
        const auto rows = static_cast<int>(model().scales.front().rows.size()), to = static_cast<int>(*marker.row) + by;
        if (to >= 0 && to < rows) emit rowPicked(static_cast<std::size_t>(to), newBurst());
    };
    if (!x || !marker.stepped) return QWidget::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Left: return step(MarkerStep::Back);
        case Qt::Key_Right: return step(MarkerStep::Forth);
        case Qt::Key_PageDown: return step(MarkerStep::PageBack);
        case Qt::Key_PageUp: return step(MarkerStep::PageForth);
        case Qt::Key_Home: return step(MarkerStep::First);
        case Qt::Key_End: return step(MarkerStep::Last);
        case Qt::Key_Up:
        case Qt::Key_Down:
            if (marker.row) return pick(event->key() == Qt::Key_Up ? 1 : -1);
            [[fallthrough]];
        default: QWidget::keyPressEvent(event);
    }
}

void CurvesView::keyPressEvent(QKeyEvent* event) {
    constexpr Qt::Key kOurs[] = {Qt::Key_Left,     Qt::Key_Right, Qt::Key_Up,  Qt::Key_Down,   Qt::Key_PageUp,
                                 Qt::Key_PageDown, Qt::Key_Home,  Qt::Key_End, Qt::Key_Return, Qt::Key_Enter};
    const bool isOurs = std::find(std::begin(kOurs), std::end(kOurs), event->key()) != std::end(kOurs);
    if (isOurs) rebuildNow();
    if (hasMarker()) return moveByKey(event);
    if (event->key() == Qt::Key_Escape && leaveSpot()) return;
    if (!isOurs || !m_layout || m_layout->panels.empty() || model().values.empty())
        return QWidget::keyPressEvent(event);
    m_isByKeys = true;
    if (!m_spot) return stepPanel(1);
    const auto all = static_cast<int>(model().axis.order.size());
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

void CurvesView::choose() {
    rebuildNow();
    if (!m_layout || !m_spot) return;
    const auto readings = model().readings(*m_spot);
    const auto at = std::find_if(readings.begin(), readings.end(), [&](const CurveReading& reading) {
        return !m_spot->series || reading.series == *m_spot->series;
    });
    if (at == readings.end()) return;
    if (at->row.value.isEmpty())
        emit message(tr("%1: %2").arg(at->row.name, at->row.reason));
    else if (m_spot->series)
        emit chosen(*m_spot);
}

void CurvesView::scrollTo(const CurvesPanel& panel) {
    const int top = qFloor(panel.box.top()), bottom = qCeil(panel.box.bottom());
    const int view = qFloor(ownSize().height());
    m_bar->setValue(std::clamp(m_bar->value(), bottom - view, std::max(top, bottom - view)));
}

void CurvesView::stepX(int by) {
    const std::vector<std::size_t>& order = model().axis.order;
    const auto at = std::find(order.begin(), order.end(), m_spot->x) - order.begin();
    const auto to = std::clamp<std::ptrdiff_t>(at + by, 0, std::ssize(order) - 1);
    CurvesSpot spot = *m_spot;
    spot.x = order[static_cast<std::size_t>(to)];
    setSpot(spot);
}

void CurvesView::stepRow(int by) {
    const auto rows = model().readings(*m_spot);
    if (rows.empty()) return;
    const auto at = std::find_if(rows.begin(), rows.end(),
                                 [&](const CurveReading& reading) { return m_spot->series == reading.series; });
    const auto index = at == rows.end() ? (by > 0 ? -1 : std::ssize(rows)) : at - rows.begin();
    CurvesSpot spot = *m_spot;
    spot.series =
        rows[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(index + by, 0, std::ssize(rows) - 1))].series;
    setSpot(spot);
}

void CurvesView::stepPanel(int by) {
    const auto to = (m_spot ? static_cast<std::ptrdiff_t>(m_spot->panel) : -1) + by;
    if (to < 0 || to >= std::ssize(m_layout->panels)) return;
    CurvesSpot spot = m_spot.value_or(CurvesSpot{.x = model().axis.order.front()});
    spot.panel = static_cast<std::size_t>(to);
    m_isByKeys = true;
    setSpot(spot);
    scrollTo(m_layout->panels[spot.panel]);
}

void CurvesView::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    m_canvas->update();
    if (!m_layout || m_layout->panels.empty() || hasMarker() || model().values.empty()) return;
    if (event->reason() != Qt::TabFocusReason && event->reason() != Qt::BacktabFocusReason) return;
    setSpot(std::nullopt);
    stepPanel(1);
}

void CurvesView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    m_canvas->update();
    const bool comesBack = event->reason() == Qt::PopupFocusReason || event->reason() == Qt::ActiveWindowFocusReason;
    if (m_isByKeys && !comesBack) setSpot(std::nullopt);
}

void CurvesView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) refresh();
}

}  // namespace bubblescope
