#pragma once

#include "app/commands/page_kind.h"

#include <span>

namespace bubblescope {

#define PAGE(name) extern const PageKind name;
#include "app/pages/pages.def"
#undef PAGE

/// All of them; the first is shown where nothing asks for another.
std::span<const PageKind* const> pageKinds();

}  // namespace bubblescope
