// The bytes that ranks send: counted by hand for every kind of step, and summed plainly over the ops of random ones.

#include "engine/entries/registry.h"
#include "engine/results/quantities.h"
#include "engine/results/run.h"

#include "tests/engine/random_step.h"

#include <QTest>

#include <numeric>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_sent {
using nlohmann::json;

namespace {

using Unit = MessageUnit;

Result<StepRun> stepOf(const json& entry, Folding folding = Folding::Equal) {
    const auto scenario = scenarioWith(entry);
    if (!scenario) return scenario.error();
    return runStep(resolve(*scenario, 0), folding);
}

double sentBy(const StepRun& step, Unit unit) { return step.sent ? (*step.sent)[static_cast<std::size_t>(unit)] : 0; }

bool isClose(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({std::abs(a), std::abs(b), 1.0}); }

/// What a rank sends of a buffer, of so many that pass it on in a ring or to each other.
double shareOf(OpKind kind, double n) {
    switch (kind) {
        case OpKind::AllReduce:
        case OpKind::BlockReduce:
        case OpKind::BlockReduceBackward: return 2 * (n - 1) / n;
        case OpKind::HopKeys:
        case OpKind::HopGradients: return n > 1 ? 1 : 0;
        default: return (n - 1) / n;
    }
}

/// What all ranks of a step without a pipeline send, op by op; one bucket a layer.
SentAmounts plainSum(const StepRun& step) {
    const StepSetup& setup = step.setup;
    const double layers = setup.layers,
                 crowd = 1 + (setup.kind->parameter("imbalance") ? setup.number("imbalance") : 0);
    const double shards = setup.mesh[MeshAxis::Fsdp] * setup.mesh[MeshAxis::Cp];
    SentAmounts sum{};
    forEachStepOp(step, [&](const StepOp& op) {
        const double n = static_cast<double>(op.ranks.size()), all = n * shareOf(op.op.kind(), n);
        const bool isOfShards = setup.kind->parameter("reshard_after_forward") && setup.mesh[MeshAxis::Fsdp] > 1;
        double& parameters = sum[static_cast<std::size_t>(Unit::Parameters)];
        double& activations = sum[static_cast<std::size_t>(Unit::Activations)];
        switch (op.op.kind()) {
            case OpKind::GatherForward:
            case OpKind::GatherBackward:
            case OpKind::GatherWeights: parameters += all / layers; break;
            case OpKind::AllReduce: parameters += all / layers / (isOfShards ? shards : 1); break;
            case OpKind::AllGather:
            case OpKind::ReduceScatter:
                if (setup.kind->id == kTpGather.id)
                    activations += all;
                else if (setup.kind->id == kCpGather.id)
                    sum[static_cast<std::size_t>(Unit::Keys)] += n * all;
                else
                    parameters += all / layers;
                break;
            case OpKind::AllToAll: {
                // Queries, keys and values at once, but the output alone.
                const int number = op.op.stage().value, last = setup.choice("pass") == "both" ? 3 : 1;
                activations += (number == 0 && setup.choice("pass") != "backward") ||
                                       (number == last && setup.choice("pass") != "forward")
                                   ? 3 * all
                                   : all;
                break;
            }
            case OpKind::BlockReduce:
            case OpKind::BlockReduceBackward:
            case OpKind::BlockGather:
            case OpKind::BlockGatherBackward:
            case OpKind::BlockGatherInput:
            case OpKind::BlockScatter:
            case OpKind::BlockScatterBackward: activations += all; break;
            case OpKind::HopKeys:
            case OpKind::HopGradients: sum[static_cast<std::size_t>(Unit::Keys)] += all; break;
            case OpKind::Exchange:
            case OpKind::ExchangeBackward: sum[static_cast<std::size_t>(Unit::Tokens)] += crowd * all; break;
            default: break;
        }
        return true;
    });
    return sum;
}

}  // namespace

