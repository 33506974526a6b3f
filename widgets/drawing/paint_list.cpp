#include "widgets/drawing/display_list.h"
#include "widgets/kit/symbol.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope {

namespace {

class ListPainter {
public:
    explicit ListPainter(QPainter& painter)
        : m_painter(painter), m_isRaster(painter.paintEngine()->type() == QPaintEngine::Raster) {}

    void paint(const DisplayList& list) {
        m_list = &list;
        for (const DisplayItem& item : list.items) {
            const auto* const rect = std::get_if<DisplayRect>(&item);
            const auto* const text = std::get_if<DisplayText>(&item);
            if (!rect || !joinsRow(*rect)) drawRow();
            if (!text || !joinsLine(*text)) drawLine();
            if (rect && joinsRow(*rect))
                m_row.push_back(rect);
            else if (text && joinsLine(*text))
                m_line.push_back(text);
            else
                std::visit([this](const auto& thing) { draw(thing); }, item);
        }
        drawRow();
        drawLine();
    }

private:
    // In a file, each clip and each change of ink takes more space than what is drawn. Therefore neighbouring
    // rectangles that look alike are drawn together.

    /// Whether a rectangle is to the right of the previous ones in the same row, without overlapping them.
    bool joinsRow(const DisplayRect& rect) const {
        constexpr double kNothing = 1e-6;
        if (m_isRaster || rect.radius > 0 || rect.rect.isEmpty()) return false;
        if (m_row.empty()) return true;
        const QRectF& last = m_row.back()->rect;
        return rect.rect.top() == last.top() && rect.rect.height() == last.height() &&
               rect.rect.left() >= last.right() - kNothing;
    }

    /// First the grounds with their hatches, then the borders as filled shapes, because viewers draw thin lines too
    /// thick.
    void drawRow() {
        std::map<std::pair<LookId, QRgb>, std::vector<const DisplayRect*>> alike;
        for (const DisplayRect* rect : m_row) alike[{rect->look, rect->fill}].push_back(rect);
        std::vector<std::pair<QColor, std::vector<QRectF>>> borders;
        for (const auto& [id, rects] : alike) {
            const Look look = lookOf(id.first);
            const bool isBordered = look.stroke && look.stroke->order != Stroke::Order::Apart;
            if (isBordered && !look.stroke->dashes.isEmpty()) {
                for (const DisplayRect* rect : rects) draw(*rect);
                continue;
            }
            std::vector<QRectF> boxes;
            for (const DisplayRect* rect : rects) boxes.push_back(drawnOf(&look, *rect));
            fill(boxes, look.hatch ? look.hatch->ground : fillOf(look, id.second));
            if (look.hatch) drawLines(boxes, *look.hatch);
            if (!isBordered) continue;
            auto& lines = borders.emplace_back(look.stroke->color, std::vector<QRectF>()).second;
            for (std::size_t i = 0; i < rects.size(); ++i)
                if (rects[i]->outline > 0) addBorder(lines, boxes[i], look.stroke->width * rects[i]->outline);
        }
        for (const auto& [ink, lines] : borders) fill(lines, ink);
        m_row.clear();
    }

    void fill(const std::vector<QRectF>& boxes, const QColor& color) {
        if (!color.isValid() || boxes.empty()) return;
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(color);
        m_painter.drawRects(boxes.data(), static_cast<int>(boxes.size()));
    }

    /// The four sides of a border, around its edge.
    static void addBorder(std::vector<QRectF>& sides, const QRectF& box, double width) {
        const double half = width / 2;
        const QRectF outer = box.adjusted(-half, -half, half, half);
        const double between = std::max(0.0, outer.height() - 2 * width);
        sides.emplace_back(outer.left(), outer.top(), outer.width(), width);
        sides.emplace_back(outer.left(), outer.top() + width, width, between);
        sides.emplace_back(outer.right() - width, outer.top() + width, width, between);
        sides.emplace_back(outer.left(), outer.bottom() - width, outer.width(), width);
    }

    bool joinsLine(const DisplayText& text) const {
        return !m_isRaster && (m_line.empty() || m_line.back()->at.y() == text.at.y());
    }

    void drawLine() {
        std::ranges::stable_sort(m_line, {}, [](const DisplayText* text) { return std::pair(text->look, text->fill); });
        for (const DisplayText* text : m_line) draw(*text);
        m_line.clear();
    }

