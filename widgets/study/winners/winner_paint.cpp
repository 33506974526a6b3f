#include "widgets/study/winners/winner_paint.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainterPath>

#include "widgets/kit/symbol.h"
#include "widgets/shown/format.h"
#include "widgets/shown/op_palette.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope {

namespace {

constexpr double kSwatch = 12, kSwatchGap = 6;

QString tr(const char* text) { return QCoreApplication::translate("WinnerMap", text); }

/// Lines across a cell, in one or more directions.
struct Hatch {
    enum Direction { Up = 1, Down = 2, Level = 4, Upright = 8 };
    int directions;
    double period, width;
};

constexpr Hatch kRefusedHatch = {Hatch::Up, 6, 1};

/// What tells series apart on paper.
Hatch seriesHatch(std::size_t series) {
    constexpr Hatch kHatches[] = {
        {Hatch::Down, 6, 1},      {Hatch::Level, 5, 1},
        {Hatch::Upright, 5, 1},   {Hatch::Up | Hatch::Down, 7, 1},
        {Hatch::Up, 4, 1.5},      {Hatch::Level, 3, 1.5},
        {Hatch::Down, 3.5, 1.5},  {Hatch::Level | Hatch::Upright, 6, 1},
        {Hatch::Upright, 3, 1.5},
    };
    return kHatches[series % std::size(kHatches)];
}

/// Adds the lines of a hatch, which run on from one rectangle to the next. They are cut one by one: not every device
/// clips.
void addLines(QPainterPath& lines, const QRectF& rect, const Hatch& hatch) {
    const auto forEachStep = [&](double from, double to, auto&& f) {
        for (double at = std::ceil(from / hatch.period) * hatch.period; at < to; at += hatch.period) f(at);
    };
    const auto add = [&](double x0, double y0, double x1, double y1) {
        lines.moveTo(x0, y0);
        lines.lineTo(x1, y1);
    };
    if (hatch.directions & Hatch::Up)
        forEachStep(rect.left() + rect.top(), rect.right() + rect.bottom(), [&](double sum) {
            const double x0 = std::max(rect.left(), sum - rect.bottom()), x1 = std::min(rect.right(), sum - rect.top());
            add(x0, sum - x0, x1, sum - x1);
        });
    if (hatch.directions & Hatch::Down)
        forEachStep(rect.top() - rect.right(), rect.bottom() - rect.left(), [&](double difference) {
            const double x0 = std::max(rect.left(), rect.top() - difference);
            const double x1 = std::min(rect.right(), rect.bottom() - difference);
            add(x0, x0 + difference, x1, x1 + difference);
        });
    constexpr double kHalf = 0.5;  // onto pixels
    if (hatch.directions & Hatch::Level)
        forEachStep(rect.top() - kHalf, rect.bottom() - kHalf,
                    [&](double y) { add(rect.left(), y + kHalf, rect.right(), y + kHalf); });
    if (hatch.directions & Hatch::Upright)
        forEachStep(rect.left() - kHalf, rect.right() - kHalf,
                    [&](double x) { add(x + kHalf, rect.top(), x + kHalf, rect.bottom()); });
}

void strokeHatch(QPainter& painter, const std::vector<QRectF>& rects, const Hatch& hatch, const QColor& ink) {
    QPainterPath lines;
    for (const QRectF& rect : rects) addLines(lines, rect, hatch);
    const bool wasSmooth = painter.testRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.strokePath(lines, QPen(ink, hatch.width, Qt::SolidLine, Qt::FlatCap));
    painter.setRenderHint(QPainter::Antialiasing, wasSmooth);
}

/// Rectangles of one map, gathered by colour and drawn at once.
class CellPainter {
public:
    CellPainter(QPainter& painter, const WinnerMaps& maps, const WinnerLayout& layout, std::size_t map)
        : m_painter(painter),
          m_maps(maps),
          m_layout(layout),
          m_map(map),
          m_hasGaps(layout.hasGaps()),
          m_isVector(painter.paintEngine()->type() != QPaintEngine::Raster),
          m_scale(std::max(1e-3, std::abs(painter.deviceTransform().m11()))) {}

