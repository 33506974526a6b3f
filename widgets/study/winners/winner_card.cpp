#include "widgets/study/winners/winner_card.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/study/experiment_text.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kPad = 9, kSwatch = 16, kGap = 14, kBeside = 10, kWidest = 340, kNarrowest = 170;

QString behindText(double behind) {
    if (behind == 0) return Text::tr("tie");
    if (std::isinf(behind)) return {};
    constexpr double kLeast = 0.0005;
    return behind < kLeast ? Text::tr("under +%1").arg(formatPercent(0.001)) : QLatin1Char('+') + formatPercent(behind);
}

}  // namespace

RankingCard rankingCard(const WinnerMaps& maps, const WinnerLayout& layout, const MapCell& cell) {
    const ExperimentPlan& plan = *maps.results->plan;
    const Experiment& experiment = plan.experiment;
    PointPlace place = placeOf(maps, layout, cell);
    const Quantity measure = experiment.quantities[cell.map];
    const ChartQuantity quantity = quantityOf(experiment, measure);
    const Ranking ranking = rankingAt(plan, maps.results->points, place, measure, maps.shown);
    RankingCard card;
    card.title = stepText(experiment, experiment.x, plan.xOf(place));
    if (experiment.panels)
        card.title += QStringLiteral(", ") + stepText(experiment, *experiment.panels, *plan.panelOf(place));
    card.measure = quantity.caption();
    for (std::size_t i = 0; i < ranking.order.size(); ++i) {
        const Standing& standing = ranking.order[i];
        const bool isBest = i < ranking.best, isAlone = isBest && ranking.best == 1;
        const QString behind = isAlone ? QString() : behindText(standing.behind);
        card.rows.push_back({standing.series, quantity.fullText(standing.value), behind, {}, isBest});
    }
    if (ranking.isOtherWork) card.measure = Text::tr("%1 (unequal work)").arg(card.measure);
    for (const std::size_t series : ranking.overLimit) {
        place.series = series;
        const std::size_t at = plan.pointAt(place);
        const StudyPoint& point = *maps.results->points[at];
        card.rows.push_back({series, quantity.fullText(point.of(measure)), {}, overLimitText(plan, at, point), false});
    }
    for (const std::size_t series : ranking.refused) {
        place.series = series;
        const std::string& why = maps.results->points[plan.pointAt(place)]->refusal;
        card.rows.push_back({series, {}, {}, toQString(why), false});
    }
    for (const std::size_t series : ranking.awaited)
        card.rows.push_back({series, Text::tr("not run yet"), {}, {}, false});
    return card;
}

QString spoken(const RankingCard& card, const WinnerMaps& maps) {
    QStringList rows;
    for (const RankingCard::Row& row : card.rows) {
        QStringList parts;
        for (const QString& part : {row.value, row.reason})
            if (!part.isEmpty()) parts += part;
        QString text = maps.names[row.series] + QLatin1Char(' ') + parts.join(QStringLiteral(", "));
        if (!row.behind.isEmpty()) text += QStringLiteral(" (%1)").arg(row.behind);
        rows += text;
    }
    return Text::tr("%1, %2: %3").arg(card.title, card.measure, rows.join(QStringLiteral("; ")));
}

