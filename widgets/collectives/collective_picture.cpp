#include "widgets/collectives/collective_picture.h"

#include "engine/core/text.h"
#include "engine/io/collective_file.h"
#include "widgets/collectives/collective_words.h"
#include "widgets/collectives/message_routes.h"
#include "widgets/collectives/slots_shapes.h"
#include "widgets/collectives/story_frames.h"
#include "widgets/kit/csv.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/picture/enlarged_picture.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

namespace {

constexpr double kPageMargin = 16, kPageTitleHeight = 48, kLeastRowPitch = 3;
constexpr double kPaperHeight = 864;         // 9 inches, the height of the text on a page of a paper
constexpr std::size_t kMostDrawn = 400'000;  // cells in all steps
// For a picture of one step.
constexpr double kSlideTitle = 30, kSlideLines = 46, kSlideRow = 38, kMostSlideShare = 0.75;
constexpr int kLegendLines = 2;

}  // namespace

QString collectiveTitle(const CollectiveSetup& setup, std::string_view algorithm) {
    QString name = algorithm == "binomial" ? Text::tr("Binomial-tree") : toQString(algorithm);
    QString collective = toQString(infoOf(setup.collective).title);
    name[0] = name[0].toUpper(), collective[0] = collective[0].toLower();
    const QString bytes = formatBytes(setup.bytes);
    return setup.ranks == 1 ? Text::tr("%1 %2 of %3 over 1 rank").arg(name, collective, bytes)
                            : Text::tr("%1 %2 of %3 over %4 ranks").arg(name, collective, bytes).arg(setup.ranks);
}

namespace {

QString titleOf(const CollectiveSetup& setup, const Playback& playback) {
    const QString what = collectiveTitle(setup, playback.algorithm->id);
    const bool isNamed = !setup.title.empty() && setup.title != infoOf(setup.collective).title &&
                         !what.startsWith(QString::fromStdString(setup.title));
    return isNamed ? Text::tr("%1: %2").arg(QString::fromStdString(setup.title), what) : what;
}

QString captionOf(const Playback& playback, std::size_t step) {
    return step == 0 ? Text::tr("at the start") : Text::tr("after step %1 of %2").arg(step).arg(playback.steps());
}

void addElided(DisplayList& list, const QByteArray& name, const QFont& font, const QColor& ink, const QPointF& at,
               const QString& text, double room) {
    list.add(DisplayText{list.use(lettered(name, font, ink)), at,
                         QFontMetricsF(font).elidedText(text, Qt::ElideRight, room)});
}

/// Without colours, ranks and messages are greys.
const OpPalette& paletteOf(const PictureOptions& options) {
    const auto palettes = opPalettes();
    const auto print = std::ranges::find(palettes, true, &OpPalette::isPrint);
    return options.theme == ThemeId::Print ? *print : opPalette(options.palette);
}

Error tooLow(double least) {
    return {Text::tr("is too low for the rows; needs at least %1 pixels").arg(std::ceil(least)).toStdString(),
            "height"};
}

/// One step in the whole requested size; type scales with the size.
Result<Picture> pictureOfStep(std::shared_ptr<const Playback> playback, std::shared_ptr<const Playback> drawn,
                              const CollectiveSetup& setup, const PictureOptions& options, std::size_t step) {
    const States& states = drawn->states;
    const double byHeight = options.height ? *options.height / kRoomHeight : HUGE_VAL;
    const double scale = std::max(0.5, std::min(options.width / kRoomWidth, byHeight));
    const Moment moment = playback->after(std::min(step, playback->steps())),
                 drawnMoment = drawn->after(moment.steps());
    const double margin = kPageMargin * scale, room = options.width - 2 * margin;
    const OpPalette& palette = paletteOf(options);
    const SlotsPicture shown{*drawn, drawnMoment, setup.cluster, options.theme, palette};
    const double legend =
        options.legend ? addSlotsLegend(nullptr, {margin, 0, room, 0}, shown, scale, kLegendLines) : 0;
    const double top = margin / 2 + (options.ownTitle ? kSlideTitle * scale : 0) + kSlideLines * scale;
    const double foot = legend + margin / 2;
    SlotsRoom needs = roomFor(*drawn);
    needs.fills = true;
    // The space above and below the rows.
    const double around = layoutSlots({room, 0}, states.ranks(), 1, drawn->nodeSize, scale, needs).top + 8;
    const double least = top + foot + around + states.rows() * kLeastRowPitch;
    const double most = std::max(least, options.width * kMostSlideShare);
    const double wanted = top + foot + around + states.rows() * kSlideRow * scale;
    const double height = options.height ? options.height->pixels : std::ceil(std::min(wanted, most));
    if (height < least) return tooLow(least);
    if (auto ok = checkPictureSides(options.width, height); !ok) return ok.error();
    const QSizeF size(options.width, height);
    const SlotsLayout layout = layoutSlots({size.width() - margin, height - top - foot}, states.ranks(), states.rows(),
                                           drawn->nodeSize, scale, needs);
    return Picture{
        size, titleOf(setup, *playback), {[=](double ratio) {
            const Theme& theme = themeOf(options.theme);
            DisplayList list;
            list.add(DisplayRect{list.use(filled("ground", theme.window)), QRectF(QPointF(), size)});
            if (options.ownTitle)
                addElided(list, "title", uiFont(18 * scale, QFont::DemiBold), theme.text,
                          {margin, margin / 2 + 22 * scale}, titleOf(setup, *playback), room);
            list.begin("step", {{"step", QString::number(step)}});
            const double lines = top - kSlideLines * scale;
            const QFont bold = uiFont(14 * scale, QFont::DemiBold), plain = uiFont(13 * scale);
            const QString caption = captionOf(*playback, step), half = halfText(*playback, step);
            addElided(list, "caption", bold, theme.text, {margin, lines + 18 * scale}, caption, room);
            const double used = QFontMetricsF(bold).horizontalAdvance(caption) + 14 * scale;
            const QString sum = setup.ranks > 1 && options.hasCosts
                                    ? costSum(*playback->algorithm, closedFormOf(*playback->algorithm, playback->team))
                                    : QString();
            const double why = QFontMetricsF(plain).horizontalAdvance(sum) + 14 * scale;
            const bool hasWhy = used + why <= room;
            if (hasWhy)
                list.add(DisplayText{list.use(lettered("why", plain, theme.mutedText, Anchor::End)),
                                     {margin + room, lines + 18 * scale},
                                     sum});
            if (!half.isEmpty())
                addElided(list, "half", uiFont(14 * scale), theme.mutedText, {margin + used, lines + 18 * scale}, half,
                          room - used - (hasWhy ? why : 0));
            const QString sentence = momentText(*playback, moment),
                          more = sentence + QLatin1Char(' ') + exampleText(*playback, moment);
            const bool hasExample = QFontMetricsF(plain).horizontalAdvance(more) <= room;
            addElided(list, "sentence", plain, theme.text, {margin, lines + 38 * scale},
                      hasExample ? more.trimmed() : sentence, room);
            const SlotsPicture picture{*drawn, drawnMoment, setup.cluster, options.theme, palette, {}, ratio > 0};
            list.origin = {margin / 2, top};
            addSlots(list, layout, picture);
            list.origin = {};
            list.end();
            if (options.legend)
                addSlotsLegend(&list, {margin, height - foot, room, legend}, picture, scale, kLegendLines);
            return list;
        }}};
}

/// A page of steps side by side, in several rows.
struct StoryPage {
    std::shared_ptr<const Playback> playback, drawn;
    CollectiveSetup setup;
    PictureOptions options;
    std::shared_ptr<const StoryFrames> frames;
    double legend = 0;               // its height
    std::vector<std::size_t> steps;  // of all pages
    std::size_t page = 0;

