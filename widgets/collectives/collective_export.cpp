#include "widgets/collectives/collective_export.h"

#include "engine/io/collective_file.h"
#include "widgets/charts/chart_export.h"
#include "widgets/charts/curves_items.h"
#include "widgets/collectives/collective_words.h"
#include "widgets/collectives/cost_words.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/picture/enlarged_picture.h"
#include "widgets/picture/gantt_picture.h"
#include "widgets/shown/op_palette.h"

#include <QCoreApplication>
#include <QTextDocumentFragment>

namespace bubblescope {

namespace {

constexpr double kTitleHeight = 44, kSentenceHeight = 44, kMargin = 16, kShape = 0.56;

Result<Picture> clockPicture(std::vector<TrackData> tracks, const CollectiveSetup& setup, PictureOptions options) {
    for (TrackData& track : tracks) {
        const std::string id = track.kind.toStdString();
        track.color = algorithmColor(themeOf(options.theme), algorithmFor(setup, id));
    }
    options.labels = CellLabel::Stage;
    options.firstNumber = 1;  // steps
    if (options.ownTitle)
        options.title = Text::tr("%1 of %2 over %3 ranks")
                            .arg(toQString(infoOf(setup.collective).title), formatBytes(setup.bytes))
                            .arg(setup.ranks);
    if (options.theme == ThemeId::Print)
        for (const OpPalette& palette : opPalettes())
            if (palette.isPrint) options.palette = QLatin1String(palette.id);
    return ganttPicture(tracks, options);
}

Result<Picture> sizedAndEnlarged(const PictureOptions& options,
                                 const std::function<Result<Picture>(const PictureOptions& options)>& layOut) {
    return sizedPicture(options, [&](const PictureOptions& whole) { return enlargedPicture(whole, layOut); });
}

QString titleOf(const CollectiveSetup& setup, CostAxis axis) {
    const QString what = toQString(infoOf(setup.collective).title);
    switch (axis) {
        case CostAxis::Bytes: return Text::tr("%1 over %2 ranks: time over bytes").arg(what).arg(setup.ranks);
        case CostAxis::Ranks: return Text::tr("%1 of %2: time over ranks").arg(what, formatBytes(setup.bytes));
        case CostAxis::Map: return Text::tr("%1: fastest algorithm").arg(what);
    }
    return {};
}

Result<Picture> curvesPicture(const CollectiveSetup& setup, CostAxis axis, const PictureOptions& options) {
    const double height = options.height ? options.height->pixels : std::floor(options.width * kShape);
    const QSize size = QSizeF(options.width, height).toSize();
    if (auto ok = checkPictureSides(size.width(), size.height()); !ok) return ok.error();
    const double top = options.ownTitle ? kTitleHeight : kMargin, foot = options.legend ? kSentenceHeight : kMargin;
    const QSize inner(size.width() - 2 * static_cast<int>(kMargin), size.height() - static_cast<int>(top + foot));
    constexpr int kLeast = 130;  // for curves that can be read
    if (inner.height() < kLeast)
        return Error{Text::tr("is too low for the curves; needs at least %1 pixels")
                         .arg(kLeast + static_cast<int>(std::ceil(top + foot)))
                         .toStdString(),
                     "height"};
    const CostCurves cost = CostCurves::of(setup, axis);
    PictureOptions own;
    own.width = inner.width();
    own.height = inner.height();
    const DisplayList drawn = curvesList(layoutCurves(modelOf(cost, options.theme), own));
    const QString sentence = QTextDocumentFragment::fromHtml(costSentence(cost)).toPlainText();
    const QString title = titleOf(setup, axis);
    return Picture{
        size, title, {[=](bool) {
            const Theme& theme = themeOf(options.theme);
            DisplayList list;
            list.add(DisplayRect{list.use(filled("ground", theme.window)), QRectF(QPointF(), QSizeF(size))});
            list.add(drawn, "curves", {kMargin, top});
            if (options.ownTitle)
                list.add(DisplayText{list.use(lettered("title", pictureTitleFont(), theme.text)),
                                     {kPictureTitleX, kPictureTitleBaseline},
                                     title});
            if (!options.legend) return list;
            const QFont font = uiFont(12.5);
            const QRectF room(kMargin, size.height() - foot, size.width() - 2 * kMargin, foot - 6);
            WrappedText(sentence, font, room).addTo(list, lettered("sentence", font, theme.text, Anchor::Middle));
            return list;
        }}};
}

std::size_t countRows(const CollectiveSetup& setup, CostAxis axis) {
    return tableOf(CostCurves::of(setup, axis)).rows.size();
}

}  // namespace

Exportable exportedPage(std::optional<Exportable> storyboard, const CollectiveSetup& setup,
                        std::vector<TrackData> tracks) {
    Exportable out;
    out.drawn.what = kOfOthers;
    if (storyboard) {
        out = std::move(*storyboard);
        out.parts.push_back({Text::tr("Storyboard"), {}, out.picture, out.values, out.rows});
    } else {
        out.heading = collectiveTitle(setup, setup.algorithms.front());
        out.json = writeCollective(setup);
        out.canHaveTitle = true;
    }
    const auto table = [setup](RowsForm form, std::size_t) { return collectiveValues(setup, form); };
    out.parts.push_back({Text::tr("Algorithms on one time axis"), QStringLiteral("clock"),
                         [tracks, setup](const PictureOptions& options) {
                             return sizedAndEnlarged(options, [&](const PictureOptions& smaller) {
                                 return clockPicture(tracks, setup, smaller);
                             });
                         },
                         table, setup.algorithms.size()});
    struct Curves {
        CostAxis axis;
        const char *title, *file;
    };
    for (const auto& [axis, title, file] :
         {Curves{CostAxis::Bytes, QT_TRANSLATE_NOOP("Text", "Time over bytes"), "over-bytes"},
          Curves{CostAxis::Ranks, QT_TRANSLATE_NOOP("Text", "Time over ranks"), "over-ranks"},
          Curves{CostAxis::Map, QT_TRANSLATE_NOOP("Text", "Winner map"), "winners"}})
        out.parts.push_back({Text::tr(title), QLatin1String(file),
                             [setup, at = axis](const PictureOptions& options) {
                                 return sizedAndEnlarged(options, [&](const PictureOptions& smaller) {
                                     return curvesPicture(setup, at, smaller);
                                 });
                             },
                             [setup, at = axis](RowsForm form, std::size_t most) {
                                 return valuesText(tableOf(CostCurves::of(setup, at)), form, most);
                             },
                             countRows(setup, axis)});
    out.picture = out.parts.front().picture;
    out.values = out.parts.front().values;
    out.rows = out.parts.front().rows;
    return out;
}

}  // namespace bubblescope
