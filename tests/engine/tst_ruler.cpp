// Round numbers and ticks.

#include "engine/core/ruler.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace bubblescope;

namespace tst_ruler {

using Values = std::vector<double>;

class TestRuler : public QObject {
    Q_OBJECT

private slots:
    void numbersAreRounded_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("power");
        QTest::addColumn<double>("below");
        QTest::addColumn<double>("above");
        QTest::addColumn<double>("fine");
        QTest::addColumn<double>("end");
        QTest::newRow("1") << 1.0 << 1.0 << 1.0 << 1.0 << 1.0 << 1.0;
        QTest::newRow("1.1") << 1.1 << 1.0 << 1.0 << 2.0 << 2.0 << 1.2;
        QTest::newRow("2") << 2.0 << 1.0 << 2.0 << 2.0 << 2.0 << 2.0;
        QTest::newRow("2.4") << 2.4 << 1.0 << 2.0 << 5.0 << 2.5 << 2.5;
        QTest::newRow("70") << 70.0 << 10.0 << 50.0 << 100.0 << 100.0 << 80.0;
        QTest::newRow("810") << 810.0 << 100.0 << 500.0 << 1000.0 << 1000.0 << 1000.0;
        QTest::newRow("1e18") << 1e18 << 1e18 << 1e18 << 1e18 << 1e18 << 1e18;
        QTest::newRow("0.02") << 0.02 << 0.01 << 0.02 << 0.02 << 0.02 << 0.02;
        QTest::newRow("0.021") << 0.021 << 0.01 << 0.02 << 0.05 << 0.025 << 0.025;
        QTest::newRow("under 1000 by a rounding error")
            << std::nextafter(1000.0, 0) << 1000.0 << 500.0 << 1000.0 << 1000.0 << 1000.0;
        QTest::newRow("over 20 by a rounding error")
            << std::nextafter(20.0, 30) << 10.0 << 20.0 << 50.0 << 25.0 << 25.0;
    }
    void numbersAreRounded() {
        QFETCH(const double, value);
        QTEST(powerBelow(value), "power");
        QTEST(roundBelow(value, kRoundSteps), "below");
        QTEST(roundAbove(value, kRoundSteps), "above");
        QTEST(roundAbove(value, kFineSteps), "fine");
        QTEST(roundAbove(value, kRoundEnds), "end");
    }

    void nothingIsAboveOther() {
        for (const double value : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")})
            QVERIFY(roundAbove(value, kRoundSteps) == 0);
    }

    /// m * 10^e for all m is its own round number, also where the product is less than the decimal: 5e-6.
    void roundNumbersStay() {
        for (int exponent = -9; exponent <= 18; ++exponent)
            for (const double mantissa : kFineSteps) {
                const QByteArray decimal = QByteArray::number(mantissa) + 'e' + QByteArray::number(exponent);
                QVERIFY2(roundAbove(decimal.toDouble(), kFineSteps) == mantissa * std::pow(10.0, exponent), decimal);
            }
    }

    void multiplesAreDecimals() {
        for (int n = -1000; n <= 1000; ++n) {
            QVERIFY(nearestMultiple(n * 0.1, 0.1) == n / 10.0);
            QVERIFY(nearestMultiple(n * 0.025, 0.025) == n / 40.0);
            QVERIFY(nearestMultiple(n * 2.5, 2.5) == n * 2.5);
        }
        QVERIFY(nearestMultiple(0.34, 0.1) == 0.3);
        QVERIFY(nearestMultiple(1000, 256) == 1024);
        QVERIFY(nearestMultiple(0.34, 0) == 0.34);
    }

    void multiplesFillARange() {
        QCOMPARE(multiples(5, 0, 20), Values({0, 5, 10, 15, 20}));
        QCOMPARE(multiples(5, 1, 19), Values({5, 10, 15}));
        QCOMPARE(multiples(5, -7, 4), Values({-5, 0}));
        QCOMPARE(multiples(5, 6, 9), Values());
        QCOMPARE(multiples(0.1, 0.1, 0.3), Values({0.1, 2 * 0.1, 3 * 0.1}));  // although 3 * 0.1 > 0.3
        QCOMPARE(multiples(0, 6, 9), Values());
        QVERIFY(!std::signbit(multiples(5, 0, 20).front()));
        QCOMPARE(multiples(1, 1e17, 1e17 + 64).size(), std::size_t{65});  // ends, although 1e17 + 1 is 1e17
    }

    void roundNumbersFillARange() {
        QCOMPARE(roundNumbers(3, 200, kRoundSteps), Values({5, 10, 20, 50, 100, 200}));
        QCOMPARE(roundNumbers(1, 10, kRoundEnds), Values({1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10}));
        QCOMPARE(roundNumbers(0.02, 0.1, kRoundSteps), Values({0.02, 0.05, 0.1}));
        QCOMPARE(roundNumbers(6, 9, kRoundSteps), Values());
    }

    void powersFillARange() {
        QCOMPARE(powersOfTen(0.01, 1000, 1), Values({0.01, 0.1, 1, 10, 100, 1000}));
        QCOMPARE(powersOfTen(2, 2e6, 2), Values({10, 1000, 1e5}));
        QCOMPARE(powersOfTen(2, 9, 1), Values());
        QCOMPARE(powersOfTwo(1, 16, 400, 100), Values({1, 2, 4, 8, 16}));
        QCOMPARE(powersOfTwo(2, 32, 399, 100), Values({4, 16}));  // every second, counted from 1
        QCOMPARE(powersOfTwo(3, 3, 100, 30), Values());
        QCOMPARE(everyNth(4, 400, 100), 1);
        QCOMPARE(everyNth(4, 399, 100), 2);
        QCOMPARE(everyNth(4, 0, 100), 400);
        QCOMPARE(everyNth(0, 100, 100), 1);
    }

    /// All numbers up to 2 * perOctave, then perOctave to each doubling.
    void octavesFillARange() {
        QCOMPARE(octaves(3, 7, 30), Values({3, 4, 5, 6, 7}));
        QCOMPARE(octaves(1, 32, 30),
                 Values({1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 26, 28, 30, 32}));
        QCOMPARE(octaves(1, 32, 12), Values({1, 2, 3, 4, 6, 8, 12, 16, 24, 32}));
        QCOMPARE(octaves(5, 5, 30), Values({5}));
        QCOMPARE(octaves(6, 5, 30), Values());
    }
};

QTEST_APPLESS_MAIN(TestRuler)

}  // namespace tst_ruler
#include "tst_ruler.moc"
