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
    // As differences: what is held may pass a limit that came later.
    const auto isRefused = [&] { return bytes > m_limit; };
    m_changed.wait(lock, stop, [&] { return isRefused() || m_held <= m_limit - bytes; });
    if (stop.stop_requested() || isRefused()) return nullptr;
    m_held += bytes;
    return Part(this, {bytes});
}

void SharedMemory::awaitAll(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, stop, [&] { return m_held == 0; });
}

void SharedMemory::GiveBack::operator()(SharedMemory* from) const {
    {
        const std::lock_guard lock(from->m_mutex);
        from->m_held -= bytes;
    }
    from->m_changed.notify_all();
}

}  // namespace bubblescope
