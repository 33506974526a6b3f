#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace bubblescope {

/// How many threads this machine can run at once; at least 1.
inline std::size_t coreCount() { return std::max(1u, std::thread::hardware_concurrency()); }

/// Makes `count` independent values on at most `threads` threads and takes them one after another, in order. What is
/// taken, and when, does not depend on the number of threads or on which one finishes first.
///
/// Shapes  make(i) returns value i, on any thread; take(i, value) receives it on the caller's thread, and stops
///         everything by returning false: no further value is started, and values in progress are awaited and dropped
/// Errors  an exception from make(i) is rethrown to the caller where value i would be taken
/// Cost    starting each thread; at most `ahead` values, or one per thread if that is more, are made before they are
///         taken
template <class Make, class Take>
void inOrder(std::size_t count, std::size_t threads, std::size_t ahead, Make&& make, Take&& take) {
    using Value = std::invoke_result_t<Make&, std::size_t>;
    if (std::min(count, threads) <= 1) {
        for (std::size_t i = 0; i < count; ++i)
            if (!take(i, make(i))) return;
        return;
    }

    struct Place {
        std::optional<Value> value;
        std::exception_ptr thrown;
    };
    std::mutex mutex;
    std::condition_variable made, room;
    std::vector<Place> places(count);
    std::size_t next = 0, taken = 0;
    const auto work = [&] {
        std::unique_lock lock(mutex);
        while (true) {
            room.wait(lock, [&] { return next >= count || next < taken + std::max(ahead, threads); });
            if (next >= count) return;
            const std::size_t i = next++;
            lock.unlock();
            Place place;
            try {
                place.value.emplace(make(i));
            } catch (...) {
                place.thrown = std::current_exception();
            }
            lock.lock();
            places[i] = std::move(place);
            made.notify_one();
        }
    };
    // Declared last, so that everything the workers use outlives them, however the loop ends.
    struct Workers {
        std::mutex& mutex;
        std::condition_variable& room;
        std::size_t& next;
        std::size_t count;
        std::vector<std::jthread> threads;
        ~Workers() {
            {
                const std::lock_guard lock(mutex);
                next = count;
            }
            room.notify_all();
        }
    } workers{mutex, room, next, count, {}};
    for (std::size_t n = 0; n < std::min(count, threads); ++n) workers.threads.emplace_back(work);

    for (std::size_t i = 0; i < count; ++i) {
        Place place;
        {
            std::unique_lock lock(mutex);
            made.wait(lock, [&] { return places[i].value || places[i].thrown; });
            place = std::exchange(places[i], Place{});
        }
        if (place.thrown) std::rethrow_exception(place.thrown);
        const bool goesOn = take(i, std::move(*place.value));
        {
            const std::lock_guard lock(mutex);
            taken = i + 1;
            if (!goesOn) next = count;
        }
        room.notify_all();
        if (!goesOn) return;
    }
}

}  // namespace bubblescope
