#pragma once

#include "engine/core/result.h"
#include "widgets/drawing/display_list.h"

#include <QString>

#include <span>

namespace bubblescope {

/// A font that pictures call by a name of their own, because papers are set in it.
struct Typeface {
    const char* id;       // what the key `font` of styles calls it
    const char* title;    // in the export dialog
    const char* family;   // empty: that of the window
    const char* package;  // of Debian, that installs it
    const char* stack;    // what browsers use where it is missing
    bool isSerif;
};

/// The first is the usual one.
std::span<const Typeface> typefaces();

/// The family of a font by the name of a typeface or of an installed family; empty for that of the window.
///
/// Errors  a font that is not installed
Result<QString> familyOf(const QString& font);

/// The family in which a picture is drawn.
QString familyOf(const DisplayList& list);

/// Where a family is missing, browsers use the next ones of this list for CSS.
QString fontStack(const QString& family);
/// Whether LaTeX sets its texts in the serif font of the document.
bool isSerif(const QString& family);

}  // namespace bubblescope
