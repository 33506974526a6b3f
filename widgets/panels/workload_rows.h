#pragma once

#include "widgets/panels/parameter_form.h"

#include "engine/scenario/scenario.h"

#include <vector>

namespace bubblescope {

// The workload in forms: a row for each of its keys.

/// The keys with a slider, in the order shown.
std::vector<const WorkloadKey*> sliderKeys();
/// The key with this name, or null.
const WorkloadKey* findWorkloadKey(std::string_view key);

/// The row of a key with the value of `workload`. An unset optional key shows no value.
FormRow rowOf(const WorkloadKey& key, const Workload& workload);

/// "Change forward time".
QString changeOf(const WorkloadKey& key);

/// The one number that represents a workload key: the largest entry of a list, the largest hop between two devices of a
/// T_C matrix.
double numberOf(const Workload& workload, const QString& key);

/// "20–28": the smallest and the largest entry of a key, without the diagonal of a matrix; empty if it is a number.
QString entriesText(const Workload& workload, const QString& key);

/// Whether the key has one number per device or per pair of devices.
bool isList(const Workload& workload, const QString& key);

/// The value of a key as text: "4 ms", "20–28 ms", "0.5", "none", "chunk".
QString valueText(const Workload& workload, const QString& key);

/// `workload` with a key set to a number. A list or matrix of `from` is scaled so that its largest entry is `value`; if
/// all entries are 0, all become `value`. Another number of devices resizes the lists and the matrix.
Workload withNumber(Workload workload, const Workload& from, const QString& key, double value);
/// Sets any key to the value of its row.
Workload withValue(Workload workload, const Workload& from, const WorkloadKey& key, const ParameterValue& value);
/// With a first value for an optional key that has none: T_W as the share of T_B, T_FB as T_F + T_B, and a memory limit
/// of D activations, which is what 1F1B needs: some schedules fit in it and others do not.
Workload withFirst(Workload workload, const WorkloadKey& key);

/// With the default of a key; an optional key is unset.
Workload withoutKey(Workload workload, const WorkloadKey& key);

/// The workload whose lists one gesture scales, so that a drag through 0 keeps their proportions.
class ScaledFrom {
public:
    const Workload& at(int gesture, const Workload& now);

private:
    int m_gesture = 0;
    Workload m_from;
};

}  // namespace bubblescope
