#include "widgets/kit/symbol.h"
#include "widgets/picture/display_list.h"

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>

#include <cmath>

namespace bubblescope {

namespace {

class ListPainter {
public:
    explicit ListPainter(QPainter& painter)
        : m_painter(painter), m_isRaster(painter.paintEngine()->type() == QPaintEngine::Raster) {}

    void paint(const DisplayList& list) {
        m_list = &list;
        for (const DisplayItem& item : list.items) std::visit([this](const auto& thing) { draw(thing); }, item);
    }

private:
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
        const bool isBordered = pen.style() == Qt::SolidLine && rect.radius == 0 && !m_isRaster;
        if (look.hatch || isBordered) {  // the border above what it is around
            if (look.hatch)
                drawHatch(box, *look.hatch);
            else if (fill.isValid())
                m_painter.fillRect(box, fill);
            if (isBordered) return drawBorder(box, pen);
            m_painter.setPen(pen);
            m_painter.setBrush(Qt::NoBrush);
            if (pen.style() != Qt::NoPen) m_painter.drawRect(box);
            return;
        }
        m_painter.setPen(pen);
        m_painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush());
        if (rect.radius > 0)
            m_painter.drawRoundedRect(box, rect.radius, rect.radius);
        else
            m_painter.drawRect(box);
    }

    /// As a shape: viewers draw thin lines thicker than they are.
    void drawBorder(const QRectF& box, const QPen& pen) {
        const double half = pen.widthF() / 2;
        QPainterPath path;
        path.addRect(box.adjusted(-half, -half, half, half));
        path.addRect(box.adjusted(half, half, -half, -half));
        m_painter.fillPath(path, pen.color());
    }

    void drawHatch(const QRectF& rect, const Hatch& hatch) {
        m_painter.fillRect(rect, hatch.ground);
        if (rect.isEmpty()) return;
        m_painter.save();
        m_painter.setClipRect(rect, Qt::IntersectClip);
        fillLines(rect, hatch);
        m_painter.restore();
    }

    /// Those of a hatch within a shape that is made of rectangles.
    void drawLines(const std::vector<QRectF>& rects, const QPainterPath& shape, const Hatch& hatch) {
        m_painter.save();
        m_painter.setClipPath(shape, Qt::IntersectClip);
        for (const QRectF& rect : rects) fillLines(rect, hatch);
        m_painter.restore();
    }

    void fillLines(const QRectF& area, const Hatch& hatch) {
        const QRectF scaled(area.topLeft() / hatch.scale, area.size() / hatch.scale);
        const QTransform scale = QTransform::fromScale(hatch.scale, hatch.scale);
        m_painter.fillPath(scale.map(hatchPath(hatch.lines, scaled)), hatch.ink);
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
        QPainterPath path;
        path.setFillRule(Qt::WindingFill);
        for (const QRectF& rect : rects.rects) path.addRect(drawnOf(&look, rects, rect));
        if (!m_isRaster) m_painter.drawPath(path);
        if (look.hatch) drawLines(rects.rects, path, *look.hatch);
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
};

}  // namespace

void paintList(QPainter& painter, const DisplayList& list) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    ListPainter(painter).paint(list);
    painter.restore();
}

}  // namespace bubblescope
