#include "widgets/panels/param_slider.h"

#include "engine/scenario/parameters.h"
#include "widgets/kit/flat_style.h"
#include "widgets/kit/theme.h"

#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <memory>

using namespace bubblescope;

namespace tst_param_slider {

namespace {

Parameter share() {
    return {.key = "recompute",
            .type = ParameterType::Number,
            .symbol = "r",
            .word = "recompute ratio",
            .definition = "r",
            .least = 0,
            .most = 1,
            .slider = {.most = 1, .step = 0.01}};
}
Parameter devices() {
    return {.key = "devices",
            .symbol = "D",
            .word = "devices",
            .definition = "D",
            .least = 1,
            .most = 4096,
            .slider = {.least = 1, .most = 64, .isLogarithmic = true, .usual = 4}};
}
Parameter times() {
    return {.key = "forward",
            .type = ParameterType::Number,
            .symbol = "T_F",
            .word = "forward",
            .definition = "T_F",
            .least = 0,
            .slider = {.least = 1, .most = 10000, .isLogarithmic = true, .usual = 100}};
}

void press(SlimSlider* slider, double position) {
    QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(qRound(slider->xOf(position)), slider->height() / 2));
}
void moveTo(SlimSlider* slider, double position) {
    QMouseEvent move(QEvent::MouseMove, QPointF(slider->xOf(position), slider->height() / 2.0),
                     slider->mapToGlobal(QPointF(slider->xOf(position), 0)), Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(slider, &move);
}
void release(SlimSlider* slider, double position) {
    QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(qRound(slider->xOf(position)), slider->height() / 2));
}

/// A slider in a shown window, 400 wide, with what it asked for.
struct Shown {
    explicit Shown(const Parameter& spec) : param(spec), spy(&param, &ParamSlider::valueEdited) {
        param.resize(400, 60);
        param.show();
    }
    double value(int i) const { return spy.at(i).at(0).toDouble(); }
    int gesture(int i) const { return spy.at(i).at(1).toInt(); }
    void type(const QString& text) {
        param.field()->setFocus();
        param.field()->selectAll();
        QTest::keyClicks(param.field(), text);
        QTest::keyClick(param.field(), Qt::Key_Return);
    }
    ParamSlider param;
    QSignalSpy spy;
};

}  // namespace

