#include "widgets/study/form/workload_part.h"

#include "widgets/kit/format.h"
#include "widgets/panels/param_slider.h"
#include "widgets/panels/workload_panel.h"
#include "widgets/study/form/key_words.h"

#include "engine/schedules/schedule.h"

#include <QBoxLayout>

#include <algorithm>

namespace bubblescope {

namespace {

/// Whether the base workload's chunks are unused: each schedule with chunks sets its own.
bool haveOwnChunks(const Experiment& experiment) {
    std::vector<ScheduleEntry> schedules;
    if (const auto* varied = std::get_if<VariedSchedule>(&experiment.series))
        schedules = {varied->schedule};
    else
        schedules = std::get<0>(experiment.series);
    std::erase_if(schedules, [](const ScheduleEntry& entry) {
        const ScheduleKind* kind = kindOf(entry);
        return !kind || !kind->hasChunks;
    });
    return !schedules.empty() && std::all_of(schedules.begin(), schedules.end(),
                                             [](const ScheduleEntry& entry) { return entry.own.chunks.has_value(); });
}

}  // namespace

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
    auto determined = determinedKeys(shown());
    const QString chunks = QStringLiteral("chunks");
    if (!determined.contains(chunks) && haveOwnChunks(shown())) determined[chunks] = tr("set by each schedule");
    m_panel->setDetermined(determined);
    m_panel->setScenario({shown().title, shown().workload, {}});
}

QString WorkloadPart::summary() const {
    QStringList values;
    const auto determined = determinedKeys(shown());
    for (const char* key : {"devices", "microbatches", "forward", "backward", "comm"}) {
        const WorkloadKey* number = findNumberKey(key);
        const auto value = number->get(shown().workload);
        if (value && !determined.contains(QLatin1String(key)))
            values += toQString(number->symbol) + QStringLiteral(" = ") + formatExact(*value);
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
