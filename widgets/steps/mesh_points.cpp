#include "widgets/steps/mesh_points.h"

#include "engine/results/frontier.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/memory_text.h"
#include "widgets/shown/model_facts.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double kGigabyte = 1e9;

double bytesOf(const MeshOutcome& outcome) { return static_cast<double>(outcome.memoryPeak); }
QPointF placeOf(const MeshOutcome& outcome) { return {toUnits(outcome.total), bytesOf(outcome) / kGigabyte}; }

/// The device of a search; nothing if its cluster cannot be read.
std::optional<Hardware> deviceOf(const MeshPoints& meshes) {
    const auto hardware = hardwareOf(meshes.question.cluster);
    return hardware ? std::optional(*hardware) : std::nullopt;
}

/// The axes around the best mesh that fits, the open one, and the memory of a device.
void setAxes(PointsModel& model, const MeshPoints& meshes, double usable) {
    constexpr double kTimesOfBest = 2.2, kTimesOfDevice = 1.6;  // how far the axes reach
    const auto best = meshes.best();
    double fastest = 0, least = 0;
    for (const std::size_t each : meshes.ran()) {
        const QPointF at = placeOf(meshes.outcomes[each]);
        fastest = fastest == 0 ? at.x() : std::min(fastest, at.x());
        least = least == 0 ? at.y() : std::min(least, at.y());
    }
    double to = kTimesOfBest * (best ? placeOf(meshes.outcomes[*best]).x() : fastest);
    if (meshes.open) to = std::max(to, std::min(1.1 * meshes.open->time, 2 * to));
    const double top = std::max(kTimesOfDevice * usable / kGigabyte, best ? 0 : 1.2 * least);
    const double from = std::min(fastest, meshes.open ? meshes.open->time : fastest) * 0.92;
    model.x = {{Quantity::TotalTime, {}}, {}, from, to > from ? to : from + 1, 70};
    model.x.caption =
        Text::tr("time for %1 sequences, %2").arg(sequencesOf(meshes.question)).arg(unitText(meshes.question.timeUnit));
    model.y = {{Quantity::MemoryPeak, {}}, Text::tr("peak memory, GB"), 0, top > 0 ? top : 1, 34};
}

ChartPoint pointOf(const MeshChoice& choice, const MeshOutcome& outcome, const Theme& theme) {
    ChartPoint point{.at = placeOf(outcome), .color = outcome.fits ? theme.accent : theme.mutedText, .radius = 3};
    QColor faint = point.color;
    faint.setAlphaF(0.6F);
    const bool isFull = choice.recompute == Recompute::Full;
    point.pen = isFull ? QPen(faint, 1.2) : QPen(Qt::NoPen);
    point.brush = isFull ? theme.window : faint;
    return point;
}

std::vector<PointsTag> tagsOf(const PointsModel& model, const MeshPoints& meshes, const Theme& theme) {
    std::vector<PointsTag> tags;
    const auto best = meshes.best();
    const auto& open = meshes.open;
    const bool isBestOpen = best && open && toUnits(meshes.outcomes[*best].total) == open->time &&
                            bytesOf(meshes.outcomes[*best]) == open->bytes;
    if (best && model.points[*best].hasPlace()) {
        const auto device = deviceOf(meshes);
        const bool isFull = device && device->isToTheBrim(bytesOf(meshes.outcomes[*best]));
        const QString fits = isFull ? Text::tr("best that fits, to the brim") : Text::tr("best that fits");
        tags.push_back({model.points[*best].at, theme.accent, toQString(textOf(meshes.choices[*best])),
                        isBestOpen ? Text::tr("%1, open").arg(fits) : fits});
    }
    if (!open || isBestOpen || open->time > model.x.to) return tags;
    const double height = open->bytes / kGigabyte;
    tags.push_back({QPointF(open->time, std::min(height, model.y.to)), theme.window, open->title,
                    height > model.y.to ? Text::tr("open, %1").arg(formatMemory(open->bytes)) : Text::tr("open")});
    return tags;
}

}  // namespace

std::optional<std::size_t> MeshPoints::best() const {
    const std::vector<std::size_t> all = ran();
    return !all.empty() && outcomes[all.front()].fits ? std::optional(all.front()) : std::nullopt;
}

std::vector<std::size_t> MeshPoints::frontier() const {
    const std::vector<std::size_t> all = ran();
    std::vector<HeldAndValue> places;
    for (const std::size_t each : all) places.push_back({bytesOf(outcomes[each]), toUnits(outcomes[each].total)});
    std::vector<std::size_t> line;
    for (const std::size_t each : frontierOf(places)) line.push_back(all[each]);
    return line;
}

HoverCard MeshPoints::card(std::size_t choice) const {
    const MeshOutcome& one = outcomes[choice];
    const auto device = deviceOf(*this);
    HoverCard card{toQString(textOf(choices[choice]))};
    card.add(Text::tr("time"), formatTime(one.total, unitText(question.timeUnit), 4));
    card.add(Text::tr("peak"), formatMemory(bytesOf(one)));
    card.add(Text::tr("MFU"), formatPercent(one.mfu));
    card.add(formatTokens(one.tokensPerSecond));
    if (device && device->isToTheBrim(bytesOf(one))) card.add(Text::tr("fits to the brim"));
    if (!one.fits)
        card.add(Text::tr("%1 over memory").arg(formatMemory(bytesOf(one) - (device ? device->usableBytes() : 0))));
    return card;
}

PointsModel modelOf(const MeshPoints& meshes, ThemeId themeId) {
    const Theme& theme = themeOf(themeId);
    const auto device = deviceOf(meshes);
    const double usable = device ? device->usableBytes() : 0;
    PointsModel model{.themeId = themeId};
    if (meshes.choices.empty()) return model;  // nothing was asked
    setAxes(model, meshes, usable);
    model.points.resize(meshes.outcomes.size());
    for (const std::size_t each : meshes.ran()) {
        const ChartPoint point = pointOf(meshes.choices[each], meshes.outcomes[each], theme);
        if (point.at.x() > model.x.to || point.at.y() > model.y.to) continue;
        model.points[each] = point;
        model.order.push_back(each);
    }
    QPolygonF line;  // transposed: along it, less memory costs more time
    for (const std::size_t each : meshes.frontier()) {
        line << placeOf(meshes.outcomes[each]).transposed();
        if (model.points[each].hasPlace()) model.walked.insert(model.walked.begin(), each);
    }
    if (!line.isEmpty())
        line = frontierLine(line, std::max(model.x.to, line.front().y()), std::max(model.y.to, line.back().x()));
    for (QPointF& at : line) at = at.transposed();
    model.line = line;
    model.linePen = QPen(theme.text, 1.3, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin);
    if (usable > 0)
        model.limit = {Qt::Vertical, usable / kGigabyte, Text::tr("usable memory, %1").arg(formatMemory(usable))};
    model.tags = tagsOf(model, meshes, theme);
    if (line.isEmpty())
        model.notice = meshes.outcomes.empty() ? Text::tr("Trying meshes…") : Text::tr("No mesh can run.");
    if (const auto best = meshes.best()) model.spoken = meshes.card(*best).lines().join(QStringLiteral(", "));
    model.card = [&meshes](std::size_t choice) { return meshes.card(choice); };
    return model;
}

}  // namespace bubblescope
