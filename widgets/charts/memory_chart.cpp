#include "widgets/charts/memory_chart.h"

#include "engine/core/ruler.h"
#include "engine/io/scenario_file.h"
#include "widgets/charts/chart_export.h"
#include "widgets/charts/curves_layout.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/picture/exported_gantts.h"
#include "widgets/shown/memory_text.h"
#include "widgets/shown/op_palette.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

constexpr auto kTimeUnit = static_cast<double>(kMicroUnits);
constexpr double kGb = 1e9, kMb = 1e6;
constexpr std::size_t kMostPanels = 64;

/// Builds a curve that stays at each value until the next.
struct Steps {
    CurvePoints points = {};

    void add(Time at, double value) {
        const double x = static_cast<double>(at) / kTimeUnit;
        if (!points.x.isEmpty()) points.x.push_back(x), points.y.push_back(points.y.last());
        points.x.push_back(x), points.y.push_back(value);
    }
    CurvePoints until(Time end) && {
        add(end, points.y.last());
        return std::move(points);
    }
};

Time startOf(const TrackData& track) { return std::min<Time>(0, track.timeline->earliestStart); }

CurvePoints activationsOf(const TrackData& track, std::size_t worker) {
    const HeldActivations& held = (*track.held)[worker];
    Steps steps;
    steps.add(startOf(track), 0);
    for (std::size_t i = 0; i < held.at.size(); ++i) steps.add(held.at[i], held.held[i]);
    return std::move(steps).until(track.timeline->latestEnd);
}

/// The bytes of all parts up to this one, in a unit of bytes.
CurvePoints bytesOf(const TrackData& track, const TrackMemory& memory, std::size_t lastPart, double unit) {
    Steps steps;
    for (const WorkerMemory::Moment& moment : memory.bytes->moments) {
        std::int64_t sum = 0;
        for (std::size_t part = 0; part <= lastPart; ++part) sum += moment.bytes.parts[part];
        steps.add(moment.at, static_cast<double>(sum) / unit);
    }
    return std::move(steps).until(track.timeline->latestEnd);
}

std::size_t fullestOf(const TrackData& track) {
    const auto fullest = std::max_element(track.held->begin(), track.held->end(),
                                          [](const auto& a, const auto& b) { return a.most() < b.most(); });
    return static_cast<std::size_t>(fullest - track.held->begin());
}

QString workerName(const TrackData& track, std::size_t worker) {
    return track.words.nameOf(WorkerId(static_cast<std::int64_t>(worker)));
}

/// A chart in the making.
struct Chart {
    CurvesModel model;
    const PictureOptions& options;

    bool isPrint() const { return options.theme == ThemeId::Print; }

    std::size_t addSeries(const QString& name, const QColor& color, bool isFilled = false) {
        const std::size_t index = model.series.size();
        CurveSeries series{.name = name, .look = {.color = color}, .marksPoints = false, .isFilled = isFilled};
        if (isPrint() && !isFilled) series.look.color = model.theme().text, series.look.dashes = seriesDashes(index);
        model.series.push_back(std::move(series));
        return index;
    }
    ModelPanel& addPanel(const QString& title) {
        model.panels.push_back({.title = title, .scale = model.scales.size() - 1});
        return model.panels.back();
    }
    void addScale(const QString& caption, const std::optional<CurvesLimit>& limit, bool showsLimit) {
        model.scales.push_back({.words = [caption](double) {
            return AxisWords{caption, [](double value, double) { return formatNumber(value, 4); }};
        }});
        model.scales.back().limit = limit;
        if (limit && showsLimit) model.scales.back().shown = {limit->at * 1.02};
    }
};

/// A curve per schedule in one panel, or in one panel for each device.
void addSchedules(Chart& chart, const std::vector<const TrackData*>& tracks) {
    std::size_t panels = 1;
    if (chart.options.shownDevices == ChartDevices::Panels)
        for (const TrackData* track : tracks) panels = std::max(panels, std::min(track->held->size(), kMostPanels));
    for (const TrackData* track : tracks) chart.addSeries(track->title, track->color);
    const bool isFullest = chart.options.shownDevices == ChartDevices::Fullest;
    for (std::size_t device = 0; device < panels; ++device) {
        ModelPanel& panel = chart.addPanel(isFullest ? QString() : workerName(*tracks.front(), device));
        for (std::size_t i = 0; i < tracks.size(); ++i) {
            const std::size_t worker = isFullest ? fullestOf(*tracks[i]) : device;
            if (worker < tracks[i]->held->size())
                panel.curves.push_back({.series = i, .points = activationsOf(*tracks[i], worker)});
        }
    }
}

