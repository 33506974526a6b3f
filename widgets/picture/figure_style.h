#pragma once

#include "widgets/picture/picture_options.h"

namespace bubblescope {

// Styles, as scenarios and files have them, and the options of pictures that they are.

/// The options of a style, which is checked, for a scenario's picture: whose title it has and whose kinds it names.
///
/// Errors  a schedule that the scenario has not; placed at "schedules"
Result<PictureOptions> pictureOptionsOf(const ParameterValue::Object& style, const Scenario& scenario);

/// What of the options differs from their style's, as a scenario keeps it: the other way round.
ParameterValue::Object styleOf(const PictureOptions& options, const Scenario& scenario);

/// The options in the look of another style, with the same content but for what the style says of it.
///
/// Errors  as pictureOptionsOf()
Result<PictureOptions> restyled(const PictureOptions& options, const ParameterValue::Object& style,
                                const Scenario& scenario);
PictureOptions restyled(const PictureOptions& options, std::string_view style, const Scenario& scenario);

/// The look of the options as a style, which other scenarios may have too.
ParameterValue::Object lookOf(const PictureOptions& options, const Scenario& scenario);

}  // namespace bubblescope
