#pragma once

#include <QStringList>

#include "engine/io/experiment_rows.h"
#include "widgets/picture/picture.h"
#include "widgets/picture/picture_option.h"

#include <functional>
#include <limits>
#include <optional>
#include <span>

namespace bubblescope {

/// A form of numbers to keep, beside the formats of pictures.
struct ValuesFormat {
    const char* suffix;
    const char* title;
    RowsForm form;
};
std::span<const ValuesFormat> valuesFormats();

/// One of several pictures that a thing has, with its numbers.
struct ExportPart {
    QString title;
    QString file;  // its part of the proposed name; may be empty
    std::function<Result<Picture>(const PictureOptions& options)> picture;
    std::function<std::string(RowsForm form, std::size_t most)> values;
    std::size_t rows = 0;  // of numbers
};

/// What can be kept: how it is drawn, the numbers it has, and so which options make sense for it.
///
/// Thread  what `picture` returns is drawn on another
struct Exportable {
    QString heading;
    std::string json;  // the document that rides inside
    std::function<Result<Picture>(const PictureOptions& options)> picture;

    // Of Gantts
    QStringList schedules;  // their titles, in the scenario's order
    Drawn drawn;            // what options mean something for
    /// The document with the look of its picture; null where it has none.
    std::function<std::string(const PictureOptions& options)> styled;
    /// The options in the look of another style, and their own as one; null where there are none.
    std::function<Result<PictureOptions>(const PictureOptions& options, const ParameterValue::Object& style)> restyled;
    std::function<ParameterValue::Object(const PictureOptions& options)> look;
    std::optional<std::pair<double, double>> inSight;  // what a zoomed window shows, in the scenario's unit

    // Of an experiment, or of steps
    std::size_t figures = 0;
    std::size_t figure = 0;  // the one on screen, which can be kept alone
    QString figuresTitle;    // "Steps"; empty: they are figures
    QString figureName;      // of the file that has the one on screen alone, behind the name of all: "step-3"
    bool canHaveTitle = false;
    bool plays = false;    // its picture does
    std::size_t rows = 0;  // of numbers
    /// As `bubblescope sweep` prints them, of the first `most` rows; null where there are none.
    std::function<std::string(RowsForm form, std::size_t most)> values;

    /// Of which one is chosen; the first is what `picture` and `values` are, and alone has figures. Empty: there is
    /// one.
    std::vector<ExportPart> parts;

    bool isGantts() const { return !values; }
    PictureFormats formats() const {
        return isGantts() ? PictureFormats::All : plays ? PictureFormats::Played : PictureFormats::Drawn;
    }
    /// The document that rides inside a picture.
    std::string document(const PictureOptions& options) const { return styled ? styled(options) : json; }
};

}  // namespace bubblescope
