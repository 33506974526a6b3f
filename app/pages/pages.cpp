#include "app/pages/pages.h"

namespace bubblescope {

std::span<const PageKind* const> pageKinds() {
    static constexpr const PageKind* kAll[] = {
#define PAGE(name) &name,
#include "app/pages/pages.def"
#undef PAGE
    };
    return kAll;
}

}  // namespace bubblescope
