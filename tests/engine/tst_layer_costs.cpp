// Costs of layers on machines: products, layers, heads, what recompute repeats and what is kept, compared with the
// reference evaluator to 1e-9.

#include "engine/io/model_json.h"
#include "engine/io/scenario_file.h"
#include "engine/steps/message_times.h"
#include "engine/transformers/layer_costs.h"

#include "tests/contents.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

using namespace bubblescope;

namespace tst_layer_costs {
using nlohmann::json;

namespace {

const json& facts() {
    static const json kFacts = json::parse(
        test::contents(QStringLiteral(SOURCE_DIR "/tests/data/reference/machine_facts.json")).toStdString());
    return kFacts;
}

Transformer shapeOf(const std::string& name) {
    const json file = {{"format", "bubblescope-scenario"}, {"version", 1}, {"model", facts().at("models").at(name)}};
    return modelOf(readScenario(file.dump()).value().training.model).value().shape;
}

MachineRates ratesOf(const json& given) {
    constexpr double kTera = 1e12, kGiga = 1e9;
    const json& numbers = facts().at("devices").at(given.value("device", "h100"));
    const auto at = [&](std::size_t i) { return numbers.at(i).get<double>(); };
    return {at(0) * kTera, at(5) * kTera, at(6), at(7), at(1) * kGiga * at(8)};
}

/// Seconds of a collective whose ranks are `stride` apart.
double timeOfCollective(const json& given) {
    const auto at = [numbers = facts().at("devices").at(given.at("device"))](std::size_t i) {
        return numbers.at(i).get<double>();
    };
    Cluster cluster;
    cluster.nodeSize = int(at(4));
    cluster.intra = {3, at(2), at(9)};
    cluster.inter = {8, at(3), at(9)};
    cluster.usesAllPorts = true;
    Mesh mesh;
    mesh[MeshAxis::Tp] = given.at("stride");
    mesh[MeshAxis::Cp] = given.at("ranks");
    const CollectiveInfo* collective = findCollective(given.at("kind").get<std::string>());
    return timeOf(collective->collective, linkOf(mesh, Group::Cp, cluster.nodeSize), cluster, given.at("bytes")) * 1e-6;
}

/// The layer of a row. `shape` outlives it.
LayerCase caseOf(const Transformer& shape, const json& given) {
    const json& cut = given.at("cut");
    LayerCase out{shape, given.value("layer", 0), cut.value("microbatch", 1.0), double(shape.sequence), {}, {}};
    out.cut = {cut.value("tp", 1), cut.value("cp", 1), cut.value("sequence_parallel", true), cut.value("ep", 1),
               cut.value("etp", 1)};
    out.how.attention = cut.value("attention", "flash") == "core" ? Attention::Core : Attention::Flash;
    out.how.hasEagerKernels = given.value("kernels", "fused") == "eager";
    out.how.hasEagerLoss = cut.value("loss", "fused") == "eager";
    out.how.isFp8 = cut.value("fp8", false);
    out.how.hasDropout = cut.value("dropout", false);
    out.how.gradientOut = cut.value("accumulates", true) ? 2 * cut.value("gradient_bytes", 2.0) : 2;
    return out;
}

bool isClose(double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); }

/// A row that says `dense` of a layer of experts is about the first layers, whatever its number.
Transformer shapeIn(const json& given) {
    Transformer shape = shapeOf(given.at("model"));
    if (given.contains("dense") && shape.experts > 1 &&
        given.at("dense").get<bool>() == shape.hasExperts(given.at("layer")))
        shape.denseLayers = given.at("dense").get<bool>() ? shape.layers : 0;
    return shape;
}

}  // namespace

