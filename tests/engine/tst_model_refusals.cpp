// What models, clusters and meshes refuse, and that what is told to be near works.

#include "engine/io/model_json.h"
#include "engine/io/scenario_file.h"
#include "engine/results/run.h"

#include "tests/engine/random_model.h"

#include <QTest>

using namespace bubblescope;

namespace tst_model_refusals {
using test::fileOf;
using test::object;
using test::quoted;

namespace {

/// Why a file is refused, or its only step; empty if neither is.
std::string refusalOf(const std::string& file) {
    const auto scenario = readScenario(file);
    if (!scenario) return scenario.error().text();
    const auto ran = run(*scenario, 0);
    return ran ? std::string() : ran.error().text();
}

std::string refusalOf(const std::string& model, const std::string& mesh, const std::string& step) {
    return refusalOf(fileOf(model, mesh, step));
}

}  // namespace

class TestModelRefusals : public QObject {
    Q_OBJECT

private slots:
    /// Of version 2: a choice of another kind of step, and a format that the device does not have.
    void whatContradictsNamesBothKeys() {
        const auto with = [](const std::string& model, const std::string& step) {
            return R"({"format": "bubblescope-scenario", "version": 2, "workload": {"time_unit": "ms"},)"
                   R"("mesh": {"dp": 2}, "cluster": {"device": {"preset": "a100"}}, "model": {"preset": "llama-3-8b")" +
                   model + R"(}, "schedules": [{"step": )" + step + "}]}";
        };
        QCOMPARE(refusalOf(with("", R"("zero-2", "accumulate": "scatter")")),
                 "schedules[0].accumulate: \"scatter\" works only with \"step\": \"hsdp\"; use \"each\" or \"last\"");
        QCOMPARE(refusalOf(with("", R"("hsdp", "accumulate": "scatter")")), "");
        QCOMPARE(refusalOf(with(R"(, "compute": "fp8")", R"("ddp")")),
                 "schedules[0].model.compute: \"fp8\" needs cluster.device.fp8_tflops, but it is 0 or missing");
    }

