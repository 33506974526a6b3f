// Numbers as people read them.

#include "widgets/basics/format.h"

#include <QTest>

using namespace bubblescope;

class TestFormat : public QObject {
    Q_OBJECT

private slots:
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

    void timeLeft() {
        QFETCH(double, seconds);
        QFETCH(QString, text);
        QCOMPARE(formatTimeLeft(seconds), text);
    }
};

QTEST_APPLESS_MAIN(TestFormat)
#include "tst_format.moc"
