// The look of pictures in files: lengths, notes, styles by name and by key.

#include "engine/io/scenario_file.h"
#include "engine/io/style_file.h"
#include "engine/results/quantities.h"
#include "engine/style/length.h"
#include "engine/style/note.h"
#include "engine/style/style.h"
#include "tests/engine/scenarios.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_style {

namespace {

std::string scenarioWith(const std::string& style) {
    return R"({"format": "bubblescope-scenario", "version": 1, "style": )" + style + "}";
}

std::string styleWith(const std::string& keys) {
    return R"({"format": "bubblescope-style", "version": 1)" + (keys.empty() ? keys : ", " + keys) + "}";
}

template <class T>
T at(const ParameterValue::Object& style, const char* key) {
    return std::get<T>(valueNamed(style, key)->held);
}

}  // namespace

class TestStyle : public QObject {
    Q_OBJECT

private slots:
    void lengths_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("points");
        QTest::addColumn<QString>("again");
        QTest::newRow("inches") << "3.3in" << 237.6 << "3.3in";
        QTest::newRow("millimetres") << "84mm" << 84 * 72 / 25.4 << "84mm";
        QTest::newRow("centimetres") << "8.4cm" << 84 * 72 / 25.4 << "8.4cm";
        QTest::newRow("points") << "252.5pt" << 252.5 << "252.5pt";
        QTest::newRow("pixels") << "1200px" << 900.0 << "1200px";
        QTest::newRow("bare numbers are pixels") << "1200" << 900.0 << "1200px";
        QTest::newRow("a column") << "ieee-column" << 252.0 << "3.5in";
        QTest::newRow("a page") << "neurips" << 396.0 << "5.5in";
    }
    void lengths() {
        QFETCH(const QString, text);
        const auto length = lengthIn(text.toStdString());
        QVERIFY(length);
        QTEST(length->pixels * 0.75, "points");
        QTEST(QString::fromStdString(textOf(*length)), "again");
    }

    void noLengths_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "in", "3.3 in", "-3in", "0", "3,3in", "1e9in", "3.3ft", "nan", "inf", "colunm"})
            QTest::newRow(text) << text;
    }
    void noLengths() {
        QFETCH(const QString, text);
        const auto length = lengthIn(text.toStdString());
        QVERIFY(!length);
        QVERIFY(length.error().message.find("3.3in") != std::string::npos);
    }

    void notes_data() {
        QTest::addColumn<QString>("line");
        QTest::newRow("bracket") << "bracket 0F0 0F7 warm-up of all";
        QTest::newRow("arrow") << "arrow 0F3 1F3";
        QTest::newRow("arrow with words") << "arrow #2:0F3 #2:1F3 send";
        QTest::newRow("note") << "note 2B7 the first \"backward\"";
        QTest::newRow("at a time") << "note 2@35.5 idle";
        QTest::newRow("at a small time") << "note 0@1e-07 begin";
        QTest::newRow("at a time of a schedule") << "bracket #2:0@3 #2:0@7.5 wait";
        QTest::newRow("with a place") << "note 2B7 at:2,-1.5 words";
        QTest::newRow("with words like a place") << "note 2B7 at: noon, as usual";
        QTest::newRow("an arrow with a place") << "arrow 0F3 1F3 at:0,0 send";
    }
    void notes() {
        QFETCH(const QString, line);
        const auto note = noteIn(line.toStdString());
        QVERIFY(note);
        QCOMPARE(QString::fromStdString(textOf(*note)), line);
        QVERIFY(*noteOf(valuesOf(*note)) == *note);
        const Numbering fromOne{.ops = 1, .devices = 3};
        QVERIFY(*noteIn(textOf(*note, fromOne), fromOne) == *note);
    }

    void namesCountAsAFigureDoes() {
        const Numbering fromOne{.ops = 1, .devices = 1};
        QCOMPARE(textOf(*noteIn("note 3B8 words", fromOne)), std::string("note 2B7 words"));
        QCOMPARE(textOf(*noteIn("note *B2 words", fromOne)), std::string("note *B1 words"));
        QCOMPARE(textOf(*noteIn("note #2:2@5 words", fromOne)), std::string("note #2:1@5 words"));
        for (const char* line : {"note 0B8 words", "note 1B0 words", "note 0@5 words"}) QVERIFY(!noteIn(line, fromOne));
        QVERIFY(noteIn("note 0B8 words", fromOne).error().message.ends_with("count from 1 here"));
    }

    void noNotes_data() {
        QTest::addColumn<QString>("line");
        for (const char* line :
             {"", "box 0F0 words", "note", "note 0F0", "note words", "bracket 0F0 words", "bracket 0F0 0F7",
              "arrow 0F0", "arrow 0F0 1X0", "note -1@3 words", "note 1@ words", "note 1@1e99 words"})
            QTest::newRow(line) << line;
        QTest::newRow("long") << "note 0F0 " + QString(5000, 'x');
    }
    void noNotes() {
        QFETCH(const QString, line);
        const auto note = noteIn(line.toStdString());
        QVERIFY(!note);
        QVERIFY(note.error().field.empty());
        QVERIFY(note.error().message.size() < 220);
    }

    void everyNamedStyleIsOne() {
        QCOMPARE(namedStyles().front().id, std::string_view("default"));
        QVERIFY(namedStyles().front().values.empty());
        for (const NamedStyle& style : namedStyles()) {
            QVERIFY(checkStyle(style.values));
            const auto again = readStyleFile(writeStyleFile(style.values));
            QVERIFY(again);
            QVERIFY(*again == style.values);
        }
        std::vector<std::string_view> bubbles;
        for (const Quantity bubble : quantitiesIn(kIsBubble)) bubbles.push_back(infoOf(bubble).id);
        QVERIFY(std::ranges::equal(bubbles, style_keys::kBubbles));
    }

    void aScenarioHasAStyle() {
        const auto none = readScenario(R"({"format": "bubblescope-scenario", "version": 1})");
        QVERIFY(none->style.empty());
        QCOMPARE(writeScenario(*none).find("style"), std::string::npos);

        const auto named = readScenario(scenarioWith(R"("megatron")"));
        QVERIFY(named);
        QCOMPARE(at<std::string>(named->style, "base"), std::string("megatron"));
        QVERIFY(writeScenario(*named).find(R"("style": "megatron")") != std::string::npos);
        QCOMPARE(at<int>(resolvedStyle(named->style), "first_worker"), 1);

        const auto own =
            readScenario(scenarioWith(R"({"base": "megatron", "width": "3.3in", "first_worker": 0, "dim": ["*F*"],
                             "notes": [{"kind": "arrow", "from": "0F0", "to": "1F0"}], "words": {"F": "go"}})"));
        QVERIFY(own);
        QVERIFY(*readScenario(writeScenario(*own)) == *own);
        const auto all = resolvedStyle(own->style);
        QCOMPARE(at<int>(all, "first_worker"), 0);
        QCOMPARE(at<std::string>(all, "workers"), std::string("Device #"));
        // Words of one's own stand over the base's, kind by kind.
        const auto words = at<ParameterValue::Object>(all, "words");
        QCOMPARE(at<std::string>(words, "F"), std::string("go"));
        QCOMPARE(at<std::string>(words, "B"), std::string("Backward Pass"));
        QVERIFY(!valueNamed(all, "base"));
    }

    void aSettingGivesOne() {
        const std::string plain = R"({"format": "bubblescope-scenario", "version": 1})";
        const std::vector<Setting> settings{{"style.width", "3.3in"}, {"style.words.F", "go"}};
        const auto scenario = readScenario(plain, settings);
        QVERIFY(scenario);
        QCOMPARE(at<std::string>(scenario->style, "width"), std::string("3.3in"));
        const std::vector<Setting> name{{"style", "print"}};
        QCOMPARE(at<std::string>(readScenario(plain, name)->style, "base"), std::string("print"));
        const std::vector<Setting> wrong{{"style.wdth", "3.3in"}};
        QVERIFY(readScenario(plain, wrong).error().message.find("width") != std::string::npos);
    }

    void hostileStylesAreRefused_data() {
        QTest::addColumn<QString>("style");
        QTest::addColumn<QString>("place");
        const auto row = [](const char* style, const char* place) { QTest::newRow(style) << style << place; };
        row("7", "style");
        row("\"nature\"", "style");
        row(R"({"base": "nature"})", "style.base");
        row(R"({"width": 3.3})", "style.width");
        row(R"({"width": "wide"})", "style.width");
        row(R"({"type": "-8pt"})", "style.type");
        row(R"({"scale": 1000000000})", "style.scale");
        row(R"({"scale": 1e300})", "style.scale");
        row(R"({"first_number": 2})", "style.first_number");
        row(R"({"theme": "sepia"})", "style.theme");
        row(R"({"marks": ["none"]})", "style.marks[0]");
        row(R"({"workers": "Device"})", "style.workers");
        row(R"({"legend": "no"})", "style.legend");
        row(R"({"words": {"F": 1}})", "style.words.F");
        row(R"({"begin": 1e300})", "style.begin");
        row(R"({"begin": 5, "end": 5})", "style.end");
        row(R"({"dim": "0F0"})", "style.dim");
        row(R"({"dim": ["0F0", "0X0"]})", "style.dim[1]");
        row(R"({"notes": [{"kind": "note", "from": "0F0"}]})", "style.notes[0].text");
        row(R"({"notes": [{"kind": "note", "from": "0F0", "to": "0F0", "text": "x"}]})", "style.notes[0].to");
        row(R"({"notes": [{"kind": "bracket", "from": "0F0", "to": "F0", "text": "x"}]})", "style.notes[0].to");
        row(R"({"notes": [{"kind": "box", "from": "0F0"}]})", "style.notes[0].kind");
        row(R"({"notes": [{"kind": "note", "from": "0F0", "text": "x", "at": "up"}]})", "style.notes[0].at");
        row(R"({"notes": [{"kind": "note", "from": "0F0", "text": "x", "at": "1e9,0"}]})", "style.notes[0].at");
        row(R"({"notes": [7]})", "style.notes[0]");
        row(R"({"colour": "red"})", "style.colour");
    }
    void hostileStylesAreRefused() {
        QFETCH(const QString, style);
        QFETCH(const QString, place);
        const auto scenario = readScenario(scenarioWith(style.toStdString()));
        QVERIFY(!scenario);
        QCOMPARE(QString::fromStdString(scenario.error().field), place);
    }

    void manyNotesAreRefusedUnread() {
        std::string many = R"("notes": [0)";
        for (int i = 1; i < 1'000'000; ++i) many += ",0";
        const auto style = readStyleFile(styleWith(many + "]"));
        QVERIFY(!style);
        QCOMPARE(style.error(), (Error{"must have at most 200 elements, has 1,000,000", "notes"}));
    }

    void aStyleFileIsNoOther() {
        QVERIFY(readStyleFile(styleWith({})));
        QCOMPARE(readStyleFile(styleWith(R"("theme": "dusk")")).error().field, std::string("theme"));
        QVERIFY(readStyleFile(writeScenario(foundingScenario())).error().message.find("a scenario") !=
                std::string::npos);
        QVERIFY(readScenario(styleWith({})).error().message.find("this is a style") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestStyle)

}  // namespace tst_style
#include "tst_style.moc"
