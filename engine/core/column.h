#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace bubblescope {

/// Leaves new elements of plain types unset instead of zeroing them: a column of millions of rows is
/// about to be written anyway, and one pass over memory is cheaper than two.
template <class T>
struct UnsetAllocator : std::allocator<T> {
    template <class U>
    struct rebind {
        using other = UnsetAllocator<U>;
    };
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
