#include "widgets/gantt/annotations.h"

#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

/// The index of the schedule that a track shows.
int scheduleOf(std::size_t track, const std::vector<int>& schedules) {
    return track < schedules.size() ? schedules[track] : static_cast<int>(track);
}

/// The tracks that a name may refer to: that of its schedule, or all.
std::vector<std::size_t> tracksOf(const OpRef& ref, const std::vector<TrackData>& shown,
                                  const std::vector<int>& schedules) {
    std::vector<std::size_t> tracks;
    for (std::size_t track = 0; track < shown.size(); ++track) {
        const bool isOther = ref.schedule && *ref.schedule != scheduleOf(track, schedules) + 1;
        if (shown[track].timeline && !isOther) tracks.push_back(track);
    }
    return tracks;
}

/// Papers call grad input B, so the message explains the difference.
Error missing(const OpRef& ref, const std::vector<TrackData>& shown, const std::vector<int>& schedules,
              const Numbering& told, const char* key) {
    OpRef half = ref;
    half.letter = letter(OpKind::BackwardInput);
    const bool isSplit = ref.letter == letter(OpKind::Backward) &&
                         std::ranges::any_of(tracksOf(ref, shown, schedules), [&](std::size_t track) {
                             return namesAny(half, *shown[track].timeline->program);
                         });
    const QString name = toQString(textOf(ref, told.ops));
    const QString why = isSplit
                            ? Text::tr("%1 matches no op in this picture; its backward is split: use %2 for grad input")
                                  .arg(name, toQString(textOf(half, told.ops)))
                            : Text::tr("%1 matches no op in this picture").arg(name);
    return {why.toStdString(), key};
}

Result<std::vector<std::vector<Row>>> rowsOf(const std::vector<OpRef>& refs, const std::vector<TrackData>& shown,
                                             const std::vector<int>& schedules, const Numbering& told,
                                             const char* key) {
    std::vector<std::vector<std::size_t>> ofTrack(shown.size());
    for (std::size_t i = 0; i < refs.size(); ++i)
        for (const std::size_t track : tracksOf(refs[i], shown, schedules)) ofTrack[track].push_back(i);
    std::vector<std::vector<Row>> rows(shown.size());
    std::vector<bool> isFound(refs.size());
    for (std::size_t track = 0; track < shown.size(); ++track) {
        if (ofTrack[track].empty()) continue;
        std::vector<OpRef> own;
        for (const std::size_t i : ofTrack[track]) own.push_back(refs[i]);
        FoundOps found = findOps(own, *shown[track].timeline->program);
        for (std::size_t i = 0; i < own.size(); ++i)
            if (found.isFound[i]) isFound[ofTrack[track][i]] = true;
        rows[track] = std::move(found.rows);
    }
    const auto lost = std::ranges::find(isFound, false);
    if (lost != isFound.end())
        return missing(refs[static_cast<std::size_t>(lost - isFound.begin())], shown, schedules, told, key);
    return rows;
}

/// The place of one end of a note.
struct Place {
    std::size_t track = 0;
    LaneId lane;
    Time begin = 0, end = 0;
};

/// Of several ops the first one, or with `isSpan` all of them: from the first start to the last end, on the lane of the
/// first. In the track `only`, or in the first track that has them.
Result<Place> placeOf(const NoteAnchor& anchor, bool isSpan, const std::vector<TrackData>& shown,
                      const std::vector<int>& schedules, const Numbering& told, std::optional<std::size_t> only) {
    if (const auto* at = std::get_if<DeviceTime>(&anchor)) {
        for (std::size_t track = only.value_or(0); track < shown.size() && (!only || track == *only); ++track) {
            const Timeline* const timeline = shown[track].timeline.get();
            if (!timeline || at->device >= timeline->program->workers) continue;
            if (at->schedule && *at->schedule != scheduleOf(track, schedules) + 1) continue;
            const auto time = static_cast<Time>(std::llround(at->time * static_cast<double>(kMicroUnits)));
            return Place{track, timeline->program->computeLane(WorkerId(at->device)), time, time};
        }
        return Error{Text::tr("there is no device %1").arg(at->device + told.devices).toStdString(), "notes"};
    }
    const OpRef& ref = std::get<OpRef>(anchor);
    for (const std::size_t track : tracksOf(ref, shown, schedules)) {
        if (only && track != *only) continue;
        const Timeline& timeline = *shown[track].timeline;
        const std::vector<Row> rows = rowsOf({&ref, 1}, *timeline.program);
        if (rows.empty()) continue;
        Place place{track, {}, std::numeric_limits<Time>::max(), std::numeric_limits<Time>::min()};
        for (const Row row : rows) {
            const bool isFirst = timeline.startOf(row) < place.begin;
            if (isFirst) place.begin = timeline.startOf(row), place.lane = timeline.program->laneOf(row);
            if (isFirst && !isSpan) place.end = timeline.end[row];
            if (isSpan) place.end = std::max(place.end, timeline.end[row]);
        }
        return place;
    }
    return missing(ref, shown, schedules, told, "notes");
}

}  // namespace

