#include "widgets/charts/chart_export.h"

#include "widgets/charts/curves_look.h"
#include "widgets/charts/curves_picture.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/picture/enlarged_picture.h"
#include "widgets/shown/op_palette.h"

#include <QFontMetricsF>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// What an export of any chart has.
Exportable exported(PictureOf what, ChartFacts facts) {
    Exportable thing;
    thing.heading = Text::tr("Export chart");
    thing.drawn.what = what;
    thing.canHaveTitle = true;
    thing.json = std::move(facts.document);
    thing.rows = facts.values.rows.size();
    thing.values = [table = std::move(facts.values)](RowsForm form, std::size_t most) {
        return valuesText(table, form, most);
    };
    return thing;
}

/// In the size of the options, with their caption; type grows with a picture of a given height.
Result<Picture> sized(const PictureOptions& options,
                      const std::function<Result<Picture>(const PictureOptions& options)>& layOut) {
    return sizedPicture(options, [&](const PictureOptions& whole) {
        return enlargedPicture(whole, [&](const PictureOptions& inner) { return captionedPicture(inner, layOut); });
    });
}

/// Of a page as a picture of its own.
void setFrame(CurvesFrame& frame) {
    constexpr int kLeastHeight = 90;  // so that four panels fit into a column of a paper
    const CurvesFrame usual;
    frame.margin = usual.margin, frame.top = usual.top, frame.bottom = usual.bottom;
    frame.minHeight = kLeastHeight;
    frame.lowHeight = 0;
}

void setColors(BarsModel& model, const PictureOptions& options) {
    for (BarRow& row : model.rows)
        if (row.parts.size() == 1) {
            if (options.palette == QLatin1String(kSafePalette))
                row.parts[0].look.fill = safeColor(row.entry, options.theme);
            if (options.palette == QLatin1String("print")) row.parts[0].look.fill = model.theme().mutedText;
        }
}

/// A chart with a title and space around it, `usual` high unless the options say otherwise, and at least `least`.
Result<Picture> framed(const PictureOptions& options, const QString& title, double usual, double least,
                       const std::function<DisplayList(const QSizeF& size)>& drawn) {
    constexpr double kAround = 14, kMargin = kPictureTitleX, kTitle = 44;
    if (const auto ok = checkPictureSides(options.width, options.height); !ok) return ok.error();
    const QString wanted = options.title.isEmpty() ? title : options.title.simplified();
    const double top = options.ownTitle && !wanted.isEmpty() ? kTitle : kAround;
    const double height = options.height ? options.height->pixels : std::ceil((top + usual + kAround) / 4) * 4;
    if (height < top + least + kAround)
        return Error{Text::tr("is too low for this chart; needs at least %1 pixels")
                         .arg(std::ceil(top + least + kAround))
                         .toStdString(),
                     "height"};
    const QSize size(static_cast<int>(options.width), static_cast<int>(height));
    const QSizeF inner(size.width() - 2 * kMargin, size.height() - top - kAround);
    const DisplayList chart = drawn(inner);
    const QString shown =
        top == kTitle ? QFontMetricsF(pictureTitleFont()).elidedText(wanted, Qt::ElideRight, inner.width()) : QString();
    return Picture{
        size, shown, {[=, theme = options.theme](double) {
            DisplayList list;
            list.add(DisplayRect{list.use(filled("ground", themeOf(theme).window)), QRectF({}, size)});
            list.add(chart, "chart", {kMargin, top});
            if (!shown.isEmpty())
                list.add(DisplayText{.look = list.use(lettered("title", pictureTitleFont(), themeOf(theme).text)),
                                     .at = {kPictureTitleX, kPictureTitleBaseline},
                                     .words = shown,
                                     .hasSubscripts = true});
            return list;
        }}};
}

