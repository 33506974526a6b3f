#include "engine/io/trace.h"

#include "engine/analysis/links.h"
#include "engine/io/json_text.h"
#include "engine/results/quantities.h"
#include "engine/steps/run_step.h"

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

constexpr std::string_view kClassNames[] = {"forward", "backward", "weight", "communication",
                                            "nearby",  "gather",   "host",   "optimizer"};

/// The number of decimals of a microsecond that a micro-unit has.
int decimalsOf(std::string_view timeUnit) {
    if (timeUnit == "s") return 0;
    if (timeUnit == "ms") return 3;
    return timeUnit == "ns" ? 9 : 6;
}

/// A non-negative time in microseconds.
std::string microseconds(Time time, int decimals) {
    std::string text = std::to_string(time);
    if (decimals == 0) return text;
    const auto places = static_cast<std::size_t>(decimals);
    if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
    text.insert(text.size() - places, 1, '.');
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
}

constexpr std::uint32_t kNoCollective = 0;

/// The state of the file written so far.
struct Written {
    bool hasEvents = false;
    int processes = 0;
    long long flows = 0;
};

/// The events of one run.
class Tracer {
public:
    Tracer(const TracedRun& traced, bool isOneOfSeveral, Time origin, Written& written, TextBuffer& out)
        : m_run(*traced.run),
          m_timeline(*m_run.timeline),
          m_program(*m_timeline.program),
          m_prefix(isOneOfSeveral ? traced.title + ", " : std::string()),
          m_origin(origin),
          m_decimals(decimalsOf(m_run.schedule.workload.timeUnit)),
          m_firstProcess(written.processes + 1),
          m_written(written),
          m_out(out) {
        written.processes += m_program.workers;
        if (!m_program.needs.hasMembers()) return;
        m_collective.resize(m_program.ops.size());
        m_waits.resize(m_program.ops.size());
        std::fill(m_collective.begin(), m_collective.end(), kNoCollective);
    }

    bool write() {
        for (std::size_t lane = 0; lane < m_program.lanes.size(); ++lane)
            if (!writeLane(lane)) return false;
        return true;
    }

private:
    struct Thread {
        int process = 0, number = 0;
    };

    Thread threadOf(LaneId lane) const {
        const WorkerId worker = m_program.workerOf(lane);
        return {m_firstProcess + worker.value, lane.value - m_program.computeLane(worker).value + 1};
    }

    std::string at(Time time) const { return microseconds(time - m_origin, m_decimals); }

    void begin(std::string_view phase, std::string_view name, Thread thread) {
        m_out << (m_written.hasEvents ? ",\n" : "\n") << "{\"ph\": \"" << phase << "\", \"name\": " << quotedText(name)
              << ", \"pid\": " << thread.process << ", \"tid\": " << thread.number;
        m_written.hasEvents = true;
    }

    void writeMeta(std::string_view name, Thread thread, std::string_view key, const std::string& value) {
        begin("M", name, thread);
        m_out << ", \"args\": {\"" << key << "\": " << value << "}}";
    }

    /// The slowdown factor of a worker's ranks; 1 for others.
    double slowdownOf(WorkerId worker) const {
        if (!m_run.step) return 1;
        const auto rank = static_cast<std::size_t>(m_run.step->ranks.firstRank[worker.index()]);
        const auto& factors = m_run.step->setup.factors;
        return rank < factors.size() ? factors[rank] : 1;
    }

    std::string nameOf(WorkerId worker) const {
        const char* kind = m_run.step ? "rank " : m_run.scheme ? "worker " : "device ";
        const int number = m_run.step ? m_run.step->ranks.firstRank[worker.index()] : worker.value;
        std::string name = m_prefix + kind + std::to_string(number);
        const int others = m_run.step ? m_run.step->ranks.count[worker.index()] - 1 : 0;
        return others > 0 ? name + " (+" + std::to_string(others) + " identical)" : name;
    }

    void nameLane(LaneId lane) {
        const Thread thread = threadOf(lane);
        const Lane& rows = m_program.lanes[lane.index()];
        if (thread.number == 1) {
            writeMeta("process_name", thread, "name", quotedText(nameOf(rows.worker)));
            writeMeta("process_sort_index", thread, "sort_index", std::to_string(thread.process));
            if (const double factor = slowdownOf(rows.worker); factor != 1)
                writeMeta("process_labels", thread, "labels", quotedText(measuredText(factor) + " x slower"));
        }
        writeMeta("thread_name", thread, "name", quotedText(infoOf(rows.role).id));
        writeMeta("thread_sort_index", thread, "sort_index", std::to_string(thread.number));
    }

    bool writeLane(std::size_t index) {
        const LaneId lane(static_cast<std::int64_t>(index));
        nameLane(lane);
        const Lane rows = m_program.lanes[index];
        for (Row row = rows.begin; row < rows.end; row = pairOf(m_program, row).end) {
            if (isCollective(row) && m_collective[row] == kNoCollective) join(row);
            writeOp(row, threadOf(lane));
            if (!isCollective(row)) writeTransfers(row, threadOf(lane));
            if (!m_out.pass()) return false;
        }
        return true;
    }

    bool isCollective(Row row) const { return m_program.needs.membersOf(row).size() > 1; }

    std::string nameOf(Row row) const {
        const Op op = m_program.ops[row];
        if (m_run.step) return bubblescope::nameOf(m_run.step->names, op);
        const int number = m_run.scheme ? op.stage().value : m_program.microbatchOf(op);
        const std::string name = std::string(letter(op.kind())) + std::to_string(number);
        return m_program.pieces == 1 ? name : name + '.' + std::to_string(m_program.pieceOf(op));
    }

