#pragma once

#include "engine/study/mesh_choices.h"
#include "widgets/charts/points_chart.h"

#include <optional>
#include <vector>

namespace bubblescope {

/// Meshes as points: to the right what a step takes, upwards what the fullest device keeps. What the device has is a
/// dashed line; a stepped line joins those that no other beats in both. The best that fits, and the one that is open,
/// have cards. Keys walk along the line.
///
/// Invariants  what is refused has no point; of what lies far beyond the best, none is shown, and told() counts it
class MeshChart : public PointsChart {
    Q_OBJECT

public:
    explicit MeshChart(QWidget* parent = nullptr);

    /// Another question, without points yet.
    void begin(const MeshQuestion& question);
    /// What is there so far: outcomes[i] is that of choices[i].
    void setOutcomes(const std::vector<MeshChoice>& choices, const std::vector<MeshOutcome>& outcomes);
    /// What is open in the scenario, to be marked; nothing marks none.
    struct Open {
        QString title;
        double time = 0, bytes = 0;  // in the question's unit

        friend bool operator==(const Open&, const Open&) = default;
    };
    void setOpen(std::optional<Open> open);

    std::optional<std::size_t> best() const { return m_best; }
    /// Choices on the line, the one that keeps least first.
    const std::vector<std::size_t>& frontier() const { return m_frontier; }
    /// Where a choice stands, in the plot's pixels; nothing where it has no point.
    std::optional<QPointF> pointOf(std::size_t choice) const;
    /// How many are not refused, fit, and lie outside of the picture.
    struct Told {
        std::size_t ran = 0, fit = 0, beyond = 0;
    };
    Told told() const { return m_told; }
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
    double m_device = 0;  // bytes
    int m_sequences = 1;
    std::vector<MeshChoice> m_choices;
    std::vector<MeshOutcome> m_outcomes;
    std::vector<std::size_t> m_ran, m_frontier;
    std::optional<std::size_t> m_best;
    std::optional<Open> m_open;
    Told m_told;
};

}  // namespace bubblescope
