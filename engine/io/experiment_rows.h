#pragma once

#include "engine/study/experiment_plan.h"

#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

/// The columns of a table of points.
///
/// Shapes  more: quantities beside those of kInRow. With hasLimits a last column has the worker that holds most, at
///         points over their memory limit
struct RowColumns {
    bool hasLimits = false;
    std::vector<Quantity> more = {};

    /// Of quantities that are offered in rows, and of these.
    std::vector<Quantity> all() const;
};

/// Those that rows of experiments need: what any of them measures beside, where any may have limits.
RowColumns columnsOf(std::span<const Experiment* const> experiments);

/// "experiment,figure,panel,...": the first line of a table of points.
std::string csvHeading(const RowColumns& columns = {});

/// Adds a line for a point; `name` says which experiment it is of. Numbers read back as the same double; what a
/// refused point has not is empty.
void appendCsvRow(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result, std::string_view name,
                  std::string& out, const RowColumns& columns = {});

/// Adds a JSON object for a point: the same, what a refused point has not as null, with the resolved workload, the
/// schedule's kind, how long an op takes on each device, and where there is a memory limit whether it is kept.
///
/// Units  times in the user's unit
void appendJsonRow(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result, std::string_view name,
                   std::string& out, const RowColumns& columns = {});

enum class RowsForm { Csv, Json };

/// A point's row in either form, of CSV with the end of its line.
std::string rowOf(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result, std::string_view name,
                  RowsForm form, const RowColumns& columns = {});

/// Rows as one text: a CSV table with its heading, or a JSON object `{"rows": [...]}`. What `text` holds may be taken
/// away as it grows.
class RowsText {
public:
    /// `before` stands before the heading, of JSON in its place.
    RowsText(RowsForm form, const std::string& heading, std::string before = {});

    /// A CSV line, or an object.
    void add(const std::string& row);
    /// Nothing can be added after this.
    void finish();

    std::string text;

private:
    RowsForm m_form;
    bool m_isFirst = true;
};

}  // namespace bubblescope
