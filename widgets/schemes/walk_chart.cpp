#include "widgets/schemes/walk_chart.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QScrollArea>

#include "widgets/charts/chart_plot.h"
#include "widgets/charts/chart_quantity.h"
#include "widgets/charts/plot_library.h"
#include "widgets/kit/csv.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/symbol_combo.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/format.h"
#include "widgets/shown/scenario_edit.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int kTop = 40, kBottom = 36, kLeft = 44, kRight = 14;  // around the axes of a panel
constexpr int kLeastPanelHeight = 140;
constexpr int kWide = 700, kMedium = 400;  // from here on four panels, or two, stand side by side
constexpr int kHeadMargin = 16;
constexpr double kPadding = 8;  // from the ends of the axis to its first and last value
constexpr double kNearMarker = 7;
constexpr double kDot = 5, kSmallDot = 3;
constexpr double kDotRoom = 13;  // from one point to the next

/// Whether an unfinished walk already says what its curves look like: both ends, and a third of the points.
bool hasShape(const SchemeWalk& walk) {
    const auto isKnown = [](const SchemeWalk::Point& point) { return point.result.has_value(); };
    const auto known = std::count_if(walk.points.begin(), walk.points.end(), isKnown);
    return walk.points.empty() || (isKnown(walk.points.front()) && isKnown(walk.points.back()) &&
                                   3 * known >= static_cast<long>(walk.points.size()));
}

/// Labels as numbers are written, the last at the end of a range from 0.
class NumberTicker : public QCPAxisTicker {
protected:
    double getTickStep(const QCPRange& range) override {
        const auto isRound = [this](double step) {
            const double mantissa = getMantissa(step * (1 + kTolerance));
            const auto isNear = [mantissa](double round) {
                return std::abs(mantissa - round) < 2 * round * kTolerance;
            };
            return isNear(1) || isNear(2) || isNear(2.5) || isNear(5);
        };
        for (int parts = mTickCount + 1; parts > 1; --parts)
            if (isRound(range.upper / parts)) return range.upper / parts;
        return mTickCount > 1 ? range.upper / 2 : range.upper;
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return formatNumber(tick, 6); }

private:
    static constexpr double kTolerance = 1e-9;
};

}  // namespace

WalkChart::WalkChart(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Interpolation: the scheme along one of its numbers"));
    m_plot = newPlot(this);
    m_plot->installEventFilter(this);
    m_plot->plotLayout()->clear();
    m_plot->plotLayout()->setMargins(QMargins());
    m_plot->plotLayout()->addElement(0, 0, new QCPLayoutInset);
    makePanels();
    paintOnLayer(*m_plot, "axes", [this](QPainter& painter) { paintWords(painter); });
    paintOnLayer(*m_plot, kMarkerLayer, [this](QPainter& painter) { paintMarker(painter); });
    paintOnLayer(*m_plot, kHoverLayer, [this](QPainter& painter) { paintHover(painter); });

    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(m_plot);
    m_notice = new QLabel(this);
    m_notice->setAlignment(Qt::AlignCenter);
    m_notice->setWordWrap(true);
    m_notice->setMargin(16);
    m_notice->setForegroundRole(QPalette::PlaceholderText);
    m_notice->setTextFormat(Qt::PlainText);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 8, 0, 4);
    rows->setSpacing(6);
    rows->addLayout(makeHead());
    rows->addWidget(m_scroll, 1);
    rows->addWidget(m_notice, 1);
    setFocusProxy(m_slider);
    rebuild();
}

