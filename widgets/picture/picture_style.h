#pragma once

#include "widgets/picture/picture_options.h"

namespace bubblescope {

// Converts between styles, as scenarios and style files contain them, and picture options.

/// The options of a checked style for a picture of the scenario, which provides the title and the kinds of schedules.
///
/// Errors  a schedule that the scenario does not have, reported at "schedules"
Result<PictureOptions> pictureOptionsOf(const ParameterValue::Object& style, const Scenario& scenario);

/// The inverse: how the options differ from their named style, as a scenario stores it.
ParameterValue::Object styleOf(const PictureOptions& options, const Scenario& scenario);

/// The annotations of a checked style, and a style with these annotations instead.
Annotations annotationsOf(const ParameterValue::Object& style);
ParameterValue::Object annotated(ParameterValue::Object style, const Annotations& annotations);
/// Whether a style says anything besides annotations.
bool hasLook(const ParameterValue::Object& style);

/// The options with the look of another style. The content stays, except for what the style says about it.
///
/// Errors  as pictureOptionsOf()
Result<PictureOptions> restyled(const PictureOptions& options, const ParameterValue::Object& style,
                                const Scenario& scenario);
PictureOptions restyled(const PictureOptions& options, std::string_view style, const Scenario& scenario);

/// The look of the options as a style that other scenarios can use too.
ParameterValue::Object lookOf(const PictureOptions& options, const Scenario& scenario);

}  // namespace bubblescope
