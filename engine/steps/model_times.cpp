#include "engine/steps/model_times.h"

#include "engine/core/text.h"
#include "engine/steps/chunks.h"
#include "engine/steps/message_times.h"
#include "engine/steps/model_step.h"
#include "engine/steps/step.h"

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

class ModelTimes {
public:
    ModelTimes(StepSetup& setup, const ModelStep& step) : m_setup(setup), m_step(step) {}

    Result<void> run() {
        makeTimes();
        return checkTimes();
    }

private:
    int axis(MeshAxis axis) const { return m_step.mesh[axis]; }
    bool isKind(const ScheduleKind& kind) const { return m_setup.kind == &kind; }
    bool isOfMesh() const { return isKind(kMeshStep); }

    template <class TimeOf>
    void put(std::string_view name, const std::vector<ModelUnit>& units, const TimeOf& timeOf) {
        StepTimes times;
        for (const ModelUnit& unit : units) times.each.push_back(timeOf(unit));
        m_setup.times.emplace_back(name, std::move(times));
    }
    template <class TimeOf>
    void put(std::string_view name, const TimeOf& timeOf) {
        put(name, m_step.units, timeOf);
    }
    void putOne(std::string_view name, Time time) { m_setup.times.emplace_back(name, StepTimes{time, {}}); }
    auto ofWork(double (*work)(const ModelUnit&)) const {
        return [this, work](const ModelUnit& unit) { return m_step.timeOfWork(work(unit)); };
    }
    auto gather() const {
        return [this](const ModelUnit& unit) {
            return m_step.timeOfParameters(Collective::AllGather, unit, m_step.model.parameterMessageBytes());
        };
    }
    auto reduce(Collective collective) const {
        return [this, collective](const ModelUnit& unit) {
            return m_step.timeOfParameters(collective, unit, m_step.model.gradientMessageBytes());
        };
    }
    /// The sum of a unit's shard over the replicas.
    Time replicaSum(const ModelUnit& unit) const {
        const double each = m_step.model.gradientMessageBytes(), all = m_step.shardOf(unit, Sharded::All);
        if (m_step.mesh.expertRanks() <= m_step.mesh.innerRanks())
            return m_step.timeOfMessage(Collective::AllReduce, Group::Dp, each * all);
        // Experts that are spread over dp have fewer replicas.
        const double dense = unit.dense / m_step.denseShards();
        return m_step.timeOfMessage(Collective::AllReduce, Group::Dp, each * dense) +
               m_step.timeOfMessage(Collective::AllReduce, Group::ExpertReplicas, each * (all - dense));
    }

    /// All parameters except those in chunks that the host updates.
    ModelUnit updatedOnDevice() const {
        if (!m_step.chunks) return m_step.devices.front();
        ModelUnit all;
        for (int group = 0; group < m_step.chunks->updatedOnDevice; ++group)
            all.add(m_step.units[static_cast<std::size_t>(group)]);
        return all;
    }

    void makeTimes() {
        const std::string_view id = m_setup.kind->id;
        if (id == kZeroInfinity.id) return putDisk();
        if (id == kCpRing.id || id == kCpGather.id || id == kCpUlysses.id) return putContext();
        if (!m_step.stages.empty()) putStages();
        if (id == kPpDp.id || id == kPpFsdp.id) return;
        putCompute();
        putBlocks();
        if (id == kTp1d.id || id == kTpSp.id || id == kTpGather.id || id == kEp.id) return;
        if (!m_setup.runsPipeline()) putOne("optimizer", m_step.timeOfUpdate(updatedOnDevice()));
        if (id == kZeroOffload.id || id == kPatrickStar.id) return putHost();
        const bool isBucketed = m_setup.kind->parameter("buckets");
        if (isBucketed) return putBuckets();
        if (id == kDdpBlocking.id) return put("all_reduce", reduce(Collective::AllReduce));
        if (m_step.sharded == Sharded::All) {
            if (!m_setup.runsPipeline()) put("all_gather", gather());
            put("reduce_scatter", reduce(Collective::ReduceScatter));
            put(isOfMesh() ? kGradientSum : "all_reduce", [&](const ModelUnit& unit) { return replicaSum(unit); });
        } else {
            const bool isScattered = m_step.sharded != Sharded::Nothing;
            put(kGradientSum, reduce(isScattered ? Collective::ReduceScatter : Collective::AllReduce));
            if (isScattered && !m_setup.runsPipeline()) put("all_gather", gather());
        }
    }

