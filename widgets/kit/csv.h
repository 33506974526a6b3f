#pragma once

#include <QString>

namespace bubblescope {

/// One cell of a CSV line, quoted where it must be.
QString csvCell(const QString& text);
/// A number that reads back as the same double.
QString csvNumber(double value);

}  // namespace bubblescope
