// The schemes of a scenario in the form's list, with any schedules between them.

#include "tests/widgets/scheme_desk.h"

#include "widgets/kit/link_button.h"

#include <QLineEdit>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_scheme_list {

class TestSchemeList : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void arrowsAndClicksChoose() {
        SchemeDesk desk;
        desk.view()->setFocus();
        QTest::keyClick(desk.view(), Qt::Key_Up);
        QCOMPARE(desk.current, std::optional<std::size_t>(4));
        QTest::mouseClick(desk.view()->viewport(), Qt::LeftButton, {}, desk.rowAt(0));
        QCOMPARE(desk.current, std::optional<std::size_t>(0));
        QCOMPARE(desk.form.functions()->kind()->currentText(), QString("DDP"));
        QVERIFY(desk.edits.empty());
    }

    void schemesAreRenamed() {
        SchemeDesk desk;
        desk.view()->setFocus();
        QTest::keyClick(desk.view(), Qt::Key_F2);
        auto* edit = desk.view()->findChild<QLineEdit*>();
        QVERIFY(edit);
        edit->setText("  mine ");
        QTest::keyClick(edit, Qt::Key_Return);
        QTRY_COMPARE(desk.entry().label, std::optional<std::string>("mine"));
        QCOMPARE(desk.edits.back().what, QString("Rename scheme"));
        emit static_cast<EntryModel*>(desk.view()->model())->renameAsked(5, "");
        QVERIFY(!desk.entry().label);
        QCOMPARE(desk.edits.size(), std::size_t(2));
        emit static_cast<EntryModel*>(desk.view()->model())->renameAsked(5, "Looped PP");
        QCOMPARE(desk.edits.size(), std::size_t(2));
    }

    void schemesAreAddedAndRemoved() {
        SchemeDesk desk;
        QTest::mouseClick(desk.form.list()->addButton(), Qt::LeftButton);
        QCOMPARE(desk.edits.back().what, QString("Add scheme"));
        QCOMPARE(desk.current, std::optional<std::size_t>(6));
        QCOMPARE(QString::fromStdString(displayTitle(desk.scenario, 6)), QString("Looped PP (2)"));
        QCOMPARE(desk.view()->currentIndex().row(), 6);
        QTest::mouseClick(desk.view()->viewport(), Qt::LeftButton, {}, desk.view()->crossRect(0).center());
        QCOMPARE(desk.scenario.schedules.size(), std::size_t(7));
        QCOMPARE(desk.current, std::optional<std::size_t>(5));
        QCOMPARE(QString::fromStdString(displayTitle(desk.scenario, 5)), QString("Looped PP (2)"));
        desk.view()->setFocus();
        QTest::keyClick(desk.view(), Qt::Key_Delete);
        QCOMPARE(QString::fromStdString(displayTitle(desk.scenario, *desk.current)), QString("FS Looped PP"));
        for (int i = 0; i < 6; ++i) QTest::keyClick(desk.view(), Qt::Key_Delete);
        QVERIFY(desk.scenario.schedules.empty());
        QVERIFY(!desk.form.functions()->isVisible());
        QTest::mouseClick(desk.form.list()->addButton(), Qt::LeftButton);
        QCOMPARE(desk.titles(), QString("GPipe placement"));
        QVERIFY(desk.form.functions()->isVisible());
    }

    void schemesMoveAmongSchedules() {
        Scenario mixed = sevenSchemes();
        mixed.schedules.resize(2);
        mixed.schedules.insert(mixed.schedules.begin() + 1, ScheduleEntry{"gpipe", {}, {}});
        SchemeDesk desk(2, mixed);
        QCOMPARE(desk.view()->model()->rowCount(), 2);
        QCOMPARE(desk.view()->currentIndex().row(), 1);
        desk.view()->setFocus();
        QTest::keyClick(desk.view(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(desk.titles(), QString("FSDP | GPipe | DDP"));
        QCOMPARE(desk.current, std::optional<std::size_t>(0));
        QTest::keyClick(desk.view(), Qt::Key_Delete);
        QCOMPARE(desk.titles(), QString("GPipe | DDP"));
        QCOMPARE(desk.current, std::optional<std::size_t>(1));
        QTest::keyClick(desk.view(), Qt::Key_Delete);
        QCOMPARE(desk.titles(), QString("GPipe"));
        QVERIFY(!desk.form.functions()->isVisible());
    }

    void aDraggedSchemePassesSchedules() {
        Scenario mixed = sevenSchemes();
        mixed.schedules.resize(3);
        mixed.schedules.insert(mixed.schedules.begin() + 1, ScheduleEntry{"gpipe", {}, {}});
        SchemeDesk desk(2, mixed);  // the second of three schemes
        const QStringList before = desk.titles().split(" | ");
        emit desk.form.list()->moveAsked(0, 2);
        QCOMPARE(desk.titles().split(" | "), QStringList({before[2], before[1], before[3], before[0]}));
        QCOMPARE(desk.current, std::optional<std::size_t>(0));
        emit desk.form.list()->moveAsked(2, 0);
        QCOMPARE(desk.titles().split(" | "), before);
        QCOMPARE(desk.edits.back().what, QString("Reorder schemes"));
        QCOMPARE(desk.current, std::optional<std::size_t>(2));
    }
};

QTEST_MAIN(TestSchemeList)

}  // namespace tst_scheme_list
#include "tst_scheme_list.moc"
