#include "widgets/study/form/form_part.h"

namespace bubblescope {

void FormPart::ask(Experiment after, const QString& what, int gesture) {
    if (after != m_shown) emit edited({std::move(after), what, gesture});
}

}  // namespace bubblescope