/// A panel for each track with a curve for each of its devices.
template <class Points>
void addOverlaid(Chart& chart, const std::vector<const TrackData*>& tracks,
                 const std::function<std::size_t(const TrackData&)>& countOf, const Points& pointsOf) {
    std::size_t most = 0;
    for (const TrackData* track : tracks) most = std::max(most, std::min(countOf(*track), kMostPanels));
    const auto colors = orderedColors(most, chart.options.theme);
    const TrackData& largest = **std::max_element(
        tracks.begin(), tracks.end(), [&](const auto* a, const auto* b) { return countOf(*a) < countOf(*b); });
    for (std::size_t device = 0; device < most; ++device) chart.addSeries(workerName(largest, device), colors[device]);
    for (const TrackData* track : tracks) {
        ModelPanel& panel = chart.addPanel(track->title);
        for (std::size_t device = 0; device < std::min(countOf(*track), most); ++device)
            panel.curves.push_back({.series = device, .points = pointsOf(*track, device)});
    }
    chart.model.panelsABlock = tracks.size();
}

std::vector<TrackMemory> devicesOf(const TrackData& track) {
    return track.memoryOfEach.empty() ? std::vector{*track.memory} : track.memoryOfEach;
}

/// Areas by part, in a panel for each track or for each of its devices.
void addParts(Chart& chart, const std::vector<const TrackData*>& tracks, double unit) {
    const bool isEach = chart.options.shownDevices == ChartDevices::Panels;
    std::vector<std::vector<TrackMemory>> shown;
    for (const TrackData* track : tracks) shown.push_back(isEach ? devicesOf(*track) : std::vector{*track->memory});
    // The topmost part first: each area covers those below it.
    for (std::size_t i = kMemoryParts; i-- > 0;) {
        const auto part = static_cast<MemoryPart>(i);
        chart.addSeries(
            memoryPartName(part),
            memoryColor(opPalette(chart.options.palette), chart.options.theme, part, chart.model.theme().window), true);
    }
    std::size_t most = 1;
    for (const auto& devices : shown) most = std::max(most, devices.size());
    for (std::size_t t = 0; t < tracks.size(); ++t)
        for (std::size_t device = 0; device < most; ++device) {
            const bool isThere = device < shown[t].size();
            QString title = tracks.size() > 1 ? tracks[t]->title : QString();
            if (isThere && isEach) {
                const QString name = tracks[t]->words.nameOf(shown[t][device].worker);
                title = title.isEmpty() ? name : Text::tr("%1, %2").arg(title, name);
            }
            ModelPanel& panel = chart.addPanel(title);
            for (std::size_t i = kMemoryParts; isThere && i-- > 0;) {
                const TrackMemory& memory = shown[t][device];
                if (memory.bytes->most[static_cast<MemoryPart>(i)] == 0) continue;
                panel.curves.push_back(
                    {.series = kMemoryParts - 1 - i, .points = bytesOf(*tracks[t], memory, i, unit)});
            }
        }
    chart.model.panelsABlock = most > 1 ? most : tracks.size();
}

void addMemoryOfSteps(Chart& chart, const std::vector<const TrackData*>& tracks) {
    double most = 0, usable = std::numeric_limits<double>::infinity();
    for (const TrackData* track : tracks)
        for (const TrackMemory& memory : devicesOf(*track)) {
            most = std::max(most, static_cast<double>(memory.bytes->peak.sum()));
            if (memory.usable > 0) usable = std::min(usable, memory.usable);
        }
    const bool areGb = std::max(most, std::isfinite(usable) ? usable : 0) >= kGb / 10;
    const double unit = areGb ? kGb : kMb;
    std::optional<CurvesLimit> limit;
    if (std::isfinite(usable)) limit = CurvesLimit{usable / unit, Text::tr("limit %1").arg(formatMemory(usable))};
    chart.addScale(areGb ? Text::tr("memory, GB") : Text::tr("memory, MB"), limit, true);
    if (chart.options.shownDevices != ChartDevices::Overlaid) return addParts(chart, tracks, unit);
    addOverlaid(
        chart, tracks, [](const TrackData& track) { return devicesOf(track).size(); },
        [&](const TrackData& track, std::size_t device) {
            return bytesOf(track, devicesOf(track)[device], kMemoryParts - 1, unit);
        });
}

