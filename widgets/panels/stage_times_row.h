#pragma once

#include "engine/scenario/scenario.h"

#include <QWidget>

#include <array>

class QHBoxLayout;
class QLabel;

namespace bubblescope {

class NumberField;
class ReasonBalloon;

/// The extra times of a stage: a word, a field for the forward and one for the backward, and a line for errors.
///
/// Units  the scenario's
class StageTimesRow : public QWidget {
    Q_OBJECT
public:
    StageTimesRow(const QString& word, const QString& definition, QWidget* parent = nullptr);

    void setTimes(const StageTimes& times);
    /// Replaces the word.
    void setHeading(QWidget* heading);
    /// The text shown instead of the fields if something else determines the times. Empty: they are edited here.
    void setDetermined(const QString& text);
    void setError(const QString& reason);
    NumberField* field(int which) const { return m_fields[static_cast<std::size_t>(which)]; }
    QString error() const;

signals:
    void edited(const bubblescope::StageTimes& times);

private:
    void take(std::size_t which, const QString& text);

    StageTimes m_times;
    QHBoxLayout* m_line = nullptr;
    QLabel *m_word = nullptr, *m_determined = nullptr;
    std::array<NumberField*, 2> m_fields{};
    ReasonBalloon* m_error = nullptr;
};

}  // namespace bubblescope
