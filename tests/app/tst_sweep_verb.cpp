// `bubblescope sweep`, through the real program.

#include "tests/app/run_program.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace bubblescope::test;

namespace tst_sweep_verb {

namespace {

/// Two devices, one microbatch, T_F 1, T_B 2, T_C a panel; Hanayo with 3 chunks refuses.
const QByteArray kSmall =
    "{\"format\": \"bubblescope-experiment\", \"version\": 1, \"title\": \"Small, \\\"quoted\\\"\","
    " \"workload\": {\"microbatches\": 1, \"forward\": 1, \"backward\": 2, \"time_unit\": \"s\"},"
    " \"x\": {\"variable\": \"devices\", \"values\": [1, 2]}, \"panels\": {\"variable\": \"comm\", \"values\": [0.5]},"
    " \"bindings\": {\"recompute\": \"x\"}, \"series\": [{\"kind\": \"gpipe\", \"imbalance\": 0.5},"
    " {\"kind\": \"hanayo\", \"chunks\": 3, \"label\": \"a, b\"}], \"metrics\": [\"total_time\", \"bubble_ratio\"]}";

QJsonArray rowsOf(const Ran& ran) {
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(ran.out, &error);
    if (error.error != QJsonParseError::NoError) qWarning("%s", qPrintable(error.errorString()));
    return document.object()["rows"].toArray();
}

QList<double> numbersOf(const QJsonValue& list) {
    QList<double> numbers;
    for (const auto& value : list.toArray()) numbers += value.toDouble();
    return numbers;
}

}  // namespace

class TestSweepVerb : public QObject {
    Q_OBJECT

private slots:
    void rows() {
        const Ran ran = runProgram({"sweep", "-", "--json"}, kSmall);
        QCOMPARE(ran.code, 0);
        QCOMPARE(ran.err, "");
        const QJsonArray all = rowsOf(ran);
        QCOMPARE(all.size(), 4);
        const QJsonObject row = all[1].toObject();  // GPipe on two devices
        QCOMPARE(row.keys(), QStringList({"axes", "bubble_ratio", "durations", "error", "experiment", "figure", "panel",
                                          "peak_activations", "schedule", "series", "time_per_microbatch", "total_time",
                                          "workload", "x"}));
        QCOMPARE(row["experiment"].toString(), "Small, \"quoted\"");
        QVERIFY(row["figure"].isNull() && row["error"].isNull());
        QCOMPARE(row["panel"].toDouble(), 0.5);
        QCOMPARE(row["series"].toString(), "GPipe");
        QCOMPARE(row["schedule"].toString(), "gpipe");
        QCOMPARE(row["x"].toDouble(), 2.0);
        QCOMPARE(row["axes"]["devices"].toDouble(), 2.0);
        QCOMPARE(row["axes"]["comm"].toDouble(), 0.5);
        const QJsonDocument document = QJsonDocument::fromJson(ran.out);
        QCOMPARE(document["format"].toString(), "bubblescope-rows");
        QCOMPARE(document["version"].toInt(), 1);
        QCOMPARE(document["experiments"][0]["title"].toString(), "Small, \"quoted\"");
        QCOMPARE(document["experiments"][0]["unit"].toString(), "s");
        // r = x = 0.5 and both devices are ends: F 1.5, B 3 + 0.5 * 1.5; one microbatch down and up, and two hops.
        QCOMPARE(row["total_time"].toDouble(), 2 * (1.5 + 3.75) + 2 * 0.5);
        QCOMPARE(row["bubble_ratio"].toDouble(), 1 - 2 * 5.25 / (2 * 11.5));
        QCOMPARE(row["peak_activations"].toDouble(), 1.0);
        const QJsonObject durations = row["durations"].toObject();
        QCOMPARE(durations.keys(), QStringList({"backward", "forward", "weight"}));
        QCOMPARE(numbersOf(durations["forward"]), QList<double>({1.5, 1.5}));
        QCOMPARE(numbersOf(durations["backward"]), QList<double>({3.75, 3.75}));
        QCOMPARE(numbersOf(durations["weight"]), QList<double>({1, 1}));
        const QJsonObject workload = row["workload"].toObject();
        QCOMPARE(workload["devices"].toInt(), 2);
        QCOMPARE(workload["chunks"].toInt(), 1);
        QCOMPARE(workload["forward"].toDouble(), 1.0);
        QCOMPARE(workload["recompute"].toDouble(), 0.5);
        QCOMPARE(workload["imbalance"].toDouble(), 0.5);
        QCOMPARE(workload["comm"].toDouble(), 0.5);
        QCOMPARE(workload["time_basis"].toString(), "microbatch");
        QCOMPARE(workload["time_unit"].toString(), "s");
    }

