#include "widgets/gantt/idle_ground.h"

#include "widgets/gantt/gantt_items.h"
#include "widgets/gantt/pixels.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// One period of a hatch along a row of pixels.
std::vector<QRgb> hatchRow(QRgb ground, QRgb lines, double scale) {
    const int period = std::max(4, static_cast<int>(std::lround(gantt_lengths::kHatchPeriod * scale)));
    std::vector<QRgb> row;
    for (int i = 0; i < period; ++i) {
        const double distance = std::min(i, period - i) / std::sqrt(2.0);
        const double ink = std::clamp(0.5 * scale + 0.5 - distance, 0.0, 1.0);
        row.push_back(mixPixels(ground, lines, of255(ink)));
    }
    return row;
}

}  // namespace

void IdleGround::prepare(const GanttStyle& style, double pixelRatio, int columns) {
    m_columns = std::max(0, columns);
    const auto repeat = [&](std::vector<QRgb>& hatch, const QColor& ground, const QColor& lines) {
        const std::vector<QRgb> period = hatchRow(ground.rgb(), lines.rgb(), style.scaled(pixelRatio));
        m_period = static_cast<int>(period.size());
        hatch.resize(static_cast<std::size_t>(m_columns + m_period));
        for (std::size_t i = 0; i < hatch.size(); ++i) hatch[i] = period[i % period.size()];
    };
    const Theme& theme = themeOf(style.theme);
    repeat(m_idle, theme.idle, theme.idleHatch);
    for (std::size_t i = 0; i < kExposed.size(); ++i) {
        const Hatch hatch = *exposedLook(style, kExposed[i]).hatch;
        repeat(m_hatches[i], hatch.ground, hatch.ink);
    }
}

bool IdleGround::findExposed(const std::vector<SpendingSpan>& spending, const TimeRange& range,
                             std::span<const QRgb> rest) {
    for (std::vector<Share>& shares : m_shares) shares.clear();
    const auto columnOf = [&](Time time) {
        return std::clamp((static_cast<double>(time) - range.begin) / range.span() * m_columns, 0.0,
                          static_cast<double>(m_columns));
    };
    const auto begin = static_cast<Time>(std::floor(range.begin)), end = static_cast<Time>(std::ceil(range.end));
    auto span = std::lower_bound(spending.begin(), spending.end(), begin,
                                 [](const SpendingSpan& a, Time time) { return a.end < time; });
    std::array<double, kExposed.size()> sum{};
    int at = -1;  // the column that `sum` is of
    const auto put = [&] {
        for (std::size_t i = 0; i < sum.size() && at >= 0 && at < m_columns; ++i) {
            const double left = (rest[static_cast<std::size_t>(at)] & 255) / 255.0;
            if (sum[i] <= 0 || left <= 0) continue;
            m_shares[i].push_back({at, static_cast<std::uint8_t>(of255(std::min(1.0, sum[i] / left)))});
        }
        sum = {};
    };
    for (; span != spending.end() && span->begin < end; ++span) {
        const auto what = std::find(kExposed.begin(), kExposed.end(), span->on);
        if (what == kExposed.end()) continue;
        const auto i = static_cast<std::size_t>(what - kExposed.begin());
        const double x0 = columnOf(span->begin), x1 = columnOf(span->end);
        for (int column = static_cast<int>(x0); column < x1; ++column) {
            if (column != at) put();
            at = column;
            sum[i] += std::min(x1, column + 1.0) - std::max(x0, static_cast<double>(column));
        }
    }
    put();
    return std::any_of(m_shares.begin(), m_shares.end(), [](const auto& shares) { return !shares.empty(); });
}

const QRgb* IdleGround::exposedRow(int y) {
    const int shift = y % m_period;
    const QRgb* const idle = m_idle.data() + shift;
    m_row.assign(idle, idle + m_columns);
    for (std::size_t i = 0; i < kExposed.size(); ++i) {
        const QRgb* const lines = m_hatches[i].data() + (m_period - shift) % m_period;
        for (const Share& share : m_shares[i]) {
            QRgb& pixel = m_row[static_cast<std::size_t>(share.column)];
            pixel = mixPixels(pixel, lines[share.column], share.of255);
        }
    }
    return m_row.data();
}

}  // namespace bubblescope
