#include "widgets/study/pictures/experiment_picture.h"

#include "engine/core/text.h"
#include "engine/io/experiment_file.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/picture/enlarged_picture.h"
#include "widgets/study/experiment_values.h"
#include "widgets/study/winners/winner_paint.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <cmath>
#include <numeric>

namespace bubblescope {

namespace {

constexpr int kMargin = 16, kTitleHeight = 48;
constexpr int kLeastMapHeight = 240;

/// The maps of one figure.
Picture mapPicture(const CurvesData& data, std::size_t figure, const PictureOptions& options, int height) {
    const QString wanted = options.ownTitle ? curvesTitle(*data.results->plan, {figure}) : QString();
    const int top = wanted.isEmpty() ? kMargin : kTitleHeight;
    const QSize size(options.width.wholePixels(), height);
    const QString title =
        QFontMetricsF(pictureTitleFont()).elidedText(wanted, Qt::ElideRight, options.width - 2 * kMargin);
    const WinnerMaps maps = winnerMapsOf(data.results, figure, data.hidden, options.theme, options.palette);
    const WinnerLayout layout =
        layoutWinnerMaps(maps, QSizeF(options.width - 2 * kMargin, height - top - kMargin), options.legend);
    return {size, title, {[=](double ratio) {
                const Theme& theme = themeOf(maps.theme);
                DisplayList list;
                list.add(DisplayRect{list.use(filled("ground", theme.window)), QRectF(QPointF(), QSizeF(size))});
                if (!title.isEmpty())
                    list.add(DisplayText{.look = list.use(lettered("title", pictureTitleFont(), theme.text)),
                                         .at = {kMargin, kPictureTitleBaseline},
                                         .words = title,
                                         .hasSubscripts = true});
                list.origin = QPointF(kMargin, top);
                addWinnerMaps(list, maps, layout, ratio > 0);
                return list;
            }}};
}

/// A copy of incomplete results, which would otherwise grow.
SharedResults settled(SharedResults results) {
    return results->isWhole() ? results : std::make_shared<const ExperimentResults>(*results);
}

/// Adds the changes of the winner that the other figures would show on screen.
void addChanges(CurvesData& data, std::size_t figure) {
    const ExperimentPlan& plan = *data.results->plan;
    std::erase_if(data.changes, [&](const WinnerChange& change) { return change.figure != figure; });
    if (!data.results->isWhole() || plan.experiment.view != View::Curves) return;
    std::vector<std::size_t> shown;
    for (std::size_t series = 0; series < plan.series.size(); ++series)
        if (!data.hidden.contains(series)) shown.push_back(series);
    for (std::size_t other = 0; other < plan.figures(); ++other) {
        if (other == figure) continue;
        const auto found = winnerChangesIn(plan, data.results->points, other, shown);
        data.changes.insert(data.changes.end(), found.begin(), found.end());
    }
}

/// Without a caption, in whole pixels.
Result<Picture> plainPicture(CurvesData data, const PictureOptions& options) {
    if (data.results->plan->experiment.view == View::Curves) return curvesPicture(std::move(data), options);
    if (const auto checked = checkPictureSides(options.width, options.height); !checked) return checked.error();
    std::vector<std::size_t> figures = options.figures;
    if (figures.empty()) {
        figures.resize(data.results->plan->figures());
        std::iota(figures.begin(), figures.end(), std::size_t{0});
    }
    const auto count = static_cast<int>(figures.size());
    const int height = options.height ? options.height->wholePixels()
                                      : count * std::max(kLeastMapHeight, options.width.wholePixels() / 2);
    const auto thousands = [](int number) { return QString::fromStdString(withThousands(number)); };
    if (height < count * kLeastMapHeight)
        return Error{Text::tr("%1 pixels are too few for these maps, which need %2")
                         .arg(thousands(height), thousands(count * kLeastMapHeight))
                         .toStdString(),
                     "height"};
    if (height > kMaxPictureSide)
        return Error{Text::tr("the picture would be %1 pixels high, but the limit is %2: choose fewer figures")
                         .arg(thousands(height), thousands(kMaxPictureSide))
                         .toStdString(),
                     {}};
    std::vector<Picture> pictures;
    for (int i = 0; i < count; ++i)
        pictures.push_back(mapPicture(data, figures[static_cast<std::size_t>(i)], options,
                                      height * (i + 1) / count - height * i / count));
    return stacked(std::move(pictures));
}

}  // namespace

Result<Picture> experimentPicture(const CurvesData& data, const PictureOptions& options) {
    return sizedPicture(options, [&](const PictureOptions& whole) {
        return captionedPicture(whole, [&](const PictureOptions& inner) { return plainPicture(data, inner); });
    });
}

Exportable exportedExperiment(CurvesData curves, std::size_t figure, const QString& name) {
    curves.results = settled(curves.results);
    addChanges(curves, figure);
    const ExperimentPlan& plan = *curves.results->plan;
    Exportable thing;
    thing.heading = Text::tr("Export experiment");
    thing.json = writeExperiment(plan.experiment);
    thing.picture = [curves](const PictureOptions& options) { return experimentPicture(curves, options); };
    const bool areCurves = plan.experiment.view == View::Curves;
    thing.drawn.what = areCurves ? kOfStudies : kOfOthers;
    thing.figures = plan.figures();
    thing.figure = figure;
    thing.canHaveTitle = areCurves || !plan.experiment.title.empty() || plan.experiment.figures;
    thing.rows = curves.results->done;
    thing.values = [results = curves.results, rowsName = name.toStdString()](RowsForm form, std::size_t most) {
        return experimentValues(*results, rowsName, form, most);
    };
    return thing;
}

}  // namespace bubblescope
