// The memory of a step's ranks, counted again from only its ops and the bytes of its model's units, by the rules of
// docs/models.md §2 and §4 applied to ops, at random instants of random steps.

#include "engine/entries/registry.h"
#include "engine/entries/resolve.h"
#include "engine/io/scenario_file.h"
#include "engine/steps/chunks.h"
#include "engine/steps/run_step.h"
#include "engine/steps/sharded_chain.h"

#include "tests/engine/random_model.h"
#include "tests/engine/random_scenario.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>
#include <map>
#include <set>

using namespace bubblescope;

namespace tst_ram_budget {

namespace {

using Parts = std::array<std::int64_t, kMemoryParts>;

/// The ops of one rank, and what they say about its memory.
class PlainMemory {
public:
    PlainMemory(const StepRun& step, int rank)
        : m_step(step), m_model(*step.setup.model), m_id(step.setup.kind->id), m_rank(rank) {
        m_place = step.ranks.mesh.placeOf(rank, MeshAxis::Pp);
        m_isPipeline = !m_model.stages.empty();
        forEachStepOp(step, [&](const StepOp& op) {
            if (std::find(op.ranks.begin(), op.ranks.end(), rank) != op.ranks.end()) m_ops.push_back(op);
            return true;
        });
        std::stable_sort(m_ops.begin(), m_ops.end(),
                         [](const StepOp& a, const StepOp& b) { return a.start < b.start; });
        findPasses();
    }

    Parts at(Time time) const {
        Parts parts = state();
        const auto add = [&](MemoryPart part, double bytes, Time from, Time to) {
            if (from <= time && time < to) parts[static_cast<std::size_t>(part)] += std::llround(bytes);
        };
        for (const auto& [key, pass] : m_passes) {
            const ModelUnit& unit = unitAt(key.first);
            if (!isForwardAlone()) add(MemoryPart::Activations, unit.activations, pass.forward, pass.end);
            if (pass.hasBackward) add(MemoryPart::Activations, unit.recomputed, pass.backward, pass.inputEnd);
        }
        addGradients(add);
        addGathered(add);
        if (m_model.chunks) addChunks(add);
        return parts;
    }

private:
    /// What it has all along.
    Parts state() const {
        const bool isOffloaded = m_id == "zero-offload";
        const Mesh& mesh = m_step.ranks.mesh;
        const auto axis = [&](MeshAxis one) { return static_cast<double>(mesh[one]); };
        const int stage = zeroStage();
        const double shards = axis(MeshAxis::Fsdp) * axis(MeshAxis::Cp),
                     dense = stage == 3 ? shards : shards * axis(MeshAxis::Dp),
                     spread = shards * axis(MeshAxis::Tp) / axis(MeshAxis::Ep) * (stage == 3 ? 1 : axis(MeshAxis::Dp)),
                     experts = mesh[MeshAxis::Ep] > 1 ? spread : dense;
        const ModelUnit& all = m_model.devices[static_cast<std::size_t>(m_place)];
        const auto bytes = [&](double each, int shared) {
            const double whole = all.dense + all.experts, share = all.dense / dense + all.experts / experts;
            return each * (stage >= shared ? share : whole);
        };
        const auto [p, g, k] = eachOf();
        Parts parts{};
        const auto put = [&](MemoryPart part, double most) {
            parts[static_cast<std::size_t>(part)] = std::llround(most);
        };
        if (m_id == "zero-infinity") return parts;
        double here = 1;
        if (m_model.chunks) {
            double onDevice = 0;  // units that the host does not update
            std::set<int> onHost;
            for (const StepOp& op : m_ops)
                if (op.op.kind() == OpKind::HostOptimizer) onHost.insert(op.op.stage().value);
            for (std::size_t unit = 0; unit < m_model.units.size(); ++unit)
                if (!onHost.count(static_cast<int>(unit))) onDevice += m_model.units[unit].parameters();
            here = onDevice / all.parameters();
        }
        put(MemoryPart::Parameters, here * bytes(p, 3));
        if (isOffloaded) return parts;
        if (stage >= 2 && !m_model.chunks && !waitsForShard()) put(MemoryPart::Gradients, bytes(g, 2));
        put(MemoryPart::Optimizer, here * bytes(k, 1));
        return parts;
    }

