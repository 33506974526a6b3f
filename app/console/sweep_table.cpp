#include "app/console/sweep_table.h"

#include "app/console/console.h"
#include "engine/core/text.h"
#include "engine/study/run_experiment.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/shown/memory_text.h"
#include "widgets/shown/quantity_columns.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope {

namespace {

QString onOneLine(const std::string& text, std::size_t longest) {
    return QString::fromStdString(shortened(text, longest));
}

/// "D = 4, T_C = 0: total time, ms".
QString panelTitle(const ExperimentPlan& plan, const PointPlace& place, Quantity measure, const QString& unit) {
    const Experiment& experiment = plan.experiment;
    QStringList parts;
    const auto part = [&](const std::optional<Axis>& axis, std::size_t step) {
        if (axis) parts += onOneLine(titleOf(experiment, *axis), 32) + " = " + formatExact(axis->values[step]);
    };
    part(experiment.figures, place.figure);
    part(experiment.panels, place.panel);
    QString title = QString::fromStdString(std::string(infoOf(measure).title));
    if (infoOf(measure).unit == QuantityUnit::Duration && !unit.isEmpty()) title += QStringLiteral(", ") + unit;
    return parts.isEmpty() ? title : parts.join(QStringLiteral(", ")) + QStringLiteral(": ") + title;
}

QString panelTable(const ExperimentPlan& plan, const std::vector<StudyPoint>& results, PointPlace place,
                   Quantity measure) {
    constexpr std::size_t kLongestTitle = 32;
    const std::vector<double>& along = plan.experiment.x.values;
    std::vector<TableColumn> columns{{.title = onOneLine(titleOf(plan.experiment, plan.experiment.x), kLongestTitle)}};
    columns.front().written = [](const TablePlace&, double x) { return formatExact(x); };
    std::vector<std::vector<TableValue>> rows;
    for (const double x : along) rows.push_back({x});
    std::vector<double> values;
    for (place.series = 0; place.series < plan.series.size(); ++place.series) {
        TableColumn& column = columns.emplace_back(columnOf(measure));
        column.title = onOneLine(plan.series[place.series].title, kLongestTitle);
        if (measure == Quantity::MemoryPeak) column.written = nullptr;  // the title says that it is in bytes
        const StudyPoint* const points = &results[plan.pointAt(place)];
        // If a column has a star, all of its numbers leave room for one, so that they stay aligned.
        if (std::any_of(points, points + along.size(), [](const StudyPoint& point) { return point.overLimit; }))
            column.noted = [points](const TablePlace& at, const QString& text) {
                return text + QLatin1Char(points[at.row].overLimit ? '*' : ' ');
            };
        for (std::size_t x = 0; x < along.size(); ++x) {
            const bool ran = points[x].refusal.empty();
            rows[x].push_back(ran ? TableValue(points[x].of(measure)) : Text::tr("cannot run"));
            if (ran) values.push_back(points[x].of(measure));
        }
    }
    // The times of a panel have one unit, which its title names.
    const NumberColumn times = columnOfTimes(values, unitText(plan.experiment.workload.timeUnit));
    for (TableColumn& column : columns)
        if (column.isTime) column.numbers = times;
    return panelTitle(plan, place, measure, times.scale.unit) + QLatin1Char('\n') +
           alignedRows(valueTable(std::move(columns), std::move(rows)));
}

QString pointsText(int count) { return count == 1 ? Text::tr("1 point") : Text::tr("%1 points").arg(count); }

/// "Hanayo cannot run at 3 points: needs an even number of chunks, has 3".
QString refusalText(const ExperimentPlan& plan, const std::vector<StudyPoint>& results) {
    constexpr std::size_t kMostRefusals = 20;
    std::map<std::pair<std::size_t, std::string>, int> counts;
    for (std::size_t point = 0; point < results.size(); ++point)
        if (!results[point].refusal.empty()) ++counts[{plan.placeOf(point).series, results[point].refusal}];
    QString out;
    std::size_t lines = 0;
    for (const auto& [what, count] : counts) {
        if (lines++ == kMostRefusals)
            return out + Text::tr("%1 more reasons").arg(counts.size() - kMostRefusals) + QLatin1Char('\n');
        const QString line =
            Text::tr("%1 cannot run at %2: %3")
                .arg(onOneLine(plan.series[what.first].title, 32), pointsText(count), onOneLine(what.second, 400));
        out += wrapped(line, kConsoleWidth, 2) + QLatin1Char('\n');
    }
    return out.isEmpty() ? out : QLatin1Char('\n') + out;
}

/// "* over the memory limit: GPipe at 3 points, needs up to 16 activations"; for a model "* does not fit: ...".
QString overLimitText(const ExperimentPlan& plan, const std::vector<StudyPoint>& results) {
    struct Over {
        int count = 0;
        double most = 0;
        bool isBytes = false;  // of a model's step
    };
    std::map<std::size_t, Over> bySeries;
    for (std::size_t point = 0; point < results.size(); ++point) {
        if (!results[point].overLimit) continue;
        Over& over = bySeries[plan.placeOf(point).series];
        ++over.count;
        over.isBytes = !std::isnan(results[point].of(Quantity::MemoryPeak));
        over.most =
            std::max(over.most, results[point].of(over.isBytes ? Quantity::MemoryPeak : Quantity::PeakActivations));
    }
    QString out;
    for (const auto& [series, over] : bySeries)
        out += wrapped((over.isBytes ? Text::tr("* does not fit: %1 at %2, needs up to %3")
                                     : Text::tr("* over the memory limit: %1 at %2, needs up to %3 activations"))
                           .arg(onOneLine(plan.series[series].title, 32), pointsText(over.count),
                                over.isBytes ? formatMemory(over.most) : formatNumber(over.most)),
                       kConsoleWidth, 2) +
               QLatin1Char('\n');
    return out.isEmpty() ? out : QLatin1Char('\n') + out;
}

}  // namespace

QString sweepTable(const ExperimentPlan& plan, const std::vector<StudyPoint>& results) {
    const Experiment& experiment = plan.experiment;
    QString out;
    if (!experiment.title.empty()) out += onOneLine(experiment.title, kConsoleWidth) + QLatin1Char('\n');
    if (!experiment.note.empty())
        out += wrapped(onOneLine(experiment.note, 2000), kConsoleWidth, 0) + QLatin1Char('\n');
    PointPlace place;
    for (place.figure = 0; place.figure < plan.figures(); ++place.figure)
        for (place.panel = 0; place.panel < plan.panels(); ++place.panel)
            for (const Quantity measure : experiment.quantities)
                out += (out.isEmpty() ? QString() : QStringLiteral("\n")) + panelTable(plan, results, place, measure);
    return out + overLimitText(plan, results) + refusalText(plan, results);
}

}  // namespace bubblescope
