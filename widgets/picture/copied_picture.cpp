#include "widgets/picture/copied_picture.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMimeData>

namespace bubblescope {

Result<std::unique_ptr<QMimeData>> copyOf(const Picture& picture, double scale, const std::string& json) {
    const NotationScope scope(picture.notation);
    const auto fits = kPng.check(picture.size, scale);
    if (!fits) return fits.error();
    const auto png = kPng.write(picture, scale, json), svg = kSvg.write(picture, 1, json);
    if (!png) return png.error();
    if (!svg) return svg.error();
    auto data = std::make_unique<QMimeData>();
    data->setData(QStringLiteral("image/svg+xml"), *svg);
    data->setData(QStringLiteral("image/png"), *png);
    data->setImageData(QImage::fromData(*png, "PNG"));
    return data;
}

Result<void> copyPicture(const Result<Picture>& picture, const std::string& json, double scale) {
    if (!picture) return picture.error();
    auto data = copyOf(*picture, scale, json);
    if (!data) return data.error();
    QGuiApplication::clipboard()->setMimeData(data->release());
    return {};
}

}  // namespace bubblescope
