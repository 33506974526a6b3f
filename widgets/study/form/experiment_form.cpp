#include "widgets/study/form/experiment_form.h"

#include "widgets/kit/fold.h"
#include "widgets/kit/format.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/reason_balloon.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/kit/text_edit.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/param_slider.h"
#include "widgets/panels/parameter_form.h"
#include "widgets/panels/workload_panel.h"
#include "widgets/study/form/axis_editor.h"
#include "widgets/study/form/experiment_rows.h"
#include "widgets/study/form/formula_part.h"
#include "widgets/study/form/key_words.h"
#include "widgets/study/form/series_part.h"

#include <QBoxLayout>

namespace bubblescope {

namespace {

/// The place of an error whose field is not visible: "Formulas, T_F".
QString placeInWords(const std::string& field) {
    const QString path = toQString(field);
    const QString root = path.section(QLatin1Char('.'), 0, 0).section(QLatin1Char('['), 0, 0);
    const std::string key = path.section(QLatin1Char('.'), 1).section(QLatin1Char('['), 0, 0).toStdString();
    const std::pair<const char*, QString> sections[] = {
        {"x", ExperimentForm::tr("X axis")},
        {"panels", ExperimentForm::tr("Panels")},
        {"figures", ExperimentForm::tr("Figures")},
        {"metrics", ExperimentForm::tr("Shown")},
        {"view", ExperimentForm::tr("Shown")},
        {"bindings", ExperimentForm::tr("Formulas")},
        {"series", ExperimentForm::tr("Series")},
        {"workload", ExperimentForm::tr("Base workload")},
        {"variables", ExperimentForm::tr("Variables")},
    };
    for (const auto& [name, title] : sections)
        if (root == QLatin1String(name))
            return findNumberKey(key) ? title + QStringLiteral(", ") + wordsOf(key).title() : title;
    return path;
}

}  // namespace

ExperimentForm::ExperimentForm(QWidget* parent) : SidePanel(Qt::RightEdge, parent) {
    setAccessibleName(tr("Experiment"));
    setMinimumWidth(280);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(0);
    m_top = new ReasonBalloon(this);
    addTitle(*column);
    column->addLayout(dividingLine(6, 4));
    for (const auto& [role, heading] : {std::pair{AxisRole::X, tr("X axis")}, std::pair{AxisRole::Panels, tr("Panels")},
                                        std::pair{AxisRole::Figures, tr("Figures")}}) {
        add(new AxisEditor(role, heading, m_experiment));
        column->addWidget(m_parts.back());
    }
    m_shown = new ParameterForm;
    m_shown->setAccessibleName(tr("Shown"));
    m_shown->setContentsMargins(kFormMargin, 2, kFormMargin, 8);
    m_shownReason = new ReasonBalloon(m_shown);
    m_workload = new WorkloadPanel;
    m_workload->hideHeading();
    add(m_formulas = new FormulaPart(m_experiment));
    add(m_series = new SeriesPart(m_experiment));
    m_shownFold = addFold(column, tr("Shown"), m_shown);
    m_formulaFold = addFold(column, tr("Formulas"), m_formulas);
    m_seriesFold = addFold(column, tr("Series"), m_series);
    m_workloadFold = addFold(column, tr("Base workload"), m_workload);
    column->addStretch();
    setWidget(content);
    connect(m_shown, &ParameterForm::edited, this,
            [this](const std::string& key, const std::optional<ParameterValue>& value, int gesture) {
                Experiment after = withShown(m_experiment, key, *value);
                const bool isNone = after.quantities.empty();
                const QString what = key == "view"    ? tr("Change view")
                                     : key == "scale" ? tr("Change scale")
                                                      : tr("Change measures");
                if (!isNone) ask(std::move(after), what, gesture);
                m_shown->setRows(shownRows(m_experiment));
                setLine(m_shownReason, isNone ? tr("At least one must be shown.") : QString());
            });
    connect(m_workload, &WorkloadPanel::edited, this, [this](const ScenarioEdit& edit) {
        Experiment after = m_experiment;
        after.workload = edit.after.workload;
        ask(std::move(after), edit.what, edit.gesture);
    });
    refresh();
}

void ExperimentForm::addTitle(QVBoxLayout& column) {
    constexpr int kFirstLines = 3;
    auto* layout = new QVBoxLayout;
    layout->setContentsMargins(kFormMargin, 12, kFormMargin, 8);
    layout->setSpacing(4);
    column.addLayout(layout);
    m_title = new TextEdit(TextEdit::Lines::One);
    m_title->setFont(uiFont(13, QFont::DemiBold));
    m_title->setAccessibleName(tr("Experiment title"));
    m_title->setPlaceholderText(tr("Experiment title"));
    m_begin = new QLabel;
    m_begin->setFont(uiFont(12));
    m_begin->setForegroundRole(QPalette::PlaceholderText);
    m_begin->setAlignment(Qt::AlignTop);
    m_begin->setWordWrap(true);
    m_begin->setMaximumHeight(kFirstLines * m_begin->fontMetrics().lineSpacing());
    m_note = new TextEdit(TextEdit::Lines::Note);
    m_note->setFont(uiFont(12));
    m_note->setAccessibleName(tr("Note"));
    m_note->setPlaceholderText(tr("Notes on this experiment"));
    m_note->hide();
    m_more = new LinkButton({});
    m_more->setFont(uiFont(12));
    for (QWidget* const part : std::initializer_list<QWidget*>{m_title, m_begin, m_note}) layout->addWidget(part);
    layout->addWidget(m_more, 0, Qt::AlignLeft);
    connect(m_title, &TextEdit::typed, this, [this](const QString& text, int gesture) {
        Experiment after = m_experiment;
        after.title = text.toStdString();
        ask(std::move(after), tr("Change title"), gesture);
    });
    connect(m_note, &TextEdit::typed, this, [this](const QString& text, int gesture) {
        Experiment after = m_experiment;
        after.note = text.toStdString();
        ask(std::move(after), tr("Change note"), gesture);
    });
    connect(m_more, &QAbstractButton::clicked, this, [this] {
        m_isNoteOpen = !m_isNoteOpen;
        showNote();
        if (m_isNoteOpen) m_note->setFocus();
    });
}

void ExperimentForm::showNote() {
    const QString note = toQString(m_experiment.note);
    m_begin->setText(symbolHtml(note));
    m_begin->setVisible(!m_isNoteOpen && !note.isEmpty());
    m_note->setVisible(m_isNoteOpen);
    const bool isCut = m_begin->heightForWidth(viewport()->width() - 2 * kFormMargin) > m_begin->maximumHeight();
    const QString closed = note.isEmpty() ? tr("+ Add note…") : isCut ? tr("More…") : tr("Edit…");
    m_more->setText(m_isNoteOpen ? tr("Less") : closed);
    m_more->updateGeometry();
}

void ExperimentForm::resizeEvent(QResizeEvent* event) {
    SidePanel::resizeEvent(event);
    showNote();
}

void ExperimentForm::add(FormPart* part) {
    m_parts.push_back(part);
    connect(part, &FormPart::edited, this, &ExperimentForm::edited);
}

Fold* ExperimentForm::addFold(QVBoxLayout* column, const QString& title, QWidget* content) {
    auto* fold = new Fold(title, content);
    column->addLayout(dividingLine(6, 4));
    column->addWidget(fold);
    connect(fold->heading(), &QAbstractButton::toggled, this, &ExperimentForm::showError);
    return fold;
}

void ExperimentForm::ask(Experiment after, const QString& what, int gesture) {
    if (after != m_experiment) emit edited({std::move(after), what, gesture});
}

void ExperimentForm::setExperiment(const Experiment& experiment) {
    if (experiment == m_experiment) return;
    m_experiment = experiment;
    refresh();
    m_shownFold->heading()->setSummary(shownSummary(m_experiment));
    m_formulaFold->heading()->setSummary(m_formulas->summary());
    m_seriesFold->heading()->setSummary(m_series->summary());
    m_workloadFold->heading()->setSummary(workloadSummary(m_experiment));
    showError();
}

void ExperimentForm::refresh() {
    m_title->give(toQString(m_experiment.title));
    m_title->setToolTip(tipHtml(toQString(m_experiment.title)));
    m_note->give(toQString(m_experiment.note));
    showNote();
    for (FormPart* part : m_parts) part->refresh();
    m_shown->setRows(shownRows(m_experiment));
    m_workload->setDetermined(determinedWorkload(m_experiment));
    m_workload->setScenario({m_experiment.title, m_experiment.workload, {}});
}

void ExperimentForm::setError(const std::optional<Error>& error) {
    if (error == m_error) return;
    m_error = error;
    showError();
}

void ExperimentForm::forget() { m_series->forget(); }

void ExperimentForm::showError() {
    bool isShown = false;
    for (FormPart* part : m_parts) {
        const bool isTaken = part->showError(isShown || !m_error ? nullptr : &*m_error);
        isShown = isShown || (isTaken && part->isVisibleTo(this));
    }
    isShown |= showErrorOfRows(m_error ? &*m_error : nullptr);
    QString top;
    if (m_error && !isShown) top = placeInWords(m_error->field) + QStringLiteral(": ") + toQString(m_error->message);
    setLine(m_top, m_error && m_error->field.empty() ? toQString(m_error->message) : top);
}

/// Shows an error of a row, if it is one; returns whether it is visible.
bool ExperimentForm::showErrorOfRows(const Error* error) {
    const bool isOfShown = error && (error->field == "view" || error->field.starts_with("metrics"));
    setLine(m_shownReason, isOfShown ? toQString(error->message) : QString());
    QMap<QString, QString> reasons;
    if (error && error->field.starts_with("workload.")) {
        const QString key = toQString(error->field).section(QLatin1Char('.'), 1).section(QLatin1Char('['), 0, 0);
        const ParamSlider* row = m_workload->param(key);
        if (row && row->isVisibleTo(m_workload) && !row->isDetermined()) reasons[key] = toQString(error->message);
    }
    m_workload->setErrors(reasons);
    return (isOfShown && m_shown->isVisibleTo(this)) || (!reasons.isEmpty() && m_workload->isVisibleTo(this));
}

}  // namespace bubblescope
