#include "widgets/study/winners/winner_map_view.h"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/study/winners/winner_card.h"
#include "widgets/study/winners/winner_paint.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// A name in the legend, which the picture paints: the button adds the click and the focus frame.
class LegendButton : public QAbstractButton {
public:
    explicit LegendButton(QWidget* parent) : QAbstractButton(parent) {
        setCheckable(true);
        setCursor(Qt::PointingHandCursor);
        setAttribute(Qt::WA_Hover);
    }

protected:
    void paintEvent(QPaintEvent*) override {
        if (!hasFocus() && !underMouse()) return;
        const Theme& theme = themeOf(palette());
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(hasFocus() ? theme.accent : theme.line, hasFocus() ? 1.5 : 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
};

}  // namespace

WinnerMapView::WinnerMapView(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Winner map: the best series in each cell"));
    connect(new KeepActions(this), &KeepActions::wanted, this, &WinnerMapView::keepWanted);
}

void WinnerMapView::setResults(SharedResults results) {
    m_results = std::move(results);
    invalidate();
}

void WinnerMapView::setFigure(std::size_t figure) {
    if (m_figure == figure) return;
    m_figure = figure;
    invalidate();
}

void WinnerMapView::setHiddenSeries(const std::set<std::size_t>& hidden) {
    if (m_hidden == hidden) return;
    m_hidden = hidden;
    invalidate();
}

void WinnerMapView::setColors(const QString& palette) {
    if (std::exchange(m_palette, palette) != palette) invalidate();
}

void WinnerMapView::setPresent(std::optional<QPointF> present) {
    m_present = present;
    update();
}

void WinnerMapView::setHasLegend(bool hasLegend) {
    m_hasLegend = hasLegend;
    invalidate();
}

void WinnerMapView::setScale(double scale) {
    if (m_scale == scale) return;
    m_scale = scale;
    invalidate();
}

void WinnerMapView::invalidate() {
    m_isStale = true;
    update();
}

void WinnerMapView::refresh() {
    if (!m_isStale && m_picture.devicePixelRatioF() == devicePixelRatioF()) return;
    m_isStale = false;
    m_maps = {};
    m_layout = {};
    m_picture = QPixmap(size() * devicePixelRatioF());
    m_picture.setDevicePixelRatio(devicePixelRatioF());
    const Theme& theme = themeOf(palette());
    m_picture.fill(theme.window);
    if (m_results) {
        const std::size_t figure = std::min(m_figure, m_results->plan->figures() - 1);
        m_maps = winnerMapsOf(m_results, figure, m_hidden, theme.id, m_palette);
        m_layout = layoutWinnerMaps(m_maps, ownSize(), m_hasLegend);
        QPainter painter(&m_picture);
        painter.scale(m_scale, m_scale);
        paintWinnerMap(painter, m_maps, m_layout);
    }
    const auto isGone = [&](const MapCell& cell) {
        return cell.map >= m_layout.maps.size() || cell.column >= m_layout.x.order.size() ||
               cell.row >= m_layout.y.order.size();
    };
    if (m_current && isGone(*m_current)) m_current.reset();
    placeLegend();
    describe();
}

void WinnerMapView::placeLegend() {
    const std::size_t count = m_maps.names.size();
    while (m_legend.size() < count) {
        auto* button = new LegendButton(this);
        const std::size_t series = m_legend.size();
        connect(button, &QAbstractButton::clicked, this, [this, series] { toggle(series); });
        m_legend.push_back(button);
    }
    for (std::size_t series = 0; series < m_legend.size(); ++series)
        m_legend[series]->setVisible(m_hasLegend && series < count);
    for (const LegendItem& item : m_layout.legend) {
        if (item.kind != LegendItem::Kind::Name) continue;
        QAbstractButton* const button = m_legend[item.index];
        const QRectF place = item.rect.adjusted(-4, 1, 4, -1);
        button->setGeometry(QRectF(place.topLeft() * m_scale, place.size() * m_scale).toAlignedRect());
        button->setAccessibleName(tr("Show %1").arg(item.text));
        button->setToolTip(m_maps.isShown(item.index) ? tr("Hide %1").arg(item.text) : tr("Show %1").arg(item.text));
        button->setChecked(m_maps.isShown(item.index));
    }
}

void WinnerMapView::paintEvent(QPaintEvent*) {
    refresh();
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    painter.scale(m_scale, m_scale);
    if (m_present && !m_maps.cells.empty() && m_layout.notice.isEmpty())
        paintPresent(painter, m_maps, m_layout, *m_present);
    if (!m_current || m_layout.maps.empty() || m_layout.maps.front().isEmpty()) return;
    paintMarkedCell(painter, m_maps, m_layout, *m_current);
    const RankingCard card = rankingCard(m_maps, m_layout, *m_current);
    if (!card.rows.empty()) paintRankingCard(painter, m_maps, card, m_layout.cellRect(*m_current), ownSize());
}

void WinnerMapView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    invalidate();
}

