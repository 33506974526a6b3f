#pragma once

#include "engine/steps/mesh.h"
#include "widgets/shown/scenario_edit.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;

namespace bubblescope {

class ChipButton;

/// The mesh of a model step, as a product that fills the devices. Below is a choice of sizes for the current axis;
/// sizes that do not work are dimmed, with the reason in words.
///
/// Invariants  shows the scenario that it was given and asks for edits
class MeshPicker : public QWidget {
    Q_OBJECT
public:
    explicit MeshPicker(QWidget* parent = nullptr);

    /// Shows a model step.
    void setStep(const Scenario& scenario, std::size_t step);
    void setAxis(MeshAxis axis);

    ChipButton* axis(MeshAxis axis) const { return m_axes[static_cast<std::size_t>(axis)]; }
    /// The button of a size of the current axis; null if there is none.
    ChipButton* size(int size) const;
    /// The note in the heading: whether the mesh fills the devices.
    QString note() const;
    QString reason() const;

signals:
    void edited(const bubblescope::ScenarioEdit& edit);

private:
    void showSizes();

    Scenario m_scenario;
    std::size_t m_step = 0;
    MeshAxis m_axis = MeshAxis::Tp;
    std::vector<ChipButton*> m_axes;
    std::vector<QLabel*> m_words, m_times;
    QLabel *m_note, *m_product, *m_sizeWord, *m_reason;
    QGridLayout *m_axisGrid, *m_sizes;
    std::vector<std::pair<int, ChipButton*>> m_sizeButtons;
};

}  // namespace bubblescope
