#pragma once

#include "widgets/kit/side_panel.h"
#include "widgets/study/form/experiment_edit.h"

#include <optional>
#include <vector>

class QLabel;
class QVBoxLayout;

namespace bubblescope {

class Fold;
class FormPart;
class FormulaPart;
class LinkButton;
class ParameterForm;
class ReasonBalloon;
class SeriesPart;
class TextEdit;
class WorkloadPanel;

/// The left column of the experiments page: shows a whole experiment and requests edits of it.
///
/// Invariants  an edit changes only what the user changed; it may request an experiment that checkExperiment() refuses.
///             Text that is being typed survives an update to an experiment with the same meaning
class ExperimentForm : public SidePanel {
    Q_OBJECT
public:
    explicit ExperimentForm(QWidget* parent = nullptr);

    void setExperiment(const Experiment& experiment);
    /// Shows an error of checkExperiment() or planExperiment(): marks the field and gives the reason below it, or, if
    /// no visible field is concerned, shows it at the top with its place in words. Nullopt: no error.
    void setError(const std::optional<Error>& error);
    /// Drops what is kept for an experiment but is not part of it, such as unchecked schedules: for another document.
    void forget();

    template <class Part>
    Part* part() const {
        for (FormPart* each : m_parts)
            if (auto* wanted = dynamic_cast<Part*>(each)) return wanted;
        return nullptr;
    }

    /// The title, and the note, of which the first lines are shown until `more` is pressed; then it can be edited.
    TextEdit* title() const { return m_title; }
    TextEdit* note() const { return m_note; }
    LinkButton* more() const { return m_more; }
    /// The rows of what is drawn, and of the base workload, which all points share.
    ParameterForm* shown() const { return m_shown; }
    WorkloadPanel* workload() const { return m_workload; }

    QSize sizeHint() const override { return {290, 760}; }

signals:
    void edited(const bubblescope::ExperimentEdit& edit);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void addTitle(QVBoxLayout& column);
    void showNote();
    void add(FormPart* part);
    Fold* addFold(QVBoxLayout* column, const QString& title, QWidget* content);
    void refresh();
    void ask(Experiment after, const QString& what, int gesture);
    void showError();
    bool showErrorOfRows(const Error* error);

    Experiment m_experiment;
    std::optional<Error> m_error;
    std::vector<FormPart*> m_parts;
    FormulaPart* m_formulas = nullptr;
    SeriesPart* m_series = nullptr;
    TextEdit* m_title = nullptr;
    QLabel* m_begin = nullptr;  // of the note
    TextEdit* m_note = nullptr;
    LinkButton* m_more = nullptr;
    bool m_isNoteOpen = false;
    ParameterForm* m_shown = nullptr;
    WorkloadPanel* m_workload = nullptr;
    Fold *m_shownFold = nullptr, *m_formulaFold = nullptr, *m_seriesFold = nullptr, *m_workloadFold = nullptr;
    ReasonBalloon *m_top = nullptr, *m_shownReason = nullptr;
};

}  // namespace bubblescope
