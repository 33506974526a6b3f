#pragma once

#include "engine/study/mesh_question.h"
#include "engine/transformers/hardware.h"
#include "widgets/charts/points_model.h"

namespace bubblescope {

/// Meshes as points: step time on the x axis, peak memory of the fullest device on the y axis. A dashed line is the
/// device memory; a stepped line joins the meshes that no other mesh beats in both. The best mesh that fits and the
/// open mesh have tags. Keys walk along the stepped line.
///
/// Shapes      outcomes[i] belongs to choices[i], and is point i
/// Invariants  refused meshes have no point; meshes far from the best are off the chart
/// Units       time of the question; bytes
struct MeshPoints {
    /// The mesh that is open in the scenario.
    struct Open {
        QString title;
        double time = 0, bytes = 0;
    };
    MeshQuestion question;
    std::vector<MeshChoice> choices;
    std::vector<MeshOutcome> outcomes;
    std::optional<Open> open;

    std::vector<std::size_t> ran() const { return bestFirst(outcomes); }
    /// The fastest that fits.
    std::optional<std::size_t> best() const;
    /// Those that no other beats, the one with the least memory first.
    std::vector<std::size_t> frontier() const;
    HoverCard card(std::size_t choice) const;
};

PointsModel modelOf(const MeshPoints& meshes, ThemeId theme);

}  // namespace bubblescope
