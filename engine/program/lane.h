#pragma once

#include "engine/core/ids.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace bubblescope {

/// What time on a lane counts as.
enum class LaneUse : std::uint8_t { Work, Communication, Host };

/// What a lane is for; roles.def lists the roles.
enum class Role : std::uint8_t {
#define BUBBLESCOPE_ROLE(name, id, label, height, use) name,
#include "engine/program/roles.def"
#undef BUBBLESCOPE_ROLE
};

struct RoleInfo {
    std::string_view id, label;
    double height;  // of a row, relative to that of a compute lane
    LaneUse use;
};

/// By role.
inline constexpr auto kRoleInfos = std::to_array<RoleInfo>({
#define BUBBLESCOPE_ROLE(name, id, label, height, use) {id, label, height, LaneUse::use},
#include "engine/program/roles.def"
#undef BUBBLESCOPE_ROLE
});
constexpr const RoleInfo& infoOf(Role role) { return kRoleInfos[static_cast<std::size_t>(role)]; }

/// The row of an op in the columns of a Program and of its Timelines.
using Row = std::size_t;

/// The rows of one lane: [begin, end).
struct RowRange {
    Row begin = 0, end = 0;
    std::size_t size() const { return end - begin; }
    friend bool operator==(RowRange, RowRange) = default;
};

/// The first of `rows` for which `isReached` holds, given that it holds for all later rows too; rows.end if there is
/// none.
template <class IsReached>
Row firstRow(RowRange rows, IsReached isReached) {
    while (rows.begin < rows.end) {
        const Row middle = rows.begin + rows.size() / 2;
        if (isReached(middle))
            rows.end = middle;
        else
            rows.begin = middle + 1;
    }
    return rows.end;
}

/// A stream of ops of one worker that run one at a time, in the order of the lane's rows.
struct Lane : RowRange {
    WorkerId worker;
    Role role = Role::Compute;

    /// Whether its ops count as the worker's work, so that the rest of the time is idle.
    bool isWork() const { return infoOf(role).use == LaneUse::Work; }
    friend bool operator==(const Lane&, const Lane&) = default;
};

}  // namespace bubblescope
