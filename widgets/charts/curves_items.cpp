#include "widgets/charts/curves_items.h"

#include "widgets/charts/curve_marks.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/picture/picture.h"
#include "widgets/shown/op_palette.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope {

namespace {

QByteArray seriesName(std::size_t series) { return "s" + QByteArray::number(series); }

void addWords(DisplayList& list, const Look& look, QPointF baseline, const QString& words) {
    if (!words.isEmpty())
        list.add(DisplayText{.look = list.use(look), .at = baseline, .words = words, .hasSubscripts = true});
}

void addLine(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel, const CurvePoints& points,
             const Look& look) {
    QPainterPath path;
    for (const QPolygonF& piece : piecesOf(layout, panel, points))
        for (qsizetype i = 0; i < piece.size(); ++i) i == 0 ? path.moveTo(piece[i]) : path.lineTo(piece[i]);
    if (path.elementCount() > 1) list.add(DisplayPath{list.use(look), path});
}

void addAxes(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel) {
    constexpr double kBelow = 7, kBeside = 6;
    const QFont font = uiFont(11);
    const QFontMetricsF metrics(font);
    const QRectF& area = panel.area;
    const double bottom = area.bottom() + layout.stripOf(panel);
    const Theme& theme = layout.theme();
    list.begin("axis y");
    const LookId grid = list.use({.names = "grid", .stroke = Stroke{theme.grid}});
    const LookId left = list.use(lettered("y-tick", font, theme.mutedText, Anchor::End));
    for (const CurveTick& tick : layout.rangeOf(panel).ticks) {
        const double y = std::round(layout.yOf(panel, tick.value)) - 0.5;
        if (panel.of->map.empty()) list.add(DisplayLine{grid, {area.left(), y, area.right(), y}});
        list.add(
            DisplayText{left, {area.left() - kBeside, y - 1 + (metrics.ascent() - metrics.descent()) / 2}, tick.label});
    }
    list.end();
    list.begin("axis x");
    const LookId below = list.use(lettered("x-tick", font, theme.mutedText, Anchor::Middle));
    for (const CurveTick& tick : layout.xTicks)
        list.add(DisplayText{below, {layout.xOf(panel, tick.value), bottom + kBelow + metrics.ascent()}, tick.label});
    list.end();
}

Look areaLook(const QByteArray& names, const CurveSeries& series, const Theme& theme) {
    Look look = filled(names, series.look.color);
    if (theme.id == ThemeId::Print) look.stroke = Stroke{theme.text, 0.3};  // greys alone are too similar
    return look;
}

/// The areas below filled curves.
void addFills(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel) {
    const Theme& theme = layout.theme();
    const int columns = std::max(1, static_cast<int>(panel.area.width()));
    for (const ModelCurve& curve : panel.of->curves) {
        const CurveSeries& series = layout.model->series[curve.series];
        if (!series.isFilled) continue;
        QPainterPath path;
        for (QPolygonF piece : piecesOf(layout, panel, thinned(curve.points, layout.model->axis, columns))) {
            if (piece.size() < 2) continue;
            piece << QPointF(piece.last().x(), panel.area.bottom()) << QPointF(piece.first().x(), panel.area.bottom());
            path.addPolygon(piece);
            path.closeSubpath();
        }
        if (path.isEmpty()) continue;
        const Look look = areaLook("area " + seriesName(curve.series), series, theme);
        list.begin("series", {{"series", series.name}});
        list.add(DisplayPath{list.use(look), path});
        list.end();
    }
}

/// The limit of the axis, with its label above the right end of its line.
void addLimit(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel) {
    const auto& limit = layout.model->scales[panel.of->scale].limit;
    if (!limit) return;
    const double y = std::round(layout.yOf(panel, limit->at)) - 0.5;
    const QRectF& area = panel.area;
    if (y < area.top() - 1 || y > area.bottom()) return;
    const QFont font = uiFont(11);
    const QFontMetricsF metrics(font);
    const QColor ink = layout.theme().error;
    list.add(DisplayLine{list.use({.names = "limit", .stroke = Stroke{.color = ink, .width = 1.3, .dashes = {4, 3}}}),
                         {area.left(), y, area.right(), y}});
    const double width = metrics.horizontalAdvance(limit->label) + 6;
    const QRectF plate(area.right() - width, y - metrics.height() - 2, width, metrics.height());
    QColor ground = layout.theme().window;
    ground.setAlphaF(0.8F);
    list.add(DisplayRect{list.use(filled("limit-ground", ground)), plate});
    list.add(DisplayText{list.use(lettered("limit-label", font, ink, Anchor::End)),
                         {area.right() - 3, baselineAt(plate.center().y(), font)},
                         limit->label});
}

void addMarks(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel) {
    const std::vector<CurveMark> marks = curveMarks(layout, panel);
    if (marks.empty()) return;
    list.begin("changes");
    for (const CurveMark& mark : marks)
        list.add(DisplayPath{list.use({.names = "change " + seriesName(mark.series),
                                       .stroke = Stroke{layout.model->series[mark.series].look.color, 1.25}}),
                             [&] {
                                 QPainterPath path({mark.x, panel.area.top()});
                                 path.lineTo(mark.x, panel.area.bottom());
                                 return path;
                             }()});
    const double ascent = QFontMetricsF(markFont()).ascent();
    for (const CurveMark& mark : marks) {
        if (mark.label.isEmpty()) continue;
        list.add(
            DisplayRect{list.use(filled("change-ground", layout.theme().window)), mark.label.adjusted(1, 0, -1, 0)});
        addWords(list, lettered("change-label", markFont(), layout.theme().text),
                 {mark.label.left() + kMarkAround, mark.label.top() + ascent}, mark.text);
    }
    list.end();
}

void addCaptions(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel) {
    const QFont font = uiFont(11);
    const QFontMetricsF metrics(font);
    const CurvesRange& range = layout.rangeOf(panel);
    const Look look = lettered("caption", font, layout.theme().mutedText);
    const double baseline = panel.area.top() - layout.model->frame.caption / 2;
    const double below = panel.box.bottom() - metrics.descent() - 1;
    const auto addAtRight = [&](const QString& words, double over) {
        addWords(list, look, {std::max(panel.box.left(), panel.area.right() + over - symbolsWidth(font, words)), below},
                 words);
    };
    addWords(list, look, {panel.box.left(), baseline},
             metrics.elidedText(
                 range.isLog && !range.caption.isEmpty() ? Text::tr("%1, log scale").arg(range.caption) : range.caption,
                 Qt::ElideRight, panel.box.width()));
    const auto& [from, to] = std::pair(layout.model->xFrom, layout.model->xTo);
    if (from.isEmpty() && to.isEmpty()) {
        addAtRight(layout.xCaption, 0);
    } else if (metrics.horizontalAdvance(from + to) + 12 <= panel.area.width() + 16) {
        addWords(list, look, {panel.area.left() - 4, below}, from);
        addAtRight(to, 8);
    }
    // The title, at the top of the box unless there is something between it and the caption.
    const bool hasKeys = !panel.keys.empty();
    const double title = hasKeys || range.caption.isEmpty() ? panel.box.top() + 12 : baseline - metrics.height() - 3;
    addWords(list, lettered("panel-title", uiFont(12.5, QFont::Medium), layout.theme().text), {panel.box.left(), title},
             panel.of->title);
}

void addKeys(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel) {
    if (panel.keys.empty()) return;
    const QFont font = uiFont(11);
    list.begin("keys");
    for (const auto& [key, at] : panel.keys) {
        QPainterPath sample(at);
        sample.lineTo(at + QPointF(kKeySample, 0));
        list.add(DisplayPath{
            list.use({.names = "key-sample " + key.name.toLatin1().replace(' ', '-'), .stroke = key.stroke}), sample});
        list.add(DisplayText{list.use(lettered("key-name", font, layout.theme().mutedText)),
                             {at.x() + kKeySample + kKeyGap, baselineAt(at.y(), font)},
                             key.name});
    }
    list.end();
}

/// The name of a part, if it fits.
void addPartName(DisplayList& list, const CurvesPart& part, const QRectF& box) {
    const QFont font = uiFont(11, QFont::Medium);
    if (QFontMetricsF(font).horizontalAdvance(part.name) + 8 > box.width()) return;
    const QColor ink = textOn(part.color);
    list.add(DisplayText{list.use(lettered("part-name " + ink.name().toLatin1().mid(1), font, ink, Anchor::Middle)),
                         {box.center().x(), baselineAt(box.center().y(), font)},
                         part.name});
}

QByteArray partClass(const CurvesPart& part) { return "part c" + part.color.name().toLatin1().mid(1); }

/// Which is the best of all at each x, in a strip below the axis.
void addStrip(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel) {
    if (panel.of->strip.empty()) return;
    const QRectF& area = panel.area;
    const QFont font = uiFont(11);
    const double top = area.bottom() + kStripTop;
    list.begin("best");
    list.add(DisplayText{list.use(lettered("caption end", font, layout.theme().mutedText, Anchor::End)),
                         {area.left() - 8, baselineAt(top + kStrip / 2, font)},
                         Text::tr("best")});
    const auto xOf = [&](double value) {
        return std::round(std::clamp(layout.xOf(panel, value), area.left(), area.right()));
    };
    for (const CurvesPart& part : panel.of->strip) {
        const QRectF box(QPointF(xOf(part.from), top), QPointF(xOf(part.to) - 1, top + kStrip));
        if (box.width() <= 0) continue;
        list.add(DisplayRect{list.use(filled(partClass(part), part.color)), box});
        addPartName(list, part, box);
    }
    list.end();
}

/// Circles where curves cross, with a line to the strip.
void addCrossings(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel) {
    const Theme& theme = layout.theme();
    for (const QPointF& crossing : panel.of->crossings) {
        const QPointF at(layout.xOf(panel, crossing.x()), layout.yOf(panel, crossing.y()));
        if (!panel.area.contains(at)) continue;
        QPainterPath down(at);
        down.lineTo(at.x(), panel.area.bottom() + kStripTop);
        list.add(DisplayPath{
            list.use({.names = "crossing-line", .stroke = Stroke{.color = theme.text, .dashes = {1, 2}}}), down});
        list.add(DisplayCircle{list.use({.names = "crossing", .fill = theme.window, .stroke = Stroke{theme.text, 1.3}}),
                               at, 3.6});
    }
}

/// Rows of parts; each name is in the widest place of its area.
void addMap(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel) {
    if (panel.of->map.empty()) return;
    const QFontMetricsF metrics(uiFont(11, QFont::Medium));
    std::map<QString, std::pair<CurvesPart, std::vector<QRectF>>> placesOf;  // one rectangle per row, from the bottom
    list.begin("map");
    for (const CurvesPart& part : panel.of->map) {
        const auto y = [&](std::size_t row) { return std::round(layout.yOf(panel, static_cast<double>(row))); };
        const QRectF box(QPointF(std::round(layout.xOf(panel, part.from)), y(part.row + 1)),
                         QPointF(std::round(layout.xOf(panel, part.to)), y(part.row)));
        list.add(
            DisplayRect{list.use(filled(partClass(part), part.color)), box.adjusted(0, 0, 0, part.row > 0 ? -1 : 0)});
        auto& [like, places] = placesOf[part.name];
        like = part;
        places.push_back(box);
    }
    for (const auto& [name, shared] : placesOf) {
        const auto& [part, places] = shared;
        QRectF widest;
        for (std::size_t first = 0; first < places.size(); ++first) {
            QRectF box = places[first];  // spans neighbouring rows until it is as high as the name
            for (std::size_t next = first + 1; box.height() < metrics.height() && next < places.size(); ++next) {
                if (places[next].bottom() != box.top()) break;
                const double left = std::max(box.left(), places[next].left());
                const double right = std::min(box.right(), places[next].right());
                box = QRectF(QPointF(left, places[next].top()), QPointF(right, box.bottom()));
            }
            if (box.height() >= metrics.height() && box.width() > widest.width()) widest = box;
        }
        const double width = metrics.horizontalAdvance(name) + 8;
        if (width > widest.width()) continue;
        const QRectF plate(widest.center() - QPointF(width, metrics.height()) / 2, QSizeF(width, metrics.height()));
        list.add(DisplayRect{list.use(filled(partClass(part), part.color)), plate});  // lines do not cross the name
        addPartName(list, part, plate.adjusted(-1, 0, 1, 0));
    }
    list.end();
}

/// Moves labels apart, as little as possible, so that none overlap.
void spread(std::vector<double>& centres, double distance, double top, double bottom) {
    for (std::size_t i = 0; i < centres.size(); ++i)
        centres[i] = std::max(centres[i], i == 0 ? top : centres[i - 1] + distance);
    for (std::size_t i = centres.size(); i-- > 0;)
        centres[i] = std::min(centres[i], i + 1 == centres.size() ? bottom : centres[i + 1] - distance);
}

/// `count` of `all` places, evenly spaced, including the first and the last.
std::vector<std::size_t> somePlaces(std::size_t all, std::size_t count) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < std::min(all, count); ++i)
        places.push_back(all <= count ? i : i * (all - 1) / std::max<std::size_t>(count - 1, 1));
    return places;
}

