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

}  // namespace bubblescope
