#include "widgets/charts/chart_plot.h"

#include <qcustomplot.h>

#include <QBuffer>
#include <QPdfWriter>
#include <QResizeEvent>
#include <QSvgGenerator>

#include "widgets/basics/theme.h"

namespace bubblescope {

namespace {

class PaintedLayerable : public QCPLayerable {
public:
    PaintedLayerable(QCustomPlot* plot, const QString& layer, std::function<void(QPainter&)> paint)
        : QCPLayerable(plot, layer), m_paint(std::move(paint)) {}

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    void draw(QCPPainter* painter) override { m_paint(*painter); }

private:
    std::function<void(QPainter&)> m_paint;
};

/// A plot squeezed to nothing keeps the size it had: QCustomPlot cannot begin to paint on an empty buffer, and
/// complains whenever it replots.
class Plot : public QCustomPlot {
public:
    using QCustomPlot::QCustomPlot;

protected:
    void resizeEvent(QResizeEvent* event) override {
        if (!event->size().isEmpty()) QCustomPlot::resizeEvent(event);
    }
};

void drawVector(QCustomPlot& plot, QPaintDevice& device, QSize size, double scale) {
    QCPPainter painter;
    if (!painter.begin(&device)) return;
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.scale(scale, scale);
    plot.toPainter(&painter, size.width(), size.height());
}

}  // namespace

QCustomPlot* newPlot(QWidget* parent) {
    auto* plot = new Plot(parent);
    plot->setFocusPolicy(Qt::NoFocus);
    plot->setInteractions({});
    plot->addLayer(QLatin1String(kMarkerLayer));
    plot->layer(QLatin1String(kMarkerLayer))->setMode(QCPLayer::lmBuffered);
    plot->addLayer(QLatin1String(kHoverLayer));
    plot->layer(QLatin1String(kHoverLayer))->setMode(QCPLayer::lmBuffered);
    for (QCPAxis* axis : {plot->xAxis, plot->yAxis}) {
        axis->setSubTicks(false);
        axis->setTickPen(Qt::NoPen);
        axis->setBasePen(Qt::NoPen);
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->setTickLabelPadding(axis == plot->xAxis ? 8 : 6);
    }
    return plot;
}

void stylePlot(QCustomPlot& plot, const Theme& theme) {
    plot.setBackground(theme.window);
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
        axis->setTickLabelFont(uiFont(11));
        axis->setTickLabelColor(theme.mutedText);
        axis->grid()->setPen(QPen(theme.grid, 1));
        axis->grid()->setAntialiased(false);
    }
}

void paintOnLayer(QCustomPlot& plot, const char* layer, std::function<void(QPainter&)> paint) {
    new PaintedLayerable(&plot, QLatin1String(layer), std::move(paint));  // the plot owns it
}

void replotLayer(QCustomPlot& plot, const char* layer) { plot.layer(QLatin1String(layer))->replot(); }

QImage plotImage(QCustomPlot& plot, QSize size, double scale) {
    QImage image(size * scale, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) return image;
    image.fill(themeOf(plot.palette()).window);
    drawVector(plot, image, size, scale);
    return image;
}

QByteArray exportPlot(QCustomPlot& plot, ChartFormat format, QSize size) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (format == ChartFormat::Png) {
        if (!plotImage(plot, size, 2).save(&buffer, "PNG")) return {};
    } else if (format == ChartFormat::Svg) {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize(size);
        generator.setViewBox(QRect(QPoint(), size));
        drawVector(plot, generator, size, 1);
    } else {
        constexpr double kPointsPerPixel = 0.75;
        QPdfWriter writer(&buffer);
        writer.setPageSize(
            QPageSize(QSizeF(size) * kPointsPerPixel, QPageSize::Point, QString(), QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF());
        drawVector(plot, writer, size, writer.logicalDpiX() / 96.0);
    }
    return bytes;
}

}  // namespace bubblescope