void paintRankingCard(QPainter& painter, const WinnerMaps& maps, const RankingCard& card, const QRectF& cell,
                      QSizeF bounds) {
    const Theme& theme = themeOf(maps.theme);
    const QFont font = uiFont(11), bold = uiFont(11, QFont::DemiBold);
    const QFontMetricsF metrics(font), boldMetrics(bold);
    const double line = std::ceil(metrics.height()) + 1;

    double names = 0, values = 0, behinds = 0;
    for (const auto& row : card.rows) {
        names = std::max(names, boldMetrics.horizontalAdvance(maps.names[row.series]));
        values = std::max(values, boldMetrics.horizontalAdvance(row.value));
        behinds = std::max(behinds, metrics.horizontalAdvance(row.behind));
    }
    const double numbers = (values > 0 ? kGap + values : 0) + (behinds > 0 ? kGap + behinds : 0);
    const double heading = std::max(symbolsWidth(bold, card.title), metrics.horizontalAdvance(card.measure)) - kSwatch;
    const double most = std::min(kWidest, bounds.width() - 4 - 2 * kPad - kSwatch);
    const double content = std::min(most, std::max({names + numbers, heading, kNarrowest}));

    bool isTight = false;  // reasons use the space beside the name
    std::size_t count = card.rows.size();
    const auto reasonHeight = [&](const RankingCard::Row& row) {
        const QRectF room(0, 0, content, 1000);
        return std::ceil(metrics.boundingRect(room, Qt::TextWordWrap, row.reason).height()) + 2;
    };
    const auto heightOf = [&](const RankingCard::Row& row) {
        return line + (row.reason.isEmpty() || isTight ? 0 : reasonHeight(row));
    };
    const auto height = [&] {
        double sum = 2 * kPad + 2 * line + 3;
        for (std::size_t i = 0; i < count; ++i) sum += heightOf(card.rows[i]);
        return sum;
    };
    isTight = height() > bounds.height() - 2;
    while (count > 1 && height() > bounds.height() - 2) --count;

    const double width = content + kSwatch + 2 * kPad;
    const bool fitsRight = cell.right() + kBeside + width <= bounds.width() - 1;
    const double left = std::clamp(fitsRight ? cell.right() + kBeside : cell.left() - kBeside - width, 1.0,
                                   std::max(1.0, bounds.width() - width - 2));
    const double top = std::clamp(cell.top() - kPad, 1.0, std::max(1.0, bounds.height() - height() - 2));
    const QRectF box(std::round(left), std::round(top), width, height());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(theme.field);
    painter.drawRoundedRect(box.translated(0.5, 0.5), 5, 5);

    painter.setPen(theme.text);
    painter.setFont(bold);
    drawSymbols(painter, {box.left() + kPad, box.top() + kPad - 1 + boldMetrics.ascent()}, card.title);
    painter.setFont(font);
    painter.setPen(theme.mutedText);
    painter.drawText(QPointF(box.left() + kPad, box.top() + kPad - 1 + line + metrics.ascent()),
                     metrics.elidedText(card.measure, Qt::ElideRight, box.width() - 2 * kPad));

    QRectF at(box.left() + kPad + kSwatch, box.top() + kPad + 2 * line + 3, content, line);
    for (std::size_t i = 0; i < count; ++i) {
        const auto& row = card.rows[i];
        const bool hasReason = !row.reason.isEmpty(), hasValue = !row.value.isEmpty();
        const QFont& rowFont = row.isBest ? bold : font;
        const QFontMetricsF rowMetrics(rowFont);
        painter.setPen(Qt::NoPen);
        painter.setBrush(maps.colors[row.series]);
        painter.drawEllipse(QPointF(at.left() - kSwatch + 4, at.center().y()), 4, 4);
        painter.setFont(rowFont);
        painter.setPen(hasReason ? theme.mutedText : theme.text);
        const double room = hasValue ? content - numbers : content;
        const QString name = rowMetrics.elidedText(maps.names[row.series], Qt::ElideMiddle, room);
        painter.drawText(at, Qt::AlignLeft | Qt::AlignVCenter, name);
        if (hasReason && isTight && !hasValue) {
            const double rest = content - kGap - rowMetrics.horizontalAdvance(name);
            painter.drawText(at, Qt::AlignRight | Qt::AlignVCenter,
                             metrics.elidedText(row.reason, Qt::ElideRight, rest));
        } else if (hasReason && !isTight) {
            painter.drawText(QRectF(at.left(), at.bottom(), content, reasonHeight(row)), Qt::TextWordWrap, row.reason);
        }
        if (hasValue) {
            const double behind = behinds > 0 ? behinds + kGap : 0;
            painter.drawText(at.adjusted(0, 0, -behind, 0), Qt::AlignRight | Qt::AlignVCenter, row.value);
            painter.setFont(font);
            painter.setPen(theme.mutedText);
            painter.drawText(at, Qt::AlignRight | Qt::AlignVCenter, row.behind);
        }
        at.moveTop(at.top() + heightOf(row));
    }
    painter.restore();
}

}  // namespace bubblescope
