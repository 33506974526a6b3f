#pragma once

#include "widgets/panels/param_slider.h"

#include "engine/scenario/scenario.h"

#include <vector>

namespace bubblescope {

/// One line of the list of parameters: how it is shown and what the undo menu calls a change.
struct WorkloadParam {
    ParamSpec spec;
    QString what;
    bool isRare = false;  // folded away until asked for
};

/// Every workload parameter that has a slider, in the order in which they stand.
std::vector<WorkloadParam> workloadParams();

/// The one number that stands for a workload key: of a list the largest entry, of a T_C matrix the largest
/// hop between two devices.
double numberOf(const Workload& workload, const QString& key);

/// "20–28": the least and the most of a key's entries, without a matrix's diagonal; empty where it holds a number.
QString entriesText(const Workload& workload, const QString& key);

/// Whether the key holds one number each for devices or pairs of them.
bool isList(const Workload& workload, const QString& key);

/// What a key holds, as people write it: "4 ms", "20–28 ms", "0.5", "none", "chunk".
QString valueText(const Workload& workload, const QString& key);

/// Gives a parameter's row the value that `workload` has of it, with its unit and the range that follows from others.
void showIn(ParamSlider& row, const Workload& workload);

/// `workload` with a key set to a number. A list or matrix of `from` is scaled so that its largest entry is
/// `value`; one of nothing but zeros becomes `value` throughout. Not for "devices".
Workload withNumber(Workload workload, const Workload& from, const QString& key, double value);

}  // namespace bubblescope
