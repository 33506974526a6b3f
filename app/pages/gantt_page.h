#pragma once

#include "app/pages/page.h"
#include "app/settings/settings.h"

class QAction;
class QSplitter;

namespace bubblescope {

class Actions;
class GanttWidget;
class LowerArea;
class OpPanel;
class Inspector;
class PictureCommands;
class Veil;
class WindowController;
struct LessonStep;
struct OpRef;
struct PictureOptions;

/// A page of the open scenario: on the left the form, then the Gantts of its outcomes with charts or tables below them,
/// and on the right the panel that explains an op. Lays these out and connects them to the controller.
class GanttPage : public Page {
    Q_OBJECT

public:
    GanttLook ViewPreferences::*look() const override { return m_look; }
    bool isPinned() const override;
    void setPinned(bool on) override;
    void setPresenting(bool on) override;
    void keepLayout(Settings& settings) const override;
    QString why() const override;
    QWidget* editor() const override { return m_left; }
    bool escape() override;

    GanttWidget& gantt() { return *m_gantt; }
    OpPanel& opPanel() { return *m_opPanel; }

protected:
    /// `look` and `splitter` are this page's members of the controller's settings.
    GanttPage(WindowController& controller, GanttLook ViewPreferences::*look, QByteArray Settings::*splitter,
              QWidget* parent);

    /// Call once. `heights` are the initial heights of the Gantts and of `lower`; `above`, if given, is placed over
    /// both.
    void layOut(QWidget* left, LowerArea* lower, const QList<int>& heights, QWidget* above = nullptr);

    virtual void showOutcomes() = 0;
    /// Dims outdated results.
    virtual void showAge();
    virtual void showStyle();
    void showParts() override;
    virtual GanttStyle ganttStyle() const;
    /// Whether there is anything to edit and to explain.
    virtual bool isFilled() const { return true; }
    /// The index of the schedule that a track shows.
    virtual std::size_t scheduleOf(int track) const { return static_cast<std::size_t>(track); }
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

    WindowController& m_controller;
    GanttWidget* m_gantt;
    QSplitter* m_splitter;
    OpPanel* m_opPanel;
    Inspector* m_pickLink;
    PictureCommands* m_pictures;
    LowerArea* m_lower = nullptr;

private:
    void connectAll();
    const LessonStep* lessonStep() const;
    void showLesson();
    void showPointedOut();
    void addSeen(PictureOptions& options) const;
    QString said() const;
    void showRangeOfLesson();

    GanttLook ViewPreferences::*m_look;
    QByteArray Settings::*m_sizes;
    bool m_isTaught = false;  // whether this page shows a step of a lesson
    Veil *m_ganttVeil, *m_opVeil;
    QWidget* m_left = nullptr;
    bool m_isRangeWanted = false;  // whether to show the lesson's time span as soon as its runs are done
};

/// The actions that apply only to pages with Gantts.
QList<QAction*> ganttActions(const Actions& actions);

}  // namespace bubblescope
