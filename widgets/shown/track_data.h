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

/// How the workers and ops of a timeline are called.
///
/// Shapes  workers[worker], what stands beside its row, where that is not its number alone: "0, 1, 3 ×3";
///         names[worker], what sentences call it where that does not follow from it: "ranks 0, 1 and 3";
///         workerOfNumber[rank], where workers stand for several
struct Words {
    /// What tells one op from another: its microbatch, its stage, or a name of its own.
    enum class Naming { Microbatch, Stage, Own };

    QString worker = QStringLiteral("%1");  // "device %1"
    Naming naming = Naming::Microbatch;
    int pieces = 1;  // of a microbatch's sequence, told behind its number
    std::function<QString(Op)> ownName{};
    std::vector<QString> workers{}, names{};
    std::vector<int> workerOfNumber{};

    /// "3".
    QString labelOf(WorkerId id) const { return workers.empty() ? QString::number(id.value) : workers[id.index()]; }
    /// "device 3".
    QString nameOf(WorkerId id) const { return names.empty() ? worker.arg(labelOf(id)) : names[id.index()]; }
    /// "F3" with its microbatch, "f3" with its stage as cells show it, "all-reduce". `firstNumber` is that of
    /// microbatches and stages: 0 or 1.
    QString nameOf(Op op, int firstNumber) const;
};

/// What the facts on the title lines are, where they do not say so themselves: a line above the first.
struct FactHeads {
    QString title{}, total{}, bubble{}, difference{};
    QStringList facts{};

    bool any() const { return !total.isEmpty(); }
};

/// Neighbouring workers that belong together: so many a group, called "node 2" by "node %1"; none where `size` is 0.
struct WorkerGroups {
    int size = 0;
    QString name{};
};

/// "3", or "3.1" of a piece of a microbatch's sequence, counted from `firstNumber` both.
QString microbatchText(Op op, int pieces, int firstNumber);

/// The name of a kind in legends and facts: "forward", "input half".
QString kindName(OpKind kind);

/// What a worker of a model's step keeps, beside what its device has.
///
/// Units  bytes
struct TrackMemory {
    std::shared_ptr<const WorkerMemory> bytes;
    double device = 0;
    WorkerId worker;
    std::optional<Time> overAt;  // from when on it is more than the device has
    QString note{};              // "over at 138.9 ms: F25 on rank 0; up to 213.2 GB"

    bool isOver() const { return overAt.has_value(); }
};

/// All that a picture knows of one of its tracks: when ops run, and the words for them; or in place of that why there
/// is nothing to see. Who made it - a schedule, a scheme, a recorded trace - is of no matter.
///
/// Shapes      storeOfStep[step] where the program has rowOfStep[step]; held[worker];
///             laterEnd[worker]
/// Invariants  of timeline, refusal and awaited one is set; what refers to a timeline is only set beside one. With a
///             circle timeline and refusal both are: how far an order came that never ends
/// Thread      a value; what it points to is never changed
struct TrackData {
    QString title;
    QColor color;
    QString kind{};  // of what made it, for files, and to know it again when it has changed; may be empty
    std::shared_ptr<const Timeline> timeline{};
    QString refusal{};
    QString awaited{};
    bool isStopped = false;     // it is awaited no longer
    std::vector<Row> circle{};  // ops that wait for each other, each for one behind the next; they did not run

    /// Whether what it shows has run: can be asked about, found and walked through.
    bool hasRun() const { return timeline && circle.empty(); }

    Words words{};
    QString timeUnit{};
    std::function<std::vector<Row>()>
        criticalPath{};                      // finds it, the first op first; null where nothing is known of it
    std::shared_ptr<const LaneSums> sums{};  // for drawing at size; null: pictures walk the ops
    /// How long the result of an op is on its way from one worker to another; null where that takes no time.
    std::function<Time(WorkerId from, WorkerId to)> hop{};

    // Facts on the title line.
    FactHeads heads{};
    QString total{};   // "3364 ms"
    QString bubble{};  // "bubble 28.7 %"
    QString paper{};   // "paper 33 ✓", "paper 34, here 33": what was published of it
    bool isPaperDifferent = false;
    QString paperTip{};    // what these numbers are, a line each
    QStringList facts{};   // "1.2 % over the bound", the most important first: where there is no room, the last go
    QString factsTip{};    // what they are
    QString overLimit{};   // "holds 8 of 6 on device 0": in place of the first fact
    QString difference{};  // "vs pinned −3.4 % · −2.1 points · −0.5 act."
    QString standing{};    // among those it is shown with: "fastest", "+42.6 %"
    QString formula{};     // of the bubble

    // What can be shown beside ops.
    WorkerGroups groups{};                                       // framed and named
    std::vector<Time> seams{};                                   // instants at which one part of a run ends
    std::function<QString(Row)> more{};                          // what else a card says of an op; or null
    std::shared_ptr<const Column<std::uint16_t>> storeOfStep{};  // the workers that store the weights of ops; or null
    bool hasFetches = false, hasTransfers = false;               // of weights and activations by others
    bool hasWaits = false;                                       // of members of a collective for each other
    std::shared_ptr<const std::vector<HeldActivations>> held{};  // or null
    std::optional<double> memoryLimit{};                         // on what a worker may hold
    std::optional<TrackMemory> memory{};                         // of a model's step: of the worker that keeps most
    std::vector<TrackMemory> memoryOfEach{};                     // and by worker, of several
    /// What each worker spends time on, where there is more than computing and idling; or null.
    std::shared_ptr<const Spendings> spending{};

    // What it is held against.
    std::shared_ptr<const TrackData> pinned{};  // what was pinned in its place; or null
    std::shared_ptr<const Timeline>
        aligned{};  // the timeline of another track whose rows are to alternate with its own
    QString alignedTitle{};
    std::vector<Time> laterEnd{};  // how much later than the other track's each worker ends

    bool isAlignedWith(const TrackData& other) const {
        return aligned && aligned == other.timeline && alignedTitle == other.title;
    }
};

/// A timeline without any facts but how long all of it takes, such as one that was recorded.
TrackData shownOf(std::shared_ptr<const Timeline> timeline, Words words, const QString& title, const QString& timeUnit);

}  // namespace bubblescope
