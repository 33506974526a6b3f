#pragma once

#include "engine/analysis/held_activations.h"
#include "engine/analysis/lane_sums.h"
#include "engine/analysis/spending.h"
#include "engine/sim/timeline.h"
#include "engine/steps/step_memory.h"

#include <QColor>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

/// The names of the workers and ops of a timeline.
///
/// Shapes  workers[worker], the label of its row, if that is not just its number: "0, 1, 3 ×3";
///         names[worker], its name in sentences, if that does not follow from the label: "ranks 0, 1 and 3";
///         workerOfNumber[rank], if a worker stands for several ranks
struct Words {
    /// What an op is named by: its microbatch, its stage, or a name of its own.
    enum class Naming { Microbatch, Stage, Own };

    QString worker = QStringLiteral("%1");  // "device %1"
    Naming naming = Naming::Microbatch;
    int pieces = 1;  // of a microbatch's sequence, shown after its number
    std::function<QString(Op)> ownName{};
    std::vector<QString> workers{}, names{};
    std::vector<int> workerOfNumber{};

    /// "3".
    QString labelOf(WorkerId id) const { return workers.empty() ? QString::number(id.value) : workers[id.index()]; }
    /// "device 3".
    QString nameOf(WorkerId id) const { return names.empty() ? worker.arg(labelOf(id)) : names[id.index()]; }
    /// "F3" with its microbatch, "f3" with its stage as cells show it, "all-reduce". `firstNumber` is the number of the
    /// first microbatch and stage: 0 or 1.
    QString nameOf(Op op, int firstNumber) const;
};

/// Headings of the facts on the title lines, if the facts need them: a line above the first title line.
struct FactHeads {
    QString title{}, total{}, bubble{}, difference{};
    QStringList facts{};

    bool any() const { return !total.isEmpty(); }
};

/// Neighbouring workers that belong together, `size` per group; with name "node %1" they are called "node 2". There are
/// no groups if `size` is 0.
struct WorkerGroups {
    int size = 0;
    QString name{};
};

/// "3", or "3.1" for a piece of a microbatch's sequence; both are counted from `firstNumber`.
QString microbatchText(Op op, int pieces, int firstNumber);

/// The name of a kind in legends and facts: "forward", "grad input".
QString kindName(OpKind kind);

/// The memory that a worker of a model's step needs, and the memory of its device.
///
/// Units  bytes
struct TrackMemory {
    std::shared_ptr<const WorkerMemory> bytes;
    double device = 0, usable = 0;
    WorkerId worker;
    std::optional<Time> overAt;  // when it first exceeds the memory of the device
    QString note{};              // "over memory at 138.9 ms: F25 on rank 0; peak 213.2 GB"

    bool isOver() const { return overAt.has_value(); }
};

/// All that a picture knows about one of its tracks: when ops run and what they are called, or the reason why there is
/// nothing to show. It does not matter whether a schedule, a scheme or a recorded trace made it.
///
/// Shapes      storeOfStep[step] where the program has rowOfStep[step]; held[worker]; laterEnd[worker]
/// Invariants  one of timeline, refusal and awaited is set; members that refer to a timeline are set only if it is.
///             With a cycle, both timeline and refusal are set: the timeline shows how far the order ran
/// Thread      a value; what it points to never changes
struct TrackData {
    QString title;
    QColor color;
    QString kind{};  // the id of what made it, for files and for recognising it after a change; may be empty
    std::shared_ptr<const Timeline> timeline{};
    QString refusal{};
    QString awaited{};
    bool isStopped = false;     // the computation was stopped
    std::vector<Row> circle{};  // a cycle: ops that each wait for one queued behind the next; they did not run

    /// Whether it ran to the end: only then can ops be picked, found and stepped through.
    bool hasRun() const { return timeline && circle.empty(); }

    Words words{};
    QString timeUnit{};
    std::function<std::vector<Row>()> criticalPath{};  // computes it, earliest op first; null if unknown
    std::shared_ptr<const LaneSums> sums{};            // for drawing at small sizes; null: pictures visit all ops
    /// The transfer time of an op's result from one worker to another; null if transfers take no time.
    std::function<Time(WorkerId from, WorkerId to)> hop{};
    /// How long a backward repeats its forward at its start; 0 for other ops. Null without recompute.
    std::function<Time(Row)> recompute{};

    // Facts on the title line.
    FactHeads heads{};
    QString total{};   // "3364 ms"
    QString bubble{};  // "bubble 28.7%"
    QString paper{};   // published numbers: "paper 33 ✓", "paper 34, here 33"
    bool isPaperDifferent = false;
    QString paperTip{};    // what these numbers are, one per line
    QStringList facts{};   // "1.2% above lower bound"; most important first, the last are dropped if there is no room
    QString factsTip{};    // what the facts mean
    QString overLimit{};   // "needs 8 activations, limit 6 (device 0)": replaces the first fact
    QString difference{};  // "vs pinned −3.4% · −2.1 points · −0.5 act."
    QString standing{};    // among the tracks shown with it: "fastest", "+42.6%"
    QString formula{};     // the formula of the bubble

    // What can be shown besides ops.
    WorkerGroups groups{};                                       // shown with a frame and a name
    std::vector<Time> seams{};                                   // times at which one phase of a run ends
    std::function<QString(Row)> more{};                          // further text of an op's card; or null
    std::shared_ptr<const Column<std::uint16_t>> storeOfStep{};  // the workers that store the weights of ops; or null
    bool hasFetches = false, hasTransfers = false;               // of weights, of activations
    bool hasWaits = false;                                       // whether ranks wait for each other in collectives
    std::shared_ptr<const std::vector<HeldActivations>> held{};  // or null
    std::optional<double> memoryLimit{};                         // in activations per worker
    std::optional<TrackMemory> memory{};                         // of a model's step: the worker that needs most
    std::vector<TrackMemory> memoryOfEach{};                     // by worker, if there are several
    /// What each worker spends time on, if that is more than compute and idle time; or null.
    std::shared_ptr<const Spendings> spending{};

    // What it is compared with.
    std::shared_ptr<const TrackData> pinned{};  // the pinned result of the same schedule; or null
    std::shared_ptr<const Timeline> aligned{};  // the timeline of the track whose rows alternate with those of this one
    QString alignedTitle{};
    std::vector<Time> laterEnd{};  // how much later each worker ends than in the other track

    bool isAlignedWith(const TrackData& other) const {
        return aligned && aligned == other.timeline && alignedTitle == other.title;
    }
};

/// A timeline whose only fact is the total time, such as a recorded one.
TrackData shownOf(std::shared_ptr<const Timeline> timeline, Words words, const QString& title, const QString& timeUnit);

}  // namespace bubblescope
