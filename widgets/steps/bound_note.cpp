#include "widgets/steps/bound_note.h"

#include "engine/results/quantities.h"
#include "engine/results/run.h"
#include "engine/steps/run_step.h"
#include "engine/steps/step_costs.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>

namespace bubblescope {

QString boundNote(const Run& run) {
    const auto costs = costsOf(run.step->setup);
    const auto of = [&](Quantity quantity) { return valueOf(quantity, run); };
    const double total = of(Quantity::TotalTime);
    if (!costs || total <= 0) return {};
    // The step's computation in the proportions of its layers'; whatever else a rank does not compute in, it waits.
    const double computed = costs->gemm + costs->attention + costs->memory;
    const double share =
        computed > 0 ? run.step->meanCompute / static_cast<double>(run.metrics.totalTime) / computed : 0;
    const double exposed = of(Quantity::ExposedComm) / total, offloaded = of(Quantity::ExposedOffload) / total;
    struct Bound {
        QString name;
        double share;
    };
    std::array<Bound, 6> bounds = {{{Text::tr("matrix products"), share * costs->gemm},
                                    {Text::tr("attention"), share * costs->attention},
                                    {Text::tr("memory bandwidth"), share * costs->memory},
                                    {Text::tr("links"), exposed},
                                    {Text::tr("host and disk"), offloaded},
                                    {Text::tr("waiting"), std::max(0.0, 1 - share * computed - exposed - offloaded)}}};
    std::ranges::stable_sort(bounds, std::ranges::greater(), &Bound::share);
    QStringList others;
    constexpr double kShown = 0.005;
    for (const Bound& bound : bounds)
        if (&bound != &bounds.front() && bound.share >= kShown)
            others += QStringLiteral("%1 %2").arg(bound.name, formatPercent(bound.share, 0));
    QString text = Text::tr("<b>Largest share of the step: %1, %2.</b>")
                       .arg(bounds.front().name, formatPercent(bounds.front().share, 0));
    if (!others.isEmpty()) text += QLatin1Char(' ') + Text::tr("The rest: %1.").arg(others.join(QStringLiteral(", ")));
    return text;
}

}  // namespace bubblescope
