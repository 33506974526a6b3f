// The verb `collective`, through the real program.

#include "tests/app/run_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace bubblescope::test;

namespace tst_collective_verb {

class TestCollectiveVerb : public QObject {
    Q_OBJECT

private slots:
    void jsonOfAKind() {
        const Ran ran = runProgram({"collective", "--kind", "reduce-scatter", "--ranks", "3", "--json", "--plan"});
        QCOMPARE(ran.err, QByteArray());
        QCOMPARE(ran.code, 0);
        const QJsonArray results = QJsonDocument::fromJson(ran.out).object()["results"].toArray();
        QCOMPARE(results.size(), 1);
        const QJsonObject ring = results[0].toObject();
        QCOMPARE(ring["algorithm"].toString(), QStringLiteral("ring"));
        QCOMPARE(ring["plan"].toString(), QStringLiteral("0>1+2 1>2+0 2>0+1 | 0>1+1 1>2+2 2>0+0"));
        QCOMPARE(ring["plan_sha1"].toString().size(), 40);
        QCOMPARE(ring["steps"].toInt(), 2);
    }

    void tableAndPlanOfAFile() {
        const QByteArray file = R"({"format": "bubblescope-collective", "version": 1, "title": "Gradients",
            "collective": "all-reduce", "ranks": 8, "algorithms": ["ring", "hierarchical"],
            "cluster": {"node_size": 4}})";
        const Ran ran = runProgram({"collective", "-", "--set", "ranks=4", "--plan"}, file);
        QCOMPARE(ran.err, QByteArray());
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.startsWith("Gradients\nAll-reduce of 1 GB over 4 ranks, 4 per node\n"), ran.out);
        QVERIFY2(ran.out.contains("  step 2 of 6\n    rank 0 sends slot 2 (a2+d2)"), ran.out);
        QVERIFY2(ran.out.contains("hierarchical"), ran.out);
    }

    void oneAlgorithmMayRefuse() {
        const Ran ran = runProgram({"collective", "--kind", "all-gather", "--ranks", "6", "--algorithm", "ring",
                                    "--algorithm", "recursive-doubling"});
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains("recursive-doubling: needs a power of two, has 6; nearest: 4 and 8"), ran.out);
    }

    void badUsage_data() {
        QTest::addColumn<QStringList>("args");
        QTest::addColumn<QByteArray>("why");
        const auto add = [](const char* name, const QStringList& args, const char* why) {
            QTest::newRow(name) << args << QByteArray(why);
        };
        add("nothing", {}, "collective: needs a collective file, --kind COLLECTIVE");
        add("no such kind", {"--kind", "alltoall"},
            "--kind: unknown collective \"alltoall\"; expected broadcast, scatter, gather, all-gather, reduce, "
            "all-reduce, reduce-scatter, all-to-all, barrier or send; nearest: \"all-to-all\"");
        add("no ranks", {"--kind", "reduce", "--ranks", "0"}, "--ranks: must be from 1 to 4,096, is 0");
        add("root", {"--kind", "reduce", "--root", "9"}, "--root: must be one of the 4 ranks, counted from 0, is 9");
        add("bytes", {"--kind", "reduce", "--bytes", "1099511627776"},
            "--bytes: must be from 0 to 1,000,000,000,000, is 1,099,511,627,776");
        add("power of two", {"--kind", "all-reduce", "--algorithm", "ring2"},
            "--algorithm: unknown algorithm of all-reduce; expected direct, one-shot, ring, binomial, "
            "recursive-doubling, halving-doubling, hierarchical, double-tree, in-switch or auto; nearest: \"ring\"");
        add("refused", {"--kind", "all-gather", "--ranks", "6", "--algorithm", "recursive-doubling"},
            "--ranks: recursive-doubling needs a power of two, has 6; nearest: 4 and 8");
        add("a file and a kind", {"-", "--kind", "reduce"}, "--kind: cannot be used with a file; give one of the two");
    }

    void badUsage() {
        QFETCH(QStringList, args);
        QFETCH(QByteArray, why);
        const Ran ran = runProgram(QStringList{"collective"} + args, "{}");
        QCOMPARE(ran.code, 2);
        QCOMPARE(ran.out, QByteArray());
        QVERIFY2(ran.err.startsWith("bubblescope: " + why), ran.err);
        QCOMPARE(ran.err.count('\n'), 1);
    }
};

QTEST_GUILESS_MAIN(TestCollectiveVerb)

}  // namespace tst_collective_verb
#include "tst_collective_verb.moc"
