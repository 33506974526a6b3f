#include "widgets/kit/gesture.h"

namespace bubblescope {

int newGesture() {
    static int s_last = 0;  // the interface thread's alone
    return ++s_last;
}

}  // namespace bubblescope
