#pragma once

#include "widgets/drawing/display_list.h"

#include <QPaintDevice>
#include <QPaintEngine>

namespace bubblescope::test {

namespace recording {

/// A look is named after its properties, so that the same look has the same name in every list.
inline QByteArray nameOf(const Look& look) {
    QByteArray name = "paint";
    if (look.fill.isValid()) name += "-f" + look.fill.name(QColor::HexArgb).mid(1).toLatin1();
    if (look.stroke) {
        name += "-s" + look.stroke->color.name(QColor::HexArgb).mid(1).toLatin1() + '-' +
                QByteArray::number(qRound(look.stroke->width * 100)) + (look.stroke->isRound ? "r" : "");
        for (const qreal dash : look.stroke->dashes) name += '-' + QByteArray::number(qRound(dash * 100));
        if (look.stroke->dashOffset != 0) name += "-o" + QByteArray::number(qRound(look.stroke->dashOffset * 100));
    }
    if (look.lettering)
        name += "-t" + QByteArray::number(look.lettering->font.pixelSize()) + '-' +
                QByteArray::number(static_cast<int>(look.lettering->font.weight()));
    return name;
}

class Recorder : public QPaintEngine {
public:
    explicit Recorder(DisplayList& list) : QPaintEngine(QPaintEngine::AllFeatures), m_list(list) {}

    Type type() const override { return QPaintEngine::User; }
    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState& now) override {
        if (now.state() & DirtyPen) m_pen = now.pen();
        if (now.state() & DirtyBrush) m_brush = now.brush();
        if (now.state() & DirtyTransform) m_transform = now.transform();
        if (now.state() & DirtyOpacity) m_opacity = now.opacity();
    }
    void drawPath(const QPainterPath& path) override { addPath(path, true); }
    void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
        QPainterPath path;
        for (int i = 0; i < count; ++i) i == 0 ? path.moveTo(points[i]) : path.lineTo(points[i]);
        if (mode != PolylineMode) path.closeSubpath();
        addPath(path, mode != PolylineMode);
    }
    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        QFont font = item.font();
        if (font.pixelSize() < 0) font.setPixelSize(qRound(item.ascent()));
        add(DisplayText{kNoLook, m_transform.map(at), item.text()},
            {.fill = seen(m_pen.color()), .lettering = Lettering{font}});
    }
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}  // charts have no pixmaps

private:
    QColor seen(QColor color) const {
        color.setAlphaF(color.alphaF() * static_cast<float>(m_opacity));
        return color;
    }

    void addPath(const QPainterPath& path, bool mayFill) {
        Look look;
        if (mayFill && m_brush.style() != Qt::NoBrush && m_brush.color().alpha() > 0) look.fill = seen(m_brush.color());
        if (m_pen.style() != Qt::NoPen && m_pen.color().alpha() > 0)
            look.stroke = Stroke{.color = seen(m_pen.color()),
                                 .width = std::max(1.0, m_pen.widthF()),
                                 .dashes = m_pen.style() == Qt::SolidLine ? QVector<qreal>() : m_pen.dashPattern(),
                                 .dashOffset = m_pen.dashOffset(),
                                 .isRound = m_pen.capStyle() == Qt::RoundCap};
        if (look.fill.isValid() || look.stroke) add(DisplayPath{kNoLook, m_transform.map(path)}, look);
    }

    template <class Item>
    void add(Item item, Look look) {
        look.names = nameOf(look);
        item.look = m_list.use(look);
        m_list.add(std::move(item));
    }

    DisplayList& m_list;
    QPen m_pen;
    QBrush m_brush;
    QTransform m_transform;
    double m_opacity = 1;
};

class RecorderDevice : public QPaintDevice {
public:
    RecorderDevice(DisplayList& list, const QSize& size) : m_recorder(list), m_size(size) {}

    QPaintEngine* paintEngine() const override { return &m_recorder; }

protected:
    int metric(PaintDeviceMetric metric) const override {
        constexpr double kDotsPerInch = 96, kMillimetresAnInch = 25.4;
        switch (metric) {
            case PdmWidth: return m_size.width();
            case PdmHeight: return m_size.height();
            case PdmWidthMM: return qRound(m_size.width() / kDotsPerInch * kMillimetresAnInch);
            case PdmHeightMM: return qRound(m_size.height() / kDotsPerInch * kMillimetresAnInch);
            case PdmDpiX:
            case PdmDpiY:
            case PdmPhysicalDpiX:
            case PdmPhysicalDpiY: return static_cast<int>(kDotsPerInch);
            case PdmDevicePixelRatio: return 1;
            case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
            default: return QPaintDevice::metric(metric);
        }
    }

private:
    mutable Recorder m_recorder;
    QSize m_size;
};

}  // namespace recording

/// What a painter draws on a device of this size, as a list. Clips are lost.
inline DisplayList recordedList(const QSize& size, const std::function<void(QPaintDevice& device)>& paint) {
    DisplayList list;
    list.size = size;
    recording::RecorderDevice device(list, size);
    paint(device);
    return list;
}

}  // namespace bubblescope::test