    void paint() {
        const std::size_t columns = m_layout.x.order.size();
        for (std::size_t row = 0; row < m_layout.y.order.size(); ++row)
            for (std::size_t begin = 0; begin < columns;) {
                const int key = keyOf(begin, row);
                std::size_t end = begin + 1;
                while (!m_hasGaps && end < columns && keyOf(end, row) == key) ++end;
                if (key != kEmpty) m_rects[key].push_back(rectOf(begin, end - 1, row));
                begin = end;
            }
        m_painter.setPen(Qt::NoPen);
        for (const auto& [key, rects] : m_rects)
            if (key == kRefusedKey)
                paintRefused(rects);
            else
                paintWon(rects, static_cast<std::size_t>(key) / kShades, static_cast<std::size_t>(key) % kShades);
    }

private:
    static constexpr int kEmpty = -1, kRefusedKey = -2;

    int keyOf(std::size_t column, std::size_t row) const {
        const WinnerCell& cell = cellOf(m_maps, m_layout, {m_map, column, row});
        if (cell.state == WinnerCell::State::Awaited) return kEmpty;
        if (cell.state == WinnerCell::State::Refused) return kRefusedKey;
        return static_cast<int>(cell.winner * kShades + shadeOf(cell.margin));
    }

    double snapped(double at) const { return std::round(at * m_scale) / m_scale; }

    /// Cells on whole pixels, with a gap to the next; without gaps on vector devices a little under the next, so that
    /// no ground shows between them.
    QRectF rectOf(std::size_t first, std::size_t last, std::size_t row) const {
        const QRectF rect = m_layout.cellRect({m_map, first, row}).united(m_layout.cellRect({m_map, last, row}));
        const double gap = m_hasGaps ? 1 : 0, under = m_isVector && !m_hasGaps ? 0.4 : 0;
        const double left = snapped(rect.left()), top = snapped(rect.top());
        const bool isLastColumn = last + 1 == m_layout.x.order.size(), isLowest = row == 0;
        const double right = snapped(rect.right()) + (isLastColumn ? 0 : under - gap);
        const double bottom = snapped(rect.bottom()) + (isLowest ? 0 : under - gap);
        return {QPointF(left, top), QPointF(right, bottom)};
    }

    void fill(const std::vector<QRectF>& rects, const QColor& color) {
        m_painter.setBrush(color);
        if (!m_isVector) {
            m_painter.drawRects(rects.data(), static_cast<int>(rects.size()));
            return;
        }
        QPainterPath path;
        path.setFillRule(Qt::WindingFill);
        for (const QRectF& rect : rects) path.addRect(rect);
        m_painter.drawPath(path);
    }

    void paintRefused(const std::vector<QRectF>& rects) {
        const Theme& theme = themeOf(m_maps.theme);
        fill(rects, theme.idle);
        strokeHatch(m_painter, rects, kRefusedHatch, theme.idleHatch);
    }

    void paintWon(const std::vector<QRectF>& rects, std::size_t series, std::size_t shade) {
        fill(rects, m_maps.groundOf(series, shade));
        if (m_maps.theme == ThemeId::Print)
            strokeHatch(m_painter, rects, seriesHatch(series), shaded(themeOf(m_maps.theme).text, shade, m_maps.theme));
    }

    QPainter& m_painter;
    const WinnerMaps& m_maps;
    const WinnerLayout& m_layout;
    std::size_t m_map;
    bool m_hasGaps, m_isVector;
    double m_scale;
    std::map<int, std::vector<QRectF>> m_rects;
};

/// Each in the middle of a row, on a plate that keeps the gaps between cells away from its letters.
void paintNames(QPainter& painter, const WinnerMaps& maps, const WinnerLayout& layout) {
    painter.setFont(winner_fonts::name());
    const QFontMetricsF metrics(painter.font());
    for (const RegionName& name : layout.names) {
        const auto at = layout.cellAt(name.rect.center());
        if (!at) continue;
        const QRectF cell = layout.cellRect(*at);
        const bool isInRow = layout.hasGaps() && cell.height() >= metrics.height();
        const double y = isInRow ? cell.center().y() : name.rect.center().y();
        QRectF box(0, 0, metrics.horizontalAdvance(name.text) + 8, metrics.height());
        box.moveCenter({name.rect.center().x(), y});
        // All cells under it take the same colour of text.
        const QColor ground = maps.groundOf(name.series, shadeOf(cellOf(maps, layout, *at).margin));
        if (layout.hasGaps() || maps.theme == ThemeId::Print) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(ground);
            painter.drawRoundedRect(box, 3, 3);
        }
        painter.setPen(textOn(ground));
        painter.drawText(box, Qt::AlignCenter, name.text);
    }
}