class TestSent : public QObject {
    Q_OBJECT

private slots:
    void knownSums_data() {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<double>("parameters");
        QTest::addColumn<double>("activations");
        QTest::addColumn<double>("keys");
        QTest::addColumn<double>("tokens");
        const auto row = [](const char* entry, double parameters, double activations = 0, double keys = 0,
                            double tokens = 0) {
            QTest::newRow(entry) << QString(entry) << parameters << activations << keys << tokens;
        };
        const double share = 3.0 / 4;
#define SHARDED R"("times":{"layers":4,"forward":1,"backward":2,"reduce_scatter":1,"all_gather":1,"optimizer":1})"
#define BLOCKS                                                                                      \
    R"("layers":5,"attention_forward":1,"mlp_forward":1,"attention_input":1,"attention_weight":1,)" \
    R"("mlp_input":1,"mlp_weight":1)"
        const char* ddp = R"({"step":"ddp","ranks":4,"times":{"layers":4,"forward":1,"backward":2,"all_reduce":1,)"
                          R"("optimizer":1}})";
        row(ddp, 2 * share);
        row(R"({"step":"zero-2","ranks":4,)" SHARDED "}", 2 * share);
        row(R"({"step":"zero-1","reduce":"all-reduce","ranks":4,)" SHARDED "}", 3 * share);
        row(R"({"step":"zero-1","gather":"overlap","ranks":4,)" SHARDED "}", 2 * share);
        row(R"({"step":"fsdp","ranks":4,)" SHARDED "}", share * 11 / 4);  // the last layer is kept
        row(R"({"step":"fsdp","keep_last":false,"ranks":4,)" SHARDED "}", 3 * share);
        row(R"({"step":"fsdp","reshard_after_forward":false,"ranks":4,)" SHARDED "}", 2 * share);
        row(R"({"step":"tp-1d","ranks":4,"times":{)" BLOCKS R"(,"all_reduce":1}})", 0, 5 * 8 * share);
        row(R"({"step":"tp-sp","ranks":4,"times":{)" BLOCKS R"(,"all_gather":1,"reduce_scatter":1}})", 0,
            5 * 10 * share);
        row(R"({"step":"tp-sp","overlap":"wgrad","ranks":4,"times":{)" BLOCKS R"(,"all_gather":1,"reduce_scatter":1}})",
            0, 5 * 10 * share);
        row(R"({"step":"tp-gather","ranks":4,"times":{"layers":3,"forward":1,"backward":1,"all_gather":1,)"
            R"("reduce_scatter":1}})",
            0, 5 * share);
        row(R"({"step":"cp-ring","ranks":4,"times":{"block":1,"hop":1}})", 0, 0, 3 + 3 + 4);
        row(R"({"step":"cp-gather","ranks":4,"times":{"block":1,"all_gather":1,"reduce_scatter":1}})", 0, 0, 6);
        row(R"({"step":"cp-ulysses","ranks":4,"pass":"forward","times":{"block":1,"all_to_all":1}})", 0, 4 * share);
        row(R"({"step":"ep","ranks":4,"times":{"layers":2,"attention":1,"gate":1,"experts":1,"all_to_all":1}})", 0, 0,
            0, 8 * share);
        // Of 4 devices in a row each hands on 2 microbatches each way, but for one end each.
        row(R"({"step":"pp-dp","devices":4,"microbatches":2,"mesh":{"pp":4,"dp":4},"forward":1,"backward":2,)"
            R"("times":{"grad_sync":1,"optimizer":1}})",
            2 * share, 2 * 2 * share);
        row(R"({"step":"pp-dp","schedule":"interleaved-1f1b","chunks":2,"devices":2,"microbatches":2,"comm":0,)"
            R"("sync_pieces":3,"mesh":{"pp":2,"dp":4},"forward":1,"backward":2,"times":{"grad_sync":1,"optimizer":1}})",
            2 * share, 2 * 2 * 3 / 2.0);
        row(R"({"step":"pp-fsdp","devices":2,"microbatches":2,"mesh":{"pp":2,"fsdp":4},"forward":1,"backward":2,)"
            R"("times":{"grad_sync":1,"all_gather":1,"optimizer":1}})",
            2 * share, 2);
        // The worked mesh of FSDP 2 x TP 2: 4 layers, their last gathered once.
        row(R"({"step":"mesh","mesh":{"fsdp":2,"tp":2},"times":{)" BLOCKS
            R"(,"all_reduce":2,"all_gather":5,"reduce_scatter":5,"optimizer":3}})",
            (2 * 5 - 1 + 5) / 5.0 / 2, 5 * 4);
    }
    void knownSums() {
        QFETCH(QString, entry);
        QFETCH(double, parameters);
        QFETCH(double, activations);
        QFETCH(double, keys);
        QFETCH(double, tokens);
        for (const Folding folding : {Folding::Equal, Folding::None}) {
            const auto step = stepOf(json::parse(entry.toStdString()), folding);
            QVERIFY2(step, step ? "" : step.error().text().c_str());
            QCOMPARE(sentBy(*step, Unit::Parameters), parameters);
            QCOMPARE(sentBy(*step, Unit::Activations), activations);
            QCOMPARE(sentBy(*step, Unit::Keys), keys);
            QCOMPARE(sentBy(*step, Unit::Tokens), tokens);
            QCOMPARE(sentBy(*step, Unit::Bytes), 0.0);
        }
    }

    void randomSums_data() {
        QTest::addColumn<QString>("id");
        for (const ScheduleKind* kind : kindsOf(Family::Step))
            if (!kind->step->isPipeline && !kind->step->axes.empty() && kind->parameter("times"))
                QTest::newRow(kind->id.data()) << QString(kind->id.data());
    }

