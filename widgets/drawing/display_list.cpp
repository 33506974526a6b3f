#include "widgets/drawing/display_list.h"

#include <QFontMetricsF>
#include <QTextLayout>

#include <algorithm>

namespace bubblescope {

QPen Stroke::pen() const {
    QPen pen(color, width, Qt::SolidLine, isRound ? Qt::RoundCap : Qt::FlatCap,
             isRound ? Qt::RoundJoin : Qt::MiterJoin);
    if (dashes.isEmpty()) return pen;
    pen.setDashPattern(dashes);
    pen.setDashOffset(dashOffset);
    return pen;
}

LookId DisplayList::use(const Look& look) {
    const auto known = std::find_if(looks.begin(), looks.end(), [&](const Look& other) {
        return other.names == look.names && other.within == look.within;
    });
    const auto id = static_cast<LookId>(known - looks.begin());
    if (known == looks.end()) looks.push_back(look);
    return id;
}

void DisplayList::begin(const QByteArray& names, std::vector<Datum> data) {
    items.push_back(DisplayGroup{kNoLook, names, std::move(data)});
}

void DisplayList::begin(LookId look) { items.push_back(DisplayGroup{look}); }

void DisplayList::add(DisplayRect rect) {
    rect.rect.translate(origin);
    items.push_back(std::move(rect));
}

void DisplayList::add(DisplayRects rects) {
    for (QRectF& rect : rects.rects) rect.translate(origin);
    items.push_back(std::move(rects));
}

void DisplayList::add(DisplayLine line) {
    line.line.translate(origin);
    items.push_back(line);
}

void DisplayList::add(DisplayPath path) {
    path.path.translate(origin);
    items.push_back(std::move(path));
}

void DisplayList::add(DisplayCircle circle) {
    circle.centre += origin;
    items.push_back(circle);
}

void DisplayList::add(DisplayText text) {
    text.at += origin;
    items.push_back(std::move(text));
}

void DisplayList::add(DisplayPixels pixels) {
    pixels.at += origin;
    items.push_back(std::move(pixels));
}

void DisplayList::add(DisplayList list, const QByteArray& names, QPointF at, double scale) {
    std::vector<LookId> ids;
    for (Look look : list.looks) {
        const QByteArray own = look.names;
        LookId id = use(look);
        for (int other = 2; looks[static_cast<std::size_t>(id)] != look; ++other) {  // its names have another look here
            look.names = own + " n" + QByteArray::number(other);
            id = use(look);
        }
        ids.push_back(id);
    }
    items.push_back(DisplayGroup{kNoLook, names, {}, at + origin, scale});
    for (DisplayItem& item : list.items) {
        std::visit(
            [&](auto& thing) {
                if constexpr (requires { thing.look; })
                    if (thing.look != kNoLook) thing.look = ids[static_cast<std::size_t>(thing.look)];
            },
            item);
        items.push_back(std::move(item));
    }
    end();
}

QString wordsOf(const DisplayList& list) {
    QString words;
    for (const DisplayItem& item : list.items)
        if (const auto* const text = std::get_if<DisplayText>(&item)) words += text->words + QLatin1Char('\n');
    return words;
}

Look filled(const QByteArray& names, const QColor& color) { return {.names = names, .fill = color}; }

Look lettered(const QByteArray& names, const QFont& font, const QColor& color, Anchor anchor) {
    return {.names = names, .fill = color, .lettering = Lettering{font, anchor}};
}

double baselineAt(double centre, const QFont& font) { return centre + QFontMetricsF(font).capHeight() / 2; }

WrappedText::WrappedText(const QString& text, const QFont& ofFont, const QRectF& room) : font(ofFont) {
    QTextLayout layout(text, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    double width = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1.0, room.width()));
        lines += text.mid(line.textStart(), line.textLength()).trimmed();
        width = std::max(width, line.naturalTextWidth());
    }
    layout.endLayout();
    box.setSize({width, QFontMetricsF(font).height() * static_cast<double>(lines.size())});
    box.moveCenter(room.center());
}

void WrappedText::addTo(DisplayList& list, const Look& look) const {
    const QFontMetricsF metrics(font);
    double baseline = box.top() + metrics.ascent();
    for (const QString& line : lines) {
        list.add(DisplayText{list.use(look), {box.center().x(), baseline}, line});
        baseline += metrics.height();
    }
}

namespace {

/// The rectangle without the free width at either side, at most half of its own width.
QRectF apart(const Look* look, double share, const QRectF& rect) {
    if (!look || !look->stroke || look->stroke->order != Stroke::Order::Apart) return rect;
    const double gap = std::min(look->stroke->width * share, rect.width() / 2) / 2;
    return rect.adjusted(gap, 0, -gap, 0);
}

}  // namespace

QRectF drawnOf(const Look* look, const DisplayRect& rect) { return apart(look, rect.outline, rect.rect); }
QRectF drawnOf(const Look* look, const DisplayRects& all, const QRectF& rect) { return apart(look, all.outline, rect); }

Look inherited(const Look& own, const Look& around) {
    Look look = own;
    if (!look.fill.isValid() && !look.hatch) look.fill = around.fill, look.hatch = around.hatch;
    if (!look.stroke) look.stroke = around.stroke;
    if (!look.lettering) look.lettering = around.lettering;
    return look;
}

}  // namespace bubblescope
