#include "widgets/picture/picture_file.h"

#include "widgets/charts/plot_library.h"
#include "widgets/picture/figure_embed.h"
#include "widgets/picture/figure_layout.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <cmath>

namespace bubblescope {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Figure", text); }

QString titleOr(const QString& title) { return title.isEmpty() ? QStringLiteral("Bubblescope") : title; }

void paint(const Picture& picture, QPaintDevice& device) {
    QCPPainter painter;
    if (!painter.begin(&device)) return;
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    picture.paint(painter);
}

Result<QByteArray> svgFile(const Picture& picture, const std::string& json) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(picture.size);
    generator.setViewBox(QRect(QPoint(), picture.size));
    generator.setTitle(titleOr(picture.title));
    generator.setDescription(QString());
    generator.setResolution(96);
    paint(picture, generator);
    const qsizetype head = bytes.indexOf("<defs>");
    if (head < 0) return Error{tr("the SVG could not be begun").toStdString(), {}};
    return bytes.insert(head, svgMetadata(json) + '\n');
}

}  // namespace

Picture stacked(std::vector<Picture> pictures) {
    if (pictures.size() == 1) return std::move(pictures.front());
    Picture all{QSize(0, 0), {}, {}};
    for (const Picture& picture : pictures) {
        all.size = QSize(std::max(all.size.width(), picture.size.width()), all.size.height() + picture.size.height());
        all.title += (all.title.isEmpty() ? QString() : QStringLiteral("; ")) + picture.title;
    }
    all.paint = [pictures = std::move(pictures)](QCPPainter& painter) {
        double y = 0;
        for (const Picture& picture : pictures) {
            painter.save();
            painter.translate(0, y);
            picture.paint(painter);
            painter.restore();
            y += picture.size.height();
        }
    };
    return all;
}

Result<QByteArray> pictureFile(FigureFormat format, const Picture& picture, int scale, const std::string& json) {
    if (format == FigureFormat::Svg) return svgFile(picture, json);
    if (format == FigureFormat::Pdf)
        return pdfFile(picture.size, picture.title, json, [&](QPaintDevice& page) { paint(picture, page); });
    const Result<QImage> image = pictureImage(picture, scale);
    if (!image) return image.error();
    return pngFile(*image, json);
}

Result<QImage> pictureImage(const Picture& picture, double pixelRatio) {
    const auto checked = checkFigureSize(picture.size, FigureFormat::Png, pixelRatio);
    if (!checked) return checked.error();
    const auto device = [&](int length) { return static_cast<int>(std::lround(length * pixelRatio)); };
    QImage image(device(picture.size.width()), device(picture.size.height()), QImage::Format_RGB32);
    if (image.isNull()) return Error{tr("there is not enough memory for this picture").toStdString(), {}};
    image.setDevicePixelRatio(pixelRatio);
    image.fill(Qt::white);
    paint(picture, image);
    return image;
}

Result<QByteArray> pngFile(QImage image, const std::string& json) {
    constexpr double kDotsPerMeter = 96 / 0.0254;
    image.setDotsPerMeterX(qRound(kDotsPerMeter * image.devicePixelRatio()));
    image.setDotsPerMeterY(qRound(kDotsPerMeter * image.devicePixelRatio()));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG")) return Error{tr("the PNG could not be encoded").toStdString(), {}};
    return pngWithDocument(bytes, json);
}

Result<QByteArray> pdfFile(const QSize& size, const QString& title, const std::string& json,
                           const std::function<void(QPaintDevice& page)>& paint) {
    constexpr double kPointsAPixel = 0.75;  // a CSS pixel is 1/96 inch
    constexpr int kResolution = 96;         // so that hatches are as wide as on a screen; lengths are not rounded
    const auto checked = checkFigureSize(size, FigureFormat::Pdf, 1);
    if (!checked) return checked.error();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(kResolution);
    writer.setCreator(QStringLiteral("Bubblescope"));
    writer.setTitle(titleOr(title));
    writer.setDocumentXmpMetadata(xmpPacket(json, titleOr(title)));
    // Portrait even where it is wider than high: landscape would swap a size of one's own.
    const QSizeF points(std::ceil(size.width() * kPointsAPixel), std::ceil(size.height() * kPointsAPixel));
    writer.setPageLayout(QPageLayout(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch),
                                     QPageLayout::Portrait, QMarginsF()));
    paint(writer);
    if (bytes.isEmpty()) return Error{tr("the PDF could not be begun").toStdString(), {}};
    return bytes;
}

}  // namespace bubblescope
