// Lists of values as users type them: their meaning, error messages, and that they are written back the same.

#include "engine/study/value_list.h"

#include "engine/study/experiment.h"

#include "tests/engine/experiment_files.h"
#include "tests/engine/random_scenario.h"
#include "tests/rounds.h"

#include <QTest>

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_value_list {

namespace {

using Values = std::vector<double>;

}  // namespace

class TestValueList : public QObject {
    Q_OBJECT

private slots:
    void values_data() {
        QTest::addColumn<std::vector<double>>("values");
        const auto row = [](const char* text, Values values) { QTest::newRow(text) << values; };
        row("4", {4});
        row("1, 2, 4", {1, 2, 4});
        row(" 1,2 ,4,", {1, 2, 4});
        row("1 2 4", {1, 2, 4});
        row("-1.5, +2e3, .5", {-1.5, 2000, 0.5});
        row("0,5; 1,5; 2", {0.5, 1.5, 2});
        row("1; 2, 3", {1, 2, 3});
        row("4..8", {4, 5, 6, 7, 8});
        row("8 .. 5", {8, 7, 6, 5});
        row("3..3", {3});
        row("0..32 step 8", {0, 8, 16, 24, 32});
        row("0..10 step 4", {0, 4, 8});
        row("10..0step4", {10, 6, 2});
        row("0..1 step 0.1", {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1});
        row("-0.3..0.3 step 0.1", {-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3});
        row("0,5..1,5 step 0,5; 3", {0.5, 1, 1.5, 3});
        row("2..32 x2", {2, 4, 8, 16, 32});
        row("2..33 *2", {2, 4, 8, 16, 32});
        row("32..4 x 2", {32, 16, 8, 4});
        row("1..100 x10, 250", {1, 10, 100, 250});
        row("-1..-8 x2", {-1, -2, -4, -8});
        row("0, 2..32 x2", {0, 2, 4, 8, 16, 32});
        row("0.5..2.5", {0.5, 1.5, 2.5});
        row("1\u20264", {1, 2, 3, 4});
        row("1...4", {1, 2, 3, 4});
        row("2..8 \u00d72", {2, 4, 8});
        row("\u22121, 1", {-1, 1});
        row("1,\u00a02\n3", {1, 2, 3});
    }
    void values() {
        QFETCH(std::vector<double>, values);
        const auto list = parseValueList(QTest::currentDataTag());
        QVERIFY2(list.has_value(), list ? "" : list.error().message.c_str());
        QCOMPARE(*list, values);
    }

    void mistakes_data() {
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("says");
        QTest::newRow("") << 1 << "needs at least one value";
        QTest::newRow("  ") << 1 << "needs at least one value";
        QTest::newRow("1,,2") << 3 << "expected a number";
        QTest::newRow("1, two") << 4 << "expected a number";
        QTest::newRow("1..") << 4 << "expected a number at the end";
        QTest::newRow("1, ..4") << 4 << "expected a number";
        QTest::newRow("0..16 log 5") << 7 << "expected step or x after a range";
        QTest::newRow("0..16ms") << 6 << "expected step or x after a range";
        QTest::newRow("2-32") << 2 << "expected a comma";
        QTest::newRow("2 - 32") << 3 << "expected a number";
        QTest::newRow("12ms") << 3 << "expected a comma";
        QTest::newRow("1,000") << 3 << "write thousands without a comma";
        QTest::newRow("1,024") << 3 << "write thousands without a comma";
        QTest::newRow("0..8 step 0") << 11 << "the step must be above 0";
        QTest::newRow("0..8 step -2") << 11 << "the step must be above 0";
        QTest::newRow("0..8 step") << 10 << "expected a number at the end";
        QTest::newRow("8..1 x0.5") << 7 << "the factor must be above 1";
        QTest::newRow("0..8 x2") << 1 << "a factor needs ends of the same sign";
        QTest::newRow("4, -2..8 x2") << 4 << "a factor needs ends of the same sign";
        QTest::newRow("1e999") << 1 << "too large";
        QTest::newRow("inf") << 1 << "expected a number";
        QTest::newRow("nan") << 1 << "expected a number";
    }
    void mistakes() {
        QFETCH(int, column);
        QFETCH(QString, says);
        const auto list = parseValueList(QTest::currentDataTag());
        QVERIFY(!list);
        const QString message = QString::fromStdString(list.error().message);
        QVERIFY2(message.contains(QStringLiteral("column %1: ").arg(column)), qPrintable(message));
        QVERIFY2(message.contains(says), qPrintable(message));
    }

    /// Refused before memory is taken, and at once.
    void hugeRangesAreRefused() {
        for (const char* text : {"0..1e9 step 1e-9", "0..1000000", "1..2 x1.0000000001", "1e-300..1e300 step 1e-300",
                                 "-1e308..1e308 step 1", "1e-320..1e308 x1.0000000000000002", "0..999998, 1, 2, 3"}) {
            const auto list = parseValueList(text);
            QVERIFY2(!list, text);
            QVERIFY2(list.error().message.find("the limit is 1,000,000") != std::string::npos,
                     list.error().message.c_str());
        }
    }

    void aMillionValuesAreLegal() {
        const auto list = parseValueList("1..1000000");
        QVERIFY(list.has_value());
        QCOMPARE(list->size(), std::size_t(1'000'000));
        QCOMPARE(list->back(), 1e6);
        QCOMPARE(valueListText(*list), std::string("1..1000000"));
    }

    void shortLists_data() {
        QTest::addColumn<std::vector<double>>("values");
        QTest::newRow("2, 4, 8, 16, 32") << Values{2, 4, 8, 16, 32};
        QTest::newRow("0, 2, 4, 8, 16, 32") << Values{0, 2, 4, 8, 16, 32};
        QTest::newRow("0..1 step 0.2") << Values{0, 0.2, 0.4, 0.6, 0.8, 1};
        QTest::newRow("1..6") << Values{1, 2, 3, 4, 5, 6};
        QTest::newRow("2..64 x2") << Values{2, 4, 8, 16, 32, 64};
        QTest::newRow("64..2 x2") << Values{64, 32, 16, 8, 4, 2};
        QTest::newRow("7..1 step 1.2, 100") << Values{7, 5.8, 4.6, 3.4, 2.2, 1, 100};
        QTest::newRow("5, 5, 5, 5, 5, 5, 5") << Values(7, 5.0);
        QTest::newRow("0.3333333333333333, 1e+300") << Values{1.0 / 3, 1e300};
        QTest::newRow("") << Values{};
    }
    void shortLists() {
        QFETCH(std::vector<double>, values);
        QCOMPARE(QString::fromStdString(valueListText(values)), QString::fromUtf8(QTest::currentDataTag()));
    }

    void longListsAreCut() {
        const Values values{1, 2, 4, 8, 16, 3};
        QCOMPARE(valueListText(values, 18), std::string("1, 2, 4, 8, 16, 3"));
        QCOMPARE(valueListText(values, 16), std::string("1, 2, 4, 8, \u2026"));
        QCOMPARE(valueListText(values, 5), std::string("\u2026"));
        Values many;
        for (int i = 0; i < 1000; ++i) many.push_back(std::sqrt(i));
        for (std::size_t longest = 3; longest < 200; ++longest) {
            const std::string text = valueListText(many, longest);
            QVERIFY(text.size() <= longest && text.ends_with("\u2026"));
        }
    }

    void anyListComesBack() {
        Random random(propertySeed());
        const auto real = [&](double from, double to) { return std::uniform_real_distribution(from, to)(random); };
        for (int round = 0; round < rounds(2000); ++round) {
            Values values;
            for (int runs = randomInt(random, 1, 4); runs > 0; --runs) {
                double value = randomInt(random, 0, 1) ? randomInt(random, 0, 40) * 0.25 : real(-1e3, 1e3);
                const double step = randomInt(random, 0, 2) ? randomInt(random, 0, 20) * 0.1 : real(-5, 5);
                const bool isFactor = randomInt(random, 0, 1) == 0;
                for (int count = randomInt(random, 1, 12); count > 0; --count) {
                    values.push_back(value);
                    value = isFactor ? value * 2 : value + step;
                }
            }
            const std::string text = valueListText(values);
            const auto back = parseValueList(text);
            QVERIFY2(back.has_value() && *back == values, text.c_str());
        }
    }

    void everyPresetsListsComeBack() {
        const QDir folder(QStringLiteral(SOURCE_DIR "/presets/experiments"));
        const QStringList files = folder.entryList({"*.json"});
        QVERIFY(files.size() >= 15);
        for (const QString& file : files) {
            const auto experiment = readExperiment(presetText(QFileInfo(file).baseName().toStdString()));
            QVERIFY(experiment.has_value());
            for (const NamedAxis& axis : axesOf(*experiment))
                QCOMPARE(*parseValueList(valueListText(axis.axis->values)), axis.axis->values);
        }
    }
};

QTEST_APPLESS_MAIN(TestValueList)

}  // namespace tst_value_list
#include "tst_value_list.moc"
