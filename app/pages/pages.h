#pragma once

#include "app/commands/page_kind.h"

#include <span>

namespace bubblescope {

#define PAGE(name) extern const PageKind name;
#include "app/pages/pages.def"
#undef PAGE

/// All pages, in the order of pages.def; the first is the default.
std::span<const PageKind* const> pageKinds();

}  // namespace bubblescope
