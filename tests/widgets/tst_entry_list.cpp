// The list that schedules and schemes share: the edits that its rows request.

#include "widgets/kit/entry_list.h"
#include "widgets/kit/theme.h"

#include <QSignalSpy>
#include <QTest>

using namespace bubblescope;

namespace tst_entry_list {

namespace {

struct Desk {
    explicit Desk(EntryKind kind) : list(kind, "Entries", "+ add") {
        applyTheme(ThemeId::Light);
        std::vector<EntryItem> items{{"one", "tip"}, {"two", {}}, {"three", {}}};
        items[1].variant = "v = 2";
        list.setItems(items);
        list.resize(260, 200);
        list.show();
    }
    QPoint middleOf(int row) { return list.view()->visualRect(list.view()->model()->index(row, 0)).center(); }
    void drag(int from, const QPoint& to) {
        QWidget* viewport = list.view()->viewport();
        QTest::mousePress(viewport, Qt::LeftButton, {}, middleOf(from));
        for (const QPoint& at : {(middleOf(from) + to) / 2, to}) {
            QMouseEvent move(QEvent::MouseMove, at, viewport->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
            QCoreApplication::sendEvent(viewport, &move);
        }
        QTest::mouseRelease(viewport, Qt::LeftButton, {}, to);
    }

    EntryList list;
};

}  // namespace

class TestEntryList : public QObject {
    Q_OBJECT

private slots:
    void rowsAreDragged_data() {
        QTest::addColumn<EntryKind>("kind");
        QTest::newRow("ticked") << EntryKind::Ticked;
        QTest::newRow("chosen") << EntryKind::Chosen;
    }

    void rowsAreDragged() {
        QFETCH(EntryKind, kind);
        Desk desk(kind);
        QSignalSpy moved(&desk.list, &EntryList::moveAsked);
        desk.drag(0, desk.middleOf(2) + QPoint(0, 9));
        QCOMPARE(moved.takeFirst(), QVariantList({0, 2}));
        desk.drag(2, desk.middleOf(0) - QPoint(0, 9));
        QCOMPARE(moved.takeFirst(), QVariantList({2, 0}));
        desk.drag(1, desk.middleOf(1) + QPoint(0, 3));  // a click
        QVERIFY(moved.isEmpty());
    }

    void aBoxOrACross() {
        Desk ticked(EntryKind::Ticked), chosen(EntryKind::Chosen);
        QSignalSpy checks(&ticked.list, &EntryList::checkAsked);
        QTest::mouseClick(ticked.list.view()->viewport(), Qt::LeftButton, {},
                          ticked.list.view()->checkRect(1).center());
        QCOMPARE(checks.takeFirst(), QVariantList({1, false}));
        QVERIFY(ticked.list.view()->model()->index(0, 0).data(Qt::CheckStateRole).isValid());
        QSignalSpy removed(&chosen.list, &EntryList::removeAsked), chosenRows(&chosen.list, &EntryList::chosen);
        QTest::mouseClick(chosen.list.view()->viewport(), Qt::LeftButton, {},
                          chosen.list.view()->crossRect(2).center());
        QCOMPARE(removed.takeFirst(), QVariantList({2}));
        QVERIFY(chosenRows.isEmpty());  // a cross chooses nothing
        QVERIFY(!chosen.list.view()->model()->index(0, 0).data(Qt::CheckStateRole).isValid());
    }

    void onlyAPersonChooses() {
        Desk desk(EntryKind::Chosen);
        QSignalSpy chosen(&desk.list, &EntryList::chosen);
        desk.list.setCurrent(1);
        QVERIFY(chosen.isEmpty());
        QTest::mouseClick(desk.list.view()->viewport(), Qt::LeftButton, {}, desk.middleOf(2));
        QCOMPARE(chosen.takeFirst(), QVariantList({2}));
    }

    void manyChosenRowsScroll() {
        Desk desk(EntryKind::Chosen);
        desk.list.setItems(std::vector<EntryItem>(9));
        const int height = desk.list.view()->height();
        QCOMPARE(desk.list.view()->verticalScrollBarPolicy(), Qt::ScrollBarAlwaysOff);
        desk.list.setItems(std::vector<EntryItem>(30));
        QCOMPARE(desk.list.view()->height(), height);
        QCOMPARE(desk.list.view()->verticalScrollBarPolicy(), Qt::ScrollBarAlwaysOn);
    }
};

QTEST_MAIN(TestEntryList)

}  // namespace tst_entry_list
#include "tst_entry_list.moc"
