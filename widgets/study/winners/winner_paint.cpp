#include "widgets/study/winners/winner_paint.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainterPath>

#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/shown/op_palette.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope {

namespace {

constexpr double kPaintedSwatch = 12, kPaintedSwatchGap = 6;

/// Lines across a cell, in one or more directions.
struct Hatching {
    enum Direction { Up = 1, Down = 2, Level = 4, Upright = 8 };
    int directions;
    double period, width;
};

constexpr Hatching kRefusedHatch = {Hatching::Up, 6, 1}, kOverLimitHatch = {Hatching::Up | Hatching::Down, 14, 1};

/// The colour of lines in cells in which no series fits in the memory limit, on the plain ground.
QColor overLimitInk(const Theme& theme) {
    constexpr double kGround = 0.45;
    return mixed(theme.error, theme.window, kGround);
}

/// The hatch of a series on paper.
Hatching seriesHatch(std::size_t series) {
    constexpr Hatching kHatches[] = {
        {Hatching::Down, 6, 1},      {Hatching::Level, 5, 1},
        {Hatching::Upright, 5, 1},   {Hatching::Up | Hatching::Down, 7, 1},
        {Hatching::Up, 4, 1.5},      {Hatching::Level, 3, 1.5},
        {Hatching::Down, 3.5, 1.5},  {Hatching::Level | Hatching::Upright, 6, 1},
        {Hatching::Upright, 3, 1.5},
    };
    return kHatches[series % std::size(kHatches)];
}

/// Adds the lines of a hatch, which continue from one rectangle to the next. They are cut one by one, because not every
/// device clips.
void addLines(QPainterPath& lines, const QRectF& rect, const Hatching& hatch) {
    const auto forEachStep = [&](double from, double to, auto&& f) {
        for (double at = std::ceil(from / hatch.period) * hatch.period; at < to; at += hatch.period) f(at);
    };
    const auto add = [&](double x0, double y0, double x1, double y1) {
        lines.moveTo(x0, y0);
        lines.lineTo(x1, y1);
    };
    if (hatch.directions & Hatching::Up)
        forEachStep(rect.left() + rect.top(), rect.right() + rect.bottom(), [&](double sum) {
            const double x0 = std::max(rect.left(), sum - rect.bottom()), x1 = std::min(rect.right(), sum - rect.top());
            add(x0, sum - x0, x1, sum - x1);
        });
    if (hatch.directions & Hatching::Down)
        forEachStep(rect.top() - rect.right(), rect.bottom() - rect.left(), [&](double difference) {
            const double x0 = std::max(rect.left(), rect.top() - difference);
            const double x1 = std::min(rect.right(), rect.bottom() - difference);
            add(x0, x0 + difference, x1, x1 + difference);
        });
    constexpr double kHalf = 0.5;  // onto pixel centres
    if (hatch.directions & Hatching::Level)
        forEachStep(rect.top() - kHalf, rect.bottom() - kHalf,
                    [&](double y) { add(rect.left(), y + kHalf, rect.right(), y + kHalf); });
    if (hatch.directions & Hatching::Upright)
        forEachStep(rect.left() - kHalf, rect.right() - kHalf,
                    [&](double x) { add(x + kHalf, rect.top(), x + kHalf, rect.bottom()); });
}

QByteArray seriesName(std::size_t series) { return "s" + QByteArray::number(series); }

void addHatch(DisplayList& list, const QByteArray& names, const std::vector<QRectF>& rects, const Hatching& hatch,
              const QColor& ink) {
    QPainterPath lines;
    for (const QRectF& rect : rects) addLines(lines, rect, hatch);
    list.add(DisplayPath{list.use({.names = names, .stroke = Stroke{ink, hatch.width}}), lines});
}

/// The cells of one map, grouped by colour and drawn together.
class MapCells {
public:
    MapCells(const WinnerMaps& maps, const WinnerLayout& layout, std::size_t map, bool asPixels)
        : m_maps(maps), m_layout(layout), m_map(map), m_hasGaps(layout.hasGaps()), m_asPixels(asPixels) {}

