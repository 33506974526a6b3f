#pragma once

#include <QString>

#include "widgets/kit/gesture.h"

namespace bubblescope {

/// A change that a view requests. Views never change a document: they show the value that they are given and emit an
/// edit; the document applies it with undo and passes the new value back.
template <class Value>
struct Edit {
    Value after;
    QString what;     // for the undo menu: "Change devices"
    int gesture = 0;  // edits of one drag or burst of key presses share one, and undo as one step; 0: a step by itself
};

}  // namespace bubblescope