    void writeOp(Row row, Thread thread) {
        const RowRange pair = pairOf(m_program, row);
        std::string name = nameOf(row);
        for (Row other = pair.begin + 1; other < pair.end; ++other) name += " + " + nameOf(other);
        begin("X", name, thread);
        m_out << ", \"cat\": \"" << kClassNames[static_cast<std::size_t>(classOf(m_program.ops[row].kind()))]
              << "\", \"ts\": " << at(m_timeline.startOf(row))
              << ", \"dur\": " << microseconds(m_timeline.end[pair.end - 1] - m_timeline.startOf(row), m_decimals)
              << ", \"args\": {";
        writeArguments(row);
        m_out << "}}";
    }

    void writeArguments(Row row) {
        writeOpArguments(row);
        for (Row other = row + 1; other < pairOf(m_program, row).end; ++other) {
            m_out << ", \"with\": {";
            writeOpArguments(other);
            m_out << "}";
        }
        if (!isCollective(row)) return;
        m_out << ", \"collective\": " << static_cast<long long>(m_collective[row])
              << ", \"waits\": " << microseconds(m_waits[row], m_decimals);
    }

    void writeOpArguments(Row row) {
        const Op op = m_program.ops[row];
        const bool isOfLayers = m_run.step && m_run.step->names.naming != StepNaming::Microbatch;
        const bool hasMicrobatch = !m_run.step || m_run.step->names.naming != StepNaming::Layer;
        m_out << "\"kind\": " << quotedText(infoOf(op.kind()).title);
        if (op.kind() != OpKind::Optimizer) {
            const int place = m_run.step ? layerOf(op) : m_program.modelStage(op.stage()).value;
            m_out << (isOfLayers ? ", \"layer\": " : ", \"stage\": ") << place;
            if (hasMicrobatch) m_out << ", \"microbatch\": " << m_program.microbatchOf(op);
            if (m_program.pieces > 1) m_out << ", \"piece\": " << m_program.pieceOf(op);
        }
    }

    /// Numbers a collective, records how long its members wait, and draws the flow from the last member to arrive.
    void join(Row first) {
        const std::vector<Row> members = membersOf(m_program, first);
        const std::vector<Time> arrivals = arrivalsOf(m_timeline, first);
        ++m_collectives;
        std::size_t last = 0;
        for (std::size_t i = 0; i < members.size(); ++i) {
            m_collective[members[i]] = m_collectives;
            m_waits[members[i]] = std::max<Time>(0, m_timeline.startOf(first) - arrivals[i]);
            if (arrivals[i] > arrivals[last]) last = i;
        }
        std::vector<Row> path{members[last]};
        for (std::size_t i = 0; i < members.size(); ++i)
            if (i != last) path.push_back(members[i]);
        writeFlow(nameOf(first), "collective", path);
    }

    /// Flows from ops on other workers that this op needs, except those of its own collective.
    void writeTransfers(Row row, Thread thread) {
        for (const Link& link : needsOf(m_timeline, row)) {
            if (link.isStart || link.isFetch || isCollective(link.row)) continue;
            if (threadOf(m_program.laneOf(link.row)).process == thread.process) continue;
            writeFlow(nameOf(link.row), "transfer", {link.row, row});
        }
    }

    /// A flow binds to the event around its time; the middle of an op lies in no other event.
    void writeFlow(const std::string& name, std::string_view category, const std::vector<Row>& path) {
        const auto isOver = [&](Row row) { return m_timeline.startOf(row) == m_timeline.end[row]; };
        if (path.size() < 2 || std::any_of(path.begin(), path.end(), isOver)) return;
        ++m_written.flows;
        for (std::size_t i = 0; i < path.size(); ++i) {
            const Row row = path[i];
            const Time start = m_timeline.startOf(row), middle = start + (m_timeline.end[row] - start) / 2;
            begin(i == 0 ? "s" : i + 1 < path.size() ? "t" : "f", name, threadOf(m_program.laneOf(row)));
            m_out << ", \"cat\": \"" << category << "\", \"id\": " << m_written.flows << ", \"ts\": " << at(middle)
                  << (i + 1 == path.size() ? ", \"bp\": \"e\"}" : "}");
        }
    }

    const Run& m_run;
    const Timeline& m_timeline;
    const Program& m_program;
    const std::string m_prefix;
    const Time m_origin;
    const int m_decimals, m_firstProcess;
    Written& m_written;
    TextBuffer& m_out;
    Column<std::uint32_t> m_collective;  // by row, from 1; empty if there are none
    Column<Time> m_waits;
    std::uint32_t m_collectives = 0;
};

}  // namespace

bool writeTrace(std::span<const TracedRun> runs, std::string_view document, const TextSink& sink) {
    TextBuffer out(sink);
    const bool isFine = std::any_of(runs.begin(), runs.end(), [](const TracedRun& traced) {
        return traced.run->schedule.workload.timeUnit == "ns";
    });
    out << kTraceBeginning << (document.empty() ? "null" : quotedText(document)) << "},\n\"displayTimeUnit\": \""
        << (isFine ? "ns" : "ms") << "\",\n\"traceEvents\": [";
    Time origin = std::numeric_limits<Time>::max();
    for (const TracedRun& traced : runs) origin = std::min(origin, traced.run->timeline->earliestStart);
    Written written;
    for (const TracedRun& traced : runs) {
        const TracedRun whole{traced.title, unfolded(traced.run, kMostTracedOps)};
        if (!Tracer(whole, runs.size() > 1, origin, written, out).write()) return false;
    }
    out << "\n]}\n";
    return out.pass(true);
}

}  // namespace bubblescope
