// `bubblescope model`, through the real program.

#include "tests/app/run_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace bubblescope::test;

namespace tst_model_verb {

namespace {

QJsonObject reportOf(const QStringList& args) {
    const Ran ran = runProgram(QStringList{"model"} + args + QStringList{"--json"});
    if (ran.code != 0) qWarning("%s", ran.err.constData());
    return QJsonDocument::fromJson(ran.out).object();
}

}  // namespace

class TestModelVerb : public QObject {
    Q_OBJECT

private slots:
    void aModelByItsName() {
        const QJsonObject report = reportOf({"llama-3-8b"});
        QCOMPARE(report["parameters"].toInteger(), 8'030'261'248);
        QCOMPARE(report["active_parameters"].toInteger(), 8'030'261'248);
        QCOMPARE(report["flops_per_token"].toDouble(), 3 * 19'304'284'160.0);
        QCOMPARE(report["layer"].toObject()["parameters"].toInteger(), 218'112'000);
        const QJsonArray steps = report["steps"].toArray();
        QVERIFY(steps.size() >= 4);
        for (const auto& value : steps) {
            const QJsonObject step = value.toObject();
            double sum = 0;
            for (const char* part : {"parameters_bytes", "gradient_bytes", "optimizer_bytes", "activation_bytes",
                                     "gathered_bytes", "head_bytes"}) {
                QVERIFY(step[part].isDouble());
                sum += step[part].toDouble();
            }
            QVERIFY(std::abs(sum - step["peak_bytes"].toDouble()) <= 3);
            QVERIFY(step["host_bytes"].isDouble() && step["fits"].isBool());
        }
        QCOMPARE(steps[0].toObject()["parameters_bytes"].toInteger(), 4 * 8'030'261'248);  // DDP keeps fp32
    }

    void aScenario() {
        const QJsonObject report = reportOf({"preset:llama-3-70b-on-64", "--set", "model.recompute=none"});
        QCOMPARE(report["model"].toString(), "llama-3-70b");
        QCOMPARE(report["steps"].toArray().size(), 7);
        const Ran table = runProgram({"model", "preset:mixtral-on-64"});
        QCOMPARE(table.code, 0);
        QVERIFY(table.out.contains("46,702,792,704 parameters, 12,879,925,248 of them active"));
        QVERIFY(table.out.contains("FSDP 64, EP 8"));
    }

    void refusals() {
        const Ran unknown = runProgram({"model", "llama-4-8b"});
        QCOMPARE(unknown.code, 2);
        QCOMPARE(unknown.err, "bubblescope: llama-4-8b: unknown model \"llama-4-8b\"; nearest: \"llama-3-8b\"\n");
        // A name may have dots, and is no JSON.
        const Ran dotted = runProgram({"model", "llama-3.2-1"});
        QCOMPARE(dotted.code, 2);
        QVERIFY(dotted.err.contains("unknown model \"llama-3.2-1\"; nearest: \"llama-3.2-1b\""));
        const Ran quoted = runProgram({"model", R"(llama-3-8b", "dropout": true, "hfu": "run)"});
        QCOMPARE(quoted.code, 2);
        QVERIFY(quoted.err.contains("unknown model \"llama-3-8b\", \"dropout\""));
        QVERIFY(!runProgram({"model", "missing.json"}).err.contains("there is no model"));
        const Ran without = runProgram({"model", "preset:default"});
        QCOMPARE(without.code, 2);
        QVERIFY(without.err.contains("preset:default: model: is missing; a model needs a preset"));
        const Ran heads = runProgram({"model", "preset:llama-3-8b-on-8", "--set", "mesh.tp=3", "--json"});
        QCOMPARE(heads.code, 0);
        QVERIFY(heads.out.contains("TP must"));
    }

    void simulateTellsWhatAModelComesTo() {
        const Ran ran = runProgram({"simulate", "preset:llama-3-8b-on-8", "--json"});
        QCOMPARE(ran.code, 0);
        const QJsonArray results = QJsonDocument::fromJson(ran.out).object()["results"].toArray();
        QCOMPARE(results.size(), 8);
        for (const auto& value : results) {
            const QJsonObject result = value.toObject();
            QVERIFY(result["mfu"].toDouble() > 0.3 && result["mfu"].toDouble() <= 0.6);
            QVERIFY(result["hfu"].toDouble() >= result["mfu"].toDouble());
            QVERIFY(result["tokens_per_second"].toDouble() > 50'000);
            double most = 0;
            for (const auto& worker : result["workers"].toArray())
                most = std::max(most, worker.toObject()["memory_peak"].toDouble());
            QCOMPARE(result["memory_peak"].toDouble(), most);
        }
    }
};

QTEST_GUILESS_MAIN(TestModelVerb)

}  // namespace tst_model_verb
#include "tst_model_verb.moc"