    Look lookOf(LookId id) const {
        const Look own = id == kNoLook ? Look() : m_list->looks[static_cast<std::size_t>(id)];
        return m_around.empty() ? own : inherited(own, m_around.back());
    }

    static QColor fillOf(const Look& look, QRgb own) { return own ? QColor::fromRgba(own) : look.fill; }

    void draw(const DisplayGroup& group) {
        m_around.push_back(lookOf(group.look));
        m_painter.save();
        m_painter.translate(group.at);
        m_painter.scale(group.scale, group.scale);
    }

    void draw(const DisplayEnd&) {
        m_around.pop_back();
        m_painter.restore();
    }

    void draw(const DisplayRect& rect) {
        const Look look = lookOf(rect.look);
        const QColor fill = fillOf(look, rect.fill);
        const QRectF box = drawnOf(&look, rect);
        QPen pen(Qt::NoPen);
        if (look.stroke && look.stroke->order != Stroke::Order::Apart && rect.outline > 0) {
            pen = look.stroke->pen();
            pen.setWidthF(pen.widthF() * rect.outline);
        }
        if (look.hatch) {
            m_painter.fillRect(box, look.hatch->ground);
            if (!box.isEmpty()) drawLines({box}, *look.hatch);
        }
        m_painter.setPen(pen);
        m_painter.setBrush(fill.isValid() && !look.hatch ? QBrush(fill) : QBrush());
        if (rect.radius > 0)
            m_painter.drawRoundedRect(box, rect.radius, rect.radius);
        else if (!look.hatch || pen.style() != Qt::NoPen)
            m_painter.drawRect(box);
    }

    /// The lines of a hatch within rectangles. For neighbours in a row, lines are drawn through all of them if that
    /// needs fewer lines.
    void drawLines(const std::vector<QRectF>& boxes, const Hatch& hatch) {
        QPainterPath shape;
        shape.setFillRule(Qt::WindingFill);
        std::vector<QRectF> areas;
        for (const QRectF& box : boxes) {
            shape.addRect(box);
            const double reach = isSlanted(hatch.lines) ? box.height() : kHatchPeriod * hatch.scale;
            const bool isNear =
                !areas.empty() && box.top() == areas.back().top() && box.left() - areas.back().right() <= reach;
            if (isNear)
                areas.back() |= box;
            else
                areas.push_back(box);
        }
        std::map<double, std::vector<QRectF>> turned;  // by direction: each line crosses the whole clip
        for (const QRectF& area : areas)
            for (const auto& [degrees, lines] :
                 hatchLayers(hatch.lines, {area.topLeft() / hatch.scale, area.size() / hatch.scale}))
                turned[degrees].insert(turned[degrees].end(), lines.begin(), lines.end());
        m_painter.save();
        m_painter.setClipPath(shape, Qt::IntersectClip);
        m_painter.scale(hatch.scale, hatch.scale);
        for (const auto& [degrees, lines] : turned) {
            m_painter.rotate(degrees);
            fill(lines, hatch.ink);
            m_painter.rotate(-degrees);
        }
        m_painter.restore();
    }

    void draw(const DisplayRects& rects) {
        const Look look = lookOf(rects.look);
        const QColor ground = look.hatch ? look.hatch->ground : look.fill;
        std::vector<QRectF> boxes;
        for (const QRectF& rect : rects.rects) boxes.push_back(drawnOf(&look, rects, rect));
        if (m_isRaster) m_painter.setRenderHint(QPainter::Antialiasing, false);
        fill(m_isRaster ? rects.rects : boxes, ground);
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        if (look.hatch) drawLines(boxes, *look.hatch);
    }

    void draw(const DisplayLine& line) {
        const Look look = lookOf(line.look);
        if (!look.stroke) return;
        const QLineF& l = line.line;
        const double width = look.stroke->width;
        if (look.stroke->dashes.isEmpty() && (l.dx() == 0 || l.dy() == 0)) return drawRule(l, width, *look.stroke);
        m_painter.setPen(look.stroke->pen());
        m_painter.drawLine(l);
    }

    /// As a rectangle on whole pixels, at least one pixel wide.
    void drawRule(const QLineF& line, double lineWidth, const Stroke& stroke) {
        const double width = std::max(lineWidth, 1 / m_painter.deviceTransform().m11());
        const QRectF along = QRectF(line.p1(), line.p2()).normalized();
        const QRectF rule = line.dx() == 0
                                ? QRectF(std::round(along.left() - width / 2), along.top(), width, along.height())
                                : QRectF(along.left(), std::round(along.top() - width / 2), along.width(), width);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        m_painter.fillRect(rule, stroke.color);
        m_painter.setRenderHint(QPainter::Antialiasing, true);
    }

