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

/// A ground with lines or dots on it. Names are unique. Lines scale with the type, by `scale`.
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
        Behind,  // below the fill, so that the shape stands out from its surroundings
        Apart  // no stroke: this width is left free between adjacent shapes, because viewers draw thin lines too thick
    };
    QColor color;
    double width = 1;
    Order order = Order::Above;
    QVector<qreal> dashes = {};  // in line widths; empty: solid
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

/// How things of a class look. Unset properties are inherited from the group around them.
struct Look {
    QByteArray names;        // the class and its qualifiers, separated by spaces: "F v2c1"
    QByteArray within = {};  // the class of a group in which the same names look different: "pinned"
    QColor fill = {};        // also the colour of texts
    std::optional<Hatch> hatch = {};
    std::optional<Stroke> stroke = {};
    std::optional<Lettering> lettering = {};

    friend bool operator==(const Look&, const Look&) = default;
};

using LookId = int;
inline constexpr LookId kNoLook = -1;

/// Data for readers of the file: data-microbatch="3".
struct Datum {
    const char* name;
    QString value;

    friend bool operator==(const Datum&, const Datum&) = default;
};

// The items of a list. A `fill` other than 0 replaces the fill of their look.

/// All items up to its DisplayEnd belong to it, are relative to `at`, and are `scale` times as large.
struct DisplayGroup {
    LookId look = kNoLook;
    QByteArray names = {};  // for a group without a look
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
    double outline = 1;  // share of its look's stroke that it uses
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
    double pixels = 0;           // font size, if it differs from the look's
    bool hasSubscripts = false;  // "T_F" has one
    QRgb fill = 0;
};

/// Something drawn pixel by pixel, only for pictures of pixels.
struct DisplayPixels {
    QPointF at;
    std::function<QImage(double pixelRatio)> draw;
};

using DisplayItem = std::variant<DisplayGroup, DisplayEnd, DisplayRect, DisplayRects, DisplayLine, DisplayPath,
                                 DisplayCircle, DisplayText, DisplayPixels>;

/// A picture as plain values, laid out once. Every format writer draws its items from first to last.
///
/// Units       CSS pixels; y grows downwards
/// Invariants  every group ends; a look is identified by its names and group
struct DisplayList {
    QSizeF size;
    QString title;            // of the file
    bool isInPoints = false;  // as in Picture
    std::vector<Look> looks;
    std::vector<DisplayItem> items;
    QPointF origin;  // added to all coordinates that are added

    /// Returns the id of a look, and registers the look if it is new.
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
    /// Adds all that another list draws, as a group at a position.
    void add(DisplayList list, const QByteArray& names, QPointF at, double scale = 1);
};

/// All texts of a list, one per line.
QString wordsOf(const DisplayList& list);

/// Points per CSS pixel.
inline constexpr double kPointsAPixel = 0.75;

/// A look for filled shapes, and one for texts.
Look filled(const QByteArray& names, const QColor& color);
Look lettered(const QByteArray& names, const QFont& font, const QColor& color, Anchor anchor = Anchor::Start);
/// The baseline of a text whose capitals are centred on `centre`.
double baselineAt(double centre, const QFont& font);

/// A text broken into lines that fit a box, centred in it; words are broken only if they are wider than the box.
struct WrappedText {
    QFont font;
    QStringList lines;
    QRectF box;

    WrappedText(const QString& text, const QFont& font, const QRectF& room);
    /// `look` has the font and is anchored in the middle.
    void addTo(DisplayList& list, const Look& look) const;
};

/// The part of a rectangle that is drawn with a look: all of it, or without half of the free width at either side.
QRectF drawnOf(const Look* look, const DisplayRect& rect);
QRectF drawnOf(const Look* look, const DisplayRects& all, const QRectF& rect);

/// A look with the properties it inherits from the one around it.
Look inherited(const Look& own, const Look& around);

/// Draws a list. Horizontal and vertical lines are crisp on pixels.
///
/// Thread  any
void paintList(QPainter& painter, const DisplayList& list);

}  // namespace bubblescope
