#pragma once

#include "widgets/picture/picture.h"

#include <memory>

class QMimeData;

namespace bubblescope {

/// Image pixels per CSS pixel, for a copy that is sharp on any screen.
inline constexpr double kCopyScale = 2;

/// The first page of a picture for the clipboard, as vectors and as pixels with their size, so that the program that
/// pastes can choose. The SVG and PNG files contain the document.
///
/// Errors  as pictureImage()
Result<std::unique_ptr<QMimeData>> copyOf(const Picture& picture, double scale, const std::string& json);

/// Puts such a copy on the clipboard.
Result<void> copyPicture(const Result<Picture>& picture, const std::string& json, double scale = kCopyScale);

}  // namespace bubblescope
