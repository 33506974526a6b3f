// Models: every number of parameters, FLOPs, bytes, times and groups that papers and public programs print
// (tests/data/reference/README.md) is reproduced.

#include "engine/io/model_json.h"
#include "engine/io/scenario_file.h"
#include "engine/steps/message_times.h"
#include "engine/steps/model_step.h"
#include "engine/transformers/hardware.h"
#include "engine/transformers/layer_bytes.h"

#include "tests/engine/reference_rows.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <functional>
#include <map>

using namespace bubblescope;

namespace tst_model_facts {
using nlohmann::json;

namespace {

/// A shape in the words of models.json.
Transformer shapeIn(const json& told) {
    Transformer shape;
    shape.layers = told.at("L");
    shape.hidden = told.at("h");
    shape.heads = told.at("a");
    shape.kvHeads = told.value("kv", shape.heads);
    shape.mlp = told.value("ffn", 4 * shape.hidden);
    shape.vocabulary = told.at("V");
    shape.isGated = told.value("glu", false);
    shape.experts = told.value("E", 1);
    shape.topK = told.value("top", 1);
    shape.isTied = told.value("tied", true);
    shape.hasPositions = told.value("pos", true);
    shape.hasBias = told.value("bias", true);
    shape.sequence = told.at("s");
    return shape;
}

/// What a row says of the model and the mesh that it is about.
struct Inputs {
    const json& row;
    TrainedModel model;
    int tp, cp, ep, pp, dp;
    bool isSequenceParallel;