    /// The index in `steps` of the first one on this page.
    std::size_t first() const {
        std::size_t first = 0;
        for (std::size_t before = 0; before < page; ++before)
            for (const int row : frames->pages[before]) first += static_cast<std::size_t>(row);
        return first;
    }

    DisplayList draw(double ratio) const {
        const Theme& theme = themeOf(options.theme);
        const QSizeF size(options.width, frames->height);
        const double room = size.width() - 2 * kPageMargin;
        DisplayList list;
        list.add(DisplayRect{list.use(filled("ground", theme.window)), QRectF(QPointF(), size)});
        const bool hasTitle = options.ownTitle && page == 0;
        if (hasTitle)
            addElided(list, "title", pictureTitleFont(), theme.text, {kPageMargin, kPictureTitleBaseline},
                      titleOf(setup, *playback), room);
        const double top = hasTitle ? kPageTitleHeight : kPageMargin;
        std::size_t at = first();
        const std::vector<int>& rows = frames->pages[page];
        for (int row = 0; row < static_cast<int>(rows.size()); ++row)
            for (int column = 0; column < rows[static_cast<std::size_t>(row)]; ++column)
                addFrame(list, at++, {kPageMargin + frames->leftOf(column), top + frames->topOf(row)},
                         frames->layouts[row == 0][column == 0], ratio);
        if (options.legend) {
            const Moment last = drawn->after(std::min(steps[at - 1], drawn->steps()));
            addSlotsLegend(&list, {kPageMargin, size.height() - kPageMargin / 2 - legend, room, legend},
                           {*drawn, last, setup.cluster, options.theme, paletteOf(options)}, 1, kLegendLines);
        }
        return list;
    }

