#pragma once

#include "widgets/drawing/display_list.h"

#include <QFontMetricsF>
#include <QTransform>

// The places of the items of a display list in the picture, whatever groups they are in.

namespace bubblescope::test {

/// Calls `visit` with each item, its look, and the transform of its coordinates.
template <class Visit>
void eachPlaced(const DisplayList& list, Visit visit) {
    std::vector<Look> around;
    std::vector<QTransform> places{QTransform()};
    for (const DisplayItem& item : list.items) {
        const auto lookOf = [&](LookId id) {
            const Look own = id == kNoLook ? Look() : list.looks[static_cast<std::size_t>(id)];
            return around.empty() ? own : inherited(own, around.back());
        };
        if (const auto* group = std::get_if<DisplayGroup>(&item)) {
            around.push_back(lookOf(group->look));
            places.push_back(
                QTransform(places.back()).translate(group->at.x(), group->at.y()).scale(group->scale, group->scale));
        }
        if (std::holds_alternative<DisplayEnd>(item)) around.pop_back(), places.pop_back();
        std::visit(
            [&](const auto& thing) {
                if constexpr (requires { thing.look; }) visit(item, lookOf(thing.look), places.back());
            },
            item);
    }
}

/// Each text of a list with the box of its capitals.
struct PlacedText {
    QByteArray names;
    QString words;
    QRectF box;
    QColor ink;
};
inline std::vector<PlacedText> textsOf(const DisplayList& list) {
    std::vector<PlacedText> texts;
    eachPlaced(list, [&](const DisplayItem& item, const Look& look, const QTransform& place) {
        const auto* const text = std::get_if<DisplayText>(&item);
        if (!text) return;
        QFont font = look.lettering->font;
        if (text->pixels > 0) font.setPixelSize(qRound(text->pixels));
        const QFontMetricsF metrics(font);
        const double width = metrics.horizontalAdvance(text->words);
        const double left = text->at.x() - (look.lettering->anchor == Anchor::End      ? width
                                            : look.lettering->anchor == Anchor::Middle ? width / 2
                                                                                       : 0);
        const QRectF box(left, text->at.y() - metrics.capHeight(), width, metrics.capHeight());
        texts.push_back({look.names, text->words, place.mapRect(box), look.fill});
    });
    return texts;
}

/// Each shape of a list as a path; for cells also their data in the file: "0 0" for microbatch and stage.
struct PlacedShape {
    QByteArray names;
    QPainterPath path;
    QString op;
    QColor fill;

    QRectF box() const { return path.boundingRect(); }
};
inline std::vector<PlacedShape> shapesOf(const DisplayList& list) {
    std::vector<PlacedShape> shapes;
    eachPlaced(list, [&](const DisplayItem& item, const Look& look, const QTransform& place) {
        QPainterPath path;
        QString op;
        if (const auto* rect = std::get_if<DisplayRect>(&item)) {
            path.addRect(rect->rect);
            if (!rect->data.empty()) op = rect->data[0].value + QLatin1Char(' ') + rect->data[1].value;
        }
        if (const auto* rects = std::get_if<DisplayRects>(&item))
            for (const QRectF& rect : rects->rects) path.addRect(rect);
        if (const auto* line = std::get_if<DisplayLine>(&item))
            path.moveTo(line->line.p1()), path.lineTo(line->line.p2());
        if (const auto* shape = std::get_if<DisplayPath>(&item)) path = shape->path;
        if (const auto* circle = std::get_if<DisplayCircle>(&item))
            path.addEllipse(circle->centre, circle->radius, circle->radius);
        if (!path.isEmpty())
            shapes.push_back({look.names, place.map(path), op, look.hatch ? look.hatch->ground : look.fill});
    });
    return shapes;
}

}  // namespace bubblescope::test