QLayout* WalkChart::makeHead() {
    m_number = new SymbolCombo(this);
    m_number->setAccessibleName(tr("Number that the charts go along"));
    m_number->setToolTip(tipHtml(
        tr("The number of the scheme that the charts go along.\nWith group_size 1 each worker is a group of its "
           "own: data parallel. With as many as there are workers all of them are one: pipeline parallel.")));
    connect(m_number, &QComboBox::activated, this,
            [this](int index) { emit numberChosen(m_number->itemText(index).toStdString()); });
    auto* along = new QLabel(tr("Along"), this);
    m_from = new QLabel(this);
    m_to = new QLabel(this);
    m_value = new QLabel(this);
    for (QLabel* label : {along, m_from, m_to}) {
        label->setFont(uiFont(12.5));
        label->setForegroundRole(QPalette::PlaceholderText);
    }
    m_value->setFont(uiFont(13, QFont::DemiBold));
    m_slider = new SlimSlider(this);
    m_slider->setAccessibleName(tr("Present value"));
    m_slider->setMaximumWidth(320);
    m_slider->installEventFilter(this);
    connect(m_slider, &SlimSlider::dragged, this, [this](double position, int gesture, bool) {
        if (const auto value = nearestThatRan(position)) moveTo(*value, gesture);
    });
    connect(m_slider, &SlimSlider::stepped, this, &WalkChart::step);
    QHBoxLayout* const head = m_head = new QHBoxLayout;
    head->setContentsMargins(kHeadMargin, 0, kHeadMargin, 0);
    head->setSpacing(8);
    head->addWidget(along);
    head->addWidget(m_number);
    head->addSpacing(8);
    head->addWidget(m_from);
    head->addWidget(m_slider, 1);
    head->addWidget(m_to);
    head->addWidget(m_value);
    head->addStretch(0);
    return head;
}

void WalkChart::setHeadRoom(int width) {
    m_head->setContentsMargins(kHeadMargin, 0, kHeadMargin + width, 0);
    arrange();
}

void WalkChart::makePanels() {
    auto* places = static_cast<QCPLayoutInset*>(m_plot->plotLayout()->element(0, 0));
    m_curves.resize(walkSeries().size());
    for (const WalkPanel& panel : walkPanels()) {
        auto* rect = new QCPAxisRect(m_plot);
        simplify(*rect);
        places->addElement(rect, QRectF(0, 0, 1, 1));
        QCPAxis *x = rect->axis(QCPAxis::atBottom), *y = rect->axis(QCPAxis::atLeft);
        y->setTicker(QSharedPointer<NumberTicker>::create());
        for (std::size_t s = panel.first; s < panel.first + panel.count; ++s) {
            m_curves[s] = {newWholeGraph(*x, *y), newWholeGraph(*x, *y), newWholeGraph(*x, *y)};
            m_curves[s].dots->setLineStyle(QCPGraph::lsNone);
        }
        m_panels.push_back({rect, x, y});
    }
    style();
}

void WalkChart::style() {
    const Theme& theme = themeOf(palette());
    stylePlot(*m_plot, theme);
    for (std::size_t s = 0; s < m_curves.size(); ++s) {
        const WalkSeries& series = walkSeries()[s];
        QColor faint = colorOf(series, theme.id);
        faint.setAlphaF(0.8f);
        m_curves[s].links->setPen(QPen(faint, 1.25, Qt::DotLine, Qt::FlatCap));
    }
    shareLines();
}

bool WalkChart::isDragging() const { return m_dragged || m_slider->isDragging(); }

void WalkChart::setWalk(const SchemeWalk& walk) {
    m_pending = walk;
    takePending();
}

void WalkChart::takePending() {
    if (!m_pending) return;
    const bool isAlongSame = !m_walk.points.empty() && m_pending->number == m_walk.number;
    if (isAlongSame && (isDragging() || !hasShape(*m_pending))) return;
    if (!isAlongSame || m_pending->points.size() != m_walk.points.size()) leave();
    m_walk = *std::exchange(m_pending, std::nullopt);
    rebuild();
}

void WalkChart::setPresent(const Scheme& scheme) {
    m_present = scheme;
    showNumbers();
    showMarker();
}

void WalkChart::setTimeUnit(const QString& unit) {
    if (unit == m_timeUnit) return;
    m_timeUnit = unit;
    rebuild();
}

