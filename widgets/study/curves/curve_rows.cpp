#include "widgets/study/curves/curve_rows.h"

#include "engine/study/run_experiment.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/study/experiment_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace bubblescope {

namespace {

QString withSign(const QString& number, double value) {
    return (value > 0 ? QStringLiteral("+") : value < 0 ? QString(QChar(0x2212)) : QString()) + number;
}

/// Bubbles are shares already, so their difference is in percentage points.
QString differenceText(const ChartQuantity& quantity, double now, double pinned) {
    const bool isShare = quantity.isRatio();
    if (!isShare && pinned == 0) return {};
    const double difference = isShare ? now - pinned : now / pinned - 1;
    constexpr double kShown = 0.0005;  // a tenth of a percent
    if (std::abs(difference) < kShown) return QStringLiteral("±0");
    QString text = formatPercent(std::abs(difference));
    if (isShare) text = Text::tr("%1\u202fpp").arg(text.remove(QLatin1Char('%')).trimmed());
    return withSign(text, difference);
}

int rankOf(const CurveRow& row) {
    if (!row.point) return 2;
    return !row.point->refusal.empty() ? 3 : row.point->overLimit ? 1 : 0;
}

}  // namespace

std::vector<CurveRow> curveRows(const CurvesLayout& layout, const CurvesPanel& panel, std::size_t x) {
    const ExperimentResults& results = *layout.data.results;
    const CurvesRange& range = layout.rangeOf(panel);
    std::vector<CurveRow> rows;
    for (PointPlace place{panel.figure, panel.panel, 0, x}; place.series < layout.looks.size(); ++place.series) {
        if (layout.data.hidden.contains(place.series)) continue;
        const auto& point = results.points[results.plan->pointAt(place)];
        CurveRow row{place.series, point ? &*point : nullptr, toQString(results.plan->series[place.series].title)};
        if (!point) {
            row.reason = layout.data.isStopped ? Text::tr("not computed") : Text::tr("computing…");
        } else if (!point->refusal.empty()) {
            row.reason = toQString(point->refusal);
        } else {
            const double value = point->of(range.measure);
            row.value = range.quantity.fullText(value);
            row.overLimit = overLimitText(*results.plan, results.plan->pointAt(place), *point);
            if (const StudyPoint* pinned = layout.pinned ? layout.pinned->pointAt(place) : nullptr)
                row.difference = differenceText(range.quantity, value, pinned->of(range.measure));
        }
        rows.push_back(std::move(row));
    }
    std::stable_sort(rows.begin(), rows.end(), [&](const CurveRow& a, const CurveRow& b) {
        if (rankOf(a) != rankOf(b) || a.value.isEmpty()) return rankOf(a) < rankOf(b);
        return a.point->of(range.measure) < b.point->of(range.measure);
    });
    return rows;
}

QString lineOf(const CurveRow& row) {
    const QString text = row.name + QStringLiteral(": ") + (row.reason.isEmpty() ? row.value : row.reason);
    const QString beside = row.difference.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(row.difference);
    return text + beside + (row.overLimit.isEmpty() ? row.overLimit : QStringLiteral(", ") + row.overLimit);
}

QString xText(const CurvesLayout& layout, std::size_t x) {
    const Experiment& experiment = layout.data.results->plan->experiment;
    return stepText(experiment, experiment.x, experiment.x.values[x]);
}

}  // namespace bubblescope