    /// Which of parameters, gradients and optimizer ranks share: as ZeRO's stages count them.
    int zeroStage() const {
        const Mesh& mesh = m_step.ranks.mesh;
        if (m_id == "zero-1") return 1;
        if (m_id == "zero-2" || m_id == "zero-offload") return 2;
        if (m_id == "fsdp" || m_id == "hsdp" || m_id == "pp-fsdp") return 3;
        if (m_id == "patrickstar" || m_id == "zero-infinity") return 3;
        if (m_id != "mesh" && m_id != "pp-dp") return 0;
        if (mesh[MeshAxis::Fsdp] > 1) return 3;
        return mesh[MeshAxis::Dp] * mesh[MeshAxis::Cp] > 1 ? m_step.setup.whole("zero") : 0;
    }
    /// Gradients of several microbatches that are reduced at the end.
    bool addsUp() const {
        return m_step.setup.workload.microbatches > 1 && accumulateOf(m_step.setup) == Accumulate::Last;
    }
    bool isOfVersionOne() const { return !m_model.hardware.cluster.usesAllPorts; }
    /// Whether a shard of gradients exists only when they have been added up.
    bool waitsForShard() const { return addsUp() && !m_isPipeline && !sendsToHost() && !isOfVersionOne(); }

    struct Pass {
        Time forward = kMaxTime, backward = kMaxTime, gradient = kMaxTime, end = 0, inputEnd = 0;
        bool hasBackward = false;
    };

    std::array<double, 3> eachOf() const {
        switch (m_model.model.precision) {
            case Precision::Mixed: return {2, 2, 12};
            case Precision::Fp32Grad: return {2, 4, 12};
            case Precision::Fp32Shard: return {4, 4, 8};
            case Precision::Bf16: return {2, 2, 8};
            case Precision::DeepSpeed: break;
        }
        return {2, 6, 12};
    }

    const ModelUnit& unitAt(int unit) const {
        const auto& units = m_isPipeline ? m_model.stages : m_model.units;
        return units[static_cast<std::size_t>(unit) % units.size()];
    }

    /// The unit that an op is of: a layer, or a stage; less than 0 of none.
    int unitOf(const StepOp& op) const {
        const int number = op.op.stage().value;
        switch (op.op.kind()) {
            case OpKind::Optimizer:
            case OpKind::HopKeys:
            case OpKind::HopGradients: return -1;
            case OpKind::PartForward:
            case OpKind::PartBackward: return m_isPipeline ? m_place : number / (m_step.ranks.mesh[MeshAxis::Cp] + 2);
            default: break;
        }
        if (!m_isPipeline) return layerOf(op.op);
        const bool isWholeStage = m_step.names.naming == StepNaming::Microbatch;
        return isWholeStage ? number : m_place;
    }

    static bool isOfCompute(OpKind kind) {
        const OpClass of = classOf(kind);
        return of == OpClass::Forward || of == OpClass::Backward || of == OpClass::Weight;
    }
    /// A collective that holds up its layer's backward.
    static bool isOfBlocks(OpKind kind) {
        return kind == OpKind::BlockReduceBackward || kind == OpKind::BlockScatterBackward ||
               kind == OpKind::ExchangeBackward;
    }

    /// A microbatch's way through each unit. What computes like a forward for the second time is part of a backward.
    void findPasses() {
        std::set<std::tuple<OpKind, int, int>> seen;
        std::map<std::pair<int, int>, int> latestLayer;
        for (const StepOp& op : m_ops) {
            const OpKind kind = op.op.kind();
            if (!isOfCompute(kind) && !isOfBlocks(kind)) continue;
            const int unit = unitOf(op), microbatch = op.op.microbatch().value;
            Pass& pass = m_passes[{unit, microbatch}];
            pass.end = std::max(pass.end, op.end);
            if (!isOfCompute(kind)) {
                pass.inputEnd = std::max(pass.inputEnd, op.end);
                continue;
            }
            // Stages count their layers from the first one forward, and from the last one backward.
            const int number = op.op.stage().value;
            const int layer =
                kind == OpKind::PartForward ? number / (m_step.ranks.mesh[MeshAxis::Cp] + 2) : layerOf(op.op);
            int& latest = latestLayer[{unit, microbatch}];
            const bool isAgain = !seen.insert({kind, number, microbatch}).second || (m_isPipeline && layer < latest);
            if (classOf(kind) == OpClass::Forward) latest = layer;
            if (classOf(kind) == OpClass::Forward && !isAgain) {
                pass.forward = std::min(pass.forward, op.start);
                continue;
            }
            const bool splits = m_isPipeline && m_step.setup.order().splitsBackward;
            const bool isWeight = classOf(kind) == OpClass::Weight;
            pass.hasBackward = true;
            if (!splits || !isWeight) pass.backward = std::min(pass.backward, op.start);
            if (!splits || !isWeight) pass.inputEnd = std::max(pass.inputEnd, op.end);
            if (!splits || isWeight) pass.gradient = std::min(pass.gradient, op.start);
        }
    }
    /// When a unit's gradient is there for the first time in a microbatch or, of several steps, in one of them.
    Time firstBackward(int unit, int microbatch = -1) const {
        Time first = kMaxTime;
        for (const auto& [key, pass] : m_passes)
            if (key.first == unit && (microbatch < 0 || key.second == microbatch))
                first = std::min(first, pass.gradient);
        return first;
    }

