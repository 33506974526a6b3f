#pragma once

#include "widgets/drawing/hatch.h"

#include <QByteArray>
#include <QColor>
#include <QFont>
#include <QImage>
#include <QLineF>
#include <QPainterPath>
#include <QPen>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <functional>
#include <optional>
#include <variant>
#include <vector>

namespace bubblescope {

/// A ground with lines or dots on it; `name` tells one from another. Lines grow with the type, by `scale`.
struct Hatch {
    QByteArray name;
    HatchLines lines = HatchLines::None;
    QColor ground, ink;
    double scale = 1;

    friend bool operator==(const Hatch&, const Hatch&) = default;
};

struct Stroke {
    enum class Order {
        Above,   // as pens draw: centred on the edge, over the fill
        Behind,  // below the fill, so that it stands out from what is around
        Apart    // none: so much is left out between things that follow at once, for viewers draw thin lines thicker
    };
    QColor color;
    double width = 1;
    Order order = Order::Above;
    QVector<qreal> dashes = {};  // in widths; empty: solid
    double dashOffset = 0;
    bool isRound = false;

    QPen pen() const;
    friend bool operator==(const Stroke&, const Stroke&) = default;
};

enum class Anchor { Start, Middle, End };

struct Lettering {
    QFont font;
    Anchor anchor = Anchor::Start;

    friend bool operator==(const Lettering&, const Lettering&) = default;
};

/// How things of a class look. What it does not set, they have from the group around them.
struct Look {
    QByteArray names;        // the class and what narrows it, apart by spaces: "F v2c1"
    QByteArray within = {};  // the class of a group, where the same names look another way in it: "pinned"
    QColor fill = {};        // of texts too
    std::optional<Hatch> hatch = {};
    std::optional<Stroke> stroke = {};
    std::optional<Lettering> lettering = {};

    friend bool operator==(const Look&, const Look&) = default;
};

using LookId = int;
inline constexpr LookId kNoLook = -1;

/// Something a reader of the file may want to know: data-microbatch="3".
struct Datum {
    const char* name;
    QString value;

    friend bool operator==(const Datum&, const Datum&) = default;
};

// The things that are drawn. `fill` other than 0 stands in for their look's.

/// What comes until its DisplayEnd belongs to it, counts from `at`, and is `scale` times as large.
struct DisplayGroup {
    LookId look = kNoLook;
    QByteArray names = {};  // of one without a look
    std::vector<Datum> data = {};
    QPointF at = {};
    double scale = 1;
};
struct DisplayEnd {};

struct DisplayRect {
    LookId look = kNoLook;
    QRectF rect;
    QRgb fill = 0;
    double radius = 0;   // of its corners
    double outline = 1;  // the share that it has of its look's stroke
    QString title = {};
    std::vector<Datum> data = {};
};

/// Many rectangles as one shape, from left to right in rows.
struct DisplayRects {
    LookId look = kNoLook;
    std::vector<QRectF> rects;
    double outline = 1;
};

struct DisplayLine {
    LookId look = kNoLook;
    QLineF line;
};

struct DisplayPath {
    LookId look = kNoLook;
    QPainterPath path;
    QRgb fill = 0;
    QString title = {};
};

struct DisplayCircle {
    LookId look = kNoLook;
    QPointF centre;
    double radius = 0;
    QRgb fill = 0;
};

struct DisplayText {
    LookId look = kNoLook;
    QPointF at;  // on its baseline
    QString words;
    double pixels = 0;           // of the font, where it is not the look's
    bool hasSubscripts = false;  // "T_F" has one
    QRgb fill = 0;
};

/// What is drawn pixel by pixel, for pictures of pixels alone.
struct DisplayPixels {
    QPointF at;
    std::function<QImage(double pixelRatio)> draw;
};

using DisplayItem = std::variant<DisplayGroup, DisplayEnd, DisplayRect, DisplayRects, DisplayLine, DisplayPath,
                                 DisplayCircle, DisplayText, DisplayPixels>;

/// A picture as plain values, laid out once: what every writer of a format draws, from the first item to the last.
///
/// Units       CSS pixels; y grows downwards
/// Invariants  every group ends; a look's names and group tell it from all others
struct DisplayList {
    QSizeF size;
    QString title;            // of the file
    bool isInPoints = false;  // as of a Picture
    std::vector<Look> looks;
    std::vector<DisplayItem> items;
    QPointF origin;  // added to all that is put in

    /// The id of a look, which it has from now on.
    LookId use(const Look& look);

    void begin(const QByteArray& names, std::vector<Datum> data = {});
    void begin(LookId look);
    void end() { items.push_back(DisplayEnd{}); }
    void add(DisplayRect rect);
    void add(DisplayRects rects);
    void add(DisplayLine line);
    void add(DisplayPath path);
    void add(DisplayCircle circle);
    void add(DisplayText text);
    void add(DisplayPixels pixels);
    /// All that another list draws, as a group at a place.
    void add(DisplayList list, const QByteArray& names, QPointF at, double scale = 1);
};

/// All that its texts say, a line each.
QString wordsOf(const DisplayList& list);

/// Of a CSS pixel.
inline constexpr double kPointsAPixel = 0.75;

/// A look of filled things, and one of texts.
Look filled(const QByteArray& names, const QColor& color);
Look lettered(const QByteArray& names, const QFont& font, const QColor& color, Anchor anchor = Anchor::Start);
/// The baseline of a text whose capitals are centred on `centre`.
double baselineAt(double centre, const QFont& font);

/// A text in lines that fit into a room, in its middle; within words only where they are wider than it.
struct WrappedText {
    QFont font;
    QStringList lines;
    QRectF box;

    WrappedText(const QString& text, const QFont& font, const QRectF& room);
    /// `look` has its font and is anchored in the middle.
    void addTo(DisplayList& list, const Look& look) const;
};

/// What is drawn of a rectangle of a look: all, or without its half of what is left out at either side.
QRectF drawnOf(const Look* look, const DisplayRect& rect);
QRectF drawnOf(const Look* look, const DisplayRects& all, const QRectF& rect);

/// A look with what it has from the one around it.
Look inherited(const Look& own, const Look& around);

/// Draws a list. Level and upright lines are crisp on pixels.
///
/// Thread  any
void paintList(QPainter& painter, const DisplayList& list);

}  // namespace bubblescope
