#pragma once

#include "widgets/study/form/form_part.h"

namespace bubblescope {

class WorkloadPanel;

/// The base workload: what all points share. A key that an axis or a formula gives says so in place of its slider.
class WorkloadPart : public FormPart {
    Q_OBJECT
public:
    explicit WorkloadPart(const Experiment& shown, QWidget* parent = nullptr);

    void refresh() override;
    bool showError(const Error* error) override;
    /// What is left to set: "D = 4, T_C = 0".
    QString summary() const;

    WorkloadPanel* panel() const { return m_panel; }

private:
    WorkloadPanel* m_panel = nullptr;
};

}  // namespace bubblescope
