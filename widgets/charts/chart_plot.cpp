#include "widgets/charts/chart_plot.h"

#include <QResizeEvent>

#include "widgets/charts/chart_quantity.h"
#include "widgets/charts/plot_library.h"
#include "widgets/drawing/recorded_list.h"
#include "widgets/kit/theme.h"

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

/// A plot that ignores empty sizes, because QCustomPlot cannot paint on an empty buffer and warns at each replot.
/// Before it is on screen it is drawn only once. It is painted together with its window, not immediately when it is
/// drawn.
class Plot : public QCustomPlot {
public:
    explicit Plot(QWidget* parent = nullptr) : QCustomPlot(parent) { setPlottingHint(QCP::phImmediateRefresh, false); }

protected:
    void resizeEvent(QResizeEvent* event) override {
        if (event->size().isEmpty()) return;
        if (isVisible()) return QCustomPlot::resizeEvent(event);
        setViewport(rect());
        replot(rpQueuedReplot);
    }
};

class QuantityTicker : public QCPAxisTicker {
public:
    explicit QuantityTicker(ChartQuantity quantity) : m_quantity(std::move(quantity)) {}

protected:
    double getTickStep(const QCPRange& range) override { return m_step = QCPAxisTicker::getTickStep(range); }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return m_quantity.tick(tick, m_step); }

private:
    ChartQuantity m_quantity;
    double m_step = 1;
};

}  // namespace

QCustomPlot* newPlot(QWidget* parent) {
    auto* plot = new Plot(parent);
    plot->setFocusPolicy(Qt::NoFocus);
    plot->setInteractions({});
    plot->addLayer(QLatin1String(kHoverLayer));
    plot->layer(QLatin1String(kHoverLayer))->setMode(QCPLayer::lmBuffered);
    for (QCPAxis* axis : {plot->xAxis, plot->yAxis}) {
        axis->setSubTicks(false);
        axis->setTickPen(Qt::NoPen);
        axis->setBasePen(Qt::NoPen);
        axis->grid()->setZeroLinePen(Qt::NoPen);
        axis->setTickLabelPadding(axis == plot->xAxis ? 8 : 6);
    }
    plot->plotLayout()->setMargins(QMargins());
    plot->axisRect()->setAutoMargins(QCP::msNone);
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

void setTicks(QCPAxis& axis, const ChartQuantity& quantity, int count) {
    auto ticker = QSharedPointer<QuantityTicker>::create(quantity);
    ticker->setTickCount(count);
    axis.setTicker(ticker);
}

void paintOnLayer(QCustomPlot& plot, const char* layer, std::function<void(QPainter&)> paint) {
    new PaintedLayerable(&plot, QLatin1String(layer), std::move(paint));  // the plot owns it
}

void replotLayer(QCustomPlot& plot, const char* layer) { plot.layer(QLatin1String(layer))->replot(); }

Picture chartPicture(QCustomPlot& plot, const QSize& size) {
    return {size, {}, {[&plot, size](bool) {
                return recordedList(size, [&](QPaintDevice& device) {
                    QCPPainter painter(&device);
                    painter.setMode(QCPPainter::pmVectorized);
                    painter.setMode(QCPPainter::pmNoCaching);
                    plot.toPainter(&painter, size.width(), size.height());
                });
            }}};
}

}  // namespace bubblescope
