#pragma once

#include <QByteArray>

namespace bubblescope {

/// Appends a number with as few characters as text formats need: 12.5, 0.25, 7.
void append(QByteArray& out, long long thousandths);
void append(QByteArray& out, double number);
QByteArray shortNumber(double number);

}  // namespace bubblescope
