#pragma once

#include "engine/study/mesh_choices.h"
#include "engine/transformers/hardware.h"
#include "widgets/charts/points_chart.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// Meshes as points: step time on the x axis, peak memory of the fullest device on the y axis. A dashed line is the
/// device memory; a stepped line joins the meshes that no other mesh beats in both. The best mesh that fits and the
/// open mesh have tags. Keys walk along the stepped line.
///
/// Invariants  refused meshes have no point; meshes far from the best are off the chart, and told() counts them
class MeshChart : public PointsChart {
    Q_OBJECT

public:
    explicit MeshChart(QWidget* parent = nullptr);

    /// Starts a new question, without points.
    void begin(const MeshQuestion& question);
    /// The outcomes so far; outcomes[i] belongs to choices[i].
    void setOutcomes(const std::vector<MeshChoice>& choices, const std::vector<MeshOutcome>& outcomes);
    /// The mesh that is open in the scenario, to be marked; nothing if none is.
    struct Open {
        QString title;
        double time = 0, bytes = 0;  // in the question's unit

        friend bool operator==(const Open&, const Open&) = default;
    };
    void setOpen(std::optional<Open> open);

    std::optional<std::size_t> best() const { return m_best; }
    /// Choices on the stepped line, the one with the least memory first.
    const std::vector<std::size_t>& frontier() const { return m_frontier; }
    /// Where a choice is, in pixels of the plot; nothing if it has no point.
    std::optional<QPointF> pointOf(std::size_t choice) const;
    /// How many meshes can run, how many fit, and how many are off the chart.
    struct Told {
        std::size_t ran = 0, fit = 0, beyond = 0;
    };
    Told told() const { return m_told; }
    double usableMemory() const;  // bytes
    bool isToTheBrim(std::size_t choice) const;
    QStringList linesOf(std::size_t choice) const;
    QSize minimumSizeHint() const override { return {240, 110}; }

protected:
    std::optional<std::size_t> pointAt(QPointF position) const override;
    std::vector<std::size_t> walked() const override;
    void walk(int step) override;
    void arrange() override;
    void paintGround(QPainter& painter) const override;
    void paintPoints(QPainter& painter) const override;
    void paintHover(QPainter& painter) const override;

private:
    void rebuild();
    bool isInside(std::size_t choice) const;
    void paintCardWords(QPainter& painter) const;
    void paintTags(QPainter& painter) const;

    QString m_unit;
    std::optional<Hardware> m_hardware;
    int m_sequences = 1;
    std::vector<MeshChoice> m_choices;
    std::vector<MeshOutcome> m_outcomes;
    std::vector<std::size_t> m_ran, m_frontier;
    std::optional<std::size_t> m_best;
    std::optional<Open> m_open;
    Told m_told;
};

}  // namespace bubblescope
