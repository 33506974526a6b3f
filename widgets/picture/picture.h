#pragma once

#include "engine/core/result.h"
#include "engine/style/length.h"
#include "widgets/drawing/display_list.h"
#include "widgets/picture/picture_format.h"
#include "widgets/picture/save_file.h"

namespace bubblescope {

/// What is drawn; for pictures of pixels the same may be drawn in ways that no other can.
using DrawPage = std::function<DisplayList(bool asPixels)>;

/// A picture to keep, before anyone asks for one of its formats.
///
/// Units  CSS pixels: 1/96 inch in SVG and PDF, in whole ones where files are of pixels
struct Picture {
    QSizeF size;                    // of each page
    QString title;                  // for the file's properties; empty: the program's name
    std::vector<DrawPage> pages;    // one, or several; a format that has none writes a file each
    std::vector<TracedRun> runs{};  // that it shows, for formats that are of ops
    bool isInPoints = false;        // files that know units tell its size in points
    double pageSeconds = 1;         // for how long each page is seen where they follow one another
    /// Its pages as it plays, for formats that have a pace; null: nothing of it moves.
    std::function<Result<Picture>(Pace)> played{};
};

/// A page as it is drawn, with the picture's size and title.
DisplayList pageOf(const Picture& picture, std::size_t page, bool asPixels);

inline constexpr int kMinPictureWidth = 200;
inline constexpr int kMaxPictureSide = 32'768;

/// Pictures of one page each, one below another, to the left.
Picture stacked(std::vector<Picture> pictures);

/// The pages that a format shows of it.
///
/// Errors  a format of what plays, and a picture that does not, or has too many pages
Result<Picture> pacedFor(const PictureFormat& format, const Picture& picture);

/// Refuses a picture that no file of a format can hold, and for one of ops runs that it cannot hold.
Result<void> checkFits(const PictureFormat& format, const Picture& picture, double scale);

/// Refuses sides that no picture may have, in their own unit; the field is "width" or "height".
Result<void> checkPictureSides(const Length& width, const std::optional<Length>& height);

/// The picture as a file of one format, with the document inside; none where `json` is empty.
///
/// Units   `scale`: image pixels a CSS pixel, where the format is of pixels
/// Errors  a size past the limits, found before memory is taken; whatever encoding refuses
/// Thread  any
Result<QByteArray> pictureFile(const PictureFormat& format, const Picture& picture, double scale,
                               const std::string& json);

/// The files that savePicture() writes: the one that was named; or of pages in a format that has none a file each,
/// numbered from 0, "name-07.png".
QStringList filesOf(const QString& path, const PictureFormat& format, const Picture& picture);

/// Writes it to its files, each whole or not at all; what is of ops piece by piece.
///
/// Errors  as pictureFile(), and what a disk refuses
Result<void> savePicture(const QString& path, const PictureFormat& format, const Picture& picture, double scale,
                         const std::string& json);

/// One of its pages, or the last, for clipboard and preview.
Result<QImage> pictureImage(const Picture& picture, double pixelRatio, std::size_t page = 0);

/// A list as pixels; null where there is no memory for it.
QImage imageOf(const DisplayList& list, double pixelRatio);

/// The title of a picture: where its first line stands, and how far below it the next.
inline constexpr double kPictureTitleX = 16, kPictureTitleBaseline = 32, kPictureTitleLine = 24;
QFont pictureTitleFont();
/// The same of what is said below all.
inline constexpr double kCaptionBaseline = 14, kCaptionLine = 18;
QFont captionFont();

}  // namespace bubblescope