void addActivations(Chart& chart, const std::vector<const TrackData*>& tracks) {
    constexpr double kNear = 3;  // an axis up to a limit that is further away would be empty
    double most = 0;
    std::optional<CurvesLimit> limit;
    for (const TrackData* track : tracks) {
        for (const HeldActivations& held : *track->held) most = std::max(most, held.most());
        if (track->memoryLimit)
            limit = CurvesLimit{*track->memoryLimit, Text::tr("limit %1").arg(formatNumber(*track->memoryLimit, 4))};
    }
    chart.addScale(Text::tr("activations"), limit, limit && limit->at <= kNear * most);
    if (chart.options.shownDevices != ChartDevices::Overlaid) return addSchedules(chart, tracks);
    addOverlaid(
        chart, tracks, [](const TrackData& track) { return track.held->size(); }, activationsOf);
}

std::vector<CurveTick> timeTicks(const CurveAxis& axis, double width, const ChartQuantity& time) {
    constexpr double kRoom = 70;
    const double step = roundAbove((axis.to - axis.from) / std::clamp(width / kRoom, 1.0, 10.0), kFineSteps);
    std::vector<CurveTick> ticks;
    for (const double value : multiples(step, axis.from, axis.to)) ticks.push_back({value, time.tick(value, step)});
    return ticks;
}

void setTime(Chart& chart, const std::vector<const TrackData*>& tracks) {
    Time from = 0, to = 0;
    for (const TrackData* track : tracks)
        from = std::min(from, startOf(*track)), to = std::max(to, track->timeline->latestEnd);
    CurvesModel& model = chart.model;
    model.values = {static_cast<double>(from) / kTimeUnit, static_cast<double>(to) / kTimeUnit};
    model.axis = {.isLog = false, .from = model.values.front(), .to = model.values.back(), .order = {0, 1}};
    const ChartQuantity time =
        ChartQuantity{Quantity::TotalTime, tracks.front()->timeUnit}.scaledTo(model.values.back());
    model.xCaption = time.definition().isEmpty() ? Text::tr("time") : Text::tr("time, %1").arg(time.definition());
    model.xTicks = [time](const CurveAxis& axis, double width) { return timeTicks(axis, width, time); };
}

/// Names of series that no panel has are left out.
std::vector<CurvesLegendEntry> legendOf(const CurvesModel& model) {
    std::vector<CurvesLegendEntry> entries;
    for (std::size_t i = 0; i < model.series.size(); ++i) {
        const auto has = [&](const ModelPanel& panel) {
            return std::ranges::any_of(panel.curves, [&](const ModelCurve& curve) { return curve.series == i; });
        };
        if (std::ranges::any_of(model.panels, has)) entries.push_back({i, model.series[i].name, {}});
    }
    return entries.size() > 1 ? entries : std::vector<CurvesLegendEntry>();
}

}  // namespace

CurvesModel memoryModel(const std::vector<TrackData>& tracks, const PictureOptions& options) {
    Chart chart{CurvesModel{.themeId = options.theme}, options};
    CurvesModel& model = chart.model;
    model.frame.padding = 0;
    model.frame.sharesParts = true;
    std::vector<const TrackData*> steps, schedules;
    for (const TrackData& track : tracks) {
        if (!track.hasRun()) continue;
        if (track.memory)
            steps.push_back(&track);
        else if (track.held && !track.held->empty())
            schedules.push_back(&track);
    }
    const auto& shown = steps.empty() ? schedules : steps;
    if (shown.empty()) {
        chart.addScale({}, {}, false);
        model.panels.push_back({});
        model.notice = Text::tr("None of these has memory over time.");
        return model;
    }
    setTime(chart, shown);
    steps.empty() ? addActivations(chart, schedules) : addMemoryOfSteps(chart, steps);
    if (model.panelsABlock == 0 || model.panels.size() % model.panelsABlock != 0) model.panelsABlock = 1;
    if (steps.empty() && options.shownDevices == ChartDevices::Panels) model.panelsABlock = model.panels.size();
    model.legend = legendOf(model);
    return model;
}

