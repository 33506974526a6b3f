#include "widgets/kit/gesture.h"

namespace bubblescope {

int newGesture() {
    static int s_last = 0;  // used only on the interface thread
    return ++s_last;
}

}  // namespace bubblescope