    /// The half of a collective is named where it begins.
    void addFrame(DisplayList& list, std::size_t at, const QPointF& corner, const SlotsLayout& layout,
                  double ratio) const {
        const Theme& theme = themeOf(options.theme);
        const std::size_t step = steps[at];
        const QFont bold = uiFont(13, QFont::DemiBold), plain = uiFont(12);
        list.begin("step", {{"step", QString::number(step)}});
        list.origin = corner;
        const double left = layout.nodeRect(0).isNull() ? 2 : layout.nodeRect(0).left();
        const QString caption = step == 0 ? captionOf(*playback, step) : Text::tr("after step %1").arg(step);
        // Up to the next frame's box, or to the margin.
        const double next = corner.x() + layout.size.width() + kStoryGap + layout.edge;
        const double end = std::min(next, options.width - kPageMargin) - corner.x();
        addElided(list, "caption", bold, theme.text, {left, 14}, caption, end - left);
        const QString half = halfName(*playback, step);
        const double used = left + QFontMetricsF(bold).horizontalAdvance(caption) + 12;
        if (!half.isEmpty() && (at == 0 || halfName(*playback, steps[at - 1]) != half))
            addElided(list, "half", plain, theme.mutedText, {used, 14}, half, end - used);
        list.origin = corner + QPointF(0, kStoryCaption);
        const Moment moment = drawn->after(std::min(step, drawn->steps()));
        addSlots(list, layout, {*drawn, moment, setup.cluster, options.theme, paletteOf(options), {}, ratio > 0});
        list.origin = {};
        list.end();
    }
};

/// Steps side by side. A given height is that of each page; without one, everything is on one page, and formats with
/// pages have pages that are at most `paper` high.
Result<Picture> pictureOfSteps(std::shared_ptr<const Playback> playback, std::shared_ptr<const Playback> drawn,
                               const CollectiveSetup& setup, const PictureOptions& options,
                               const std::vector<std::size_t>& steps, double paper) {
    const double room = options.width - 2 * kPageMargin;
    const SlotsPicture start{*drawn, drawn->after(0), setup.cluster, options.theme, paletteOf(options)};
    const double legend =
        options.legend ? addSlotsLegend(nullptr, {kPageMargin, 0, room, 0}, start, 1, kLegendLines) : 0;
    const double top = options.ownTitle ? kPageTitleHeight : kPageMargin;
    StoryRoom story{.width = room,
                    .page = options.height ? options.height->pixels : paper,
                    .top = top,
                    .foot = kPageMargin + legend,
                    .fills = options.height.has_value()};
    const auto count = static_cast<int>(steps.size());
    auto paged = storyFrames(*drawn, count, story);
    if (!paged) return paged.error();
    const auto picture = [=](StoryFrames frames) -> Result<Picture> {
        if (auto ok = checkPictureSides(options.width, frames.height); !ok) return ok.error();
        Picture out{{options.width, frames.height}, titleOf(setup, *playback), {}};
        const auto shared = std::make_shared<const StoryFrames>(std::move(frames));
        for (std::size_t page = 0; page < shared->pages.size(); ++page)
            out.pages.push_back([story = StoryPage{playback, drawn, setup, options, shared, legend, steps, page}](
                                    double ratio) { return story.draw(ratio); });
        return out;
    };
    if (options.height || paged->pages.size() == 1) return picture(std::move(*paged));
    auto whole = picture(onOnePage(*paged, story));
    if (whole) whole->onPages = [picture, frames = *paged] { return picture(frames); };
    return whole;
}

/// One page per step.
Result<Picture> pagesOfSteps(const std::shared_ptr<const Playback>& playback,
                             const std::shared_ptr<const Playback>& drawn, const CollectiveSetup& setup,
                             const PictureOptions& options, const std::vector<std::size_t>& steps) {
    Picture all{{}, titleOf(setup, *playback), {}};
    for (const std::size_t step : steps) {
        auto page = pictureOfStep(playback, drawn, setup, options, step);
        if (!page) return page;
        all.size = page->size;
        all.pages.push_back(std::move(page->pages.front()));
    }
    return all;
}

}  // namespace

