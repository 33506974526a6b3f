// What the command line says of itself: lists, help, completions, and what it does without arguments.

#include "app/console/verb.h"
#include "app/documents/presets.h"
#include "engine/entries/registry.h"
#include "engine/io/scenario_file.h"
#include "engine/style/length.h"
#include "tests/app/run_program.h"
#include "widgets/picture/embedded_document.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_command_help {

class TestCommandHelp : public QObject {
    Q_OBJECT

private slots:
    void lists() {
        const Ran schedules = runProgram({"list", "schedules", "--json"});
        QCOMPARE(schedules.code, 0);
        const QJsonArray kinds = QJsonDocument::fromJson(schedules.out).object()["schedules"].toArray();
        QCOMPARE(kinds.size(), qsizetype(kindsOf(Family::Schedule).size()));
        for (const auto& kind : kinds) {
            QCOMPARE(kind.toObject().keys(), QStringList({"id", "source", "title"}));
            QVERIFY(findKind(Family::Schedule, kind.toObject()["id"].toString().toStdString()));
            QVERIFY(!kind.toObject()["source"].toString().isEmpty());
        }
        const Ran schemes = runProgram({"list", "schemes", "--json"});
        const QJsonArray places = QJsonDocument::fromJson(schemes.out).object()["schemes"].toArray();
        QCOMPARE(places.size(), qsizetype(kindsOf(Family::Scheme).size()));
        QCOMPARE(places[1].toObject().keys(), QStringList({"compute", "id", "source", "store", "title"}));
        QCOMPARE(places[1].toObject()["store"].toString(), "stage mod workers");
        const Ran presetList = runProgram({"list", "presets", "--json"});
        const QJsonArray names = QJsonDocument::fromJson(presetList.out).object()["presets"].toArray();
        QCOMPARE(names.size(), qsizetype(presets().size()));
        QCOMPARE(names[0].toObject()["name"].toString(), "default");
        QCOMPARE(names[0].toObject().keys(), QStringList({"name", "title"}));
        const Ran experiments = runProgram({"list", "experiments", "--json"});
        QCOMPARE(QJsonDocument::fromJson(experiments.out).object()["experiments"].toArray().size(),
                 qsizetype(presets(kExperimentKind).size()));
        QVERIFY(runProgram({"list", "presets"}).out.contains("\ntwo-nodes "));
        QVERIFY(runProgram({"list", "figures"}).out.contains("\nmegatron-fig-4 "));
        QVERIFY(runProgram({"list", "schedules"}).out.contains("Huang et al. 2019"));
    }