    Result<void> checkTimes() const {
        const auto longest = static_cast<long long>(toUnits(kLongestTime));
        const auto tooLong = [&](std::string what) {
            std::replace(what.begin(), what.end(), '_', ' ');
            return Error{"the model's " + what + " would take more than " + withThousands(longest) + ' ' +
                             m_setup.workload.timeUnit + "; check the cluster's rates or use a larger time_unit",
                         "cluster"};
        };
        for (const auto& [name, times] : m_setup.times)
            if (times.one > kLongestTime ||
                std::any_of(times.each.begin(), times.each.end(), [](Time time) { return time > kLongestTime; }))
                return tooLong(std::string(name));
        if (!m_step.stages.empty() && !(largest(m_setup.workload.comm) <= static_cast<double>(longest)))
            return tooLong("message between stages");
        return {};
    }

    /// Compute times of layers: whole, per block, and per half of a backward. The embedding may be the first layer's.
    void putCompute() {
        put("forward", ofWork([](const ModelUnit& unit) { return unit.forward(); }));
        put("backward", ofWork([](const ModelUnit& unit) { return unit.backward(); }));
        put(kWeightHalf, ofWork([](const ModelUnit& unit) { return unit.weight(); }));
        const bool isCut = axis(MeshAxis::Tp) > 1 || axis(MeshAxis::Cp) > 1 || axis(MeshAxis::Ep) > 1;
        if (!isKind(kTp1d) && !isKind(kTpSp) && !(isOfMesh() && isCut) && !isKind(kEp)) return;
        const auto attention = [](const ModelUnit& unit) {
            Passes all = unit.layers.ofAttention();
            all.add(unit.plain);
            return all;
        };
        putPasses({"attention_forward", "attention_input", "attention_weight"}, [&](const ModelUnit& unit) {
            Passes all = attention(unit);
            all.input += unit.layers.attentionAgain;
            return all;
        });
        putPasses({"mlp_forward", "mlp_input", "mlp_weight"}, [](const ModelUnit& unit) {
            Passes all = unit.layers.ofMlp();
            all.input += unit.layers.mlpAgain;
            return all;
        });
        put("mlp", ofWork([](const ModelUnit& unit) { return unit.layers.ofMlp().forward; }));
        put(kNotRepeated, [&](const ModelUnit& unit) {
            const double again = unit.layers.wholeAgain;
            return again > 0 ? m_step.timeOfWork(std::max(0.0, unit.layers.sum().forward - again)) : 0;
        });
        // With cp and ep the gate is not a separate op.
        const bool hasGate = axis(MeshAxis::Cp) > 1 && axis(MeshAxis::Ep) > 1;
        putPasses({"projections", kProjectionsInput, kProjectionsWeight}, [&](const ModelUnit& unit) {
            Passes all = unit.layers.attention;
            all.add(unit.plain);
            if (hasGate) all.add(unit.layers.router);
            return all;
        });
        // Attention with its gate, as one op in the backward.
        put("attention", [&](const ModelUnit& unit) { return m_step.timeOfWork(attention(unit).forward); });
        putPasses({"gate", kGateInput, kGateWeight}, [&](const ModelUnit& unit) {
            Passes all = unit.layers.router;
            const Passes before = attention(unit);
            all.input += before.input + unit.layers.attentionAgain;
            all.weight += before.weight;
            return all;
        });
        const auto twiceHalf = [&](const Passes& part) { return 2 * m_step.timeOfWork(part.back() / 2); };
        put(kGateBack, [&](const ModelUnit& unit) {
            return twiceHalf(attention(unit)) + twiceHalf(unit.layers.router) +
                   m_step.timeOfWork(unit.layers.attentionAgain);
        });
        putPasses({"experts", kExpertsInput, kExpertsWeight}, [](const ModelUnit& unit) {
            Passes all = unit.layers.mlp;
            all.input += unit.layers.mlpAgain;
            return all;
        });
        putPasses({"shared_expert", kSharedInput, kSharedWeight},
                  [](const ModelUnit& unit) { return unit.layers.shared; });
    }

