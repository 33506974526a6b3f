#include "engine/results/ram_budget.h"

#include "engine/core/column.h"
#include "engine/core/text.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

namespace {

/// "8.0 GB".
std::string gigabytes(std::uint64_t bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f GB", static_cast<double>(bytes) / 1e9);
    return text;
}

constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();

/// The text after `key` in the first line that begins with it; empty if there is none.
std::string valueIn(const std::filesystem::path& path, std::string_view key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
        if (line.starts_with(key)) return line.substr(key.size());
    return {};
}

/// The first number in a text; nothing if the text does not begin with one, such as "max".
std::optional<std::uint64_t> numberIn(const std::string& text) {
    const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
    std::uint64_t number = 0;
    const auto read = std::from_chars(text.data() + first, text.data() + text.size(), number);
    return read.ec == std::errc{} ? std::optional(number) : std::nullopt;
}

/// What a control group's limit leaves. Cached files that are not in use count as free.
std::uint64_t leftBy(const std::filesystem::path& group) {
    const auto most = numberIn(valueIn(group / "memory.max", ""));
    if (!most) return kNoEnd;
    const std::uint64_t used = numberIn(valueIn(group / "memory.current", "")).value_or(0);
    const std::uint64_t files = numberIn(valueIn(group / "memory.stat", "inactive_file")).value_or(0);
    const std::uint64_t held = used - std::min(used, files);
    return *most - std::min(*most, held);
}

}  // namespace

std::uint64_t availableMemory(const std::filesystem::path& root) {
    const auto kilobytes = numberIn(valueIn(root / "proc/meminfo", "MemAvailable:"));
    std::uint64_t least = kilobytes ? *kilobytes * 1024 : kNoEnd;
    const std::filesystem::path groups = root / "sys/fs/cgroup";
    const std::string own = valueIn(root / "proc/self/cgroup", "0::/");
    for (std::filesystem::path group = own; !group.empty(); group = group.parent_path())
        least = std::min(least, leftBy(groups / group));
    least = std::min(least, leftBy(groups));
    return least == kNoEnd ? kNoEnd : least + columnBytes().kept;
}

Result<void> checkMemory(long long ops, std::uint64_t available, std::uint64_t bytesPerOp) {
    const std::uint64_t needed = static_cast<std::uint64_t>(ops) * bytesPerOp;
    if (needed <= available) return {};
    const auto fitting = static_cast<long long>(available / bytesPerOp / 1'000'000) * 1'000'000;
    return Error{withThousands(ops) + " ops need " + gigabytes(needed) + " of memory, only " + gigabytes(available) +
                     " is free" + (fitting > 0 ? "; " + withThousands(fitting) + " ops would fit" : ""),
                 {}};
}

std::size_t threadsThatFit(std::size_t threads, long long ops, std::uint64_t available) {
    const std::uint64_t each = std::max<std::uint64_t>(static_cast<std::uint64_t>(ops) * kBytesPerOp, 1);
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(available / each, 1, std::max<std::size_t>(threads, 1)));
}

std::uint64_t SharedMemory::limit() const {
    const std::lock_guard lock(m_mutex);
    return m_limit;
}

void SharedMemory::setLimit(std::uint64_t bytes) {
    {
        const std::lock_guard lock(m_mutex);
        m_limit = bytes;
    }
    m_changed.notify_all();
}

SharedMemory::Part SharedMemory::take(std::uint64_t bytes, const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    // As differences, because what is held may exceed a limit that was set later.
    const auto isRefused = [&] { return bytes > m_limit; };
    m_changed.wait(lock, stop, [&] { return isRefused() || m_held <= m_limit - bytes; });
    if (stop.stop_requested() || isRefused()) return nullptr;
    m_held += bytes;
    return Part(this, {bytes});
}

void SharedMemory::GiveBack::operator()(SharedMemory* from) const {
    {
        const std::lock_guard lock(from->m_mutex);
        from->m_held -= bytes;
    }
    from->m_changed.notify_all();
}

}  // namespace bubblescope
