// The modes of a MainWindow: presenting, a running lesson, and what Esc ends.

#include "app/commands/actions.h"
#include "app/pages/page.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "app/window/presenter.h"
#include "app/window/status_line.h"
#include "widgets/kit/page_rail.h"
#include "widgets/kit/projector_type.h"
#include "widgets/kit/theme.h"
#include "widgets/lessons/lesson_bar.h"
#include "widgets/lessons/task_panel.h"

#include <QMenuBar>
#include <QToolBar>

#include <algorithm>
#include <functional>

namespace bubblescope {

void MainWindow::showParts() {
    const Actions& actions = m_controller.actions();
    m_taskPanel->setInvites(!isPresenting() && !actions.showPanels->isChecked());  // the panels have all sliders
    // Presenting shows only the picture; in a lesson, F9 shows the rest.
    const bool isAlone = isPresenting() && !m_partsBefore;
    for (Page* each : built())
        each->setPartsShown(!isAlone && actions.showPanels->isChecked(), !isAlone && actions.showLower->isChecked());
}

/// A lesson begins with nothing but the picture and its words.
void MainWindow::showLessonView() {
    if (m_partsBefore.has_value() == (m_controller.lesson().step() != nullptr)) return;
    m_controller.actions().exportLesson->setEnabled(m_controller.lesson().step());
    QAction *const panels = m_controller.actions().showPanels, *const lower = m_controller.actions().showLower;
    const QSignalBlocker quiet(panels), quietToo(lower);
    const bool begins = !m_partsBefore;
    const std::pair shown = m_partsBefore.value_or(std::pair(panels->isChecked(), lower->isChecked()));
    m_partsBefore = begins ? std::optional(shown) : std::nullopt;
    panels->setChecked(!begins && shown.first);
    lower->setChecked(!begins && shown.second);
    showParts();
}

bool MainWindow::isPresenting() const { return m_controller.actions().present->isChecked(); }

void MainWindow::present(bool on) {
    setMinimumSize(on ? QSize(1, 1) : kLeastWindow);  // the screen may be smaller
    setWindowState(windowState().setFlag(Qt::WindowFullScreen, on));
    for (QWidget* part : {static_cast<QWidget*>(menuBar()), static_cast<QWidget*>(m_toolBar),
                          static_cast<QWidget*>(m_rail), static_cast<QWidget*>(m_status)})
        part->setVisible(!on);
    if (on) m_messages->clear();
    m_presenter->present(on);
    for (Page* each : built()) each->setPresenting(on);
    showParts();
    fitRoom();
    shownPage().setFocus();
}

/// Scales type to the height of the screen. The window reaches that height some time after it was asked to go full
/// screen, so this is called again when it is resized.
void MainWindow::fitRoom() {
    m_presenter->fit();
    m_lessonBar->setPresenting(isPresenting());
    m_taskPanel->setPresenting(isPresenting());
    m_messages->setFont(uiFont(13 * (isPresenting() ? projectorScale(*this) : 1)));
    for (Page* each : built()) each->fitRoom();
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    if (isPresenting()) fitRoom();
}

/// Ends the innermost active mode that Esc can end, wherever the focus is. Open menus and fields being edited receive
/// the key before this.
bool MainWindow::escape() {
    const auto leave = [](QAction* action) {
        const bool wasOn = action->isChecked();
        action->setChecked(false);
        return wasOn;
    };
    const std::function<bool()> innermostFirst[] = {
        [this] { return shownPage().escape(); },  // search, measure or pick, playback, alignment
        [this] { return m_presenter->escape(); },
        [this] {
            const bool isBusy = m_status->showsProgress();
            if (isBusy) shownPage().stop();
            return isBusy;
        },
        [&] { return leave(m_controller.actions().gallery); },
        [this] {
            const bool isPlaying = m_controller.lesson().step();
            m_controller.lesson().end();
            return isPlaying;
        },
        [&] { return leave(m_controller.actions().present); },
    };
    return std::ranges::any_of(innermostFirst, [](const auto& end) { return end(); });
}

}  // namespace bubblescope