namespace {

bool haveBytes(const std::vector<TrackData>& tracks) {
    return std::ranges::any_of(tracks, [](const TrackData& track) { return !!track.memory; });
}

/// A row per device and moment at which its memory changes: of bytes, if any track has them, or else of activations.
Table memoryTable(const std::vector<TrackData>& tracks, std::size_t most) {
    const bool areSteps = haveBytes(tracks);
    QStringList keys{QStringLiteral("schedule"), QStringLiteral("device"), QStringLiteral("time")};
    for (std::size_t part = 0; areSteps && part < kMemoryParts; ++part)
        keys += QStringLiteral("%1_bytes").arg(memoryPartName(static_cast<MemoryPart>(part))).replace(' ', '_');
    if (!areSteps) keys += QStringLiteral("activations");
    std::vector<std::vector<TableValue>> rows;
    const auto add = [&](const TrackData& track, WorkerId worker, Time at) -> std::vector<TableValue>* {
        if (rows.size() >= most) return nullptr;
        return &rows.emplace_back(std::vector<TableValue>{track.title, track.words.nameOf(worker), toUnits(at)});
    };
    for (const TrackData& track : tracks) {
        if (track.memory)
            for (const TrackMemory& memory : devicesOf(track))
                for (const WorkerMemory::Moment& moment : memory.bytes->moments)
                    if (auto* const row = add(track, memory.worker, moment.at))
                        for (const std::int64_t bytes : moment.bytes.parts) row->push_back(static_cast<double>(bytes));
        for (std::size_t w = 0; !areSteps && track.held && w < track.held->size(); ++w)
            for (std::size_t i = 0; i < (*track.held)[w].at.size(); ++i)
                if (auto* const row = add(track, WorkerId(static_cast<std::int64_t>(w)), (*track.held)[w].at[i]))
                    row->push_back(static_cast<double>((*track.held)[w].held[i]));
    }
    return valueTable(keys, std::move(rows));
}

std::size_t rowsOf(const std::vector<TrackData>& tracks) {
    std::size_t rows = 0;
    const bool areSteps = haveBytes(tracks);
    for (const TrackData& track : tracks) {
        if (track.memory)
            for (const TrackMemory& memory : devicesOf(track)) rows += memory.bytes->moments.size();
        else if (!areSteps && track.held)
            for (const HeldActivations& held : *track.held) rows += held.at.size();
    }
    return rows;
}

}  // namespace

Exportable exportedMemory(const Scenario& scenario, const std::vector<Outcome>& outcomes) {
    const auto held = std::make_shared<const std::vector<Outcome>>(withHeld(outcomes));
    const auto tracksOf = [scenario, held](const PictureOptions& options) {
        std::vector<TrackData> all = shownOf(recolored(*held, scenario, options)), tracks;
        if (options.schedules.empty()) return all;
        for (const int index : options.schedules) tracks.push_back(all[static_cast<std::size_t>(index)]);
        return tracks;
    };
    Exportable thing =
        exportedChart([tracksOf](const PictureOptions& options) { return memoryModel(tracksOf(options), options); },
                      {.document = writeScenario(scenario)}, kOfMemory);
    thing.heading = Text::tr("Export memory over time");
    for (const Outcome& outcome : outcomes) thing.schedules += outcome.title;
    thing.drawn.areSteps = std::ranges::all_of(scenario.schedules,
                                               [](const ScheduleEntry& entry) { return entry.family == Family::Step; });
    const auto tracks = std::make_shared<const std::vector<TrackData>>(tracksOf({}));
    thing.rows = rowsOf(*tracks);
    thing.values = [tracks](RowsForm form, std::size_t most) {
        return valuesText(memoryTable(*tracks, most), form, most);
    };
    return thing;
}

}  // namespace bubblescope
