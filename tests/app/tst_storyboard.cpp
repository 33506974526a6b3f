// `render` of a collective: the storyboard of its steps in every format, and its errors.

#include "tests/app/run_program.h"
#include "tests/contents.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace bubblescope::test;

namespace tst_storyboard {

class TestStoryboard : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString path(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }

private slots:
    void everyStepSideBySide() {
        const Ran ran = runProgram({"render", "preset:broadcast", "-o", path("all.svg")});
        QCOMPARE(ran.err, QByteArray());
        QCOMPARE(ran.code, 0);
        const QByteArray svg = contents(path("all.svg"));
        QCOMPARE(svg.count("data-step="), 4);
        QVERIFY(svg.contains("after step 3"));
        QVERIFY(svg.contains("bubblescope-collective"));
        // The picture opens again.
        const Ran again = runProgram({"collective", path("all.svg")});
        QVERIFY2(again.out.startsWith("Broadcast\nBroadcast of 1 GB over 8 ranks"), again.out + again.err);
    }

    void oneStep() {
        for (const char* name : {"one.svg", "one.pdf", "one.png"}) {
            const Ran ran =
                runProgram({"render", "preset:all-reduce", "--step", "3", "--theme", "print", "-o", path(name)});
            QVERIFY2(ran.code == 0, ran.err);
            QVERIFY(QFile(path(name)).size() > 3000);
        }
        const QByteArray svg = contents(path("one.svg"));
        QCOMPARE(svg.count("data-step="), 1);
        QVERIFY(svg.contains("after step 3 of 14"));
    }

    void refusals_data() {
        QTest::addColumn<QStringList>("args");
        QTest::addColumn<QByteArray>("why");
        const auto add = [](const char* name, const QStringList& args, const char* why) {
            QTest::newRow(name) << args << QByteArray(why);
        };
        add("no such step", {"preset:broadcast", "--step", "4"}, "bubblescope: --step: must be from 0 to 3, is \"4\"");
        add("no number", {"preset:broadcast", "--step", "last"},
            "bubblescope: --step: must be from 0 to 3, is \"last\"");
        add("schedule", {"preset:broadcast", "--schedule", "gpipe"},
            "bubblescope: --schedule: does not apply to a collective");
        add("of a scenario", {"preset:default", "--step", "1"}, "bubblescope: --step: applies only to a collective");
        add("refused", {"preset:all-gather", "--set", "ranks=6", "--set", "algorithms=[\"recursive-doubling\"]"},
            "preset:all-gather: ranks: needs a power of two, has 6; nearest: 4 and 8");
        add("too many", {"preset:all-reduce", "--set", "ranks=1024"},
            "preset:all-reduce: ranks: the plan has 4,190,208 transfers of 8,380,416 slots, too many to show");
        add("too low", {"preset:broadcast", "--height", "60"},
            "bubblescope: --height: is too low for the rows; needs at least ");
        add("too much", {"preset:all-to-all", "--set", "ranks=100"},
            "bubblescope: --step: a picture cannot show 100 steps of 100 ranks; choose one step or fewer ranks");
    }

    void refusals() {
        QFETCH(QStringList, args);
        QFETCH(QByteArray, why);
        const Ran ran = runProgram(QStringList("render") + args + QStringList{"-o", path("none.svg")});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains(why), ran.err);
        QCOMPARE(ran.err.count('\n'), 1);
        QVERIFY(!QFile::exists(path("none.svg")));
    }
};

QTEST_GUILESS_MAIN(TestStoryboard)

}  // namespace tst_storyboard
#include "tst_storyboard.moc"
