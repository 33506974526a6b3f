#pragma once

#include "engine/analysis/explain.h"
#include "engine/results/run.h"
#include "widgets/kit/format.h"
#include "widgets/shown/outcome.h"

namespace bubblescope {

/// What sentences call the parts of a family, and those sentences that are different in each; not translated yet.
struct FamilyWords {
    const char *microbatch, *earlier, *runsNothing, *firstInput, *finished, *roundTrip, *communication, *doubling;
};

/// Puts the values that sentences about a run need into words. Rich text; an op is a link to "row:N".
///
/// Invariants  the run outlives it; `firstNumber` is the number of the first microbatch, stage and chunk: 0 or 1
class Writer {
public:
    Writer(const Run& of, int firstNumber);

    const Run& run;
    const Timeline& timeline;
    const Program& program;
    const FamilyWords& words;

    Op op(Row row) const { return program.ops[row]; }
    QString title() const { return QString::fromStdString(run.title); }
    QString time(Time time) const { return formatTime(time, m_unit); }
    QString spanOf(Row row) const { return formatSpan(timeline.startOf(row), timeline.end[row], m_unit); }
    /// "1F1B · 404 – 820 ms · 416 ms", each time kept on one line.
    QString titleAndSpan(Time begin, Time end) const;
    /// "device 3".
    QString place(WorkerId worker) const { return m_names.nameOf(worker); }
    QString placeOf(Row row) const { return place(program.workerOfRow(row)); }
    bool isFetch(Row row) const { return program.lanes[program.laneOf(row).index()].role == Role::Fetch; }
    /// The worker that stores the weights of an op of a placement scheme.
    WorkerId storeOf(Row row) const;
    QString storePlaceOf(Row row) const { return place(storeOf(row)); }
    int number(std::int32_t index) const { return index + m_firstNumber; }
    QString stageOf(Row row) const { return QString::number(number(program.modelStage(op(row).stage()).value)); }
    int chunkOf(Row row) const { return number(program.chunkOf(op(row).stage())); }

    QString plainName(Row row) const { return m_names.nameOf(op(row), m_firstNumber); }
    /// "B3", with its chunk if the device may have another B3: "B3 (chunk 1)"; of a scheme "f3 (batch 1)".
    QString name(Row row) const;
    /// A link to an op; of a fused pair to both: "F3 + B0".
    QString link(Row row) const;

    /// What an op of a step waited for, a line each and the last to be complete at the end. Sets `chain` to the op that
    /// completed it, if there is one, and the op.
    QStringList causes(Row row, std::vector<Row>& chain) const;
    /// "Rank 2 arrives last, at 99; ranks 0, 1 and 3 wait 9 ms for it.", and the reason. Empty unless several ranks run
    /// the op.
    QString lastToArrive(Row row) const;

private:
    QString causeText(const Link& cause, Row row) const;
    QString whyLast(Row last, Row first, Time arrival) const;
    std::vector<int> ranksOf(const std::vector<WorkerId>& workers) const;
    double factorOf(WorkerId worker) const;

    Words m_names;
    int m_firstNumber;
    QString m_unit;
};

}  // namespace bubblescope
