#pragma once

#include "engine/collectives/cost_lines.h"
#include "widgets/charts/study_chart.h"

#include <set>

namespace bubblescope {

/// What the time is plotted over: bytes or ranks as curves, or both as a map of winners.
enum class CostAxis { Bytes, Ranks, Map };

/// The time of each algorithm of a collective by its closed form: curves on logarithmic axes, or a map of the winners.
/// A strip below the axis shows which algorithm is the fastest where, and crossings are marked. The marker is at the
/// bytes or ranks of the setup. Arrow keys move it, a click sets it.
///
/// Shapes  one curve per algorithm that has a plan; one value per place where the marker can stop
/// Units   microseconds
/// Cost    some microseconds per number of ranks
class CostCurves : public StudyChart {
    Q_OBJECT

public:
    explicit CostCurves(QWidget* parent = nullptr);

    void setSetup(const CollectiveSetup& setup);
    void setAxis(CostAxis axis);
    CostAxis axis() const { return m_axis; }
    /// The winners: over bytes for the setup's ranks, and over ranks for the setup's bytes.
    const CostVerdict& verdict() const { return m_verdict; }
    const std::vector<RankWinner>& winners() const { return m_winners; }

    QString notice() const override;
    Table table() const override;
    /// The lines of the card at a value of the axis, from high to low.
    QStringList linesAt(std::size_t value) const;
    QSize sizeHint() const override { return {420, 260}; }
    QSize minimumSizeHint() const override { return {220, 130}; }

signals:
    /// A place of the map was picked; valueDragged() reports its bytes.
    void ranksPicked(int ranks, int gesture);

protected:
    std::optional<double> presentValue() const override;
    std::optional<double> markerNear(double x) const override;
    std::vector<Reading> readingsAt(std::size_t value) const override;
    std::vector<Reading> readingsAtMarker() const override;
    Card cardAt(std::size_t value, std::size_t panel) const override;
    void style() override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// A range of the axis in one colour.
    struct Part {
        const Algorithm* algorithm;
        double from, to;
    };
    struct Legend {
        struct Entry {
            QPen pen;
            QString name;
            QPointF at;
        };
        std::vector<Entry> entries;
        int lines = 0;

        int height() const;
    };
    bool isOverRanks() const { return m_axis == CostAxis::Ranks; }
    bool isMap() const { return m_axis == CostAxis::Map; }
    bool isChosen(const Algorithm& algorithm) const;
    QColor colorOf(const Algorithm& algorithm) const;
    std::vector<CostLine> linesFor(std::size_t value) const;
    double bytesAt(std::size_t value) const { return isOverRanks() ? m_setup.bytes : m_study.values[value]; }
    std::vector<Part> partsOfStrip() const;
    std::size_t rowOf(int ranks) const;
    std::size_t rowAt(double y) const;

    void rebuild();
    void rebuildCurves();
    void setRanges();
    void arrange() override;
    void paintMap(QPainter& painter) const;
    void paintName(QPainter& painter, const Algorithm& algorithm, const std::vector<QRectF>& places) const;
    Legend legend() const;
    void paintLegend(QPainter& painter) const;
    void paintStrip(QPainter& painter) const;
    void paintPart(QPainter& painter, const QRectF& rect, const Algorithm& algorithm) const;

    CollectiveSetup m_setup;
    CostAxis m_axis = CostAxis::Bytes;
    BytesRange m_bytes;
    CostVerdict m_verdict;
    std::vector<RankWinner> m_winners;
    std::set<const Algorithm*> m_onMap;  // algorithms that win somewhere
    std::size_t m_hoveredRow = 0;
};

}  // namespace bubblescope