    template <class Add>
    void addGradients(const Add& add) const {
        if (m_model.chunks || isForwardAlone()) return;
        const auto g = eachOf()[1];
        const bool isFreed = zeroStage() >= 2;
        std::set<int> units;
        for (const auto& [key, pass] : m_passes) units.insert(key.first);
        if (!isFreed) {
            for (const int unit : units)
                add(MemoryPart::Gradients, g * unitAt(unit).parameters(), firstBackward(unit), kMaxTime);
            return;
        }
        const bool keepsState = zeroStage() == 2 && addsUp() && !sendsToHost() && !isOfVersionOne();
        const double message = keepsState ? g : m_model.model.hasFp32Messages ? 4 : 2;
        const double shards = 1.0 * m_step.ranks.mesh[MeshAxis::Fsdp] * m_step.ranks.mesh[MeshAxis::Cp] *
                              (zeroStage() == 3 ? 1 : m_step.ranks.mesh[MeshAxis::Dp]);
        for (const StepOp& op : m_ops) {
            const int number = op.op.stage().value, last = static_cast<int>(m_step.buckets.size()) - 1;
            std::vector<int> freed;
            if (op.op.kind() == OpKind::Sync) {
                // A chunk's, once all of its pieces are through.
                const int stages = static_cast<int>(m_model.stages.size()), devices = m_step.ranks.mesh[MeshAxis::Pp];
                for (const int unit : units)
                    if (unit % stages / devices == number && op.end == lastOf(OpKind::Sync, number)) freed = {unit};
            } else if (op.op.kind() == OpKind::BucketScatter) {
                freed = m_step.buckets[static_cast<std::size_t>(number)];
            } else if (m_id == "zero-2" && op.op.kind() == OpKind::ReduceScatter) {
                freed = m_step.buckets[static_cast<std::size_t>(last - number)];
            } else if (op.op.kind() == (sendsToHost() ? OpKind::Download : OpKind::ReduceScatter)) {
                freed = {number};
            }
            const int one = accumulateOf(m_step.setup) != Accumulate::Last ? op.op.microbatch().value : -1;
            for (const int unit : freed) {
                const Time first =
                    sendsToHost() ? firstOfStep(unit, op.op.microbatch().value) : firstBackward(unit, one);
                add(MemoryPart::Gradients, message * unitAt(unit).parameters(), first, op.end);
                if (waitsForShard())
                    add(MemoryPart::Gradients, g * unitAt(unit).parameters() / shards, op.start, kMaxTime);
            }
        }
    }
    /// The first backward whose gradient a download of a microbatch takes along; several steps may be shown.
    Time firstOfStep(int unit, int microbatch) const {
        const int all = m_step.setup.workload.microbatches;
        Time first = kMaxTime;
        for (int at = addsUp() ? microbatch / all * all : microbatch; at <= microbatch; ++at)
            first = std::min(first, firstBackward(unit, at));
        return first;
    }
    bool sendsToHost() const { return m_id == "zero-offload" || m_id == "zero-infinity"; }
    bool isForwardAlone() const { return m_id == "zero-infinity" && m_step.setup.choice("pass") == "forward"; }
    Time lastOf(OpKind kind, int number) const {
        Time last = 0;
        for (const StepOp& op : m_ops)
            if (op.op.kind() == kind && op.op.stage().value == number) last = std::max(last, op.end);
        return last;
    }

