#include "widgets/study/curves/curves_items.h"

#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/picture/picture.h"
#include "widgets/shown/op_palette.h"
#include "widgets/study/curves/curve_marks.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kLine = 2, kGhostLine = 1.5;

QByteArray seriesName(std::size_t series) { return "s" + QByteArray::number(series); }

Stroke ghostStrokeOf(const QColor& color) {
    constexpr float kFaint = 0.6f;
    QColor faint = color;
    faint.setAlphaF(kFaint);
    return {.color = faint, .width = kGhostLine, .dashes = {3, 3}};
}

/// The stroke of curves over the memory limit.
Stroke faintStrokeOf(Stroke stroke) {
    constexpr float kFaint = 0.4f;
    stroke.color.setAlphaF(kFaint);
    return stroke;
}

/// Values that a logarithmic axis cannot show become gaps.
CurvePoints drawable(CurvePoints curve, const CurvesRange& range) {
    if (range.isLog)
        for (double& y : curve.y)
            if (y <= 0) y = qQNaN();
    return curve;
}

/// Whether points are far enough apart to distinguish their markers.
bool isSparse(const CurvePoints& curve, double width) {
    constexpr double kRoom = 13;
    return static_cast<double>(curve.x.size() - 1) * kRoom <= width;
}

bool isSame(const CurvePoints& a, const CurvePoints& b) {
    constexpr double kEqual = 1e-9;
    return a.x == b.x && std::equal(a.y.begin(), a.y.end(), b.y.begin(), [](double p, double q) {
               return (std::isnan(p) && std::isnan(q)) || std::abs(p - q) <= kEqual * std::abs(q);
           });
}

/// Of several equal curves, each except the first is drawn in pieces, so that all of their colours are visible.
void shareLines(std::vector<PanelCurve>& curves) {
    constexpr double kPiece = 4;  // in line widths
    std::vector<bool> isDone(curves.size());
    for (std::size_t i = 0; i < curves.size(); ++i) {
        if (isDone[i] || curves[i].line.x.size() < 2) continue;
        std::vector<std::size_t> same;
        for (std::size_t k = i; k < curves.size(); ++k)
            if (!isDone[k] && isSame(curves[k].line, curves[i].line)) same.push_back(k), isDone[k] = true;
        for (std::size_t k = 1; k < same.size(); ++k) {
            Stroke& stroke = curves[same[k]].stroke;
            stroke.isRound = false;
            stroke.dashes = {kPiece, kPiece * static_cast<double>(same.size() - 1)};
            stroke.dashOffset = kPiece * static_cast<double>(k);
        }
    }
}

/// Keeps only what is within the limit in line and markers. `over` has the x of the curve's points, with gaps for those
/// within the limit.
void partAtLimit(PanelCurve& curve, const CurvePoints& over) {
    const auto isOver = [&](double x) {
        const auto at = std::lower_bound(over.x.begin(), over.x.end(), x) - over.x.begin();
        return at < over.x.size() && over.x[at] == x && !std::isnan(over.y[at]);
    };
    const auto part = [&](CurvePoints& within, CurvePoints& beyond, bool isLine) {
        const CurvePoints whole = within;
        const auto add = [&](qsizetype i, bool isGap) {
            beyond.x += whole.x[i];
            beyond.y += isGap ? qQNaN() : whole.y[i];
        };
        bool isBefore = false;
        for (qsizetype i = 0; i < whole.x.size(); ++i) {
            const bool isHere = isOver(whole.x[i]);
            if (isHere) within.y[i] = qQNaN();
            // A line connects it to the neighbouring points that are within the limit.
            if (isHere && !isBefore && isLine && i > 0) add(i - 1, true), add(i - 1, false);
            if (isHere || (isBefore && isLine)) add(i, false);
            isBefore = isHere;
        }
    };
    part(curve.line, curve.faint, true);
    part(curve.markers, curve.hollow, false);
}

void addWords(DisplayList& list, const Look& look, QPointF baseline, const QString& words) {
    if (!words.isEmpty())
        list.add(DisplayText{.look = list.use(look), .at = baseline, .words = words, .hasSubscripts = true});
}

/// A line through the points, with gaps.
void addLine(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel, const CurvePoints& points,
             const Look& look) {
    QPainterPath path;
    bool isGap = true;
    for (qsizetype i = 0; i < points.x.size(); ++i) {
        const bool isPoint = !std::isnan(points.y[i]);
        const QPointF at =
            isPoint ? QPointF(layout.xOf(panel, points.x[i]), layout.yOf(panel, points.y[i])) : QPointF();
        if (isPoint) isGap ? path.moveTo(at) : path.lineTo(at);
        isGap = !isPoint;
    }
    if (path.elementCount() > 1) list.add(DisplayPath{list.use(look), path});
}

