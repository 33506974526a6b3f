#pragma once

namespace bubblescope {

/// Where a model's stages are placed (model.md §2 defines the names). Loop places stage s on worker s mod D. Wave runs
/// even chunks down and odd chunks up. Opposite has two lines: stage s is on worker s in the line that goes down, and
/// on worker D-1-s in the line that goes up. With one chunk, loop and wave are both the plain line.
enum class Placement { Loop, Wave, Opposite };

/// The worker of a stage.
constexpr int workerOfStage(Placement placement, int devices, int stage) {
    const int chunk = stage / devices, offset = stage % devices;
    return placement != Placement::Loop && chunk % 2 == 1 ? devices - 1 - offset : offset;
}

/// The stage that is number `chunk` of those on `device`.
constexpr int stageOf(Placement placement, int devices, int chunk, int device) {
    return chunk * devices + (placement != Placement::Loop && chunk % 2 == 1 ? devices - 1 - device : device);
}

}  // namespace bubblescope