class TestLayerCosts : public QObject {
    Q_OBJECT

private slots:
    void facts_data() {
        QTest::addColumn<QByteArray>("text");
        for (const json& row : tst_layer_costs::facts().at("rows"))
            QTest::newRow(row.at("id").get<std::string>().c_str()) << QByteArray::fromStdString(row.dump());
    }
    void facts() {
        QFETCH(QByteArray, text);
        const json row = json::parse(text.toStdString());
        const json &given = row.at("given"), &expect = row.at("expect");
        const std::string kind = row.at("kind");
        const MachineRates rates = ratesOf(given);
        if (kind == "collective") {
            QVERIFY(isClose(timeOfCollective(given), expect));
            return;
        }
        if (kind == "product") {
            const double time =
                productTime(rates, given.at("m"), given.at("n"), given.at("k"), given.at("out"), given.at("fp8"));
            QVERIFY(isClose(time, expect));
            return;
        }
        if (kind == "gradients") return gradients(given, expect);
        if (kind == "muon") {
            QCOMPARE(muonFlops(given.at("rows"), given.at("columns")), expect.get<double>());
            return;
        }
        if (kind == "optimizer") {
            const auto numberOf = [&](const char* key, auto names) {
                return std::find(names.begin(), names.end(), given.at(key).get<std::string>()) - names.begin();
            };
            const auto optimizer = static_cast<Optimizer>(numberOf("optimizer", std::to_array(kOptimizers)));
            const auto precision = static_cast<Precision>(numberOf("precision", std::to_array(kPrecisions)));
            QCOMPARE(stateBytes(precision, optimizer).optimizer, expect.at(0).get<double>());
            QCOMPARE(bytesOfUpdate(optimizer), expect.at(1).get<double>());
            return;
        }
        if (kind == "fits") {
            Hardware device;
            device.memoryGib = given.at("memory_gib");
            device.reserveGb = given.at("reserve_gb");
            device.fragmentation = given.at("fragmentation");
            QCOMPARE(device.fits(given.at("peak")), expect.get<bool>());
            return;
        }
        const Transformer shape = shapeIn(given);
        if (kind == "buffers") {
            QCOMPARE(weightBuffers(shape, shape.layers - 1, given.at("tp")), expect.get<double>());
            return;
        }
        const LayerCase layer = caseOf(shape, given);
        if (kind == "layer") {
            const LayerCosts costs = costsOf(layer, rates);
            const Passes sum = costs.sum();
            const double messages = expect.at("again").at("full").get<double>() - expect.at("forward").get<double>();
            QVERIFY(isClose(sum.forward, expect.at("forward")));
            QVERIFY(isClose(sum.input, expect.at("input")));
            QVERIFY(isClose(sum.weight, expect.at("weight")));
            QVERIFY(isClose(costs.coreAgain, expect.at("again").at("selective")));
            QVERIFY(isClose(costs.opsAgain, expect.at("again").at("ops")));
            QVERIFY(isClose(sum.forward + messages - costs.lastProduct, expect.at("again").at("early")));
        } else if (kind == "bytes") {
            const KeptByRecompute bytes = keptBytes(layer);
            const auto isRow = [&](const KeptLayer& one, const char* name) {
                const json& pair = expect.at(name);
                return isClose(one.kept, pair.at(0)) &&
                       std::abs(one.back - pair.at(1).get<double>()) < 1e-9 * bytes.none.kept;
            };
            QVERIFY(isRow(bytes.none, "none") && isRow(bytes.selective, "selective"));
            QVERIFY(isRow(bytes.ops, "ops") && isRow(bytes.full, "full"));
        } else if (kind == "head") {
            const Passes head = headCosts(layer, rates);
            QVERIFY(isClose(head.forward, expect.at("forward")) && isClose(head.back(), expect.at("backward")));
            QVERIFY(isClose(headBytes(layer), expect.at("kept")));
        } else {
            QCOMPARE(kind, "modules");
            double again = 0, dropped = 0;
            bool exchanges = false;
            for (const std::string name : given.at("modules")) {
                const auto* const at = std::find(std::begin(kRecomputeModules), std::end(kRecomputeModules), name);
                const auto module = static_cast<RecomputeModule>(at - kRecomputeModules);
                again += againOf(layer, rates, module);
                dropped += droppedBytes(layer, module);
                exchanges |= module == RecomputeModule::Experts;
            }
            // Exchanges are messages, whose time a layer's costs do not have.
            QVERIFY2(exchanges ? again < expect.at("again") : isClose(again, expect.at("again")),
                     qPrintable(QString::number(again, 'g', 17)));
            QVERIFY2(isClose(dropped, expect.at("dropped")), qPrintable(QString::number(dropped, 'g', 17)));
        }
    }

