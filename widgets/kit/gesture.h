#pragma once

namespace bubblescope {

/// A new gesture number. Edits of one drag or burst of key presses share it, and undo as one step.
int newGesture();

}  // namespace bubblescope
