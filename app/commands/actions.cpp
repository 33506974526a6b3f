#include "app/commands/actions.h"

#include "engine/results/quantities.h"
#include "widgets/kit/text.h"
#include "widgets/kit/theme.h"
#include "widgets/picture/picture_format.h"
#include "widgets/shown/op_palette.h"

#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>
#include <QUndoGroup>

namespace bubblescope {

namespace {

constexpr double kToolFont = 12;

QString withoutMnemonic(QString text) { return text.remove(QLatin1Char('&')); }

QStringList paletteTitles() {
    QStringList titles;
    for (const OpPalette& palette : opPalettes()) titles << Text::tr(palette.title);
    return titles;
}

QStringList bubbleTitles() {
    QStringList titles;
    for (const Quantity bubble : quantitiesIn(kIsBubble)) titles << Text::tr(std::string(infoOf(bubble).sort).c_str());
    return titles;
}

QToolButton* button(QToolBar& bar, QAction* action) {
    bar.addAction(action);
    auto* made = qobject_cast<QToolButton*>(bar.widgetForAction(action));
    made->setText(withoutMnemonic(action->iconText()));
    made->setFocusPolicy(Qt::TabFocus);
    made->setFont(uiFont(kToolFont));
    return made;
}

QToolButton* menuButton(QToolBar& bar, QMenu* menu) {
    auto* made = new QToolButton(&bar);
    made->setPopupMode(QToolButton::InstantPopup);
    made->setMenu(menu);
    made->setFocusPolicy(Qt::TabFocus);
    made->setFont(uiFont(kToolFont));
    QAction* const place = bar.addWidget(made);
    place->setVisible(menu->menuAction()->isEnabled());  // a page that has no use for it has it not
    QObject::connect(menu->menuAction(), &QAction::enabledChanged, place, &QAction::setVisible);
    return made;
}

void choiceButton(QToolBar& bar, Choice* choice) {
    QToolButton* const made = menuButton(bar, choice->menu());
    const auto show = [made, choice] {
        made->setText(choice->text());
        made->setToolTip(choice->tip());
        made->setAccessibleName(choice->text());
    };
    QObject::connect(choice, &Choice::changed, made, show);
    show();
}

}  // namespace

Choice::Choice(const QString& caption, const QString& tip, const QStringList& options, QWidget* window)
    : QObject(window),
      m_caption(caption),
      m_tip(tip),
      m_menu(new QMenu(caption, window)),
      m_group(new QActionGroup(this)) {
    m_menu->menuAction()->setStatusTip(tip);
    for (const QString& option : options) {
        QAction* action = m_group->addAction(m_menu->addAction(option));
        action->setCheckable(true);
        action->setStatusTip(tip);
    }
    connect(m_group, &QActionGroup::triggered, this, [this] {
        emit changed();
        emit picked(current());
    });
    setCurrent(0);
}

int Choice::current() const { return static_cast<int>(m_group->actions().indexOf(m_group->checkedAction())); }

void Choice::setOption(int index, const QString& text) {
    m_group->actions().at(index)->setText(text);
    emit changed();
}

void Choice::setCurrent(int index) {
    m_group->actions().at(index)->setChecked(true);
    emit changed();
}

QString Choice::text() const { return tr("%1: %2").arg(withoutMnemonic(m_caption), m_group->checkedAction()->text()); }

QAction* Actions::add(const QString& text, const QList<QKeySequence>& keys, const QString& tip) {
    auto* action = new QAction(text, this);
    action->setShortcuts(keys);
    const QString shown = keys.isEmpty() ? QString() : keys.front().toString(QKeySequence::NativeText);
    action->setToolTip(shown.isEmpty() ? tip : tr("%1 (%2)").arg(tip, shown));
    action->setStatusTip(tip);
    m_window->addAction(action);  // works while menus are hidden, in present mode
    m_all.push_back(action);
    return action;
}

Actions::Actions(QUndoGroup& undoGroup, QWidget* window) : QObject(window), m_window(window) {
    newDocument = add(tr("&New"), {QKeySequence::New}, tr("Start over with what this page begins with"));
    open = add(tr("&Open…"), {QKeySequence::Open}, tr("Open what was saved, or a picture with it inside"));
    save = add(tr("&Save"), {QKeySequence::Save}, tr("Save what this page is about"));
    saveAs = add(tr("Save &as…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_S}, tr("Save it under another name"));
    exportPicture =
        add(tr("&Export picture…"), {Qt::CTRL | Qt::Key_E}, tr("Save the picture as %1").arg(pictureFormatTitles()));
    copyImage = add(tr("Copy &image"), {Qt::CTRL | Qt::SHIFT | Qt::Key_C}, tr("Copy the picture to the clipboard"));
    saveTable = add(tr("Save &table as CSV…"), {}, tr("Save the numbers on this page as a table"));
    rename = add(tr("&Title…"), {Qt::CTRL | Qt::Key_T}, tr("Change the title that stands above exported pictures"));
    quit = add(tr("&Quit"), {Qt::CTRL | Qt::Key_Q}, tr("Close Bubblescope"));

    undo = undoGroup.createUndoAction(this, tr("Undo"));
    undo->setShortcut(Qt::CTRL | Qt::Key_Z);
    redo = undoGroup.createRedoAction(this, tr("Redo"));
    redo->setShortcuts({Qt::CTRL | Qt::SHIFT | Qt::Key_Z, Qt::CTRL | Qt::Key_Y});
    for (QAction* action : {undo, redo}) {
        window->addAction(action);
        m_all.push_back(action);
    }
    find = add(tr("&Find…"), {QKeySequence::Find}, tr("Find an operation: \"F 3\", \"B 7 stage 2\""));
    copyMetrics = add(tr("Copy &metrics"), {Qt::CTRL | Qt::SHIFT | Qt::Key_M}, tr("Copy the table of metrics as text"));

    zoomIn = add(tr("Zoom &in"), {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)},
                 tr("Show a shorter stretch of time; Shift+Ctrl+wheel makes rows higher"));
    zoomOut = add(tr("Zoom &out"), {Qt::CTRL | Qt::Key_Minus}, tr("Show a longer stretch of time"));
    fit = add(tr("&Fit"), {Qt::CTRL | Qt::Key_0}, tr("Show all from start to end, in rows as high as fit"));
    showPanels = add(tr("Side &panels"), {Qt::Key_F9}, tr("Show or hide the panels at the sides"));
    showLower = add(tr("Charts and &table"), {Qt::Key_F10}, tr("Show or hide the lower part of the window"));
    table = add(tr("&Metrics table"), {Qt::Key_F8}, tr("Show all metrics as a table, or the charts again"));
    gallery = add(tr("Galler&y of schedules"), {Qt::CTRL | Qt::Key_G},
                  tr("Every published schedule at this workload, to choose from"));
    pin = add(tr("Pin re&sult"), {Qt::CTRL | Qt::SHIFT | Qt::Key_P},
              tr("Keep the present result in sight, and draw what comes against it"));
    align = add(tr("&Align with…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_A},
                tr("Show two schedules device by device, one above the other"));
    play = add(tr("Play o&ver time"), {Qt::CTRL | Qt::Key_P},
               tr("Let time run over the picture, or pause; Space does so too"));
    glide = add(tr("Gli&de to changes"), {}, tr("Let operations move to their new places when something changes"));
    present = add(tr("P&resent"), {Qt::Key_F11, Qt::Key_F5}, tr("Fill the screen with the picture, in large type"));
    marks = new QMenu(tr("Marks in th&e Gantts"), window);
    markFetches = add(tr("Weight &fetches"), {}, tr("Mark operations whose weights another worker stores"));
    markTransfers = add(tr("Activation &transfers"), {}, tr("Mark activations that go from one worker to another"));
    markHeld = add(tr("&Held activations"), {Qt::CTRL | Qt::SHIFT | Qt::Key_H},
                   tr("Below each row, the activations its worker holds as time passes"));
    markCritical = add(tr("&Critical path"), {Qt::CTRL | Qt::SHIFT | Qt::Key_K},
                       tr("What the end waited for, op by op: it comes sooner only if something on it takes less"));
    marks->addActions({markFetches, markTransfers, markHeld, markCritical});
    for (QAction* action : {showPanels, showLower, table, gallery, pin, glide, present, markFetches, markTransfers,
                            markHeld, markCritical})
        action->setCheckable(true);
    back = add(tr("Bac&k"), {Qt::ALT | Qt::Key_Left},
               tr("Return to the page before; from a point of an experiment to the scenario that was open before it"));
    back->setEnabled(false);
    goOn = add(tr("Go on &working"), {Qt::CTRL | Qt::Key_R}, tr("Go on with the computation that was stopped"));
    goOn->setIconText(tr("Go on"));  // of its button
    goOn->setEnabled(false);

    help = add(tr("&Keys and gestures"), {QKeySequence::HelpContents}, tr("All shortcuts and mouse gestures"));
    definitions = add(tr("&Definitions"), {}, tr("What the symbols and the four bubbles mean"));
    about = add(tr("&About Bubblescope"), {}, tr("Version, licences and sources"));

    colorBy =
        new Choice(tr("&Colour"), tr("What the colour of an operation says"), {tr("kind"), tr("microbatch")}, window);
    palette = new Choice(tr("Pa&lette"), tr("Which colours the kinds of operation have"), paletteTitles(), window);
    labels = new Choice(tr("La&bels"), tr("What the text in an operation says"),
                        {tr("microbatch"), tr("stage"), tr("f3 ∇3"), tr("none")}, window);
    ranks = new Choice(tr("E&qual ranks"), tr("Whether ranks that do the same are one row"),
                       {tr("folded"), tr("one by one")}, window);
    numbering = new Choice(tr("&Numbers"), tr("The number of the first microbatch and stage"),
                           {tr("from 0"), tr("from 1")}, window);
    bubble = new Choice(tr("B&ubble"), tr("Which definition of the bubble is shown"), bubbleTitles(), window);
    theme = new Choice(tr("T&heme"), tr("Light or dark"), {tr("as the system"), tr("light"), tr("dark")}, window);
    recent = new QMenu(tr("Open &recent"), window);
    presets = new QMenu(tr("&Presets"), window);
    pages = new QMenu(tr("Pa&ges"), window);
}

QAction* Actions::addPage(const QString& title) {
    const auto number = static_cast<int>(pages->actions().size()) + 1;
    QAction* action = add(title, {QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + number))},
                          tr("Turn to the page \"%1\"").arg(title));
    pages->addAction(action);
    return action;
}

void Actions::fill(QMenuBar& bar) const {
    QMenu* file = bar.addMenu(tr("&File"));
    file->addActions({newDocument, open});
    file->addMenu(recent);
    file->addSeparator();
    file->addActions({save, saveAs, rename});
    file->addSeparator();
    file->addActions({exportPicture, copyImage, saveTable});
    file->addSeparator();
    file->addAction(quit);

    QMenu* edit = bar.addMenu(tr("&Edit"));
    edit->addActions({undo, redo});
    edit->addSeparator();
    edit->addActions({find, copyMetrics});

    QMenu* view = bar.addMenu(tr("&View"));
    view->addMenu(pages);
    view->addActions({back, goOn});
    view->addSeparator();
    view->addActions({zoomIn, zoomOut, fit});
    view->addSeparator();
    for (const Choice* choice : {colorBy, palette, labels, ranks, numbering, bubble, theme})
        view->addMenu(choice->menu());
    view->addMenu(marks);
    view->addSeparator();
    view->addActions({pin, align});
    view->addSeparator();
    view->addActions({showPanels, showLower, table, gallery});
    view->addSeparator();
    view->addActions({play, glide, present});

    bar.addMenu(presets);
    bar.addMenu(tr("&Help"))->addActions({help, definitions, about});
}

void Actions::fill(QToolBar& bar) const {
    button(bar, open)->setText(tr("Open"));
    button(bar, save);
    bar.addSeparator();
    // Undo's own text names the step, which would make the button jump.
    for (auto [action, text] : {std::pair{undo, tr("Undo")}, std::pair{redo, tr("Redo")}}) {
        action->setIconText(text);
        auto* made = button(bar, action);
        made->setText(text);
        QObject::connect(action, &QAction::changed, made, [made, text = text] { made->setText(text); });
    }
    bar.addSeparator();
    button(bar, exportPicture)->setText(tr("Export…"));
    button(bar, copyImage);
    bar.addSeparator();
    for (Choice* choice : {colorBy, labels, ranks, bubble}) choiceButton(bar, choice);
    QToolButton* const marked = menuButton(bar, marks);
    marked->setText(tr("Marks"));
    marked->setToolTip(tr("What is marked in the Gantts"));
    QAction* const line = bar.addSeparator();
    line->setVisible(bubble->menu()->menuAction()->isEnabled());
    connect(bubble->menu()->menuAction(), &QAction::enabledChanged, line, &QAction::setVisible);
    button(bar, pin);
    button(bar, present);
}

std::vector<Actions::Shortcut> Actions::shortcuts() const {
    std::vector<Shortcut> list;
    for (const QAction* action : m_all) {
        const QString keys = QKeySequence::listToString(action->shortcuts(), QKeySequence::NativeText);
        if (keys.isEmpty()) continue;
        QString what = action == undo ? tr("Undo") : action == redo ? tr("Redo") : withoutMnemonic(action->text());
        list.push_back({keys.split(QStringLiteral("; ")).join(tr(" or ")), what.remove(QChar(0x2026))});
    }
    return list;
}

}  // namespace bubblescope
