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

/// "Of total".
QString capitalized(QString text) { return text.replace(0, 1, text.left(1).toUpper()); }

QStringList bubbleTitles() {
    QStringList titles;
    for (const Quantity bubble : quantitiesIn(kIsBubble))
        titles << capitalized(Text::tr(std::string(infoOf(bubble).sort).c_str()));
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
    place->setVisible(menu->menuAction()->isEnabled());  // hidden on pages that do not use it
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
    m_window->addAction(action);  // so that it works while presenting, when menus are hidden
    m_all.push_back(action);
    return action;
}

Actions::Actions(QUndoGroup& undoGroup, QWidget* window) : QObject(window), m_window(window) {
    newDocument = add(tr("&New"), {QKeySequence::New}, tr("Start a new document on this page."));
    open = add(tr("&Open…"), {QKeySequence::Open}, tr("Open a saved file or an exported picture."));
    save = add(tr("&Save"), {QKeySequence::Save}, tr("Save this page's document."));
    saveAs =
        add(tr("Save &as…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_S}, tr("Save this page's document under another name."));
    exportPicture =
        add(tr("&Export picture…"), {Qt::CTRL | Qt::Key_E}, tr("Save the picture as %1.").arg(pictureFormatTitles()));
    exportMemory = add(tr("Export &memory…"), {}, tr("Save a chart of device memory over time."));
    exportLesson = add(tr("Export &lesson…"), {}, tr("Save the open lesson as a web page, slides or pages to print."));
    exportLesson->setEnabled(false);
    copyImage = add(tr("Copy &image"), {Qt::CTRL | Qt::SHIFT | Qt::Key_C}, tr("Copy the picture to the clipboard."));
    saveTable = add(tr("Save &table as CSV…"), {}, tr("Save the numbers on this page as a table."));
    rename = add(tr("&Title…"), {Qt::CTRL | Qt::Key_T}, tr("Change the title shown above exported pictures."));
    quit = add(tr("&Quit"), {Qt::CTRL | Qt::Key_Q}, tr("Close Bubblescope."));

    undo = undoGroup.createUndoAction(this, tr("Undo"));
    undo->setShortcut(Qt::CTRL | Qt::Key_Z);
    redo = undoGroup.createRedoAction(this, tr("Redo"));
    redo->setShortcuts({Qt::CTRL | Qt::SHIFT | Qt::Key_Z, Qt::CTRL | Qt::Key_Y});
    for (QAction* action : {undo, redo}) {
        window->addAction(action);
        m_all.push_back(action);
    }
    find = add(tr("&Find…"), {QKeySequence::Find}, tr("Find an operation, such as \"F 3\" or \"B 7 stage 2\"."));
    copyMetrics = add(tr("Copy &metrics"), {Qt::CTRL | Qt::SHIFT | Qt::Key_M}, tr("Copy the metrics table as text."));

    zoomIn = add(tr("Zoom &in"), {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)},
                 tr("Show a shorter span of time. Shift+Ctrl+wheel changes the row height."));
    zoomOut = add(tr("&Zoom out"), {Qt::CTRL | Qt::Key_Minus}, tr("Show a longer span of time."));
    fit = add(tr("&Fit"), {Qt::CTRL | Qt::Key_0}, tr("Fit the whole time span and all rows."));
    showPanels = add(tr("Side &panels"), {Qt::Key_F9}, tr("Show or hide the side panels."));
    showLower = add(tr("Charts and &table"), {Qt::Key_F10}, tr("Show or hide the charts and the table."));
    table = add(tr("&Metrics table"), {Qt::Key_F8}, tr("Show all metrics as a table instead of charts."));
    gallery = add(tr("Gallery of sche&dules"), {Qt::CTRL | Qt::Key_G},
                  tr("Show every published schedule on this workload and choose among them."));
    pin = add(tr("Pin re&sult"), {Qt::CTRL | Qt::SHIFT | Qt::Key_P},
              tr("Keep the current result and compare new results with it."));
    align = add(tr("Align &with…"), {Qt::CTRL | Qt::SHIFT | Qt::Key_A},
                tr("Show two schedules interleaved, device by device."));
    play = add(tr("Pla&y"), {Qt::CTRL | Qt::Key_P}, tr("Play the schedules, or pause. Space does the same."));
    glide = add(tr("&Animate changes"), {}, tr("Move operations smoothly to their new places after a change."));
    present = add(tr("P&resent"), {Qt::Key_F11, Qt::Key_F5}, tr("Show the picture full screen in large type."));
    marks = new QMenu(tr("O&verlays"), window);
    markFetches = add(tr("Weight &fetches"), {}, tr("Highlight operations whose weights another worker stores."));
    markTransfers = add(tr("Activation &transfers"), {}, tr("Show activations sent from one worker to another."));
    markHeld = add(tr("Activation &memory"), {Qt::CTRL | Qt::SHIFT | Qt::Key_H},
                   tr("Plot the activations stored over time below each row."));
    markCritical = add(tr("&Critical path"), {Qt::CTRL | Qt::SHIFT | Qt::Key_K},
                       tr("Outline the chain of operations that determines the total time."));
    marks->addActions({markFetches, markTransfers, markHeld, markCritical});
    for (QAction* action : {showPanels, showLower, table, gallery, pin, glide, present, markFetches, markTransfers,
                            markHeld, markCritical})
        action->setCheckable(true);
    back = add(tr("Bac&k"), {Qt::ALT | Qt::Key_Left},
               tr("Return to the previous page. From a point of an experiment, also restore the previous scenario."));
    back->setEnabled(false);
    goOn = add(tr("R&esume computation"), {Qt::CTRL | Qt::Key_R}, tr("Resume the computation that was stopped."));
    goOn->setIconText(tr("Resume"));  // the text of its button
    goOn->setEnabled(false);

    help = add(tr("&Keys and gestures"), {QKeySequence::HelpContents}, tr("Show all shortcuts and mouse gestures."));
    definitions = add(tr("&Definitions"), {}, tr("Explain the symbols and the four definitions of the bubble."));
    about = add(tr("&About Bubblescope"), {}, tr("Show the version, licences and libraries."));

    colorBy = new Choice(tr("&Colour"), tr("Choose what the colour of an operation shows."),
                         {tr("Kind"), tr("Microbatch")}, window);
    palette = new Choice(tr("Pa&lette"), tr("Choose the colours of the kinds of operation."), paletteTitles(), window);
    labels = new Choice(tr("La&bels"), tr("Choose what the label of an operation shows."),
                        {tr("Microbatch"), tr("Stage"), tr("f3 ∇3"), tr("None")}, window);
    ranks = new Choice(tr("E&qual ranks"), tr("Show ranks that do the same as one row, or each in its own row."),
                       {tr("Folded"), tr("Separate")}, window);
    numbering = new Choice(tr("&Numbering"), tr("Number microbatches and stages from 0 or from 1."),
                           {tr("From 0"), tr("From 1")}, window);
    notation = new Choice(tr("N&otation"), tr("Choose the symbols for devices, microbatches and chunks."),
                          {tr("Bubblescope (D, MBS, v)"), tr("Megatron (p, m, v)"), tr("Papers (p, M, v)")}, window);
    bubble = new Choice(tr("B&ubble"), tr("Choose the definition of the bubble."), bubbleTitles(), window);
    theme =
        new Choice(tr("T&heme"), tr("Choose light or dark colours."), {tr("System"), tr("Light"), tr("Dark")}, window);
    recent = new QMenu(tr("Open &recent"), window);
    presets = new QMenu(tr("&Presets"), window);
    pages = new QMenu(tr("Pa&ges"), window);
}

QAction* Actions::addPage(const QString& title) {
    const auto number = static_cast<int>(pages->actions().size()) + 1;
    QAction* action = add(title, {QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + number))},
                          tr("Show the page \"%1\".").arg(title));
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
    file->addActions({exportPicture, exportMemory, exportLesson, copyImage, saveTable});
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
    for (const Choice* choice : {colorBy, palette, labels, ranks, numbering, notation, bubble, theme})
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
    // Undo's own text names the step, which would change the width of the button.
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
    marked->setText(tr("Overlays"));
    marked->setToolTip(tr("Choose what is drawn over the Gantts."));
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
        list.push_back({keys.split(QStringLiteral("; ")).join(QStringLiteral(", ")), what.remove(QChar(0x2026))});
    }
    return list;
}

}  // namespace bubblescope
