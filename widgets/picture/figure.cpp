#include "widgets/picture/figure.h"

#include "widgets/gantt/gantt_paint.h"
#include "widgets/picture/figure_layout.h"
#include "widgets/picture/picture_file.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace bubblescope {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Figure", text); }

QImage paint(const FigureLayout& layout, double pixelRatio) {
    const auto device = [&](int length) { return static_cast<int>(std::lround(length * pixelRatio)); };
    QImage image(device(layout.size.width()), device(layout.size.height()), QImage::Format_RGB32);
    if (image.isNull()) return image;
    image.setDevicePixelRatio(pixelRatio);
    image.fill(layout.theme().window);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!layout.title.isEmpty()) {
        painter.setFont(figureTitleFont());
        painter.setPen(layout.theme().text);
        painter.drawText(QPointF(kFigureTitleX, kFigureTitleBaseline), layout.title);
    }
    painter.drawImage(QPointF(0, layout.ganttTop), GanttRenderer().render(layout.gantt, layout.shown, 0, pixelRatio));
    if (!layout.notice.isEmpty()) {
        painter.fillRect(QRectF(0, layout.footerTop, layout.size.width(), layout.size.height()), layout.theme().window);
        painter.setFont(figureNoticeFont());
        painter.setPen(layout.theme().mutedText);
        const double width = QFontMetricsF(figureNoticeFont()).horizontalAdvance(layout.notice);
        painter.drawText(QPointF((layout.size.width() - width) / 2, layout.footerTop + kFigureNoticeBaseline),
                         layout.notice);
    }
    return image;
}

Result<QImage> imageOf(const FigureLayout& layout, double pixelRatio) {
    const auto checked = checkFigureSize(layout.size, FigureFormat::Png, pixelRatio);
    if (!checked) return checked.error();
    QImage image = paint(layout, pixelRatio);
    if (image.isNull()) return Error{tr("there is not enough memory for this picture").toStdString(), {}};
    return image;
}

Result<QByteArray> pngOf(const FigureLayout& layout, int scale, const std::string& scenarioJson) {
    const Result<QImage> image = imageOf(layout, scale);
    if (!image) return image.error();
    return pngFile(*image, scenarioJson);
}

}  // namespace

Result<QByteArray> figureFile(FigureFormat format, const std::vector<Outcome>& outcomes, const FigureOptions& options,
                              const std::string& scenarioJson) {
    const auto layout = layoutFigure(outcomes, options);
    if (!layout) return layout.error();
    switch (format) {
        case FigureFormat::Png: return pngOf(*layout, options.scale, scenarioJson);
        case FigureFormat::Svg: return svgOf(*layout, scenarioJson);
        case FigureFormat::Pdf: return pdfOf(*layout, scenarioJson);
    }
    return Error{"unknown format", {}};
}

Result<QImage> figureImage(const std::vector<Outcome>& outcomes, const FigureOptions& options, double pixelRatio) {
    const auto layout = layoutFigure(outcomes, options);
    if (!layout) return layout.error();
    return imageOf(*layout, pixelRatio);
}

Result<QSize> figureSize(const std::vector<Outcome>& outcomes, const FigureOptions& options) {
    const auto layout = layoutFigure(outcomes, options);
    if (!layout) return layout.error();
    return layout->size;
}

std::vector<Outcome> recolored(std::vector<Outcome> outcomes, const Scenario& scenario, ThemeId theme) {
    const auto colors = seriesColors(scenario.schedules, theme);
    for (std::size_t i = 0; i < outcomes.size() && i < colors.size(); ++i)
        outcomes[i].color = theme == ThemeId::Print ? themeOf(theme).text : colors[i];
    return outcomes;
}

std::optional<FigureFormat> figureFormatOf(const QString& fileName) {
    const QString suffix = QFileInfo(fileName).suffix().toLower();
    if (suffix == QLatin1String("png")) return FigureFormat::Png;
    if (suffix == QLatin1String("svg")) return FigureFormat::Svg;
    if (suffix == QLatin1String("pdf")) return FigureFormat::Pdf;
    return std::nullopt;
}

}  // namespace bubblescope
