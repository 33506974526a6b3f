#include "widgets/collectives/collective_picture.h"

#include "engine/core/text.h"
#include "engine/io/collective_file.h"
#include "widgets/collectives/collective_words.h"
#include "widgets/collectives/slots_shapes.h"
#include "widgets/kit/csv.h"
#include "widgets/shown/format.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope {

namespace {

constexpr double kMargin = 16, kTitleHeight = 48, kCaption = 24, kGap = 14;
constexpr double kLeastPitch = 34, kRowPitch = 20, kLeastRowPitch = 3;
constexpr std::size_t kMostDrawn = 400'000;  // cells of all steps

QString translated(const char* text) { return QCoreApplication::translate("collectives", text); }

}  // namespace

QString collectiveTitle(const CollectiveSetup& setup, std::string_view algorithm) {
    return translated("%1 of %2 among %3 ranks, by %4")
        .arg(toQString(infoOf(setup.collective).title), formatBytes(setup.bytes))
        .arg(setup.ranks)
        .arg(toQString(algorithm));
}

Result<Picture> storyboard(std::shared_ptr<const Playback> playback, const CollectiveSetup& setup,
                           const PictureOptions& options) {
    if (auto ok = checkPictureSides(options.width, options.height); !ok) return ok.error();
    std::vector<std::size_t> steps = options.figures;
    if (steps.empty()) {
        steps.resize(playback->steps() + 1);
        std::iota(steps.begin(), steps.end(), std::size_t{0});
    }
    const States& states = playback->states;
    const auto cells = static_cast<std::size_t>(states.ranks()) * static_cast<std::size_t>(states.rows());
    if (cells * steps.size() > kMostDrawn || states.rows() > 2'000)
        return Error{
            translated("the slots of %1 ranks after %2 steps are too much for a picture; take one step, or fewer ranks")
                .arg(states.ranks())
                .arg(steps.size())
                .toStdString(),
            "step"};

    const double room = options.width - 2 * kMargin;
    const int nodes = (states.ranks() + setup.cluster.nodeSize - 1) / setup.cluster.nodeSize;
    const double wanted = 64 + states.ranks() * kLeastPitch + (nodes - 1) * 12;
    const auto count = static_cast<int>(steps.size());
    const int across = std::clamp(static_cast<int>((room + kGap) / (wanted + kGap)), 1, count);
    const int down = (count + across - 1) / across;
    const double width = (room - (across - 1) * kGap) / across;
    const double top = options.ownTitle ? kTitleHeight : kMargin;
    const double foot = kMargin + (options.legend ? kSlotsLegendHeight + 6 : 0);
    const double rest = kCaption + 62;
    double height =
        std::ceil(rest + states.rows() * std::max(kLeastRowPitch, std::min(kRowPitch, 900.0 / states.rows())));
    if (options.height) {
        height = std::floor((*options.height - top - foot - (down - 1) * kGap) / down);
        if (height < rest + states.rows() * kLeastRowPitch)
            return Error{
                translated("is too low for the rows: at least %1 pixels")
                    .arg(std::ceil(top + foot + (down - 1) * kGap + down * (rest + states.rows() * kLeastRowPitch)))
                    .toStdString(),
                "height"};
    }
    const int whole =
        options.height.value_or(static_cast<int>(std::ceil(top + foot + down * height + (down - 1) * kGap)));
    if (auto ok = checkPictureSides(options.width, whole); !ok) return ok.error();
    const QSize size(options.width, whole);
    const QString what = collectiveTitle(setup, playback->algorithm->id);
    const bool isNamed = !setup.title.empty() && setup.title != infoOf(setup.collective).title;
    const QString title = isNamed ? translated("%1: %2").arg(QString::fromStdString(setup.title), what) : what;
    const SlotsLayout layout = layoutSlots({width, height - kCaption}, *playback, setup.cluster.nodeSize);
    return Picture{
        size, title, [=](bool asPixels) {
            const Theme& theme = themeOf(options.theme);
            DisplayList list;
            list.add(DisplayRect{list.use(filled("ground", theme.canvas)), QRectF(QPointF(), QSizeF(size))});
            if (options.ownTitle)
                list.add(DisplayText{
                    list.use(lettered("title", pictureTitleFont(), theme.text)),
                    {kMargin, kPictureTitleBaseline},
                    QFontMetricsF(pictureTitleFont()).elidedText(title, Qt::ElideRight, size.width() - 2 * kMargin)});
            const QFont captionFont = uiFont(13, QFont::DemiBold);
            const LookId caption = list.use(lettered("caption", captionFont, theme.text));
            for (int i = 0; i < count; ++i) {
                const std::size_t step = steps[static_cast<std::size_t>(i)];
                const Moment moment = playback->after(std::min(step, playback->steps()));
                const QPointF at(kMargin + (i % across) * (width + kGap), top + (i / across) * (height + kGap));
                list.begin("step", {{"step", QString::number(step)}});
                list.origin = at;
                const QString words = step == 0 ? translated("at the start")
                                                : translated("after step %1 of %2").arg(step).arg(playback->steps());
                list.add(DisplayText{caption, {2, 14}, words});
                list.origin = at + QPointF(0, kCaption);
                addSlots(list, layout, {*playback, moment, setup.cluster, options.theme, {}, asPixels});
                list.origin = {};
                list.end();
            }
            if (options.legend) {
                const Moment last = playback->after(std::min(steps.back(), playback->steps()));
                addSlotsLegend(list,
                               {kMargin, size.height() - kMargin - kSlotsLegendHeight + 6, room, kSlotsLegendHeight},
                               {*playback, last, setup.cluster, options.theme});
            }
            return list;
        }};
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
    out.heading = collectiveTitle(setup, playback->algorithm->id);
    // The picture opens again with the algorithm that it shows first.
    CollectiveSetup inside = setup;
    const auto shown = std::find(inside.algorithms.begin(), inside.algorithms.end(), playback->algorithm->id);
    if (shown != inside.algorithms.end()) std::rotate(inside.algorithms.begin(), shown, shown + 1);
    out.json = writeCollective(inside);
    out.picture = [playback, setup](const PictureOptions& options) { return storyboard(playback, setup, options); };
    out.figures = playback->steps() + 1;
    out.figure = step;
    out.canHaveTitle = true;
    out.rows = setup.algorithms.size();
    out.values = [setup](RowsForm form, std::size_t) { return collectiveValues(setup, form); };
    return out;
}

}  // namespace bubblescope
