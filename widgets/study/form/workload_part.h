#pragma once

#include "widgets/study/form/form_part.h"

namespace bubblescope {

class WorkloadPanel;

/// The base workload, which all points share. A key that an axis or a formula sets says so instead of showing its
/// slider.
class WorkloadPart : public FormPart {
    Q_OBJECT
public:
    explicit WorkloadPart(const Experiment& shown, QWidget* parent = nullptr);

    void refresh() override;
    bool showError(const Error* error) override;
    /// The values that are not set elsewhere: "D = 4, T_C = 0".
    QString summary() const;

    WorkloadPanel* panel() const { return m_panel; }

private:
    WorkloadPanel* m_panel = nullptr;
};

}  // namespace bubblescope
