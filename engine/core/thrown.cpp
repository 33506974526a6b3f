#include "engine/core/thrown.h"

#include <exception>
#include <new>

namespace bubblescope {

Error thrownError() {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return {"needs more memory than this computer has", {}};
    } catch (const std::exception& thrown) {
        return {thrown.what(), {}};
    } catch (...) {
        return {"unknown exception", {}};
    }
}

}  // namespace bubblescope
