// Formatting of numbers.

#include "widgets/kit/format.h"

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