void paintAxes(QPainter& painter, const WinnerMaps& maps, const WinnerLayout& layout) {
    const Theme& theme = themeOf(maps.theme);
    const QFontMetricsF metrics(winner_fonts::plain()), bold(winner_fonts::title());
    constexpr double kBelow = 5, kTitleBaseline = 15, kGapToLabels = 7;
    painter.setFont(winner_fonts::plain());
    painter.setPen(theme.mutedText);
    const double left = layout.maps.front().left();
    if (!layout.yCaption.isEmpty()) {
        const double width = symbolsWidth(painter.font(), layout.yCaption);
        drawSymbols(painter, {std::max(0.0, left - kGapToLabels - width), kTitleBaseline}, layout.yCaption);
    }
    for (const CellTick& tick : layout.yTicks) {
        const QRectF& area = layout.maps.front();
        const double y = area.bottom() - tick.at * area.height() + metrics.capHeight() / 2;
        painter.drawText(QPointF(left - kGapToLabels - metrics.horizontalAdvance(tick.text), y), tick.text);
    }
    for (std::size_t map = 0; map < layout.maps.size(); ++map) {
        const QRectF& area = layout.maps[map];
        painter.setFont(winner_fonts::plain());
        painter.setPen(theme.mutedText);
        for (const CellTick& tick : layout.xTicks) {
            const double x = area.left() + tick.at * area.width() - metrics.horizontalAdvance(tick.text) / 2;
            painter.drawText(QPointF(x, area.bottom() + kBelow + metrics.ascent()), tick.text);
        }
        const double width = symbolsWidth(painter.font(), layout.xCaption);
        drawSymbols(painter, {area.right() - width, area.bottom() + kBelow + metrics.ascent() + metrics.height() + 2},
                    layout.xCaption);
        painter.setFont(winner_fonts::title());
        painter.setPen(theme.text);
        const std::string title(infoOf(maps.experiment().measures[map]).title);
        const QString text = tr("Least %1").arg(QCoreApplication::translate("measure", title.c_str()));
        painter.drawText(QPointF(area.left(), kTitleBaseline),
                         bold.elidedText(text, Qt::ElideRight, std::max(0.0, area.width())));
    }
}

void paintSwatch(QPainter& painter, const WinnerMaps& maps, std::size_t series, const QRectF& box, bool isHidden) {
    const bool isPrint = maps.theme == ThemeId::Print;
    const QColor& ink = isPrint ? themeOf(maps.theme).text : maps.colors[series];
    if (isPrint && !isHidden) strokeHatch(painter, {box}, seriesHatch(series), ink);
    painter.setPen(ink);
    painter.setBrush(isPrint || isHidden ? QBrush() : QBrush(ink));
    painter.drawRoundedRect(box, isPrint ? 0 : 2.5, isPrint ? 0 : 2.5);
}

/// A shade as all series have it: in stripes of the first that are shown, so that it is no colour of one of them.
void paintShade(QPainter& painter, const WinnerMaps& maps, std::size_t shade, const QRectF& box) {
    std::vector<QColor> stripes;
    constexpr std::size_t kMostStripes = 3;
    for (std::size_t series = 0; series < maps.colors.size() && stripes.size() < kMostStripes; ++series)
        if (maps.isShown(series)) stripes.push_back(shaded(maps.colors[series], shade, maps.theme));
    if (stripes.empty() || maps.theme == ThemeId::Print)
        stripes = {shaded(themeOf(maps.theme).text, shade, maps.theme)};
    const double width = box.width() / static_cast<double>(stripes.size());
    for (std::size_t i = 0; i < stripes.size(); ++i)
        painter.fillRect(QRectF(box.left() + static_cast<double>(i) * width, box.top(), width, box.height()),
                         stripes[i]);
}

