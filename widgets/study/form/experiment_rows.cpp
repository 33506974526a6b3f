#include "widgets/study/form/experiment_rows.h"

#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/study/form/key_words.h"

#include "engine/schedules/schedule.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Whether the base workload's chunks are unused: each schedule with chunks sets its own.
bool haveOwnChunks(const Experiment& experiment) {
    auto schedules = schedulesOf(experiment);
    std::erase_if(schedules, [](const ScheduleEntry* entry) {
        const ScheduleKind* kind = kindOf(*entry);
        return !kind || !kind->hasChunks;
    });
    return !schedules.empty() &&
           std::ranges::all_of(schedules, [](const ScheduleEntry* entry) { return entry->own.chunks.has_value(); });
}

bool isOneOf(Quantity quantity, const std::vector<Quantity>& all) {
    return std::ranges::find(all, quantity) != all.end();
}

}  // namespace

std::vector<FormRow> shownRows(const Experiment& experiment) {
    const auto choice = [](const Parameter& parameter, bool isSecond) {
        FormRow row{.parameter = parameter, .value = ParameterValue{std::string(parameter.choices[isSecond])}};
        row.areSegments = true;
        return row;
    };
    std::vector<FormRow> rows{choice(kViewParameter, experiment.view == View::WinnerMap)};
    if (!experiment.panels && experiment.view == View::Curves) rows[0].idle = Text::tr("A winner map needs panels.");
    const auto schedules = schedulesOf(experiment);
    for (const Quantity quantity : quantitiesIn(kInExperiment)) {
        const QuantityInfo& info = infoOf(quantity);
        FormRow row{
            .parameter = {
                .key = info.id, .type = ParameterType::Flag, .word = info.title, .definition = info.definition}};
        const bool isChosen = isOneOf(quantity, experiment.quantities);
        row.value = ParameterValue{isChosen};
        row.isShown =
            isChosen || std::ranges::any_of(schedules, [&](const auto* entry) { return mayHave(*entry, info); });
        rows.push_back(std::move(row));
    }
    rows.push_back(choice(kScaleParameter, experiment.scale == Scale::Log));
    return rows;
}

Experiment withShown(Experiment experiment, const std::string& key, const ParameterValue& value) {
    if (const auto* const choice = std::get_if<std::string>(&value.held)) {
        if (key == kViewParameter.key) experiment.view = *choice == kViews[0] ? View::Curves : View::WinnerMap;
        if (key == kScaleParameter.key) experiment.scale = *choice == kScales[0] ? Scale::Linear : Scale::Log;
        return experiment;
    }
    const Quantity quantity = *findQuantity(key, kInExperiment);
    auto& chosen = experiment.quantities;
    if (std::get<bool>(value.held))
        chosen.insert(std::ranges::find_if(chosen, [&](Quantity other) { return other > quantity; }), quantity);
    else
        std::erase(chosen, quantity);
    return experiment;
}

QString shownSummary(const Experiment& experiment) {
    QStringList titles;
    for (const Quantity quantity : experiment.quantities) titles += toQString(infoOf(quantity).title);
    const QString all = titles.join(QStringLiteral(", "));
    return experiment.view == View::WinnerMap ? Text::tr("winner map of %1").arg(all) : all;
}

QMap<QString, QString> determinedWorkload(const Experiment& experiment) {
    auto determined = determinedKeys(experiment);
    const QString chunks = QStringLiteral("chunks");
    if (!determined.contains(chunks) && haveOwnChunks(experiment))
        determined[chunks] = Text::tr("set by each schedule");
    return determined;
}

QString workloadSummary(const Experiment& experiment) {
    QStringList values;
    const auto determined = determinedKeys(experiment);
    for (const char* key : {"devices", "microbatches", "forward", "backward", "comm"}) {
        const WorkloadKey* number = findNumberKey(key);
        const auto value = number->get(experiment.workload);
        if (value && !determined.contains(QLatin1String(key)))
            values += toQString(number->symbol) + QStringLiteral(" = ") + formatExact(*value);
    }
    return values.join(QStringLiteral(", "));
}

}  // namespace bubblescope
