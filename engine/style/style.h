#pragma once

#include "engine/style/style_keys.h"

#include <span>
#include <string_view>

namespace bubblescope {

/// A look that has a name: values of the parts of kStyleParameter.
struct NamedStyle {
    std::string_view id;     // forever: files name it
    std::string_view title;  // "Megatron-LM"
    std::string_view look;   // whose figures look so, or what it is for
    ParameterValue::Object values;
};

/// All of them; the first is the usual one, and has no values.
std::span<const NamedStyle> namedStyles();
/// The one with this id, or null.
const NamedStyle* findStyle(std::string_view id);

/// Gives a style the values of another: each in place of its own, and words kind by kind.
void putOver(ParameterValue::Object& style, const ParameterValue::Object& other);

/// A style with all that its base says; no `base` any more.
ParameterValue::Object resolvedStyle(const ParameterValue::Object& style);

/// Refuses values past the limits of their keys, names of styles and lengths that are none, and notes and ops that say
/// nothing. Whether a program has the ops is asked when it is drawn.
///
/// Errors  placed at what follows `style`: ".width", ".notes[2].from"
Result<void> checkStyle(const ParameterValue::Object& style);

}  // namespace bubblescope
