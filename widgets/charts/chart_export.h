#pragma once

#include "widgets/charts/bars_layout.h"
#include "widgets/charts/curves_model.h"
#include "widgets/charts/points_layout.h"
#include "widgets/kit/table.h"
#include "widgets/picture/exportable.h"

namespace bubblescope {

/// What the file of a chart says beside the chart itself.
struct ChartFacts {
    QString title = {};         // above the picture, unless the options have another one; may be empty
    Table values = {};          // as CSV and JSON
    std::string document = {};  // inside the picture
};

/// A chart as it is exported, through the options of pictures; the function makes its model as they want it.
///
/// Invariants  what the model reads must live until `picture` has returned
/// Thread      pictures are made on the interface thread; any thread may draw them
Exportable exportedChart(std::function<CurvesModel(const PictureOptions& options)> model, ChartFacts facts,
                         PictureOf what = kOfLive);
Exportable exportedChart(std::function<BarsModel(const PictureOptions& options)> model, ChartFacts facts);
Exportable exportedChart(std::function<PointsModel(const PictureOptions& options)> model, ChartFacts facts);

/// A table as CSV, or as a JSON array of objects with the columns' keys; empty cells are left out.
std::string valuesText(Table table, RowsForm form, std::size_t most);

}  // namespace bubblescope