    void add(DisplayList& list) {
        const std::size_t columns = m_layout.x.order.size();
        for (std::size_t row = 0; row < m_layout.y.order.size(); ++row)
            for (std::size_t begin = 0; begin < columns;) {
                const int key = keyOf(begin, row);
                std::size_t end = begin + 1;
                while (!m_hasGaps && end < columns && keyOf(end, row) == key) ++end;
                if (key != kEmpty) m_rects[key].push_back(rectOf(begin, end - 1, row));
                begin = end;
            }
        for (auto at = m_rects.begin(); at != m_rects.end();) {
            const Theme& theme = themeOf(m_maps.theme);
            if (at->first == kOverLimitKey) {
                list.add(DisplayRects{list.use(filled("over-limit", theme.window)), at->second});
                addHatch(list, "over-limit-lines", at->second, kOverLimitHatch, overLimitInk(theme));
                ++at;
                continue;
            }
            if (at->first == kRefusedKey) {
                list.add(DisplayRects{list.use(filled("refused", theme.quiet)), at->second});
                addHatch(list, "refused-lines", at->second, kRefusedHatch, theme.idleHatch);
                ++at;
                continue;
            }
            const auto series = static_cast<std::size_t>(at->first) / kShades;
            list.begin("series", {{"series", m_maps.names[series]}});
            for (; at != m_rects.end() && static_cast<std::size_t>(at->first) / kShades == series; ++at)
                addWon(list, at->second, series, static_cast<std::size_t>(at->first) % kShades);
            list.end();
        }
    }

private:
    static constexpr int kEmpty = -1, kRefusedKey = -2, kOverLimitKey = -3;

    int keyOf(std::size_t column, std::size_t row) const {
        const WinnerCell& cell = cellOf(m_maps, m_layout, {m_map, column, row});
        if (cell.state == WinnerCell::State::Awaited) return kEmpty;
        if (cell.state == WinnerCell::State::Refused) return kRefusedKey;
        if (cell.state == WinnerCell::State::OverLimit) return kOverLimitKey;
        return static_cast<int>(cell.winner * kShades + shadeOf(cell.margin));
    }

    /// Cells on whole pixels, with a gap to the next; without gaps, vectors extend slightly below the next cell, so
    /// that no ground shows between them.
    QRectF rectOf(std::size_t first, std::size_t last, std::size_t row) const {
        const QRectF rect = m_layout.cellRect({m_map, first, row}).united(m_layout.cellRect({m_map, last, row}));
        const double gap = m_hasGaps ? 1 : 0, under = m_asPixels || m_hasGaps ? 0 : 0.4;
        const bool isLastColumn = last + 1 == m_layout.x.order.size(), isLowest = row == 0;
        return {QPointF(std::round(rect.left()), std::round(rect.top())),
                QPointF(std::round(rect.right()) + (isLastColumn ? 0 : under - gap),
                        std::round(rect.bottom()) + (isLowest ? 0 : under - gap))};
    }

    void addWon(DisplayList& list, const std::vector<QRectF>& rects, std::size_t series, std::size_t shade) const {
        const QByteArray name = seriesName(series) + " shade" + QByteArray::number(shade);
        list.add(DisplayRects{list.use(filled("won " + name, m_maps.groundOf(series, shade))), rects});
        if (m_maps.theme == ThemeId::Print)
            addHatch(list, "won-lines " + name, rects, seriesHatch(series),
                     shaded(themeOf(m_maps.theme).text, shade, m_maps.theme));
    }

