#include "widgets/picture/picture.h"

#include "engine/core/text.h"
#include "widgets/kit/theme.h"

#include <QCoreApplication>
#include <QPainter>

#include <cmath>

namespace bubblescope {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Picture", text); }

QString thousands(long long number) { return QString::fromStdString(withThousands(number)); }

DisplayList listOf(const Picture& picture, bool asPixels) {
    DisplayList list = picture.draw(asPixels);
    list.size = picture.size;
    list.title = picture.title;
    list.pageHeight = picture.pageHeight;
    return list;
}

}  // namespace

QFont pictureTitleFont() { return uiFont(18, QFont::DemiBold); }

Picture stacked(std::vector<Picture> pictures) {
    if (pictures.size() == 1) return std::move(pictures.front());
    Picture all{QSize(0, 0), {}, {}};
    for (const Picture& picture : pictures) {
        all.size = QSize(std::max(all.size.width(), picture.size.width()), all.size.height() + picture.size.height());
        all.title += (all.title.isEmpty() ? QString() : QStringLiteral("; ")) + picture.title;
    }
    all.draw = [pictures = std::move(pictures)](bool asPixels) {
        DisplayList list;
        double y = 0;
        for (const Picture& picture : pictures) {
            list.add(picture.draw(asPixels), "picture", {0, y});
            y += picture.size.height();
        }
        return list;
    };
    return all;
}

Result<void> checkFits(const PictureFormat& format, const Picture& picture, double scale) {
    if (format.isOfOps()) {
        if (picture.runs.empty())
            return Error{
                tr("%1 holds ops, which this picture does not show").arg(QLatin1String(format.title)).toStdString(),
                {}};
        return format.checkOps ? format.checkOps(picture.runs) : Result<void>();
    }
    return format.check(picture.pageHeight > 0 ? QSize(picture.size.width(), picture.pageHeight) : picture.size, scale);
}

Result<void> checkPictureSides(int width, std::optional<int> height) {
    const auto error = [](const char* field, const QString& message) { return Error{message.toStdString(), field}; };
    if (width < kMinPictureWidth || width > kMaxPictureSide)
        return error("width", tr("must be from %1 to %2 pixels, is %3")
                                  .arg(kMinPictureWidth)
                                  .arg(thousands(kMaxPictureSide), thousands(width)));
    if (height && (*height < 1 || *height > kMaxPictureSide))
        return error("height",
                     tr("must be from 1 to %1 pixels, is %2").arg(thousands(kMaxPictureSide), thousands(*height)));
    return {};
}

Result<QByteArray> pictureFile(const PictureFormat& format, const Picture& picture, int scale,
                               const std::string& json) {
    const auto checked = checkFits(format, picture, scale);
    if (!checked) return checked.error();
    if (!format.isOfOps()) return format.write(listOf(picture, format.isOfPixels), scale, json);
    QByteArray bytes;
    format.writeOps(picture.runs, json, [&](std::string_view piece) {
        bytes.append(piece.data(), static_cast<qsizetype>(piece.size()));
        return true;
    });
    return bytes;
}

QStringList filesOf(const QString& path, const PictureFormat& format, const Picture& picture) {
    const int pages = picture.pageHeight > 0 ? picture.size.height() / picture.pageHeight : 1;
    if (format.hasPages || pages == 1) return {path};
    const qsizetype dot = path.lastIndexOf(QLatin1Char('.'));
    const auto digits = static_cast<int>(QString::number(pages - 1).size());
    QStringList files;
    for (int page = 0; page < pages; ++page)
        files += QStringLiteral("%1-%2%3").arg(
            path.left(dot), QString::number(page).rightJustified(digits, QLatin1Char('0')), path.mid(dot));
    return files;
}

Result<void> savePicture(const QString& path, const PictureFormat& format, const Picture& picture, int scale,
                         const std::string& json) {
    if (auto fits = checkFits(format, picture, scale); !fits) return fits;
    if (format.isOfOps())
        return writeFile(path, [&](const auto& sink) { return format.writeOps(picture.runs, json, sink); });
    const QStringList files = filesOf(path, format, picture);
    if (files.size() == 1) {
        const auto file = pictureFile(format, picture, scale, json);
        return file ? writeFile(path, *file) : Result<void>(file.error());
    }
    const std::vector<DisplayList> pages = pagesOf(listOf(picture, format.isOfPixels));
    for (std::size_t page = 0; page < pages.size(); ++page) {
        const auto file = format.write(pages[page], scale, json);
        if (!file) return file.error();
        if (auto ok = writeFile(files[static_cast<qsizetype>(page)], *file); !ok) return ok;
    }
    return {};
}

Result<QImage> pageImage(const Picture& picture, std::size_t page, double pixelRatio) {
    const std::vector<DisplayList> pages = pagesOf(listOf(picture, true));
    QImage image = imageOf(pages[std::min(page, pages.size() - 1)], pixelRatio);
    if (image.isNull()) return Error{tr("there is not enough memory for this picture").toStdString(), {}};
    return image;
}

QImage imageOf(const DisplayList& list, double pixelRatio) {
    const auto device = [&](int length) { return static_cast<int>(std::lround(length * pixelRatio)); };
    QImage image(device(list.size.width()), device(list.size.height()), QImage::Format_RGB32);
    if (image.isNull()) return image;
    image.setDevicePixelRatio(pixelRatio);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintList(painter, list);
    return image;
}

Result<QImage> pictureImage(const Picture& picture, double pixelRatio) {
    const auto checked = kPng.check(picture.size, pixelRatio);
    if (!checked) return checked.error();
    QImage image = imageOf(listOf(picture, true), pixelRatio);
    if (image.isNull()) return Error{tr("there is not enough memory for this picture").toStdString(), {}};
    return image;
}

}  // namespace bubblescope