    void draw(const DisplayPath& path) {
        const Look look = lookOf(path.look);
        const QColor fill = fillOf(look, path.fill);
        const bool isBehind = look.stroke && look.stroke->order == Stroke::Order::Behind;
        if (isBehind) m_painter.strokePath(path.path, look.stroke->pen());
        if (fill.isValid()) m_painter.fillPath(path.path, fill);
        if (look.stroke && !isBehind) m_painter.strokePath(path.path, look.stroke->pen());
    }

    void draw(const DisplayCircle& circle) {
        const Look look = lookOf(circle.look);
        m_painter.setPen(look.stroke ? look.stroke->pen() : QPen(Qt::NoPen));
        m_painter.setBrush(fillOf(look, circle.fill));
        m_painter.drawEllipse(circle.centre, circle.radius, circle.radius);
    }

    void draw(const DisplayText& text) {
        const Look look = lookOf(text.look);
        if (!look.lettering) return;
        QFont font = look.lettering->font;
        const bool isImage = m_painter.device()->devType() == QInternal::Image;
        if (text.pixels > 0) setPixels(font, text.pixels, isImage);
        m_painter.setFont(font);
        m_painter.setPen(fillOf(look, text.fill));
        const Anchor anchor = look.lettering->anchor;
        if (isImage && anchor == Anchor::Middle && !text.hasSubscripts) return drawOnPixels(font, text);
        double width = 0;
        if (anchor != Anchor::Start)
            width =
                text.hasSubscripts ? symbolsWidth(font, text.words) : QFontMetricsF(font).horizontalAdvance(text.words);
        const QPointF at(text.at.x() - (anchor == Anchor::End ? width : width / 2), text.at.y());
        if (text.hasSubscripts)
            drawSymbols(m_painter, at, text.words);
        else
            m_painter.drawText(at, text.words);
    }

    /// Only fonts in points have any size, which vector formats can draw.
    void setPixels(QFont& font, double pixels, bool isImage) const {
        constexpr double kPointsAnInch = 72;
        if (isImage || pixels == std::round(pixels))
            font.setPixelSize(qMax(1, qRound(pixels)));
        else
            font.setPointSizeF(pixels * kPointsAnInch / m_painter.device()->logicalDpiY());
    }

    /// A number or a short word in a font of whole pixels, from a whole pixel on: a scaled font loses its thin strokes.
    void drawOnPixels(QFont font, const DisplayText& text) {
        const QTransform toDevice = m_painter.deviceTransform();
        const double pixels = text.pixels > 0 ? text.pixels : QFontInfo(font).pixelSize();
        font.setPixelSize(qMax(1, qRound(pixels * toDevice.m22())));
        const QPointF at = toDevice.map(text.at);
        m_painter.save();
        m_painter.setWorldTransform(toDevice.inverted() * m_painter.worldTransform());  // to device pixels
        m_painter.setFont(font);
        const double left = at.x() - QFontMetricsF(font).horizontalAdvance(text.words) / 2;
        m_painter.drawText(QPoint(qRound(left), qRound(at.y())), text.words);
        m_painter.restore();
    }

    /// Draws into an image pixel by pixel; a scaled image would lose a row or a column of them.
    void draw(const DisplayPixels& pixels) {
        const QTransform toDevice = m_painter.deviceTransform();
        QImage image = pixels.draw(toDevice.m11());
        if (m_painter.device()->devType() != QInternal::Image) return m_painter.drawImage(pixels.at, image);
        image.setDevicePixelRatio(1);
        const QPointF at = toDevice.map(pixels.at);
        m_painter.save();
        m_painter.resetTransform();
        m_painter.drawImage(QPoint(qRound(at.x()), qRound(at.y())), image);
        m_painter.restore();
    }

    QPainter& m_painter;
    bool m_isRaster;
    const DisplayList* m_list = nullptr;
    std::vector<Look> m_around;
    std::vector<const DisplayRect*> m_row;
    std::vector<const DisplayText*> m_line;
};

}  // namespace

void paintList(QPainter& painter, const DisplayList& list) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    ListPainter(painter).paint(list);
    painter.restore();
}

}  // namespace bubblescope
