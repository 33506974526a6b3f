// What can be written on the command line, and what is said of what cannot.

#include "app/documents/presets.h"
#include "tests/app/simulate_json.h"
#include "widgets/picture/embedded_document.h"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_command_line {

class TestCommandLine : public QObject {
    Q_OBJECT

private slots:
    void sources() {
        const QTemporaryDir folder;
        const QByteArray bytes = *presetBytes("default");
        QFile file(folder.filePath("a scenario.bubble.json"));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
        file.close();
        QImage image(2, 2, QImage::Format_RGB32);
        image.fill(Qt::white);
        QVERIFY(image.save(folder.filePath("plain.png")));
        QFile plain(folder.filePath("plain.png")), picture(folder.filePath("picture.png"));
        QVERIFY(plain.open(QIODevice::ReadOnly) && picture.open(QIODevice::WriteOnly));
        picture.write(pngWithDocument(plain.readAll(), bytes.toStdString()));
        picture.close();

        const QJsonArray expected = simulated({"preset:default"});
        QCOMPARE(simulated({file.fileName()}), expected);
        QCOMPARE(simulated({"-"}, bytes), expected);
        QCOMPARE(simulated({picture.fileName()}), expected);
        QVERIFY(picture.open(QIODevice::ReadOnly));
        QCOMPARE(simulated({"-"}, picture.readAll()), expected);
    }

    void settings() {
        const QJsonArray results = simulated({"--set", "workload.microbatches=16", "preset:default",
                                              "--set=schedules[1].microbatches=4", "--set", "workload.comm=0"});
        // (MBS + D - 1)(F + B), for the reference's closed form without communication.
        QCOMPARE(results[0].toObject()["total_time"].toDouble(), (16 + 3) * 300.0);
        QCOMPARE(results[1].toObject()["total_time"].toDouble(), (4 + 3) * 300.0);
    }

