#pragma once

#include <QLabel>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QWidget>

#include <algorithm>

namespace bubblescope::test {

/// Paints nothing; records the size of the type that widgets draw.
class TypeRecorder : public QPaintDevice {
public:
    struct Text {
        double pixels;
        QString words;
    };

    explicit TypeRecorder(const QSize& size) : m_size(size), m_engine(*this) {}

    std::vector<Text> texts;

    QPaintEngine* paintEngine() const override { return &m_engine; }

protected:
    int metric(PaintDeviceMetric metric) const override {
        switch (metric) {
            case PdmWidth: return m_size.width();
            case PdmHeight: return m_size.height();
            case PdmDpiX:
            case PdmDpiY:
            case PdmPhysicalDpiX:
            case PdmPhysicalDpiY: return 96;
            case PdmDepth: return 32;
            case PdmDevicePixelRatio: return 1;
            case PdmDevicePixelRatioScaled: return static_cast<int>(devicePixelRatioFScale());
            default: return QPaintDevice::metric(metric);
        }
    }

private:
    class Engine : public QPaintEngine {
    public:
        explicit Engine(TypeRecorder& device) : QPaintEngine(AllFeatures), m_device(device) {}
        bool begin(QPaintDevice*) override { return true; }
        bool end() override { return true; }
        void updateState(const QPaintEngineState& now) override {
            if (now.state() & DirtyTransform) m_scale = std::abs(now.transform().m22());
        }
        void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
        void drawImage(const QRectF&, const QImage&, const QRectF&, Qt::ImageConversionFlags) override {}
        void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
        void drawPath(const QPainterPath&) override {}
        void drawTextItem(const QPointF&, const QTextItem& item) override {
            if (!item.text().trimmed().isEmpty())
                m_device.texts.push_back({item.font().pixelSize() * m_scale, item.text()});
        }
        Type type() const override { return User; }

    private:
        TypeRecorder& m_device;
        double m_scale = 1;
    };

    QSize m_size;
    mutable Engine m_engine;
};

/// The texts of a window in type smaller than `least` pixels, except subscripts.
inline QStringList smallType(QWidget& window, double least) {
    TypeRecorder recorder(window.size());
    window.render(&recorder);
    QStringList small;
    for (const TypeRecorder::Text& text : recorder.texts)
        if (text.pixels < least) small += QStringLiteral("%1: %2").arg(text.pixels).arg(text.words);
    return small;
}

}  // namespace bubblescope::test
