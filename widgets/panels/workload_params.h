#pragma once

#include "widgets/panels/param_slider.h"

#include "engine/scenario/scenario.h"

#include <vector>

namespace bubblescope {

/// One line of the list of parameters: how it is shown, and the undo text of a change.
struct WorkloadParam {
    ParamSpec spec;
    QString what;
    bool isRare = false;  // in the section More
};

/// All workload parameters with a slider, in the order shown.
std::vector<WorkloadParam> workloadParams();

/// The one number that represents a workload key: the largest entry of a list, the largest hop between two devices of a
/// T_C matrix.
double numberOf(const Workload& workload, const QString& key);

/// "20–28": the smallest and the largest entry of a key, without the diagonal of a matrix; empty if it is a number.
QString entriesText(const Workload& workload, const QString& key);

/// Whether the key has one number per device or per pair of devices.
bool isList(const Workload& workload, const QString& key);

/// The value of a key as text: "4 ms", "20–28 ms", "0.5", "none", "chunk".
QString valueText(const Workload& workload, const QString& key);

/// Shows the value of `workload` in a parameter's row, with its unit and the range that other values imply.
void showIn(ParamSlider& row, const Workload& workload);

/// `workload` with a key set to a number. A list or matrix of `from` is scaled so that its largest entry is `value`; if
/// all entries are 0, all become `value`. Not for "devices".
Workload withNumber(Workload workload, const Workload& from, const QString& key, double value);

}  // namespace bubblescope