    void badUsage_data() {
        QTest::addColumn<QStringList>("args");
        QTest::addColumn<QString>("line");
        const auto row = [](const QStringList& args, const char* line) {
            QTest::newRow(qPrintable(args.join(' ').simplified())) << args << line;
        };
        row({"simulate"},
            "simulate: needs a scenario file, a picture made by Bubblescope, preset:NAME, or - for standard input");
        row({"simulate", "a.json", "b.json"}, "simulate: b.json: takes one file; it already has a.json");
        row({"simulate", "1f1b", "b.json"}, "simulate: b.json: takes one file; it already has 1f1b");
        row({"simulate", "1f1bb"}, "1f1bb: no file and no schedule has this name; nearest: \"1f1b\"");
        row({"simulate", "1f1b", "-D", "0"}, "--devices: must be from 1 to 4096, is 0");
        row({"simulate", "1f1b", "-D"}, "simulate: -D: needs a value");
        row({"simulate", "preset:default", "--jsn"}, "--jsn: unknown option; nearest: --json");
        row({"simulate", "preset:default", "--json=yes"}, "--json: takes no value");
        row({"simulate", "preset:default", "--set"}, "--set: needs a value");
        row({"simulate", "preset:default", "--set", "workload.devs"},
            "--set workload.devs: needs PATH=VALUE, e.g. --set workload.devices=8");
        row({"simulate", "preset:default", "--set", "workload.devs=8"},
            "--set workload.devs: unknown key \"devs\"; nearest: \"devices\"");
        row({"simulate", "preset:default", "--set", "schedules[5].chunks=8"},
            "--set schedules[5].chunks: schedules has 5 elements, counted from 0; to add one, set the "
            "whole list");
        row({"simulate", "preset:default", "--set", "workload.devices=four"},
            "preset:default: workload.devices: must be a whole number, is \"four\"");
        row({"simulate", "preset:defalt"}, "preset:defalt: no such preset; nearest: \"default\"");
        row({"simulate", "preset:"}, "preset:: no such preset; nearest: \"default\"");
        row({"simulate", "preset:../default"}, "preset:../default: no such preset; nearest: \"default\"");
        row({"simulate", ""}, "simulate: the file name is empty");
        row({"simulate", "a\nb\x1b[2J.json"}, "ab[2J.json: no such file");
        row({"simlate", "a.json"}, "unknown command \"simlate\"; nearest: \"simulate\"; see bubblescope --help");
        row({"help", "simlate"}, "unknown command \"simlate\"; nearest: \"simulate\"; see bubblescope --help");
        row({"help", "list", "model"}, "help: model: takes one command; it already has list");
        row({"completion"}, "completion: needs one shell: bash, zsh or fish");
        row({"completion", "csh"}, "completion: csh: unknown shell; expected bash, zsh or fish");
        row({"sweep"}, "sweep: needs experiment files, preset:NAME, or - for standard input");
        row({"sweep", "preset:chunks", "nowhere.json"}, "nowhere.json: no such file");
        row({"simulate", "nowhere.json", "--json", "--csv"},
            "--json and --csv: cannot be used together; leave one out");
        const auto set = [&](const char* setting, const char* line) {
            row({"simulate", "preset:default", "--set", setting}, line);
        };
        set("workload.comm={\"node_size\":0,\"inside\":1,\"between\":9}",
            "preset:default: workload.comm.node_size: must be from 1 to 4096, is 0; with 4 all devices are on one");
        set("workload.comm={\"node_size\":2e9,\"inside\":1,\"between\":9}",
            "preset:default: workload.comm.node_size: must be from 1 to 4096, is more than 1,000,000,000; with 4 all");
        set("workload.comm={\"node_size\":1.5,\"inside\":1,\"between\":9}",
            "preset:default: workload.comm.node_size: must be a whole number, is 1.5");
        set("workload.devices=2e9",
            "preset:default: workload.devices: must be from 1 to 4096, is more than 1,000,000,000");
        set("workload.memory_limit=-2",
            "preset:default: workload.memory_limit: must be a finite number, 0 or more, is -2");
        set("workload.recompute_keep=1.5", "preset:default: workload.recompute_keep: must be from 0 to 1, is 1.5");
        set("workload.head=[1e300,0]", "preset:default: workload.head: the times of all ops add up to more than the");
        set("workload.head=[1]",
            "preset:default: workload.head: must be a list of two numbers, [forward, backward], is a list of 1");
        row({"sweep", "preset:chunks", "--csv", "--json"}, "--csv and --json: cannot be used together; leave one out");
        row({"sweep", "preset:chunks", "-o", "a.gif"}, "sweep: -o: must end in .svg, .pdf, .tex or .png, is \"a.gif\"");
        row({"sweep", "preset:chunk"}, "preset:chunk: no such preset; nearest: \"chunks\"");
        row({"sweep", "preset:default"},
            "preset:default: format: this is a scenario, not an experiment; \"bubblescope simulate\" runs it");
        row({"simulate", "preset:chunks"},
            "preset:chunks: format: this is an experiment, not a scenario; \"bubblescope sweep\" runs it");
        row({"sweep", "preset:chunks", "--set", "bindings.forward=400/Q"},
            "preset:chunks: bindings.forward: \"400/Q\", column 5: unknown name \"Q\"; nearest:");
        row({"sweep", "preset:chunks", "--set", "figures.values[0]=3", "--set", "bindings.microbatches=D/2"},
            "preset:chunks: bindings.microbatches: must be a whole number; \"D/2\" is 1.5 (Interleaved 1F1B at D = 3, "
            "T_C "
            "= 0, v = 2)");
        row({"nowhere.json"}, "nowhere.json: no such file");
        row({"--hlp"}, "--hlp: unknown option; nearest: --help");
        row({"-"}, "-: standard input needs a command, e.g. \"bubblescope simulate -\"");
        row({"preset:nowhere"}, "preset:nowhere: no such preset; nearest: \"default\"");
        row({"list"},
            "list: needs schedules, schemes, steps, models, devices, links, algorithms, widths, presets, "
            "figures, experiments, collectives or lessons");
        row({"list", "preset"}, "list: preset: unknown list; nearest: \"presets\"");
        row({"list", "presets", "--ops"}, "--ops: unknown option; nearest: --json");
        row({"preset:default"}, "preset:default: there is no display for the window;");
    }

    void badUsage() {
        QFETCH(QStringList, args);
        QFETCH(QString, line);
        const Ran ran = runProgram(args);
        QCOMPARE(ran.code, 2);
        QCOMPARE(ran.out, "");
        const QString said = QString::fromUtf8(ran.err);
        QVERIFY2(said.startsWith("bubblescope: " + line), qPrintable(said));
        QVERIFY2(said.count('\n') == 1 && said.endsWith('\n'), qPrintable(said));
    }

    void aFullDisk() {
        if (!QFile::exists("/dev/full")) QSKIP("this system has no /dev/full");
        for (const QStringList& args :
             {QStringList{"simulate", "preset:default"}, QStringList{"list", "schedules"}, QStringList{"--help"},
              QStringList{"simulate", "preset:notebook-d32", "--json", "--ops"}}) {
            const Ran ran = runProgram(args, {}, {}, "/dev/full");
            QCOMPARE(ran.code, 1);
            QCOMPARE(ran.err, "bubblescope: standard output cannot be written: No space left on device\n");
        }
    }

