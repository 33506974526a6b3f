#include "widgets/study/experiment_values.h"

namespace bubblescope {

std::string experimentValues(const ExperimentResults& results, std::string_view name, RowsForm form, std::size_t most) {
    const Experiment* const experiment = &results.plan->experiment;
    const RowColumns columns = columnsOf(std::span(&experiment, 1));
    const NamedExperiment named{name, experiment};
    RowsText rows(form, rowsHeading(std::span(&named, 1), columns, form));
    for (std::size_t point = 0, count = 0; point < results.points.size() && count < most; ++point) {
        if (!results.points[point]) continue;
        rows.add(rowOf(*results.plan, point, *results.points[point], name, form, columns));
        ++count;
    }
    rows.finish();
    return std::move(rows.text);
}

}  // namespace bubblescope
