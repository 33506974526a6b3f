#include "app/pages/pages.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

namespace bubblescope {

QString PageKind::shownTitle() const { return Text::tr(title); }

std::span<const PageKind* const> pageKinds() {
    static constexpr const PageKind* kAll[] = {
#define PAGE(name) &name,
#include "app/pages/pages.def"
#undef PAGE
    };
    return kAll;
}

}  // namespace bubblescope
