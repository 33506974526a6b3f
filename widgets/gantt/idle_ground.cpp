#include "widgets/gantt/idle_ground.h"

#include "widgets/gantt/gantt_items.h"
#include "widgets/gantt/pixels.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

void IdleGround::prepare(const GanttStyle& style, double pixelRatio, int columns) {
    m_columns = std::max(0, columns);
    m_period = hatchSide(style.scaled(pixelRatio));
    const auto repeat = [&](std::vector<QRgb>& rows, const Hatch& hatch) {
        const QImage tile = hatchTile(hatch.lines, hatch.ground, hatch.ink, m_period);
        rows.resize(static_cast<std::size_t>(m_columns) * static_cast<std::size_t>(m_period));
        auto out = rows.begin();
        for (int y = 0; y < m_period; ++y) {
            const auto* const row = reinterpret_cast<const QRgb*>(tile.constScanLine(y));
            for (int x = 0; x < m_columns; ++x) *out++ = row[x % m_period];
        }
    };
    const Look idle = idleLook(style);
    repeat(m_idle, idle.hatch.value_or(Hatch{idle.names, HatchLines::None, idle.fill, idle.fill}));
    for (std::size_t i = 0; i < kExposed.size(); ++i) repeat(m_hatches[i], *exposedLook(style, kExposed[i]).hatch);
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
    int at = -1;  // the column that `sum` belongs to
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
    const QRgb* const idle = row(y);
    m_row.assign(idle, idle + m_columns);
    for (std::size_t i = 0; i < kExposed.size(); ++i) {
        const QRgb* const lines = rowOf(m_hatches[i], y);
        for (const Share& share : m_shares[i]) {
            QRgb& pixel = m_row[static_cast<std::size_t>(share.column)];
            pixel = mixPixels(pixel, lines[share.column], share.of255);
        }
    }
    return m_row.data();
}

}  // namespace bubblescope
