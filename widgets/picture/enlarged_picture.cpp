#include "widgets/picture/enlarged_picture.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

Picture enlargedTo(const QSize& size, Picture picture) {
    const double scale = static_cast<double>(size.width()) / picture.size.width();
    for (DrawPage& page : picture.pages)
        page = [draw = std::move(page), scale](bool asPixels) {
            DisplayList list;
            list.add(draw(asPixels), "enlarged", {}, scale);
            return list;
        };
    picture.size = size;
    return picture;
}

}  // namespace

Result<Picture> enlargedPicture(const PictureOptions& options,
                                const std::function<Result<Picture>(const PictureOptions& options)>& layOut) {
    constexpr double kStep = 0.9, kLeast = 1.05;
    if (!options.height || !checkPictureSides(options.width, options.height)) return layOut(options);
    for (double scale = std::min(options.width / kRoomWidth, *options.height / kRoomHeight); scale > kLeast;
         scale *= kStep) {
        PictureOptions smaller = options;
        smaller.width = static_cast<int>(std::lround(options.width / scale));
        smaller.height =
            static_cast<int>(std::ceil(*options.height * static_cast<double>(smaller.width) / options.width));
        if (auto picture = layOut(smaller)) return enlargedTo({options.width, *options.height}, std::move(*picture));
    }
    return layOut(options);
}

}  // namespace bubblescope