/// The names of series at the ends of their curves.
void addNames(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel) {
    if (layout.nameRoom <= 0) return;
    const QRectF& area = panel.area;
    const QFont font = uiFont(11);
    const QFontMetricsF metrics(font);
    struct Name {
        double y;
        std::size_t series;
    };
    std::vector<Name> names;
    for (const ModelCurve& curve : panel.of->curves) {
        const auto& [xs, ys] = curve.points;
        for (qsizetype i = ys.size(); i-- > 0;) {
            if (std::isnan(ys[i]) || xs[i] > layout.model->axis.to) continue;
            names.push_back({layout.yOf(panel, ys[i]), curve.series});
            break;
        }
    }
    std::stable_sort(names.begin(), names.end(), [](const Name& a, const Name& b) { return a.y < b.y; });
    const std::size_t all = names.size(),
                      lines = static_cast<std::size_t>(std::max(1.0, area.height() / metrics.height() + 1));
    std::vector<Name> kept;
    for (const std::size_t place : somePlaces(all, lines)) kept.push_back(names[place]);
    std::vector<double> centres;
    for (const Name& name : kept) centres.push_back(name.y);
    spread(centres, metrics.height(), area.top(), area.bottom());
    const Look look = lettered("end-name", font, layout.theme().mutedText);
    const double left = area.right() + 16;
    const auto add = [&](const QString& words, double centre, Qt::TextElideMode elide) {
        list.add(DisplayText{
            list.use(look), {left, baselineAt(centre, font)}, metrics.elidedText(words, elide, layout.nameRoom)});
    };
    list.begin("names");
    if (kept.size() < all)
        add(Text::tr("and %1 more").arg(all - kept.size()), area.bottom() + metrics.height(), Qt::ElideRight);
    for (std::size_t i = 0; i < kept.size(); ++i) {
        const CurveSeries& series = layout.model->series[kept[i].series];
        QPainterPath sample({left - 12, centres[i]});
        sample.lineTo(left - 5, centres[i]);
        list.add(DisplayPath{
            list.use({.names = "sample " + seriesName(kept[i].series), .stroke = Stroke{series.look.color, 2}}),
            sample});
        add(series.name, centres[i], Qt::ElideMiddle);
    }
    list.end();
}

