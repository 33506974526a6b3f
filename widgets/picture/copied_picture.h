#pragma once

#include "widgets/picture/picture.h"

#include <memory>

class QMimeData;

namespace bubblescope {

/// Image pixels a CSS pixel, for a copy that is sharp on any screen.
inline constexpr double kCopyScale = 2;

/// A picture's first page for the clipboard, as vectors and as pixels that know how large they are: who pastes takes
/// what it can. The document rides inside the files, SVG and PNG.
///
/// Errors  as pictureImage()
Result<std::unique_ptr<QMimeData>> copyOf(const Picture& picture, double scale, const std::string& json);

/// Puts such a copy on the clipboard.
Result<void> copyPicture(const Result<Picture>& picture, const std::string& json, double scale = kCopyScale);

}  // namespace bubblescope
