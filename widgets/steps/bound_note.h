#pragma once

#include <QString>

namespace bubblescope {

struct Run;

/// What bounds the layers of a model step: the shares of its time, largest first, that go to matrix products,
/// attention, memory, links, host and disk, and waiting. Rich text; empty for steps of chunks.
QString boundNote(const Run& run);

}  // namespace bubblescope
