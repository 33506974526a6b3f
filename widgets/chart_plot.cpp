#include "widgets/chart_plot.h"

#include <qcustomplot.h>

#include <QBuffer>
#include <QPdfWriter>
#include <QSvgGenerator>

#include "widgets/theme.h"

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

/// The text in runs: (piece, whether it is a subscript).
std::vector<std::pair<QString, bool>> subscriptRuns(const QString& text) {
    std::vector<std::pair<QString, bool>> runs{{QString(), false}};
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == QLatin1Char('_') && i + 1 < text.size()) {
            runs.push_back({text.mid(++i, 1), true});
            runs.push_back({QString(), false});
        } else {
            runs.back().first += text[i];
        }
    }
    return runs;
}

QFont subscriptFont(QFont font) {
    font.setPixelSize(qMax(1, qRound(font.pixelSize() * 0.75)));
    return font;
}

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
    auto* plot = new QCustomPlot(parent);
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

void stylePlot(QCustomPlot& plot) {
    const Theme& theme = themeOf(plot.palette());
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

QString csvCell(const QString& text) {
    if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) && !text.contains(QLatin1Char('\n')))
        return text;
    QString quoted = text;
    return QLatin1Char('"') + quoted.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

QString csvNumber(double value) { return QString::number(value, 'g', QLocale::FloatingPointShortest); }

double drawWithSubscripts(QPainter& painter, QPointF baseline, const QString& text) {
    const QFont font = painter.font();
    double x = baseline.x();
    for (const auto& [piece, isSubscript] : subscriptRuns(text)) {
        if (piece.isEmpty()) continue;
        painter.setFont(isSubscript ? subscriptFont(font) : font);
        painter.drawText(QPointF(x, baseline.y() + (isSubscript ? font.pixelSize() * 0.2 : 0)), piece);
        x += QFontMetricsF(painter.font()).horizontalAdvance(piece);
    }
    painter.setFont(font);
    return x - baseline.x();
}

double widthWithSubscripts(const QFont& font, const QString& text) {
    double width = 0;
    for (const auto& [piece, isSubscript] : subscriptRuns(text))
        width += QFontMetricsF(isSubscript ? subscriptFont(font) : font).horizontalAdvance(piece);
    return width;
}

}  // namespace bubblescope
