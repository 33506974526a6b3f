#pragma once

#include "engine/core/progress.h"

#include <cstddef>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

namespace bubblescope {

/// Allocates memory for columns. Large blocks are kept for the next column of about that size, up to
/// kMostKeptColumnBytes in all, because a page that the system hands out for the first time costs more than filling it
/// does.
///
/// Thread  any
void* takeColumnMemory(std::size_t bytes);
void giveColumnMemory(void* memory, std::size_t bytes);
inline constexpr std::size_t kMostKeptColumnBytes = std::size_t{256} << 20;
/// Keeps no block that would bring used and kept blocks together above `bytes`.
void limitColumnBytes(std::size_t bytes);

/// Large blocks: used by columns, and kept for the next column or on their way back to the system.
struct ColumnBytes {
    std::size_t used = 0, kept = 0;
};
ColumnBytes columnBytes();

/// Makes the system hand out the memory page by page where it has not done so yet. Returns false if asked to stop.
///
/// A virtual machine may have to ask its host for every page, which takes about 5 ms per 2 MB. A loop that writes to
/// hundreds of lanes in turn would touch as many new pages before it looks at its stop token again.
bool touchColumnMemory(void* memory, std::size_t bytes, const std::stop_token& stop, const Progress& progress = {});

/// Leaves new elements of plain types unset instead of zeroing them: a column of millions of rows is about to be
/// written anyway, and one pass over memory is cheaper than two.
template <class T>
struct UnsetAllocator : std::allocator<T> {
    template <class U>
    struct rebind {
        using other = UnsetAllocator<U>;
    };
    T* allocate(std::size_t n) {
        static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__, "memory of columns is aligned no further");
        return static_cast<T*>(takeColumnMemory(n * sizeof(T)));
    }
    void deallocate(T* memory, std::size_t n) { giveColumnMemory(memory, n * sizeof(T)); }
    template <class U>
    void construct(U* at) {
        ::new (static_cast<void*>(at)) U;
    }
    template <class U, class... Args>
    void construct(U* at, Args&&... args) {
        ::new (static_cast<void*>(at)) U(std::forward<Args>(args)...);
    }
};

/// One column of a table with one row per op. `Column<T>(n)` has n unset values.
template <class T>
using Column = std::vector<T, UnsetAllocator<T>>;

/// A column whose pages are all present; empty if asked to stop.
template <class T>
Column<T> touchedColumn(std::size_t n, const std::stop_token& stop, const Progress& progress = {}) {
    Column<T> column(n);
    return touchColumnMemory(column.data(), n * sizeof(T), stop, progress) ? std::move(column) : Column<T>{};
}

}  // namespace bubblescope