std::optional<int> WalkChart::markerValue() const {
    if (m_dragged) return m_dragged;
    if (m_walk.points.empty() || !findKind(Family::Scheme, m_present.kind)) return std::nullopt;
    const int value = numberOf(m_present, m_walk.number);
    return value >= m_axis.from && value <= m_axis.to ? std::optional(value) : std::nullopt;
}

void WalkChart::showNumbers() {
    QStringList names;
    if (findKind(Family::Scheme, m_present.kind))
        for (const std::string& name : numbersOf(m_present)) names << toQString(name);
    QStringList shown;
    for (int i = 0; i < m_number->count(); ++i) shown << m_number->itemText(i);
    if (names != shown) {
        m_number->clear();
        m_number->addItems(names);
        m_number->updateGeometry();
    }
    m_number->setCurrentIndex(m_number->findText(toQString(m_walk.number)));
    m_number->setEnabled(!names.isEmpty());
}

void WalkChart::showMarker() {
    const auto value = markerValue();
    m_slider->setEnabled(value.has_value());
    if (value) m_slider->setPosition(m_axis.shareOf(*value));
    m_value->setText(value ? QString::number(*value) : QString());
    const QString text = value ? valueText(m_walk, *value) : QString();
    m_slider->setToolTip(text);
    m_slider->setAccessibleDescription(text);
    QStringList values{text};
    for (std::size_t i = 0; value && i < m_walk.points.size(); ++i)
        if (m_walk.points[i].value == *value) values << linesAt(i);
    setAccessibleDescription(values.join(QStringLiteral(", ")));
    replotLayer(*m_plot, kMarkerLayer);
}

void WalkChart::rebuild() {
    m_axis = WalkAxis(m_walk);
    rebuildCurves();
    m_notice->setText(notice());
    m_notice->setVisible(!m_notice->text().isEmpty());
    m_scroll->setVisible(m_notice->text().isEmpty());
    showNumbers();
    m_from->setText(meaningOf(m_walk, m_axis.from));
    m_to->setText(m_axis.to > m_axis.from ? meaningOf(m_walk, m_axis.to) : QString());
    m_value->setMinimumWidth(m_value->fontMetrics().horizontalAdvance(QString::number(m_axis.to)));
    arrange();
    showMarker();
}

void WalkChart::rebuildCurves() {
    for (std::size_t s = 0; s < m_curves.size(); ++s) {
        QVector<double> x, y, dotX, dotY, linkX, linkY;
        double lastX = 0, lastY = qQNaN();
        bool isAfterGap = false;
        for (const SchemeWalk::Point& point : m_walk.points) {
            const double value = point.result ? walkSeries()[s].of(*point.result) : qQNaN();
            if (qIsNaN(value) && point.refusal().empty()) continue;  // awaited: the line goes straight to the next
            x << point.value;
            y << value;
            if (!qIsNaN(value) && isAfterGap && !qIsNaN(lastY)) {
                linkX << lastX << point.value << point.value;
                linkY << lastY << value << qQNaN();
            }
            isAfterGap = qIsNaN(value);
            if (isAfterGap) continue;
            dotX << (lastX = point.value);
            dotY << (lastY = value);
        }
        m_curves[s].line->setData(x, y, true);
        m_curves[s].links->setData(linkX, linkY, true);
        m_curves[s].dots->setData(dotX, dotY, true);
    }
    shareLines();
    for (std::size_t p = 0; p < m_panels.size(); ++p) {
        double largest = 0;
        const WalkPanel& panel = walkPanels()[p];
        for (std::size_t s = panel.first; s < panel.first + panel.count; ++s)
            for (const QCPGraphData& point : *m_curves[s].line->data())
                if (point.value > largest) largest = point.value;
        const double end = roundedUp(largest);
        m_panels[p].y->setRange(0, end > 0 ? end : 1);
    }
}

int WalkChart::columns() const { return width() >= kWide ? 4 : width() >= kMedium ? 2 : 1; }

