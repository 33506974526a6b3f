#include "engine/core/column.h"

#include <algorithm>
#include <bit>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <limits>
#include <mutex>
#include <new>
#include <thread>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace bubblescope {

namespace {

/// Smaller blocks come straight from the heap.
constexpr std::size_t kLeastPooled = std::size_t{256} << 10;

/// Memory in pages of this size is several times as fast to map and unmap. For only a few pages the rounding costs more
/// than it saves.
constexpr std::size_t kLargePage = std::size_t{2} << 20;
constexpr std::size_t kLeastOfLargePages = 4 * kLargePage;

/// Eight sizes per power of two, so that a column of nearly the same length finds a block that fits.
std::size_t roundedSize(std::size_t bytes) {
    constexpr std::size_t kSmallPage = 4096;
    const std::size_t step = std::max(std::bit_floor(bytes) / 8, kSmallPage);
    return (bytes + step - 1) / step * step;
}

struct Block {
    void* memory;
    std::size_t bytes;
};

#ifdef __linux__

/// Straight from the system: the heap would not give back memory that lies between blocks in use. The column uses
/// `asked` of the `bytes`.
void* take(std::size_t bytes, std::size_t asked) {
    const bool isLarge = bytes >= kLeastOfLargePages;
    const std::size_t spare = isLarge ? kLargePage : 0;  // to align the start to a large page
    void* const mapped = mmap(nullptr, bytes + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    if (!isLarge) return mapped;
    auto* const begin = static_cast<char*>(mapped);
    const std::size_t before = (kLargePage - reinterpret_cast<std::uintptr_t>(begin) % kLargePage) % kLargePage;
    if (before > 0) munmap(begin, before);
    if (before < spare) munmap(begin + before + bytes, spare - before);
    // Only a hint: where it fails, pages are small. The end of the block has small pages too, so that no more is used
    // than needed.
    madvise(begin + before, asked / kLargePage * kLargePage, MADV_HUGEPAGE);
    return begin + before;
}

/// Piece by piece, because the system gives no thread new pages in the meantime.
void release(const Block& block) {
    constexpr std::size_t kAtATime = std::size_t{16} << 20;
    for (std::size_t at = 0; at < block.bytes; at += kAtATime)
        munmap(static_cast<char*>(block.memory) + at, std::min(kAtATime, block.bytes - at));
}

#else

constexpr std::align_val_t kCacheLine{64};
void* take(std::size_t bytes, std::size_t) { return ::operator new(bytes, kCacheLine); }
void release(const Block& block) { ::operator delete(block.memory, kCacheLine); }

#endif

/// Blocks that wait for their next use, oldest first. A separate thread returns the blocks beyond the limit to the
/// system: that takes 100 ms per gigabyte, and a thread that gives a block back must not wait for it. A thread that
/// takes a block does wait.
struct Pool {
    std::mutex mutex;
    std::condition_variable isOver, isGone;
    std::vector<Block> blocks;
    std::size_t used = 0;        // bytes in columns
    std::size_t kept = 0;        // bytes of `blocks`
    std::size_t onTheirWay = 0;  // bytes of blocks that are being released
    std::size_t limit = std::numeric_limits<std::size_t>::max();
    bool hasTrimmer = false;

    bool keepsTooMuch() const {
        return kept > 0 && (kept > kMostKeptColumnBytes || used > limit || kept > limit - used);
    }

    Block remove(std::size_t index) {
        const Block block = blocks[index];
        blocks.erase(blocks.begin() + static_cast<std::ptrdiff_t>(index));
        kept -= block.bytes;
        return block;
    }

    void releaseOldest(std::unique_lock<std::mutex>& lock) {
        const Block block = remove(0);
        onTheirWay += block.bytes;
        lock.unlock();
        release(block);
        lock.lock();
        onTheirWay -= block.bytes;
        isGone.notify_all();
    }

    /// Call with the mutex locked.
    void callTrimmer() try {
        if (!hasTrimmer) std::thread([this] { trim(); }).detach();
        hasTrimmer = true;
        isOver.notify_one();
    } catch (const std::exception&) {  // no thread could be started: the next give or take tries again
    }

    void trim() {
        std::unique_lock lock(mutex);
        while (true) {
            isOver.wait(lock, [this] { return keepsTooMuch(); });
            releaseOldest(lock);
        }
    }
};

/// Never destroyed: columns may outlive every other static, and the trimmer outlives them all.
Pool& pool() {
    static Pool* const pool = new Pool;
    return *pool;
}

#ifdef __has_feature  // how Clang reports it
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
constexpr bool kPooled = false;  // so that the sanitizer sees every use of freed memory
#else
constexpr bool kPooled = true;
#endif

}  // namespace

void* takeColumnMemory(std::size_t bytes) {
    if (!kPooled || bytes < kLeastPooled) return ::operator new(bytes);
    const std::size_t size = roundedSize(bytes);
    Pool& p = pool();
    {
        std::unique_lock lock(p.mutex);
        p.used += size;
        for (std::size_t i = p.blocks.size(); i-- > 0;)
            if (p.blocks[i].bytes == size) return p.remove(i).memory;
        while (p.keepsTooMuch()) p.releaseOldest(lock);
        p.isGone.wait(lock, [&] { return p.onTheirWay == 0 || p.used + p.onTheirWay <= p.limit; });
    }
    try {
        return take(size, bytes);
    } catch (...) {
        const std::lock_guard lock(p.mutex);
        p.used -= size;
        throw;
    }
}

void giveColumnMemory(void* memory, std::size_t bytes) {
    if (!kPooled || bytes < kLeastPooled) return ::operator delete(memory);
    const Block block{memory, roundedSize(bytes)};
    Pool& p = pool();
    const std::lock_guard lock(p.mutex);
    p.used -= block.bytes;
    try {
        p.blocks.push_back(block);
        p.kept += block.bytes;
        if (p.keepsTooMuch()) p.callTrimmer();
    } catch (const std::exception&) {  // not even a list entry could be allocated
        release(block);
    }
}

void limitColumnBytes(std::size_t bytes) {
    Pool& p = pool();
    const std::lock_guard lock(p.mutex);
    p.limit = bytes;
    if (p.keepsTooMuch()) p.callTrimmer();
}

bool touchColumnMemory(void* memory, std::size_t bytes, const std::stop_token& stop, const Progress& progress) {
    constexpr std::size_t kSmallPage = 4096;
    for (std::size_t at = 0; at < bytes; at += kSmallPage) {
        if (stop.stop_requested()) return false;
        static_cast<volatile char*>(memory)[at] = 0;
        progress.note(at, bytes);
    }
    return true;
}

ColumnBytes columnBytes() {
    Pool& p = pool();
    const std::lock_guard lock(p.mutex);
    return {p.used, p.kept + p.onTheirWay};
}

}  // namespace bubblescope