void paintLegend(QPainter& painter, const WinnerMaps& maps, const WinnerLayout& layout) {
    const Theme& theme = themeOf(maps.theme);
    const QFontMetricsF metrics(winner_fonts::plain());
    for (const LegendItem& item : layout.legend) {
        const bool isHidden = item.kind == LegendItem::Kind::Name && !maps.isShown(item.index);
        const QRectF swatch(item.rect.left() + 0.5, std::round(item.rect.center().y() - kSwatch / 2) + 0.5, kSwatch - 1,
                            kSwatch - 1);
        painter.setPen(Qt::NoPen);
        switch (item.kind) {
            case LegendItem::Kind::Words: break;
            case LegendItem::Kind::Name: paintSwatch(painter, maps, item.index, swatch, isHidden); break;
            case LegendItem::Kind::Shade:
                paintShade(painter, maps, item.index, swatch.adjusted(-0.5, -0.5, 0.5, 0.5));
                break;
            case LegendItem::Kind::Refused:
                painter.setPen(theme.idleHatch);
                painter.setBrush(theme.idle);
                painter.drawRect(swatch);
                for (const double reach : {0.5, 1.0, 1.5}) {
                    const double from = std::max(0.0, reach - 1), to = std::min(1.0, reach);
                    painter.drawLine(swatch.topLeft() + QPointF(from, to) * swatch.width(),
                                     swatch.topLeft() + QPointF(to, from) * swatch.width());
                }
                break;
        }
        const bool hasSwatch = item.kind != LegendItem::Kind::Words;
        painter.setFont(winner_fonts::plain());
        painter.setPen(item.kind == LegendItem::Kind::Name && !isHidden ? theme.text : theme.mutedText);
        painter.drawText(QPointF(item.rect.left() + (hasSwatch ? kSwatch + kSwatchGap : 0),
                                 item.rect.center().y() + metrics.capHeight() / 2),
                         item.text);
    }
}

}  // namespace

void paintWinnerMap(QPainter& painter, const WinnerMaps& maps, const WinnerLayout& layout) {
    const Theme& theme = themeOf(maps.theme);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.fillRect(QRectF(QPointF(), layout.size), theme.window);
    for (std::size_t map = 0; map < layout.maps.size(); ++map) {
        if (layout.maps[map].isEmpty()) continue;
        painter.fillRect(layout.maps[map], theme.canvas);
        if (!maps.shown.empty()) CellPainter(painter, maps, layout, map).paint();
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintNames(painter, maps, layout);
    paintAxes(painter, maps, layout);
    paintLegend(painter, maps, layout);
    if (!layout.notice.isEmpty() && !layout.maps.empty()) {
        const QRectF room = layout.maps.front().united(layout.maps.back()).adjusted(8, 0, -8, 0);
        painter.setFont(winner_fonts::title());
        const QRectF box = painter.boundingRect(room, Qt::AlignCenter | Qt::TextWordWrap, layout.notice);
        painter.fillRect(box.adjusted(-8, -6, 8, 6), theme.window);
        painter.setPen(theme.mutedText);
        painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, layout.notice);
    }
    painter.restore();
}

void paintMarkedCell(QPainter& painter, const WinnerMaps& maps, const WinnerLayout& layout, const MapCell& cell) {
    const Theme& theme = themeOf(maps.theme);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (std::size_t map = 0; map < layout.maps.size(); ++map) {
        constexpr double kLeast = 6;  // the frame of a tiny cell stands around it
        QRectF rect = layout.cellRect({map, cell.column, cell.row}).toAlignedRect();
        const double more = std::max(0.0, kLeast - std::min(rect.width(), rect.height())) / 2;
        rect.adjust(-more, -more, more, more);
        painter.setPen(QPen(theme.window, 4));
        painter.drawRoundedRect(rect, 2, 2);
        painter.setPen(QPen(theme.text, map == cell.map ? 2 : 1));
        painter.drawRoundedRect(rect, 2, 2);
    }
    painter.restore();
}

}  // namespace bubblescope