    /// Lists of the forwards, grad inputs and grad weights of a part.
    template <class PassesOf>
    void putPasses(const std::array<std::string_view, 3>& names, const PassesOf& passesOf) {
        put(names[0], [&](const ModelUnit& unit) { return m_step.timeOfWork(passesOf(unit).forward); });
        put(names[1], [&](const ModelUnit& unit) { return m_step.timeOfWork(passesOf(unit).input); });
        put(names[2], [&](const ModelUnit& unit) { return m_step.timeOfWork(passesOf(unit).weight); });
    }

    /// Tokens to their experts, or back.
    Time exchange() const {
        if (!isOfMesh()) return m_step.timeOfMessage(Collective::AllToAll, Group::Ep, m_step.tokenMessage());
        const bool isOnce = m_setup.choice("dispatch") == "deduplicated";
        const int limit = valueNamed(m_setup.values, "node_limit") ? m_setup.whole("node_limit") : kMaxMeshRanks;
        const Time time = isOnce ? m_step.timeOfDispatch(limit)
                                 : m_step.timeOfMessage(Collective::AllToAll, Group::Ep, m_step.tokenMessage());
        return stretched(time, 1 - m_setup.number("exchange_hidden"));
    }

    /// Collectives of blocks, the same for all layers.
    void putBlocks() {
        const double message = m_step.activationMessage(), tp = axis(MeshAxis::Tp), cp = axis(MeshAxis::Cp);
        const bool isPipelined = isOfMesh() && m_setup.choice("overlap") == "pipelined";
        const double exposed = isPipelined ? 1 - m_setup.number("overlap_share") : 1;
        const auto ofTensor = [&](Collective collective) {
            // Gathers move what products read, in fp8 a byte.
            const double bytes = collective == Collective::AllGather && m_step.model.isFp8 ? message / 2 : message;
            return stretched(m_step.timeOfMessage(collective, Group::Tp, bytes), exposed);
        };
        if (isKind(kTpGather)) {
            putOne("all_gather", ofTensor(Collective::AllGather));
            putOne("reduce_scatter", ofTensor(Collective::ReduceScatter));
            return;
        }
        if (tp > 1 && m_step.isSequenceParallel) {
            putOne(kBlockGather, ofTensor(Collective::AllGather));
            putOne(kBlockScatter, ofTensor(Collective::ReduceScatter));
        } else if (tp > 1) {
            putOne(kBlockReduce, ofTensor(Collective::AllReduce));
        }
        if (axis(MeshAxis::Ep) > 1) putOne("all_to_all", exchange());
        if (cp == 1) return;
        put("attention_block", [&](const ModelUnit& unit) { return m_step.timeOfWork(unit.layers.core.forward / cp); });
        put(kBlockBack, [&](const ModelUnit& unit) {
            const double half = unit.layers.core.input / 2;
            return 2 * m_step.timeOfWork(half / cp) +
                   m_step.timeOfWork(unit.layers.attentionAgain) / axis(MeshAxis::Cp);
        });
        const double keys = m_step.keyMessage(), queries = m_step.queryMessage(), outputs = m_step.outputMessage();
        switch (m_step.model.context) {
            case Context::Ring: putOne("hop", m_step.timeOfMessage(Collective::Send, Group::Cp, keys)); return;
            case Context::Gather:
                putOne("hop", m_step.timeOfMessage(Collective::AllGather, Group::Cp, keys * cp));
                return;
            case Context::Ulysses: break;
        }
        putOne("hop", m_step.timeOfMessage(Collective::AllToAll, Group::Cp, queries + keys));
        putOne(kExchangeBack, m_step.timeOfMessage(Collective::AllToAll, Group::Cp, outputs));
    }

