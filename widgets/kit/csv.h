#pragma once

#include <QString>

namespace bubblescope {

/// A cell of a CSV line, quoted if necessary.
QString csvCell(const QString& text);
/// A number that reads back as the same double.
QString csvNumber(double value);

}  // namespace bubblescope
