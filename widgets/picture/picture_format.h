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

/// How a picture that plays is divided into pages.
enum class Pace {
    Still,  // not at all: its own pages
    Steps,  // one page per event
    Even    // evenly spaced in time
};

/// A file format for pictures: an entry of picture_formats.def. To add one, write a file that defines such a constant
/// and add its line.
///
/// Units   `scale`: image pixels per CSS pixel, for formats of pixels; 1 for all others
/// Errors  check() finds sizes that no such file can have before memory is allocated
/// Thread  any
struct PictureFormat {
    const char* suffix;  // never changes: settings and the command line use it
    const char* title;
    const char* use;  // shown in the help: "for papers"
    bool hasPages;    // whether a file can have several pages
    bool isOfPixels;  // drawn by DisplayPixels where there are any, at a chosen scale
    Result<void> (*check)(const QSizeF& size, double scale);
    /// Writes the pages of a picture, or its only page, with the document inside if there is one. Null for formats of
    /// ops, which exist only for Gantts.
    Result<QByteArray> (*write)(const Picture& picture, double scale, const std::string& json);
    bool (*isFile)(const QByteArray& file);  // judged by its first bytes; null if its files contain no document
    /// The document inside a file; nullopt if there is none or it is damaged.
    std::optional<std::string> (*document)(const QByteArray& file);
    /// For formats of ops: writes the ops of some runs; returns false as soon as the sink refuses.
    bool (*writeOps)(std::span<const TracedRun> runs, std::string_view document, const TextSink& sink) = nullptr;
    /// Refuses runs that no such file can contain; null if it accepts all.
    Result<void> (*checkOps)(std::span<const TracedRun> runs) = nullptr;
    Pace pace = Pace::Still;
    bool isOfScenes = false;  // written from Picture::web instead of from its pages

    bool isOfOps() const { return writeOps != nullptr; }
};

#define BUBBLESCOPE_PICTURE_FORMAT(format) extern const PictureFormat format;
#include "widgets/picture/picture_formats.def"
#undef BUBBLESCOPE_PICTURE_FORMAT

/// All formats, in the order of picture_formats.def.
std::span<const PictureFormat* const> pictureFormats();

/// What a thing can be exported as: pictures only, pictures that also play, or ops as well.
enum class PictureFormats { Drawn, Played, All };
/// The formats for that.
std::vector<const PictureFormat*> pictureFormats(PictureFormats which);

/// The format of a file name, ignoring case; "a-steps.pdf" has the format "steps.pdf".
const PictureFormat* pictureFormatOf(const QString& fileName, PictureFormats which = PictureFormats::All);

/// "PNG, SVG, PDF or Chrome trace": all formats, or only those that contain the document.
QString pictureFormatTitles(bool onlyThoseThatOpen = false);
/// "svg", "pdf", "png", each after a prefix; vector formats come first.
QStringList pictureSuffixes(const QString& beginning, PictureFormats which);
/// "*.png *.svg *.pdf": the formats that can be opened again.
QString pictureFilePatterns();
/// "PNG picture (*.png)".
QString pictureFilter(const PictureFormat& format);

/// Whether a file is a picture, judged by its first bytes.
bool isPicture(const QByteArray& file);
/// The document inside a picture; nullopt if there is none or it is damaged.
std::optional<std::string> embeddedDocument(const QByteArray& file);

/// "a, b or c".
QString orListed(const QStringList& words);

}  // namespace bubblescope