Result<PointedOut> pointedOutOf(const std::vector<TrackData>& shown, const Annotations& annotations,
                                const std::vector<int>& schedules, const Numbering& told) {
    PointedOut out;
    auto highlighted = rowsOf(annotations.highlighted, shown, schedules, told, "highlight");
    if (!highlighted) return highlighted.error();
    auto dimmed = rowsOf(annotations.dimmed, shown, schedules, told, "dim");
    if (!dimmed) return dimmed.error();
    out.highlighted = std::move(*highlighted), out.dimmed = std::move(*dimmed);
    // Highlighted ops are not dimmed.
    for (std::size_t track = 0; track < shown.size(); ++track)
        std::erase_if(out.dimmed[track],
                      [&](Row row) { return std::ranges::binary_search(out.highlighted[track], row); });
    for (std::size_t index = 0; index < annotations.notes.size(); ++index) {
        const PictureNote& note = annotations.notes[index];
        const bool isBracket = note.kind == PictureNote::Kind::Bracket, hasTo = note.kind != PictureNote::Kind::Note;
        const auto from = placeOf(note.from, isBracket, shown, schedules, told, {});
        if (!from) return from.error();
        const auto to = hasTo ? placeOf(note.to, isBracket, shown, schedules, told, from->track) : from;
        if (!to && placeOf(note.to, isBracket, shown, schedules, told, {}))
            return Error{Text::tr("\"%1\" connects two schedules; both ends must be in the same one")
                             .arg(toQString(textOf(note, told)))
                             .toStdString(),
                         "notes"};
        if (!to) return to.error();
        if (isBracket && to->end <= from->begin)
            return Error{Text::tr("\"%1\" ends before it starts").arg(toQString(textOf(note, told))).toStdString(),
                         "notes"};
        const QString words = toQString(note.text).simplified();
        out.notes.push_back({.kind = note.kind,
                             .index = index,
                             .track = static_cast<int>(from->track),
                             .fromLane = from->lane,
                             .toLane = to->lane,
                             .fromBegin = from->begin,
                             .fromEnd = from->end,
                             .toBegin = to->begin,
                             .toEnd = to->end,
                             .words = words.isEmpty() ? QStringList() : QStringList(words),
                             .source = toQString(textOf(note, told)),
                             .at = note.at});
    }
    return out;
}

PointedOut foundOf(const std::vector<TrackData>& shown, const Annotations& annotations,
                   const std::vector<int>& schedules) {
    if (auto all = pointedOutOf(shown, annotations, schedules)) return std::move(*all);
    Annotations found;
    const auto addFound = [&](auto Annotations::*kind, const auto& one) {
        Annotations alone;
        (alone.*kind).push_back(one);
        if (pointedOutOf(shown, alone, schedules)) (found.*kind).push_back(one);
    };
    for (const OpRef& ref : annotations.highlighted) addFound(&Annotations::highlighted, ref);
    for (const OpRef& ref : annotations.dimmed) addFound(&Annotations::dimmed, ref);
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < annotations.notes.size(); ++i) {
        const std::size_t before = found.notes.size();
        addFound(&Annotations::notes, annotations.notes[i]);
        if (found.notes.size() > before) indices.push_back(i);
    }
    PointedOut out = *pointedOutOf(shown, found, schedules);
    for (PlacedNote& note : out.notes) note.index = indices[note.index];
    return out;
}

namespace {

/// A device and a time of a track, in the scenario's unit.
DeviceTime deviceTime(const std::vector<TrackData>& shown, const std::vector<int>& schedules, int track,
                      WorkerId worker, double time) {
    DeviceTime out{static_cast<int>(worker.value), time / static_cast<double>(kMicroUnits)};
    if (shown.size() > 1) out.schedule = scheduleOf(static_cast<std::size_t>(track), schedules) + 1;
    return out;
}

}  // namespace

NoteTarget noteTargetOf(const std::vector<TrackData>& shown, const std::vector<int>& schedules, int firstNumber,
                        const GanttPick& pick) {
    const TrackData& track = shown[static_cast<std::size_t>(pick.track)];
    const Timeline& timeline = *track.timeline;
    const Program& program = *timeline.program;
    const WorkerId worker = program.workerOf(pick.lane);
    if (!pick.op) {
        const auto idle = idleAt(timeline, pick.lane, static_cast<double>(pick.at));
        const auto [begin, end] = idle.value_or(std::pair(pick.at, pick.at));
        return noteTargetOf(shown, schedules, pick.track, worker,
                            {static_cast<double>(begin), static_cast<double>(end)});
    }
    const Op op = program.ops[*pick.op];
    NoteTarget out =
        noteTargetOf(shown, schedules, pick.track, worker,
                     {static_cast<double>(timeline.startOf(*pick.op)), static_cast<double>(timeline.end[*pick.op])});
    out.name = Text::tr("%1, %2").arg(track.words.nameOf(op, firstNumber), track.words.nameOf(worker));
    const std::string_view kind = letter(op.kind());
    if (kind.empty()) return out;
    OpRef ref{.stage = static_cast<int>(program.modelStage(op.stage()).value),
              .microbatch = static_cast<int>(program.microbatchOf(op)),
              .letter = std::string(kind)};
    if (shown.size() > 1) ref.schedule = scheduleOf(static_cast<std::size_t>(pick.track), schedules) + 1;
    const std::vector<Row> rows = bubblescope::rowsOf({&ref, 1}, program);
    if (std::ranges::find(rows, *pick.op) == rows.end()) return out;  // it fetches
    if (rows.size() == 1) out.at = out.begin = out.end = ref;
    out.op = std::move(ref);
    return out;
}

NoteTarget noteTargetOf(const std::vector<TrackData>& shown, const std::vector<int>& schedules, int track,
                        WorkerId worker, const TimeRange& span) {
    const auto anchor = [&](double time) { return deviceTime(shown, schedules, track, worker, time); };
    const TrackData& data = shown[static_cast<std::size_t>(track)];
    const auto begin = static_cast<Time>(std::llround(span.begin)), end = static_cast<Time>(std::llround(span.end));
    return {.track = track,
            .at = anchor((span.begin + span.end) / 2),
            .begin = anchor(span.begin),
            .end = anchor(span.end),
            .op = {},
            .start = begin,
            .stop = end,
            .name = Text::tr("%1 to %2, %3").arg(formatMoment(begin), formatMoment(end), data.words.nameOf(worker))};
}

}  // namespace bubblescope
