#pragma once

#include "widgets/picture/picture.h"
#include "widgets/picture/picture_options.h"

namespace bubblescope {

/// The size at which type can be read across a room once the picture fills a slide.
inline constexpr double kRoomWidth = 690, kRoomHeight = 390;

/// A picture of the given width and height with the largest type that fits: it is laid out smaller and then enlarged.
/// Without a height it is laid out at its usual size.
Result<Picture> enlargedPicture(const PictureOptions& options,
                                const std::function<Result<Picture>(const PictureOptions& options)>& layOut);

/// A picture exactly as wide as requested, with type of the requested size: it is laid out in whole pixels with the
/// type of the screen and then scaled. Without a height it is as high as the layout.
///
/// Errors  sides that no picture may have, type that leaves no space, and the errors of `layOut`
Result<Picture> sizedPicture(const PictureOptions& options,
                             const std::function<Result<Picture>(const PictureOptions& options)>& layOut);

/// A picture with the caption of the options below it; `layOut` gets the height that is left.
Result<Picture> captionedPicture(const PictureOptions& options,
                                 const std::function<Result<Picture>(const PictureOptions& options)>& layOut);

}  // namespace bubblescope
