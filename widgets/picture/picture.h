#pragma once

#include "engine/core/result.h"
#include "engine/style/length.h"
#include "widgets/drawing/display_list.h"
#include "widgets/kit/notation.h"
#include "widgets/picture/picture_format.h"
#include "widgets/picture/save_file.h"

namespace bubblescope {

struct GanttPictureLayout;
struct WebPlan;

/// Draws a page. `ratio` is the number of device pixels per CSS pixel in a picture of pixels, which may be drawn in
/// ways that other formats cannot use; 0: as shapes.
using DrawPage = std::function<DisplayList(double ratio)>;

/// A picture for export, independent of the format.
///
/// Units  CSS pixels: 1/96 inch in SVG and PDF; whole pixels in files made of pixels
struct Picture {
    QSizeF size;                         // of each page
    QString title;                       // for the file's properties; empty: the program's name
    std::vector<DrawPage> pages;         // one or more; a format without pages writes one file per page
    std::vector<TracedRun> runs{};       // the runs that it shows, for formats that contain ops
    bool isInPoints = false;             // files with units give its size in points
    double pageSeconds = 1;              // how long each page is shown if pages follow one another
    Notation notation = Notation::Auto;  // of its texts
    /// The pages of the picture as it plays, for formats with a pace; null if the picture does not play.
    std::function<Result<Picture>(Pace)> played{};
    /// The same on several pages, for formats with pages; null if the pages are the same in all formats.
    std::function<Result<Picture>()> onPages{};
    /// What a web page of it shows, or why there can be none; nothing for pictures of anything but Gantts.
    std::optional<Result<std::shared_ptr<const WebPlan>>> web{};
    /// Where everything is in a picture of Gantts, at the size at which it was laid out; null for other pictures.
    std::shared_ptr<const GanttPictureLayout> gantts{};
};

/// A page as drawn, with the picture's size and title.
DisplayList pageOf(const Picture& picture, std::size_t page = 0, double ratio = 0);

inline constexpr int kMinPictureWidth = 200;
inline constexpr int kMaxPictureSide = 32'768;

/// Pictures of one page each, stacked and left-aligned.
Picture stacked(std::vector<Picture> pictures);

/// The pages of the picture that a format shows: played, or divided for a format with pages.
///
/// Errors  a format that plays and a picture that does not, or one with too many pages
Result<Picture> pacedFor(const PictureFormat& format, const Picture& picture);

/// Refuses a picture that no file of the format can contain, and for formats of ops, runs that it cannot contain.
Result<void> checkFits(const PictureFormat& format, const Picture& picture, double scale);

/// Refuses sides that no picture may have, in their own unit; the field is "width" or "height".
Result<void> checkPictureSides(const Length& width, const std::optional<Length>& height);

/// The picture as a file of one format, with the document inside unless `json` is empty.
///
/// Units   `scale`: image pixels per CSS pixel, for formats of pixels
/// Errors  a size outside the limits, found before memory is allocated; whatever the encoder refuses
/// Thread  any
Result<QByteArray> pictureFile(const PictureFormat& format, const Picture& picture, double scale,
                               const std::string& json);

/// The files that savePicture() writes: the named one, or, for several pages in a format without pages, one file per
/// page, numbered from 0: "name-07.png".
QStringList filesOf(const QString& path, const PictureFormat& format, const Picture& picture);

/// Writes the picture to its files, each completely or not at all. Formats of ops are written piece by piece.
///
/// Errors  as pictureFile(), and errors of the disk
Result<void> savePicture(const QString& path, const PictureFormat& format, const Picture& picture, double scale,
                         const std::string& json);

/// One page of the picture (the last if there are fewer), for clipboard and preview.
Result<QImage> pictureImage(const Picture& picture, double pixelRatio, std::size_t page = 0);

/// A display list as pixels; null if there is not enough memory.
QImage imageOf(const DisplayList& list, double pixelRatio);

/// The position of a picture's title: its first line, and the distance to the next line.
inline constexpr double kPictureTitleX = 16, kPictureTitleBaseline = 32, kPictureTitleLine = 24;
QFont pictureTitleFont();

/// The usual type of the caption below the picture; its first line and the distance to the next line, in sizes of type.
inline constexpr double kCaptionType = 13, kCaptionBaseline = 14.0 / 13, kCaptionLine = 18.0 / 13;

}  // namespace bubblescope