    const WinnerMaps& m_maps;
    const WinnerLayout& m_layout;
    std::size_t m_map;
    bool m_hasGaps, m_asPixels;
    std::map<int, std::vector<QRectF>> m_rects;
};

/// Each in the middle of a row, on a plate that keeps the gaps between cells away from its letters.
void addNames(DisplayList& list, const WinnerMaps& maps, const WinnerLayout& layout) {
    const QFont font = winner_fonts::name();
    const QFontMetricsF metrics(font);
    for (const RegionName& name : layout.names) {
        const auto at = layout.cellAt(name.rect.center());
        if (!at) continue;
        const QRectF cell = layout.cellRect(*at);
        const bool isInRow = layout.hasGaps() && cell.height() >= metrics.height();
        const double y = isInRow ? cell.center().y() : name.rect.center().y();
        QRectF box(0, 0, metrics.horizontalAdvance(name.text) + 8, metrics.height());
        box.moveCenter({name.rect.center().x(), y});
        // All cells below it have the same text colour.
        const QColor ground = maps.groundOf(name.series, shadeOf(cellOf(maps, layout, *at).margin));
        if (layout.hasGaps() || maps.theme == ThemeId::Print)
            list.add(DisplayRect{
                .look = list.use({.names = "name-ground"}), .rect = box, .fill = ground.rgb(), .radius = 3});
        Look look = lettered("name", font, {}, Anchor::Middle);
        list.add(DisplayText{.look = list.use(look),
                             .at = {box.center().x(), box.top() + metrics.ascent()},
                             .words = name.text,
                             .fill = textOn(ground).rgb()});
    }
}

void addTicks(DisplayList& list, const WinnerMaps& maps, const WinnerLayout& layout) {
    const Theme& theme = themeOf(maps.theme);
    const QFont plain = winner_fonts::plain();
    const QFontMetricsF metrics(plain), bold(winner_fonts::title());
    constexpr double kBelow = 5, kTitleBaseline = 15, kGapToLabels = 7;
    const LookId caption = list.use(lettered("caption", plain, theme.mutedText));
    const auto addCaption = [&](QPointF at, const QString& words) {
        if (!words.isEmpty()) list.add(DisplayText{.look = caption, .at = at, .words = words, .hasSubscripts = true});
    };
    const double left = layout.maps.front().left();
    list.begin("axis y");
    addCaption({std::max(0.0, left - kGapToLabels - symbolsWidth(plain, layout.yCaption)), kTitleBaseline},
               layout.yCaption);
    const LookId beside = list.use(lettered("y-tick", plain, theme.mutedText, Anchor::End));
    for (const CellTick& tick : layout.yTicks) {
        const QRectF& area = layout.maps.front();
        const double y = area.bottom() - tick.at * area.height() + metrics.capHeight() / 2;
        list.add(DisplayText{beside, {left - kGapToLabels, y}, tick.text});
    }
    list.end();
    const LookId below = list.use(lettered("x-tick", plain, theme.mutedText, Anchor::Middle));
    for (std::size_t map = 0; map < layout.maps.size(); ++map) {
        const QRectF& area = layout.maps[map];
        const double baseline = area.bottom() + kBelow + metrics.ascent();
        list.begin("axis x");
        for (const CellTick& tick : layout.xTicks)
            list.add(DisplayText{below, {area.left() + tick.at * area.width(), baseline}, tick.text});
        addCaption({area.right() - symbolsWidth(plain, layout.xCaption), baseline + metrics.height() + 2},
                   layout.xCaption);
        list.end();
        const std::string title(infoOf(maps.experiment().quantities[map]).title);
        const QString text = (maps.isOfOtherWork(map) ? Text::tr("Lowest %1 (unequal work)") : Text::tr("Lowest %1"))
                                 .arg(Text::tr(title.c_str()));
        list.add(DisplayText{list.use(lettered("map-title", winner_fonts::title(), theme.text)),
                             {area.left(), kTitleBaseline},
                             bold.elidedText(text, Qt::ElideRight, std::max(0.0, area.width()))});
    }
}

void addSwatch(DisplayList& list, const WinnerMaps& maps, std::size_t series, const QRectF& box, bool isHidden) {
    const bool isPrint = maps.theme == ThemeId::Print;
    const QColor& ink = isPrint ? themeOf(maps.theme).text : maps.colors[series];
    const QByteArray name = seriesName(series) + (isHidden ? " hidden" : "");
    if (isPrint && !isHidden) addHatch(list, "key-lines " + name, {box}, seriesHatch(series), ink);
    Look look{.names = "key-won " + name, .stroke = Stroke{ink}};
    if (!isPrint && !isHidden) look.fill = ink;
    list.add(DisplayRect{.look = list.use(look), .rect = box, .radius = isPrint ? 0 : 2.5});
}

/// A shade as all series have it, in stripes of the first series shown, so that it is not the colour of one of them.
void addShade(DisplayList& list, const WinnerMaps& maps, std::size_t shade, const QRectF& box) {
    std::vector<QColor> stripes;
    constexpr std::size_t kMostStripes = 3;
    for (std::size_t series = 0; series < maps.colors.size() && stripes.size() < kMostStripes; ++series)
        if (maps.isShown(series)) stripes.push_back(shaded(maps.colors[series], shade, maps.theme));
    if (stripes.empty() || maps.theme == ThemeId::Print)
        stripes = {shaded(themeOf(maps.theme).text, shade, maps.theme)};
    const double width = box.width() / static_cast<double>(stripes.size());
    for (std::size_t i = 0; i < stripes.size(); ++i)
        list.add(DisplayRect{list.use({.names = "key-shade"}),
                             {box.left() + static_cast<double>(i) * width, box.top(), width, box.height()},
                             stripes[i].rgb()});
}

void addLegend(DisplayList& list, const WinnerMaps& maps, const WinnerLayout& layout) {
    const Theme& theme = themeOf(maps.theme);
    const QFont font = winner_fonts::plain();
    if (layout.legend.empty()) return;
    list.begin("legend");
    for (const LegendItem& item : layout.legend) {
        const bool isHidden = item.kind == LegendItem::Kind::Name && !maps.isShown(item.index);
        const QRectF swatch(item.rect.left() + 0.5, std::round(item.rect.center().y() - kPaintedSwatch / 2) + 0.5,
                            kPaintedSwatch - 1, kPaintedSwatch - 1);
        switch (item.kind) {
            case LegendItem::Kind::Words: break;
            case LegendItem::Kind::Name: addSwatch(list, maps, item.index, swatch, isHidden); break;
            case LegendItem::Kind::Shade:
                addShade(list, maps, item.index, swatch.adjusted(-0.5, -0.5, 0.5, 0.5));
                break;
            case LegendItem::Kind::OverLimit:
                addHatch(list, "key-over-limit-lines", {swatch}, {kOverLimitHatch.directions, swatch.width(), 1},
                         overLimitInk(theme));
                list.add(
                    DisplayRect{list.use({.names = "key-over-limit", .stroke = Stroke{overLimitInk(theme)}}), swatch});
                break;
            case LegendItem::Kind::Refused: {
                const Stroke line{theme.idleHatch};
                list.add(DisplayRect{list.use({.names = "key-refused", .fill = theme.quiet, .stroke = line}), swatch});
                QPainterPath lines;
                for (const double reach : {0.5, 1.0, 1.5}) {
                    const double from = std::max(0.0, reach - 1), to = std::min(1.0, reach);
                    lines.moveTo(swatch.topLeft() + QPointF(from, to) * swatch.width());
                    lines.lineTo(swatch.topLeft() + QPointF(to, from) * swatch.width());
                }
                list.add(DisplayPath{list.use({.names = "key-refused-lines", .stroke = line}), lines});
                break;
            }
        }
        const bool hasSwatch = item.kind != LegendItem::Kind::Words;
        const Look look = item.kind == LegendItem::Kind::Name && !isHidden
                              ? lettered("key", font, theme.text)
                              : lettered("key quiet", font, theme.mutedText);
        list.add(DisplayText{list.use(look),
                             {item.rect.left() + (hasSwatch ? kPaintedSwatch + kPaintedSwatchGap : 0),
                              baselineAt(item.rect.center().y(), font)},
                             item.text});
    }
    list.end();
}

}  // namespace

