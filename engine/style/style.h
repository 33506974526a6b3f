#pragma once

#include "engine/style/style_keys.h"

#include <span>
#include <string_view>

namespace bubblescope {

/// A named look: values for the keys of kStyleParameter.
struct NamedStyle {
    std::string_view id;     // never changes, because files use it
    std::string_view title;  // "Megatron-LM"
    std::string_view look;   // whose figures look like this, or its purpose
    ParameterValue::Object values;
};

/// All named styles; the first is the default one, and has no values.
std::span<const NamedStyle> namedStyles();
/// The style with this id, or null.
const NamedStyle* findStyle(std::string_view id);

/// Overwrites values of a style with those of another; legend texts are merged by kind.
void putOver(ParameterValue::Object& style, const ParameterValue::Object& other);

/// A style merged with the values of its base, without the key `base`.
ParameterValue::Object resolvedStyle(const ParameterValue::Object& style);

/// Refuses values beyond the limits of their keys, unknown names of styles, invalid lengths, and annotations and ops
/// that cannot be read. Whether a program has the ops is only checked when it is drawn.
///
/// Errors  `field` is what follows `style`: ".width", ".notes[2].from"
Result<void> checkStyle(const ParameterValue::Object& style);

}  // namespace bubblescope