void WinnerMapView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) invalidate();
}

void WinnerMapView::setCurrent(std::optional<MapCell> cell) {
    if (m_current == cell) return;
    m_current = cell;
    describe();
    update();
}

void WinnerMapView::describe() {
    setAccessibleDescription(m_current ? spoken(rankingCard(m_maps, m_layout, *m_current), m_maps)
                                       : tr("Arrow keys move from cell to cell. Return opens the winner."));
}

void WinnerMapView::mouseMoveEvent(QMouseEvent* event) {
    refresh();
    const auto cell = m_layout.cellAt(event->position() / m_scale);
    setCurrent(cell);
    const bool isWon = cell && cellOf(m_maps, m_layout, *cell).state == WinnerCell::State::Won;
    setCursor(isWon ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void WinnerMapView::mousePressEvent(QMouseEvent* event) {
    refresh();
    setFocus(Qt::MouseFocusReason);
    m_pressed = event->button() == Qt::LeftButton ? m_layout.cellAt(event->position() / m_scale) : std::nullopt;
    setCurrent(m_layout.cellAt(event->position() / m_scale));
}

void WinnerMapView::mouseReleaseEvent(QMouseEvent* event) {
    refresh();
    const auto pressed = std::exchange(m_pressed, std::nullopt);
    if (event->button() == Qt::LeftButton && pressed && m_layout.cellAt(event->position() / m_scale) == pressed)
        choose();
}

void WinnerMapView::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    setCurrent(std::nullopt);
}

void WinnerMapView::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    if (!underMouse()) setCurrent(std::nullopt);
}

void WinnerMapView::moveBy(int columns, int rows) {
    if (m_layout.maps.empty()) return;
    // The maps side by side form one long row of columns.
    const int width = static_cast<int>(m_layout.x.order.size()), height = static_cast<int>(m_layout.y.order.size());
    const int all = width * static_cast<int>(m_layout.maps.size());
    if (!m_current) return setCurrent(MapCell{0, 0, static_cast<std::size_t>(height - 1)});
    const int column = static_cast<int>(m_current->map) * width + static_cast<int>(m_current->column);
    const int toColumn = std::clamp(column + columns, 0, all - 1);
    const int toRow = std::clamp(static_cast<int>(m_current->row) + rows, 0, height - 1);
    setCurrent(MapCell{static_cast<std::size_t>(toColumn / width), static_cast<std::size_t>(toColumn % width),
                       static_cast<std::size_t>(toRow)});
}

void WinnerMapView::keyPressEvent(QKeyEvent* event) {
    refresh();
    const int width = static_cast<int>(m_layout.x.order.size());
    const int column = m_current ? static_cast<int>(m_current->column) : 0;
    switch (event->key()) {
        case Qt::Key_Left: return moveBy(-1, 0);
        case Qt::Key_Right: return moveBy(1, 0);
        case Qt::Key_Up: return moveBy(0, 1);
        case Qt::Key_Down: return moveBy(0, -1);
        case Qt::Key_Home: return moveBy(-column, 0);
        case Qt::Key_End: return moveBy(width - 1 - column, 0);
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (m_current) return choose();
            break;
        case Qt::Key_Escape:
            if (leaveCell()) return;
            break;
        default: break;
    }
    QWidget::keyPressEvent(event);
}

bool WinnerMapView::leaveCell() {
    const bool wasThere = m_current.has_value();
    setCurrent(std::nullopt);
    return wasThere;
}

void WinnerMapView::choose() {
    if (!m_current) return;
    const WinnerCell& cell = cellOf(m_maps, m_layout, *m_current);
    if (cell.state != WinnerCell::State::Won) return;
    PointPlace place = placeOf(m_maps, m_layout, *m_current);
    place.series = cell.winner;
    emit pointChosen(m_maps.results->plan->pointAt(place));
}

void WinnerMapView::toggle(std::size_t series) {
    std::set<std::size_t> hidden = m_hidden;
    if (!hidden.erase(series)) hidden.insert(series);
    setHiddenSeries(hidden);
    emit hiddenSeriesChanged();
}

}  // namespace bubblescope