void addWinnerMaps(DisplayList& list, const WinnerMaps& maps, const WinnerLayout& layout, bool asPixels) {
    const Theme& theme = themeOf(maps.theme);
    list.add(DisplayRects{list.use(filled("ground", theme.window)), {QRectF(QPointF(), layout.size)}});
    for (std::size_t map = 0; map < layout.maps.size(); ++map) {
        if (layout.maps[map].isEmpty()) continue;
        list.begin("map");
        list.add(DisplayRects{list.use(filled("map-ground", theme.canvas)), {layout.maps[map]}});
        if (!maps.shown.empty()) MapCells(maps, layout, map, asPixels).add(list);
        list.end();
    }
    addNames(list, maps, layout);
    addTicks(list, maps, layout);
    addLegend(list, maps, layout);
    if (layout.notice.isEmpty() || layout.maps.empty()) return;
    const QRectF room = layout.maps.front().united(layout.maps.back()).adjusted(8, 0, -8, 0);
    const Look look = lettered("notice", winner_fonts::title(), theme.mutedText, Anchor::Middle);
    const WrappedText notice(layout.notice, look.lettering->font, room);
    list.add(DisplayRect{list.use(filled("notice-ground", theme.window)), notice.box.adjusted(-8, -6, 8, 6)});
    notice.addTo(list, look);
}

void paintWinnerMap(QPainter& painter, const WinnerMaps& maps, const WinnerLayout& layout) {
    DisplayList list;
    addWinnerMaps(list, maps, layout, true);
    paintList(painter, list);
}

void paintPresent(QPainter& painter, const WinnerMaps& maps, const WinnerLayout& layout, QPointF present) {
    const Experiment& experiment = maps.experiment();
    const auto nearest = [](const AxisCells& cells, const std::vector<double>& values, double value) {
        std::size_t best = 0;
        for (std::size_t cell = 1; cell < cells.order.size(); ++cell)
            if (std::abs(values[cells.order[cell]] - value) < std::abs(values[cells.order[best]] - value)) best = cell;
        return best;
    };
    const std::size_t column = nearest(layout.x, experiment.x.values, present.x());
    const std::size_t row = experiment.panels ? nearest(layout.y, experiment.panels->values, present.y()) : 0;
    const Theme& theme = themeOf(maps.theme);
    constexpr double kRadius = 5;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (std::size_t map = 0; map < layout.maps.size(); ++map) {
        const QPointF at = layout.cellRect({map, column, row}).center();
        painter.setPen(QPen(theme.window, 4.5));
        painter.drawEllipse(at, kRadius, kRadius);
        painter.setPen(QPen(theme.text, 2));
        painter.drawEllipse(at, kRadius, kRadius);
    }
    painter.restore();
}

void paintMarkedCell(QPainter& painter, const WinnerMaps& maps, const WinnerLayout& layout, const MapCell& cell) {
    const Theme& theme = themeOf(maps.theme);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (std::size_t map = 0; map < layout.maps.size(); ++map) {
        constexpr double kLeast = 6;  // the frame of a tiny cell is around it
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
