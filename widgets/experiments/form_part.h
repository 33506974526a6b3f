#pragma once

#include "widgets/experiments/experiment_edit.h"

#include <QLabel>
#include <QWidget>

namespace bubblescope {

/// A part of the experiment form: shows its share of the experiment that the form shows, and asks for edits.
class FormPart : public QWidget {
    Q_OBJECT
public:
    /// `shown` is the form's; it outlives the part.
    explicit FormPart(const Experiment& shown, QWidget* parent = nullptr) : QWidget(parent), m_shown(shown) {}

    /// Shows the experiment as it is now.
    virtual void refresh() = 0;
    /// Marks the field that the error is about and says why beneath it; null: all are well.
    /// Returns whether there is such a field.
    virtual bool showError(const Error* error) = 0;

signals:
    void edited(const bubblescope::ExperimentEdit& edit);

protected:
    const Experiment& shown() const { return m_shown; }
    void ask(Experiment after, const QString& what, int gesture = 0);

private:
    const Experiment& m_shown;
};

/// A quiet line of text beneath a field, and one that says what is wrong there. Hidden while empty.
QLabel* hintLabel();
QLabel* reasonLabel();
void setLine(QLabel* label, const QString& text);

/// How far the parts of the form stand from its sides.
inline constexpr int kFormMargin = 16;

}  // namespace bubblescope