    static void gradients(const json& given, const json& expect) {
        const double parameters = given.at("parameters");
        const int ranks = given.at("ranks"), shard = given.at("shard"), count = given.at("count");
        const bool isHybrid = given.at("step") == "hsdp";
        const char* preset = parameters == 70'553'706'496 ? "llama-3-70b" : "llama-3-8b";
        const json file = {
            {"format", "bubblescope-scenario"},
            {"version", 2},
            {"workload", {{"time_unit", "ms"}}},
            {"model", {{"preset", preset}, {"global_batch", ranks * count}, {"precision", "fp32-shard"}}},
            {"mesh", {{"fsdp", isHybrid ? shard : ranks}, {"dp", isHybrid ? ranks / shard : 1}}},
            {"schedules", {{{"step", given.at("step")}, {"accumulate", given.at("accumulate")}}}}};
        const auto scenario = readScenario(file.dump());
        if (expect.is_object()) {
            QVERIFY(!scenario && scenario.error().field == "schedules[0].accumulate");
            return;
        }
        const json printed = json::parse(modelJson(modelReport(scenario.value()).value())).at("gradients");
        QCOMPARE(printed.at("between_microbatches").get<double>(), std::round(expect.at(0).get<double>()));
        QCOMPARE(printed.at("scatters").get<int>(), expect.at(1).get<int>());
        QCOMPARE(printed.at("all_reduces").get<int>(), expect.at(2).get<int>());
    }

