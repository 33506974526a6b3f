#include "widgets/study/form/experiment_form.h"

#include "widgets/kit/fold.h"
#include "widgets/kit/format.h"
#include "widgets/kit/reason_balloon.h"
#include "widgets/study/form/axis_editor.h"
#include "widgets/study/form/formula_part.h"
#include "widgets/study/form/key_words.h"
#include "widgets/study/form/series_part.h"
#include "widgets/study/form/shown_part.h"
#include "widgets/study/form/title_part.h"
#include "widgets/study/form/workload_part.h"

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
    add(column, new TitlePart(m_experiment));
    column->addLayout(dividingLine(6, 4));
    add(column, new AxisEditor(AxisRole::X, tr("X axis"), m_experiment));
    add(column, new AxisEditor(AxisRole::Panels, tr("Panels"), m_experiment));
    add(column, new AxisEditor(AxisRole::Figures, tr("Figures"), m_experiment));
    m_shownFold = addFold(column, tr("Shown"), m_shown = new ShownPart(m_experiment));
    m_formulaFold = addFold(column, tr("Formulas"), m_formulas = new FormulaPart(m_experiment));
    m_seriesFold = addFold(column, tr("Series"), m_series = new SeriesPart(m_experiment));
    m_workloadFold = addFold(column, tr("Base workload"), m_workload = new WorkloadPart(m_experiment));
    column->addStretch();
    setWidget(content);
    for (FormPart* part : m_parts) part->refresh();
}

void ExperimentForm::add(QVBoxLayout* column, FormPart* part) {
    m_parts.push_back(part);
    if (column) column->addWidget(part);
    connect(part, &FormPart::edited, this, &ExperimentForm::edited);
}

Fold* ExperimentForm::addFold(QVBoxLayout* column, const QString& title, FormPart* part) {
    add(nullptr, part);
    auto* fold = new Fold(title, part);
    column->addLayout(dividingLine(6, 4));
    column->addWidget(fold);
    connect(fold->heading(), &QAbstractButton::toggled, this, &ExperimentForm::showError);
    return fold;
}

void ExperimentForm::setExperiment(const Experiment& experiment) {
    if (experiment == m_experiment) return;
    m_experiment = experiment;
    for (FormPart* part : m_parts) part->refresh();
    m_shownFold->heading()->setSummary(m_shown->summary());
    m_formulaFold->heading()->setSummary(m_formulas->summary());
    m_seriesFold->heading()->setSummary(m_series->summary());
    m_workloadFold->heading()->setSummary(m_workload->summary());
    showError();
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
    QString top;
    if (m_error && !isShown) top = placeInWords(m_error->field) + QStringLiteral(": ") + toQString(m_error->message);
    setLine(m_top, m_error && m_error->field.empty() ? toQString(m_error->message) : top);
}

}  // namespace bubblescope