    void refusedRows() {
        const QJsonObject row = rowsOf(runProgram({"sweep", "-", "--json"}, kSmall))[3].toObject();
        QCOMPARE(row["error"].toString(), "needs an even number of chunks, has 3");
        for (const char* key : {"total_time", "bubble_ratio", "peak_activations"}) QVERIFY(row[key].isNull());
        QCOMPARE(row["series"].toString(), "a, b");
        QCOMPARE(row["workload"].toObject()["chunks"].toInt(), 3);
        QCOMPARE(numbersOf(row["durations"].toObject()["forward"]).size(), 2);
    }

    void csv() {
        const Ran ran = runProgram({"sweep", "-", "--csv"}, kSmall);
        QCOMPARE(ran.code, 0);
        const QList<QByteArray> lines = ran.out.split('\n');
        QCOMPARE(lines.size(), 6);
        QCOMPARE(lines[0],
                 "experiment,series,comm,devices,total_time,time_per_microbatch,bubble_ratio,peak_activations,error");
        QVERIFY2(lines[2].startsWith("\"Small, \"\"quoted\"\"\",GPipe,0.5,2,11.5,11.5,0.543478260869565"), lines[2]);
        QVERIFY2(lines[2].endsWith(",1,"), lines[2]);
        QCOMPARE(lines[4], "\"Small, \"\"quoted\"\"\",\"a, b\",0.5,2,,,,,\"needs an even number of chunks, has 3\"");
        QCOMPARE(lines[5], "");
    }

    /// An axis of several experiments is one column; one that an experiment does not vary is empty in its rows.
    void columnsOfSeveralExperiments() {
        const Ran ran = runProgram({"sweep", "preset:chunks", "preset:recompute", "--csv"});
        QCOMPARE(ran.code, 0);
        const QList<QByteArray> lines = ran.out.trimmed().split('\n'), heading = lines[0].split(',');
        QCOMPARE(heading.count("devices"), 1);
        for (const char* name : {"chunks", "recompute"}) QCOMPARE(heading.count(name), 1);
        const QList<QByteArray> first = lines[1].split(','), last = lines.back().split(',');
        QCOMPARE(first.size(), heading.size());
        QVERIFY(!first[heading.indexOf("chunks")].isEmpty() && first[heading.indexOf("recompute")].isEmpty());
        QVERIFY(last[heading.indexOf("chunks")].isEmpty() && !last[heading.indexOf("recompute")].isEmpty());
    }

    void table() {
        const Ran ran = runProgram({"sweep", "-"}, kSmall);
        QCOMPARE(ran.code, 0);
        QCOMPARE(ran.out,
                 "Small, \"quoted\"\n"
                 "\n"
                 "T_C = 0.5: total time, s\n"
                 "D  GPipe        a, b\n"
                 "1   5.25  cannot run\n"
                 "2  11.50  cannot run\n"
                 "\n"
                 "T_C = 0.5: bubble, of total\n"
                 "D  GPipe        a, b\n"
                 "1   0.0%  cannot run\n"
                 "2  54.3%  cannot run\n"
                 "\n"
                 "a, b cannot run at 2 points: needs an even number of chunks, has 3\n");
    }