/// Of curves of a chart that are the same, the one behind shows between the dashes of the other.
void WalkChart::shareLines() {
    constexpr double kPiece = 4;  // in widths of the line
    const auto isSame = [&](std::size_t a, std::size_t b) {
        return std::equal(m_curves[a].line->data()->constBegin(), m_curves[a].line->data()->constEnd(),
                          m_curves[b].line->data()->constBegin(), m_curves[b].line->data()->constEnd(),
                          [](const QCPGraphData& x, const QCPGraphData& y) {
                              return x.key == y.key && (x.value == y.value || (qIsNaN(x.value) && qIsNaN(y.value)));
                          });
    };
    const ThemeId theme = themeOf(palette()).id;
    for (const WalkPanel& panel : walkPanels())
        for (std::size_t s = panel.first; s < panel.first + panel.count; ++s) {
            QPen pen = penOf(walkSeries()[s], theme);
            for (std::size_t other = panel.first; other < s; ++other) {
                if (walkSeries()[other].tone == walkSeries()[s].tone || !isSame(other, s)) continue;
                pen.setCapStyle(Qt::FlatCap);
                pen.setDashPattern({kPiece, kPiece});
            }
            m_curves[s].line->setPen(pen);
        }
}

void WalkChart::arrange() {
    const int across = columns(), down = static_cast<int>(m_panels.size()) / across;
    m_plot->setMinimumHeight(down * kLeastPanelHeight);
    auto* places = static_cast<QCPLayoutInset*>(m_plot->plotLayout()->element(0, 0));
    for (int i = 0; i < places->elementCount(); ++i)
        places->setInsetRect(i,
                             QRectF(1.0 * (i % across) / across, 1.0 * (i / across) / down, 1.0 / across, 1.0 / down));
    // With words at the ends the slider needs room for them.
    const bool hasRoom = width() - m_head->contentsMargins().right() >= 540;
    m_from->setVisible(hasRoom && !m_from->text().isEmpty());
    m_to->setVisible(hasRoom && !m_to->text().isEmpty());
    setAxes();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void WalkChart::setAxes() {
    const QFontMetricsF metrics(uiFont(11));
    int left = kLeft;
    for (const Panel& panel : m_panels)
        left = std::max(left, qCeil(metrics.horizontalAdvance(formatNumber(panel.y->range().upper, 6))) + 12);
    const int rows = static_cast<int>(m_panels.size()) / columns();
    const double width = std::max(1.0, 1.0 * m_plot->width() / columns() - left - kRight - 2 * kPadding);
    const int height = m_plot->height() / rows - kTop - kBottom;

    const double room = metrics.horizontalAdvance(QString::number(m_axis.to)) + 10;
    const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (const int value : walkTicks(m_walk, width, room)) ticker->addTick(value, QString::number(value));
    const double share = kPadding / width;
    double from = m_axis.from, to = m_axis.to;
    if (from == to) {
        from -= 0.5, to += 0.5;
    } else if (m_axis.isLogarithmic) {
        const double factor = std::pow(to / from, share);
        from /= factor, to *= factor;
    } else {
        const double pad = share * (to - from);
        from -= pad, to += pad;
    }
    const bool isSparse = m_curves.front().dots->dataCount() * kDotRoom <= width;
    for (std::size_t s = 0; s < m_curves.size(); ++s) {
        const QColor color = m_curves[s].line->pen().color();
        const double size = isSparse && !walkSeries()[s].isThin ? kDot : kSmallDot;
        m_curves[s].dots->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, size));
    }
    for (const Panel& panel : m_panels) {
        panel.rect->setMargins(QMargins(left, kTop, kRight, kBottom));
        panel.x->setScaleType(m_axis.isLogarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        panel.x->setTicker(ticker);
        panel.x->setRange(from, to);
        panel.y->ticker()->setTickCount(std::clamp(height / 34, 1, 5));
    }
}

