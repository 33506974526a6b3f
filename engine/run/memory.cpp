#include "engine/run/memory.h"

#include "engine/core/column.h"
#include "engine/core/text.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <limits>
#include <string>

namespace bubblescope {

namespace {

/// "8.0 GB".
std::string gigabytes(std::uint64_t bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f GB", static_cast<double>(bytes) / 1e9);
    return text;
}

}  // namespace

std::uint64_t availableMemory() {
    std::ifstream file("/proc/meminfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("MemAvailable:")) return std::stoull(line.substr(13)) * 1024 + columnBytes().kept;
    return std::numeric_limits<std::uint64_t>::max();
}

Result<void> checkMemory(long long ops, std::uint64_t available, std::uint64_t bytesPerOp) {
    const std::uint64_t needed = static_cast<std::uint64_t>(ops) * bytesPerOp;
    if (needed <= available) return {};
    const auto fitting = static_cast<long long>(available / bytesPerOp / 1'000'000) * 1'000'000;
    return Error{withThousands(ops) + " ops need " + gigabytes(needed) + " of memory, " + gigabytes(available) +
                     " are free" + (fitting > 0 ? "; " + withThousands(fitting) + " ops would fit" : ""),
                 {}};
}

std::size_t threadsThatFit(std::size_t threads, long long ops, std::uint64_t available) {
    const std::uint64_t each = std::max<std::uint64_t>(static_cast<std::uint64_t>(ops) * kBytesPerOp, 1);
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(available / each, 1, std::max<std::size_t>(threads, 1)));
}

SharedMemory::Part SharedMemory::take(std::uint64_t bytes, const std::stop_token& stop) {
    if (bytes > m_bytes) return nullptr;
    std::unique_lock lock(m_mutex);
    if (!m_given.wait(lock, stop, [&] { return bytes <= m_left; })) return nullptr;
    m_left -= bytes;
    return Part(this, {bytes});
}

void SharedMemory::GiveBack::operator()(SharedMemory* from) const {
    {
        const std::lock_guard lock(from->m_mutex);
        from->m_left += bytes;
    }
    from->m_given.notify_all();
}

}  // namespace bubblescope
