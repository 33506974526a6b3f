#pragma once

#include "widgets/kit/form_lines.h"
#include "widgets/study/form/experiment_edit.h"

#include <QWidget>

namespace bubblescope {

/// A part of the experiment form: shows its part of the form's experiment and requests edits.
class FormPart : public QWidget {
    Q_OBJECT
public:
    /// `shown` belongs to the form and outlives the part.
    explicit FormPart(const Experiment& shown, QWidget* parent = nullptr) : QWidget(parent), m_shown(shown) {}

    /// Shows the current experiment.
    virtual void refresh() = 0;
    /// Marks the field that the error is about and gives the reason below it; null: no error. Returns whether this part
    /// has such a field.
    virtual bool showError(const Error* error) = 0;

signals:
    void edited(const bubblescope::ExperimentEdit& edit);

protected:
    const Experiment& shown() const { return m_shown; }
    void ask(Experiment after, const QString& what, int gesture = 0);

private:
    const Experiment& m_shown;
};

}  // namespace bubblescope
