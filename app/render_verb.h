#pragma once

#include <QString>
#include <QStringList>

#include "engine/core/result.h"

namespace bubblescope {

/// `render FILE -o OUT.svg|pdf|png [--schedule KIND|#n]... [--width W] [--height H] [--theme light|dark|print]
/// [--color-by kind|microbatch] [--labels microbatch|stage|operation|none] [--marks fetches,transfers,held]
/// [--set PATH=VALUE]...`: draws the schedules stacked on one time axis. Returns the exit status.
///
/// Invariants  the picture carries the whole scenario, whichever schedules it shows; it is written whole or not
///             at all
int renderVerb(const QStringList& args);

/// Draws the default comparison into the current folder and returns the name of the file: what there is to see
/// where no window can open.
Result<QString> writeDefaultPicture();

}  // namespace bubblescope
