#pragma once

#include "widgets/kit/form_lines.h"
#include "widgets/study/form/experiment_edit.h"

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

}  // namespace bubblescope