const StudyPoint* WalkChart::resultAt(int value) const {
    for (const SchemeWalk::Point& point : m_walk.points)
        if (point.value == value) return point.ran();
    return nullptr;
}

std::optional<int> WalkChart::nearestThatRan(double share) const {
    std::optional<int> best;
    double distance = std::numeric_limits<double>::infinity();
    for (const SchemeWalk::Point& point : m_walk.points) {
        const double away = std::abs(m_axis.shareOf(point.value) - share);
        if (point.ran() && away < distance) distance = away, best = point.value;
    }
    return best;
}

void WalkChart::moveTo(int value, int gesture) {
    if (markerValue() == value) return;
    if (isDragging()) {
        m_dragged = value;
        showMarker();
    }
    emit valueDragged(m_walk.number, value, gesture);
}

void WalkChart::step(SlimSlider::Step step, int gesture) {
    const auto present = markerValue();
    std::vector<int> ran;
    for (const SchemeWalk::Point& point : m_walk.points)
        if (point.ran()) ran.push_back(point.value);
    if (!present || ran.empty()) return;
    const auto above = std::upper_bound(ran.begin(), ran.end(), *present);
    const auto below = std::lower_bound(ran.begin(), ran.end(), *present);
    switch (step) {
        case SlimSlider::Step::ToMinimum: return moveTo(ran.front(), gesture);
        case SlimSlider::Step::ToMaximum: return moveTo(ran.back(), gesture);
        case SlimSlider::Step::Up:
        case SlimSlider::Step::PageUp:
            if (above != ran.end()) moveTo(*above, gesture);
            return;
        default:
            if (below != ran.begin()) moveTo(*(below - 1), gesture);
    }
}

QStringList WalkChart::linesAt(std::size_t index) const {
    const SchemeWalk::Point& point = m_walk.points[index];
    if (!point.ran()) return {point.result ? toQString(point.refusal()) : tr("computing…")};
    QStringList lines;
    for (const WalkSeries& series : walkSeries())
        if (const double value = series.of(*point.result); !qIsNaN(value))
            lines << tr("%1: %2").arg(series.inFull(), formatNumber(value, 4));
    return lines;
}

QString WalkChart::notice() const {
    if (m_walk.points.empty()) return tr("Choose a scheme to see what it costs along one of its numbers.");
    for (const SchemeWalk::Point& point : m_walk.points) {
        if (point.ran()) return {};
        if (!point.result) return tr("computing…");
    }
    return tr("No value of %1 runs here. At %2: %3")
        .arg(toQString(m_walk.number))
        .arg(m_walk.points.front().value)
        .arg(toQString(m_walk.points.front().refusal()));
}

QString WalkChart::csv() const {
    QStringList cells{csvCell(toQString(m_walk.number))};
    for (const WalkSeries& series : walkSeries()) cells << toQString(infoOf(series.quantity).id);
    cells << QStringLiteral("error");
    QString text = cells.join(',') + '\n';
    for (const SchemeWalk::Point& point : m_walk.points) {
        cells = {QString::number(point.value)};
        for (const WalkSeries& series : walkSeries()) {
            const double value = point.result ? series.of(*point.result) : qQNaN();
            cells << (qIsNaN(value) ? QString() : csvNumber(value));
        }
        cells << csvCell(toQString(point.refusal()));
        text += cells.join(',') + '\n';
    }
    return text;
}

std::size_t WalkChart::panelAt(QPointF position) const {
    std::size_t best = 0;
    for (std::size_t p = 0; p < m_panels.size(); ++p)
        if (m_panels[p].rect->outerRect().contains(position.toPoint())) best = p;
    return best;
}

