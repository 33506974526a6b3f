#pragma once

namespace bubblescope {

/// Families of kinds. Ids are unique within a family; the key of an entry in a file determines its family.
enum class Family { Schedule, Scheme, Step };

}  // namespace bubblescope