    /// A gathered unit is there to the end of the forward or backward before it is gathered again, or to its last one.
    template <class Add>
    void addGathered(const Add& add) const {
        std::map<int, std::vector<Time>> gathers;  // by unit
        for (const StepOp& op : m_ops) {
            const OpKind kind = op.op.kind();
            const bool isOfSharding =
                kind == OpKind::GatherForward || kind == OpKind::GatherBackward || kind == OpKind::CopyWeights;
            const bool isOfStages = kind == OpKind::AllGather && m_isPipeline;
            if (isOfSharding && !m_model.chunks) gathers[op.op.stage().value].push_back(op.start);
            if (!isOfStages) continue;
            const int devices = m_step.ranks.mesh[MeshAxis::Pp];
            gathers[stageOfChunk(op.op.stage().value, devices)].push_back(op.start);
        }
        for (const auto& [unit, starts] : gathers)
            for (std::size_t i = 0; i < starts.size(); ++i) {
                const double bytes = 2 * unitAt(unit).parameters();
                add(MemoryPart::Gathered, bytes, starts[i], endOfUse(unit, i, starts.size()));
            }
    }
    int stageOfChunk(int number, int devices) const { return number * devices + m_place; }

    /// The i-th of so many gathers serves as many passes as there are to one.
    Time endOfUse(int unit, std::size_t i, std::size_t gathers) const {
        std::vector<Time> ends;  // of forwards and backwards, in time
        Time last = 0;
        for (const StepOp& op : m_ops)
            if (isOfCompute(op.op.kind()) || isOfBlocks(op.op.kind())) last = std::max(last, op.end);
        std::vector<std::pair<Time, Time>> uses;
        for (const auto& [key, pass] : m_passes) {
            if (key.first != unit) continue;
            uses.emplace_back(pass.forward, forwardEnd(key));
            if (pass.hasBackward) uses.emplace_back(pass.backward, pass.end);
        }
        std::sort(uses.begin(), uses.end());
        if (m_isPipeline && gathers == 1) return last;  // all of the step
        if (gathers == uses.size()) return uses[i].second;
        // One was kept from a forward to its backward.
        return uses[2 * i + 1].second;
    }
    Time forwardEnd(const std::pair<int, int>& key) const {
        Time end = 0;
        const Pass& pass = m_passes.at(key);
        for (const StepOp& op : m_ops) {
            const OpKind kind = op.op.kind();
            const bool isHere = isOfCompute(kind) || kind == OpKind::BlockReduce || kind == OpKind::BlockScatter ||
                                kind == OpKind::Exchange;
            if (isHere && unitOf(op) == key.first && op.op.microbatch().value == key.second &&
                (!pass.hasBackward || op.start < pass.backward))
                end = std::max(end, op.end);
        }
        return end;
    }

    /// A chunk from the start of its way up to the end of that down; those of other ranks from the gather on.
    template <class Add>
    void addChunks(const Add& add) const {
        const double ranks = m_step.ranks.mesh[MeshAxis::Fsdp];
        std::map<int, std::vector<std::pair<Time, Time>>> up, down, gathered, reduced;
        std::map<int, Time> forwardEnds;
        for (const StepOp& op : m_ops) {
            const int group = op.op.stage().value;
            const std::pair<Time, Time> span{op.start, op.end};
            switch (op.op.kind()) {
                case OpKind::Upload:
                case OpKind::CopyWeights: up[group].push_back(span); break;
                case OpKind::Evict:
                case OpKind::Download: down[group].push_back(span); break;
                case OpKind::GatherForward:
                case OpKind::GatherBackward: gathered[group].push_back(span); break;
                case OpKind::ReduceScatter: reduced[group].push_back(span); break;
                case OpKind::Forward: forwardEnds[group] = op.end; break;
                default: break;
            }
        }
        for (std::size_t group = 0; group < m_model.units.size(); ++group) {
            const int at = static_cast<int>(group);
            const double whole = 2 * std::round(m_model.units[group].parameters()), own = std::ceil(whole / ranks);
            for (std::size_t i = 0; i < up[at].size(); ++i)
                add(MemoryPart::Parameters, own, up[at][i].first, down[at][i].second);
            for (std::size_t i = 0; i < gathered[at].size(); ++i) {
                const bool isFreed = i + 1 < gathered[at].size();
                add(MemoryPart::Gathered, whole - own, gathered[at][i].first,
                    isFreed ? forwardEnds[at] : reduced[at].front().second);
            }
        }
    }

