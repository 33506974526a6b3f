// PNG: image pixels, one or more per pixel of the picture. The document is a text chunk.

#include "engine/core/text.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/picture/embedded_document.h"
#include "widgets/picture/picture.h"

#include <QBuffer>
#include <QCoreApplication>

#include <cmath>

namespace bubblescope {

namespace {

constexpr long long kMaxPixels = 64'000'000;

Result<void> check(const QSizeF& size, double scale) {
    const auto width = std::llround(size.width() * scale), height = std::llround(size.height() * scale);
    if (std::max(width, height) <= kMaxPictureSide && width * height <= kMaxPixels) return {};
    return Error{
        Text::tr("%1 x %2 is too large for a PNG: at most %3 pixels per side and %4 in total")
            .arg(formatCount(width), formatCount(height), formatCount(kMaxPictureSide), formatCount(kMaxPixels))
            .toStdString(),
        {}};
}

Result<QByteArray> write(const Picture& picture, double scale, const std::string& json) {
    constexpr double kDotsPerMeter = 96 / 0.0254;
    QImage image = imageOf(pageOf(picture, 0, scale), scale);
    if (image.isNull()) return Error{Text::tr("there is not enough memory for this picture").toStdString(), {}};
    image.setDotsPerMeterX(qRound(kDotsPerMeter * scale));
    image.setDotsPerMeterY(qRound(kDotsPerMeter * scale));
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (!image.save(&buffer, "PNG")) return Error{Text::tr("the PNG could not be encoded").toStdString(), {}};
    return pngWithDocument(bytes, json);
}

}  // namespace

const PictureFormat kPng = {"png", "PNG",        QT_TRANSLATE_NOOP("Text", "pixels"), false, true, check, write,
                            isPng, documentOfPng};

}  // namespace bubblescope