    /// Times of one layer's attention.
    void putContext() {
        const ModelUnit& layer = m_step.units.front();
        const double cp = axis(MeshAxis::Cp), keys = m_step.keyMessage();
        putOne("block", m_step.timeOfWork(layer.layers.core.forward / cp));
        putOne("hop", m_step.timeOfMessage(Collective::Send, Group::Cp, keys));
        putOne("all_gather", m_step.timeOfMessage(Collective::AllGather, Group::Cp, keys * cp));
        putOne("reduce_scatter", m_step.timeOfMessage(Collective::ReduceScatter, Group::Cp, keys * cp));
        putOne("all_to_all", m_step.timeOfMessage(Collective::AllToAll, Group::Cp, m_step.queryMessage()));
    }

    /// Buckets by gradient bytes, unless the entry sets them.
    void putBuckets() {
        const ModelStep& step = m_step;
        const bool isByLayer = valueNamed(m_setup.values, "buckets") && m_setup.choice("buckets") == "layer";
        const bool overlaps = m_setup.kind->parameter("gather") && m_setup.choice("gather") == "overlap";
        if (!isByLayer && !overlaps) {
            ParameterValue::List bytes;
            for (const ModelUnit& unit : step.units)
                bytes.push_back({step.model.gradientMessageBytes() * unit.parameters()});
            setNamed(m_setup.values, "layer_bytes", {std::move(bytes)});
        }
        if (overlaps) {
            setNamed(m_setup.values, "buckets", {std::string("layer")});
            put("reduce_scatter", reduce(Collective::ReduceScatter));
            put("all_gather", gather());
            return;
        }
        std::vector<ModelUnit> buckets;
        for (const std::vector<int>& layers : bucketsOf(m_setup)) {
            buckets.emplace_back();
            for (const int layer : layers) buckets.back().add(step.units[static_cast<std::size_t>(layer)]);
        }
        put(isKind(kDdp) ? "all_reduce" : "reduce_scatter", buckets,
            reduce(isKind(kDdp) ? Collective::AllReduce : Collective::ReduceScatter));
        std::reverse(buckets.begin(), buckets.end());  // gathers go forward
        put("all_gather", buckets, gather());
    }

    void putHost() {
        const ModelStep& step = m_step;
        const auto share = [&step](const ModelUnit& unit) { return step.shardOf(unit, Sharded::Gradients); };
        put("d2h", [&](const ModelUnit& unit) {
            return step.timeOfBytes(step.model.gradientMessageBytes() * share(unit), step.hardware.d2hGbs);
        });
        put("adam", [&](const ModelUnit& unit) {
            return step.timeOfBytes(step.updateBytes(unit), step.hardware.hostMemoryGbs);
        });
        put("h2d", [&](const ModelUnit& unit) {
            return step.timeOfBytes(m_step.model.parameterMessageBytes() * share(unit), step.hardware.h2dGbs);
        });
        if (step.mesh.ranks() == 1) return;
        put("reduce_scatter", reduce(Collective::ReduceScatter));
        put("all_gather", gather());
    }

