#include "widgets/picture/picture.h"

#include "engine/core/text.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/kit/theme.h"

#include <QCoreApplication>
#include <QPainter>

#include <cmath>

namespace bubblescope {

DisplayList pageOf(const Picture& picture, std::size_t page, double ratio) {
    const NotationScope scope(picture.notation);
    DisplayList list = picture.pages[page](ratio);
    list.size = picture.size;
    list.title = picture.title;
    list.isInPoints = picture.isInPoints;
    return list;
}

QFont pictureTitleFont() { return uiFont(18, QFont::DemiBold); }

Picture stacked(std::vector<Picture> pictures) {
    if (pictures.size() == 1) return std::move(pictures.front());
    Picture all{QSizeF(0, 0), {}, {}};
    for (const Picture& picture : pictures) {
        all.size = QSizeF(std::max(all.size.width(), picture.size.width()), all.size.height() + picture.size.height());
        all.isInPoints |= picture.isInPoints;
        all.notation = picture.notation;
        all.title += (all.title.isEmpty() ? QString() : QStringLiteral("; ")) + picture.title;
    }
    all.pages = {[pictures = std::move(pictures)](double ratio) {
        DisplayList list;
        double y = 0;
        for (const Picture& picture : pictures) {
            list.add(picture.pages.front()(ratio), "picture", {0, y});
            y += picture.size.height();
        }
        return list;
    }};
    return all;
}

Result<Picture> pacedFor(const PictureFormat& format, const Picture& picture) {
    const NotationScope scope(picture.notation);
    const bool isStill = format.pace == Pace::Still, isDivided = isStill && format.hasPages && picture.onPages;
    if (isStill && !isDivided) return picture;
    if (isDivided || picture.played) {
        auto paced = isDivided ? picture.onPages() : picture.played(format.pace);
        if (paced) paced->isInPoints = picture.isInPoints, paced->notation = picture.notation;
        return paced;
    }
    return Error{
        Text::tr("%1 needs a picture that plays, and this one does not").arg(QLatin1String(format.title)).toStdString(),
        {}};
}

Result<void> checkFits(const PictureFormat& format, const Picture& picture, double scale) {
    if (format.isOfOps()) {
        if (picture.runs.empty())
            return Error{
                Text::tr("%1 contains ops, but this picture shows none").arg(QLatin1String(format.title)).toStdString(),
                {}};
        return format.checkOps ? format.checkOps(picture.runs) : Result<void>();
    }
    if (format.isOfScenes) {
        if (!picture.web)
            return Error{Text::tr("%1 shows schedules, but this picture has none")
                             .arg(QLatin1String(format.title))
                             .toStdString(),
                         {}};
        return *picture.web ? Result<void>() : Result<void>(picture.web->error());
    }
    const auto paced = pacedFor(format, picture);
    return paced ? format.check(paced->size, scale) : Result<void>(paced.error());
}

namespace {

Result<void> checkSide(const char* field, const Length& side, double least) {
    if (side >= least && side <= kMaxPictureSide) return {};
    if (!side.isOfPaper())
        return Error{
            Text::tr("must be from %1 to %2 pixels, not %3")
                .arg(formatCount(std::llround(least)), formatCount(kMaxPictureSide), formatCount(std::llround(side)))
                .toStdString(),
            field};
    // Rounded to hundredths inside the limits, so that a size from the message is accepted.
    const double pixels = infoOf(side.unit).pixels / 100;
    const auto told = [](double hundredths) { return toQString(numberText(hundredths / 100)); };
    return Error{Text::tr("must be from %1 to %2 %3, not %4")
                     .arg(told(std::ceil(least / pixels)), told(std::floor(kMaxPictureSide / pixels)),
                          toQString(infoOf(side.unit).id), toQString(numberText(side.number())))
                     .toStdString(),
                 field};
}

}  // namespace

Result<void> checkPictureSides(const Length& width, const std::optional<Length>& height) {
    auto checked = checkSide("width", width, kMinPictureWidth);
    return checked && height ? checkSide("height", *height, 1) : checked;
}

Result<QByteArray> pictureFile(const PictureFormat& format, const Picture& picture, double scale,
                               const std::string& json) {
    const NotationScope scope(picture.notation);
    if (format.isOfScenes) {
        const auto fits = checkFits(format, picture, scale);
        return fits ? format.write(picture, scale, json) : fits.error();
    }
    if (!format.isOfOps()) {
        const auto paced = pacedFor(format, picture);
        if (!paced) return paced.error();
        if (auto fits = format.check(paced->size, scale); !fits) return fits.error();
        return format.write(*paced, scale, json);
    }
    if (auto fits = checkFits(format, picture, scale); !fits) return fits.error();
    QByteArray bytes;
    format.writeOps(picture.runs, json, [&](std::string_view piece) {
        bytes.append(piece.data(), static_cast<qsizetype>(piece.size()));
        return true;
    });
    return bytes;
}

QStringList filesOf(const QString& path, const PictureFormat& format, const Picture& picture) {
    const std::size_t pages = picture.pages.size();
    if (format.hasPages || format.isOfOps() || format.isOfScenes || pages == 1) return {path};
    const qsizetype dot = path.lastIndexOf(QLatin1Char('.'));
    const auto digits = static_cast<int>(QString::number(pages - 1).size());
    QStringList files;
    for (std::size_t page = 0; page < pages; ++page)
        files += QStringLiteral("%1-%2%3").arg(
            path.left(dot), QString::number(page).rightJustified(digits, QLatin1Char('0')), path.mid(dot));
    return files;
}

Result<void> savePicture(const QString& path, const PictureFormat& format, const Picture& picture, double scale,
                         const std::string& json) {
    if (format.isOfOps()) {
        if (auto fits = checkFits(format, picture, scale); !fits) return fits;
        return writeFile(path, [&](const auto& sink) { return format.writeOps(picture.runs, json, sink); });
    }
    const QStringList files = filesOf(path, format, picture);
    if (files.size() == 1) {
        const auto file = pictureFile(format, picture, scale, json);
        return file ? writeFile(path, *file) : Result<void>(file.error());
    }
    for (std::size_t page = 0; page < picture.pages.size(); ++page) {
        Picture one = picture;
        one.pages = {picture.pages[page]};
        const auto file = pictureFile(format, one, scale, json);
        if (!file) return file.error();
        if (auto ok = writeFile(files[static_cast<qsizetype>(page)], *file); !ok) return ok;
    }
    return {};
}

QImage imageOf(const DisplayList& list, double pixelRatio) {
    const auto device = [&](double length) { return static_cast<int>(std::lround(length * pixelRatio)); };
    QImage image(device(list.size.width()), device(list.size.height()), QImage::Format_RGB32);
    if (image.isNull()) return image;
    image.fill(Qt::white);
    QPainter painter(&image);
    // Fills whole pixels: a list with a fraction of a pixel at its edge is scaled up slightly.
    painter.scale(image.width() / list.size.width(), image.height() / list.size.height());
    paintList(painter, list);
    painter.end();
    image.setDevicePixelRatio(pixelRatio);
    return image;
}

Result<QImage> pictureImage(const Picture& picture, double pixelRatio, std::size_t page) {
    const NotationScope scope(picture.notation);
    const auto checked = kPng.check(picture.size, pixelRatio);
    if (!checked) return checked.error();
    QImage image = imageOf(pageOf(picture, std::min(page, picture.pages.size() - 1), pixelRatio), pixelRatio);
    if (image.isNull()) return Error{Text::tr("there is not enough memory for this picture").toStdString(), {}};
    return image;
}

}  // namespace bubblescope