QByteArray classOf(CurveLine::Part part) {
    switch (part) {
        case CurveLine::Part::Pinned: return "ghost ";
        case CurveLine::Part::Links: return "link ";
        case CurveLine::Part::Faint: return "curve over-limit ";
        case CurveLine::Part::Whole: return "curve ";
        case CurveLine::Part::Together: return "curve together ";
    }
    return {};
}

void addPanel(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel) {
    const std::vector<PanelCurve> curves = panelCurves(layout, panel);
    std::vector<Datum> data{{"quantity", layout.rangeOf(panel).caption}};
    if (!panel.of->title.isEmpty()) data.push_back({"title", panel.of->title});
    list.begin("panel", std::move(data));
    addUnder(list, layout, panel);
    for (const CurveLine& line : linesOf(curves)) {
        if (line.points->x.isEmpty()) continue;
        const bool isFaint = line.part == CurveLine::Part::Faint;
        QByteArray own = seriesName(line.series);
        // Equal curves are drawn in pieces, which can differ between panels.
        if (line.part == CurveLine::Part::Whole && line.stroke->dashOffset > 0)
            own += " of" + QByteArray::number(qRound(line.stroke->dashes[1])) + '-' +
                   QByteArray::number(qRound(line.stroke->dashOffset));
        if (!isFaint)
            list.begin(line.part == CurveLine::Part::Pinned ? "pinned" : "series",
                       {{"series", layout.model->series[line.series].name}});
        addLine(list, layout, panel, *line.points, {.names = classOf(line.part) + own, .stroke = *line.stroke});
        if (!isFaint) list.end();
    }
    addOver(list, layout, panel, curves);
    list.end();
}

}  // namespace

