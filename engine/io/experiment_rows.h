#pragma once

#include "engine/study/experiment_plan.h"

#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

/// The columns of a table of points.
///
/// Shapes  axes: what the experiments vary, each named once, in the order of axesOf(); more: quantities besides those
///         of kInRow. With hasLimits, a last column gives the worker that needs most, at points over their limit
struct RowColumns {
    std::vector<std::string> axes = {};
    bool hasLimits = false;
    std::vector<Quantity> more = {};

    /// The quantities offered in rows, and those in `more`.
    std::vector<Quantity> all() const;
};

/// The columns for rows of experiments: additional quantities that any of them measures, and limits if any has them.
RowColumns columnsOf(std::span<const Experiment* const> experiments);

/// "experiment,series,devices,comm,...": the first line of a table of points. An axis is called by the variable that it
/// varies, plus "_axis" if another column has that name.
std::string csvHeading(const RowColumns& columns);

/// Adds a line for a point; `name` is the name of its experiment. Numbers read back as the same double; columns that a
/// refused point does not have are empty.
void appendCsvRow(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result, std::string_view name,
                  std::string& out, const RowColumns& columns);

/// Adds a JSON object for a point: the same values, null where a refused point has none, plus the resolved workload,
/// the schedule's kind, the op times on each device, and, with a memory limit, whether it is kept.
///
/// Units  times in the user's unit
void appendJsonRow(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result, std::string_view name,
                   std::string& out, const RowColumns& columns);

enum class RowsForm { Csv, Json };

/// A point's row in either form; in CSV with its line end.
std::string rowOf(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result, std::string_view name,
                  RowsForm form, const RowColumns& columns);

/// An experiment with the name that its rows have.
struct NamedExperiment {
    std::string_view name;
    const Experiment* experiment = nullptr;
};

/// The beginning of all rows, on one line: in CSV the csvHeading(); in JSON format, version, and title and unit of each
/// experiment.
std::string rowsHeading(std::span<const NamedExperiment> experiments, const RowColumns& columns, RowsForm form);

/// A workload as a JSON object with all of its keys: {"devices": 4, ...}.
std::string workloadText(const Workload& workload);

/// Rows as one text: a CSV table with its heading, or a JSON object `{..., "rows": [...]}`. The contents of `text`
/// may be removed while it grows.
class RowsText {
public:
    RowsText(RowsForm form, std::string heading);

    /// Adds a CSV line, or an object.
    void add(const std::string& row);
    /// Ends the text; nothing can be added after this.
    void finish();

    std::string text;

private:
    RowsForm m_form;
    bool m_isFirst = true;
};

}  // namespace bubblescope