    void putDisk() {
        const ModelStep& step = m_step;
        const auto weights = [&step](const ModelUnit& unit) {
            return step.model.parameterMessageBytes() * step.shardOf(unit, Sharded::All);
        };
        put("forward", ofWork([](const ModelUnit& unit) { return unit.forward(); }));
        put("backward", ofWork([](const ModelUnit& unit) { return unit.backward(); }));
        put("reduce_scatter", reduce(Collective::ReduceScatter));
        put("d2h", [&](const ModelUnit& unit) {
            return step.timeOfBytes(step.model.gradientMessageBytes() * step.shardOf(unit, Sharded::All),
                                    step.hardware.d2hGbs);
        });
        put("nvme", [&](const ModelUnit& unit) { return step.timeOfBytes(weights(unit), step.hardware.nvmeReadGbs); });
        put("h2d", [&](const ModelUnit& unit) { return step.timeOfBytes(weights(unit), step.hardware.h2dGbs); });
        put("all_gather", gather());
        const ModelUnit& all = step.devices.front();
        const int pieces = m_setup.whole("pieces");
        const double piece = step.shardOf(all, Sharded::All) / pieces,
                     more = step.ofVectors(all, kSecondMoment) / pieces;
        const StateBytes bytes = step.model.state();
        putOne("read", step.timeOfBytes(bytes.optimizer * piece + more, step.hardware.nvmeReadGbs));
        putOne("adam", step.timeOfBytes(step.updateBytes(all) / pieces, step.hardware.hostMemoryGbs));
        putOne("write", step.timeOfBytes((bytes.optimizer + bytes.weights) * piece + more, step.hardware.nvmeWriteGbs));
        if (!valueNamed(m_setup.values, "duplex")) setNamed(m_setup.values, "duplex", {step.hardware.isNvmeDuplex});
    }

    /// Stages as single ops, their messages, and the transfers between devices.
    void putStages() {
        const ModelStep& step = m_step;
        put(kStageForward, step.stages, ofWork([](const ModelUnit& unit) { return unit.forward(); }));
        put(kStageBackward, step.stages, ofWork([](const ModelUnit& unit) { return unit.backward(); }));
        put(kStageInput, step.stages, ofWork([](const ModelUnit& unit) { return unit.backward() - unit.weight(); }));
        put(kStageWeight, step.stages, ofWork([](const ModelUnit& unit) { return unit.weight(); }));
        put("all_gather", step.stages, gather());
        const bool isSharded = step.sharded == Sharded::All;
        put("grad_sync", step.stages, [&](const ModelUnit& unit) {
            if (isSharded) return reduce(Collective::ReduceScatter)(unit) + replicaSum(unit);
            return reduce(step.sharded == Sharded::Nothing ? Collective::AllReduce : Collective::ReduceScatter)(unit);
        });
        put("optimizer", step.devices, [&](const ModelUnit& unit) { return step.timeOfUpdate(unit); });
        m_setup.workload.comm = hops();
    }

    /// The link from one device to the next. Crosses nodes if a device of the pipeline fills whole nodes.
    Comm hops() const {
        const double bytes = m_step.hopMessage();
        const Cluster& cluster = m_step.hardware.cluster;
        const int apart = static_cast<int>(m_step.mesh.ranks()) / axis(MeshAxis::Pp);
        GroupLink link = m_step.links[static_cast<std::size_t>(Group::Pp)];
        link.ranks = 2;
        const auto units = [&](bool isInter) {
            link.isInter = isInter;
            return timeOf(Collective::Send, link, cluster, bytes) * m_step.unitsOfMicrosecond;
        };
        if (apart < cluster.nodeSize && cluster.nodeSize % apart == 0)
            return NodeLinks{std::min(cluster.nodeSize / apart, kMaxDevices), units(false), units(true)};
        return units(link.isInter);
    }

    StepSetup& m_setup;
    const ModelStep& m_step;
};

}  // namespace

Result<void> fillTimes(StepSetup& setup, const ModelStep& step) { return ModelTimes(setup, step).run(); }

}  // namespace bubblescope