Result<Picture> barsPicture(BarsModel model, const QString& title, const PictureOptions& options) {
    constexpr double kRow = 34, kLeastRow = 14, kKeys = 32;
    setColors(model, options);
    const double rows = std::max(1.0, static_cast<double>(model.rows.size())), keys = model.leastRow == 0 ? 0 : kKeys;
    return framed(options, title, rows * kRow + keys, rows * kLeastRow + keys,
                  [&](const QSizeF& size) { return barsList(model, layoutBars(model, size)); });
}

/// Sets the range of an axis, and its title.
Result<void> setAxis(PointsAxis& axis, const char* field, const QString& title, const ShownRanges& range) {
    axis.caption = axisTitle(title, 0, axis.caption);
    if (range.empty()) return {};
    axis.from = range.front().from.value_or(axis.from);
    axis.to = range.front().to.value_or(axis.to);
    if (axis.from < axis.to) return {};
    return Error{Text::tr("must end above its start").toStdString(), field};
}

/// Leaves out what the axes do not show.
void crop(PointsModel& model) {
    const auto isOut = [&](std::size_t each) {
        const QPointF at = model.points[each].at;
        return at.x() < model.x.from || at.x() > model.x.to || at.y() < model.y.from || at.y() > model.y.to;
    };
    std::erase_if(model.order, isOut);
    std::erase_if(model.tags, [&](const PointsTag& tag) {
        return tag.at.x() < model.x.from || tag.at.x() > model.x.to || tag.at.y() < model.y.from ||
               tag.at.y() > model.y.to;
    });
}

Result<Picture> pointsPicture(PointsModel model, const QString& title, const PictureOptions& options) {
    constexpr double kShape = 0.56, kLeast = 120;
    if (auto ok = setAxis(model.x, "x_range", options.xTitle, options.xRange); !ok) return ok.error();
    if (auto ok = setAxis(model.y, "y_range", options.yTitle, options.yRange); !ok) return ok.error();
    crop(model);
    return framed(options, title, std::floor(options.width * kShape), kLeast,
                  [&](const QSizeF& size) { return pointsList(layoutPoints(model, size)); });
}

}  // namespace

Exportable exportedChart(std::function<CurvesModel(const PictureOptions& options)> model, ChartFacts facts,
                         PictureOf what) {
    const QString title = facts.title;
    Exportable thing = exported(what, std::move(facts));
    thing.picture = [model, title](const PictureOptions& options) {
        return sized(options, [&](const PictureOptions& inner) {
            CurvesModel made = model(inner);
            if (made.title.isEmpty()) made.title = title;
            setFrame(made.frame);
            return curvesPicture(std::move(made), inner);
        });
    };
    return thing;
}

Exportable exportedChart(std::function<BarsModel(const PictureOptions& options)> model, ChartFacts facts) {
    const QString title = facts.title;
    Exportable thing = exported(kOfBars, std::move(facts));
    thing.picture = [model, title](const PictureOptions& options) {
        return sized(options, [&](const PictureOptions& inner) { return barsPicture(model(inner), title, inner); });
    };
    return thing;
}

Exportable exportedChart(std::function<PointsModel(const PictureOptions& options)> model, ChartFacts facts) {
    const QString title = facts.title;
    Exportable thing = exported(kOfPoints, std::move(facts));
    thing.picture = [model, title](const PictureOptions& options) {
        return sized(options, [&](const PictureOptions& inner) { return pointsPicture(model(inner), title, inner); });
    };
    return thing;
}

std::string valuesText(Table table, RowsForm form, std::size_t most) {
    table.rows.resize(std::min(table.rows.size(), most));
    if (form == RowsForm::Csv) return csvText(table).toStdString();
    QJsonArray rows;
    for (int i = 0; i < static_cast<int>(table.rows.size()); ++i) {
        QJsonObject row;
        for (const TableColumn& column : table.columns) {
            const TableValue value = column.value({i});
            if (const auto* number = std::get_if<double>(&value)) row.insert(column.key, *number);
            if (const auto* text = std::get_if<QString>(&value); text && !text->isEmpty())
                row.insert(column.key, *text);
        }
        rows.append(row);
    }
    return QJsonDocument(rows).toJson().toStdString();
}

}  // namespace bubblescope
