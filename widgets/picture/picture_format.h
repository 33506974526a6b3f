#pragma once

#include <QByteArray>
#include <QSizeF>
#include <QStringList>

#include "engine/core/result.h"
#include "engine/io/trace.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace bubblescope {

struct Picture;

/// How a picture that plays is cut into pages.
enum class Pace {
    Still,  // not at all: its own
    Steps,  // one whenever something of it has happened
    Even    // as time passes
};

/// A kind of file that a picture can be: an entry of picture_formats.def. To add one, write a file that defines such a
/// constant and add its line.
///
/// Units   `scale`: image pixels a CSS pixel, for formats of pixels; 1 for all others
/// Errors  check() finds sizes that no such file can have, before memory is taken
/// Thread  any
struct PictureFormat {
    const char* suffix;  // forever: settings and the command line name it
    const char* title;
    const char* use;  // "for papers"
    bool hasPages;    // those of a picture
    bool isOfPixels;  // drawn by DisplayPixels where there are any, at a scale of one's choice
    Result<void> (*check)(const QSizeF& size, double scale);
    /// The pages of a picture, or its one; the document, if any, rides inside. Null: the format is of ops, of Gantts
    /// alone.
    Result<QByteArray> (*write)(const Picture& picture, double scale, const std::string& json);
    bool (*isFile)(const QByteArray& file);  // by its first bytes; null: nothing rides inside its files
    /// The document inside a file; nothing where there is none, or it is damaged.
    std::optional<std::string> (*document)(const QByteArray& file);
    /// Of formats of ops: writes those of some runs; false as soon as the sink refuses.
    bool (*writeOps)(std::span<const TracedRun> runs, std::string_view document, const TextSink& sink) = nullptr;
    /// Refuses runs that no such file can hold; null: it holds all.
    Result<void> (*checkOps)(std::span<const TracedRun> runs) = nullptr;
    Pace pace = Pace::Still;

    bool isOfOps() const { return writeOps != nullptr; }
};

#define BUBBLESCOPE_PICTURE_FORMAT(format) extern const PictureFormat format;
#include "widgets/picture/picture_formats.def"
#undef BUBBLESCOPE_PICTURE_FORMAT

/// All formats, in the order of picture_formats.def.
std::span<const PictureFormat* const> pictureFormats();

/// What a thing has: pictures alone, such as play too, or ops as well.
enum class PictureFormats { Drawn, Played, All };
/// Those that it can be kept in.
std::vector<const PictureFormat*> pictureFormats(PictureFormats which);

/// The format that a file name ends in, whatever the case; "a-steps.pdf" is one of "steps.pdf".
const PictureFormat* pictureFormatOf(const QString& fileName, PictureFormats which = PictureFormats::All);

/// "PNG, SVG, PDF or Chrome trace": all, or those inside which the document rides.
QString pictureFormatTitles(bool onlyThoseThatOpen = false);
/// "svg", "pdf", "png", each behind a beginning: vectors first.
QStringList pictureSuffixes(const QString& beginning, PictureFormats which);
/// "*.png *.svg *.pdf", of those that can be opened again.
QString pictureFilePatterns();
/// "PNG picture (*.png)".
QString pictureFilter(const PictureFormat& format);

/// Whether a file is a picture by its first bytes.
bool isPicture(const QByteArray& file);
/// The document inside a picture; nothing where there is none, or it is damaged.
std::optional<std::string> embeddedDocument(const QByteArray& file);

/// "a, b or c".
QString orListed(const QStringList& words);

}  // namespace bubblescope