    /// The worker that holds most stands where a point is over its limit, in a column at the end.
    void whatIsOverTheLimit() {
        const QStringList limited = {"sweep", "-", "--set", "workload.memory_limit=0.5"};
        const QByteArray table = runProgram(limited, kSmall).out;
        QVERIFY2(table.contains("D   GPipe        a, b\n1   5.25*  cannot run\n2  11.50*  cannot run\n"), table);
        QVERIFY2(table.contains("\n* over the memory limit: GPipe at 2 points, needs up to 1 activations\n"), table);
        const QList<QByteArray> lines = runProgram(limited + QStringList("--csv"), kSmall).out.split('\n');
        QVERIFY2(lines[0].endsWith(",peak_activations,error,worker_over_limit"), lines[0]);
        QVERIFY2(lines[1].endsWith(",1,,0"), lines[1]);
        QVERIFY2(lines[4].endsWith(",\"needs an even number of chunks, has 3\","), lines[4]);
        const QJsonArray rows = rowsOf(runProgram(limited + QStringList("--json"), kSmall));
        QCOMPARE(rows[0].toObject()["worker_over_limit"].toInt(-1), 0);
        QVERIFY(rows[3].toObject()["worker_over_limit"].isNull());
        const QJsonArray wide =
            rowsOf(runProgram({"sweep", "-", "--json", "--set", "workload.memory_limit=1"}, kSmall));
        QVERIFY(wide[0].toObject().contains("worker_over_limit") && wide[0].toObject()["worker_over_limit"].isNull());
    }

    void oneRefusedPointSaysWhy() {
        const QByteArray out = runProgram({"sweep", "-", "--set", "x.values=[1]"}, kSmall).out;
        QVERIFY2(out.endsWith("\na, b cannot run at 1 point: needs an even number of chunks, has 3\n"), out);
    }

    void everythingRefused() {
        const Ran ran =
            runProgram({"sweep", "-", "--csv", "--set", "series=[{\"kind\": \"hanayo\", \"chunks\": 3}]"}, kSmall);
        QCOMPARE(ran.code, 1);
        QCOMPARE(ran.err, "bubblescope: -: series: no point can run; see the output for the reasons\n");
        QCOMPARE(ran.out.count('\n'), 3);
    }

    void severalFilesInOneProcess() {
        const QTemporaryDir folder;
        QStringList files;
        for (const char* name : {"one.json", "two.bubble.json"}) {
            QFile file(folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(kSmall) == kSmall.size());
            files += file.fileName();
        }
        const Ran ran =
            runProgram(QStringList{"sweep", "--json", "--set", "x.values=[2]"} + files + QStringList{"preset:chunks"});
        QCOMPARE(ran.code, 0);
        QStringList names;
        for (const auto& row : rowsOf(ran))
            if (const QString name = row.toObject()["experiment"].toString(); !names.contains(name)) names += name;
        QCOMPARE(names, QStringList({"one", "two", "chunks"}));
        QCOMPARE(rowsOf(ran).size(), 2 + 2 + 5 * 3 * 2);
        // Nothing is printed for good files where another is bad.
        const Ran bad = runProgram(QStringList{"sweep", "--json"} + files + QStringList{"preset:default"});
        QCOMPARE(bad.code, 2);
        QCOMPARE(bad.out, "");
        QVERIFY(bad.err.startsWith("bubblescope: preset:default: format: "));
    }

    void presetsAreTheirFiles() {
        const QDir folder(QStringLiteral(SOURCE_DIR "/presets/experiments"));
        for (const char* name : {"weak-scaling", "zb-split"})
            QCOMPARE(runProgram({"sweep", "--csv", QString("preset:") + name}).out,
                     runProgram({"sweep", "--csv", folder.filePath(QString(name) + ".json")}).out);
    }

    void figure_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("SVG") << "a.svg";
        QTest::newRow("PDF") << "a.PDF";
        QTest::newRow("PNG") << "a.png";
    }