    void whatIsRefused_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("mesh");
        QTest::addColumn<QString>("step");
        QTest::addColumn<QString>("why");
        const QString llama = R"({"preset": "llama-3-8b"})";
        const auto row = [&](const char* name, const QString& model, const QString& mesh, const QString& step,
                             const QString& why) { QTest::newRow(name) << model << mesh << step << why; };
        row("heads by tp", llama, R"({"tp": 3})", R"({"step": "tp-1d"})",
            "schedules[0].mesh.tp: TP must divide 32 heads; nearest: 2 and 4");
        row("one expert", llama, R"({"fsdp": 2, "ep": 2})", R"({"step": "mesh"})",
            "schedules[0].mesh.ep: EP must be 1, as the model has a single expert per layer");
        row("experts and ranks", R"({"preset": "mixtral-8x7b"})", R"({"fsdp": 12, "ep": 5})", R"({"step": "mesh"})",
            "schedules[0].mesh.ep: EP must divide 8 experts and FSDP × CP × TP = 12; nearest: 4");
        row("no layers", R"({"preset": "llama-3-8b", "layers": 0})", "{}", R"({"step": "ddp"})",
            "model.layers: must be from 1 to 10,000, is 0");
        row("too many parameters",
            R"({"layers": 10000, "hidden": 100000, "heads": 100, "mlp": 400000, "vocabulary": 1000, "sequence": 10})",
            "{}", R"({"step": "ddp"})",
            "model.layers: the model has 1,200,002,100,100,000 parameters, the limit is 100,000,000,000,000; largest "
            "that fits: 833 layers");
        row("too wide for a layer",
            R"({"layers": 4, "hidden": 10000000, "heads": 8, "mlp": 128, "vocabulary": 1000, "sequence": 128})", "{}",
            R"({"step": "ddp"})",
            "model.hidden: the model has 1,600,020,330,000,000 parameters, the limit is 100,000,000,000,000; "
            "largest that fits: hidden 2,499,936");
        row("unknown model", R"({"preset": "llama-3-80b"})", "{}", R"({"step": "ddp"})",
            "model.preset: unknown model \"llama-3-80b\"; nearest: \"llama-3-8b\"");
        row("hidden by heads", R"({"preset": "llama-3-8b", "heads": 30})", "{}", R"({"step": "ddp"})",
            "model.heads: heads must divide hidden, 4096; nearest: 16 and 32");
        row("K/V heads", R"({"preset": "llama-3-8b", "kv_heads": 3})", "{}", R"({"step": "ddp"})",
            "model.kv_heads: kv_heads must divide heads, 32; nearest: 2 and 4");
        const auto latent = [](const QString& more) -> QString {
            return R"({"layers": 2, "hidden": 64, "heads": 4, "mlp": 96, "vocabulary": 100, "sequence": 8, )" + more +
                   "}";
        };
        row("links without bandwidth", R"({"preset": "llama-3-8b"})", "{}",
            R"({"step": "ddp", "cluster": {"links": 0}})", "schedules[0].cluster.links: must be greater than 0, is 0");
        row("half a latent attention", latent(R"("qk_rope": 8)"), "{}", R"({"step": "ddp"})",
            "model.qk_rope: needs kv_lora");
        row("latents without values", latent(R"("kv_lora": 16, "qk_nope": 8, "qk_rope": 8)"), "{}",
            R"({"step": "ddp"})", "model.v_dim: must be at least 1 with kv_lora");
        const QString whole = R"("kv_lora": 16, "qk_nope": 8, "qk_rope": 8, "v_dim": 8, )";
        row("latents of fewer heads", latent(whole + R"("kv_heads": 2)"), "{}", R"({"step": "ddp"})",
            "model.kv_heads: must equal heads (4) with kv_lora, is 2");
        row("latents of a width", latent(whole + R"("head_dim": 8)"), "{}", R"({"step": "ddp"})",
            "model.head_dim: cannot be used with kv_lora");
        row("latents in a window", latent(whole + R"("window": 4)"), "{}", R"({"step": "ddp"})",
            "model.window: cannot be used with kv_lora");
        row("latents with norms", latent(whole + R"("qk_norm": true)"), "{}", R"({"step": "ddp"})",
            "model.qk_norm: cannot be used with kv_lora");
        row("three norms", latent(R"("norms": 3)"), "{}", R"({"step": "ddp"})", "model.norms: must be 2 or 4, is 3");
        row("more dense layers than layers", latent(R"("dense_layers": 3)"), "{}", R"({"step": "ddp"})",
            "model.dense_layers: dense_layers must be at most the number of layers, 2, is 3");
        row("more chosen than experts", R"({"preset": "llama-3-8b", "top_k": 2})", "{}", R"({"step": "ddp"})",
            "model.top_k: top_k must be at most the number of experts, 1, is 2");
        row("no shape", R"({"sequence": 8})", "{}", R"({"step": "ddp"})",
            "model.preset: is missing; a model needs a preset, such as \"llama-3-8b\", or layers, hidden, heads, "
            "mlp, vocabulary and sequence");
        row("sequence by cp", R"({"preset": "llama-3-8b", "sequence": 8191})", R"({"cp": 2})", R"({"step": "cp-ring"})",
            "schedules[0].mesh.cp: CP must divide a sequence of 8191 tokens; nearest: 1 and 8191");
        row("heads by ulysses", R"({"preset": "llama-3-8b", "sequence": 8640})", R"({"cp": 27})",
            R"({"step": "cp-ulysses"})", "schedules[0].mesh.cp: CP must divide 32 heads per rank; nearest: 16 and 32");
        row("stages", llama, R"({"pp": 64})", R"({"step": "mesh"})",
            "schedules[0].mesh.pp: 32 layers cannot fill 64 devices; largest PP that fits: 32");
        row("batch", R"({"preset": "llama-3-8b", "global_batch": 12})", R"({"fsdp": 8})", R"({"step": "fsdp"})",
            "schedules[0].model.global_batch: global_batch must be a multiple of 8, the sequences that all ranks take "
            "at once; nearest: 8 and 16");
        row("batch past all microbatches", R"({"preset": "llama-3-8b", "global_batch": 100000000})", R"({"fsdp": 4})",
            R"({"step": "fsdp"})",
            "schedules[0].model.global_batch: global_batch makes 25,000,000 microbatches, the limit is 1,000,000; "
            "largest that fits: 4,000,000");
        row("ranks", llama, "{}", R"({"step": "ddp", "ranks": 4})",
            "schedules[0].ranks: \"ranks\" is only for steps with \"times\"; with a model, \"mesh\" sets the number of "
            "ranks");
        row("a product alone", llama, "{}", R"({"step": "tp-2d", "q": 2})",
            "schedules[0].times: TP, 2D needs \"times\" in its entry; it runs one matrix product, not a model");
        row("an axis too many", llama, R"({"fsdp": 2, "tp": 2})", R"({"step": "fsdp"})",
            "schedules[0].mesh.tp: FSDP (ZeRO-3) accepts fsdp or dp in its mesh, not tp; use a step \"mesh\" "
            "for other axes");
    }

    void whatIsRefused() {
        QFETCH(QString, model);
        QFETCH(QString, mesh);
        QFETCH(QString, step);
        QFETCH(QString, why);
        const std::string refusal = refusalOf(model.toStdString(), mesh.toStdString(), step.toStdString());
        QVERIFY2(refusal == why.toStdString(), refusal.c_str());
    }

