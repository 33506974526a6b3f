#include "widgets/shown/scenario_edit.h"

namespace bubblescope {

int newGesture() {
    static int s_last = 0;  // the interface thread's alone
    return ++s_last;
}

}  // namespace bubblescope
