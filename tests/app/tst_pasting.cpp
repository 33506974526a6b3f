// Text fields and whatever other programs leave on the clipboard. What needs an X server is in tst_real_window.

#include "tests/app/page_desk.h"
#include "tests/app/text_fields.h"

#include "widgets/panels/device_table.h"
#include "widgets/panels/own_values.h"
#include "widgets/panels/param_slider.h"
#include "widgets/panels/schedule_panel.h"

#include <QAbstractButton>
#include <QShortcut>
#include <QTableView>

#include <functional>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_pasting {

namespace {

/// Dialogs that an action opens, whether it waits for their end or not; each is closed after `visit`.
void visitDialogs(QAction& action, const std::function<void(QDialog&)>& visit) {
    const auto visitAll = [&] {
        for (QWidget* top : QApplication::topLevelWidgets())
            if (auto* dialog = qobject_cast<QDialog*>(top); dialog && dialog->isVisible()) {
                visit(*dialog);
                dialog->reject();
            }
    };
    QTimer waiting;
    waiting.setSingleShot(true);
    QObject::connect(&waiting, &QTimer::timeout, visitAll);
    waiting.start(0);
    action.trigger();
    waiting.stop();
    visitAll();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

void verifyPasting(const QWidget& root) {
    using Way = TextField::Way;
    const QStringList wrong = pasteEverywhere(root, {Way::Key, Way::Menu, Way::Drop});
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
}

void verifyDialogOf(QAction& action) {
    int dialogs = 0;
    const auto visit = [&] {
        visitDialogs(action, [&](QDialog& dialog) {
            ++dialogs;
            verifyPasting(dialog);
        });
        return dialogs > 0;
    };
    QTRY_VERIFY2(dialogs > 0 || visit(),
                 qPrintable(action.text()));  // a figure has a dialog when its experiment has run
    QVERIFY2(dialogs == 1, qPrintable(action.text()));
}

}  // namespace

class TestPasting : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void init() { m_home = newHome(); }

    void fieldsOfPages_data() { everyPage(); }
    void fieldsOfPages() {
        QFETCH(const int, page);
        PageDesk desk(page);
        desk.actions().find->trigger();
        Page& shown = desk.window.page(*pageKinds()[std::size_t(page)]);
        QCOMPARE(TextField::in(shown).empty(), pageKinds()[std::size_t(page)] == &kLessonsPage);
        verifyPasting(shown);
    }

    void fieldsOfExports_data() { everyPage(); }
    void fieldsOfExports() {
        QFETCH(const int, page);
        PageDesk desk(page);
        if (pageKinds()[std::size_t(page)] == &kLessonsPage) return;  // no lesson is open
        verifyDialogOf(*desk.actions().exportPicture);
    }

    void fieldsOfDialogs() {
        Desk desk;
        const Actions& all = desk.actions();
        for (QAction* action : {all.rename, all.open, all.saveAs, all.saveTable, all.help, all.definitions})
            verifyDialogOf(*action);
    }

    /// What a field says of a text that it does not understand may quote it.
    void longTextsStretchNoDialog() {
        Desk desk;
        visitDialogs(*desk.actions().exportPicture, [&](QDialog& dialog) {
            const QSize before = dialog.size();
            for (TextField& field : TextField::in(dialog)) {
                const QString text = field.text();
                field.setText(QString(10'000, 'x'));
                QCoreApplication::processEvents();
                QVERIFY2(dialog.size() == before, qPrintable(field.name()));
                field.setText(text);
            }
        });
    }

    void fieldsOfTheGallery() {
        Desk desk;
        desk.actions().gallery->trigger();
        QVERIFY(schedulesOf(desk.window).showsInstead());
        verifyPasting(desk.window);
    }

    void valuesOfOneSchedule() {
        Desk desk;
        auto* panel = desk.window.findChild<SchedulePanel*>();
        panel->view()->setCurrentIndex(panel->view()->model()->index(0, 0));
        QTest::keyClick(panel->view(), Qt::Key_Return);
        QVERIFY(panel->ownValues() && panel->ownValues()->isVisible());
        QVERIFY(!TextField::in(*panel->ownValues()).empty());
        verifyPasting(*panel->ownValues());
        panel->ownValues()->close();
    }

    void timesOfSingleDevices() {
        Desk desk;
        desk.param("forward")->findChildren<QAbstractButton*>().front()->click();
        auto* table = desk.window.findChild<DeviceTable*>();
        QVERIFY(table && table->isVisible());
        for (QTableView* view : {table->timesView(), table->commView()}) {
            const QModelIndex cell = view->currentIndex();
            view->edit(cell);
            QVERIFY(!TextField::in(*view).empty());
            verifyPasting(*table);
            view->setFocus();  // ends the edit
            QShortcut* paste = nullptr;
            for (QShortcut* each : view->findChildren<QShortcut*>())
                if (each->key() == QKeySequence(QKeySequence::Paste)) paste = each;
            QVERIFY(paste);
            for (const auto& [kind, what] : kAllPasted) {
                const QVariant before = cell.data();
                QGuiApplication::clipboard()->setMimeData(dataOf(kind).release());
                emit paste->activated();
                if (kind != Pasted::Files && kind != Pasted::Text) QVERIFY2(cell.data() == before, what);
            }
            QCOMPARE(cell.data().toString(), kPastedText);
        }
        QGuiApplication::clipboard()->clear();
        table->reject();
    }
};

QTEST_MAIN(TestPasting)

}  // namespace tst_pasting
#include "tst_pasting.moc"
