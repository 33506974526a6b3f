// Typed text reaches the document in the same way from fields of one line and of several.

#include "widgets/kit/text_edit.h"
#include "widgets/kit/theme.h"

#include <QClipboard>
#include <QKeyEvent>
#include <QSignalSpy>
#include <QTest>

using namespace bubblescope;

namespace tst_draft {

namespace {

using Field = TextEdit::Lines;

/// A field in a window, and what it hands over.
struct Desk {
    explicit Desk(Field field) : text(field, &window) {
        QObject::connect(&text, &TextEdit::typed, &text, [this](const QString& typed, int gesture) {
            texts << typed;
            gestures << gesture;
        });
        window.show();
        QApplication::setActiveWindow(&window);
        text.setFocus();
        text.give("one");
    }
    void type(const QString& signs) {
        QTest::keyClick(&text, Qt::Key_End);
        QTest::keyClicks(&text, signs);
    }
    bool leavesUndo() {
        QKeyEvent undo(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
        undo.ignore();
        QCoreApplication::sendEvent(&text, &undo);
        return !undo.isAccepted();
    }

    QWidget window;
    TextEdit text;
    QStringList texts;
    QList<int> gestures;
};

void addFields() {
    QTest::addColumn<int>("field");
    QTest::newRow("a line") << int(Field::One);
    QTest::newRow("a formula") << int(Field::Formula);
    QTest::newRow("a note") << int(Field::Note);
}

}  // namespace

class TestDraft : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { applyTheme(ThemeId::Light); }

    void aPauseApplies_data() { addFields(); }
    void aPauseApplies() {
        QFETCH(int, field);
        Desk desk(static_cast<Field>(field));
        QVERIFY(desk.leavesUndo());
        desk.type("2");
        desk.type("3");
        QVERIFY(!desk.leavesUndo());
        QVERIFY(desk.texts.isEmpty());
        QTRY_COMPARE(desk.texts, QStringList("one23"));
        desk.text.give("one23");  // the document has it
        desk.type("4");
        QTRY_COMPARE(desk.texts.size(), 2);
        QCOMPARE(desk.gestures[0], desk.gestures[1]);  // one visit, one step of undo
        QVERIFY(desk.leavesUndo());
    }

    void whatTheDocumentHoldsAlreadyChangesNothing_data() { addFields(); }
    void whatTheDocumentHoldsAlreadyChangesNothing() {
        QFETCH(int, field);
        Desk desk(static_cast<Field>(field));
        desk.type("2");
        desk.text.give("one");
        QCOMPARE(desk.text.text(), QString("one2"));
        desk.text.give("two");
        QCOMPARE(desk.text.text(), QString("two"));
        QTest::qWait(400);
        QVERIFY(desk.texts.isEmpty());
    }

    void escapeGoesBack_data() { addFields(); }
    void escapeGoesBack() {
        QFETCH(int, field);
        Desk desk(static_cast<Field>(field));
        desk.type("+");
        QTRY_COMPARE(desk.texts, QStringList("one+"));  // and the document refuses it
        QCOMPARE(desk.text.text(), QString("one+"));
        QTest::keyClick(&desk.text, Qt::Key_Escape);
        QCOMPARE(desk.text.text(), QString("one"));
        QCOMPARE(desk.texts, QStringList({"one+", "one"}));
    }

    void returnApplies_data() { addFields(); }
    void returnApplies() {
        QFETCH(int, field);
        Desk desk(static_cast<Field>(field));
        desk.type("2");
        QTest::keyClick(&desk.text, Qt::Key_Return);
        QCOMPARE(desk.texts, field == int(Field::Note) ? QStringList() : QStringList("one2"));
        QCOMPARE(desk.text.text(), field == int(Field::Note) ? QString("one2\n") : QString("one2"));
    }

    void leavingApplies_data() { addFields(); }
    void leavingApplies() {
        QFETCH(int, field);
        Desk desk(static_cast<Field>(field));
        desk.type("2");
        QFocusEvent popup(QEvent::FocusOut, Qt::PopupFocusReason), away(QEvent::FocusOut, Qt::TabFocusReason);
        QCoreApplication::sendEvent(&desk.text, &popup);
        QVERIFY(desk.texts.isEmpty());
        QCoreApplication::sendEvent(&desk.text, &away);
        QCOMPARE(desk.texts, QStringList("one2"));
    }

    void aDraftIsTriedAgain() {
        Desk desk(Field::Formula);
        desk.type("2");
        QTRY_COMPARE(desk.texts.size(), 1);
        desk.text.retry();
        QCOMPARE(desk.texts, QStringList({"one2", "one2"}));
        desk.text.restore();
        QCOMPARE(desk.text.text(), QString("one"));
        desk.text.retry();
        QCOMPARE(desk.texts.size(), 2);
    }

    void linesEndInOneWay() {
        Desk desk(Field::Note);
        desk.text.give("a\r\nb\rc");
        QCOMPARE(desk.text.text(), QString("a\nb\nc"));
        QVERIFY(!desk.text.isDraft());
        Desk name(Field::One);
        name.text.give("a\r\nb");
        QCOMPARE(name.text.text(), QString("a b"));
        QVERIFY(!name.text.isDraft());
        QApplication::clipboard()->setText("c\nd");
        name.text.selectAll();
        name.text.paste();
        QTest::keyClick(&name.text, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(name.texts, QStringList("c d"));
    }

    void tabSelectsAName() {
        Desk desk(Field::One);
        desk.text.clearFocus();
        desk.text.setFocus(Qt::TabFocusReason);
        QTest::keyClicks(&desk.text, "two");
        QCOMPARE(desk.text.text(), QString("two"));
    }
};

QTEST_MAIN(TestDraft)

}  // namespace tst_draft
#include "tst_draft.moc"