    /// The picture carries its experiment, and nothing is printed beside it.
    void figure() {
        QFETCH(const QString, name);
        const QTemporaryDir folder;
        const Ran ran = runProgram({"sweep", "preset:zb-split", "-o", folder.filePath(name)});
        QCOMPARE(ran.err, "");
        QCOMPARE(ran.code, 0);
        QCOMPARE(ran.out, "");
        const Ran again = runProgram({"sweep", folder.filePath(name), "--json"});
        QCOMPARE(again.code, 0);
        QByteArray rows = runProgram({"sweep", "preset:zb-split", "--json"}).out;
        QCOMPARE(again.out, rows.replace("\": \"zb-split\"", "\": \"" + name.toUtf8() + '"'));
    }

    void figureBesideRows() {
        const QTemporaryDir folder;
        const Ran ran = runProgram({"sweep", "-", "--csv", "-o", folder.filePath("a.svg")}, kSmall);
        QCOMPARE(ran.code, 0);
        QCOMPARE(ran.out, runProgram({"sweep", "-", "--csv"}, kSmall).out);
        QFile file(folder.filePath("a.svg"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray svg = file.readAll();
        QVERIFY(svg.contains("bubblescope-experiment"));
        QVERIFY(svg.contains("Small, \"quoted\""));
    }

    void sizeAndThemeOfAFigure() {
        const QTemporaryDir folder;
        const QString one = folder.filePath("one.png"), two = folder.filePath("two.png");
        const QStringList size = {"--width", "800", "--height", "500", "--theme", "dark"};
        QCOMPARE(runProgram(QStringList{"sweep", "-", "-o", one} + size, kSmall).code, 0);
        QCOMPARE(QImage(one).size(), QSize(800, 500));
        QVERIFY(QImage(one).pixelColor(1, 1).lightness() < 50);
        // Several files one below another: neither is the picture's own.
        QCOMPARE(runProgram(QStringList{"sweep", "preset:chunks", "-", "-o", two, "--width", "800"}, kSmall).code, 0);
        QCOMPARE(QImage(two).width(), 800);
        QVERIFY(QImage(two).height() > 1000);
        const Ran again = runProgram({"sweep", two});
        QCOMPARE(again.code, 2);
        QVERIFY2(again.err.contains("this picture contains no experiment"), again.err);
    }

    void curvesAreEdited() {
        const QTemporaryDir folder;
        const QString one = folder.filePath("one.svg");
        const QStringList look{"--title",        "Mine",   "--x-title", "p",    "--y-title", "Time (s); none",
                               "--legend-place", "inside", "--palette", "safe", "--markers", "off",
                               "--caption",      "Words."};
        const Ran ran = runProgram(QStringList{"sweep", "-", "-o", one} + look, kSmall);
        QCOMPARE(ran.err, QByteArray());
        QFile file(one);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray svg = file.readAll();
        for (const char* words : {">Mine<", ">p<", ">Time (s)<", ">Words.<", "legend-ground", "#0072b2"})
            QVERIFY2(svg.contains(words), words);
        for (const char* words : {">Small", "bubble,", "class=\"point"}) QVERIFY2(!svg.contains(words), words);
        const auto said = [&](const QString& preset, const QStringList& more) {
            return runProgram(QStringList{"sweep", preset, "-o", one} + more).err;
        };
        QVERIFY(said("preset:winner-d-comm", {"--markers", "on"}).endsWith("no curves are drawn\n"));
        QVERIFY(said("preset:winner-d-comm", {"--title", "Mine"}).contains("--title: must be empty here"));
    }

    void figureErrorsAreOneLine_data() {
        QTest::addColumn<QStringList>("args");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("line");
        const QStringList out = {"-o", "a.svg"};
        QTest::newRow("no output")
            << QStringList{"--width", "900"} << 2
            << "sweep: -o: is missing; name the picture to write: -o OUT.svg, OUT.pdf, OUT.tex or OUT.png";
        QTest::newRow("unknown format") << QStringList{"-o", "a.gif"} << 2
                                        << "sweep: -o: must end in .svg, .pdf, .tex or .png, is \"a.gif\"";
        QTest::newRow("no number") << out + QStringList{"--width", "wide"} << 2
                                   << "--width: must be a length such as 3.3in, 84mm, 252pt or 1200, or the name of a "
                                      "width such as slide, is \"wide\"";
        QTest::newRow("no such figure") << out + QStringList{"--figure", "2"} << 2
                                        << "--figure: must be from 1 to 1, is 2";
        QTest::newRow("no range") << out + QStringList{"--x-range", "5"} << 2
                                  << "--x-range: must be FROM..TO, such as 0..30, ..30 or 0%..50%, not \"5\"";
        QTest::newRow("nothing in the range")
            << out + QStringList{"--x-range", "50.."} << 2 << "--x-range: has none of the values on this axis";
        QTest::newRow("no such place") << out + QStringList{"--legend-place", "left"} << 2
                                       << "--legend-place: must be auto, top, bottom, inside or ends, not \"left\"";
        QTest::newRow("too wide") << out + QStringList{"--width", "99999"} << 2
                                  << "--width: must be from 200 to 32,768 pixels, not 99,999";
        QTest::newRow("too low") << out + QStringList{"--height", "100"} << 2
                                 << "--height: 100 pixels are too few for these panels, which need 2";
        QTest::newRow("unknown theme") << out + QStringList{"--theme", "blue"} << 2
                                       << "--theme: must be light, dark or print, not \"blue\"";
        QTest::newRow("all refused")
            << out + QStringList{"--set", "series=[{\"kind\": \"hanayo\", \"chunks\": 3}]"} << 1
            << "-: series: no point can run; the first reason: needs an even number of chunks, has 3";
        QTest::newRow("no such folder") << QStringList{"-o", "no/a.svg"} << 1 << "no/a.svg: the folder ";
    }

    void figureErrorsAreOneLine() {
        QFETCH(const QStringList, args);
        QFETCH(const int, code);
        QFETCH(const QString, line);
        const QTemporaryDir folder;
        const Ran ran = runProgram(QStringList{"sweep", "-"} + args, kSmall, folder.path());
        QCOMPARE(ran.code, code);
        QVERIFY2(QString::fromUtf8(ran.err).startsWith("bubblescope: " + line), ran.err);
        QCOMPARE(ran.err.count('\n'), 1);
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void partsJoinToOneRun_data() {
        QTest::addColumn<QString>("form");
        QTest::addColumn<int>("count");
        for (const char* form : {"--csv", "--json"})
            for (const int count : {1, 3, 7}) QTest::addRow("%s in %d", form, count) << form << count;
    }
    void partsJoinToOneRun() {
        QFETCH(QString, form);
        QFETCH(int, count);
        const QTemporaryDir folder;
        const Ran whole = runProgram({"sweep", "-", form}, kSmall);
        QStringList join = {"sweep", "--join"};
        for (int part = count; part > 0; --part) {
            const QString name = folder.filePath(QString::number(part));
            const Ran ran =
                runProgram({"sweep", "-", form, "--shard", QStringLiteral("%1/%2").arg(part).arg(count)}, kSmall);
            QCOMPARE(ran.code, 0);
            QFile file(name);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(ran.out);
            join += name;
        }
        const Ran joined = runProgram(join);
        QCOMPARE(joined.err, "");
        QCOMPARE(joined.out, whole.out);
        if (count == 1) return;
        const Ran twice = runProgram(join + QStringList{join.back()});
        QCOMPARE(twice.code, 2);
        QVERIFY(twice.err.contains("/" + QByteArray::number(count) + " appears twice"));
        join.removeLast();
        const Ran lacking = runProgram(join);
        QCOMPARE(lacking.code, 2);
        QVERIFY(lacking.err.contains("part 1/") && lacking.err.contains(" is missing"));
    }

    void partsThatAreNone() {
        QCOMPARE(runProgram({"sweep", "-", "--csv", "--shard", "4/3"}, kSmall).code, 2);
        const Ran ran = runProgram({"sweep", "-", "--csv", "--shard", "half"}, kSmall);
        QCOMPARE(ran.code, 2);
        QVERIFY(ran.err.contains("--shard: must be PART/PARTS, e.g. 1/4, is \"half\""));
        QVERIFY(runProgram({"sweep", "-", "--shard", "1/2"}, kSmall).err.contains("--csv or --json"));
        const QTemporaryDir folder;
        const QString name = folder.filePath("rows.csv");
        QFile file(name);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(runProgram({"sweep", "-", "--csv"}, kSmall).out);
        file.close();
        QVERIFY(runProgram({"sweep", "--join", name}).err.contains("is not a part of a sweep"));
        for (const char* form : {"--csv", "--json"}) {
            const QByteArray part = runProgram({"sweep", "-", form, "--shard", "1/1"}, kSmall).out;
            const qsizetype last = part.trimmed().lastIndexOf('\n');
            for (const QByteArray& cut : {part.chopped(3), part.first(last), part.first(last + 1),
                                          part + part.sliced(last + 1), QByteArray(part).insert(last, "\nmore")}) {
                QVERIFY(file.open(QIODevice::WriteOnly));
                file.write(cut);
                file.close();
                const Ran joined = runProgram({"sweep", "--join", name});
                QCOMPARE(joined.code, 2);
                QVERIFY2(joined.err.contains("part 1: 1/1 has "), joined.err.constData());
            }
        }
    }

    void joinTakesNoOtherForm() {
        for (const QStringList& other : {QStringList{"--csv"}, {"--json"}, {"--shard", "1/2"}, {"-o", "rows.svg"}}) {
            const Ran ran = runProgram(QStringList{"sweep", "--join", "rows.csv"} + other);
            QCOMPARE(ran.code, 2);
            QVERIFY2(ran.err.contains("--join: prints the parts in their own format"), ran.err.constData());
        }
    }

    /// Meshes of a model: a row each, parts of which join to those of one run, and for people the best first.
    void meshesOfAModel() {
        const QStringList verb{"sweep", "preset:llama-3-8b-on-8", "--meshes"};
        const QByteArray whole = runProgram(verb + QStringList{"--csv"}).out;
        const QList<QByteArray> lines = whole.trimmed().split('\n');
        QCOMPARE(lines[0],
                 "mesh,pp,dp,fsdp,cp,tp,ep,recompute,schedule,sequences,total_time,mfu,tokens_per_second,"
                 "memory_peak,fits,error");
        QVERIFY(lines.size() > 100);
        for (const QByteArray& line : lines.mid(1)) {
            const QList<QByteArray> cells = line.split(',');
            int ranks = 1;
            // A label has commas of its own, and quotes then.
            const qsizetype first = cells[0].startsWith('"') ? line.indexOf("\",") + 2 : line.indexOf(',') + 1;
            const QList<QByteArray> rest = line.mid(first).split(',');
            for (int axis = 0; axis < 5; ++axis) ranks *= rest[axis].toInt();
            QCOMPARE(ranks, 8);
        }
        const QTemporaryDir folder;
        for (const char* form : {"--csv", "--json"}) {
            QStringList parts;
            for (int part = 1; part <= 3; ++part) {
                parts += folder.filePath(QString("part-%1").arg(part));
                QFile file(parts.last());
                QVERIFY(file.open(QIODevice::WriteOnly));
                file.write(runProgram(verb + QStringList{form, "--shard", QString("%1/3").arg(part)}).out);
            }
            const Ran joined = runProgram(QStringList{"sweep", "--join"} + parts);
            QCOMPARE(joined.out, form == QByteArray("--csv") ? whole : runProgram(verb + QStringList{form}).out);
        }
        const QJsonArray rows = rowsOf(runProgram(verb + QStringList{"--json"}));
        QCOMPARE(rows.size(), lines.size() - 1);
        QString best;
        double least = 1e300;
        for (const QJsonValue row : rows)
            if (row["fits"].toBool() && row["total_time"].toDouble() < least)
                least = row["total_time"].toDouble(), best = row["mesh"].toString();
        const QList<QByteArray> table = runProgram(verb).out.split('\n');
        QVERIFY2(table[3].startsWith(best.toUtf8()), table[3].constData());
        QVERIFY2(table[0].startsWith("8 devices, "), table[0].constData());
        const QJsonDocument document = QJsonDocument::fromJson(runProgram(verb + QStringList{"--json"}).out);
        QCOMPARE(document["format"].toString(), "bubblescope-meshes");
        QCOMPARE(document["model"]["preset"].toString(), "llama-3-8b");
    }

    /// Each reason of a refusal is counted with its own numbers.
    void refusedMeshesHaveTheirOwnNumbers() {
        const QStringList verb{"sweep", "preset:llama-3-8b-on-8", "--set", "mesh.tp=3", "--meshes"};
        QMap<QString, int> counts;
        for (const QJsonValue row : rowsOf(runProgram(verb + QStringList{"--json"})))
            if (const QString error = row["error"].toString(); !error.isEmpty()) ++counts[error];
        QVERIFY(counts.size() > 2);
        const QString table = QString::fromUtf8(runProgram(verb).out).replace("\n  ", " ");
        for (const auto& [error, count] : counts.asKeyValueRange()) {
            const QString line = QString("\n%1 cannot run: %2\n").arg(count).arg(error);
            QVERIFY2(table.contains(line), qPrintable(line + table));
        }
    }

    /// A line on a terminal, and nowhere else. Half a minute of work is ended as soon as the line is there.
    void progressOnATerminal() {
        if (QStandardPaths::findExecutable("script").isEmpty()) QSKIP("there is no program \"script\"");
        QProcess terminal;
        const QString command = " sweep --meshes preset:gpt-3-on-1024 --csv > /dev/null";
        terminal.start("script", {"-qec", QString::fromUtf8(kProgram) + command, "/dev/null"});
        QByteArray shown;
        while (!shown.contains("Trying meshes: ") && terminal.waitForReadyRead(120'000)) shown += terminal.readAll();
        terminal.terminate();
        terminal.waitForFinished();
        QVERIFY2(shown.contains("Trying meshes: "), shown.constData());
        QCOMPARE(runProgram({"sweep", "preset:llama-3-8b-on-8", "--meshes", "--csv"}).err, QByteArray());
    }

    void meshesNeedAModel() {
        const Ran ran = runProgram({"sweep", "preset:default", "--meshes"});
        QCOMPARE(ran.code, 2);
        QVERIFY2(ran.err.contains("has no step with a model; --meshes needs"), ran.err.constData());
        for (const QStringList& other : {QStringList{"--join"}, {"preset:default"}, {"-o", "rows.svg"}}) {
            const Ran refused = runProgram(QStringList{"sweep", "preset:llama-3-8b-on-8", "--meshes"} + other);
            QCOMPARE(refused.code, 2);
            QVERIFY2(refused.err.contains("--meshes: takes one scenario"), refused.err.constData());
        }
    }

    /// As docs/command-line.md shows it.
    void partsUnderParallel() {
        const QTemporaryDir folder;
        const QString line =
            QStringLiteral(
                "parallel '%1 sweep preset:weak-scaling --csv --shard {}/4 > part-{}.csv' ::: 1 2 3 4 && "
                "%1 sweep --join part-*.csv > study.csv && %1 sweep preset:weak-scaling --csv > whole.csv")
                .arg(QString::fromUtf8(kProgram));
        QProcess shell;
        shell.setWorkingDirectory(folder.path());
        shell.start("sh", {"-c", line});
        QVERIFY(shell.waitForFinished(120'000));
        QVERIFY2(shell.exitCode() == 0, shell.readAllStandardError());
        const auto read = [&](const char* name) {
            QFile file(folder.filePath(name));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        QVERIFY(read("whole.csv").count('\n') > 10);
        QCOMPARE(read("study.csv"), read("whole.csv"));
    }
};

QTEST_GUILESS_MAIN(TestSweepVerb)

}  // namespace tst_sweep_verb
#include "tst_sweep_verb.moc"
