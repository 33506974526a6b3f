#pragma once

#include "widgets/schemes/scheme_part.h"

class QCheckBox;

namespace bubblescope {

class ParamSlider;
class ReasonBalloon;
class SegmentedControl;

/// Options of a scheme besides its functions: time to fetch weights, cap on activations, times of the workload.
class SchemeOptions : public SchemePart {
    Q_OBJECT
public:
    explicit SchemeOptions(AskForScheme ask, QWidget* parent = nullptr);

    void forgetDrafts() override;
    bool showRefusal(const QString& key, const QString& sentence) override;
    /// "fetch 2, cap 4": the options that differ from the defaults.
    QString summary() const;

    ParamSlider* fetch() const { return m_fetch; }
    QCheckBox* hasCap() const { return m_hasCap; }
    ParamSlider* cap() const { return m_cap; }
    SegmentedControl* times() const { return m_times; }
    /// Why the times of the workload cannot be used.
    QString timesReason() const;

protected:
    void refresh() override;

private:
    void setCap(std::optional<int> cap, int gesture);
    void setTimes(bool areWorkloads);

    ParamSlider* m_fetch = nullptr;
    QCheckBox* m_hasCap = nullptr;
    ParamSlider* m_cap = nullptr;
    SegmentedControl* m_times = nullptr;
    ReasonBalloon* m_timesReason = nullptr;
};

}  // namespace bubblescope
