#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace bubblescope {

/// Memory for columns. Large blocks are kept for the next column of about that size, up to kMostKeptColumnBytes in
/// all: a page that the system hands out for the first time costs more than filling it does.
///
/// Thread  any
void* takeColumnMemory(std::size_t bytes);
void giveColumnMemory(void* memory, std::size_t bytes);
/// What is kept, or on its way back to the system: memory that the next column may have.
std::size_t keptColumnBytes();
inline constexpr std::size_t kMostKeptColumnBytes = std::size_t{256} << 20;

/// Leaves new elements of plain types unset instead of zeroing them: a column of millions of rows is
/// about to be written anyway, and one pass over memory is cheaper than two.
template <class T>
struct UnsetAllocator : std::allocator<T> {
    template <class U>
    struct rebind {
        using other = UnsetAllocator<U>;
    };
    T* allocate(std::size_t n) { return static_cast<T*>(takeColumnMemory(n * sizeof(T))); }
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

/// One column of a table with a row per op. `Column<T>(n)` holds n unset values.
template <class T>
using Column = std::vector<T, UnsetAllocator<T>>;

}  // namespace bubblescope
