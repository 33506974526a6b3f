#pragma once

#include <QIcon>

namespace bubblescope {

/// The dot in a schedule's colour, for lists and tables.
QIcon dotIcon(const QColor& color);

}  // namespace bubblescope
