#include "widgets/charts/curves_look.h"

#include "widgets/kit/text.h"
#include "widgets/shown/op_palette.h"

#include <algorithm>

namespace bubblescope {

namespace {

Error lookError(const char* key, const QString& message) { return {message.toStdString(), key}; }

/// A copy of a function of axis words with another caption.
std::function<AxisWords(double most)> withCaption(std::function<AxisWords(double most)> words, const QString& titles,
                                                  std::size_t index) {
    return [words = std::move(words), titles, index](double most) {
        AxisWords out = words(most);
        out.caption = axisTitle(titles, index, out.caption);
        return out;
    };
}

Result<void> setX(CurvesModel& model, const PictureOptions& look) {
    if (!look.xTitle.isEmpty()) {
        model.xCaption = axisTitle(look.xTitle, 0, {});
        model.xFrom = model.xTo = {};
        model.frame.lowHeight = 0;
    }
    if (!look.xRange.empty()) {
        CurveAxis& axis = model.axis;
        axis.from = look.xRange.front().from.value_or(axis.from);
        axis.to = look.xRange.front().to.value_or(axis.to);
        if (axis.from >= axis.to) return lookError("x_range", Text::tr("has none of the values on this axis"));
        std::erase_if(axis.order,
                      [&](std::size_t i) { return model.values[i] < axis.from || model.values[i] > axis.to; });
        if (axis.order.empty()) return lookError("x_range", Text::tr("has none of the values on this axis"));
    }
    if (look.log == LogAxes::Auto) return {};
    model.axis.isLog = look.log == LogAxes::X || look.log == LogAxes::Both;
    if (!model.axis.isLog || model.axis.from > 0) return {};
    return lookError("log", Text::tr("x begins at %1; a logarithmic axis needs values above 0, such as --x-range 1..")
                                .arg(model.axis.from));
}

Result<void> setY(CurvesModel& model, const PictureOptions& look, std::size_t figures) {
    const std::size_t quantities = std::max<std::size_t>(1, model.scales.size() / figures);
    for (std::size_t i = 0; i < model.scales.size(); ++i) {
        CurvesScale& scale = model.scales[i];
        const std::size_t quantity = i % quantities;
        if (!look.yTitle.isEmpty()) scale.words = withCaption(std::move(scale.words), look.yTitle, quantity);
        if (quantity < look.yRange.size()) scale.from = look.yRange[quantity].from, scale.to = look.yRange[quantity].to;
        if (look.log != LogAxes::Auto) scale.isLog = look.log == LogAxes::Y || look.log == LogAxes::Both;
        constexpr double kMostShare = 10;
        const bool isShare = scale.to && scale.words && scale.words(*scale.to).tick(1, 1).endsWith(QLatin1Char('%'));
        if (isShare && *scale.to > kMostShare)
            return lookError("y_range", Text::tr("ends at %1%; a share is written with a percent sign, such as 0%..%2%")
                                            .arg(100 * *scale.to)
                                            .arg(*scale.to));
    }
    return {};
}

void setSeries(CurvesModel& model, const PictureOptions& look) {
    const bool isSafe = look.palette == QLatin1String(kSafePalette);
    const bool isPrint = look.palette == QLatin1String("print");
    const QColor black = model.theme().text;
    for (std::size_t i = 0; i < model.series.size(); ++i) {
        CurveSeries& series = model.series[i];
        if (series.isFilled) continue;
        if (isSafe) series.look.color = safeColor(i, model.themeId);
        if (isPrint) series.look.color = black, series.look.dashes = seriesDashes(i);
        if (isSafe && i >= kSafeColors) series.look.dashes = seriesDashes(1);
        if (look.dashes != Switch::Auto)
            series.look.dashes = look.dashes == Switch::On ? seriesDashes(i) : QVector<qreal>();
        if (look.markers == Switch::Off) series.marksPoints = false;
        if (look.markers == Switch::On) series.marksPoints = !series.isQuiet, series.look.shape = seriesShape(i);
    }
    model.frame.crowdsMarkers = look.markers == Switch::On;
    if (!isSafe && !isPrint) return;
    if (model.marker)
        for (CurvesMarker::Dot& dot : model.marker->dots)
            if (dot.series) dot.color = model.series[*dot.series].look.color;
}

std::vector<CurvesLegendEntry> allSeries(const CurvesModel& model) {
    std::vector<CurvesLegendEntry> entries;
    for (std::size_t i = 0; i < model.series.size(); ++i) entries.push_back({i, model.series[i].name, {}});
    return entries;
}

void setLegend(CurvesModel& model, const PictureOptions& look) {
    if (!look.legend) {
        model.legend.clear();
        model.frame.namesEnds = false;
        for (ModelPanel& panel : model.panels) panel.keys.clear();
        return;
    }
    if (look.legendPlace == LegendPlace::Auto) return;
    model.frame.legend = look.legendPlace;
    model.frame.namesEnds = look.legendPlace == LegendPlace::Ends;
    for (ModelPanel& panel : model.panels) panel.keys.clear();
    if (model.frame.namesEnds)
        std::erase_if(model.legend, [](const CurvesLegendEntry& entry) { return entry.series.has_value(); });
    else if (model.legend.empty())
        model.legend = allSeries(model);
}

}  // namespace

QString axisTitle(const QString& titles, std::size_t index, const QString& own) {
    const QStringList all = titles.split(QLatin1Char(';'));
    const QString title = all.value(static_cast<qsizetype>(index)).trimmed();
    if (title == QLatin1String(kNoTitle)) return {};
    return title.isEmpty() ? own : title;
}

Result<CurvesModel> styled(CurvesModel model, const PictureOptions& look) {
    if (auto ok = setX(model, look); !ok) return ok.error();
    if (auto ok = setY(model, look, std::max<std::size_t>(1, model.headings.size())); !ok) return ok.error();
    setSeries(model, look);
    setLegend(model, look);
    if (look.inset) model.frame.margin = *look.inset;
    if (!look.hasPresent) model.marker.reset();
    const CurveAxis& axis = model.axis;
    const auto isOut = [&](double x) { return x < axis.from || x > axis.to; };
    if (model.marker && isOut(model.marker->at)) model.marker.reset();
    for (ModelPanel& panel : model.panels) {
        if (!look.hasCrossings) panel.changes.clear(), panel.crossings.clear();
        std::erase_if(panel.changes,
                      [&](const CurveChange& change) { return isOut(change.below) || isOut(change.above); });
    }
    return model;
}

}  // namespace bubblescope