    /// What is noted while ops are issued is the sum over them.
    void randomSums() {
        QFETCH(QString, id);
        Random random(41);
        int sums = 0;
        for (int i = 0; i < 60; ++i) {
            json entry = randomStep(random, id.toStdString(), i % 2 == 0);
            if (entry.contains("mesh") && entry["mesh"].value("pp", 1) > 1) continue;
            const auto whole = stepOf(entry, Folding::None), folded = stepOf(entry);
            QVERIFY2(whole && folded, entry.dump().c_str());
            QCOMPARE(whole->sent.has_value(), folded->sent.has_value());
            if (!whole->sent) continue;
            ++sums;
            const SentAmounts plain = plainSum(*whole);
            for (std::size_t unit = 0; unit < kMessageUnits; ++unit) {
                QVERIFY2(isClose((*whole->sent)[unit] * whole->ranks.ranks(), plain[unit]), entry.dump().c_str());
                QVERIFY(isClose((*folded->sent)[unit], (*whole->sent)[unit]));
            }
        }
        QVERIFY(sums > 0 || id == "zero-offload");
    }

    /// A rank that stands for any number sends nobody knows how much; ranks that only pass blocks on neither.
    void whatIsNotKnown() {
        for (const char* entry :
             {R"({"step":"ddp","times":{"layers":4,"forward":1,"backward":2,"all_reduce":1,"optimizer":1}})",
              R"({"step":"tp-2d","q":2,"times":{"gemm":4,"broadcast_x":1,"broadcast_w":1}})",
              R"({"step":"zero-offload","times":{"layers":2,"forward":1,"backward":2,"d2h":1,"adam":1,"h2d":1}})"}) {
            const auto step = stepOf(json::parse(entry));
            QVERIFY(step);
            QVERIFY2(!step->sent, entry);
        }
    }

    void bytesOfModels_data() {
        QTest::addColumn<QString>("mesh");
        QTest::addColumn<QString>("step");
        QTest::addColumn<double>("bytes");
        const auto row = [](const char* mesh, const char* step, double bytes) {
            QTest::addRow("%s %s", mesh, step) << QString(mesh) << QString(step) << bytes;
        };
        const double all = 8'030'261'248, table = 128'256.0 * 4096, norm = 4096, layers = 32;
        const double layer = (all - 2 * table - norm) / layers, tokens = 8192, activations = 2 * tokens * 4096;
        row(R"({"fsdp": 8})", R"({"step": "ddp"})", 2 * 7 / 8.0 * 2 * all);
        row(R"({"fsdp": 8})", R"({"step": "zero-2"})", 2 * 7 / 8.0 * 2 * all);
        // The head is kept.
        row(R"({"fsdp": 8})", R"({"step": "fsdp"})", 7 / 8.0 * 2 * (3 * all - table - norm));
        // One group of chunks, which is kept.
        row(R"({"fsdp": 16})", R"({"step": "patrickstar", "chunk_elements": 501891328})", 15 / 16.0 * 2 * 2 * all);
        row(R"({"fsdp": 4, "dp": 2})", R"({"step": "hsdp"})",
            3 / 4.0 * 2 * (3 * all - table - norm) + 2 / 2.0 * 2 * all / 4);
        row(R"({"tp": 8})", R"({"step": "tp-1d"})", layers * 4 * 2 * 7 / 8.0 * activations);
        row(R"({"tp": 8})", R"({"step": "tp-sp"})", layers * 10 * 7 / 8.0 * activations);
        row(R"({"cp": 4})", R"({"step": "cp-ring"})", (3 + 3 + 4) * 2 * 2 * tokens * 1024 / 4);
        // Norms are whole on every rank of tp; queries and keys are cut.
        const double cut = (layer - 2 * norm) / 2 + 2 * norm, head = table / 2 + norm;
        row(R"({"fsdp": 4, "tp": 2})", R"({"step": "mesh"})",
            3 / 4.0 * 2 * (3 * (layers * cut + table / 2) + 2 * head) + layers * 10 / 2.0 * activations);
        // 4 stages of 8 layers: 4 microbatches go 3 ways there and back; embedding and head stand at the ends.
        row(R"({"pp": 4, "dp": 2})", R"({"step": "pp-dp", "microbatches": 4})",
            (2 * 1 / 2.0 * 2 * all + 4 * 2 * 3 * activations) / 4);
    }
    void bytesOfModels() {
        QFETCH(QString, mesh);
        QFETCH(QString, step);
        QFETCH(double, bytes);
        const std::string file =
            R"({"format": "bubblescope-scenario", "version": 1, "workload": {"microbatches": 4, "time_unit": "ms"},)"
            R"("model": {"preset": "llama-3-8b"}, "mesh": )" +
            mesh.toStdString() + R"(, "schedules": [)" + step.toStdString() + "]}";
        const auto scenario = readScenario(file);
        QVERIFY2(scenario, scenario ? "" : scenario.error().text().c_str());
        const auto ran = run(*scenario, 0);
        QVERIFY2(ran, ran ? "" : ran.error().text().c_str());
        QCOMPARE(valueOf(Quantity::BytesSent, **ran), bytes);
        QVERIFY(std::isnan(valueOf(Quantity::BytesMoved, **ran)));
    }
};

QTEST_MAIN(TestSent)

}  // namespace tst_sent
#include "tst_sent.moc"