namespace {

Result<void> checkDrawn(const Playback& drawn, std::size_t steps) {
    const States& states = drawn.states;
    const auto cells = static_cast<std::size_t>(states.ranks()) * static_cast<std::size_t>(states.rows());
    if (cells * steps <= kMostDrawn && states.rows() <= 2'000) return {};
    const QString text = drawn.isByNode()
                             ? Text::tr("a picture cannot show %2 steps of %1 nodes; choose one step or fewer nodes")
                             : Text::tr("a picture cannot show %2 steps of %1 ranks; choose one step or fewer ranks");
    return Error{text.arg(states.ranks()).arg(steps).toStdString(), "step"};
}

Result<Picture> storyboardOf(const std::shared_ptr<const Playback>& whole, const CollectiveSetup& setup,
                             const PictureOptions& options, double paper) {
    if (auto ok = checkPictureSides(options.width, options.height); !ok) return ok.error();
    const auto part = drawnOf(whole), told = toldOf(whole);
    if (!part) return part.error();
    const std::shared_ptr<const Playback> drawn = *part, playback = *told;
    std::vector<std::size_t> all(playback->steps() + 1);
    std::iota(all.begin(), all.end(), std::size_t{0});
    const std::vector<std::size_t> steps = options.figures.empty() ? all : options.figures;
    if (auto ok = checkDrawn(*drawn, steps.size()); !ok) return ok.error();
    // A single step cannot play, so playing shows all steps.
    const auto paged = [=, played = steps.size() == 1 ? all : steps](Pace) -> Result<Picture> {
        if (auto ok = checkDrawn(*drawn, played.size()); !ok) return ok.error();
        return pagesOfSteps(playback, drawn, setup, options, played);
    };
    auto picture = steps.size() == 1 ? pictureOfStep(playback, drawn, setup, options, steps.front())
                   : options.isPaged ? pagesOfSteps(playback, drawn, setup, options, steps)
                                     : pictureOfSteps(playback, drawn, setup, options, steps, paper);
    if (picture) picture->played = paged;
    return picture;
}

}  // namespace

Result<Picture> storyboard(std::shared_ptr<const Playback> playback, const CollectiveSetup& setup,
                           const PictureOptions& options) {
    return sizedPicture(options, [&](const PictureOptions& whole) {
        const double paper = options.width.isOfPaper() ? kPaperHeight * whole.width / options.width : 0;
        return storyboardOf(playback, setup, whole, paper);
    });
}

std::string collectiveTable(const CollectiveSetup& setup) {
    std::string out = "collective,algorithm,ranks,bytes,steps,time_us,bus_bandwidth_gbs,sent_per_rank_bytes,refusal\n";
    for (const std::string& id : setup.algorithms) {
        const auto run = runCollective(setup, id);
        out += std::string(infoOf(setup.collective).id) + ',' + (run ? std::string(run->algorithm->id) : id) + ',' +
               std::to_string(setup.ranks) + ',' + numberText(setup.bytes) + ',';
        if (!run) {
            out += ",,,," + csvCell(toQString(run.error().message)).toStdString() + '\n';
            continue;
        }
        const ClosedForm& form = run->form;
        out += std::to_string(form.steps()) + ',' + numberText(toUnits(run->time)) + ',';
        if (run->busBandwidth) out += numberText(*run->busBandwidth);
        out += ',';
        if (run->plan)
            out +=
                numberText(setup.bytes *
                           static_cast<double>(*std::max_element(run->traffic.sent.begin(), run->traffic.sent.end())) /
                           run->plan->slotCount);
        out += ",\n";
    }
    return out;
}

std::string collectiveValues(const CollectiveSetup& setup, RowsForm form) {
    if (form == RowsForm::Csv) return collectiveTable(setup);
    std::vector<Result<CollectiveRun>> runs;
    for (const std::string& id : setup.algorithms) runs.push_back(runCollective(setup, id));
    return collectiveJson(setup, setup.algorithms, runs, false, [](const std::string& text) {
        return QCryptographicHash::hash(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())),
                                        QCryptographicHash::Sha1)
            .toHex()
            .toStdString();
    });
}

Exportable exportedCollective(std::shared_ptr<const Playback> playback, const CollectiveSetup& setup,
                              std::size_t step) {
    Exportable out;
    out.drawn.what = kOfOthers;
    out.heading = collectiveTitle(setup, playback->algorithm->id);
    // The saved algorithm list starts with the one shown, so that the picture opens with it.
    CollectiveSetup inside = setup;
    const auto shown = std::find(inside.algorithms.begin(), inside.algorithms.end(), playback->algorithm->id);
    if (shown != inside.algorithms.end()) std::rotate(inside.algorithms.begin(), shown, shown + 1);
    out.json = writeCollective(inside);
    out.picture = [playback, setup](const PictureOptions& options) { return storyboard(playback, setup, options); };
    out.figures = playback->steps() + 1;
    out.figure = step;
    out.figuresTitle = Text::tr("Steps");
    out.figureName = QStringLiteral("step-%1").arg(step);
    out.canHaveTitle = true;
    out.plays = true;
    out.rows = setup.algorithms.size();
    out.values = [setup](RowsForm form, std::size_t) { return collectiveValues(setup, form); };
    return out;
}

}  // namespace bubblescope
