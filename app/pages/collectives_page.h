#pragma once

#include "app/pages/page.h"
#include "engine/collectives/playback.h"

#include <memory>
#include <vector>

class QLabel;
class QHBoxLayout;
class QSplitter;

namespace bubblescope {

class AlgorithmClock;
class CollectiveForm;
class CostChart;
class ExplainPanel;
class FittingLabel;
struct PictureOptions;
class SlotsView;
class StepClock;
class WindowController;

/// A collective, step by step: its form, the buffers of all ranks at the current time, the clock of its steps and an
/// explanation; below these, a comparison of the algorithms.
class CollectivesPage : public Page {
    Q_OBJECT

public:
    explicit CollectivesPage(WindowController& controller, QWidget* parent = nullptr);

    QString answer() const override;
    QString definition() const override;
    void exportPicture() override;
    void copyImage() override;
    QString table() const override;
    QWidget* editor() const override;
    bool escape() override;
    void setPresenting(bool on) override;
    void fitRoom() override;
    void keepLayout(Settings& settings) const override;

    CollectiveForm& form() { return *m_form; }
    SlotsView& view() { return *m_view; }
    StepClock& clock() { return *m_clock; }
    ExplainPanel& explanation() { return *m_explain; }
    AlgorithmClock& algorithms() { return *m_algorithms; }
    CostChart& cost() { return *m_cost; }

protected:
    void showParts() override;
    QWidget* start() const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    QWidget* newLowerPart();
    void connectAll();
    void ask(CollectiveSetup after, const QString& what, int gesture);
    void showSetup(bool keepsStep);
    void showChooser();
    void showTime();
    void showLesson();
    void choose(const std::string& algorithm);
    void reverse();
    /// The run of an algorithm; without a plan where the plan would be too large to draw.
    Result<CollectiveRun> runOf(const std::string& algorithm) const;
    bool hasPicture();
    void showPalette();
    PictureOptions options() const;

    WindowController& m_controller;
    CollectiveForm* m_form;
    SlotsView* m_view;
    StepClock* m_clock;
    ExplainPanel* m_explain;
    AlgorithmClock* m_algorithms;
    CostChart* m_cost;
    QLabel* m_title;
    FittingLabel *m_place, *m_sentence;
    QHBoxLayout* m_head;
    QSplitter* m_splitter;
    QWidget* m_lower = nullptr;
    QWidget* m_chooser = nullptr;
    std::vector<Result<CollectiveRun>> m_runs;            // one for each algorithm of the setup
    std::shared_ptr<const Playback> m_whole, m_playback;  // all of it, and what is told of
    std::vector<std::string> m_offered;                   // the algorithms in m_chooser
};

}  // namespace bubblescope
