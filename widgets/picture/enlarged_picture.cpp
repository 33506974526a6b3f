#include "widgets/picture/enlarged_picture.h"

#include "widgets/drawing/display_list.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/kit/theme.h"
#include "widgets/picture/typeface.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// A picture whose pages are laid out at another size.
Picture enlargedTo(const QSizeF& size, Picture picture, const char* names = "enlarged") {
    const double scale = size.width() / picture.size.width();
    for (DrawPage& page : picture.pages)
        page = [draw = std::move(page), scale, names](double ratio) {
            DisplayList list;
            list.add(draw(ratio * scale), names, {}, scale);
            return list;
        };
    if (picture.onPages)
        picture.onPages = [scale, names, onPages = std::move(picture.onPages)]() -> Result<Picture> {
            auto divided = onPages();
            if (!divided) return divided;
            const QSizeF whole = divided->size * scale;
            return enlargedTo(whole, std::move(*divided), names);
        };
    picture.size = size;
    if (picture.played)
        picture.played = [size, names, played = std::move(picture.played)](Pace pace) -> Result<Picture> {
            auto paced = played(pace);
            if (!paced) return paced;
            return enlargedTo(size, std::move(*paced), names);
        };
    return picture;
}

/// A picture whose pages are drawn in another font.
Picture setIn(const QString& family, Picture picture) {
    if (family.isEmpty()) return picture;
    for (DrawPage& page : picture.pages)
        page = [draw = std::move(page), family](double ratio) {
            const TypefaceScope scope(family);
            DisplayList list = draw(ratio);
            for (DisplayItem& item : list.items)
                if (auto* const pixels = std::get_if<DisplayPixels>(&item))
                    pixels->draw = [family, draw = std::move(pixels->draw)](double device) {
                        const TypefaceScope within(family);
                        return draw(device);
                    };
            return list;
        };
    if (picture.onPages)
        picture.onPages = [family, onPages = std::move(picture.onPages)]() -> Result<Picture> {
            const TypefaceScope scope(family);
            auto divided = onPages();
            if (!divided) return divided;
            return setIn(family, std::move(*divided));
        };
    if (picture.played)
        picture.played = [family, played = std::move(picture.played)](Pace pace) -> Result<Picture> {
            const TypefaceScope scope(family);
            auto paced = played(pace);
            if (!paced) return paced;
            return setIn(family, std::move(*paced));
        };
    return picture;
}

Result<void> checkType(const char* field, const std::optional<Length>& type, double leastPoints) {
    const Length least = lengthOf(leastPoints, LengthUnit::Point);
    if (!type || *type >= least) return {};
    return Error{
        Text::tr("must be at least %1, not %2").arg(toQString(textOf(least)), toQString(textOf(*type))).toStdString(),
        field};
}

}  // namespace

Result<Picture> captionedPicture(const PictureOptions& options,
                                 const std::function<Result<Picture>(const PictureOptions& options)>& layOut) {
    constexpr double kBelow = 10;
    const QString words = options.caption.simplified();
    if (words.isEmpty()) return layOut(options);
    const double margin = options.inset ? options.inset->pixels : kPictureTitleX;
    const QStringList lines = WrappedText(words, uiFont(kCaptionType), {0, 0, options.width - 2 * margin, 0}).lines;
    const double height = static_cast<double>(lines.size()) * kCaptionLine * kCaptionType + kBelow;
    PictureOptions inner = options;
    if (inner.height) inner.height = std::max(1.0, *inner.height - height);
    auto picture = layOut(inner);
    if (!picture) return picture;
    const double top = picture->size.height();
    picture->size.rheight() += height;
    for (DrawPage& page : picture->pages)
        page = [draw = std::move(page), theme = options.theme, size = picture->size, lines, margin, top](double ratio) {
            DisplayList list;
            list.add(DisplayRect{list.use(filled("caption-ground", themeOf(theme).window)), QRectF(QPointF(), size)});
            list.add(draw(ratio), "captioned", {});
            const LookId look = list.use(lettered("caption-line", uiFont(kCaptionType), themeOf(theme).text));
            for (qsizetype i = 0; i < lines.size(); ++i)
                list.add(DisplayText{
                    .look = look,
                    .at = {margin, top + (kCaptionBaseline + static_cast<double>(i) * kCaptionLine) * kCaptionType},
                    .words = lines[i],
                    .hasSubscripts = true});
            return list;
        };
    return picture;
}

Result<Picture> enlargedPicture(const PictureOptions& options,
                                const std::function<Result<Picture>(const PictureOptions& options)>& layOut) {
    constexpr double kStep = 0.9, kLeast = 1.05;
    if (!options.height || !checkPictureSides(options.width, options.height)) return layOut(options);
    const double height = *options.height;
    for (double scale = std::min(options.width / kRoomWidth, height / kRoomHeight); scale > kLeast; scale *= kStep) {
        PictureOptions smaller = options;
        smaller.width = std::round(options.width / scale);
        smaller.height = std::ceil(height * smaller.width / options.width);
        if (auto picture = layOut(smaller)) return enlargedTo({options.width, height}, std::move(*picture));
    }
    return layOut(options);
}

Result<Picture> sizedPicture(const PictureOptions& options,
                             const std::function<Result<Picture>(const PictureOptions& options)>& layOut) {
    constexpr double kUsualType = 13;                                      // pixels
    constexpr double kLeastType = 4, kLeastCellType = 1, kReadable = 4.5;  // points
    if (auto ok = checkPictureSides(options.width, options.height); !ok) return ok.error();
    if (auto ok = checkType("type", options.type, kLeastType); !ok) return ok.error();
    if (auto ok = checkType("cell_type", options.cellType, kLeastCellType); !ok) return ok.error();
    if (options.inset && *options.inset > options.width / 4)
        return Error{Text::tr("must be at most a quarter of the width, not %1")
                         .arg(toQString(textOf(*options.inset)))
                         .toStdString(),
                     "inset"};
    const auto family = familyOf(options.font);
    if (!family) return family.error();
    const TypefaceScope scope(*family);
    PictureOptions whole = options;
    whole.type.reset();
    const double type = options.type ? *options.type / kUsualType : 1;
    whole.width = std::round(options.width / type);
    if (whole.width < kMinPictureWidth && options.type)
        return Error{Text::tr("is too large for this width; the most that fits is %1 points")
                         .arg(std::floor(options.width / kMinPictureWidth * kUsualType * kPointsAPixel))
                         .toStdString(),
                     "type"};
    const double scale = options.width / whole.width;
    if (options.height) whole.height = std::max(1.0, std::ceil(*options.height / scale - 1e-6));
    if (options.cellType) whole.cellType = Length(*options.cellType / scale);
    if (options.inset) whole.inset = Length(*options.inset / scale);
    if (options.width.isOfPaper()) whole.leastCellType = lengthOf(kReadable, LengthUnit::Point) / scale;
    auto picture = layOut(whole);
    if (!picture) return picture;
    *picture = setIn(*family, std::move(*picture));
    if (scale != 1) {
        const double height = options.height ? options.height->pixels : picture->size.height() * scale;
        picture = enlargedTo({options.width, height}, std::move(*picture), "scaled");
    }
    picture->isInPoints = options.width.isOfPaper();
    return picture;
}

}  // namespace bubblescope
