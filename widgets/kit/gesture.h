#pragma once

namespace bubblescope {

/// A new gesture number: edits of one drag or one burst of key presses share it and undo as one step.
int newGesture();

}  // namespace bubblescope
