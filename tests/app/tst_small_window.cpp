// All texts are readable in the window at its minimum size, and the headings of its tables at its usual size.

#include "tests/app/desk.h"
#include "tests/engine/scenarios.h"
#include "widgets/charts/charts_panel.h"
#include "widgets/charts/curves_view.h"
#include "widgets/kit/page_rail.h"
#include "widgets/panels/device_table.h"
#include "widgets/panels/metrics_table.h"

#include <QAbstractButton>
#include <QAbstractSlider>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableView>
#include <QTreeView>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_small_window {

namespace {

/// What is seen of a widget, in the window.
QRect seenOf(const QWidget& widget) {
    QRect seen(widget.mapTo(widget.window(), QPoint()), widget.size());
    for (const QWidget* above = widget.parentWidget(); above; above = above->parentWidget())
        seen &= QRect(above->mapTo(widget.window(), QPoint()), above->size());
    return seen;
}

/// Buttons, fields, choices and texts of a page that can be seen.
QList<QWidget*> controlsOf(const QWidget& page) {
    QList<QWidget*> controls;
    for (QWidget* widget : page.findChildren<QWidget*>()) {
        const bool isControl = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget) ||
                               qobject_cast<QLineEdit*>(widget) || qobject_cast<QAbstractSlider*>(widget) ||
                               qobject_cast<QLabel*>(widget);
        if (isControl && widget->isVisible() && !seenOf(*widget).isEmpty()) controls += widget;
    }
    return controls;
}

QString nameOf(const QWidget& control) {
    const auto* label = qobject_cast<const QLabel*>(&control);
    return label ? label->text() : control.accessibleName();
}

void verifyHeadings(QHeaderView& header) {
    for (int section = 0; section < header.count(); ++section)
        QVERIFY2(header.sectionSize(section) >= header.sectionSizeHint(section),
                 qPrintable(header.model()->headerData(section, header.orientation()).toString()));
}

}  // namespace

class TestSmallWindow : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void init() { m_home = newHome(); }

    void nothingOverlaps_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("900 x 600") << QSize(900, 600);
        QTest::newRow("1024 x 700") << QSize(1024, 700);
    }
    void nothingOverlaps() {
        QFETCH(QSize, size);
        Desk desk("preset:placement-schemes");
        QVERIFY(desk.document().open(QStringLiteral("preset:default")));
        desk.window.resize(size);
        QCOMPARE(desk.window.size(), size);
        for (const PageKind* kind : pageKinds()) {
            if (kind == &kSchemesPage) QVERIFY(desk.document().open(QStringLiteral("preset:placement-schemes")));
            desk.settle();
            emit desk.window.findChild<PageRail*>()->chosen(
                static_cast<int>(std::ranges::find(pageKinds(), kind) - pageKinds().begin()));
            QCoreApplication::processEvents();
            for (const bool table : {false, true}) {
                desk.actions().table->setChecked(table);
                QCoreApplication::processEvents();
                const QList<QWidget*> controls = controlsOf(desk.window.page(*kind));
                QVERIFY(controls.size() > 5);
                for (const QWidget* a : controls)
                    for (const QWidget* b : controls)
                        QVERIFY2(
                            a == b || a->isAncestorOf(b) || b->isAncestorOf(a) || !seenOf(*a).intersects(seenOf(*b)),
                            qPrintable(QString("%1: %2 %3 and %4 %5")
                                           .arg(kind->title, a->metaObject()->className(), nameOf(*a),
                                                b->metaObject()->className(), nameOf(*b))));
            }
        }
    }

    void curvesHaveLabelsAndNames() {
        Desk desk;
        desk.window.resize(900, 600);
        CurvesView& curves = schedulesFacetOf(desk.window).charts().curves();
        QTRY_VERIFY(curves.layout()->ranges[0].ticks.size() >= 2);
        QTRY_VERIFY(curves.layout()->nameRoom > 60);
    }

    void headingsAreReadable() {
        Desk desk("preset:default");
        desk.actions().table->setChecked(true);
        QCoreApplication::processEvents();
        verifyHeadings(*schedulesFacetOf(desk.window).metrics().header());
        QVERIFY(desk.document().open(QStringLiteral("preset:placement-schemes")));
        desk.settle();
        desk.actions().table->setChecked(true);
        schemesOf(desk.window);
        for (QTreeView* table : desk.window.findChildren<QTreeView*>()) verifyHeadings(*table->header());

        DeviceTable times(foundingScenario(16, 64).workload, DeviceTable::Page::Computation, &desk.window);
        times.show();
        for (QTableView* table : times.findChildren<QTableView*>()) {
            verifyHeadings(*table->horizontalHeader());
            verifyHeadings(*table->verticalHeader());
        }
    }
};

QTEST_MAIN(TestSmallWindow)

}  // namespace tst_small_window
#include "tst_small_window.moc"
