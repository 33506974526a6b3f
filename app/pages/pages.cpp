#include "app/pages/pages.h"

#include <QCoreApplication>

namespace bubblescope {

QString PageKind::shownTitle() const { return QCoreApplication::translate("page", title); }

std::span<const PageKind* const> pageKinds() {
    static constexpr const PageKind* kAll[] = {
#define PAGE(name) &name,
#include "app/pages/pages.def"
#undef PAGE
    };
    return kAll;
}

}  // namespace bubblescope
