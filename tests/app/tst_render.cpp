#include "app/console/render_verb.h"
#include "app/console/verb.h"
#include "app/documents/load_scenario.h"
#include "engine/io/scenario_file.h"
#include "tests/app/run_program.h"
#include "tests/contents.h"
#include "tests/widgets/gantt_pictures.h"
#include "widgets/charts/live_curves.h"
#include "widgets/charts/memory_chart.h"
#include "widgets/picture/embedded_document.h"
#include "widgets/picture/export_options_panel.h"
#include "widgets/picture/picture_style.h"

#include <QDir>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

#include <csignal>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_render {

namespace {

std::optional<Scenario> inside(const QString& picture) {
    const auto text = embeddedDocument(contents(picture));
    if (!text) return std::nullopt;
    const auto scenario = readScenario(*text);
    return scenario ? std::optional(*scenario) : std::nullopt;
}

}  // namespace

class TestRender : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    QString at(const char* name) const { return m_dir.filePath(QLatin1String(name)); }

private slots:
    void init() {
        for (const QString& name : QDir(m_dir.path()).entryList(QDir::Files)) QFile::remove(m_dir.filePath(name));
    }

    void theWindowsPictureAndTheCommandLinesAreTheSame_data() {
        QTest::addColumn<const PictureFormat*>("format");
        QTest::addColumn<QString>("name");
        QTest::newRow("PNG") << &kPng << "a.png";
        QTest::newRow("SVG") << &kSvg << "a.SVG";
    }

    void theWindowsPictureAndTheCommandLinesAreTheSame() {
        QFETCH(const PictureFormat*, format);
        QFETCH(const QString, name);
        const Scenario scenario = foundingScenario();
        QFile file(at("a.bubble.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(writeScenario(scenario)));
        file.close();
        const Ran ran = runProgram({"render", at("a.bubble.json"), "-o", m_dir.filePath(name)});
        QCOMPARE(ran.err, QByteArray());
        QCOMPARE(ran.code, 0);
        const auto figure = ganttFile(*format, outcomesOf(scenario), {}, writeScenario(scenario));
        QVERIFY2(contents(m_dir.filePath(name)) == *figure, "byte for byte");
    }

    void aPictureCanBeRenderedAgain() {
        const Ran first = runProgram({"render", "preset:two-nodes", "-o", at("a.svg"), "--set", "workload.chunks=4"});
        QCOMPARE(first.code, 0);
        QCOMPARE(runProgram({"render", at("a.svg"), "-o", at("b.pdf"), "--schedule", "1f1b"}).code, 0);
        QCOMPARE(runProgram({"render", at("b.pdf"), "-o", at("c.png"), "--schedule", "#1", "--theme", "dark"}).code, 0);
        QVERIFY(inside(at("c.png")));
        auto whole = inside(at("c.png"));
        QCOMPARE(whole->style.size(), std::size_t(2));  // its theme and schedules
        whole->style.clear();
        QVERIFY2(whole == inside(at("a.svg")), "the whole scenario rides along");
        QCOMPARE(inside(at("c.png"))->workload.chunks, 4);
    }

    void chosenSchedulesAreShownInTheOrderGiven() {
        const QStringList args{"render", "preset:default", "-o",    at("a.svg"),  "--schedule",
                               "#5",     "--schedule",     "gpipe", "--schedule", "zb-h1"};
        QCOMPARE(runProgram(args).code, 0);
        const QString svg = QString::fromUtf8(contents(at("a.svg")));
        QCOMPARE(svg.count("class=\"schedule\""), 2);
        QVERIFY(svg.indexOf("data-kind=\"zb-h1\"") < svg.indexOf("data-kind=\"gpipe\""));
    }

    void sizeAndThemeAreAsAsked() {
        QCOMPARE(runProgram({"render", "preset:default", "-o", at("a.png"), "--width", "800", "--height", "700",
                             "--theme", "dark"})
                     .code,
                 0);
        const QImage image(at("a.png"));
        QCOMPARE(image.size(), QSize(800, 700));
        QCOMPARE(image.pixelColor(1, 1), themeOf(ThemeId::Dark).window);
        QCOMPARE(runProgram({"render", "preset:default", "-o", at("b.png")}).code, 0);
        QCOMPARE(QImage(at("b.png")).width(), 1200);
        QCOMPARE(QImage(at("b.png")).pixelColor(1, 1), QColor(Qt::white));
    }

    void looksAreAsAsked() {
        const Scenario scenario = *loadScenario("preset:placement-schemes");
        PictureOptions options;
        options.colorBy = ColorBy::Microbatch;
        options.labels = CellLabel::Operation;
        options.marks.held = options.marks.fetches = true;
        options.title = QString::fromStdString(scenario.title);
        QCOMPARE(runProgram({"render", "preset:placement-schemes", "-o", at("a.svg"), "--color-by", "microbatch",
                             "--labels", "stage", "--labels=operation", "--marks", "held,fetches"})
                     .code,
                 0);
        Scenario styled = scenario;
        styled.style = styleOf(options, scenario);
        QCOMPARE(styled.style.size(), std::size_t(3));
        const auto figure = ganttFile(kSvg, outcomesOf(scenario), options, writeScenario(styled));
        QVERIFY2(contents(at("a.svg")) == *figure, "byte for byte");
        QVERIFY(contents(at("a.svg")).contains("∇"));
        // What is not asked for is as ever.
        QCOMPARE(
            runProgram({"render", "preset:default", "-o", at("b.svg"), "--color-by=kind", "--labels=microbatch"}).code,
            0);
        QCOMPARE(runProgram({"render", "preset:default", "-o", at("c.svg")}).code, 0);
        QVERIFY(contents(at("b.svg")) == contents(at("c.svg")));
    }

    /// Every option of the dialog is one of the command line, and the other way round.
    void theOptionsAreThoseOfTheDialog() {
        QSet<QString> given, offered;
        for (const Option& option : kRender.options())
            if (!option.isOfWorkload && option.name != "--set") given += option.name;
        const Scenario scenario = foundingScenario();
        const auto outcomes = outcomesOf(scenario);
        LiveCurves curves{.scenario = scenario, .outcomes = outcomes};
        curves.study = liveStudy(scenario, std::string(kUsualAxis), true);
        for (const Exportable& thing :
             {exportedGantts(scenario, outcomes), exportedCurves(curves), exportedMemory(scenario, outcomes)})
            for (const std::string_view key : ExportOptionsPanel(thing).keys())
                offered += QLatin1String(findPictureOption(key)->option);
        // Of files, collectives and charts.
        for (const char* other : {"-o", "--style", "--step", "--part", "--pages", "--chart", "--quantity", "--against"})
            offered += QLatin1String(other);
        QCOMPARE(given, offered);
    }

    /// What the dialog of the page of collectives offers, the command line draws.
    void aCollectiveHasParts() {
        QSet<QByteArray> drawn;
        for (const char* part : {"storyboard", "clock", "over-bytes", "over-ranks", "winners"}) {
            const Ran ran = runProgram(
                {"render", "preset:all-reduce", "-o", at("a.svg"), "--part", part, "--title", "", "--width", "5.5in"});
            QCOMPARE(ran.err, QByteArray());
            QVERIFY(contents(at("a.svg")).contains(" width=\"396pt\""));
            drawn += contents(at("a.svg"));
        }
        QCOMPARE(drawn.size(), 5);
        const auto said = [&](const QStringList& more) {
            return runProgram(QStringList{"render", "preset:all-reduce", "-o", at("a.svg")} + more).err;
        };
        QCOMPARE(said({"--part", "clock", "--step", "1"}), "bubblescope: --step: applies only to --part storyboard\n");
        QCOMPARE(said({"--labels", "stage"}), "bubblescope: --labels: has no effect here: no Gantt is drawn\n");
        QCOMPARE(said({"--title", "Mine"}),
                 "bubblescope: --title: must be empty here: this picture has its own title or none\n");
    }

    /// Each chart is drawn with its scenario inside; what no chart has is refused.
    void schedulesHaveCharts() {
        QSet<QByteArray> drawn;
        for (const char* chart : {"curves", "bars", "frontier", "memory"}) {
            const Ran ran = runProgram({"render", "preset:default", "-o", at("a.svg"), "--chart", chart, "--width",
                                        "84mm", "--type", "7pt", "--title", "Mine", "--caption", "What it shows."});
            QCOMPARE(ran.err, QByteArray());
            const QByteArray svg = contents(at("a.svg"));
            QVERIFY(svg.contains(">Mine<") && svg.contains(">What it shows.<"));
            QCOMPARE(*inside(at("a.svg")), *loadScenario("preset:default"));
            drawn += svg;
        }
        QCOMPARE(drawn.size(), 4);
        const auto said = [&](const QStringList& more) {
            return runProgram(QStringList{"render", "preset:default", "-o", at("a.svg")} + more).err;
        };
        QCOMPARE(said({"--chart", "pie"}),
                 "bubblescope: --chart: must be curves, bars, frontier or memory, not \"pie\"\n");
        QCOMPARE(said({"--quantity", "total_time"}), "bubblescope: --quantity: applies only to --chart\n");
        QCOMPARE(said({"--chart", "bars", "--against", "comm"}),
                 "bubblescope: --against: applies only to --chart curves\n");
        QCOMPARE(said({"--chart", "bars", "--x-range", "0..1"}),
                 "bubblescope: --x-range: has no effect here: no curves are drawn\n");
        QCOMPARE(said({"--chart", "memory", "--markers", "on"}),
                 "bubblescope: --markers: has no effect here: no curves are drawn\n");
        QCOMPARE(said({"--x-range", "0..1"}), "bubblescope: --x-range: has no effect here: no chart is drawn\n");
        QCOMPARE(said({"--chart", "curves", "--palette", "megatron"}),
                 "bubblescope: --palette: has no effect here: only default, safe and print have colours for charts\n");
    }

    void aStyleRidesInThePicture() {
        QFile file(at("ours.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"format": "bubblescope-style", "version": 1, "base": "megatron", "width": "3.3in",
                       "words": {"F": "go"}})");
        file.close();
        for (const char* name : {"a.svg", "a.pdf", "a.png"}) {
            const Ran first = runProgram({"render", "preset:default", "-o", at(name), "--style", at("ours.json"),
                                          "--letters", "on", "--note", "bracket 0F0 0F3 warm-up"});
            QCOMPARE(first.err, QByteArray());
            const QByteArray once = contents(at(name));
            QCOMPARE(runProgram({"render", at(name), "-o", at(name)}).code, 0);
            QVERIFY2(contents(at(name)) == once, name);
            const auto scenario = inside(at(name));
            const PictureOptions options = *pictureOptionsOf(scenario->style, *scenario);
            QCOMPARE(options.style, QStringLiteral("megatron"));
            QCOMPARE(options.width.number(), 3.3);
            QCOMPARE(options.notes.size(), std::size_t(1));
            QVERIFY(options.hasLetters && options.words.at("F") == "go");
        }
        // Another style leaves what is shown.
        QCOMPARE(runProgram({"render", at("a.svg"), "-o", at("b.svg"), "--style", "pytorch"}).code, 0);
        const PictureOptions options = *pictureOptionsOf(inside(at("b.svg"))->style, *inside(at("b.svg")));
        QCOMPARE(options.workers, QStringLiteral("Rank #"));
        QCOMPARE(options.notes.size(), std::size_t(1));
        QCOMPARE(options.width.number(), 3.3);
        QVERIFY(!options.hasLetters);
    }

    /// An error names where its value is from.
    void errorsSayWhoseValue() {
        const auto write = [&](const char* name, const QByteArray& text) {
            QFile file(at(name));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
        };
        QVERIFY(write("narrow.json", R"({"format": "bubblescope-style", "version": 1, "width": "5px", "labels": "none",
                                          "first_number": 1})"));
        QVERIFY(write("narrow.bubble.json", R"({"format": "bubblescope-scenario", "version": 1,
            "schedules": [{"kind": "gpipe"}], "style": {"width": "6px", "end": 5}})"));
        const auto said = [&](const QString& file, const QStringList& more) {
            return QString::fromUtf8(runProgram(QStringList{"render", file, "-o", at("a.svg")} + more).err);
        };
        const QString file = at("narrow.bubble.json"), style = at("narrow.json");
        const QString narrow = QStringLiteral("width: must be from 200 to 32,768 pixels, not ");
        QCOMPARE(said(file, {}), "bubblescope: " + file + ": style." + narrow + "6\n");
        QCOMPARE(said(file, {"--width", "7"}), "bubblescope: --" + narrow + "7\n");
        QCOMPARE(said("preset:default", {"--style", style}), "bubblescope: --style " + style + ": " + narrow + "5\n");
        QCOMPARE(said(file, {"--width", "900", "--begin", "7"}),
                 "bubblescope: " + file + ": style.end: must be after begin = 7, is 5\n");
        // What means nothing for a picture is left alone in a style.
        QCOMPARE(said("preset:default", {"--style", style, "--width", "900"}), QString());
    }

    /// What an option leaves out is there without it.
    void optionsLeaveOut() {
        QCOMPARE(runProgram({"render", "preset:default", "-o", at("a.svg"), "--note", "note 0F0 here", "--style",
                             "zero-bubble", "--words", "F=Forward"})
                     .err,
                 QByteArray());
        QVERIFY(contents(at("a.svg")).contains(">here<") && contents(at("a.svg")).contains(">B and W<"));
        QCOMPARE(runProgram({"render", at("a.svg"), "-o", at("b.svg"), "--note", "", "--words", "B=Backward"}).err,
                 QByteArray());
        const QByteArray drawn = contents(at("b.svg"));
        QVERIFY(!drawn.contains(">here<") && drawn.contains(">Forward<") && drawn.contains(">Backward<"));
    }

    void aWebPageReopens() {
        const Ran ran = runProgram({"render", "preset:default", "-o", at("a.html"), "--slide",
                                    "workload.comm=0..8 step 4", "--schedule", "1f1b"});
        QCOMPARE(ran.err, QByteArray());
        QCOMPARE(ran.code, 0);
        const Ran again = runProgram({"render", at("a.html"), "-o", at("b.html")});
        QCOMPARE(again.err, QByteArray());
        QVERIFY(contents(at("a.html")) == contents(at("b.html")));  // its style has the slider
    }

    void errorsAreOneLine_data() {
        QTest::addColumn<QStringList>("args");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("line");
        const QString out = at("a.svg");
        const auto row = [&](const char* name, const QStringList& more, int code, const QString& line) {
            QTest::newRow(name) << QStringList{"render", "preset:default"} + more << code << "bubblescope: " + line;
        };
        row("no output", {}, 2,
            "render: -o: is missing; name the picture to write: -o OUT.svg, OUT.pdf, OUT.tex, OUT.html, OUT.steps.pdf, "
            "OUT.png, OUT.gif, OUT.trace.json, OUT.csv, OUT.comms.csv or OUT.ops.csv");
        row("unknown format", {"-o", "a.bmp"}, 2,
            "render: -o: must end in .svg, .pdf, .tex, .html, .steps.pdf, .png, .gif, .trace.json, .csv, .comms.csv or "
            ".ops.csv, is \"a.bmp\"");
        const QString length = "must be a length such as 3.3in, 84mm, 252pt or 1200, or the name of a width such as ";
        row("no number", {"-o", out, "--width", "1e3"}, 2, "--width: " + length + "acm-column, is \"1e3\"");
        row("no column", {"-o", out, "--width", "ieee-colum"}, 2,
            "--width: " + length + "ieee-column, is \"ieee-colum\"");
        row("too wide", {"-o", out, "--width", "99999"}, 2, "--width: must be from 200 to 32,768 pixels, not 99,999");
        row("negative height", {"-o", out, "--height=-5"}, 2, "--height: " + length + "acm-column, is \"-5\"");
        row("unknown theme", {"-o", out, "--theme", "blue"}, 2, "--theme: must be light, dark or print, not \"blue\"");
        row("unknown colouring", {"-o", out, "--color-by", "stage"}, 2,
            "--color-by: must be kind or microbatch, not \"stage\"");
        row("unknown labels", {"-o", out, "--labels="}, 2,
            "--labels: must be microbatch, stage, operation or none, not \"\"");
        row("unknown mark", {"-o", out, "--marks", "fetches,peaks"}, 2,
            "--marks: must be fetches, transfers, held or critical, or several separated by commas, not \"peaks\"");
        row("unknown kind", {"-o", out, "--schedule", "zb"}, 2,
            "--schedule: the scenario has no \"zb\"; nearest: \"1f1b\"");
        row("place past the last", {"-o", out, "--schedule", "#6"}, 2,
            "--schedule: must be #1 to #5 or a kind, not \"#6\"");
        row("place before the first", {"-o", out, "--schedule", "#0"}, 2,
            "--schedule: must be #1 to #5 or a kind, not \"#0\"");
        row("no collective", {"-o", out, "--part", "clock"}, 2, "--part: applies only to a collective");
        row("no scheme", {"-o", out, "--marks", "fetches"}, 2,
            "--marks: fetches and transfers have no effect here: only placement schemes have them");
        row("no pixels", {"-o", out, "--scale", "2"}, 2,
            "--scale: has no effect here: only PNG and GIF are made of pixels");
        row("no slider", {"-o", out, "--slide", "comm=0..8"}, 2,
            "--slide: has no effect here: only a web page has sliders");
        row("no width of a page", {"-o", at("a.html"), "--width", "84mm"}, 2,
            "--width: has no effect on a web page, which fills its window and zooms");
        row("no values", {"-o", at("a.html"), "--slide", "workload.comm"}, 2,
            "--slide: must be a number and its values, such as comm=0..30, not \"workload.comm\"");
        row("no number of the scenario", {"-o", at("a.html"), "--slide", "workload.com=1..4"}, 2,
            "--slide: \"workload.com\" is not a number of the scenario; nearest: \"comm\"");
        row("no look", {"-o", at("a.trace.json"), "--theme", "dark"}, 2,
            "--theme: has no effect here: Chrome trace contains operations, not a drawing");
        row("no legend", {"-o", out, "--legend", "off", "--legend-words", "letters"}, 2,
            "--legend-words: has no effect here: there is no legend");
        row("no facts", {"-o", out, "--header=name", "--bubble=longest_span_bubble"}, 2,
            "--bubble: has no effect here: the header shows no facts");
        row("no switch", {"-o", out, "--dot", "yes"}, 2, "--dot: must be on or off, not \"yes\"");
        row("no style", {"-o", out, "--style", "megatorn"}, 2,
            "--style: \"megatorn\" is not a style; expected default, print, megatron, zero-bubble, pytorch or "
            "deepseek; nearest: \"megatron\"; a file's name ends in .json");
        row("no such file", {"-o", out, "--style", "none.json"}, 2, "--style none.json: No such file or directory");
        row("no op", {"-o", out, "--highlight", "2B7,x"}, 2,
            "--highlight: \"x\" is not an op; expected a stage, a letter and a microbatch, each of which may be *, "
            "e.g. 2B7");
        row("op that is not there", {"-o", out, "--dim", "2B9"}, 2, "--dim: 2B9 matches no op in this picture");
        row("no note", {"-o", out, "--note", "arrow 0F0"}, 2,
            "--note: \"arrow 0F0\" is not a note; expected \"note 2B7 words\", \"arrow 0F3 1F3\" or \"bracket 0F0 0F3 "
            "words\"");
        row("words of none", {"-o", out, "--schedule", "1f1b", "--words", "W=weights"}, 2,
            "--words: has no effect here: the legend has no W");
        row("no words", {"-o", out, "--words", ""}, 2,
            "--words: must be a kind and its text, such as F=Forward, not \"\"");
        row("no notes to leave out", {"-o", out, "--note", ""}, 2, "--note: is empty, but there is nothing to remove");
        row("type that nobody reads", {"-o", out, "--type", "1pt"}, 2, "--type: must be at least 4pt, not 1pt");
        row("begin after all", {"-o", out, "--schedule", "gpipe", "--begin", "1e11"}, 2,
            "--begin: must be before the finish at 3324, not 100000000000");
        row("time before time", {"-o", out, "--begin", "5", "--end", "5"}, 2, "--end: must be after begin = 5, is 5");
        row("bad setting", {"-o", out, "--set", "workload.devices=0"}, 2,
            "preset:default: workload.devices: must be from 1 to 4096, is 0");
        row("all refused", {"-o", out, "--schedule", "hanayo", "--set", "workload.chunks=3"}, 1,
            "preset:default: schedules: no schedule can run this workload: Hanayo, v = 3 needs an even number of "
            "chunks, has 3; nearest: 2 and 4");
        row("no such folder", {"-o", at("no/a.svg")}, 1,
            at("no/a.svg") + ": the folder " + at("no") + " does not exist");
    }

    void errorsAreOneLine() {
        QFETCH(const QStringList, args);
        QFETCH(const int, code);
        QFETCH(const QString, line);
        const Ran ran = runProgram(args);
        QCOMPARE(QString::fromUtf8(ran.err), line + '\n');
        QCOMPARE(ran.code, code);
        QCOMPARE(ran.out, QByteArray());
        QVERIFY(!QFile::exists(at("a.svg")));
    }

    void aSaveThatFailsHalfwayLeavesTheOldPicture() {
        QCOMPARE(runProgram({"render", "preset:default", "-o", at("a.svg")}).code, 0);
        const QByteArray old = contents(at("a.svg"));
        QProcess process;
        process.setChildProcessModifier([] {
            const rlimit limit{10'000, 10'000};
            setrlimit(RLIMIT_FSIZE, &limit);
        });
        process.start(QString::fromUtf8(test::kProgram), {"render", "preset:notebook-d8", "-o", at("a.svg")});
        QVERIFY(process.waitForFinished(120'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 1);
        const QByteArray line = process.readAllStandardError();
        QVERIFY2(line.startsWith(("bubblescope: " + at("a.svg") + ": cannot be written: ").toUtf8()), line.constData());
        QCOMPARE(line.count('\n'), 1);
        QVERIFY(contents(at("a.svg")) == old);
        QCOMPARE(QDir(m_dir.path()).entryList({"a.svg*"}, QDir::Files), QStringList("a.svg"));
    }

    void theDefaultPictureIsTheDefaultPreset() {
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(m_dir.path()));
        const auto name = writeDefaultPicture();
        QVERIFY(QDir::setCurrent(before));
        QVERIFY(name);
        QCOMPARE(*name, QStringLiteral("bubblescope-default.png"));
        QCOMPARE(runProgram({"render", "preset:default", "-o", at("b.png")}).code, 0);
        QVERIFY(contents(at("bubblescope-default.png")) == contents(at("b.png")));
    }
};

QTEST_MAIN(TestRender)

}  // namespace tst_render
#include "tst_render.moc"
