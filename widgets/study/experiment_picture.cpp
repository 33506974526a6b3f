#include "widgets/study/experiment_picture.h"

#include "engine/core/text.h"
#include "widgets/charts/plot_library.h"
#include "widgets/kit/symbol.h"
#include "widgets/picture/recorded_list.h"
#include "widgets/study/winners/winner_paint.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <numeric>

namespace bubblescope {

namespace {

constexpr int kMargin = 16, kTitleHeight = 48;
constexpr int kLeastMapHeight = 240;

QString tr(const char* text) { return QCoreApplication::translate("Curves", text); }

/// The maps of one figure.
Picture mapPicture(const CurvesData& data, std::size_t figure, const CurvesOptions& options, int height) {
    const QString wanted = options.title ? curvesTitle(*data.results->plan, {figure}) : QString();
    const int top = wanted.isEmpty() ? kMargin : kTitleHeight;
    const QSize size(options.width, height);
    const QString title =
        QFontMetricsF(pictureTitleFont()).elidedText(wanted, Qt::ElideRight, options.width - 2 * kMargin);
    const WinnerMaps maps = winnerMapsOf(data.results, figure, data.hidden, options.theme);
    const WinnerLayout layout =
        layoutWinnerMaps(maps, QSizeF(options.width - 2 * kMargin, height - top - kMargin), options.legend);
    return {size, title, [=](bool asPixels) {
                const Theme& theme = themeOf(maps.theme);
                DisplayList list;
                list.add(DisplayRect{list.use(filled("ground", theme.window)), QRectF(QPointF(), QSizeF(size))});
                if (!title.isEmpty())
                    list.add(DisplayText{.look = list.use(lettered("title", pictureTitleFont(), theme.text)),
                                         .at = {kMargin, kPictureTitleBaseline},
                                         .words = title,
                                         .hasSubscripts = true});
                list.origin = QPointF(kMargin, top);
                addWinnerMaps(list, maps, layout, asPixels);
                return list;
            }};
}

}  // namespace

Result<Picture> experimentPicture(CurvesData data, const CurvesOptions& options) {
    if (data.results->plan->experiment.view == View::Curves) return curvesPicture(std::move(data), options);
    if (const auto checked = checkPictureSides(options.width, options.height); !checked) return checked.error();
    std::vector<std::size_t> figures = options.figures;
    if (figures.empty()) {
        figures.resize(data.results->plan->figures());
        std::iota(figures.begin(), figures.end(), std::size_t{0});
    }
    const auto count = static_cast<int>(figures.size());
    const int height = options.height.value_or(count * std::max(kLeastMapHeight, options.width / 2));
    const auto thousands = [](int number) { return QString::fromStdString(withThousands(number)); };
    if (height < count * kLeastMapHeight)
        return Error{tr("%1 pixels are too few for these maps, which need %2")
                         .arg(thousands(height), thousands(count * kLeastMapHeight))
                         .toStdString(),
                     "height"};
    if (height > kMaxPictureSide)
        return Error{tr("the picture would be %1 pixels high, the limit is %2: choose fewer figures")
                         .arg(thousands(height), thousands(kMaxPictureSide))
                         .toStdString(),
                     {}};
    std::vector<Picture> pictures;
    for (int i = 0; i < count; ++i)
        pictures.push_back(mapPicture(data, figures[static_cast<std::size_t>(i)], options,
                                      height * (i + 1) / count - height * i / count));
    return stacked(std::move(pictures));
}

}  // namespace bubblescope
