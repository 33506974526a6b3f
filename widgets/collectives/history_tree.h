#pragma once

#include <QWidget>

#include "engine/collectives/playback.h"
#include "widgets/shown/op_palette.h"

#include <memory>

namespace bubblescope {

/// Where a value came from, traced backwards: one row per intermediate value with its parts, and lines from each value
/// to the values it was made from. Thick lines cross nodes. A click on a row asks to show that value.
class HistoryTree : public QWidget {
    Q_OBJECT
public:
    explicit HistoryTree(QWidget* parent = nullptr);

    void setHistory(std::shared_ptr<const Playback> playback, int nodeSize, std::vector<States::Origin> history);
    void setOpPalette(const OpPalette& palette);
    const std::vector<States::Origin>& history() const { return m_history; }
    /// "step 5: rank 1 adds b".
    QString textOf(std::size_t row) const;
    /// "Thick line: the hop from node 1 to node 0."; empty if no hop crosses nodes.
    QString crossings() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

signals:
    void chosen(int rank, int row, std::size_t step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    /// The row of the value that this one became a part of; nothing for the first row.
    std::optional<std::size_t> parentOf(std::size_t row) const;
    int nodeOf(std::size_t row) const;
    bool crosses(std::size_t row) const;

    std::shared_ptr<const Playback> m_playback;
    int m_nodeSize = 1;
    const OpPalette* m_opPalette = &opPalettes().front();
    std::vector<States::Origin> m_history;
};

}  // namespace bubblescope
