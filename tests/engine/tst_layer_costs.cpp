// Costs of layers on machines: products, layers, heads, what recompute repeats and what is kept, compared with the
// reference evaluator to 1e-9.

#include "engine/io/scenario_file.h"
#include "engine/steps/message_times.h"
#include "engine/transformers/layer_costs.h"

#include "tests/contents.h"

#include <QTest>

#include <nlohmann/json.hpp>

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
};

QTEST_APPLESS_MAIN(TestLayerCosts)

}  // namespace tst_layer_costs
#include "tst_layer_costs.moc"
