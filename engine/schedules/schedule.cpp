#include "engine/schedules/schedule.h"

namespace bubblescope {

std::string chunkVariant(int chunks) { return "v = " + std::to_string(chunks); }

}  // namespace bubblescope
