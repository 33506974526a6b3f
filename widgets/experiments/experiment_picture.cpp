#include "widgets/experiments/experiment_picture.h"

#include <qcustomplot.h>

#include "widgets/experiments/winner_paint.h"
#include "widgets/figure/figure_layout.h"

#include <QCoreApplication>

#include <numeric>

namespace bubblescope {

namespace {

constexpr int kTitleHeight = 48;
constexpr int kLeastMapHeight = 240;

/// The maps of one figure, as high as is usual where no height is asked for.
Picture mapPicture(const CurvesData& data, std::size_t figure, const CurvesOptions& options, int height) {
    const QString title = curvesTitle(*data.results->plan, {figure});
    const int top = options.title ? kTitleHeight : 0;
    const QSize size(options.width, height);
    return {size, title, [=, results = data.results, hidden = data.hidden, theme = options.theme](QCPPainter& painter) {
                painter.save();
                painter.fillRect(QRect(QPoint(), size), themeOf(theme).window);
                if (top > 0) {
                    painter.setFont(figureTitleFont());
                    painter.setPen(themeOf(theme).text);
                    painter.drawText(QPointF(kFigureTitleX, kFigureTitleBaseline), title);
                }
                painter.translate(0, top);
                paintWinnerMap(painter, QSizeF(size.width(), size.height() - top), results, figure, hidden, theme);
                painter.restore();
            }};
}

}  // namespace

Result<Picture> experimentPicture(CurvesData data, const CurvesOptions& options) {
    if (data.results->plan->experiment.view == View::Curves) return curvesPicture(std::move(data), options);
    if (const auto checked = checkFigureSides(options.width, options.height); !checked) return checked.error();
    std::vector<std::size_t> figures = options.figures;
    if (figures.empty()) {
        figures.resize(data.results->plan->figures());
        std::iota(figures.begin(), figures.end(), std::size_t{0});
    }
    const auto count = static_cast<int>(figures.size());
    const int height = options.height ? *options.height / count : std::max(kLeastMapHeight, options.width / 2);
    if (height < kLeastMapHeight)
        return Error{QCoreApplication::translate("Curves", "%1 pixels are too few for these maps, which need %2")
                         .arg(*options.height)
                         .arg(count * kLeastMapHeight)
                         .toStdString(),
                     "height"};
    std::vector<Picture> pictures;
    for (const std::size_t figure : figures) pictures.push_back(mapPicture(data, figure, options, height));
    return stacked(std::move(pictures));
}

}  // namespace bubblescope