void addAxes(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel) {
    constexpr double kBelow = 7, kBeside = 6;
    const QFont font = uiFont(11);
    const QFontMetricsF metrics(font);
    const QRectF& area = panel.area;
    const Theme& theme = layout.theme();
    list.begin("axis y");
    const LookId grid = list.use({.names = "grid", .stroke = Stroke{theme.grid}});
    const LookId left = list.use(lettered("y-tick", font, theme.mutedText, Anchor::End));
    for (const CurveTick& tick : layout.rangeOf(panel).ticks) {
        const double y = std::round(layout.yOf(panel, tick.value)) - 0.5;
        list.add(DisplayLine{grid, {area.left(), y, area.right(), y}});
        list.add(
            DisplayText{left, {area.left() - kBeside, y - 1 + (metrics.ascent() - metrics.descent()) / 2}, tick.label});
    }
    list.end();
    list.begin("axis x");
    const LookId below = list.use(lettered("x-tick", font, theme.mutedText, Anchor::Middle));
    for (const CurveTick& tick : layout.xTicks)
        list.add(
            DisplayText{below, {layout.xOf(panel, tick.value), area.bottom() + kBelow + metrics.ascent()}, tick.label});
    list.end();
}

void addMarks(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel) {
    const std::vector<CurveMark> marks = curveMarks(layout, panel);
    if (marks.empty()) return;
    list.begin("changes");
    for (const CurveMark& mark : marks)
        list.add(DisplayPath{list.use({.names = "change " + seriesName(mark.series),
                                       .stroke = Stroke{layout.looks[mark.series].color, 1.25}}),
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

/// The text in a panel without points.
QString noticeOf(const CurvesLayout& layout) {
    return layout.data.hidden.size() == layout.looks.size() ? Text::tr("All series are hidden.")
           : layout.data.isStopped                          ? Text::tr("Nothing was computed.")
                                                            : Text::tr("Nothing has been computed yet.");
}

void addCaptions(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel) {
    const QFont font = uiFont(11);
    const QFontMetricsF metrics(font);
    const CurvesRange& range = layout.rangeOf(panel);
    const QString caption = range.quantity.caption();
    const Look look = lettered("caption", font, layout.theme().mutedText);
    const double baseline = panel.area.top() - 13;
    addWords(list, look, {panel.box.left(), baseline},
             metrics.elidedText(range.isLog ? Text::tr("%1, log scale").arg(caption) : caption, Qt::ElideRight,
                                panel.box.width()));
    addWords(list, look,
             {std::max(panel.box.left(), panel.area.right() - symbolsWidth(font, layout.xCaption)),
              panel.box.bottom() - metrics.descent() - 1},
             layout.xCaption);
    addWords(list, lettered("panel-title", uiFont(12.5, QFont::Medium), layout.theme().text),
             {panel.box.left(), baseline - metrics.height() - 3}, panel.title);
}

void addPanel(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel) {
    const std::vector<PanelCurve> curves = panelCurves(layout, panel);
    const ExperimentPlan& plan = *layout.data.results->plan;
    std::vector<Datum> data{{"quantity", layout.rangeOf(panel).quantity.caption()}};
    if (!panel.title.isEmpty()) data.push_back({"title", panel.title});
    list.begin("panel", std::move(data));
    addAxes(list, layout, panel);
    const auto addSeries = [&](const char* names, bool isGhost) {
        for (std::size_t s = 0; s < curves.size(); ++s) {
            const CurvePoints& points = isGhost ? curves[s].ghost : curves[s].line;
            if (points.x.isEmpty()) continue;
            const Stroke& stroke = isGhost ? curves[s].ghostStroke : curves[s].stroke;
            // Equal curves are drawn in pieces, which can differ between panels.
            QByteArray own = seriesName(s);
            if (!isGhost && stroke.dashOffset > 0)
                own += " of" + QByteArray::number(qRound(stroke.dashes[1])) + '-' +
                       QByteArray::number(qRound(stroke.dashOffset));
            list.begin(names, {{"series", toQString(plan.series[s].title)}});
            addLine(list, layout, panel, points, {.names = (isGhost ? "ghost " : "curve ") + own, .stroke = stroke});
            list.end();
        }
    };
    addSeries("pinned", true);
    for (std::size_t s = 0; s < curves.size(); ++s)
        addLine(list, layout, panel, curves[s].faint,
                {.names = "curve over-limit " + seriesName(s), .stroke = curves[s].faintStroke});
    addSeries("series", false);
    addOver(list, layout, panel, curves);
    list.end();
}

}  // namespace

std::vector<PanelCurve> panelCurves(const CurvesLayout& layout, const CurvesPanel& panel) {
    const CurvesRange& range = layout.rangeOf(panel);
    const int columns = std::max(1, static_cast<int>(panel.area.width()));
    const auto placeOf = [&](double at, double value) {
        return QPointF(layout.xOf(panel, at), layout.yOf(panel, value));
    };
    std::vector<PanelCurve> curves(layout.looks.size());
    for (std::size_t s = 0; s < curves.size(); ++s) {
        PanelCurve& out = curves[s];
        out.stroke = layout.looks[s].stroke(kLine);
        out.ghostStroke = ghostStrokeOf(layout.looks[s].color);
        if (layout.data.hidden.contains(s)) continue;
        const PointPlace place{panel.figure, panel.panel, s, 0};
        const CurvePoints all = drawable(curveOf(*layout.data.results, place, range.measure, layout.axis), range);
        out.line = thinned(all, layout.axis, columns);
        if (isSparse(all, panel.area.width() - 2 * kCurvesPadding)) out.markers = all;
        if (const auto pinned = layout.pinned ? layout.pinned->curveAt(place) : std::nullopt)
            out.ghost = straightened(
                thinned(drawable(curveOf(layout.pinned->results(), *pinned, range.measure, layout.pinnedAxis), range),
                        layout.pinnedAxis, columns),
                placeOf);
    }
    if (layout.themeId != ThemeId::Print) shareLines(curves);
    for (std::size_t s = 0; s < curves.size(); ++s) {
        PanelCurve& curve = curves[s];
        if (layout.hasOverLimit && !curve.line.x.isEmpty())
            partAtLimit(curve, overLimitOf(*layout.data.results, {panel.figure, panel.panel, s, 0}, range.measure,
                                           layout.axis));
        if (curve.markers.x.isEmpty()) curve.markers = lonePoints(curve.line);
        curve.faintStroke = faintStrokeOf(curve.stroke);
        curve.line = straightened(curve.line, placeOf);
        curve.faint = straightened(curve.faint, placeOf);
    }
    return curves;
}

void addHead(DisplayList& list, const CurvesLayout& layout) {
    const Theme& theme = layout.theme();
    addWords(list, lettered("title", pictureTitleFont(), theme.text), {kCurvesMargin, kPictureTitleBaseline},
             layout.title);
    for (const CurvesHeading& heading : layout.headings)
        addWords(list, lettered("heading", uiFont(15, QFont::DemiBold), theme.text), {kCurvesMargin, heading.baseline},
                 heading.text);
    if (layout.legend.empty()) return;
    list.begin("legend");
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
    const bool isHidden = entry.series && layout.data.hidden.contains(*entry.series);
    if (entry.series) {
        SeriesLook look = layout.looks[*entry.series];
        QByteArray name = seriesName(*entry.series);
        if (isHidden) look.color = mixed(look.color, theme.window, kHidden), name += " hidden";
        list.add(DisplayPath{list.use({.names = "sample " + name, .stroke = look.stroke(kLine)}), sample});
        addMarker(list, "point " + name, look, line.center(), theme);
    } else if (entry.isOverLimit) {
        const QColor& ink = theme.mutedText;
        list.add(DisplayPath{
            list.use({.names = "sample over-limit", .stroke = Stroke{mixed(ink, theme.window, kHidden), kLine}}),
            sample});
        addMarker(list, "point", {ink, {}, 0, kHollowSample}, line.center(), theme, 0, true);
    } else {
        list.add(DisplayPath{list.use({.names = "sample ghost", .stroke = ghostStrokeOf(theme.mutedText)}), sample});
    }
    const QFontMetricsF metrics(legendFont());
    const Look words =
        isHidden ? lettered("key hidden", legendFont(), theme.mutedText) : lettered("key", legendFont(), theme.text);
    addWords(list, words, {line.x2() + kLegendGap, middle + (metrics.ascent() - metrics.descent()) / 2}, entry.text);
}

void addOver(DisplayList& list, const CurvesLayout& layout, const CurvesPanel& panel,
             const std::vector<PanelCurve>& curves) {
    addMarks(list, layout, panel);
    bool isEmpty = true;
    for (std::size_t s = 0; s < curves.size(); ++s) {
        const CurvePoints& points = curves[s].markers;
        isEmpty = isEmpty && curves[s].line.x.isEmpty();
        if (points.x.isEmpty()) continue;
        list.begin("points", {{"series", toQString(layout.data.results->plan->series[s].title)}});
        const auto addAll = [&](const CurvePoints& all, bool isHollow) {
            for (qsizetype i = 0; i < all.x.size(); ++i)
                if (!std::isnan(all.y[i]))
                    addMarker(list, "point " + seriesName(s), layout.looks[s],
                              {layout.xOf(panel, all.x[i]), layout.yOf(panel, all.y[i])}, layout.theme(), 0, isHollow);
        };
        addAll(points, false);
        addAll(curves[s].hollow, true);
        list.end();
    }
    addCaptions(list, layout, panel);
    if (isEmpty)
        WrappedText(noticeOf(layout), uiFont(11), panel.area)
            .addTo(list, lettered("notice", uiFont(11), layout.theme().mutedText, Anchor::Middle));
}

DisplayList curvesList(const CurvesLayout& layout) {
    DisplayList list;
    list.add(DisplayRect{list.use(filled("ground", layout.theme().window)), QRectF(QPointF(), QSizeF(layout.size))});
    addHead(list, layout);
    for (const CurvesPanel& panel : layout.panels) addPanel(list, layout, panel);
    return list;
}

}  // namespace bubblescope
