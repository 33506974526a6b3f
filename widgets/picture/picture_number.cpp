#include "widgets/picture/picture_number.h"

#include <cmath>

namespace bubblescope {

void append(QByteArray& out, long long thousandths) {
    if (thousandths < 0) out += '-';
    const long long size = std::abs(thousandths);
    out += QByteArray::number(size / 1000);
    if (long long rest = size % 1000; rest != 0) {
        out += '.';
        for (long long digit = 100; rest > 0; digit /= 10) {
            out += static_cast<char>('0' + rest / digit);
            rest %= digit;
        }
    }
}

void append(QByteArray& out, double number) { append(out, std::llround(number * 1000)); }

QByteArray shortNumber(double number) {
    QByteArray out;
    append(out, number);
    return out;
}

}  // namespace bubblescope
