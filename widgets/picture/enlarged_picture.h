#pragma once

#include "widgets/picture/picture.h"
#include "widgets/picture/picture_options.h"

namespace bubblescope {

/// The size of a picture whose type is read across a room once it fills a slide.
inline constexpr double kRoomWidth = 690, kRoomHeight = 390;

/// A picture of a given width and height with type as large as they allow: laid out smaller and enlarged, as far as all
/// of it fits. Without a height it is laid out as it is.
Result<Picture> enlargedPicture(const PictureOptions& options,
                                const std::function<Result<Picture>(const PictureOptions& options)>& layOut);

/// A picture exactly as wide as asked for, with its type in the size asked for: laid out in whole pixels with the type
/// of the screen, and scaled by what is missing. As high as the layout where no height is given.
///
/// Errors  sides that no picture may have, type that leaves no room, and those of `layOut`
Result<Picture> sizedPicture(const PictureOptions& options,
                             const std::function<Result<Picture>(const PictureOptions& options)>& layOut);

}  // namespace bubblescope