    void listsTellNumbers() {
        const auto first = [](const char* what) {
            return QJsonDocument::fromJson(runProgram({"list", what, "--json"}).out)[what][0].toObject();
        };
        QCOMPARE(first("devices")["memory_gb"].toDouble(), 80.0);
        QCOMPARE(first("devices")["peak_tflops"].toDouble(), 312.0);
        QVERIFY(first("devices")["fp8_tflops"].isNull());
        QCOMPARE(first("links")["bandwidth_gbs"].toDouble(), 150.0);
        QCOMPARE(first("links")["latency_us"].toDouble(), 3.0);
        QCOMPARE(first("models")["parameters"].toInteger(), 8'030'261'248);
        QCOMPARE(first("models")["layers"].toInt(), 32);
        QVERIFY(runProgram({"list", "devices"}).out.contains(" 80 GB "));
        QVERIFY(runProgram({"list", "links"}).out.contains("bandwidth"));
        QVERIFY(runProgram({"list", "models"}).out.contains(" 8.03 B "));
        // All are lengths that --width accepts, by name and as listed.
        for (const auto& width :
             QJsonDocument::fromJson(runProgram({"list", "widths", "--json"}).out)["widths"].toArray()) {
            const auto named = lengthIn(width.toObject()["id"].toString().toStdString());
            QVERIFY(named);
            QCOMPARE(*named, *lengthIn(width.toObject()["width"].toString().toStdString()));
        }
        QVERIFY(runProgram({"list", "widths"}).out.contains("acm-column"));
    }

    /// One screen of a terminal.
    void helpIsOneScreen() {
        const Ran help = runProgram({"--help"});
        QCOMPARE(help.code, 0);
        for (const char* word : {"simulate", "render", "sweep", "list", "completion", "preset:NAME", "Exit status"})
            QVERIFY2(help.out.contains(word), word);
        QVERIFY2(help.out.count('\n') <= 24, help.out.constData());
        for (const QByteArray& line : help.out.split('\n')) QVERIFY2(line.size() <= 80, line.constData());
        QCOMPARE(runProgram({"-h"}).out, help.out);
        QCOMPARE(runProgram({"help"}).out, help.out);
    }

    void helpOfEachCommand() {
        for (const Verb* verb : verbs()) {
            const Ran help = runProgram({"help", verb->name});
            QCOMPARE(help.code, 0);
            const QString text = QString::fromUtf8(help.out);
            QVERIFY2(text.contains(QString("\nUsage:\n  bubblescope %1 ").arg(verb->name)), qPrintable(text));
            for (const Option& option : verb->options()) {
                const QRegularExpression line("^  (-\\w, )?" + QRegularExpression::escape(option.name) + "( |$)",
                                              QRegularExpression::MultilineOption);
                QVERIFY2(line.match(text).hasMatch(), qPrintable(verb->name + (' ' + option.name)));
                const QString usual = QString("[default: %1]").arg(option.usual);
                if (!option.usual.isEmpty()) QVERIFY2(text.simplified().contains(usual), qPrintable(usual));
            }
            QCOMPARE(text.count("\n  bubblescope "), 3);  // usage and two examples
            for (const QString& line : text.split('\n')) QVERIFY2(line.size() <= 100, qPrintable(line));
            QCOMPARE(runProgram({verb->name, "--help"}).out, help.out);
        }
    }

    /// Every command, option and choice; bash accepts its script, and so do zsh and fish where they are installed.
    void completionsNameEverything() {
        for (const QString shell : {"bash", "zsh", "fish"}) {
            const Ran ran = runProgram({"completion", shell});
            QCOMPARE(ran.code, 0);
            const QString text = QString::fromUtf8(ran.out).replace("\\", "");
            QStringList wanted{"preset:two-nodes", "zb-v", "llama-3-8b", shell == "fish" ? " -l version" : "--version"};
            if (shell == "bash") wanted[0] = "two-nodes";
            for (const Verb* verb : verbs()) {
                wanted += verb->name;
                for (const Option& option : verb->options()) {
                    const QString dashes = shell == "fish" ? option.name.startsWith("--") ? " -l " : " -s " : QString();
                    wanted += dashes.isEmpty() ? option.name
                                               : dashes + QString(option.name).remove(QRegularExpression("^-+"));
                    wanted += choicesOf(option);
                }
            }
            for (const QString& word : wanted) {
                const QRegularExpression whole("(?<![\\w-])" + QRegularExpression::escape(word.trimmed()) +
                                               "(?![\\w-])");
                QVERIFY2(word.startsWith(' ') ? text.contains(word) : whole.match(text).hasMatch(),
                         qPrintable(shell + ' ' + word));
            }
            const QString program = QStandardPaths::findExecutable(shell);
            if (program.isEmpty()) continue;
            QProcess check;
            check.start(program, {"-n", "/dev/stdin"});
            check.write(ran.out);
            check.closeWriteChannel();
            QVERIFY(check.waitForFinished());
            QVERIFY2(check.exitCode() == 0, check.readAllStandardError().constData());
        }
    }

    /// What bash offers at the end of a line.
    void bashCompletes_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QStringList>("offered");
        const auto row = [](const QStringList& words, const QStringList& offered) {
            QTest::newRow(qPrintable(words.join(' '))) << words << offered;
        };
        row({"si"}, {"simulate"});
        row({"render", "--theme", ""}, {"light", "dark", "print"});
        row({"render", "--theme", "=", "da"}, {"dark"});
        row({"simulate", "1f"}, {"1f1b", "1f1b-overlap"});
        row({"simulate", "preset", ":", "two"}, {"two-nodes"});
        row({"list", "dev"}, {"devices"});
        row({"model", "llama-3-8"}, {"llama-3-8b"});
        row({"help", "sw"}, {"sweep"});
    }

    void bashCompletes() {
        QFETCH(const QStringList, words);
        QFETCH(const QStringList, offered);
        QString script = QString::fromUtf8(runProgram({"completion", "bash"}).out);
        QStringList quoted;
        for (const QString& word : words) quoted += '\'' + word + '\'';
        script +=
            QString("COMP_WORDS=(bubblescope %1) COMP_CWORD=%2; _bubblescope; printf '%s\\n' \"${COMPREPLY[@]}\"\n")
                .arg(quoted.join(' '))
                .arg(words.size());
        QProcess bash;
        bash.start("bash", {"-c", script});
        QVERIFY(bash.waitForFinished());
        QCOMPARE(QString::fromUtf8(bash.readAllStandardOutput()).split('\n', Qt::SkipEmptyParts), offered);
        QCOMPARE(bash.readAllStandardError(), QByteArray());
    }

    void version() {
        const Ran version = runProgram({"--version"});
        QCOMPARE(version.code, 0);
        QVERIFY(QRegularExpression("^bubblescope \\d+\\.\\d+\\.\\d+\n$").match(version.out).hasMatch());
    }

    void withoutADisplay() {
        const QTemporaryDir folder;
        const Ran ran = runProgram({}, {}, folder.path());
        QCOMPARE(ran.code, 0);
        QVERIFY2(ran.out.contains("bubblescope-default.png"), ran.out.constData());
        QVERIFY(ran.out.contains("DISPLAY"));
        QFile picture(folder.filePath("bubblescope-default.png"));
        QVERIFY(picture.open(QIODevice::ReadOnly));
        const auto scenario = embeddedDocument(picture.readAll());
        QVERIFY(scenario.has_value());
        QVERIFY(*readScenario(*scenario) == *readScenario(presetBytes("default")->toStdString()));
    }
};

QTEST_GUILESS_MAIN(TestCommandHelp)

}  // namespace tst_command_help
#include "tst_command_help.moc"
