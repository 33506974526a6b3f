#include "widgets/inspector/op_panel.h"

#include "widgets/kit/theme.h"

#include "engine/analysis/explain.h"
#include "tests/engine/scenarios.h"

#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocument>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_op_panel {

namespace {

std::shared_ptr<const Run> runOf(const char* kind, int firstChunks = 2) {
    return run(scenarioOf(kind, 4, 8, 4, firstChunks), 0).value();  // T_F 100, T_B 200
}

/// Two stages, two batches, two workers.
Scenario customScenario(const char* compute, const char* store, double fetch) {
    Scheme scheme;
    scheme.kind = "custom";
    scheme.workers = scheme.stages = scheme.batches = 2;
    scheme.compute = compute;
    scheme.store = store;
    scheme.fetch = fetch;
    return scenarioOf(scheme);
}

std::shared_ptr<const Run> schemeRun(const char* compute, const char* store, double fetch) {
    return run(customScenario(compute, store, fetch), 0).value();
}

/// Why the first schedule is idle at an instant.
WhyIdle whyOf(const Scenario& scenario, const Run& now, int lane, Time at) {
    return whyIdle(scenario, 0, now, *gapAt(*now.timeline, LaneId(lane), at));
}

Row rowOf(const Run& run, OpKind kind, int stage, int microbatch) {
    return *findOp(*run.timeline->program, Op(kind, stage, microbatch));
}

/// The words of one of the panel's labels, spaces made plain; empty if it is hidden.
QString words(const OpPanel& panel, const char* name) {
    const auto* label = panel.findChild<QLabel*>(name);
    if (!label || label->isHidden()) return {};
    QTextDocument document;
    document.setHtml(label->text());
    return document.toPlainText().replace(QChar(0x202f), ' ').replace(QChar::Nbsp, ' ').replace(QChar(0x2029), '\n');
}

}  // namespace