    explicit Inputs(const json& inputs)
        : row(inputs),
          tp(inputs.value("tp", 1)),
          cp(inputs.value("cp", 1)),
          ep(inputs.value("ep", 1)),
          pp(inputs.value("pp", 1)),
          dp(inputs.value("dp", 1)),
          isSequenceParallel(inputs.value("sequence_parallel", false)) {
        if (const KnownTransformer* known = findTransformer(inputs.value("model", ""))) model.shape = known->shape;
        model.shape.vocabulary = inputs.value("V", model.shape.vocabulary);
        model.sequence = inputs.value("s", model.shape.sequence);
        model.microbatch = inputs.value("microbatch", 1);
        const std::string recompute = inputs.value("recompute", "none");
        model.recompute =
            static_cast<Recompute>(std::find(std::begin(kRecomputes), std::end(kRecomputes), recompute) - kRecomputes);
        model.attention = Attention::Core;
        model.hasDropout = true;
    }
    double number(const char* key) const { return test::numberOf(row.at(key)); }
    const Transformer& shape() const { return model.shape; }
    LayerFlops flops() const { return model.flopsOfLayer(0); }
    ActivationCut cut() const { return {tp, cp, isSequenceParallel}; }
    double messageBytes() const { return 2 * model.tokens() * shape().hidden / cp; }
    GroupLink group(int ranks) const { return {.ranks = ranks}; }
    Cluster cluster() const {
        Cluster out;
        out.usesAllPorts = false;
        out.intra = {row.value("latency_us", 0.0), row.value("bandwidth_gbs", row.value("tp_bandwidth_gbs", 300.0))};
        return out;
    }
    /// Seconds of a forward's collectives of tp in one layer.
    double tensorSeconds() const {
        const auto one = [&](Collective collective) {
            return timeOf(collective, group(tp), cluster(), messageBytes());
        };
        const double block = isSequenceParallel ? one(Collective::AllGather) + one(Collective::ReduceScatter)
                                                : one(Collective::AllReduce);
        return 2 * block * 1e-6;
    }
    double zero() const { return row.value("zero", 0); }
};

/// A share of `n` ranks from stage `first` of ZeRO on.
double shared(const Inputs& in, int first, double n) { return in.zero() >= first ? n : 1; }

// SimuMax has GPT-3 without biases and learned positions, and with an output matrix of its own.
Transformer asSimuMax(Transformer shape) {
    shape.hasBias = shape.hasPositions = shape.isTied = false;
    return shape;
}

/// Parameters of a stage of a rank there: its layers, and of the first and the last what comes before and behind.
double stageParameters(const Inputs& in) {
    const Transformer shape = asSimuMax(in.shape());
    const std::string stage = in.row.value("stage", "first");
    const LayerParameters layer = layerParameters(shape, 0);
    double sum = shape.layers / in.pp * (layer.dense(in.tp) + layer.ofExperts(in.ep > 1 ? in.ep : in.tp, 1));
    if (stage == "first" || in.pp == 1) sum += tableParameters(shape);
    if (stage == "last" || in.pp == 1) sum += tableParameters(shape) + finalNormParameters(shape);
    return sum;
}

double stateOf(const Inputs& in, double bytes, int shardedFrom) {
    return stageParameters(in) * bytes / shared(in, shardedFrom, in.dp);
}

/// Parameters of a layer in llm-analysis, which cuts all of them by tp.
double cutParameters(const Inputs& in) {
    const LayerParameters layer = layerParameters(in.shape(), 0);
    const double experts = layer.ofExperts(1, 1);
    return ((layer.sum() - experts) + experts / in.ep) / in.tp;
}

/// A rank's share of a layer's FLOPs in Calculon, which is of the first stage of a pipeline.
double layersOfRank(const Inputs& in) { return std::ceil(double(in.shape().layers) / in.pp); }
double batchSeconds(const Inputs& in, double flops) {
    return layersOfRank(in) * in.number("microbatches") * flops / in.tp / (in.number("peak_tflops") * 1e12);
}

/// Without the forward that backwards of recompute repeat.
double matmulsOf(const LayerFlops& flops) { return flops.projections + flops.core + flops.mlp; }

using Told = std::function<double(const Inputs&)>;

const std::map<std::string, Told>& toldOfQuantities() {
    static const std::map<std::string, Told> kTold = {
        {"parameters", [](const Inputs& in) { return parameters(in.shape()); }},
        {"layer parameters", [](const Inputs& in) { return layerParameters(in.shape(), 0).sum(); }},
        {"QKV FLOPs of a token",
         [](const Inputs& in) {
             const double h = in.shape().hidden;
             const double passes = in.model.recompute == Recompute::Full ? 4 : 3;
             return in.shape().layers * passes * (layerFlops(in.shape(), 0, 1, 1).projections - 2 * h * h);
         }},
        {"output projection FLOPs of a token",
         [](const Inputs& in) {
             const double h = in.shape().hidden;
             return in.shape().layers * (in.model.recompute == Recompute::Full ? 4 : 3) * 2 * h * h;
         }},
        {"attention score FLOPs of a token",
         [](const Inputs& in) {
             const double passes = in.model.recompute == Recompute::Full ? 4 : 3;
             return in.shape().layers * passes * layerFlops(in.shape(), 0, 1, in.model.sequence).core / 2;
         }},
        {"attention value FLOPs of a token",
         [](const Inputs& in) {
             const double passes = in.model.recompute == Recompute::Full ? 4 : 3;
             return in.shape().layers * passes * layerFlops(in.shape(), 0, 1, in.model.sequence).core / 2;
         }},
        {"MLP FLOPs of a token",
         [](const Inputs& in) {
             const double passes = in.model.recompute == Recompute::Full ? 4 : 3;
             return in.shape().layers * passes * layerFlops(in.shape(), 0, 1, 1).mlp;
         }},
        {"forward FLOPs of a microbatch",
         [](const Inputs& in) { return forwardFlops(in.shape(), in.model.tokens(), in.model.sequence); }},
        {"layer forward FLOPs", [](const Inputs& in) { return in.flops().sum() - in.flops().router; }},
        {"selective recompute FLOPs", [](const Inputs& in) { return in.shape().layers * in.flops().core; }},
        {"training FLOPs of a global batch",
         [](const Inputs& in) {
             return 3 * in.number("global_batch") * forwardFlops(in.shape(), in.model.sequence, in.model.sequence);
         }},
        {"training FLOPs of a token",
         [](const Inputs& in) { return 3 * forwardFlops(in.shape(), 1, in.model.sequence); }},
        {"layer forward FLOPs a rank", [](const Inputs& in) { return in.flops().sum() / (in.tp * in.cp); }},
        {"layer forward FLOPs a rank (matmuls)", [](const Inputs& in) { return matmulsOf(in.flops()) / in.tp; }},
        {"layer backward FLOPs, weight half, a rank",
         [](const Inputs& in) {
             return (in.flops().projections + in.flops().mlp + in.flops().router) / (in.tp * in.cp);
         }},
        {"layer backward FLOPs, weight half, a rank (matmuls)",
         [](const Inputs& in) { return (in.flops().projections + in.flops().mlp) / in.tp; }},
        {"layer backward FLOPs, input half, a rank (matmuls)",
         [](const Inputs& in) { return (matmulsOf(in.flops()) + in.flops().core) / in.tp; }},
        {"layer attention forward time",
         [](const Inputs& in) { return in.flops().attention() / in.tp / (in.number("tflops") * 1e12); }},
        {"layer MLP forward time",
         [](const Inputs& in) { return in.flops().mlp / in.tp / (in.number("tflops") * 1e12); }},
        {"forward time, whole batch", [](const Inputs& in) { return batchSeconds(in, matmulsOf(in.flops())); }},
        {"backward time, whole batch", [](const Inputs& in) { return batchSeconds(in, 2 * matmulsOf(in.flops())); }},
        {"recompute time, whole batch",
         [](const Inputs& in) {
             return in.model.recompute == Recompute::Full ? batchSeconds(in, matmulsOf(in.flops())) : 0;
         }},
        {"layer activation bytes kept",
         [](const Inputs& in) { return tableBytes(in.model, in.model.recompute, 0, in.cut()).kept; }},
        {"device checkpoint bytes",
         [](const Inputs& in) {
             if (in.model.recompute != Recompute::Full) return 0.0;
             const double held = in.pp > 1 && in.row.value("interleave", 1) > 1
                                     ? in.pp * (1 + (in.pp - 1.0) / (in.pp * in.number("interleave")))
                                     : in.pp;
             return layersOfRank(in) * held * tableBytes(in.model, in.model.recompute, 0, in.cut()).kept;
         }},
        {"layer tp bytes sent, forward",
         [](const Inputs& in) { return (in.isSequenceParallel ? 4 : 2) * in.messageBytes(); }},
        {"layer tp time, forward", [](const Inputs& in) { return in.tensorSeconds(); }},
        {"tp all-reduce time",
         [](const Inputs& in) {
             return timeOf(Collective::AllReduce, in.group(in.tp), in.cluster(), in.messageBytes()) * 1e-6;
         }},
        {"layer communication time, forward",
         [](const Inputs& in) {
             // Heads for sequence and back: queries, keys and values, then outputs, each cut by tp too.
             const double exchanged = 2 * in.model.tokens() * 2 * (in.shape().queries() + in.shape().keys());
             return in.tensorSeconds() +
                    timeOf(Collective::AllToAll, in.group(in.cp), in.cluster(), exchanged / in.cp / in.tp) * 1e-6;
         }},
        {"layer fsdp all-gather time",
         [](const Inputs& in) {
             return timeOf(Collective::AllGather, in.group(in.dp), in.cluster(),
                           2 * layerParameters(in.shape(), 0).sum()) *
                    1e-6;
         }},
        {"layer weight bytes a rank", [](const Inputs& in) { return 2 * cutParameters(in) / shared(in, 3, in.dp); }},
        {"layer gradient bytes a rank", [](const Inputs& in) { return 4 * cutParameters(in) / shared(in, 2, in.dp); }},
        {"layer optimizer bytes a rank",
         [](const Inputs& in) { return 12 * cutParameters(in) / shared(in, 1, in.dp); }},
        {"layer weights a rank, bytes",
         [](const Inputs& in) { return 2 * layerParameters(asSimuMax(in.shape()), 0).dense(in.tp); }},
        {"parameters of the stage a rank", stageParameters},
        {"device weight bytes", [](const Inputs& in) { return stateOf(in, 2, 3); }},
        {"device gradient bytes", [](const Inputs& in) { return stateOf(in, 4, 2); }},
        {"device optimizer bytes", [](const Inputs& in) { return stateOf(in, 12, 1); }},
        {"weight, gradient and optimizer bytes of the most loaded device",
         [](const Inputs& in) {
             const StateBytes bytes = stateBytes(Precision::Fp32Grad);
             const double n = in.row.at("distributed_optimizer") ? in.dp : 1;
             return parameters(in.shape()) * (bytes.weights + bytes.gradients + bytes.optimizer / n);
         }},
        {"autotuner instantiation bytes a device",
         [](const Inputs& in) {
             const StateBytes bytes = stateBytes(Precision::Fp32Shard);
             const double n = in.number("ranks");
             return in.number("params") / in.tp *
                    (bytes.weights / shared(in, 3, n) + bytes.gradients / shared(in, 2, n) + bytes.optimizer / n);
         }},
        {"device model-state bytes",
         [](const Inputs& in) {
             const double n = in.number("gpus_per_node") * in.number("nodes");
             if (in.zero() == 2) return 2 * in.number("params");
             const double gathered = 4 * in.number("largest_layer_params");
             return gathered + (in.row.at("offload_params") ? 0 : 2 * in.number("params") / n);
         }},
        {"dp time", [](const Inputs& in) { return timeOf(Collective::AllReduce, in.group(in.dp), in.cluster(), 1e9); }},
        {"pp time, whole batch",
         [](const Inputs& in) {
             if (in.pp == 1) return 0.0;
             const double bytes = in.messageBytes() / (in.isSequenceParallel ? in.tp : 1);
             Cluster cluster;
             cluster.usesAllPorts = false;
             cluster.intra = {0, in.number("pp_dp_bandwidth_gbs")};
             const double hop = timeOf(Collective::Send, in.group(2), cluster, bytes) * 1e-6;
             return 2 * in.number("microbatches") * in.number("interleave") * hop;
         }},
        {"collective time",
         [](const Inputs& in) {
             std::string id = in.row.at("collective");
             std::replace(id.begin(), id.end(), '_', '-');
             const bool isInter = in.row.at("link") == "inter";
             GroupLink link = in.group(in.row.at("ranks"));
             Cluster cluster = in.cluster();
             if (isInter) {
                 link.isInter = cluster.isPortShared = true;
                 cluster.inter = {in.number("latency_us"), in.number("node_bandwidth_gbs")};
                 cluster.nodeSize = in.row.at("node_size");
                 link.crossing = in.row.at("axis") == "pp" ? cluster.nodeSize : in.tp;
             }
             return timeOf(findCollective(id)->collective, link, cluster, in.number("bytes")) * 1e-6;
         }},
    };
    return kTold;
}

}  // namespace

class TestModelFacts : public QObject {
    Q_OBJECT

private slots:
    void countsOfModels_data() {
        QTest::addColumn<QByteArray>("text");
        for (const json& row : test::referenceRows("model_counts.json"))
            QTest::newRow(row.at("id").get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
    }
    /// As `model --json` tells them.
    void countsOfModels() {
        QFETCH(QByteArray, text);
        const json row = json::parse(text.toStdString());
        const auto modelTold = [&](double causal) {
            json file = {{"format", "bubblescope-scenario"}, {"version", 1}, {"model", row.at("keys")}};
            file["model"]["causal_discount"] = causal;
            const auto scenario = readScenario(file.dump());
            if (!scenario) qFatal("%s", scenario.error().text().c_str());
            return json::parse(modelJson(modelReport(*scenario).value()));
        };
        const json whole = modelTold(1), causal = modelTold(0.5);
        const auto split = [](const json& layer) {
            return json{{"cut", layer.at("cut")}, {"experts", layer.at("experts")}, {"whole", layer.at("whole")}};
        };
        const json counted = {{"parameters", whole.at("parameters")},
                              {"active", whole.at("active_parameters")},
                              {"mtp", whole.value("mtp_parameters", 0LL)},
                              {"first", split(whole.at("layers").front())},
                              {"last", split(whole.at("layers").back())}},
                   wanted = {{"parameters", row.at("parameters")},
                             {"active", row.at("active")},
                             {"mtp", row.value("mtp_parameters", 0LL)},
                             {"first", row.at("first_layer")},
                             {"last", row.at("last_layer")}};
        QVERIFY2(counted == wanted, counted.dump().c_str());
        const auto isClose = [](double a, double b) { return std::abs(a / b - 1) < 1e-12; };
        QVERIFY(isClose(whole.at("flops_per_token"), 3 * row.at("forward_flops_a_token").get<double>()));
        QVERIFY(isClose(causal.at("flops_per_token"), 3 * row.at("forward_flops_a_token_causal").get<double>()));
    }

    void rows_data() {
        QTest::addColumn<QString>("row");
        for (const json& row : test::referenceRows("model_facts.json"))
            if (row.at("value").is_number())
                QTest::newRow((row.at("quantity").get<std::string>() + " " + row.at("id").get<std::string>()).c_str())
                    << QString::fromStdString(row.dump());
    }

    void rows() {
        QFETCH(QString, row);
        const json told = json::parse(row.toStdString());
        std::string quantity = told.at("quantity");
        if (const auto at = quantity.find(" (qwen)"); at != std::string::npos) quantity.resize(at);
        const auto found = toldOfQuantities().find(quantity);
        QVERIFY2(found != toldOfQuantities().end(), quantity.c_str());
        const double ours = found->second(Inputs(told.at("inputs"))), theirs = told.at("value");
        const bool isClose = std::abs(ours - theirs) <= told.at("tolerance").get<double>() * std::abs(theirs);
        QVERIFY2(isClose, (told.dump() + ": " + std::to_string(ours)).c_str());
    }

    void bytesOfZeroAndItsKin() {
        int rows = 0;
        for (const json& row : test::referenceRows("model_facts.json")) {
            if (row.at("quantity") != "memory") continue;
            const json &in = row.at("inputs"), &value = row.at("value");
            const std::string id = row.at("id");
            const StateBytes zero = stateBytes(Precision::Mixed);
            const auto each = [&](int stage, double n) {
                return zero.weights / (stage >= 3 ? n : 1) + zero.gradients / (stage >= 2 ? n : 1) +
                       zero.optimizer / (stage >= 1 ? n : 1);
            };
            if (id.starts_with("zero-t1")) {
                QCOMPARE(test::numberOf(in.at("params")) * each(in.at("stage"), in.at("ranks")),
                         test::numberOf(value.at("bytes_exact")));
            } else if (id.starts_with("zero-t2")) {
                const double n = test::numberOf(in.at("gpus")) / test::numberOf(in.at("model_parallel"));
                QCOMPARE(test::numberOf(in.at("device_gb")) * test::numberOf(in.at("model_parallel")) /
                             each(in.at("stage"), n),
                         test::numberOf(value.at("max_params_1e9")));
            } else if (id.starts_with("megatron")) {
                // Half precision with gradients in half, or all of it in single, whose optimizer has no copy.
                const bool isHalf = in.at("dtypes") == "fp16/fp16";
                const StateBytes bytes = stateBytes(isHalf ? Precision::Mixed : Precision::Fp32Shard);
                const double copy = isHalf ? 4 : 0;  // that Megatron keeps of fp16 gradients, in fp32
                QCOMPARE(bytes.sum() + copy, test::numberOf(value.at("plain")));
                const std::string sum = value.at("distributed");
                QCOMPARE(bytes.weights + bytes.gradients, std::stod(sum));
                QCOMPARE(bytes.optimizer + copy, std::stod(sum.substr(sum.find('+') + 1)));
            } else if (id.starts_with("deepspeed")) {
                const double params = test::numberOf(in.at("params")), n = test::numberOf(in.at("gpus"));
                const bool isHost = id.find("host") != std::string::npos;
                const double host = params * std::max(4 * n, 16.0) * 1.5,
                             gathered = 4 * test::numberOf(in.at("largest_layer"));
                double bytes = 2 * params;
                if (isHost)
                    bytes = id.ends_with("z2-cpu") ? host : params * 16 * 1.5;
                else if (id.find("z3-opt") != std::string::npos)
                    bytes = gathered + 2 * params / n;
                else if (id.find("z3-all") != std::string::npos)
                    bytes = gathered;
                QCOMPARE(bytes, test::numberOf(value.at("bytes")));
            } else {
                const std::string placement = in.at("placement");  // parameters, gradients, optimizer, update
                double bytes = zero.weights;
                if (placement.starts_with("gpu gpu")) bytes += zero.gradients;
                if (placement == "gpu gpu gpu gpu") bytes += zero.optimizer;
                QCOMPARE(bytes, test::numberOf(value.at("bytes_per_param")));
                QCOMPARE(zero.sum() / bytes, test::numberOf(value.at("reduction")));
            }
            ++rows;
        }
        QCOMPARE(rows, 47);
    }

    void wholeModels() {
        int rows = 0;
        for (const json& row : test::referenceRows("model_facts.json")) {
            const json &in = row.at("inputs"), &value = row.at("value");
            const std::string id = row.at("id");
            if (row.at("quantity") == "model" && id.starts_with("params-")) {
                const KnownTransformer* known = findTransformer(id.substr(7));
                QVERIFY2(known && known->shape == shapeIn(in), id.c_str());
                QCOMPARE(parameters(known->shape), test::numberOf(value.at("params")));
                QCOMPARE(activeParameters(known->shape), test::numberOf(value.value("active", value.at("params"))));
                QCOMPARE(forwardFlops(known->shape, 1, known->shape.sequence),
                         test::numberOf(value.at("forward_flops_token")));
            } else if (row.at("quantity") == "model") {
                json told = in;
                told["V"] = 51200, told["s"] = 2048;
                if (!told.contains("a")) told["a"] = 1;
                const Transformer shape = shapeIn(told);
                // With full recompute, the head but once.
                const double flops = 4 * forwardFlops(shape, 1, 2048) - headFlops(shape, 1),
                             rate = test::numberOf(in.at("gpus")) * test::numberOf(in.at("tflops_per_gpu")) * 1e12;
                if (id.starts_with("sc21-t2")) {
                    const double days = flops * test::numberOf(in.at("tokens")) / rate / 86400;
                    QVERIFY(std::abs(days / test::numberOf(value.at("days_exact")) - 1) < 1e-9);
                    QVERIFY(std::abs(days - test::numberOf(value.at("printed_days"))) <= 2);
                } else {
                    QVERIFY(std::abs(parameters(shape) - test::numberOf(value.at("params_exact"))) <=
                            2.0 * shape.hidden);
                    const double seconds = flops * 2048 * test::numberOf(in.at("batch")) / rate;
                    QVERIFY(std::abs(seconds / test::numberOf(value.at("step_seconds")) - 1) < 1e-9);
                }
            } else if (row.at("quantity") == "mfu") {
                const Transformer shape = shapeIn(in);
                ModelStep step;
                step.model.shape = shape;
                step.model.sequence = shape.sequence;
                step.model.microbatch = in.at("batch");
                step.model.attention = Attention::Core;
                step.model.recompute = Recompute::Selective;
                step.model.isHfuPublished = true;
                const double most =
                    test::numberOf(in.at("seconds")) * test::numberOf(in.at("gpus")) * test::numberOf(in.at("peak"));
                QCOMPARE(step.modelFlops(), test::numberOf(value.at("model_flops")));
                QVERIFY(std::abs(100 * step.modelFlops() / most - test::numberOf(value.at("mfu_percent"))) < 0.3);
                QVERIFY(std::abs(100 * step.hardwareFlops() / most - test::numberOf(value.at("hfu_percent"))) < 0.3);
            } else if (row.at("quantity") == "offload") {
                // What an op takes beside what its bytes do.
                const double compute = test::numberOf(in.at("ait")) / test::numberOf(in.at("peak")),
                             moved = 1 / test::numberOf(in.at("bandwidth"));
                QCOMPARE(compute / (compute + moved), test::numberOf(value.at("efficiency")));
            } else {
                continue;
            }
            ++rows;
        }
        QCOMPARE(rows, 17);
    }

    void everyRowIsLookedAt() { QCOMPARE(test::referenceRows("model_facts.json").size(), std::size_t{1013}); }
};

QTEST_GUILESS_MAIN(TestModelFacts)

}  // namespace tst_model_facts
#include "tst_model_facts.moc"
