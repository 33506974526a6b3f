#include "engine/core/column.h"

#include <bit>
#include <mutex>
#include <new>

namespace bubblescope {

namespace {

/// Smaller blocks come from the heap as ever.
constexpr std::size_t kLeastPooled = std::size_t{256} << 10;

constexpr std::align_val_t kCacheLine{64};

/// Eight sizes to the power of two, so that a column of nearly the same length finds a block that fits.
std::size_t roundedSize(std::size_t bytes) {
    const std::size_t step = std::bit_floor(bytes) / 8;
    return (bytes + step - 1) / step * step;
}

struct Block {
    void* memory;
    std::size_t bytes;
};

/// Blocks that wait for their next use, the oldest first.
struct Pool {
    std::mutex mutex;
    std::vector<Block> blocks;
    std::size_t bytes = 0;
};

/// Never destroyed: columns may outlive every other static.
Pool& pool() {
    static Pool* const pool = new Pool;
    return *pool;
}

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
    return ::operator new(size, kCacheLine);
}

void giveColumnMemory(void* memory, std::size_t bytes) {
    if (!kPooled || bytes < kLeastPooled) return ::operator delete(memory);
    const std::size_t size = roundedSize(bytes);
    std::vector<Block> old;
    {
        Pool& p = pool();
        const std::lock_guard lock(p.mutex);
        p.blocks.push_back({memory, size});
        p.bytes += size;
        while (p.bytes > kMostKeptColumnBytes) {
            old.push_back(p.blocks.front());
            p.bytes -= p.blocks.front().bytes;
            p.blocks.erase(p.blocks.begin());
        }
    }
    for (const Block& block : old)
        ::operator delete(block.memory, kCacheLine);  // gigabytes take a while: not under the lock
}

}  // namespace bubblescope
