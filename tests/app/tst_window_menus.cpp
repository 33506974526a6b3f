// The menus of the window: presets, and the choices of the View menu.

#include "tests/app/desk.h"
#include "tests/rounds.h"

#include "app/documents/presets.h"
#include "engine/entries/model_edits.h"

#include <QApplication>
#include <QInputDialog>
#include <QMenuBar>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_window_menus {

class TestWindowMenus : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;
    QString path(const char* name) const { return m_home->filePath(QString::fromUtf8(name)); }

private slots:
    void init() { m_home = newHome(); }

    void everyPresetOpens() {
        Desk desk;
        std::vector<Preset> list = presets();
        QVERIFY(list.size() >= 8);
        const auto actions = desk.presetActions();
        // Before a line: presets of scenarios, most of them by what they show.
        QList<QAction*> scenarios;
        QStringList groups;
        qsizetype line = 0;
        for (; !actions[line]->isSeparator(); ++line) {
            if (!actions[line]->menu()) {
                scenarios += actions[line];
                continue;
            }
            groups += actions[line]->text();
            scenarios += actions[line]->menu()->actions();
        }
        QCOMPARE(groups, (QStringList{"&Training steps", "&Models", "&Schedules"}));
        QCOMPARE(scenarios.front()->text(), list.front().title);
        QCOMPARE(scenarios.size(), static_cast<qsizetype>(list.size()));
        std::vector<std::size_t> menus;  // behind a line: figures, and other kinds of documents
        for (const DocumentKind* kind : documentKinds()) {
            if (kind != &kScenarioKind) menus.push_back(presets(*kind).size());
            for (const PresetShelf& shelf : kind->shelves) menus.push_back(presets(*kind, shelf).size());
        }
        QCOMPARE(actions.size(), line + 1 + static_cast<qsizetype>(menus.size()));
        for (std::size_t i = 0; i < menus.size(); ++i)
            QCOMPARE(actions[line + 1 + static_cast<qsizetype>(i)]->menu()->actions().size(),
                     static_cast<qsizetype>(menus[i]));
        for (QAction* const scenario : scenarios) {
            const auto preset = std::ranges::find(list, scenario->text(), &Preset::title);
            QVERIFY(preset != list.end());
            scenario->trigger();
            // tst_presets runs those of models, which takes seconds.
            if (hasAllRounds() || modelStepsOf(desk.document().scenario()).empty()) verifyTotals(desk);
            desk.settle();
            QVERIFY(desk.window.windowTitle().startsWith(preset->name));
            QVERIFY(desk.document().path().isEmpty());  // read-only: saving asks for a name
            QVERIFY(desk.document().isClean());
        }
        QAction* const figures = actions[line + 1];
        QCOMPARE(figures->text(), "&Figures");
        int place = 0;
        for (QAction* figure : figures->menu()->actions()) {
            // tst_presets runs them all.
            if (!hasAllRounds() && place++ % 6 != 0) continue;
            if (!hasAllRounds() && figure->text().contains("found by search")) continue;  // 40 s; tst_presets runs it
            figure->trigger();
            desk.rest();  // an order that is sought is found
            verifyTotals(desk);
            QVERIFY(desk.document().isClean());
        }
    }

    void everyEntryOfTheViewMenuHasALetterOfItsOwn() {
        Desk desk;
        for (const QAction* menu : desk.window.menuBar()->actions()) {
            if (!menu->text().contains("View")) continue;
            QStringList letters;
            for (const QAction* action : menu->menu()->actions()) {
                if (action->isSeparator()) continue;
                const auto at = action->text().indexOf('&');
                QVERIFY2(at >= 0, qPrintable(action->text()));
                letters += action->text().at(at + 1).toLower();
            }
            QVERIFY(letters.size() > 10);
            const QStringList all = letters;
            QVERIFY2(letters.removeDuplicates() == 0, qPrintable(all.join(' ')));
        }
        QVERIFY(!desk.actions().colorBy->text().contains('&'));
    }

    void choicesChangeThePictureAndSurvive() {
        const auto choose = [](Choice* choice, int index) { choice->menu()->actions()[index]->trigger(); };
        {
            Desk desk;
            choose(desk.actions().bubble, 2);
            choose(desk.actions().colorBy, 1);
            choose(desk.actions().labels, 1);
            choose(desk.actions().numbering, 1);
            choose(desk.actions().theme, 2);
            desk.settle();
            const GanttLayout& layout = schedulesOf(desk.window).gantt().ganttLayout();
            const GanttStyle& style = layout.style;
            QVERIFY(layout.tracks[0].bubble.contains("longest span"));
            QCOMPARE(style.colorBy, ColorBy::Microbatch);
            QCOMPARE(style.labels, CellLabel::Stage);
            QCOMPARE(style.firstNumber, 1);
            QCOMPARE(themeOf(desk.window.palette()).id, ThemeId::Dark);
            QVERIFY(desk.actions().bubble->text().contains("Longest span"));
        }
        Desk desk;
        QVERIFY(schedulesOf(desk.window).gantt().ganttLayout().tracks[0].bubble.contains("longest span"));
        QCOMPARE(themeOf(desk.window.palette()).id, ThemeId::Dark);
    }

    void everyBubbleIsNamedOnItsButton() {
        const std::vector<Quantity> bubbles = quantitiesIn(kIsBubble);
        for (std::size_t i = 0; i < bubbles.size(); ++i) {
            QString name = toQString(infoOf(bubbles[i]).sort);
            name[0] = name[0].toUpper();
            {
                Desk desk;
                if (i == 0) QVERIFY2(desk.actions().bubble->text().contains(name), "the usual one, before any choice");
                desk.actions().bubble->menu()->actions()[static_cast<int>(i)]->trigger();
                desk.settle();
            }
            Desk desk;
            QVERIFY2(desk.actions().bubble->text().contains(name), qPrintable(desk.actions().bubble->text()));
        }
    }

    void titleIsChangedAndUndone() {
        Desk desk;
        const std::string before = desk.document().scenario().title;
        QTimer::singleShot(0, [] {
            auto* dialog = qobject_cast<QInputDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            dialog->setTextValue(QStringLiteral("Six of a kind"));
            dialog->accept();
        });
        desk.actions().rename->trigger();
        QCOMPARE(desk.document().scenario().title, std::string("Six of a kind"));
        desk.actions().undo->trigger();
        QCOMPARE(desk.document().scenario().title, before);
    }
};

QTEST_MAIN(TestWindowMenus)

}  // namespace tst_window_menus
#include "tst_window_menus.moc"