    /// What a refusal of ep says to be near is not refused.
    void nearestOnesWork() {
        int refused = 0;
        for (const int experts : {1, 6, 8})
            for (int fsdp = 1; fsdp <= 12; ++fsdp)
                for (int ep = 2; ep <= 12; ++ep) {
                    const std::string model = R"({"layers": 2, "hidden": 8, "heads": 2, "mlp": 8, "vocabulary": 9,
                        "sequence": 8, "experts": )" +
                                              std::to_string(experts) + "}";
                    const auto why = [&](int size) {
                        const std::string mesh =
                            R"({"fsdp": )" + std::to_string(fsdp) + R"(, "ep": )" + std::to_string(size) + "}";
                        return refusalOf(model, mesh, R"({"step": "mesh"})");
                    };
                    const QString text = QString::fromStdString(why(ep));
                    const bool divides = experts % ep == 0 && fsdp % ep == 0;
                    QCOMPARE(text.isEmpty(), divides);
                    if (divides) continue;
                    ++refused;
                    const QString word = experts == 1 ? QStringLiteral("EP must be ") : QStringLiteral("nearest: ");
                    const QStringList near = text.section(word, 1).section(QLatin1Char(','), 0, 0).split(' ');
                    for (const QString& one : near)
                        if (one.toInt() > 0) QCOMPARE(why(one.toInt()), std::string());
                    QVERIFY2(near.last().toInt() > 0, qPrintable(text));
                }
        QVERIFY(refused > 300);
    }

    void whatClustersRefuse() {
        const auto refused = [](const char* cluster) {
            return QString::fromStdString(
                refusalOf(fileOf(R"({"preset": "llama-3-8b"})", "{}", R"({"step": "ddp"})", cluster)));
        };
        QCOMPARE(refused(R"({"device": {"preset": "h101"}})"),
                 "cluster.device.preset: unknown device \"h101\"; nearest: \"h100\"");
        QCOMPARE(refused(R"({"device": {"efficiency": 0}})"),
                 "cluster.device.efficiency: must be greater than 0, is 0; default: 0.5");
        QCOMPARE(refused(R"({"intra": {"bandwidth_gb": 1}})"),
                 "cluster.intra.bandwidth_gb: unknown key; nearest: \"bandwidth_gbs\"");
        QCOMPARE(refused(R"({"node_size": 0})"), "cluster.node_size: must be from 1 to 1,000,000, is 0");
    }

    void timesPastCountingAreRefused() {
        const auto refused = [](const char* model, const char* mesh, const char* step, const char* cluster) {
            return QString::fromStdString(refusalOf(fileOf(model, mesh, step, cluster)));
        };
        const char* const llama = R"({"preset": "llama-3-8b"})";
        for (const char* slow : {R"({"device": {"efficiency": 1e-12}})", R"({"device": {"efficiency": 1e-300}})"})
            for (const char* step : {R"({"step": "ddp"})", R"({"step": "cp-ring"})", R"({"step": "zero-infinity"})"}) {
                const QString why = refused(llama, "{}", step, slow);
                QVERIFY2(why.startsWith("schedules[0].cluster: the model's "), qPrintable(why));
                QVERIFY2(why.contains("would take more than 72,057,594,037 "), qPrintable(why));
                QVERIFY2(why.endsWith("; check the cluster's rates or use a larger time_unit"), qPrintable(why));
            }
        const QString gather =
            refused(llama, R"({"fsdp": 8})", R"({"step": "fsdp"})", R"({"intra": {"bandwidth_gbs": 1e-200}})");
        QVERIFY2(gather.contains("the model's all gather would take"), qPrintable(gather));
        const QString hop =
            refused(llama, R"({"pp": 2})", R"({"step": "pp-dp"})", R"({"intra": {"bandwidth_gbs": 1e-200}})");
        QVERIFY2(hop.contains("the model's message between stages would take"), qPrintable(hop));
        // Each op can be counted, and no stage of them.
        const QString stage = refused(R"({"preset": "llama-3-70b"})", R"({"pp": 2, "tp": 2})", R"({"step": "mesh"})",
                                      R"({"intra": {"bandwidth_gbs": 2e-9}})");
        QVERIFY2(stage.contains("add up to more than the maximum"), qPrintable(stage));
    }

    void activationsPastCountingAreRefused() {
        const std::string file =
            fileOf(R"({"preset": "llama-3-8b", "layers": 1, "microbatch": 100000000, "sequence": 1000000})", "{}",
                   R"({"step": "ddp"})");
        const std::string why = refusalOf(file);
        QVERIFY2(why.starts_with("schedules[0].model.microbatch: the activations come to "), why.c_str());
        QVERIFY2(why.ends_with(" bytes, the limit is 1e+18; reduce the microbatch or sequence by a factor of 16,068"),
                 why.c_str());
        const auto report = modelReport(*readScenario(file));
        QVERIFY(!report);
        QCOMPARE(report.error().field, "model.microbatch");
    }
};

QTEST_GUILESS_MAIN(TestModelRefusals)

}  // namespace tst_model_refusals
#include "tst_model_refusals.moc"
