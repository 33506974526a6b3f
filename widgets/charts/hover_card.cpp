#include "widgets/charts/hover_card.h"

#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kPad = 8, kSwatch = 16, kCardGap = 14, kNarrowest = 160, kWidest = 320, kOffset = 12;

/// The layout of a card.
struct Card {
    QFont font = uiFont(11), bold = uiFont(11, QFont::DemiBold);
    QFontMetricsF metrics{font}, boldMetrics{bold};
    double line = std::ceil(metrics.height()) + 1;
    double content = 0, values = 0, differences = 0;  // widths
    bool isTight = false;                             // reasons are elided to fit next to the name
    std::size_t left = 0;                             // number of rows left out

    void setWidths(const QString& title, const std::vector<HoverRow>& rows, double most) {
        double names = symbolsWidth(bold, title) - kSwatch;
        values = differences = 0;
        for (const HoverRow& row : rows) {
            names = std::max(names, symbolsWidth(bold, row.name));
            values = std::max(values, boldMetrics.horizontalAdvance(row.value));
            differences = std::max(differences, metrics.horizontalAdvance(row.difference));
        }
        content = std::clamp(names + numbers(), std::min(kNarrowest, most), most);
    }
    /// The width of values and differences with their gaps.
    double numbers() const {
        return (values > 0 ? kCardGap + values : 0) + (differences > 0 ? kCardGap + differences : 0);
    }
    double reasonHeight(const HoverRow& row) const {
        return std::ceil(metrics.boundingRect(QRectF(0, 0, content, 1000), Qt::TextWordWrap, row.reason).height()) + 3;
    }
    bool isWrapped(const HoverRow& row) const { return !row.reason.isEmpty() && !isTight; }
    double heightOf(const HoverRow& row) const { return line + (isWrapped(row) ? reasonHeight(row) : 0); }
    double height(const std::vector<HoverRow>& rows) const {
        double height = line + 2 * kPad + (left > 0 ? line : 0);
        for (const HoverRow& row : rows) height += heightOf(row);
        return height;
    }
    /// Removes text until it fits.
    void shorten(std::vector<HoverRow>& rows, double most) {
        isTight = height(rows) > most;
        while (height(rows) > most && rows.size() > 1) {
            const auto last =
                std::find_if(rows.rbegin(), rows.rend(), [](const HoverRow& row) { return !row.isMarked; });
            if (last == rows.rend()) return;
            rows.erase(std::next(last).base());
            ++left;
        }
    }
};

void paintRow(QPainter& painter, const Theme& theme, const Card& card, const HoverRow& row, const QRectF& cell) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(row.color);
    painter.drawEllipse(QPointF(cell.left() - kSwatch + 4, cell.center().y()), 4, 4);
    painter.setFont(row.isMarked ? card.bold : card.font);
    const bool hasValue = !row.value.isEmpty();
    painter.setPen(hasValue || row.reason.isEmpty() ? theme.text : theme.mutedText);
    const QFontMetricsF metrics(painter.font());
    const double room = card.isWrapped(row) && !hasValue ? card.content : card.content - card.numbers();
    const QString name =
        symbolsWidth(painter.font(), row.name) <= room ? row.name : metrics.elidedText(row.name, Qt::ElideMiddle, room);
    drawSymbols(painter, {cell.left(), cell.center().y() + (metrics.ascent() - metrics.descent()) / 2}, name);
    if (card.isWrapped(row)) {
        const QPen pen = painter.pen();
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(cell.left(), cell.bottom(), card.content, card.reasonHeight(row)), Qt::TextWordWrap,
                         row.reason);
        if (!hasValue) return;
        painter.setPen(pen);
    }
    const double used = symbolsWidth(painter.font(), name) + kCardGap;
    if (!hasValue && !row.reason.isEmpty())
        painter.drawText(cell, Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(row.reason, Qt::ElideRight, card.content - used));
    const double differences = card.differences > 0 ? kCardGap + card.differences : 0;
    painter.drawText(cell.adjusted(0, 0, -differences, 0), Qt::AlignRight | Qt::AlignVCenter, row.value);
    painter.setFont(card.font);
    painter.setPen(theme.mutedText);
    painter.drawText(cell, Qt::AlignRight | Qt::AlignVCenter, row.difference);
}

}  // namespace

QString lineOf(const HoverRow& row) {
    const QString text = row.value.isEmpty() ? row.reason : row.value;
    const QString beside = row.difference.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(row.difference);
    const bool isMore = !row.value.isEmpty() && !row.reason.isEmpty();
    return row.name + (text.isEmpty() ? QString() : QStringLiteral(": ") + text) + beside +
           (isMore ? QStringLiteral(", ") + row.reason : QString());
}

QStringList HoverCard::lines() const {
    QStringList lines{title};
    for (const HoverRow& row : rows) lines << lineOf(row);
    return lines;
}

void paintHoverCard(QPainter& painter, const Theme& theme, const QString& title, std::vector<HoverRow> rows, double x,
                    const QRectF& home, QSizeF bounds) {
    Card card;
    card.setWidths(title, rows, std::max(60.0, std::min(bounds.width() - 2, kWidest) - 2 * kPad - kSwatch));
    card.shorten(rows, bounds.height());

    const double width = card.content + kSwatch + 2 * kPad, height = card.height(rows);
    const double right = x + kOffset, left = x - kOffset - width;
    const bool isRightHome = right + width <= home.right(), isLeftHome = left >= home.left();
    const bool isRight = isRightHome || (!isLeftHome && right + width <= bounds.width());
    const QRectF box(std::clamp(isRight ? right : left, 1.0, std::max(1.0, bounds.width() - width - 1)),
                     std::clamp(home.top(), 0.0, std::max(0.0, bounds.height() - height - 2)), width, height);
    painter.setPen(QPen(theme.line, 1));
    painter.setBrush(theme.field);
    painter.drawRoundedRect(box.translated(0.5, 0.5), 5, 5);
    painter.setPen(theme.text);
    painter.setFont(card.bold);
    drawSymbols(painter, {box.left() + kPad, box.top() + kPad - 2 + card.boldMetrics.ascent()}, title);
    QRectF cell(box.left() + kPad + kSwatch, box.top() + kPad + card.line, card.content, card.line);
    for (const HoverRow& row : rows) {
        paintRow(painter, theme, card, row, cell);
        cell.moveTop(cell.top() + card.heightOf(row));
    }
    if (card.left == 0) return;
    painter.setFont(card.font);
    painter.setPen(theme.mutedText);
    painter.drawText(cell, Qt::AlignLeft | Qt::AlignVCenter, Text::tr("and %1 more").arg(card.left));
}

}  // namespace bubblescope
