#include "app/commands/page_kind.h"

#include "widgets/kit/text.h"

namespace bubblescope {

QString PageKind::shownTitle() const { return Text::tr(title); }

}  // namespace bubblescope