/// The point nearest to the mouse, if that is in a chart.
std::optional<std::size_t> WalkChart::pointAt(QPointF position) const {
    const Panel& panel = m_panels[panelAt(position)];
    const QRect area = panel.rect->rect().adjusted(-6, -4, 6, kBottom);
    if (!area.contains(position.toPoint()) || m_walk.points.empty()) return std::nullopt;
    std::size_t best = 0;
    double distance = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_walk.points.size(); ++i) {
        const double away = std::abs(panel.x->coordToPixel(m_walk.points[i].value) - position.x());
        if (away < distance) distance = away, best = i;
    }
    return best;
}

bool WalkChart::isOnMarker(QPointF position) const {
    const auto marker = markerValue();
    const Panel& panel = m_panels[panelAt(position)];
    return marker && std::abs(panel.x->coordToPixel(*marker) - position.x()) <= kNearMarker;
}

void WalkChart::hover(QPointF position) {
    const auto point = pointAt(position);
    const std::size_t panel = panelAt(position);
    if (point)
        m_plot->setCursor(isOnMarker(position) ? Qt::SizeHorCursor : Qt::ArrowCursor);
    else
        m_plot->unsetCursor();
    m_plot->setToolTip(point ? QString() : tipHtml(walkText(walkPanels()[panel].tip)));
    if (m_hovered == point && m_hoveredPanel == panel) return;
    m_hovered = point;
    m_hoveredPanel = panel;
    replotLayer(*m_plot, kHoverLayer);
}

void WalkChart::leave() {
    m_plot->unsetCursor();
    if (!m_hovered) return;
    m_hovered.reset();
    replotLayer(*m_plot, kHoverLayer);
}

void WalkChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void WalkChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange && event->type() != QEvent::FontChange) return;
    style();
    setAxes();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

bool WalkChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_plot) return filterPlot(event);
    if (watched != m_slider) return QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) replotLayer(*m_plot, kMarkerLayer);
    if (event->type() == QEvent::MouseButtonRelease)
        QMetaObject::invokeMethod(  // when the slider has heard of it
            this,
            [this] {
                m_dragged.reset();
                takePending();
                showMarker();
            },
            Qt::QueuedConnection);
    return false;
}

bool WalkChart::filterPlot(QEvent* event) {
    const auto* mouse = dynamic_cast<const QMouseEvent*>(event);
    switch (event->type()) {
        case QEvent::Resize: setAxes(); return false;
        case QEvent::Wheel: event->ignore(); return true;  // the page's to scroll; the plot would swallow it
        case QEvent::MouseButtonPress:
            m_slider->setFocus(Qt::MouseFocusReason);
            if (mouse->button() != Qt::LeftButton || !markerValue() || !pointAt(mouse->position())) return false;
            m_isPressed = true;
            m_pressedAt = mouse->position();
            m_gesture = newGesture();
            if (isOnMarker(m_pressedAt)) m_dragged = markerValue();
            return true;
        case QEvent::MouseMove:
            if (m_isPressed && !m_dragged &&
                (mouse->position() - m_pressedAt).manhattanLength() >= QApplication::startDragDistance())
                m_dragged = markerValue();
            if (!m_dragged) return hover(mouse->position()), true;
            leave();
            m_plot->setCursor(Qt::SizeHorCursor);
            if (const auto value = nearestThatRan(
                    m_axis.shareOf(m_panels[panelAt(m_pressedAt)].x->pixelToCoord(mouse->position().x()))))
                moveTo(*value, m_gesture);
            return true;
        case QEvent::MouseButtonRelease: {
            if (!m_isPressed || mouse->button() != Qt::LeftButton) return false;
            m_isPressed = false;
            const bool wasDragged = m_dragged.has_value();
            m_dragged.reset();
            const auto point = pointAt(mouse->position());
            if (!wasDragged && point && m_walk.points[*point].ran()) moveTo(m_walk.points[*point].value, m_gesture);
            takePending();
            showMarker();
            hover(mouse->position());
            return true;
        }
        case QEvent::MouseButtonDblClick: return true;
        case QEvent::Leave: leave(); return false;
        default: return false;
    }
}

}  // namespace bubblescope
