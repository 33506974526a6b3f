#pragma once

#include "engine/io/experiment_rows.h"
#include "engine/study/mesh_choices.h"

namespace bubblescope {

/// "mesh,pp,dp,...": the first line of a table of the meshes that were tried.
std::string meshHeading(const MeshQuestion& question);

/// The beginning of the same table as JSON, on one line: format, version, title, unit, model and cluster.
std::string meshJsonHeading(const MeshQuestion& question, std::string_view title);

/// A line of that table, or the same as a JSON object; what a refused mesh does not have is empty, or null.
///
/// Units  time in the question's unit, bytes
std::string meshRow(const MeshQuestion& question, const MeshChoice& choice, const MeshOutcome& outcome, RowsForm form);

}  // namespace bubblescope
