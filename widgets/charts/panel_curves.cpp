#include "widgets/charts/panel_curves.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace bubblescope {

namespace {

constexpr double kGhostLine = 1.5, kQuietLine = 1.2, kLinkLine = 1.25, kPiece = 4;  // the piece is in line widths

QColor faded(QColor color, float alpha) {
    color.setAlphaF(alpha);
    return color;
}

/// The stroke of curves over the memory limit.
Stroke faintStrokeOf(Stroke stroke) {
    constexpr float kFaint = 0.4f;
    stroke.color = faded(stroke.color, kFaint);
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

constexpr float kLink = 0.8f;  // how opaque lines across gaps are

bool isSame(const CurvePoints& a, const CurvePoints& b) {
    constexpr double kEqual = 1e-9;
    return a.x == b.x && std::equal(a.y.begin(), a.y.end(), b.y.begin(), [](double p, double q) {
               return (std::isnan(p) && std::isnan(q)) || std::abs(p - q) <= kEqual * std::abs(q);
           });
}

/// Whether a line is thinner than another one of its colour, so that both are visible at the same place.
bool accompanies(const Stroke& thin, const Stroke& line) {
    return thin.color == line.color && thin.width != line.width;
}

/// Of several equal curves, each except the first is drawn in pieces, so that all of their colours are visible.
void shareLines(std::vector<PanelCurve>& curves) {
    std::vector<bool> isDone(curves.size());
    for (std::size_t i = 0; i < curves.size(); ++i) {
        if (isDone[i] || curves[i].line.x.size() < 2) continue;
        std::vector<std::size_t> same;
        for (std::size_t k = i; k < curves.size(); ++k)
            if (!isDone[k] && !(k > i && accompanies(curves[k].stroke, curves[i].stroke)) &&
                isSame(curves[k].line, curves[i].line))
                same.push_back(k), isDone[k] = true;
        for (std::size_t k = 1; k < same.size(); ++k) {
            Stroke& stroke = curves[same[k]].stroke;
            stroke.isRound = false;
            stroke.dashes = {kPiece, kPiece * static_cast<double>(same.size() - 1)};
            stroke.dashOffset = kPiece * static_cast<double>(k);
        }
    }
}

bool haveOneColor(const CurvesModel& model) {
    return std::all_of(model.series.begin(), model.series.end(),
                       [&](const CurveSeries& series) { return series.look.color == model.series.front().look.color; });
}

/// Takes the parts of curves that cover others out of their lines; they are drawn in pieces, so that all are visible.
void shareParts(std::vector<PanelCurve>& curves, double near) {
    std::vector<CurvePoints> beneath;
    for (PanelCurve& curve : curves) {
        if (curve.isQuiet) continue;
        CoveringParts parts = partsOver(curve.line, beneath, near);
        beneath.push_back(std::exchange(curve.line, std::move(parts.apart)));
        curve.together = std::move(parts.together);
        curve.togetherStroke = curve.stroke;
        curve.togetherStroke.isRound = false;
        curve.togetherStroke.dashes = {kPiece, kPiece * std::max(1, parts.most)};
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

}  // namespace

Stroke ghostStrokeOf(const QColor& color) {
    constexpr float kFaint = 0.6f;
    return {.color = faded(color, kFaint), .width = kGhostLine, .dashes = {3, 3}};
}

std::vector<PanelCurve> panelCurves(const CurvesLayout& layout, const CurvesPanel& panel) {
    const CurvesModel& model = *layout.model;
    const CurvesRange& range = layout.rangeOf(panel);
    const int columns = std::max(1, static_cast<int>(panel.area.width()));
    const auto placeOf = [&](double at, double value) {
        return QPointF(layout.xOf(panel, at), layout.yOf(panel, value));
    };
    std::vector<PanelCurve> curves(model.series.size());
    for (std::size_t s = 0; s < curves.size(); ++s) {
        const SeriesLook& look = model.series[s].look;
        curves[s].isQuiet = model.series[s].isQuiet;
        curves[s].stroke = curves[s].isQuiet ? look.stroke(kQuietLine) : look.stroke();
        curves[s].ghostStroke = ghostStrokeOf(look.color);
    }
    for (const ModelCurve& curve : panel.of->curves) {
        if (model.series[curve.series].isFilled) continue;  // an area, not a line
        PanelCurve& out = curves[curve.series];
        const CurvePoints all = drawable(curve.points, range);
        out.line = thinned(all, model.axis, columns);
        if (model.series[curve.series].linksGaps) out.links = overGaps(out.line);
        const bool isApart = model.frame.crowdsMarkers || isSparse(all, panel.area.width() - 2 * model.frame.padding);
        if (isApart && model.series[curve.series].marksPoints) out.markers = all;
        out.ghost = straightened(thinned(drawable(curve.pinned, range), model.axis, columns), placeOf);
    }
    if (model.frame.sharesParts)
        shareParts(curves, range.isLog ? std::log(range.to / range.from) / panel.area.height() : 1e-9);  // a pixel
    else if (!haveOneColor(model))  // as on paper, where dashes distinguish them
        shareLines(curves);
    for (const ModelCurve& curve : panel.of->curves) {
        PanelCurve& out = curves[curve.series];
        if (!curve.over.x.isEmpty() && !out.line.x.isEmpty()) partAtLimit(out, curve.over);
        if (out.markers.x.isEmpty() && !model.series[curve.series].isQuiet)
            out.markers = lonePoints(model.frame.sharesParts ? drawable(curve.points, range) : out.line);
        out.faintStroke = faintStrokeOf(out.stroke);
        out.linkStroke = {.color = faded(out.stroke.color, kLink), .width = kLinkLine, .dashes = {1, 2}};
        for (CurvePoints* line : {&out.line, &out.together, &out.faint}) *line = straightened(*line, placeOf);
    }
    return curves;
}

std::vector<CurveLine> linesOf(const std::vector<PanelCurve>& curves) {
    using Part = CurveLine::Part;
    std::vector<CurveLine> lines;
    for (const auto& [part, points, stroke] : {std::tuple(Part::Pinned, &PanelCurve::ghost, &PanelCurve::ghostStroke),
                                               std::tuple(Part::Links, &PanelCurve::links, &PanelCurve::linkStroke),
                                               std::tuple(Part::Faint, &PanelCurve::faint, &PanelCurve::faintStroke)})
        for (std::size_t s = 0; s < curves.size(); ++s)
            lines.push_back({part, s, &(curves[s].*points), &(curves[s].*stroke)});
    for (const bool isQuiet : {true, false})
        for (std::size_t s = 0; s < curves.size(); ++s) {
            if (curves[s].isQuiet != isQuiet) continue;
            lines.push_back({Part::Whole, s, &curves[s].line, &curves[s].stroke});
            lines.push_back({Part::Together, s, &curves[s].together, &curves[s].togetherStroke});
        }
    return lines;
}

namespace {

/// The part of a line that is inside a box; nothing if it misses it.
std::optional<QLineF> clipped(const QLineF& line, const QRectF& box) {
    double from = 0, to = 1;
    const auto keep = [&](double start, double step, double least, double most) {
        if (step == 0) return start >= least && start <= most;
        const std::pair<double, double> crosses = std::minmax({(least - start) / step, (most - start) / step});
        from = std::max(from, crosses.first), to = std::min(to, crosses.second);
        return from <= to;
    };
    if (!keep(line.x1(), line.dx(), box.left(), box.right()) || !keep(line.y1(), line.dy(), box.top(), box.bottom()))
        return std::nullopt;
    return QLineF(from == 0 ? line.p1() : line.pointAt(from), to == 1 ? line.p2() : line.pointAt(to));
}

}  // namespace

std::vector<QPolygonF> piecesOf(const CurvesLayout& layout, const CurvesPanel& panel, const CurvePoints& points) {
    const QRectF box = panel.area.adjusted(-0.5, -0.5, 0.5, 0.5);
    std::vector<QPolygonF> pieces;
    const auto placeOf = [&](qsizetype i) {
        return QPointF(layout.xOf(panel, points.x[i]), layout.yOf(panel, points.y[i]));
    };
    bool isGap = true;
    for (qsizetype i = 0; i < points.x.size(); ++i) {
        const bool isPoint = !std::isnan(points.y[i]);
        if (isPoint && isGap) {
            pieces.emplace_back();
            if (box.contains(placeOf(i))) pieces.back() << placeOf(i);
        } else if (isPoint) {
            const auto part = clipped({placeOf(i - 1), placeOf(i)}, box);
            if (part && !pieces.back().isEmpty() && pieces.back().last() != part->p1()) pieces.emplace_back();
            if (part && pieces.back().isEmpty()) pieces.back() << part->p1();
            if (part) pieces.back() << part->p2();
        }
        isGap = !isPoint;
    }
    return pieces;
}

}  // namespace bubblescope
