#include "widgets/charts/frontier_points.h"

#include "engine/io/scenario_file.h"
#include "engine/results/frontier.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/kit/theme.h"
#include "widgets/picture/exported_gantts.h"
#include "widgets/shown/held_text.h"

#include <algorithm>

namespace bubblescope {

namespace {

ChartQuantity held() { return {Quantity::PeakActivations, {}}; }

QPointF placeOf(const FrontierPoints& points, const Run* run) {
    return run ? QPointF(held().of(*run), points.quantity.of(*run)) : QPointF(qQNaN(), qQNaN());
}

/// Where the points are, and which of them no other beats.
struct Frontier {
    std::vector<HeldAndValue> places;
    std::vector<std::size_t> ran, best;  // by peak activations, then by value

    explicit Frontier(const FrontierPoints& points) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            const QPointF at = placeOf(points, points[i].run.get());
            places.push_back({at.x(), at.y()});
            if (ChartPoint{.at = at}.hasPlace()) ran.push_back(i);
        }
        std::stable_sort(ran.begin(), ran.end(), [&](std::size_t a, std::size_t b) {
            return std::pair(places[a].held, places[a].value) < std::pair(places[b].held, places[b].value);
        });
        std::vector<HeldAndValue> sorted;
        for (const std::size_t each : ran) sorted.push_back(places[each]);
        for (const std::size_t each : frontierOf(sorted)) best.push_back(ran[each]);
    }

    bool isBest(std::size_t point) const { return std::find(best.begin(), best.end(), point) != best.end(); }
    /// A schedule that beats this one: no worse in both quantities, and better in one.
    std::optional<std::size_t> betterThan(std::size_t point) const {
        for (const std::size_t other : best)
            if (beats(places[other], places[point])) return other;
        return std::nullopt;
    }
};

HoverCard cardOf(const FrontierPoints& points, const Frontier& frontier, std::size_t point) {
    const Run& run = *points[point].run;
    const auto& [peak, value] = frontier.places[point];
    HoverCard card{points[point].title};
    card.add(points.quantity.caption(), points.quantity.fullText(value));
    card.add(Text::tr("peak activations"), held().text(peak));
    if (points.quantity.quantity != Quantity::TotalTime) {
        const ChartQuantity total{Quantity::TotalTime, unitText(run.schedule.workload.timeUnit)};
        card.add(Text::tr("total time"), total.fullText(total.of(run)));
    }
    if (const QString over = overLimitText(run); !over.isEmpty())
        card.add(Text::tr("over the memory limit: %1").arg(over));
    if (const QString copies = copiesText(*run.timeline->program); !copies.isEmpty()) card.add(copies);
    if (frontier.isBest(point))
        card.add(Text::tr("on the frontier: no schedule beats it in both"));
    else if (const auto better = frontier.betterThan(point))
        card.add((frontier.places[*better].value < value ? Text::tr("%1 is better with no more activations")
                                                         : Text::tr("%1 is as good with fewer activations"))
                     .arg(points[*better].title));
    if (point >= points.compared.size()) card.add(Text::tr("click to compare it"));
    return card;
}

QString noticeOf(const FrontierPoints& points, const Frontier& frontier) {
    if (points.size() == 0) return Text::tr("Choose a schedule to compare.");
    const auto isAwaited = [](const Outcome& outcome) { return outcome.isAwaited(); };
    const bool isAnyAwaited = std::any_of(points.compared.begin(), points.compared.end(), isAwaited) ||
                              std::any_of(points.others.begin(), points.others.end(), isAwaited);
    return frontier.ran.empty() && !isAnyAwaited ? Text::tr("No schedule can run this workload.") : QString();
}