    /// Short names and symbols, where one key alone can be meant.
    void shortNamesOfKeys() {
        const auto total = [](const QStringList& settings) {
            QStringList args{"preset:default"};
            for (const QString& setting : settings) args << "--set" << setting;
            return simulated(args)[1].toObject()["total_time"].toDouble();
        };
        const double wanted = total({"workload.devices=8", "workload.microbatches=16", "workload.comm=7"});
        QCOMPARE(total({"devices=8", "MBS=16", "workload.T_C=7"}), wanted);
        QCOMPARE(total({"D=8", "mbs=16", "T_C=7"}), wanted);
        QCOMPARE(total({"schedules[1].MBS=16"}), total({"schedules[1].microbatches=16"}));
        const auto refused = [](const QStringList& args) { return QString::fromUtf8(runProgram(args).err); };
        QCOMPARE(refused({"simulate", "preset:default", "--set", "recompute=0.5"}),
                 "bubblescope: --set recompute: \"recompute\" is ambiguous; write workload.recompute or "
                 "model.recompute\n");
        QCOMPARE(refused({"simulate", "preset:default", "--set", "bandwidth_gbs=50"}),
                 "bubblescope: --set bandwidth_gbs: \"bandwidth_gbs\" is ambiguous; write "
                 "cluster.intra.bandwidth_gbs or cluster.inter.bandwidth_gbs\n");
        QVERIFY(refused({"simulate", "preset:default", "--set", "devics=5"}).contains("nearest: \"devices\""));
        // Symbols are those of the workload alone.
        QCOMPARE(total({"r=0.5"}), total({"workload.recompute=0.5"}));
        QVERIFY(refused({"simulate", "preset:default", "--set", "model.r=0.5"}).contains("unknown key"));
        // A formula of the file is what a name means, too, but not one that the file lacks.
        QVERIFY(!refused({"sweep", "preset:chunks", "--set", "D=4"}).contains("ambiguous"));
        QVERIFY(refused({"sweep", "preset:weak-scaling", "--set", "forward=1"}).contains("or bindings.forward"));
        const Ran steps =
            runProgram({"simulate", "preset:llama-3-8b-on-8", "--json", "--set", "intra.bandwidth_gbs=100"});
        QCOMPARE(QJsonDocument::fromJson(steps.out)["cluster"]["intra"]["bandwidth_gbs"].toDouble(), 100.0);
    }

    void sizesHaveUnits() {
        const auto timeOf = [](const QStringList& args) {
            const Ran ran = runProgram(QStringList{"collective", "--kind", "all-reduce", "--json"} + args);
            return QJsonDocument::fromJson(ran.out)["results"][0]["time_us"].toDouble();
        };
        QVERIFY(timeOf({"--bytes", "5e8"}) > 0);
        QCOMPARE(timeOf({"--bytes", "500MB"}), timeOf({"--bytes", "5e8"}));
        QCOMPARE(timeOf({"--set", "bytes=0.5 gb"}), timeOf({"--bytes", "5e8"}));
        QVERIFY(runProgram({"collective", "--kind", "reduce", "--bytes", "much"}).err.contains("must be a number"));
        const Ran model = runProgram({"simulate", "preset:llama-3-8b-on-8", "--json", "--set", "memory_gb=141GB",
                                      "--set", "device.memory_gb=141GB"});
        QVERIFY(model.err.contains("ambiguous") || model.code == 0);
        const Ran device =
            runProgram({"simulate", "preset:llama-3-8b-on-8", "--json", "--set", "cluster.device.memory_gb=141GB"});
        QCOMPARE(QJsonDocument::fromJson(device.out)["cluster"]["device"]["memory_gb"].toDouble(), 141.0);
    }

    void kindsInsteadOfAFile() {
        const QStringList workload{"-D", "8", "--microbatches", "16", "--forward=12", "--backward", "24"};
        const QJsonArray results = simulated(QStringList{"1f1b", "zb-v"} + workload);
        QCOMPARE(results.size(), 2);
        QCOMPARE(results[0].toObject()["total_time"].toDouble(), (16 + 7) * 36.0);
        QCOMPARE(results[1].toObject()["schedule"].toString(), "zb-v");
        // The options change a file as well, and --set goes over them.
        const QStringList changed{"preset:default", "--comm", "0", "--set", "workload.microbatches=16"};
        QCOMPARE(simulated(changed)[0].toObject()["total_time"].toDouble(), (16 + 3) * 300.0);
        QVERIFY(simulated({"scheme:ddp", "--set", "schedules[0].batches=6"})[0].toObject().contains("throughput"));
        QVERIFY(runProgram({"simulate", "ddp"}).err.contains("\"ddp\" is ambiguous; write scheme:ddp or step:ddp"));
        const QTemporaryDir folder;
        const Ran drawn = runProgram({"render", "1f1b", "zb-v", "-D", "2", "-o", "a.svg"}, {}, folder.path());
        QCOMPARE(drawn.err, QByteArray());
        QCOMPARE(simulated({folder.filePath("a.svg")}).size(), 2);
    }
};

QTEST_GUILESS_MAIN(TestCommandLine)

}  // namespace tst_command_line
#include "tst_command_line.moc"