void addHead(DisplayList& list, const CurvesLayout& layout) {
    const Theme& theme = layout.theme();
    addWords(list, lettered("title", pictureTitleFont(), theme.text),
             {layout.model->frame.margin, kPictureTitleBaseline}, layout.title);
    for (const CurvesHeading& heading : layout.headings)
        addWords(list, lettered("heading", uiFont(15, QFont::DemiBold), theme.text),
                 {layout.model->frame.margin, heading.baseline}, heading.text);
    if (layout.legend.empty() || !layout.legendBox.isEmpty()) return;
    addLegend(list, layout);
}

void addLegend(DisplayList& list, const CurvesLayout& layout) {
    list.begin("legend");
    if (!layout.legendBox.isEmpty()) {
        QColor ground = layout.theme().window;
        ground.setAlphaF(0.85F);
        list.add(DisplayRect{list.use(filled("legend-ground", ground)), layout.legendBox});
    }
    for (const CurvesLegendEntry& entry : layout.legend) addLegendEntry(list, entry, layout);
    list.end();
}

void addLegendEntry(DisplayList& list, const CurvesLegendEntry& entry, const CurvesLayout& layout) {
    constexpr double kHidden = 0.65, kHollowSample = 9;  // a share of the ground; a size
    const Theme& theme = layout.theme();
    const double middle = entry.box.center().y();
    const QLineF line(entry.box.left(), middle, entry.box.left() + kLegendSample, middle);
    QPainterPath sample(line.p1());
    sample.lineTo(line.p2());
    const bool isHidden = entry.series && layout.model->series[*entry.series].isHidden;
    if (entry.series) {
        SeriesLook look = layout.model->series[*entry.series].look;
        QByteArray name = seriesName(*entry.series);
        if (isHidden) look.color = mixed(look.color, theme.window, kHidden), name += " hidden";
        if (layout.model->series[*entry.series].isFilled)
            list.add(DisplayRect{list.use(areaLook("sample " + name, layout.model->series[*entry.series], theme)),
                                 QRectF(line.x1() + 6, middle - 5, kLegendSample - 12, 10)});
        else
            list.add(DisplayPath{list.use({.names = "sample " + name, .stroke = look.stroke()}), sample});
        if (layout.model->series[*entry.series].marksPoints)
            addMarker(list, "point " + name, look, line.center(), theme);
    } else if (entry.isOverLimit) {
        const QColor& ink = theme.mutedText;
        list.add(DisplayPath{
            list.use({.names = "sample over-limit", .stroke = Stroke{mixed(ink, theme.window, kHidden), 2}}), sample});
        addMarker(list, "point", {.color = ink, .size = kHollowSample}, line.center(), theme, 0, true);
    } else {
        list.add(DisplayPath{list.use({.names = "sample ghost", .stroke = ghostStrokeOf(theme.mutedText)}), sample});
    }
    const QFontMetricsF metrics(legendFont());
    const Look words =
        isHidden ? lettered("key hidden", legendFont(), theme.mutedText) : lettered("key", legendFont(), theme.text);
    addWords(list, words, {line.x2() + kSampleGap, middle + (metrics.ascent() - metrics.descent()) / 2}, entry.text);
}

