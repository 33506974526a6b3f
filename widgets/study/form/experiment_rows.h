#pragma once

#include "engine/study/experiment.h"
#include "widgets/panels/parameter_form.h"

namespace bubblescope {

// The sections of the experiment form that are lists of rows, and what is shown of them while they are folded.

/// What is drawn: the rows "view", one by the id of each quantity that a schedule may have, and "scale".
std::vector<FormRow> shownRows(const Experiment& experiment);
/// The experiment with the value of such a row; the last quantity can be removed, too.
Experiment withShown(Experiment experiment, const std::string& key, const ParameterValue& value);
/// "total time, bubble, of total".
QString shownSummary(const Experiment& experiment);

/// What sets keys of the base workload instead of it, by key: axes, formulas, or all schedules.
QMap<QString, QString> determinedWorkload(const Experiment& experiment);
/// The values that are not set elsewhere: "D = 4, T_C = 0".
QString workloadSummary(const Experiment& experiment);

}  // namespace bubblescope
