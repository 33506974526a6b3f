#include "widgets/experiments/workload_part.h"

#include "widgets/basics/format.h"
#include "widgets/experiments/key_words.h"
#include "widgets/panels/workload_panel.h"

#include <QBoxLayout>

namespace bubblescope {

WorkloadPart::WorkloadPart(const Experiment& shown, QWidget* parent) : FormPart(shown, parent) {
    m_panel = new WorkloadPanel;
    m_panel->hideHeading();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_panel);
    connect(m_panel, &WorkloadPanel::edited, this, [this](const ScenarioEdit& edit) {
        Experiment after = this->shown();
        after.workload = edit.after.workload;
        ask(std::move(after), edit.what, edit.gesture);
    });
}

void WorkloadPart::refresh() {
    m_panel->setDetermined(determinedKeys(shown()));
    m_panel->setScenario({shown().title, shown().workload, {}});
}

QString WorkloadPart::summary() const {
    QStringList values;
    const auto determined = determinedKeys(shown());
    for (const char* key : {"devices", "microbatches", "forward", "backward", "comm"}) {
        const NumberKey* number = findNumberKey(key);
        const auto value = number->get(shown().workload);
        if (value && !determined.contains(QLatin1String(key)))
            values += toQString(number->symbol) + QStringLiteral(" = ") + formatNumber(*value);
    }
    return values.join(QStringLiteral(", "));
}

bool WorkloadPart::showError(const Error* error) {
    constexpr std::string_view kPrefix = "workload.";
    QMap<QString, QString> reasons;
    bool isMine = false;
    if (error && error->field.starts_with(kPrefix)) {
        const QString key = toQString(error->field).mid(static_cast<qsizetype>(kPrefix.size())).section('[', 0, 0);
        const ParamSlider* row = m_panel->param(key);
        isMine = row && row->isVisibleTo(m_panel) && !row->isDetermined();
        if (isMine) reasons[key] = toQString(error->message);
    }
    m_panel->setErrors(reasons);
    return isMine;
}

}  // namespace bubblescope
