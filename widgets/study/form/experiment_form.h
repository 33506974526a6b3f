#pragma once

#include "widgets/kit/side_panel.h"
#include "widgets/study/form/experiment_edit.h"

#include <optional>
#include <vector>

class QVBoxLayout;

namespace bubblescope {

class Fold;
class FormPart;
class ReasonBalloon;
class SeriesPart;
class ShownPart;
class FormulaPart;
class WorkloadPart;

/// The left column of the experiments page: the whole of an experiment, to see and to change. Shows the experiment it
/// is given and asks for edits.
///
/// Invariants  an edit changes only what a person changed; it may ask for an experiment that checkExperiment() refuses.
///             What is being typed survives being shown an experiment that says the same
class ExperimentForm : public SidePanel {
    Q_OBJECT
public:
    explicit ExperimentForm(QWidget* parent = nullptr);

    void setExperiment(const Experiment& experiment);
    /// What checkExperiment() or planExperiment() says of it: marks the field and gives the reason beneath; at the top,
    /// with the place in words, where no field in sight is meant. Nothing: all is well.
    void setError(const std::optional<Error>& error);
    /// Drops what is kept of an experiment but not in it, such as schedules that are unchecked: for another document.
    void forget();

    template <class Part>
    Part* part() const {
        for (FormPart* each : m_parts)
            if (auto* wanted = dynamic_cast<Part*>(each)) return wanted;
        return nullptr;
    }

    QSize sizeHint() const override { return {290, 760}; }

signals:
    void edited(const bubblescope::ExperimentEdit& edit);

private:
    void add(QVBoxLayout* column, FormPart* part);
    Fold* addFold(QVBoxLayout* column, const QString& title, FormPart* part);
    void showError();

    Experiment m_experiment;
    std::optional<Error> m_error;
    std::vector<FormPart*> m_parts;
    ShownPart* m_shown = nullptr;
    FormulaPart* m_formulas = nullptr;
    SeriesPart* m_series = nullptr;
    WorkloadPart* m_workload = nullptr;
    Fold *m_shownFold = nullptr, *m_formulaFold = nullptr, *m_seriesFold = nullptr, *m_workloadFold = nullptr;
    ReasonBalloon* m_top = nullptr;
};

}  // namespace bubblescope
