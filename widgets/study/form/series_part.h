#pragma once

#include "widgets/study/form/form_part.h"

#include <optional>
#include <vector>

namespace bubblescope {

class AxisEditor;
class LinkButton;
class OwnValues;
class PickCombo;
class ReasonBalloon;
class SchedulePanel;
class SegmentedControl;

/// The curves: a list of schedules, or one schedule over the values of a variable. The form that is not shown is kept,
/// so that switching back and forth loses nothing.
class SeriesPart : public FormPart {
    Q_OBJECT
public:
    explicit SeriesPart(const Experiment& shown, QWidget* parent = nullptr);

    void refresh() override;
    bool showError(const Error* error) override;
    /// "6 schedules", "ZB-H1 over D".
    QString summary() const;
    /// Drops what is kept from other experiments.
    void forget();

    SegmentedControl* kind() const { return m_kind; }
    SchedulePanel* schedules() const { return m_schedules; }
    PickCombo* schedule() const { return m_schedule; }
    AxisEditor* axis() const { return m_axis; }

private:
    QWidget* makeVaried();
    void choose(int kind);
    void chooseSchedule(int index);
    void openOwn();

    std::vector<ScheduleEntry> m_keptList;
    std::optional<Axis> m_keptAxis;
    SegmentedControl* m_kind = nullptr;
    SchedulePanel* m_schedules = nullptr;
    QWidget* m_varied = nullptr;
    PickCombo* m_schedule = nullptr;
    LinkButton* m_details = nullptr;
    OwnValues* m_own = nullptr;  // created on first use
    AxisEditor* m_axis = nullptr;
    ReasonBalloon* m_reason = nullptr;
};

}  // namespace bubblescope