class TestParamSlider : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void typedNumbers_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QLocale>("locale");
        QTest::addColumn<bool>("isTaken");
        QTest::addColumn<double>("value");
        const QLocale english(QLocale::English, QLocale::UnitedStates), german(QLocale::German, QLocale::Germany);
        QTest::newRow("plain") << "12.5" << english << true << 12.5;
        QTest::newRow("with the unit") << "12.5 ms" << english << true << 12.5;
        QTest::newRow("unit without a space") << "12.5ms" << english << true << 12.5;
        QTest::newRow("exponent") << "1e3" << english << true << 1000.0;
        QTest::newRow("German comma") << "12,5" << german << true << 12.5;
        QTest::newRow("German comma, three decimals") << "12,500" << german << true << 12.5;
        QTest::newRow("English thousands") << "12,500" << english << true << 12500.0;
        QTest::newRow("plain point in German too") << "12.5" << german << true << 12.5;
        QTest::newRow("no letters") << "fast" << english << false << 0.0;
        QTest::newRow("another unit") << "12 h" << english << false << 0.0;
        QTest::newRow("not empty") << "" << english << false << 0.0;
        QTest::newRow("no infinity") << "inf" << english << false << 0.0;
        QTest::newRow("not negative") << "-1" << english << false << 0.0;
    }
    void typedNumbers() {
        QFETCH(QString, typed);
        QFETCH(QLocale, locale);
        QFETCH(bool, isTaken);
        QFETCH(double, value);
        QLocale::setDefault(locale);
        Shown shown(times());
        shown.param.setUnit("ms");
        if (typed.isEmpty()) {
            shown.param.field()->setFocus();
            shown.param.field()->clear();
            QTest::keyClick(shown.param.field(), Qt::Key_Return);
        } else {
            shown.type(typed);
        }
        QLocale::setDefault(QLocale::c());
        QCOMPARE(shown.spy.size(), isTaken ? 1 : 0);
        QCOMPARE(isMarked(shown.param.field()), !isTaken);
        QCOMPARE(shown.param.error().isEmpty(), isTaken);
        if (isTaken) {
            QCOMPARE(shown.value(0), value);
            QCOMPARE(shown.gesture(0), 0);
        } else {
            QCOMPARE(shown.param.value(), 100.0);
            QTest::keyClick(shown.param.field(), Qt::Key_Escape);
            QVERIFY(!isMarked(shown.param.field()));
            QCOMPARE(shown.param.field()->text(), QString("100") + QChar(0x202f) + "ms");
        }
    }

    void microsecondsAreTypedAsPeopleCan() {
        Shown shown(times());
        const QString micro = QStringLiteral("\u00b5s");
        shown.param.setUnit(micro);
        shown.type(QStringLiteral("12.5 us"));
        QCOMPARE(shown.spy.size(), 1);
        QCOMPARE(shown.param.field()->text(), QStringLiteral("12.5\u202f") + micro);
        for (const char* unit : {"us", " us", "\u00b5s", " \u03bcs", ""})
            QCOMPARE(parseNumber(QStringLiteral("3") + QString::fromUtf8(unit), micro), std::optional(3.0));
        QVERIFY(!parseNumber(QStringLiteral("3 ms"), micro));
    }

    void wholeNumbersOnly() {
        Shown shown(devices());
        shown.type("4.5");
        QCOMPARE(shown.spy.size(), 0);
        QCOMPARE(shown.param.error(), QString("must be a whole number"));
        shown.type("5000");
        QCOMPARE(shown.param.error(), QString("must be from 1 to 4096"));
        shown.type("8.0");
        QCOMPARE(shown.spy.size(), 1);
        QCOMPARE(shown.value(0), 8.0);
        QVERIFY(shown.param.error().isEmpty());
    }

    void oneDragIsOneGesture() {
        Shown shown(share());
        SlimSlider* slider = shown.param.slider();
        press(slider, 0.5);
        moveTo(slider, 0.75);
        moveTo(slider, 1.0);
        release(slider, 1.0);
        QCOMPARE(shown.spy.size(), 3);
        QVERIFY(std::abs(shown.value(0) - 0.5) < 0.011);
        QVERIFY(std::abs(shown.value(1) - 0.75) < 0.011);
        QCOMPARE(shown.value(2), 1.0);
        QVERIFY(shown.gesture(0) > 0);
        QCOMPARE(shown.gesture(1), shown.gesture(0));
        QCOMPARE(shown.gesture(2), shown.gesture(0));
        press(slider, 0.2);
        release(slider, 0.2);
        QVERIFY(shown.gesture(3) != shown.gesture(0));
    }

    void pressingTheKnobMovesNothing() {
        Shown shown(share());
        shown.param.setValue(0.5);
        press(shown.param.slider(), 0.505);
        release(shown.param.slider(), 0.505);
        QCOMPARE(shown.spy.size(), 0);
    }

    void doubleClickResets() {
        Shown shown(devices());
        shown.param.setValue(16);
        const QPoint far(qRound(shown.param.slider()->xOf(0.95)), 8);
        QTest::mouseClick(shown.param.slider(), Qt::LeftButton, {}, far);
        QTest::mouseDClick(shown.param.slider(), Qt::LeftButton, {}, far);
        QVERIFY(shown.spy.size() >= 2);
        QCOMPARE(shown.value(int(shown.spy.size()) - 1), 4.0);
        QCOMPARE(shown.param.value(), 4.0);
    }

    void keys_data() {
        QTest::addColumn<int>("scale");  // 0 share, 1 devices, 2 times
        QTest::addColumn<double>("from");
        QTest::addColumn<Qt::Key>("key");
        QTest::addColumn<double>("to");
        QTest::newRow("share: right adds 0.01") << 0 << 0.5 << Qt::Key_Right << 0.51;
        QTest::newRow("share: down takes 0.01") << 0 << 0.5 << Qt::Key_Down << 0.49;
        QTest::newRow("share: page is 0.1") << 0 << 0.5 << Qt::Key_PageUp << 0.6;
        QTest::newRow("whole: up is 1") << 1 << 4.0 << Qt::Key_Up << 5.0;
        QTest::newRow("whole: left is 1") << 1 << 4.0 << Qt::Key_Left << 3.0;
        QTest::newRow("whole, log: page doubles") << 1 << 4.0 << Qt::Key_PageUp << 8.0;
        QTest::newRow("whole, log: page halves") << 1 << 5.0 << Qt::Key_PageDown << 2.0;
        QTest::newRow("home") << 1 << 4.0 << Qt::Key_Home << 1.0;
        QTest::newRow("end") << 1 << 4.0 << Qt::Key_End << 64.0;
        QTest::newRow("log: 5 % up") << 2 << 100.0 << Qt::Key_Up << 105.0;
        QTest::newRow("log: 5 % up, small") << 2 << 2.0 << Qt::Key_Up << 2.1;
        QTest::newRow("log: page doubles") << 2 << 100.0 << Qt::Key_PageUp << 200.0;
    }
    void keys() {
        QFETCH(int, scale);
        QFETCH(double, from);
        QFETCH(Qt::Key, key);
        QFETCH(double, to);
        Shown shown(scale == 0 ? share() : scale == 1 ? devices() : times());
        shown.param.setValue(from);
        QTest::keyClick(shown.param.slider(), key);
        QCOMPARE(shown.spy.size(), 1);
        QVERIFY2(std::abs(shown.value(0) - to) < 1e-9, qPrintable(QString::number(shown.value(0))));
    }

    void keysInABurstShareAGesture() {
        Shown shown(devices());
        for (int i = 0; i < 3; ++i) QTest::keyClick(shown.param.slider(), Qt::Key_Up);
        QCOMPARE(shown.spy.size(), 3);
        QCOMPARE(shown.value(2), 7.0);
        QCOMPARE(shown.gesture(2), shown.gesture(0));
        QVERIFY(shown.gesture(0) > 0);
    }

    /// So that a room sees them: 1, 1.5, 2, 3, 5, 7 and ten times as much; tenths of shares; whole numbers one by one.
    void stridesAreSeen_data() {
        QTest::addColumn<QList<double>>("up");  // and the same way down
        QTest::addColumn<int>("spec");
        QTest::newRow("times") << QList<double>{100, 150, 200, 300, 500, 700, 1000, 1500} << 0;
        QTest::newRow("shares") << QList<double>{0, 0.1, 0.2, 0.3} << 1;
        QTest::newRow("whole numbers") << QList<double>{4, 5, 6} << 2;
        QTest::newRow("from 0") << QList<double>{0, 0.1, 0.15, 0.2} << 3;
    }
    void stridesAreSeen() {
        QFETCH(const QList<double>, up);
        QFETCH(const int, spec);
        Parameter comm = times();
        comm.slider.least = 0, comm.slider.most = 2;
        Shown shown(spec == 0 ? times() : spec == 1 ? share() : spec == 2 ? devices() : comm);
        shown.param.setValue(up.front());
        for (const double value : up.mid(1)) {
            shown.param.stepBy(1);
            QCOMPARE(shown.param.value(), value);
        }
        shown.param.stepBy(1 - static_cast<int>(up.size()));
        QCOMPARE(shown.param.value(), up.front());
        QCOMPARE(shown.gesture(0), shown.gesture(static_cast<int>(shown.spy.size()) - 1));
        // Between two of them it goes to the next.
        if (spec == 0) {
            shown.param.setValue(120);
            shown.param.stepBy(1);
            QCOMPARE(shown.param.value(), 150.0);
            shown.param.setValue(120);
            shown.param.stepBy(-1);
            QCOMPARE(shown.param.value(), 100.0);
        }
    }

    void arrowsInTheFieldStep() {
        Shown shown(devices());
        shown.param.field()->setFocus();
        QTest::keyClick(shown.param.field(), Qt::Key_Up);
        QCOMPARE(shown.spy.size(), 1);
        QCOMPARE(shown.value(0), 5.0);
        QCOMPARE(shown.param.field()->text(), QString("5"));
    }

    void aValueBeyondWidensTheRange() {
        Shown shown(devices());
        shown.type("256");
        QCOMPARE(shown.spy.size(), 1);
        QCOMPARE(shown.param.slider()->position(), 1.0);
        QTest::keyClick(shown.param.slider(), Qt::Key_Home);
        QTest::keyClick(shown.param.slider(), Qt::Key_End);
        QCOMPARE(shown.value(2), 256.0);
        shown.param.setValue(8);  // from outside: the usual range again, log2(8)/log2(64)
        QCOMPARE(shown.param.slider()->position(), 0.5);
    }

    void logarithmicFromZero() {
        Parameter spec = times();
        spec.slider.least = 0;
        spec.slider.most = 200;
        Shown shown(spec);
        shown.param.setValue(0);
        QCOMPARE(shown.param.slider()->position(), 0.0);
        QTest::keyClick(shown.param.slider(), Qt::Key_Up);
        QCOMPARE(shown.value(0), 1.0);
        QTest::keyClick(shown.param.slider(), Qt::Key_Down);
        QCOMPARE(shown.value(1), 0.0);
        for (double value : {0.5, 4.0, 60.0, 200.0})
            QVERIFY(std::abs(scaleOf(spec).valueAt(scaleOf(spec).positionOf(value)) - value) <= value * 0.01);
    }

    void draggingSnaps() {
        Parameter spec = devices();
        spec.slider.most = 512;
        Shown shown(spec);
        shown.param.setSnap(12);
        SlimSlider* slider = shown.param.slider();
        press(slider, 0.0);
        for (double position = 0.05; position <= 1; position += 0.05) moveTo(slider, position);
        release(slider, 1);
        QVERIFY(shown.spy.size() > 5);
        for (int i = 0; i < shown.spy.size(); ++i) QCOMPARE(std::fmod(shown.value(i), 12.0), 0.0);
    }

    void theWheelNeedsFocus() {
        Shown shown(devices());
        shown.param.field()->setFocus();
        const auto wheel = [&] {
            QWheelEvent event({10, 8}, {10, 8}, {}, {0, 120}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(shown.param.slider(), &event);
        };
        wheel();
        QCOMPARE(shown.spy.size(), 0);
        shown.param.activateWindow();
        shown.param.slider()->setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&shown.param));
        wheel();
        QCOMPARE(shown.spy.size(), 1);
    }

    void anErrorStandsBeneath() {
        Shown shown(devices());
        shown.param.setError("needs an even number");
        QVERIFY(isMarked(shown.param.field()));
        QCOMPARE(shown.param.error(), QString("needs an even number"));
        shown.type("many");  // what was typed now is the nearer reason
        QCOMPARE(shown.param.error(), QString("not a number"));
        QTest::keyClick(shown.param.field(), Qt::Key_Escape);
        QCOMPARE(shown.param.error(), QString("needs an even number"));
        shown.param.setError({});
        QVERIFY(shown.param.error().isEmpty());
        QVERIFY(!isMarked(shown.param.field()));
    }

    /// It must not hear any more what is typed into a field that goes with it.
    void goesWhileSomethingIsTyped() {
        auto row = std::make_unique<ParamSlider>(share());
        row->show();
        row->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(row.get()));
        row->field()->setFocus();
        row->field()->selectAll();
        QTest::keyClicks(row->field(), "0.5");
        QSignalSpy edited(row.get(), &ParamSlider::valueEdited);
        row.reset();
        QCOMPARE(edited.count(), 0);
    }
};

QTEST_MAIN(TestParamSlider)

}  // namespace tst_param_slider
#include "tst_param_slider.moc"
