#pragma once

#include "engine/analysis/spending.h"
#include "widgets/gantt/gantt_layout.h"

#include <QRgb>

#include <array>
#include <span>
#include <vector>

namespace bubblescope {

/// The pixels shown while nothing runs: the hatch of idle time, and other hatches while a worker waits for its
/// transfers.
///
/// Shapes  a row has `columns` pixels; rows repeat after period()
class IdleGround {
public:
    void prepare(const GanttStyle& style, double pixelRatio, int columns);

    int period() const { return m_period; }
    const QRgb* row(int y) const { return rowOf(m_idle, y); }

    /// Finds the share of the remaining time in each column (`rest`, of 255 in its lowest byte) that is spent waiting
    /// for transfers. Returns false if there is none.
    bool findExposed(const std::vector<SpendingSpan>& spending, const TimeRange& range, std::span<const QRgb> rest);
    /// A row with that share; valid until the next call.
    const QRgb* exposedRow(int y);

private:
    const QRgb* rowOf(const std::vector<QRgb>& hatch, int y) const {
        return hatch.data() + static_cast<std::size_t>(y % m_period) * static_cast<std::size_t>(m_columns);
    }

    static constexpr std::array kExposed{Spending::ExposedCommunication, Spending::ExposedOffload};

    int m_period = 1, m_columns = 0;
    std::vector<QRgb> m_idle, m_row;  // one period of rows; one row
    std::array<std::vector<QRgb>, kExposed.size()> m_hatches;
    struct Share {
        int column;
        std::uint8_t of255;
    };
    std::array<std::vector<Share>, kExposed.size()> m_shares;
};

}  // namespace bubblescope
