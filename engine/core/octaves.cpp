#include "engine/core/octaves.h"

namespace bubblescope {

std::vector<double> octaves(long long from, long long to, std::size_t most) {
    std::vector<double> values;
    if (from > to) return values;
    for (long long perOctave = 8; perOctave >= 1; perOctave /= 2) {
        values = {static_cast<double>(from)};
        long long step = 1, wrap = 2 * perOctave;
        for (long long value = 1; value <= to; value += step) {
            if (value > from && value < to) values.push_back(static_cast<double>(value));
            if (value == wrap) step *= 2, wrap *= 2;
        }
        if (to > from) values.push_back(static_cast<double>(to));
        if (values.size() <= most) break;
    }
    if (values.size() > most) values.erase(values.begin() + static_cast<std::ptrdiff_t>(most) - 1, values.end() - 1);
    return values;
}

}  // namespace bubblescope
