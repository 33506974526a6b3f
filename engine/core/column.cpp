#include "engine/core/column.h"

#include <bit>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <new>
#include <thread>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace bubblescope {

namespace {

/// Smaller blocks come from the heap as ever.
constexpr std::size_t kLeastPooled = std::size_t{256} << 10;

constexpr std::size_t kCacheLine = 64;
/// Memory comes and goes several times as fast in pages of this size. For a few of them it is not worth the rounding.
constexpr std::size_t kLargePage = std::size_t{2} << 20;
constexpr std::size_t kLeastOfLargePages = 4 * kLargePage;

std::align_val_t alignmentOf(std::size_t bytes) {
    return std::align_val_t(bytes < kLeastOfLargePages ? kCacheLine : kLargePage);
}

void* take(std::size_t bytes) {
    void* const memory = ::operator new(bytes, alignmentOf(bytes));
#ifdef __linux__
    if (bytes >= kLeastOfLargePages) madvise(memory, bytes, MADV_HUGEPAGE);  // a wish: where it fails pages are small
#endif
    return memory;
}

/// Eight sizes to the power of two, so that a column of nearly the same length finds a block that fits.
std::size_t roundedSize(std::size_t bytes) {
    const std::size_t step = std::bit_floor(bytes) / 8;
    return (bytes + step - 1) / step * step;
}

struct Block {
    void* memory;
    std::size_t bytes;
};

/// Gives a block back bit by bit where that is possible: the system lets no thread have new pages meanwhile.
void release(const Block& block) {
#ifdef __linux__
    constexpr std::size_t kAtATime = std::size_t{16} << 20;
    auto* const begin = static_cast<char*>(block.memory);
    const std::size_t first = (kLargePage - reinterpret_cast<std::uintptr_t>(begin) % kLargePage) % kLargePage;
    for (std::size_t at = first; at + kAtATime < block.bytes; at += kAtATime)
        madvise(begin + at, kAtATime, MADV_DONTNEED);
#endif
    ::operator delete(block.memory, alignmentOf(block.bytes));
}

/// Blocks that wait for their next use, the oldest first. Those beyond the limit go back to the system from a thread of
/// their own: the system takes 100 ms for a gigabyte, and who gives one up must not wait for that.
struct Pool {
    std::mutex mutex;
    std::condition_variable isOver;
    std::vector<Block> blocks;
    std::size_t bytes = 0;
    std::size_t onTheirWay = 0;  // bytes of the block that is being released
    bool hasTrimmer = false;

    void trim() {
        std::unique_lock lock(mutex);
        while (true) {
            isOver.wait(lock, [this] { return bytes > kMostKeptColumnBytes; });
            const Block block = blocks.front();
            blocks.erase(blocks.begin());
            bytes -= block.bytes;
            onTheirWay = block.bytes;
            lock.unlock();
            release(block);
            lock.lock();
            onTheirWay = 0;
        }
    }
};

/// Never destroyed: columns may outlive every other static, and the trimmer outlives them all.
Pool& pool() {
    static Pool* const pool = new Pool;
    return *pool;
}

#ifdef __has_feature  // Clang's way to tell
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
    {
        Pool& p = pool();
        const std::lock_guard lock(p.mutex);
        for (std::size_t i = p.blocks.size(); i-- > 0;) {
            if (p.blocks[i].bytes != size) continue;
            void* const memory = p.blocks[i].memory;
            p.blocks.erase(p.blocks.begin() + static_cast<std::ptrdiff_t>(i));
            p.bytes -= size;
            return memory;
        }
    }
    return take(size);
}

void giveColumnMemory(void* memory, std::size_t bytes) {
    if (!kPooled || bytes < kLeastPooled) return ::operator delete(memory);
    const Block block{memory, roundedSize(bytes)};
    try {
        Pool& p = pool();
        const std::lock_guard lock(p.mutex);
        if (p.bytes + block.bytes > kMostKeptColumnBytes && !p.hasTrimmer) {
            std::thread([&p] { p.trim(); }).detach();
            p.hasTrimmer = true;
        }
        p.blocks.push_back(block);
        p.bytes += block.bytes;
        p.isOver.notify_one();
    } catch (const std::exception&) {  // not even a thread or a list entry is to be had
        release(block);
    }
}

bool touchColumnMemory(void* memory, std::size_t bytes, const std::stop_token& stop) {
    constexpr std::size_t kSmallPage = 4096;
    for (std::size_t at = 0; at < bytes; at += kSmallPage) {
        if (stop.stop_requested()) return false;
        static_cast<volatile char*>(memory)[at] = 0;
    }
    return true;
}

std::size_t keptColumnBytes() {
    Pool& p = pool();
    const std::lock_guard lock(p.mutex);
    return p.bytes + p.onTheirWay;
}

}  // namespace bubblescope
