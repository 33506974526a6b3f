// Formatting of numbers, also in rich text.

#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"

#include <QTest>

using namespace bubblescope;

namespace tst_format {

class TestFormat : public QObject {
    Q_OBJECT

private slots:
    void unitsAreWrittenForPeople() {
        const QString micro = QStringLiteral("\u00b5s");
        QCOMPARE(unitText("us"), micro);
        QCOMPARE(unitText("ms"), "ms");
        QCOMPARE(unitText(""), QString());
        QCOMPARE(formatTime(toTime(3364), unitText("us")), "3364" + QString(QChar(0x202f)) + micro);
    }

    /// Rich text may break a line at a narrow no-break space, and so has the usual one.
    void richTextKeepsUnits() {
        QCOMPARE(symbolHtml(QStringLiteral("T_C < 4\u202fms")), QStringLiteral("T<sub>C</sub> &lt; 4\u00a0ms"));
    }

    void numbersHaveFourDigits_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("as it is") << formatNumber(3364) << "3364";
        QTest::newRow("rounded") << formatNumber(341.7257) << "341.7";
        QTest::newRow("no zeros at the end") << formatNumber(4.0001) << "4";
        QTest::newRow("thousands from 10,000 on") << formatNumber(43139.42) << "43,140";
        QTest::newRow("negative thousands") << formatNumber(-1234567) << "-1,235,000";
        QTest::newRow("small") << formatNumber(0.000123456) << "0.0001235";
        QTest::newRow("more digits") << formatNumber(12345.678, 7) << "12,345.68";
        QTest::newRow("rounded up to thousands") << formatNumber(9999.9) << "10,000";
        QTest::newRow("as typed") << formatExact(43139.42) << "43139.42";
        QTest::newRow("a third") << formatExact(0.1 + 0.2) << "0.3";
        QTest::newRow("a count") << formatCount(14000) << "14,000";
    }

    void numbersHaveFourDigits() {
        QFETCH(QString, text);
        QTEST(text, "expected");
    }

    void timesAreScaled_data() {
        QTest::addColumn<double>("time");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("expected");
        const auto row = [](double time, const char* unit, const char* expected) {
            QTest::addRow("%g %s", time, unit) << time << QString::fromUtf8(unit) << QString::fromUtf8(expected);
        };
        row(3364, "ms", "3364 ms");
        row(9999.4, "ms", "9999 ms");
        row(10000, "ms", "10 s");
        row(43139.42, "ms", "43.14 s");
        row(464588, "ms", "7 min 45 s");
        row(119400, "ms", "119.4 s");
        row(120000, "ms", "2 min");
        row(9000, "s", "2 h 30 min");
        row(0.0762, "ms", "76.2 µs");
        row(0.25, "ms", "0.25 ms");
        row(0, "ms", "0 ms");
        row(-20000, "µs", "-20 ms");
        row(358300, "", "358,300");
        row(358300, "hours", "358,300 hours");
    }

    void timesAreScaled() {
        QFETCH(double, time);
        QFETCH(QString, unit);
        QString text = formatTime(toTime(time), unit);
        QTEST(text.replace(QChar(0x202f), ' ').replace(QChar::Nbsp, ' '), "expected");
    }

    void columnsHaveOneUnit() {
        const NumberColumn column = columnOfTimes({43139.42, 620.3, 12000}, "ms");
        QCOMPARE(column.scale, (ScaledUnit{0.001, "s"}));
        QCOMPARE(column.text(43139.42), "43.14");
        QCOMPARE(column.text(620.3), "0.62");
        QCOMPARE(column.text(12000), "12.00");
        QCOMPARE(column.signedText(-620.3), QString::fromUtf8("−0.62"));
        const NumberColumn whole = columnOfTimes({3364, 2906, 2748}, "ms");
        QCOMPARE(whole.text(2906), "2906");
        QCOMPARE(columnOfTimes({321.8, 363}, "ms").text(363), "363.0");
        QCOMPARE(columnOfTimes({}, "ms").scale.unit, "ms");
        QCOMPARE(formatSpan(toTime(404), toTime(820), "ms").replace(QChar(0x202f), ' '),
                 QString::fromUtf8("404 – 820 ms"));
    }

    void listsKeepNamesApart() {
        QCOMPARE(formatList({"GPipe", "1F1B"}), "GPipe and 1F1B");
        QCOMPARE(formatList({"GPipe", "1F1B", "ZB-H1"}), "GPipe, 1F1B and ZB-H1");
        QCOMPARE(formatList({"DDP", "FSDP, one lane", "FSDP, split"}), "DDP; FSDP, one lane and FSDP, split");
    }

    void ranksAreToldShortly() {
        QCOMPARE(formatRanks({2}), "rank 2");
        QCOMPARE(formatRanks({0, 1}), "ranks 0 and 1");
        QCOMPARE(formatRanks({0, 1, 3}), "ranks 0, 1 and 3");
        QCOMPARE(formatRanks({0, 1, 2, 4, 5, 6, 7}), "ranks 0–2 and 4–7");
        QCOMPARE(formatRanks({0, 2, 4, 6, 8, 10}), "ranks 0, 2, …, 10");
        QCOMPARE(formatNumbers({0, 1, 3}).join(", "), "0, 1, 3");
        QCOMPARE(formatNumbers({}), QStringList());
    }

    void timeLeft_data() {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<QString>("text");
        const auto row = [](double seconds, const char* text) {
            QTest::addRow("%g s", seconds) << seconds << QString::fromLatin1(text);
        };
        row(0, "");
        row(0.4, "");
        row(0.6, "about 1 s left");
        row(12.3, "about 12 s left");
        row(19.4, "about 19 s left");
        row(19.6, "about 20 s left");
        row(43, "about 45 s left");
        row(87, "about 85 s left");
        row(88, "about 2 min left");
        row(200, "about 3 min left");
        row(-1, "");
        row(qQNaN(), "");
    }

    void differencesHaveASign_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("less") << formatSigned(-124) << QString::fromUtf8("−124");
        QTest::newRow("more") << formatSigned(0.5, 4) << "+0.5";
        QTest::newRow("equal") << formatSigned(0) << QString::fromUtf8("±0");
        QTest::newRow("a share") << formatChange(-0.0337) << QString::fromUtf8("−3.4%");
        QTest::newRow("a small share is seen") << formatChange(0.00012) << "+0.01%";
        QTest::newRow("and a very small one") << formatChange(-0.00000049) << QString::fromUtf8("−0.00005%");
        QTest::newRow("no change") << formatChange(0) << QString::fromUtf8("±0%");
        QTest::newRow("points") << formatPoints(-0.0213) << QString::fromUtf8("−2.1 points");
        QTest::newRow("a hundred points") << formatPoints(1.0) << "+100.0 points";
    }

    void differencesHaveASign() {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QCOMPARE(text.replace(QChar(0x202f), ' '), expected);
    }

    void timeLeft() {
        QFETCH(double, seconds);
        QFETCH(QString, text);
        QCOMPARE(formatTimeLeft(seconds), text);
    }
};

QTEST_APPLESS_MAIN(TestFormat)

}  // namespace tst_format
#include "tst_format.moc"
