// What `simulate` prints: JSON, tables for people and CSV.

#include "tests/app/simulate_json.h"

#include <QRegularExpression>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_simulate_verb {

namespace {

QStringList keysOf(const QJsonObject& object) { return object.keys(); }

}  // namespace

class TestSimulateVerb : public QObject {
    Q_OBJECT

private slots:
    void defaultPreset_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<double>("total");
        QTest::addColumn<double>("lowerBound");
        QTest::addColumn<int>("chunks");
        // Totals are the reference's; bounds are those of the model's text.
        QTest::newRow("gpipe") << 0 << 3324.0 << 3324.0 << 1;
        QTest::newRow("1f1b") << 1 << 3364.0 << 3324.0 << 1;
        QTest::newRow("interleaved-1f1b") << 2 << 2906.0 << 2874.0 << 2;
        QTest::newRow("hanayo") << 3 << 3354.0 << 2874.0 << 2;
        QTest::newRow("zb-h1") << 4 << 2748.0 << 2712.0 << 1;
    }

    void defaultPreset() {
        QFETCH(int, index);
        QFETCH(double, total);
        QFETCH(double, lowerBound);
        QFETCH(int, chunks);
        const QJsonArray results = simulated({"preset:default"});
        QCOMPARE(results.size(), 5);
        const QJsonObject result = results[index].toObject();
        QCOMPARE(result["schedule"].toString(), QTest::currentDataTag());
        QCOMPARE(result["total_time"].toDouble(), total);
        QCOMPARE(result["lower_bound"].toDouble(), lowerBound);
        QCOMPARE(result["devices"].toInt(), 4);
        QCOMPARE(result["microbatches"].toInt(), 8);
        QCOMPARE(result["chunks"].toInt(), chunks);
        // Every schedule does the same work: 8 microbatches of 300 on each of 4 devices.
        QCOMPARE(result["bubble_ratio"].toDouble(), 1 - 2400 / total);
        QCOMPARE(result["bubble_over_ideal"].toDouble(), (total - 2400) / 2400);
        QCOMPARE(result["recompute_as_waste"].toDouble(), 1 - 2400 / total);
        QCOMPARE(result["workers"].toArray().size(), 4);
        for (const auto& worker : result["workers"].toArray()) {
            const QJsonObject w = worker.toObject();
            QCOMPARE(w["busy"].toDouble(), 2400.0);
            QCOMPARE(w["idle"].toDouble(), total - 2400);
            QCOMPARE(w["idle_warmup"].toDouble() + w["idle_waiting"].toDouble() + w["idle_cooldown"].toDouble(),
                     total - 2400);
        }
    }

    void keysOfAResult() {
        const QJsonObject result = simulated({"preset:default", "--ops", "--timing"})[1].toObject();
        QCOMPARE(keysOf(result),
                 QStringList({"bubble_over_ideal", "bubble_ratio", "chunks", "devices", "family", "label",
                              "longest_span_bubble", "lower_bound", "microbatches", "ops", "recompute_as_waste",
                              "schedule", "time_per_microbatch", "timing", "total_time", "workers"}));
        QCOMPARE(keysOf(result["workers"].toArray()[0].toObject()),
                 QStringList({"busy", "idle", "idle_cooldown", "idle_waiting", "idle_warmup", "peak_activations"}));
        QCOMPARE(keysOf(result["ops"].toArray()[0].toObject()),
                 QStringList({"chunk", "end", "kind", "microbatch", "stage", "start", "worker"}));
        QCOMPARE(keysOf(result["timing"].toObject()), QStringList({"generate_s", "ops", "simulate_s"}));
        QCOMPARE(result["timing"].toObject()["ops"].toInt(), 64);
        QCOMPARE(result["label"].toString(), "1F1B");
        const QStringList plain = keysOf(simulated({"preset:default"})[1].toObject());
        QVERIFY(!plain.contains("ops") && !plain.contains("timing"));
    }

    /// Kinds of two directions have each stage twice.
    void copiesOfParametersAreTold() {
        const QByteArray scenario = fileOf(R"("schedules": [{"kind": "dualpipe"}, {"kind": "dualpipe-v"}])");
        const Ran ran = runProgram({"simulate", "-"}, scenario);
        QVERIFY2(ran.out.contains("\nDualPipe stores 2 copies of the parameters.\n"), ran.out.constData());
        QCOMPARE(ran.out.count("copies"), 1);
        const QJsonArray results = simulated({"-"}, scenario);
        QCOMPARE(results[0].toObject()["parameter_copies"].toInt(), 2);
        QVERIFY(!results[1].toObject().contains("parameter_copies"));
        QCOMPARE(results[0].toObject()["family"].toString(), "schedule");
    }

    /// Where schedules run different numbers of microbatches, what one takes stands beside the total.
    void eachMicrobatchIsTold() {
        QVERIFY(!runProgram({"simulate", "preset:default"}).out.contains("per\n"));
        const Ran ran = runProgram({"simulate", "preset:default", "--set", "schedules[1].microbatches=16"});
        QVERIFY2(ran.out.contains(" microbatch, ms\n"), ran.out.constData());
        for (const QByteArray& line : ran.out.split('\n')) {
            if (line.startsWith("GPipe")) QVERIFY2(line.endsWith(" 415.5"), line.constData());  // 3324 / 8
        }
    }

    /// The numbers of --json, as cells.
    void resultsAsATable() {
        const Ran ran = runProgram({"simulate", "preset:default", "--csv", "--set", "workload.chunks=3"});
        QCOMPARE(ran.code, 0);
        const QStringList lines = QString::fromUtf8(ran.out).trimmed().split('\n');
        const QStringList heading = lines[0].split(',');
        QCOMPARE(lines.size(), 6);
        const QJsonArray results = simulated({"preset:default", "--set", "workload.chunks=3"});
        for (int i = 0; i < 5; ++i) {
            const QJsonObject result = results[i].toObject();
            if (result.contains("error")) {
                const QString message = result["error"].toString();
                QVERIFY2(lines[i + 1].startsWith("hanayo,\"Hanayo, v = 3\",4,8,3,,"), qPrintable(lines[i + 1]));
                QVERIFY2(lines[i + 1].endsWith(message.contains(',') ? '"' + message + '"' : message),
                         qPrintable(lines[i + 1]));
                continue;
            }
            const QString label = result["label"].toString();
            const QStringList cells = QString(lines[i + 1]).replace('"' + label + '"', "LABEL").split(',');
            QCOMPARE(cells.size(), heading.size());
            for (qsizetype column = 0; column < heading.size(); ++column) {
                const QString name = heading[column];
                if (result[name].isDouble()) QCOMPARE(cells[column].toDouble(), result[name].toDouble());
                const bool isQuoted = name == "label" && label.contains(',');
                if (result[name].isString())
                    QCOMPARE(cells[column], isQuoted ? QString("LABEL") : result[name].toString());
            }
            QVERIFY(cells[heading.indexOf("peak_activations")].toDouble() > 0);
            QVERIFY(cells.last().isEmpty());
        }
        // A scheme has quantities of its own.
        const QStringList schemes =
            QString::fromUtf8(runProgram({"simulate", "preset:placement-schemes", "--csv"}).out).trimmed().split('\n');
        for (const char* name : {"throughput", "latency", "weight_transmissions", "mean_weight_storage"}) {
            QVERIFY2(heading.contains(name), name);
            QVERIFY2(!schemes[1].split(',')[heading.indexOf(name)].isEmpty(), name);
            QVERIFY(lines[1].split(',')[heading.indexOf(name)].isEmpty());
        }
        QCOMPARE(runProgram({"simulate", "preset:default", "--csv", "--json"}).code, 2);
        QCOMPARE(QString::fromUtf8(runProgram({"simulate", "preset:default", "--csv", "--timing"}).out.split('\n')[0]),
                 lines[0].chopped(5) + "ops,generate_s,simulate_s,error");
    }

    void opsAsATable() {
        const Ran ran = runProgram({"simulate", "preset:default", "--csv", "--ops"});
        const QStringList lines = QString::fromUtf8(ran.out).trimmed().split('\n');
        QCOMPARE(lines[0], QString("schedule,label,worker,kind,stage,chunk,microbatch,start,end,error"));
        QCOMPARE(lines[1], QString("gpipe,GPipe,0,F,0,0,0,0.0,100.0,"));
        qsizetype ops = 0;
        for (const auto& result : simulated({"preset:default", "--ops"}))
            ops += result.toObject()["ops"].toArray().size();
        QCOMPARE(lines.size() - 1, ops);
        const Ran refused = runProgram({"simulate", "preset:default", "--csv", "--ops", "--set",
                                        "schedules=[{\"kind\": \"hanayo\", \"chunks\": 3}]"});
        QCOMPARE(refused.code, 1);
        const char* const line = "\nhanayo,\"Hanayo, v = 3\",,,,,,,,\"needs an even number of chunks, has 3\"\n";
        QVERIFY2(refused.out.contains(line), refused.out);
    }

    /// D = 2, MBS = 4: device 0 runs F0 F2 F1 B2 (F3 + B0) B3 I1 W1; T_F 1, T_B 2, T_FB 2.5.
    void pairsAreTold() {
        const QByteArray file = fileOf(
            "\"workload\": {\"devices\": 2, \"microbatches\": 4, \"forward\": 1, "
            "\"backward\": 2, \"forward_backward\": 2.5}, "
            "\"schedules\": [{\"kind\": \"dualpipe\"}]");
        const QJsonObject result = simulated({"-", "--ops"}, file)[0].toObject();
        QCOMPARE(result["total_time"].toDouble(), 11.5);
        QCOMPARE(result["chunks"].toInt(), 1);
        QStringList lane;
        for (const auto& value : result["ops"].toArray()) {
            const QJsonObject op = value.toObject();
            if (op["worker"].toInt() != 0) continue;
            lane += QString("%1%2@%3.%4 %5-%6%7")
                        .arg(op["kind"].toString())
                        .arg(op["microbatch"].toInt())
                        .arg(op["stage"].toInt())
                        .arg(op["chunk"].toInt())
                        .arg(op["start"].toDouble())
                        .arg(op["end"].toDouble())
                        .arg(op["pair"].toBool() ? " pair" : "");
            QCOMPARE(op.contains("pair"), op["pair"].toBool());
        }
        QCOMPARE(lane, QStringList({"F0@0.0 0-1", "F2@1.1 1-2", "F1@0.0 2-3", "B2@1.1 3-5", "F3@1.1 5-7.5 pair",
                                    "B0@0.0 5-7.5 pair", "B3@1.1 7.5-9.5", "I1@0.0 9.5-10.5", "W1@0.0 10.5-11.5"}));
        const QStringList lines =
            QString::fromUtf8(runProgram({"simulate", "-", "--csv", "--ops"}, file).out).trimmed().split('\n');
        QCOMPARE(lines[0], QString("schedule,label,worker,kind,stage,chunk,microbatch,start,end,pair,error"));
        QCOMPARE(lines[4], QString("dualpipe,DualPipe,0,B,1,1,2,3.0,5.0,,"));
        QCOMPARE(lines[5], QString("dualpipe,DualPipe,0,F,1,1,3,5.0,7.5,true,"));
        const QString table = QString::fromUtf8(runProgram({"simulate", "-", "--ops"}, file).out);
        QVERIFY(table.contains(" (F3 ") && table.contains(" B0) "));
    }

    void timesAreDecimals() {
        const Ran ran = runProgram({"simulate", "preset:default", "--json"});
        QVERIFY(ran.out.contains("\"total_time\": 3364.0"));
        const Ran fine = runProgram({"simulate", "-", "--json"},
                                    fileOf("\"workload\": {\"devices\": 1, \"microbatches\": 1, \"forward\": 0.000001, "
                                           "\"backward\": 1234567.25}, \"schedules\": [{\"kind\": \"gpipe\"}]"));
        QVERIFY2(fine.out.contains("\"total_time\": 1234567.250001,"), fine.out.constData());
    }

    /// 1F1B on 2 devices with 2 microbatches, T_F 1, T_B 2, T_C 0, worked out by hand.
    void opsStandByWorkerInLaneOrder() {
        const QJsonArray results =
            simulated({"-", "--ops", "--set", "schedules=[{\"kind\": \"1f1b\"}]"},
                      fileOf("\"workload\": {\"devices\": 2, \"microbatches\": 2, \"forward\": 1, "
                             "\"backward\": 2}"));
        QStringList ops;
        for (const auto& value : results[0].toObject()["ops"].toArray()) {
            const QJsonObject op = value.toObject();
            ops += QString("%1:%2%3@%4 %5-%6")
                       .arg(op["worker"].toInt())
                       .arg(op["kind"].toString())
                       .arg(op["microbatch"].toInt())
                       .arg(op["stage"].toInt())
                       .arg(op["start"].toDouble())
                       .arg(op["end"].toDouble());
        }
        QCOMPARE(ops, QStringList({"0:F0@0 0-1", "0:F1@0 1-2", "0:B0@0 4-6", "0:B1@0 7-9", "1:F0@1 1-2", "1:B0@1 2-4",
                                   "1:F1@1 4-5", "1:B1@1 5-7"}));
    }

    void splitSchedulesHaveHalves() {
        QStringList kinds;
        for (const auto& op : simulated({"preset:default", "--ops"})[4].toObject()["ops"].toArray())
            if (const QString kind = op.toObject()["kind"].toString(); !kinds.contains(kind)) kinds += kind;
        QCOMPARE(kinds, QStringList({"F", "I", "W"}));
    }

    void chunksOfOpsAreStagesByDevices() {
        for (const auto& op : simulated({"preset:default", "--ops"})[3].toObject()["ops"].toArray()) {
            const QJsonObject o = op.toObject();
            const int stage = o["stage"].toInt(), chunk = o["chunk"].toInt();
            QCOMPARE(chunk, stage / 4);
            QCOMPARE(o["worker"].toInt(), chunk == 0 ? stage : 7 - stage);  // the wave turns on device 3
        }
    }

    void refusalsAreResults() {
        const Ran ran = runProgram({"simulate", "preset:default", "--json", "--set", "workload.chunks=3"});
        QCOMPARE(ran.code, 0);
        const QJsonObject hanayo = resultsOf(ran)[3].toObject();
        QCOMPARE(keysOf(hanayo), QStringList({"error", "label", "schedule"}));
        QCOMPARE(hanayo["error"].toString(), "needs an even number of chunks, has 3");
        QVERIFY(resultsOf(ran)[4].toObject().contains("total_time"));
    }

    void everyScheduleRefused() {
        for (const QStringList& options : {QStringList{}, QStringList{"--json"}}) {
            const Ran ran = runProgram(
                QStringList{"simulate", "-"} + options,
                fileOf("\"schedules\": [{\"kind\": \"hanayo\", \"chunks\": 3}, {\"kind\": \"gpipe\", \"chunks\": 2}]"));
            QCOMPARE(ran.code, 1);
            QCOMPARE(ran.err, "bubblescope: -: schedules: no schedule can run; see the output for the reasons\n");
            QVERIFY(ran.out.contains("needs an even number of chunks, has 3"));
        }
        const Ran one = runProgram({"simulate", "-"}, fileOf("\"schedules\": [{\"kind\": \"hanayo\", \"chunks\": 3}]"));
        QCOMPARE(one.code, 1);
        QCOMPARE(one.err, "bubblescope: -: schedules[0].chunks: needs an even number of chunks, has 3\n");
    }

    void table() {
        const Ran ran = runProgram({"simulate", "preset:default", "--set", "workload.chunks=3"});
        QCOMPARE(ran.code, 0);
        const QString text = QString::fromUtf8(ran.out);
        for (const QString& line : text.split('\n')) QVERIFY2(line.size() <= 100, qPrintable(line));
        QVERIFY2(text.contains(" time, ms   total "), qPrintable(text));
        const QRegularExpression gpipe("^GPipe +3324 +27\\.8% +38\\.5% +27\\.8% +27\\.8% +8 +optimal$",
                                       QRegularExpression::MultilineOption);
        QVERIFY2(gpipe.match(text).hasMatch(), qPrintable(text));
        const QRegularExpression oneFOneB("^1F1B +3364 +28\\.7% +40\\.2% +28\\.7% +28\\.7% +4 +\\+1\\.2%$",
                                          QRegularExpression::MultilineOption);
        QVERIFY2(oneFOneB.match(text).hasMatch(), qPrintable(text));
        QVERIFY(text.contains("Hanayo, v = 3 cannot run: needs an even number of chunks, has 3"));
        QVERIFY(text.contains("ZB-H1 is fastest: 2748 ms, "));
    }

    /// All that are the fastest, and among which.
    void everyWinnerIsNamed() {
        const auto said = [](const QByteArray& entries, const QStringList& settings = {}) {
            QStringList args{"simulate", "-"};
            for (const QString& setting : settings) args << "--set" << setting;
            const Ran ran = runProgram(args, fileOf("\"schedules\": [" + entries + "]"));
            return QString::fromUtf8(ran.out).replace("\n  ", " ");
        };
        const QByteArray two = R"({"kind": "gpipe"}, {"kind": "1f1b"})";
        const auto nodesOf = [&](int size) {
            return said(two, {QString("workload.comm={\"node_size\": %1, \"inside\": 1, \"between\": 9}").arg(size)});
        };
        QVERIFY(nodesOf(2).startsWith(
            "4 devices, 8 microbatches, T_F 100 ms, T_B 200 ms, T_C 1 ms in nodes of 2 and 9 ms between\n"));
        QVERIFY(nodesOf(4).startsWith("4 devices, 8 microbatches, T_F 100 ms, T_B 200 ms, T_C 1 ms on one node\n"));
        QVERIFY(said(two).contains("\nGPipe and 1F1B are equally fast: 3300 ms; optimal here\n"));
        QVERIFY(
            said(two + "," + two).contains("\nGPipe, 1F1B, GPipe and 1F1B are equally fast: 3300 ms; optimal here\n"));
        QVERIFY(said(two, {"workload.comm=4", "workload.memory_limit=5"})
                    .contains("\nOnly 1F1B fits: 3364 ms; 1.2% above lower bound; 1 needs more than 5 activations\n"));
    }

    /// A second table for schemes, and no word of a workload that nobody uses.
    void tableOfSchemes() {
        const auto shown = [](const QByteArray& entries) {
            const Ran ran = runProgram({"simulate", "-"}, fileOf("\"schedules\": [" + entries + "]"));
            return QString::fromUtf8(ran.out);
        };
        const QByteArray ddp = R"({"scheme": "ddp", "batches": 6})", looped = R"({"scheme": "fs-looped-pp"})";
        QString text = shown(ddp + "," + looped);
        QVERIFY2(!text.contains("T_F") && !text.contains("devices") && text[0] == ' ', qPrintable(text));
        for (const QString& line : text.split('\n')) QVERIFY2(line.size() <= 100, qPrintable(line));
        // 144 ops in 46 on 6 workers; peaks 9,7,4,9,7,4; 12 fetches a worker.
        const QRegularExpression row("^FS Looped PP +6, 6, 12 +0\\.5217 +1\\.111 +72 +1 +132 +6\\.667$",
                                     QRegularExpression::MultilineOption);
        QVERIFY2(row.match(text).hasMatch(), qPrintable(text));
        QVERIFY(text.contains("DDP is fastest: 3 ms per microbatch, "));
        text = shown(ddp + R"(, {"kind": "gpipe"})");
        QVERIFY(text.startsWith("4 devices, 8 microbatches, T_F 100 ms") && text.contains("weights stored"));
        text = shown(R"({"scheme": "gpipe-placement", "times": "workload"})");
        QVERIFY(text.startsWith("T_F 100 ms, T_B 200 ms, T_C 0 ms\n"));
        text = shown(R"({"kind": "gpipe"})");
        QVERIFY(!text.contains("throughput"));
        text = shown(R"({"kind": "gpipe"}, {"scheme": "ddp"})");  // refused: no row of its own
        QVERIFY(!text.contains("throughput") && text.contains("DDP cannot run"));
    }

    void tableOfHostileTexts() {
        const Ran ran =
            runProgram({"simulate", "-"},
                       fileOf("\"title\": \"\\u001b[2Jtitle\\n\", \"schedules\": [{\"kind\": \"gpipe\", \"label\": \"" +
                              QByteArray(100000, 'x') + "\\u0007\"}]"));
        QCOMPARE(ran.code, 0);
        const QString text = QString::fromUtf8(ran.out);
        QVERIFY(text.startsWith("[2Jtitle\n"));
        for (const QString& line : text.split('\n')) {
            QVERIFY2(line.size() <= 110, qPrintable(line));
            for (const QChar c : line) QVERIFY(c.isPrint());
        }
    }

    void opsAndTimingForPeople() {
        const Ran ran = runProgram({"simulate", "preset:default", "--ops", "--timing"});
        QCOMPARE(ran.code, 0);
        QCOMPARE(ran.out.count("  F0  "), 4 * 3 + 8 * 2);  // a device a chunk: three kinds with 1, two with 2
        QVERIFY(ran.out.contains("\ntiming "));
    }

    void aMillionOpsAreStreamed() {
        const Ran ran = runProgram({"simulate", "preset:default", "--json", "--ops", "--set",
                                    "workload.microbatches=125000", "--set", "schedules=[{\"kind\": \"1f1b\"}]"});
        QCOMPARE(ran.code, 0);
        QCOMPARE(ran.out.count("\"kind\""), 1'000'000);
        QVERIFY(ran.out.endsWith("}]}\n]}\n"));
    }

    /// What was run stands before the results, and what an entry changed in its result.
    void jsonSaysWhatRan() {
        const Ran ran = runProgram({"simulate", "preset:default", "--json", "--set", "schedules[1].comm=9"});
        const QJsonDocument all = QJsonDocument::fromJson(ran.out);
        QCOMPARE(all["format"].toString(), "bubblescope-results");
        QCOMPARE(all["version"].toInt(), 1);
        QCOMPARE(all["unit"].toString(), "ms");
        QCOMPARE(all["title"].toString(), "Five founding schedules");
        QCOMPARE(all["workload"]["comm"].toDouble(), 4.0);
        QCOMPARE(all["results"][1]["workload"]["comm"].toDouble(), 9.0);
        QVERIFY(!all["results"][0].toObject().contains("workload"));
        QCOMPARE(QJsonDocument::fromJson(runProgram({"model", "llama-3-8b", "--json"}).out)["format"].toString(),
                 "bubblescope-model");
        QCOMPARE(QJsonDocument::fromJson(runProgram({"list", "links", "--json"}).out)["format"].toString(),
                 "bubblescope-list");
    }

    void labelsTellVariantsApart() {
        const auto labels = [](const QByteArray& entries) {
            QStringList all;
            for (const auto& result : simulated({"-"}, fileOf("\"schedules\": [" + entries + "]")))
                all += result.toObject()["label"].toString();
            return all;
        };
        QCOMPARE(labels(R"({"kind": "interleaved-1f1b"}, {"kind": "interleaved-1f1b", "chunks": 4})"),
                 QStringList({"Interleaved 1F1B, v = 2", "Interleaved 1F1B, v = 4"}));
        QCOMPARE(labels(R"({"kind": "1f1b"}, {"kind": "1f1b", "microbatches": 16}, {"kind": "1f1b", "label": "1F1B"})"),
                 QStringList({"1F1B", "1F1B, microbatches = 16", "1F1B"}));
        QCOMPARE(labels(R"({"kind": "zb-auto", "placement": "wave", "effort": 0.1}, {"kind": "gpipe"})"),
                 QStringList({"ZB auto, wave", "GPipe"}));
        QCOMPARE(labels(R"({"kind": "gpipe"}, {"kind": "gpipe"})"), QStringList({"GPipe", "GPipe"}));
    }
};

QTEST_GUILESS_MAIN(TestSimulateVerb)

}  // namespace tst_simulate_verb
#include "tst_simulate_verb.moc"
