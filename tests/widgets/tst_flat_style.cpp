// How the style draws standard controls in both themes.

#include "widgets/kit/flat_style.h"
#include "widgets/kit/side_panel.h"
#include "widgets/kit/theme.h"

#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>
#include <QTextBrowser>
#include <QToolBar>
#include <QToolButton>

using namespace bubblescope;

namespace tst_flat_style {

namespace {

QImage pictureOf(QWidget& widget) {
    widget.ensurePolished();
    return widget.grab().toImage();
}

/// How many pixels of a part are not of the ground.
int inkIn(const QImage& picture, const QRect& part, const QColor& ground) {
    int count = 0;
    for (int y = part.top(); y <= part.bottom(); ++y)
        for (int x = part.left(); x <= part.right(); ++x) count += picture.pixelColor(x, y) != ground;
    return count;
}

}  // namespace

class TestFlatStyle : public QObject {
    Q_OBJECT

private slots:
    void everyThemeColoursButtons_data() {
        QTest::addColumn<ThemeId>("id");
        QTest::newRow("light") << ThemeId::Light;
        QTest::newRow("dark") << ThemeId::Dark;
    }

    void everyThemeColoursButtons() {
        QFETCH(ThemeId, id);
        applyTheme(id);
        const Theme& theme = themeOf(id);
        QPushButton button(QStringLiteral("OK"));
        button.resize(button.sizeHint());
        QCOMPARE(button.width(), 86);  // the least
        const QPoint inside(button.width() / 2, 3), edge(button.width() / 2, 0);
        QCOMPARE(pictureOf(button).pixelColor(inside), theme.field);
        QCOMPARE(pictureOf(button).pixelColor(edge), theme.line);
        button.setDown(true);
        QCOMPARE(pictureOf(button).pixelColor(inside), theme.quiet);
        button.setDown(false);
        button.setDefault(true);
        QCOMPARE(pictureOf(button).pixelColor(inside), theme.accent);
        button.setEnabled(false);
        QCOMPARE(pictureOf(button).pixelColor(inside), theme.window);
    }

    void aCheckedEntryOfAMenuHasATick() {
        applyTheme(ThemeId::Light);
        QMenu menu;
        QAction* const action = menu.addAction(QStringLiteral("Shown"));
        action->setCheckable(true);
        const auto tick = [&] {
            menu.ensurePolished();
            menu.resize(menu.sizeHint());
            const QRect entry = menu.actionGeometry(action);
            const QRect place(entry.left() + 6, entry.top(), 15, entry.height());
            return inkIn(pictureOf(menu), place, themeOf(ThemeId::Light).field);
        };
        QCOMPARE(tick(), 0);
        action->setChecked(true);
        QVERIFY(tick() > 10);
    }

    void aSidePanelKeepsItsLineFree_data() {
        QTest::addColumn<Qt::Edge>("edge");
        QTest::newRow("left") << Qt::LeftEdge;
        QTest::newRow("right") << Qt::RightEdge;
    }

    void aSidePanelKeepsItsLineFree() {
        QFETCH(Qt::Edge, edge);
        applyTheme(ThemeId::Light);
        SidePanel panel(edge, nullptr);
        panel.setWidget(new QLabel);
        panel.resize(100, 50);
        panel.show();
        QCOMPARE(panel.viewport()->geometry(), QRect(edge == Qt::LeftEdge ? 1 : 0, 0, 99, 50));
        const int x = edge == Qt::LeftEdge ? 0 : 99;
        QCOMPARE(pictureOf(panel).pixelColor(x, 25), themeOf(ThemeId::Light).line);
        QVERIFY(pictureOf(panel).pixelColor(99 - x, 25) != themeOf(ThemeId::Light).line);
    }

    void aScrollBarIsAHandleAlone() {
        applyTheme(ThemeId::Light);
        QScrollBar bar(Qt::Vertical);
        bar.setRange(0, 1'000'000);
        bar.setPageStep(10);
        bar.resize(bar.sizeHint().width(), 200);
        QCOMPARE(bar.width(), 10);
        bar.setValue(bar.maximum());
        const QImage picture = pictureOf(bar);
        QCOMPARE(picture.pixelColor(5, 200 - 16), themeOf(ThemeId::Light).grid);  // its middle: 32 long at least
        QVERIFY(picture.pixelColor(5, 200 - 36) != themeOf(ThemeId::Light).grid);
    }

    void toolButtonsLookDifferentInAToolBar() {
        applyTheme(ThemeId::Light);
        QToolBar bar;
        auto* button = new QToolButton;
        button->setText(QStringLiteral("Open"));
        bar.addWidget(button);
        QToolButton alone;
        alone.setText(QStringLiteral("Open"));
        QVERIFY(button->sizeHint().width() > alone.sizeHint().width());
    }

    void linksFollowTheTheme() {
        applyTheme(ThemeId::Light);
        QLabel label(QStringLiteral("<a href=\"there\">Apply it, with many words</a>"));
        QTextBrowser page;
        page.setHtml(QStringLiteral("<p>See <a href=\"there\">the source of it all</a>.</p>"));
        page.resize(300, 60);
        for (QWidget* widget : {static_cast<QWidget*>(&label), static_cast<QWidget*>(&page)}) widget->show();
        const auto has = [](QWidget& widget, ThemeId id) {
            const QImage picture = pictureOf(widget);
            const QColor link = themeOf(id).accent;
            for (int y = 0; y < picture.height(); ++y)
                for (int x = 0; x < picture.width(); ++x)
                    if (picture.pixelColor(x, y) == link) return true;
            return false;
        };
        for (const ThemeId id : {ThemeId::Light, ThemeId::Dark, ThemeId::Light}) {
            applyTheme(id);
            const ThemeId other = id == ThemeId::Light ? ThemeId::Dark : ThemeId::Light;
            for (QWidget* widget : {static_cast<QWidget*>(&label), static_cast<QWidget*>(&page)})
                QVERIFY(has(*widget, id) && !has(*widget, other));
            QCOMPARE(page.toPlainText(), QStringLiteral("See the source of it all."));
        }
    }
};

QTEST_MAIN(TestFlatStyle)

}  // namespace tst_flat_style
#include "tst_flat_style.moc"