class TestOpPanel : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void saysWhatToDoWhileEmpty() {
        OpPanel panel;
        QVERIFY(words(panel, "conclusion").startsWith("Click an operation or a gap"));
        QVERIFY(words(panel, "link").isEmpty());
    }

    // 1F1B on device 1: idle from 404 to 820. The numbers are those of the window's mock-up.
    void idleOnDevice1() {
        OpPanel panel;
        panel.setIdle(1, runOf("1f1b"), LaneId(1), toTime(600));
        QCOMPARE(words(panel, "headline"), QString("IDLE ON DEVICE 1"));
        QCOMPARE(words(panel, "title"), QString("1F1B · 404 – 820 ms · 416 ms"));
        QCOMPARE(words(panel, "lead"), QString("B0 waits for B0 from device 2:"));
        QCOMPARE(words(panel, "steps"), QString("B0 on device 2, 616 – 816 ms, then 4 ms for the transfer;\n"
                                                "B0 on device 3, 412 – 612 ms, then 4 ms for the transfer;\n"
                                                "F0 on device 3, 312 – 412 ms."));
        QVERIFY(words(panel, "conclusion").startsWith("Round trip:"));
    }

    void numbersMayStartAtOne() {
        OpPanel panel;
        panel.setIdle(1, runOf("1f1b"), LaneId(1), toTime(600));
        panel.setFirstNumber(1);
        QCOMPARE(words(panel, "lead"), QString("B1 waits for B1 from device 2:"));
        QCOMPARE(words(panel, "headline"), QString("IDLE ON DEVICE 1"));  // devices count from 0
    }

    // 1F1B, device 3: F0 312-412, B0 412-612, F1 612-712. F1 left device 2 at 308 and was there from 412 on:
    // F0 and F1 of device 0 end at 100 and 200, of device 1 at 204 and 304, of device 2 at 308 and 408.
    void ops_data() {
        QTest::addColumn<QString>("schedule");
        QTest::addColumn<int>("kind");
        QTest::addColumn<int>("stage");
        QTest::addColumn<int>("microbatch");
        QTest::addColumn<QString>("title");
        QTest::addColumn<QString>("facts");
        QTest::addColumn<QString>("lead");
        QTest::newRow("the first op") << "1f1b" << 0 << 0 << 0 << "F0 · forward"
                                      << "1F1B · 0 – 100 ms · 100 ms\nmicrobatch 0 · stage 0"
                                      << "Starts immediately: it depends on nothing.";
        QTest::newRow("the first of device 2 waits from the start")
            << "1f1b" << 0 << 2 << 0 << "F0 · forward"
            << "1F1B · 208 – 308 ms · 100 ms\nmicrobatch 0 · stage 2"
            << "Waits 204 ms for F0 from device 1, then 4 ms for the transfer.";
        QTest::newRow("an op that waits for its turn")
            << "1f1b" << 0 << 3 << 1 << "F1 · forward"
            << "1F1B · 612 – 712 ms · 100 ms\nmicrobatch 1 · stage 3"
            << "Starts right after B0. Its input, F1 from device 2, arrived 200 ms earlier.";
        QTest::newRow("a backward after the turn") << "1f1b" << 1 << 1 << 0 << "B0 · backward"
                                                   << "1F1B · 820 – 1020 ms · 200 ms\nmicrobatch 0 · stage 1"
                                                   << "Waits 412 ms for B0 from device 2, then 4 ms for the transfer.";
        QTest::newRow("GPipe's second backward waits for nothing but the transfer of 4")
            << "gpipe" << 1 << 2 << 0 << "B0 · backward"
            << "GPipe · 1316 – 1516 ms · 200 ms\nmicrobatch 0 · stage 2"
            << "Waits 304 ms for B0 from device 3, then 4 ms for the transfer.";
    }
    void ops() {
        QFETCH(QString, schedule);
        QFETCH(int, kind);
        QFETCH(int, stage);
        QFETCH(int, microbatch);
        QFETCH(QString, title);
        QFETCH(QString, facts);
        QFETCH(QString, lead);
        const auto run = runOf(schedule.toUtf8().constData());
        OpPanel panel;
        panel.setOp(0, run, rowOf(*run, static_cast<OpKind>(kind), stage, microbatch));
        QCOMPARE(words(panel, "title"), title);
        QCOMPARE(words(panel, "facts"), facts);
        QCOMPARE(words(panel, "lead"), lead);
    }

    void chunksAreNamed() {
        const auto run = runOf("interleaved-1f1b");
        OpPanel panel;
        panel.setOp(0, run, rowOf(*run, OpKind::Forward, 5, 0));  // stage 5 of 8: chunk 1 of device 1
        QVERIFY(words(panel, "facts").contains("stage 5 · chunk 1"));
        QVERIFY(words(panel, "lead").contains("(chunk "));
    }

    // T_F 1, T_B 2, T_FB 2.5, T_C 1: device 0 runs F0 0-1, F2 2-3, F1, B2 4-6, and F3 with B0, which left device 1
    // at 6.
    void pairsAreTold() {
        Scenario scenario = scenarioOf("dualpipe", 2, 4, 1);
        scenario.workload.forward = 1.0;
        scenario.workload.backward = 2.0;
        scenario.workload.forwardBackward = 2.5;
        const auto run = bubblescope::run(scenario, 0).value();
        OpPanel panel;
        panel.setOp(0, run, rowOf(*run, OpKind::Forward, 3, 3));  // stage 1 of those that go up
        QCOMPARE(words(panel, "title"), QString("F3 · forward"));
        QCOMPARE(words(panel, "facts"),
                 QString("DualPipe · 7.0 – 9.5 ms · 2.5 ms\nmicrobatch 3 · stage 1 · chunk 1\nfused "
                         "with B0 (chunk 0), stage 0"));
        const QString lead("Waits 1 ms for the transfer of B0 (chunk 0) from device 1, where it ended at 6 ms.");
        QCOMPARE(words(panel, "lead"), lead);
        panel.setOp(0, run, rowOf(*run, OpKind::Backward, 0, 0));
        QCOMPARE(words(panel, "title"), QString("B0 · backward"));
        QCOMPARE(words(panel, "lead"), lead);
        panel.setOp(0, run, rowOf(*run, OpKind::Backward, 3, 3));  // right behind the pair
        QVERIFY2(words(panel, "lead").startsWith("Starts right after F3 (chunk 1) + B0 (chunk 0)."),
                 qPrintable(words(panel, "lead")));
    }

    // Worker 0 computes, worker 1 stores: fetches of 3 run one after another, so F0 of batch 1 waits from 4 to 6.
    void fetchesAreTold() {
        const auto run = schemeRun("0", "1", 3);
        OpPanel panel;
        panel.setOp(0, run, rowOf(*run, OpKind::Forward, 0, 1));
        QCOMPARE(words(panel, "headline"), QString("OP ON WORKER 0"));
        QCOMPARE(words(panel, "title"), QString("f0 · forward"));
        QCOMPARE(words(panel, "facts"), QString("Custom · 6 – 7 ms · 1 ms\nbatch 1 · stage 0\n"
                                                "weights from worker 1\n"
                                                "worker 0 then stores 2 activations"));
        QCOMPARE(words(panel, "lead"), QString("Waits 2 ms for its weights, fetched from worker 1 (3 – 6 ms)."));
        panel.setIdle(0, run, LaneId(0), toTime(5));
        QCOMPARE(words(panel, "headline"), QString("IDLE ON WORKER 0"));
        QCOMPARE(words(panel, "lead"), QString("f0 (batch 1) waits for its weights from worker 1:"));
        QCOMPARE(words(panel, "steps"), QString("weights for f0 (batch 1), fetched from worker 1, 3 – 6 ms."));
        QCOMPARE(words(panel, "conclusion"), QString("2 ms = 3 ms fetches − 1 ms own compute meanwhile."));
        panel.setWhy(run, whyOf(customScenario("0", "1", 3), *run, 0, toTime(5)));
        QVERIFY(words(panel, "conclusion").startsWith("Waiting for weights"));
        QVERIFY(words(panel, "conclusion").endsWith("With free weight fetches, the gap disappears."));
        // A fetch is no op.
        const Row fetch = run->timeline->program->lanes[1].begin + 1;
        panel.setOp(0, run, fetch);
        QCOMPARE(words(panel, "headline"), QString("FETCH ON WORKER 0"));
        QCOMPARE(words(panel, "title"), QString("weights for f0 (batch 1)"));
        const QStringList facts{"Custom · 3 – 6 ms · 3 ms", "batch 1 · stage 0", "weights from worker 1"};
        QCOMPARE(words(panel, "facts"), facts.join("\n"));
        QCOMPARE(words(panel, "lead"), QString("Starts right after the weights for f0 (batch 0) arrive."));
    }

    void workersAndBatchesInSchemes() {
        const auto run = schemeRun("forward ? stage : 1 - stage", "stage", 0);
        OpPanel panel;
        panel.setFirstNumber(1);
        panel.setOp(0, run, rowOf(*run, OpKind::Forward, 1, 0));
        QCOMPARE(words(panel, "facts"),
                 QString("Custom · 1 – 2 ms · 1 ms\nbatch 1 · stage 2\nown weights\nactivation from worker 0\n"
                         "activation stored on worker 0 for the backward\nworker 1 then stores 2 activations"));
        QCOMPARE(words(panel, "lead"), QString("Waits 1 ms for f1 (batch 1) from worker 0."));
        panel.setOp(0, run, rowOf(*run, OpKind::Backward, 1, 0));
        QCOMPARE(words(panel, "title"), QString("∇2 · backward"));
    }

    /// Nothing crashes and nothing speaks of devices, wherever one points.
    void everyPlaceOfASchemeHasItsWords() {
        for (const double fetch : {0.0, 0.5, 4.0}) {
            const auto run = schemeRun("(stage + batch) mod workers", "stage mod workers", fetch);
            const Program& program = *run->timeline->program;
            OpPanel panel;
            const auto isRight = [&] {
                for (const char* part : {"headline", "title", "facts", "lead", "steps", "conclusion"}) {
                    const QString text = words(panel, part);
                    if (text.contains("device", Qt::CaseInsensitive) || text.contains("micro") || text.contains('%'))
                        return false;
                }
                return !words(panel, "lead").isEmpty() && !words(panel, "conclusion").isEmpty();
            };
            for (std::size_t lane = 0; lane < program.lanes.size(); ++lane) {
                for (Row row = program.lanes[lane].begin; row < program.lanes[lane].end; ++row) {
                    panel.setOp(0, run, row);
                    QVERIFY(isRight());
                }
                for (Time at = 0; at < run->timeline->latestEnd; at += toTime(0.5)) {
                    const LaneId id(static_cast<std::int64_t>(lane));
                    if (!program.isWork(id) || !gapAt(*run->timeline, id, at)) continue;
                    panel.setIdle(0, run, id, at);
                    QVERIFY(isRight());
                }
            }
        }
    }

    void linksLeadToOps() {
        const auto run = runOf("1f1b");
        OpPanel panel;
        QSignalSpy spy(&panel, &OpPanel::showOp);
        panel.setOp(3, run, rowOf(*run, OpKind::Backward, 1, 0));
        auto* lead = panel.findChild<QLabel*>("lead");
        const QString html = lead->text();
        const qsizetype from = html.indexOf("href=\"") + 6;
        emit lead->linkActivated(html.mid(from, html.indexOf('"', from) - from));
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy[0][0].toInt(), 3);
        QCOMPARE(spy[0][1].value<Row>(), rowOf(*run, OpKind::Backward, 2, 0));
    }

    void linksAreReachedByKeys() {
        const auto run = runOf("1f1b");
        OpPanel panel;
        panel.resize(240, 500);
        panel.show();
        QSignalSpy spy(&panel, &OpPanel::showChain);
        const Row row = rowOf(*run, OpKind::Backward, 1, 0);
        panel.setOp(0, run, row);
        auto* link = panel.findChild<QLabel*>("link");
        link->setFocus(Qt::TabFocusReason);
        QTest::keyClick(link, Qt::Key_Tab);
        QTest::keyClick(link, Qt::Key_Return);
        QCOMPARE(spy.size(), 1);
        QCOMPARE(panel.chain(), (std::vector{rowOf(*run, OpKind::Backward, 2, 0), row}));
    }

    /// The chain is what its sentences go through, from the last to the first.
    void theChainIsThatOfTheSentences() {
        const auto run = runOf("1f1b");
        OpPanel panel;
        panel.setIdle(0, run, LaneId(1), toTime(600));
        const Program& program = *run->timeline->program;
        std::vector<Op> ops;
        for (const Row row : panel.chain()) ops.push_back(program.ops[row]);
        QCOMPARE(ops, (std::vector{Op(OpKind::Forward, 3, 0), Op(OpKind::Backward, 3, 0), Op(OpKind::Backward, 2, 0),
                                   Op(OpKind::Backward, 1, 0)}));
        QSignalSpy spy(&panel, &OpPanel::showOp);
        auto* link = panel.findChild<QLabel*>("link");
        const QString needs = QString("row:%1").arg(panel.chain().back());
        QVERIFY(link->text().contains(needs));
        emit link->linkActivated(needs);
        QCOMPARE(spy.size(), 1);
        panel.clear();
        QVERIFY(panel.chain().empty());
    }

    void coolDownNamesTheLastOp() {
        OpPanel panel;
        panel.setIdle(0, runOf("gpipe"), LaneId(3), toTime(3300));
        QVERIFY(words(panel, "lead").startsWith("Nothing left to run. B7 on device 0 ends last, at 3324 ms."));
        QVERIFY(words(panel, "conclusion").startsWith("Cool-down:"));
    }

    void notIdleAfterAll() {
        OpPanel panel;
        panel.setIdle(0, runOf("gpipe"), LaneId(0), toTime(50));
        QVERIFY(words(panel, "conclusion").startsWith("Click an operation"));
    }

    // Preset two-nodes: 8 devices on two nodes. Between rounds devices next to the slow link wait 30 for it.
    void reasonsAreThoseThatRunsConfirm() {
        Scenario scenario;
        scenario.workload.devices = 8;
        scenario.workload.microbatches = 32;
        scenario.workload.forward = 36.0;
        scenario.workload.backward = 72.0;
        std::vector<std::vector<double>> matrix(8, std::vector<double>(8, 1));
        for (std::size_t from = 0; from < 8; ++from)
            for (std::size_t to = 0; to < 8; ++to)
                if (from / 4 != to / 4) matrix[from][to] = 16;
        scenario.workload.comm = matrix;
        scenario.schedules = {{"1f1b", {}, {}}};
        const std::shared_ptr<const Run> run = bubblescope::run(scenario, 0).value();
        const Timeline& timeline = *run->timeline;
        const Lane& lane = timeline.program->lanes[3];
        Row row = lane.begin + 1;
        while (timeline.startOf(row) - timeline.end[row - 1] != toTime(30)) ++row;
        OpPanel panel;
        panel.setIdle(0, run, LaneId(3), timeline.startOf(row) - 1);
        QCOMPARE(words(panel, "conclusion"), QString("30 ms = 30 ms transfers."));
        const WhyIdle why = whyOf(scenario, *run, 3, timeline.startOf(row) - 1);
        panel.setWhy(run, why);
        const QString conclusion = words(panel, "conclusion");
        QVERIFY2(conclusion.startsWith("Waiting for transfers: the link from device "), qPrintable(conclusion));
        QVERIFY2(conclusion.endsWith("30 ms = 30 ms transfers.\nWith free transfers, the gap disappears."),
                 qPrintable(conclusion));
        // Those of another run say nothing of this one.
        panel.setWhy(runOf("1f1b"), why);
        QCOMPARE(words(panel, "conclusion"), QString("30 ms = 30 ms transfers."));
    }

    void advice() {
        OpPanel panel;
        const auto texts = [&] {
            QStringList all;
            for (const QLabel* label : panel.findChildren<QLabel*>())
                if (!label->isHidden() && !label->parentWidget()->isHidden())
                    all += label->text().replace(QChar(0x202f), ' ').remove(QRegularExpression("</?a[^>]*>"));
            return all.join('|');
        };
        const auto adviceOf = [](const char* name, double time, double relative, bool isEach = false) {
            return Advice{{ChangeKind::FreeTransfers, name, {}, {.kind = &kOneFOneB}}, time, relative, isEach, 4, 8};
        };
        QVERIFY(!texts().contains("IMPROVE"));
        panel.setAdvice({adviceOf("free transfers", 3300, -0.019), adviceOf("16 microbatches", 363, -0.136, true)},
                        "1F1B");
        QVERIFY(texts().contains("WAYS TO IMPROVE 1F1B"));
        QVERIFY(texts().contains("free transfers|3300 ms · −1.9%|activations 4 → 8"));
        QVERIFY(texts().contains("16 microbatches|363 ms per microbatch · −13.6%"));
        // What rounding leaves of a peak is no price, and what three digits hide is one.
        Advice hidden = adviceOf("T_C = 1", 3300, -0.00001);
        hidden.peakBefore = 4, hidden.peakAfter = 4 + 1e-9;
        panel.setAdvice({hidden}, "1F1B");
        QVERIFY2(texts().contains("T<sub>C</sub> = 1|3300 ms · −0.001%|activations unchanged (4)"),
                 qPrintable(texts()));
        hidden.peakAfter = 4.001;
        panel.setAdvice({hidden}, "1F1B");
        QVERIFY2(texts().contains("activations 4 → 4.001"), qPrintable(texts()));
        panel.clearAdvice("Too many.");
        QVERIFY(texts().contains("WAYS TO IMPROVE|Too many.") && !texts().contains("3300"));
        panel.setAdvice({adviceOf("free transfers", 3300, -0.019), adviceOf("16 microbatches", 363, -0.136, true)},
                        "1F1B");
        auto* more = panel.findChild<QPushButton*>("moreAdvice");
        QVERIFY(more->isHidden());
        panel.setAdvice({}, "1F1B");
        QVERIFY(texts().contains("None of the changes tried makes it faster"));
        QVERIFY(!texts().contains("16 microbatches"));
        // The rest of many waits until it is asked for.
        std::vector<Advice> many;
        for (const char* name : {"a", "b", "c", "d", "e", "f"}) many.push_back(adviceOf(name, 100, -0.1));
        panel.setAdvice(many, "1F1B");
        QVERIFY(texts().contains("|d|") && !texts().contains("|e|"));
        QCOMPARE(more->text(), QString("2 more"));
        more->click();
        QVERIFY(texts().contains("|f|") && more->isHidden());
        QSignalSpy spy(&panel, &OpPanel::followed);
        for (QLabel* label : panel.findChildren<QLabel*>())
            if (label->text().contains(">b<")) emit label->linkActivated("follow");
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy[0][0].value<Advice>().change.name, std::string("b"));
    }
};

QTEST_MAIN(TestOpPanel)

}  // namespace tst_op_panel
#include "tst_op_panel.moc"
