#pragma once

#include "engine/study/experiment_plan.h"

#include <string>
#include <string_view>

namespace bubblescope {

/// "experiment,figure,panel,...": the first line of a table of points. Where there may be memory limits a last column
/// has the worker that holds most, at points over theirs.
std::string csvHeading(bool hasLimits = false);

/// Adds a line for a point; `name` says which experiment it is of. Numbers read back as the same double; what a
/// refused point has not is empty.
void appendCsvRow(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result, std::string_view name,
                  std::string& out, bool hasLimits = false);

/// Adds a JSON object for a point: the same, what a refused point has not as null, with the resolved workload, the
/// schedule's kind, how long an op takes on each device, and where there is a memory limit whether it is kept.
///
/// Units  times in the user's unit
void appendJsonRow(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result, std::string_view name,
                   std::string& out);

enum class RowsForm { Csv, Json };

/// The rows of points as one text: a CSV table with its heading, or a JSON object `{"rows": [...]}`. What `text` holds
/// may be taken away as it grows.
class RowsText {
public:
    explicit RowsText(RowsForm form, bool hasLimits = false);

    void add(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result, std::string_view name);
    /// Nothing can be added after this.
    void finish();

    std::string text;

private:
    RowsForm m_form;
    bool m_hasLimits;
    bool m_isFirst = true;
};

}  // namespace bubblescope
