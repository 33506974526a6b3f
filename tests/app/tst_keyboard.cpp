// The window for users of the keyboard and of screen readers: the order of Tab, a visible focus, and the accessible
// texts of sliders.

#include "tests/app/page_desk.h"

#include "widgets/kit/slim_slider.h"

#include <QAccessible>
#include <QApplication>
#include <QScrollArea>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_keyboard {

namespace {

/// Where Tab goes on a page, in its order.
std::vector<QWidget*> stopsOf(QWidget& page) {
    std::vector<QWidget*> stops;
    QWidget* const window = page.window();
    for (QWidget* at = window->nextInFocusChain(); at != window; at = at->nextInFocusChain())
        if (page.isAncestorOf(at) && at->isVisible() && at->isEnabled() && (at->focusPolicy() & Qt::TabFocus) &&
            !at->visibleRegion().isEmpty() && !at->focusProxy())
            stops.push_back(at);
    return stops;
}

QString nameOf(QWidget& widget) {
    return QStringLiteral("%1 \"%2\"")
        .arg(QLatin1String(widget.metaObject()->className()),
             QAccessible::queryAccessibleInterface(&widget)->text(QAccessible::Name));
}

QImage shotOf(QWidget& window) {
    QCoreApplication::processEvents();
    return window.grab().toImage();
}

}  // namespace

class TestKeyboard : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void init() { m_home = newHome(); }

    /// From the top left to the bottom right, column by column: never back to what stands above in the same column, nor
    /// to the left within a line.
    void tabGoesAsPeopleRead_data() { everyPage(); }
    void tabGoesAsPeopleRead() {
        QFETCH(const int, page);
        PageDesk desk(page);
        Page& shown = desk.window.page(*pageKinds()[std::size_t(page)]);
        // Notes and advice come with the results.
        if (QByteArray(QTest::currentDataTag()) == "schedules")
            QTRY_VERIFY(shown.findChild<QWidget*>("moreAdvice")->isVisible() &&
                        shown.findChild<QWidget*>("advice")->isEnabled());
        desk.window.resize(desk.window.width(), 3000);  // forms whole
        QCoreApplication::processEvents();
        const auto stops = stopsOf(shown);
        QVERIFY(!stops.empty());
        QStringList wrong;
        for (std::size_t i = 1; i < stops.size(); ++i) {
            const auto boxOf = [&](QWidget* stop) { return QRect(stop->mapTo(&shown, QPoint()), stop->size()); };
            const QRect before = boxOf(stops[i - 1]), after = boxOf(stops[i]);
            const bool isLeft =
                after.right() <= before.left() && after.top() < before.bottom() && before.top() < after.bottom();
            const bool isAbove =
                after.bottom() <= before.top() && after.left() < before.right() && before.left() < after.right();
            // What says which of several things is shown comes before all of them.
            const bool isSwitch = stops[i - 1]->accessibleName().contains(" or ");
            if ((isLeft || isAbove) && !isSwitch) wrong += nameOf(*stops[i - 1]) + " before " + nameOf(*stops[i]);
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join("\n")));
        // Tab goes through the whole form before it leaves it, and does not come back.
        const QWidget* form = stops.front();
        while (form && !qobject_cast<const QScrollArea*>(form)) form = form->parentWidget();
        for (std::size_t i = 1; form && i < stops.size(); ++i)
            QVERIFY2(form->isAncestorOf(stops[i - 1]) || !form->isAncestorOf(stops[i]), qPrintable(nameOf(*stops[i])));
    }

    /// Where the keyboard is shows in the picture.
    void focusIsSeen_data() { everyPage(); }
    void focusIsSeen() {
        QFETCH(const int, page);
        PageDesk desk(page);
        desk.window.activateWindow();
        QTRY_VERIFY(desk.window.isActiveWindow());
        Page& shown = desk.window.page(*pageKinds()[std::size_t(page)]);
        QStringList unseen;
        for (QWidget* stop : stopsOf(shown)) {
            if (QWidget* const before = QApplication::focusWidget()) before->clearFocus();
            const QImage without = shotOf(*stop->window());
            stop->previousInFocusChain()->setFocus(Qt::TabFocusReason);
            QTest::keyClick(stop->previousInFocusChain(), Qt::Key_Tab);
            if (QApplication::focusWidget() != stop) stop->setFocus(Qt::TabFocusReason);
            if (shotOf(*stop->window()) == without) unseen += nameOf(*stop);
        }
        QVERIFY2(unseen.isEmpty(), qPrintable(unseen.join("\n")));
    }

    void slidersTellTheirValues() {
        Desk desk;
        ParamSlider* const devices = desk.param("devices");
        QAccessibleInterface* const spoken = QAccessible::queryAccessibleInterface(devices->slider());
        QVERIFY(spoken);
        QCOMPARE(spoken->role(), QAccessible::Slider);
        QAccessibleValueInterface* const value = spoken->valueInterface();
        QVERIFY(value);
        QCOMPARE(value->currentValue().toDouble(), 4.0);
        QCOMPARE(value->minimumValue().toDouble(), 1.0);
        QCOMPARE(value->maximumValue().toDouble(), 64.0);
        value->setCurrentValue(6.0);
        QCOMPARE(desk.document().scenario().workload.devices, 6);
        QCOMPARE(value->currentValue().toDouble(), 6.0);
        value->setCurrentValue(-1.0);
        QCOMPARE(desk.document().scenario().workload.devices, 6);
    }

    /// Every slider of every page is one to such programs, with a name and a value within its range.
    void allSlidersAreSliders_data() { everyPage(); }
    void allSlidersAreSliders() {
        QFETCH(const int, page);
        PageDesk desk(page);
        Page& shown = desk.window.page(*pageKinds()[std::size_t(page)]);
        for (QWidget* widget : shown.findChildren<QWidget*>()) {
            if (!dynamic_cast<SpokenSlider*>(widget) || !widget->isVisible()) continue;
            QAccessibleInterface* const spoken = QAccessible::queryAccessibleInterface(widget);
            QVERIFY2(spoken && spoken->role() == QAccessible::Slider, qPrintable(nameOf(*widget)));
            QVERIFY2(!spoken->text(QAccessible::Name).isEmpty(), qPrintable(nameOf(*widget)));
            const QAccessibleValueInterface& value = *spoken->valueInterface();
            QVERIFY2(value.minimumValue().toDouble() <= value.currentValue().toDouble() &&
                         value.currentValue().toDouble() <= value.maximumValue().toDouble(),
                     qPrintable(nameOf(*widget)));
        }
    }
};

QTEST_MAIN(TestKeyboard)

}  // namespace tst_keyboard
#include "tst_keyboard.moc"
