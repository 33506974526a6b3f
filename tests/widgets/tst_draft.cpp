// Typed text reaches the document in the same way from fields of one line and of several.

#include "widgets/kit/live_edit.h"
#include "widgets/kit/text_edit.h"
#include "widgets/kit/theme.h"

#include <QKeyEvent>
#include <QSignalSpy>
#include <QTest>

using namespace bubblescope;

namespace tst_draft {

namespace {

enum Field { Line, Formula, Note };

/// A field in a window, and what it hands over.
struct Desk {
    explicit Desk(Field field)
        : line(&window),
          text(field == Note ? TextEdit::Return::BreaksLine : TextEdit::Return::Applies, &window),
          isLine(field == Line),
          edit(isLine ? static_cast<QWidget*>(&line) : &text) {
        QObject::connect(&line, &LiveEdit::typed, &line, take());
        QObject::connect(&text, &TextEdit::typed, &text, take());
        window.show();
        QApplication::setActiveWindow(&window);
        edit->setFocus();
        give("one");
    }
    std::function<void(const QString&, int)> take() {
        return [this](const QString& typed, int gesture) {
            texts << typed;
            gestures << gesture;
        };
    }
    void give(const QString& now) { isLine ? line.give(now) : text.give(now); }
    QString shown() const { return isLine ? line.text() : text.text(); }
    void type(const QString& signs) {
        QTest::keyClick(edit, Qt::Key_End);
        QTest::keyClicks(edit, signs);
    }
    bool leavesUndo() {
        QKeyEvent undo(QEvent::ShortcutOverride, Qt::Key_Z, Qt::ControlModifier);
        undo.ignore();
        QCoreApplication::sendEvent(edit, &undo);
        return !undo.isAccepted();
    }

    QWidget window;
    LiveEdit line;
    TextEdit text;
    bool isLine;
    QWidget* edit;
    QStringList texts;
    QList<int> gestures;
};

void addFields() {
    QTest::addColumn<int>("field");
    QTest::newRow("a line") << int(Line);
    QTest::newRow("a formula") << int(Formula);
    QTest::newRow("a note") << int(Note);
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
        desk.give("one23");  // the document has it
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
        desk.give("one");
        QCOMPARE(desk.shown(), QString("one2"));
        desk.give("two");
        QCOMPARE(desk.shown(), QString("two"));
        QTest::qWait(400);
        QVERIFY(desk.texts.isEmpty());
    }

    void escapeGoesBack_data() { addFields(); }
    void escapeGoesBack() {
        QFETCH(int, field);
        Desk desk(static_cast<Field>(field));
        desk.type("+");
        QTRY_COMPARE(desk.texts, QStringList("one+"));  // and the document refuses it
        QCOMPARE(desk.shown(), QString("one+"));
        QTest::keyClick(desk.edit, Qt::Key_Escape);
        QCOMPARE(desk.shown(), QString("one"));
        QCOMPARE(desk.texts, QStringList({"one+", "one"}));
    }

    void returnApplies_data() { addFields(); }
    void returnApplies() {
        QFETCH(int, field);
        Desk desk(static_cast<Field>(field));
        desk.type("2");
        QTest::keyClick(desk.edit, Qt::Key_Return);
        QCOMPARE(desk.texts, field == Note ? QStringList() : QStringList("one2"));
        QCOMPARE(desk.shown(), field == Note ? QString("one2\n") : QString("one2"));
    }

    void leavingApplies_data() { addFields(); }
    void leavingApplies() {
        QFETCH(int, field);
        Desk desk(static_cast<Field>(field));
        desk.type("2");
        QFocusEvent popup(QEvent::FocusOut, Qt::PopupFocusReason), away(QEvent::FocusOut, Qt::TabFocusReason);
        QCoreApplication::sendEvent(desk.edit, &popup);
        QVERIFY(desk.texts.isEmpty());
        QCoreApplication::sendEvent(desk.edit, &away);
        QCOMPARE(desk.texts, QStringList("one2"));
    }

    void aDraftIsTriedAgain() {
        Desk desk(Formula);
        desk.type("2");
        QTRY_COMPARE(desk.texts.size(), 1);
        desk.text.retry();
        QCOMPARE(desk.texts, QStringList({"one2", "one2"}));
        desk.text.restore();
        QCOMPARE(desk.shown(), QString("one"));
        desk.text.retry();
        QCOMPARE(desk.texts.size(), 2);
    }

    void linesEndInOneWay() {
        Desk desk(Note);
        desk.give("a\r\nb\rc");
        QCOMPARE(desk.shown(), QString("a\nb\nc"));
        QVERIFY(!desk.text.isDraft());
    }
};

QTEST_MAIN(TestDraft)

}  // namespace tst_draft
#include "tst_draft.moc"
