#pragma once

#include "engine/core/result.h"
#include "engine/sim/timeline.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

namespace bubblescope::bench {

using Clock = std::chrono::steady_clock;

template <class T>
T orExit(Result<T> result) {
    if (result) return std::move(result.value());
    std::cerr << result.error().text() << '\n';
    std::exit(1);
}

inline double seconds(Clock::duration span) { return std::chrono::duration<double>(span).count(); }

/// The smallest value that `share` of the values do not pass; 0 of none.
inline double quantile(std::vector<double> values, double share) {
    if (values.empty()) return 0;
    const auto rank = static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5);
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

inline double medianOf(std::vector<double> values) { return quantile(std::move(values), 0.5); }

/// The median time of copies of `bytes`: what the machine at hand, as busy as it is, needs to read and to write
/// that much memory.
inline double copySeconds(std::size_t bytes) {
    const std::vector<char> from(bytes, 1);
    std::vector<char> to(bytes, 2);
    std::vector<double> times;
    for (int i = 0; i < 9; ++i) {
        const auto begin = Clock::now();
        std::memcpy(to.data(), from.data(), bytes);
        benchmark::DoNotOptimize(to.data());
        benchmark::ClobberMemory();
        times.push_back(seconds(Clock::now() - begin));
    }
    return medianOf(times);
}

/// An op in a Program and its end in a Timeline: what a run leaves.
inline constexpr std::size_t kBytesPerOp = sizeof(Op) + sizeof(Time);

/// Runs `step` once an iteration and returns its median time in seconds. What it made is freed off the clock.
template <class F>
double timeSteps(benchmark::State& state, F step) {
    std::vector<double> times;
    for (auto _ : state) {
        const auto begin = Clock::now();
        const auto made = step();
        benchmark::DoNotOptimize(&made);
        times.push_back(seconds(Clock::now() - begin));
        state.SetIterationTime(times.back());
    }
    return medianOf(times);
}

/// How long a repetition takes at least, so that its iterations have a median.
inline constexpr double kRepetitionSeconds = 0.1;

/// Registers a measurement that sets the time of each iteration itself. Medians are over the repetitions.
template <class Body>
benchmark::internal::Benchmark* add(const std::string& name, int repetitions, Body body) {
    return benchmark::RegisterBenchmark(name.c_str(), body)
        ->Unit(benchmark::kMillisecond)
        ->UseManualTime()
        ->Repetitions(repetitions);
}

}  // namespace bubblescope::bench
