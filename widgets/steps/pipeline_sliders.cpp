#include "widgets/steps/pipeline_sliders.h"

#include "widgets/kit/form_lines.h"
#include "widgets/kit/section_label.h"
#include "widgets/panels/workload_params.h"

#include "engine/entries/model_edits.h"
#include "engine/entries/step_edits.h"
#include "engine/kinds/kind.h"

#include <QVBoxLayout>

#include <algorithm>

namespace bubblescope {

namespace {

const QStringList kKeys{QStringLiteral("devices"),        QStringLiteral("microbatches"), QStringLiteral("chunks"),
                        QStringLiteral("forward"),        QStringLiteral("backward"),     QStringLiteral("comm"),
                        QStringLiteral("weight_fraction")};

Workload withKey(Workload workload, const QString& key, double value) {
    if (key == QLatin1String("devices")) return withDevices(std::move(workload), static_cast<int>(value));
    return withNumber(workload, workload, key, value);
}

/// Whether a step uses a key; in a model step, op times come from the model and devices from the mesh.
bool looksAtKey(const Scenario& scenario, std::size_t step, const std::string& key) {
    const bool isOfItsOwn = key == "microbatches" || key == "chunks";
    if (isOfModel(scenario, step) && !isOfItsOwn) return false;
    if (key == "microbatches" && isOfModel(scenario, step) && trainingValue(scenario, step, "model.global_batch"))
        return false;
    return looksAt(scenario.schedules[step], key);
}

}  // namespace

PipelineSliders::PipelineSliders(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Pipeline"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kFormMargin, 6, kFormMargin, 0);
    column->setSpacing(3);
    column->addWidget(sectionLabel(tr("Pipeline")));
    for (const WorkloadParam& param : workloadParams()) {
        if (!kKeys.contains(param.spec.key)) continue;
        auto* row = new ParamSlider(param.spec);
        m_rows.push_back(row);
        column->addWidget(row);
        connect(row, &ParamSlider::valueEdited, this,
                [this, key = param.spec.key, what = param.what](double value, int gesture) {
                    edit(key, what, value, gesture);
                });
    }
    hide();
}

ParamSlider* PipelineSliders::row(const QString& key) const {
    for (ParamSlider* row : m_rows)
        if (row->spec().key == key) return row->isHidden() ? nullptr : row;
    return nullptr;
}

void PipelineSliders::setScenario(const Scenario& scenario) {
    m_scenario = scenario;
    const std::vector<std::size_t> pipelines = pipelinesOf(scenario);
    bool isAny = false;
    for (ParamSlider* row : m_rows) {
        const std::string key = row->spec().key.toStdString();
        const auto first = std::find_if(pipelines.begin(), pipelines.end(),
                                        [&](std::size_t step) { return looksAtKey(scenario, step, key); });
        row->setVisible(first != pipelines.end());
        isAny |= first != pipelines.end();
        if (first != pipelines.end()) showIn(*row, patched(scenario.workload, scenario.schedules[*first].own));
    }
    setVisible(isAny);
}

void PipelineSliders::edit(const QString& key, const QString& what, double value, int gesture) {
    Scenario after = m_scenario;
    const std::string name = key.toStdString();
    bool isShared = false;
    for (const std::size_t step : pipelinesOf(after)) {
        ScheduleEntry& entry = after.schedules[step];
        if (!looksAtKey(m_scenario, step, name)) continue;
        isShared |= !hasKey(entry.own, name);
        if (!hasKey(entry.own, name)) continue;
        const Workload own = withKey(patched(after.workload, entry.own), key, value);
        forEachWorkloadKey([&](const WorkloadKey& known, auto member, auto of) {
            if (known.key == name) entry.own.*of = own.*member;
        });
    }
    if (isShared) after.workload = withKey(std::move(after.workload), key, value);
    if (after != m_scenario) emit edited({std::move(after), what, gesture});
}

}  // namespace bubblescope
