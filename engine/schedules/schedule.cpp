#include "engine/schedules/schedule.h"

#include "engine/schemes/scheme.h"

namespace bubblescope {

std::span<const ScheduleKind* const> scheduleKinds() {
    static constexpr const ScheduleKind* kKinds[] = {
#define BUBBLESCOPE_SCHEDULE(kind) &kind,
#include "engine/schedules/kinds.def"
#undef BUBBLESCOPE_SCHEDULE
    };
    return kKinds;
}

namespace {

const std::vector<ScheduleKind>& kindsOfSchemes() {
    static const std::vector<ScheduleKind> kKinds = [] {
        std::vector<ScheduleKind> kinds;
        for (const SchemeKind& scheme : schemeKinds()) {
            ScheduleKind& kind = kinds.emplace_back();
            kind.id = scheme.id;
            kind.title = scheme.title;
            kind.source = scheme.source;
            kind.generate = [](const ScheduleInput&) -> Result<Program> {
                return Error{"a placement scheme runs with workers, stages and batches of its own", {}};
            };
        }
        return kinds;
    }();
    return kKinds;
}

}  // namespace

const ScheduleKind* findScheduleKind(std::string_view id) {
    for (const ScheduleKind* kind : scheduleKinds())
        if (kind->id == id) return kind;
    for (const ScheduleKind& kind : kindsOfSchemes())
        if (kind.id == id) return &kind;
    return nullptr;
}

std::string chunkVariant(int chunks) { return "v = " + std::to_string(chunks); }

}  // namespace bubblescope
