#include "widgets/study/experiment_text.h"

#include "widgets/charts/chart_quantity.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/shown/held_text.h"
#include "widgets/shown/memory_text.h"
#include "widgets/study/form/key_words.h"

#include <QCoreApplication>

#include <algorithm>

namespace bubblescope {

namespace {

/// The unit of an axis's values; empty if they have none.
QString unitOf(const Experiment& experiment, const Axis& axis) {
    return pathOf(experiment, axis.variable).isTime() ? unitText(experiment.workload.timeUnit) : QString();
}

}  // namespace

ChartQuantity quantityOf(const Experiment& experiment, Quantity measure) {
    return {measure, unitText(experiment.workload.timeUnit)};
}

QString captionOf(const Experiment& experiment, const Axis& axis) {
    const ScenarioPath path = pathOf(experiment, axis.variable);
    const QString title = path.kind == &kWorkloadPath   ? wordsOf(axis.variable).title()
                          : path.kind == &kStepTimePath ? axisName(path)
                                                        : toQString(titleOf(experiment, axis));
    const QString unit = unitOf(experiment, axis);
    return unit.isEmpty() ? title : title + QStringLiteral(", ") + unit;
}

QString stepText(const Experiment& experiment, const Axis& axis, double value) {
    const bool isKey = findNumberKey(axis.variable);
    const QString name = isKey ? wordsOf(axis.variable).shortest() : toQString(titleOf(experiment, axis));
    const QString text = name + QStringLiteral(" = ") + formatExact(value);
    const QString unit = unitOf(experiment, axis);
    return unit.isEmpty() ? text : text + QChar(0x202f) + unit;
}

QString overLimitText(const ExperimentPlan& plan, std::size_t point, const StudyPoint& result) {
    if (!result.overLimit) return {};
    if (const double bytes = result.of(Quantity::MemoryPeak); !std::isnan(bytes))
        return Text::tr("exceeds GPU memory: %1 on rank %2").arg(formatMemory(bytes)).arg(*result.overLimit);
    const ResolvedSchedule schedule = resolve(scenarioAt(plan, point), 0);
    return heldText(schedule, result.of(Quantity::PeakActivations), *result.overLimit);
}

}  // namespace bubblescope