void addUnder(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel) {
    addMap(list, layout, panel);
    addAxes(list, layout, panel);
    addFills(list, layout, panel);
}

void addOver(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel,
             const std::vector<PanelCurve>& curves) {
    addMarks(list, layout, panel);
    bool isEmpty = panel.of->map.empty();
    for (std::size_t s = 0; s < curves.size(); ++s) {
        const CurvePoints& points = curves[s].markers;
        isEmpty = isEmpty && curves[s].line.x.isEmpty() && curves[s].together.x.isEmpty() && points.x.isEmpty();
        if (points.x.isEmpty()) continue;
        const CurveSeries& series = layout.model->series[s];
        list.begin("points", {{"series", series.name}});
        const auto addAll = [&](const CurvePoints& all, bool isHollow) {
            for (qsizetype i = 0; i < all.x.size(); ++i)
                if (const QPointF at(layout.xOf(panel, all.x[i]), layout.yOf(panel, all.y[i]));
                    !std::isnan(all.y[i]) && panel.area.adjusted(-1, -1, 1, 1).contains(at))
                    addMarker(list, "point " + seriesName(s), series.look, at, layout.theme(), 0, isHollow);
        };
        addAll(points, false);
        addAll(curves[s].hollow, true);
        list.end();
    }
    addLimit(list, layout, panel);
    addCaptions(list, layout, panel);
    addKeys(list, layout, panel);
    addStrip(list, layout, panel);
    addCrossings(list, layout, panel);
    addNames(list, layout, panel);
    const QString words = !layout.model->notice.isEmpty() ? layout.model->notice
                          : isEmpty                       ? layout.model->emptyPanel
                                                          : QString();
    if (words.isEmpty()) return;
    const WrappedText notice(words, uiFont(11), panel.area);
    if (!layout.model->notice.isEmpty())
        list.add(
            DisplayRect{list.use(filled("notice-ground", layout.theme().window)), notice.box.adjusted(-6, -4, 6, 4)});
    notice.addTo(list, lettered("notice", uiFont(11), layout.theme().mutedText, Anchor::Middle));
}

