#pragma once

#include "widgets/study/form/form_part.h"

#include <vector>

class QCheckBox;

namespace bubblescope {

class ReasonBalloon;
class SegmentedControl;

/// What is drawn: curves or a winner map, which measures, on which scale.
class ShownPart : public FormPart {
    Q_OBJECT
public:
    explicit ShownPart(const Experiment& shown, QWidget* parent = nullptr);

    void refresh() override;
    bool showError(const Error* error) override;
    /// "total time, bubble, of total".
    QString summary() const;

    SegmentedControl* view() const { return m_view; }
    SegmentedControl* scale() const { return m_scale; }
    /// In the order of quantitiesIn(kInExperiment).
    const std::vector<QCheckBox*>& checks() const { return m_checks; }

private:
    void check(Quantity measure, bool isOn);

    SegmentedControl* m_view = nullptr;
    SegmentedControl* m_scale = nullptr;
    std::vector<QCheckBox*> m_checks;
    QLabel* m_viewHint = nullptr;
    ReasonBalloon* m_reason = nullptr;
};

}  // namespace bubblescope