ChartPoint pointOf(const FrontierPoints& points, const Frontier& frontier, std::size_t i, const Theme& theme) {
    const Outcome& outcome = points[i];
    const bool isQuiet = i >= points.compared.size(), isBest = frontier.isBest(i);
    ChartPoint point{.at = placeOf(points, outcome.run.get()), .name = outcome.title};
    if (!point.hasPlace()) return point;
    if (const Run* const pinned = outcome.pinned()) point.pinned = placeOf(points, pinned);
    point.color = isQuiet ? theme.mutedText : outcome.color;
    if (isQuiet) point.radius = 3.5;
    point.pen = isBest ? QPen(theme.window, 1) : QPen(point.color, isQuiet ? 1.5 : 2);
    point.brush = isBest ? point.color : theme.window;
    point.isOver = outcome.run->workerOverLimit().has_value();
    point.ink = isQuiet ? theme.mutedText : point.isOver ? theme.error : isBest ? theme.text : theme.mutedText;
    return point;
}

}  // namespace

PointsModel modelOf(const FrontierPoints& points, ThemeId themeId) {
    const Theme& theme = themeOf(themeId);
    const Frontier frontier(points);
    PointsModel model{.themeId = themeId};
    double most = points.limit.value_or(0), worst = 0;
    std::vector<HoverCard> cards(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const ChartPoint point = model.points.emplace_back(pointOf(points, frontier, i, theme));
        if (!point.hasPlace()) continue;
        for (const QPointF& at : {point.at, point.pinned.value_or(point.at)})
            most = std::max(most, at.x()), worst = std::max(worst, at.y());
        cards[i] = cardOf(points, frontier, i);
    }
    QStringList spoken;
    for (const std::size_t each : frontier.ran) spoken << cards[each].lines().join(QStringLiteral(", "));
    model.notice = noticeOf(points, frontier);
    model.spoken = model.notice + spoken.join(QStringLiteral("; "));
    model.card = [cards = std::move(cards)](std::size_t point) { return cards[point]; };
    model.x = {held(), held().caption(), 0, most > 0 ? roundedUp(most * 1.02) : 1};
    model.y = {points.quantity, {}, 0, worst > 0 ? roundedUp(worst) : 1, 40};
    model.y.quantity = points.quantity.scaledTo(model.y.to);
    model.y.caption = model.y.quantity.caption();
    model.walked = frontier.ran;
    model.order = frontier.best;
    for (const std::size_t each : frontier.ran)
        if (!frontier.isBest(each)) model.order.push_back(each);
    std::stable_partition(model.order.begin(), model.order.end(),
                          [&](std::size_t each) { return each < points.compared.size(); });
    QPolygonF best;
    for (const std::size_t each : frontier.best) best << model.points[each].at;
    model.line = frontierLine(best, model.y.to, model.x.to);
    model.linePen = QPen(theme.mutedText, 1.5, Qt::SolidLine, Qt::FlatCap, Qt::RoundJoin);
    if (points.limit)
        model.limit = {Qt::Horizontal, *points.limit, Text::tr("limit %1").arg(formatNumber(*points.limit, 4))};
    return model;
}

std::vector<std::size_t> bestOf(const FrontierPoints& points) { return Frontier(points).best; }

Exportable exportedFrontier(const FrontierPoints& points, const Scenario& scenario) {
    const auto model = [points, scenario](const PictureOptions& options) {
        FrontierPoints own = points;
        own.compared = recolored(std::move(own.compared), scenario, options);
        return modelOf(own, options.theme);
    };
    return exportedChart(model,
                         {.title = Text::tr("%1 against peak activations").arg(titleOf(points.quantity.quantity)),
                          .values = tableOf(points),
                          .document = writeScenario(scenario)});
}

Table tableOf(const FrontierPoints& points) {
    const Frontier frontier(points);
    std::vector<std::vector<TableValue>> rows;
    for (std::size_t i = 0; i < points.size(); ++i) {
        rows.push_back({points[i].title, {}, {}, {}, i < points.compared.size() ? 1.0 : 0.0});
        if (!points[i].run) continue;
        rows[i][1] = frontier.places[i].held, rows[i][2] = frontier.places[i].value;
        rows[i][3] = frontier.isBest(i) ? 1.0 : 0.0;
    }
    return valueTable({QStringLiteral("schedule"), held().caption(), points.quantity.caption(),
                       QStringLiteral("frontier"), QStringLiteral("compared")},
                      std::move(rows));
}

}  // namespace bubblescope