void addMarkerLine(DisplayList& list, const CurvesLayout& layout, double value, const MarkerInk& ink) {
    constexpr double kHandleRadius = 5;
    const Theme& theme = layout.theme();
    const LookId line = list.use({.names = "marker-line", .stroke = Stroke{ink.line, 1.5}});
    const LookId handle =
        list.use({.names = "marker-handle", .fill = theme.window, .stroke = Stroke{ink.handle, ink.width}});
    list.begin("marker");
    for (std::size_t p = 0; p < layout.panels.size(); ++p) {
        const CurvesPanel& panel = layout.panels[p];
        const double x = layout.xOf(panel, value);
        QPainterPath down({x, panel.area.top()});
        down.lineTo(x, panel.area.bottom());
        list.add(DisplayPath{line, down});
        for (const CurvesMarker::Dot& dot : layout.model->marker->dots)
            if (dot.panel == p && layout.yOf(panel, dot.y) >= panel.area.top() - 1 &&
                layout.yOf(panel, dot.y) <= panel.area.bottom() + 1)
                addMarker(list, "present " + dot.color.name().toLatin1().mid(1), {.color = dot.color},
                          {layout.xOf(panel, layout.model->marker->at), layout.yOf(panel, dot.y)}, theme);
        list.add(DisplayCircle{handle, {x, panel.area.bottom()}, kHandleRadius});
    }
    list.end();
}

DisplayList curvesList(const CurvesLayout& layout) {
    DisplayList list;
    list.add(DisplayRect{list.use(filled("ground", layout.theme().window)), QRectF(QPointF(), QSizeF(layout.size))});
    addHead(list, layout);
    for (const CurvesPanel& panel : layout.panels) addPanel(list, layout, panel);
    if (!layout.legendBox.isEmpty()) addLegend(list, layout);
    if (const auto& marker = layout.model->marker; marker && !layout.model->values.empty())
        addMarkerLine(list, layout, marker->at, {layout.theme().text, layout.theme().text});
    return list;
}

}  // namespace bubblescope
