#pragma once

#include "engine/study/experiment_plan.h"

#include <string>
#include <string_view>

namespace bubblescope {

/// "experiment,figure,panel,...": the first line of a table of points.
std::string csvHeading();

/// Adds a line for a point; `name` says which experiment it is of. Numbers read back as the same double; what a
/// refused point has not is empty.
void appendCsvRow(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result, std::string_view name,
                  std::string& out);

/// Adds a JSON object for a point: the same, what a refused point has not as null, with the resolved workload, the
/// schedule's kind, and how long an op takes on each device.
///
/// Units  times in the user's unit
void appendJsonRow(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result, std::string_view name,
                   std::string& out);

enum class RowsForm { Csv, Json };

/// The rows of points as one text: a CSV table with its heading, or a JSON object `{"rows": [...]}`. What `text` holds
/// may be taken away as it grows.
class RowsText {
public:
    explicit RowsText(RowsForm form);

    void add(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result, std::string_view name);
    /// Nothing can be added after this.
    void finish();

    std::string text;

private:
    RowsForm m_form;
    bool m_isFirst = true;
};

}  // namespace bubblescope
