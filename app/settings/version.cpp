#include "app/settings/version.h"

namespace bubblescope {

const char* version() { return BUBBLESCOPE_VERSION; }

}  // namespace bubblescope