    const StepRun& m_step;
    const ModelStep& m_model;
    std::string_view m_id;
    int m_rank, m_place = 0;
    bool m_isPipeline = false;
    std::vector<StepOp> m_ops;
    std::map<std::pair<int, int>, Pass> m_passes;  // by unit and microbatch
};

/// The file in the words of version 2, with random choices of how gradients are reduced; half of the time as it is.
std::string inVersionTwo(std::mt19937& random, std::string file) {
    if (random() % 2 == 0) return file;
    nlohmann::json root = nlohmann::json::parse(file);
    root["version"] = 2;
    root["workload"]["time_unit"] = "us";
    nlohmann::json &step = root["schedules"][0], &recompute = root["model"]["recompute"];
    if (recompute == "flash") recompute = "ops";
    const ScheduleKind& kind = *findKind(Family::Step, step["step"].get<std::string>());
    if (kind.parameter("zero")) step["zero"] = random() % 4;
    const bool isPipeline = step.contains("schedule");  // whose reductions of a chunk have one name
    if (kind.parameter("accumulate") && !step.contains("accumulate") && !isPipeline)
        step["accumulate"] = random() % 2 == 0 ? "last" : "each";
    if (kind.parameter("sync") && random() % 2 == 0) step["sync"] = "overlap";
    return root.dump();
}

}  // namespace

class TestMemory : public QObject {
    Q_OBJECT

private slots:
    /// At 1,000 instants of random steps of every kind that keeps a model, part by part; the parts add up to the whole.
    void memoryIsWhatOpsSay() {
        std::mt19937 random(static_cast<unsigned>(test::propertySeed()));
        int instants = 0;
        std::set<std::string_view> kinds;
        std::size_t keepers = 0;  // kinds that keep a model
        for (const ScheduleKind* kind : kindsOf(Family::Step))
            keepers += kind->parameter("model") && !kind->id.starts_with("cp-");
        while (instants < 1000 || kinds.size() < keepers) {
            const std::string file = inVersionTwo(random, test::randomModelStep(random));
            // PyTorch's actions free units where no op says so.
            if (file.find("\"actions\"") != file.npos) continue;
            const auto scenario = readScenario(file);
            QVERIFY2(scenario, file.c_str());
            auto setup = setUp(resolve(*scenario, 0));
            if (!setup) continue;  // the mesh does not cut it
            const auto step = runStep(std::move(*setup), Folding::None);
            QVERIFY2(step, file.c_str());
            if (step->memory.empty()) continue;
            kinds.insert(step->setup.kind->id);
            const int rank = static_cast<int>(random() % static_cast<unsigned>(step->ranks.ranks()));
            const PlainMemory plain(*step, rank);
            const WorkerMemory& told =
                step->memory[static_cast<std::size_t>(step->ranks.workerOfRank[static_cast<std::size_t>(rank)])];
            for (int i = 0; i < 8; ++i, ++instants) {
                const Time total = step->timeline->totalTime();
                const Time at = static_cast<Time>(random() % static_cast<std::uint64_t>(total));
                const MemoryBytes& bytes = told.at(at);
                const Parts counted = plain.at(at);
                std::int64_t sum = 0;
                for (std::size_t part = 0; part < kMemoryParts; ++part) {
                    // Shares of experts and of chunks are cut in other places.
                    QVERIFY2(std::abs(bytes.parts[part] - counted[part]) <= 2,
                             qPrintable(QString("part %1: %2, counted %3, at %4 of %5: %6")
                                            .arg(part)
                                            .arg(bytes.parts[part])
                                            .arg(counted[part])
                                            .arg(at)
                                            .arg(total)
                                            .arg(QString::fromStdString(file))));
                    sum += counted[part];
                }
                QVERIFY(std::abs(bytes.sum() - sum) <= 4 && bytes.sum() <= told.peak.sum());
            }
        }
        QCOMPARE(kinds.size(), keepers);
    }
};

QTEST_APPLESS_MAIN(TestMemory)

}  // namespace tst_ram_budget
#include "tst_ram_budget.moc"