    /// What `bubblescope model FILE --json` prints of a layer on a mesh, messages and all.
    void whatIsPrintedOfLayers() {
        int rows = 0;
        for (const json& row : tst_layer_costs::facts().at("rows")) {
            if (row.at("kind") != "layer") continue;
            const json &given = row.at("given"), &cut = given.at("cut"), &expect = row.at("expect");
            json model = tst_layer_costs::facts().at("models").at(given.at("model"));
            const int layer = given.value("layer", 0);
            const bool isMixture = model.value("experts", 1) > 1;
            // A row that says `dense` of a layer of experts is of no layer of its model.
            if (isMixture && given.contains("dense") &&
                given.at("dense").get<bool>() != (layer < model.value("dense_layers", 0)))
                continue;
            ++rows;
            model.erase("attention_type");
            for (const char* key : {"microbatch", "attention", "dropout", "context", "sequence_parallel"})
                if (cut.contains(key)) model[key] = cut.at(key);
            model["kernels"] = given.value("kernels", "fused");
            model["precision"] = cut.value("gradient_bytes", 2) == 4 ? "fp32-grad" : "mixed";
            if (cut.value("fp8", false)) model["compute"] = "fp8";
            const json& numbers = tst_layer_costs::facts().at("devices").at(given.at("device"));
            json device = {{"peak_tflops", numbers[0]},
                           {"memory_gbs", numbers[1]},
                           {"gemm", numbers[6]},
                           {"attention", numbers[7]},
                           {"memory", numbers[8]}};
            if (numbers[5] != 0) device["fp8_tflops"] = numbers[5];
            const int tp = cut.value("tp", 1), cp = cut.value("cp", 1), ep = cut.value("ep", 1),
                      etp = cut.value("etp", 1);
            json mesh = {{"tp", tp}, {"cp", cp}};
            if (ep > 1) mesh.update({{"ep", ep}, {"etp", etp}, {"dp", std::max(1, ep * etp / tp / cp)}});
            json step = {
                {"step", "mesh"}, {"zero", 0}, {"accumulate", cut.value("accumulates", true) ? "last" : "each"}};
            for (const char* key : {"overlap", "overlap_share", "dispatch", "node_limit", "exchange_hidden"})
                if (cut.contains(key)) step[key] = cut.at(key);
            const json file = {{"format", "bubblescope-scenario"},
                               {"version", 2},
                               {"workload", {{"time_unit", "ms"}}},
                               {"model", model},
                               {"mesh", mesh},
                               {"cluster",
                                {{"node_size", numbers[4]},
                                 {"links", numbers[9]},
                                 {"device", device},
                                 {"intra", {{"latency_us", 3}, {"bandwidth_gbs", numbers[2]}}},
                                 {"inter", {{"latency_us", 8}, {"bandwidth_gbs", numbers[3]}}}}},
                               {"schedules", {step}}};
            const auto scenario = readScenario(file.dump());
            QVERIFY2(scenario, scenario ? "" : scenario.error().text().c_str());
            const json printed = json::parse(modelJson(modelReport(*scenario).value()));
            const std::string id = row.at("id");
            QVERIFY2(printed.contains("costs"), id.c_str());
            for (const json& one : printed.at("costs").at("layers")) {
                const auto layers = one.at("layers").get<std::vector<int>>();
                if (std::find(layers.begin(), layers.end(), layer) == layers.end()) continue;
                for (const char* key : {"forward", "input", "weight", "comm_forward", "comm_backward"})
                    QVERIFY2(isClose(one.at(key), expect.at(key)), (id + ' ' + key).c_str());
            }
        }
        QVERIFY(rows > 30);
    }

    /// At one efficiency, layers take their FLOPs, products and attention all of it; a basis is only of fitted numbers.
    void flatCostsAreOfFlops() {
        json file = {{"format", "bubblescope-scenario"},
                     {"version", 2},
                     {"workload", {{"time_unit", "ms"}}},
                     {"model", {{"preset", "llama-3-8b"}, {"recompute", "none"}, {"attention", "core"}}},
                     {"cluster", {{"device", {{"preset", "h100"}}}}},
                     {"mesh", {{"tp", 2}, {"dp", 2}}},
                     {"schedules", {{{"step", "mesh"}}}}};
        const auto printed = [&] { return json::parse(modelJson(modelReport(*readScenario(file.dump())).value())); };
        QVERIFY(printed().at("cost_basis") == json({{"runs", 0}, {"error", 0.10}}));
        file["cluster"]["cost"] = "flat";
        const json flat = printed(), layer = flat.at("costs").at("layers").at(0), bound = flat.at("costs").at("bound");
        QVERIFY(!flat.contains("cost_basis"));
        const double seconds = flat.at("layer").at("forward_flops").get<double>() / 2 / (989e12 * 0.5);
        QVERIFY(isClose(layer.at("forward"), seconds));
        QVERIFY(isClose(layer.at("input").get<double>() + layer.at("weight").get<double>(), 2 * seconds));
        QVERIFY(bound.at("memory") == 0);
        QVERIFY(bound.at("attention") > 0);
        double all = 0;
        for (const auto& [name, share] : bound.items()) all += share.get<double>();
        QVERIFY(isClose(all, 1));
        file["model"]["attention"] = "flash";  // computes its scores again: 2 T s q of the core's 4
        const json flash = printed().at("costs").at("layers").at(0);
        QVERIFY(flash.at("again") == 0 && flash.at("input") > layer.at("input"));
    }
};

QTEST_APPLESS_MAIN(TestLayerCosts)

}  // namespace tst_layer_costs
#include "tst_layer_costs.moc"
