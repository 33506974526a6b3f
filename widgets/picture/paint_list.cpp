#include "widgets/kit/symbol.h"
#include "widgets/picture/display_list.h"

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>

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
            if (!rect || !joinsRow(*rect)) drawRow();
            if (rect && joinsRow(*rect))
                m_row.push_back(rect);
            else
                std::visit([this](const auto& thing) { draw(thing); }, item);
        }
        drawRow();
    }

private:
    /// Whether a rectangle stands right of those before it in one row, none over another: then what they have in common
    /// is drawn at once, for in a file each clip and each change of ink takes more than what is drawn.
    bool joinsRow(const DisplayRect& rect) const {
        constexpr double kNothing = 1e-6;
        if (m_isRaster || rect.radius > 0 || rect.rect.isEmpty()) return false;
        if (m_row.empty()) return lookOf(rect.look).hatch || penOf(lookOf(rect.look), rect).style() == Qt::SolidLine;
        const QRectF& last = m_row.back()->rect;
        if (penOf(lookOf(rect.look), rect).color() != penOf(lookOf(m_row.back()->look), *m_row.back()).color())
            return false;
        return rect.rect.top() == last.top() && rect.rect.height() == last.height() &&
               rect.rect.left() >= last.right() - kNothing;
    }

    /// Grounds, then hatches, then borders: as shapes, for viewers draw thin lines thicker than they are.
    void drawRow() {
        std::map<LookId, std::vector<QRectF>> hatched;
        QPainterPath borders;
        borders.setFillRule(Qt::WindingFill);
        QColor ink;
        for (const DisplayRect* rect : m_row) {
            const Look look = lookOf(rect->look);
            const QPen pen = penOf(look, *rect);
            const bool isBordered = pen.style() == Qt::SolidLine;
            if (!isBordered && (!look.hatch || pen.style() != Qt::NoPen)) {
                draw(*rect);
                continue;
            }
            const QRectF box = drawnOf(&look, *rect);
            const QColor ground = look.hatch ? look.hatch->ground : fillOf(look, rect->fill);
            if (ground.isValid()) m_painter.fillRect(box, ground);
            if (look.hatch) hatched[rect->look].push_back(box);
            if (!isBordered) continue;
            addBorder(borders, box, pen.widthF() / 2);
            ink = pen.color();
        }
        for (const auto& [look, boxes] : hatched) drawLines(boxes, *lookOf(look).hatch);
        if (!borders.isEmpty()) m_painter.fillPath(borders, ink);
        m_row.clear();
    }

    /// One way around outside, and the other way inside.
    static void addBorder(QPainterPath& path, const QRectF& box, double half) {
        const QRectF inner = box.adjusted(half, half, -half, -half);
        path.addRect(box.adjusted(-half, -half, half, half));
        path.addPolygon(QPolygonF({inner.topLeft(), inner.bottomLeft(), inner.bottomRight(), inner.topRight()}));
        path.closeSubpath();
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

    static QPen penOf(const Look& look, const DisplayRect& rect) {
        if (!look.stroke || look.stroke->order == Stroke::Order::Apart || rect.outline <= 0) return QPen(Qt::NoPen);
        QPen pen = look.stroke->pen();
        pen.setWidthF(pen.widthF() * rect.outline);
        return pen;
    }

    void draw(const DisplayRect& rect) {
        const Look look = lookOf(rect.look);
        const QColor fill = fillOf(look, rect.fill);
        const QRectF box = drawnOf(&look, rect);
        const QPen pen = penOf(look, rect);
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

    /// Those of a hatch within rectangles: of neighbours in a row the same ones go through all, where that is fewer.
    void drawLines(const std::vector<QRectF>& boxes, const Hatch& hatch) {
        QPainterPath shape, lines;
        shape.setFillRule(Qt::WindingFill);
        lines.setFillRule(Qt::WindingFill);
        QRectF area;
        const auto addLines = [&] {
            const QRectF scaled(area.topLeft() / hatch.scale, area.size() / hatch.scale);
            lines.addPath(hatchPath(hatch.lines, scaled));
        };
        for (const QRectF& box : boxes) {
            shape.addRect(box);
            const double between = box.left() - area.right();
            const bool isNear = box.top() == area.top() && between <= (isSlanted(hatch.lines) ? box.height() : 0);
            if (!area.isNull() && !isNear) addLines();
            area = isNear ? area | box : box;
        }
        addLines();
        m_painter.save();
        m_painter.setClipPath(shape, Qt::IntersectClip);
        m_painter.fillPath(QTransform::fromScale(hatch.scale, hatch.scale).map(lines), hatch.ink);
        m_painter.restore();
    }

    void draw(const DisplayRects& rects) {
        const Look look = lookOf(rects.look);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(look.hatch ? look.hatch->ground : look.fill);
        if (m_isRaster) {
            m_painter.setRenderHint(QPainter::Antialiasing, false);
            m_painter.drawRects(rects.rects.data(), static_cast<int>(rects.rects.size()));
            m_painter.setRenderHint(QPainter::Antialiasing, true);
            if (!look.hatch) return;
        }
        std::vector<QRectF> boxes;
        for (const QRectF& rect : rects.rects) boxes.push_back(drawnOf(&look, rects, rect));
        if (!m_isRaster) {
            QPainterPath path;
            path.setFillRule(Qt::WindingFill);
            for (const QRectF& box : boxes) path.addRect(box);
            m_painter.drawPath(path);
        }
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

    /// As a rectangle on whole pixels, of one at least.
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
        if (text.pixels > 0) font.setPixelSize(qMax(1, qRound(text.pixels)));
        m_painter.setFont(font);
        m_painter.setPen(fillOf(look, text.fill));
        const Anchor anchor = look.lettering->anchor;
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

    /// Into an image pixel by pixel: drawn at a fraction of one, a row or a column of them would be left out.
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
};

}  // namespace

void paintList(QPainter& painter, const DisplayList& list) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    ListPainter(painter).paint(list);
    painter.restore();
}

}  // namespace bubblescope
