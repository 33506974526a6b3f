// The parts of axes that charts show, as text.

#include "engine/style/shown_range.h"
#include "engine/style/style.h"

#include <QTest>

using namespace bubblescope;

namespace tst_shown_range {

class TestShownRange : public QObject {
    Q_OBJECT
private slots:
    void textsAreRanges_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("written");
        QTest::newRow("none") << QByteArray(" ") << QByteArray();
        QTest::newRow("both ends") << QByteArray("0 .. 30") << QByteArray("0..30");
        QTest::newRow("one end") << QByteArray("..1.5") << QByteArray("..1.5");
        QTest::newRow("below 0") << QByteArray("-2..") << QByteArray("-2..");
        QTest::newRow("percentages are shares") << QByteArray("0%..50%") << QByteArray("0..0.5");
        QTest::newRow("several") << QByteArray("0..1;;..500") << QByteArray("0..1; ; ..500");
    }
    void textsAreRanges() {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, written);
        const auto ranges = shownRangesIn(text.toStdString());
        QVERIFY(ranges);
        QCOMPARE(QByteArray::fromStdString(textOf(*ranges)), written);
        QVERIFY(*shownRangesIn(textOf(*ranges)) == *ranges);
    }

    void otherTextsAreRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("why");
        QTest::newRow("a number") << QByteArray("5") << QByteArray("must be FROM..TO, such as 0..30, ..30 or 0%..50%");
        QTest::newRow("no end") << QByteArray("..") << QByteArray("must be FROM..TO");
        QTest::newRow("no number") << QByteArray("a..b") << QByteArray("must be FROM..TO");
        QTest::newRow("backwards") << QByteArray("3..3") << QByteArray("must end above its start, is \"3..3\"");
    }
    void otherTextsAreRefused() {
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, why);
        const auto ranges = shownRangesIn(text.toStdString());
        QVERIFY(!ranges);
        QVERIFY2(ranges.error().message.starts_with(why.toStdString()), ranges.error().message.c_str());
    }

    void aStyleHasOneRangeOfX() {
        ParameterValue::Object style;
        setNamed(style, "y_range", {std::string("0..1; 0..400")});
        QVERIFY(checkStyle(style));
        setNamed(style, "x_range", {std::string("0..1; 0..400")});
        QCOMPARE(QByteArray::fromStdString(checkStyle(style).error().text()),
                 QByteArray(".x_range: must be one range"));
    }
};

QTEST_APPLESS_MAIN(TestShownRange)

}  // namespace tst_shown_range
#include "tst_shown_range.moc"
