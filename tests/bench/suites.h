#pragma once

namespace bubblescope::bench {

/// What `./dev bench` measures; each registers its benchmarks.

/// What an op costs in every step of the engine.
void addEngineSuite();
/// All simulations of the notebook's experiments.
void addNotebookSuite();
/// All experiments that come with the program, from the command line.
void addSweepSuite();
/// Layouts and frames of Gantts.
void addGanttSuite();
/// Frames of Gantts that are played, or glide.
void addPlaybackSuite();
/// Pictures to keep, in each format.
void addPictureSuite();
/// Web pages in a browser, if there is one.
void addWebSuite();
/// What a hand on a slider feels in the real window.
void addDragSuite();
/// What a slider of an experiment's base workload takes to show.
void addExperimentSuite();
/// The gallery of schedules, opened in the real window.
void addGallerySuite();
/// The page of collectives, stepped and dragged.
void addCollectiveSuite();
/// Stops of runs of 66 million ops.
void addStopSuite();
/// The memory that an op takes.
void addMemorySuite();
/// Starts of the program.
void addStartSuite();

}  // namespace bubblescope::bench
