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

/// A file format for values, in addition to the picture formats.
struct ValuesFormat {
    const char* suffix;
    const char* title;
    RowsForm form;
};
std::span<const ValuesFormat> valuesFormats();

/// One of several pictures of a thing, with its values.
struct ExportPart {
    QString title;
    QString file;  // its part of the proposed file name; may be empty
    std::function<Result<Picture>(const PictureOptions& options)> picture;
    std::function<std::string(RowsForm form, std::size_t most)> values;
    std::size_t rows = 0;  // number of rows of values
};

/// What `draw` draws with the options, in their notation.
Result<Picture> drawnWith(const std::function<Result<Picture>(const PictureOptions& options)>& draw,
                          const PictureOptions& options);

/// What can be exported: how it is drawn, which values it has, and therefore which options have an effect.
///
/// Thread  the picture that `picture` returns is drawn on another thread
struct Exportable {
    QString heading;
    std::string json;  // the document that the picture contains
    std::function<Result<Picture>(const PictureOptions& options)> picture;

    // For Gantts
    QStringList schedules;  // titles, in the scenario's order
    Drawn drawn;            // which options have an effect
    /// The document with the look of its picture; null if there is none.
    std::function<std::string(const PictureOptions& options)> styled;
    /// The options with the look of another style, and their own look as a style; null if there are none.
    std::function<Result<PictureOptions>(const PictureOptions& options, const ParameterValue::Object& style)> restyled;
    std::function<ParameterValue::Object(const PictureOptions& options)> look;
    std::optional<std::pair<double, double>> inSight;  // the time range of a zoomed window, in the scenario's unit

    // For an experiment, or for steps
    std::size_t figures = 0;
    std::size_t figure = 0;  // the one on screen, which can be exported alone
    QString figuresTitle;    // "Steps"; empty if they are figures
    QString figureName;      // added to the file name when the one on screen is exported alone: "step-3"
    bool canHaveTitle = false;
    bool plays = false;    // whether its picture plays
    std::size_t rows = 0;  // number of rows of values
    /// The first `most` rows, as `bubblescope sweep` prints them; null if there are none.
    std::function<std::string(RowsForm form, std::size_t most)> values;

    /// The parts from which the user chooses one. The first part is what `picture` and `values` give, and it is the
    /// only one with figures. Empty if there is only one.
    std::vector<ExportPart> parts;

    bool isGantts() const { return drawn.what == kOfGantts; }
    PictureFormats formats() const {
        return isGantts() ? PictureFormats::All : plays ? PictureFormats::Played : PictureFormats::Drawn;
    }
    /// The document that a picture contains.
    std::string document(const PictureOptions& options) const { return styled ? styled(options) : json; }
};

}  // namespace bubblescope
