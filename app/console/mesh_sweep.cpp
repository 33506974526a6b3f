#include "app/console/mesh_sweep.h"

#include "app/console/console.h"
#include "app/console/console_progress.h"
#include "app/documents/load_scenario.h"
#include "engine/core/text.h"
#include "engine/entries/model_edits.h"
#include "engine/io/mesh_rows.h"
#include "engine/study/mesh_question.h"
#include "engine/transformers/hardware.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/shown/model_facts.h"
#include "widgets/shown/quantity_columns.h"

#include <QCoreApplication>

#include <atomic>
#include <chrono>

namespace bubblescope {

namespace {

constexpr std::size_t kMostLines = 20, kMostReasons = 6;

/// The question of the first step of a model.
Result<MeshQuestion> questionIn(const Scenario& scenario) {
    const std::vector<std::size_t> steps = modelStepsOf(scenario);
    if (steps.empty())
        return Error{
            "has no step with a model; --meshes needs a scenario with a \"model\" and a step, such as "
            "preset:llama-3-70b-on-64",
            "schedules"};
    return questionOf(scenario, steps.front());
}

/// Outcomes of choices, with a progress line on a terminal.
std::vector<MeshOutcome> outcomesOf(const MeshQuestion& question, const std::vector<MeshChoice>& choices) {
    std::vector<MeshOutcome> outcomes;
    outcomes.reserve(choices.size());
    std::atomic<std::size_t> done = 0;
    const auto begin = std::chrono::steady_clock::now();
    const ConsoleProgress line(
        [&] {
            const std::size_t tried = done;
            const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
            const QString text = Text::tr("Trying meshes: %1 of %2").arg(tried).arg(choices.size());
            if (tried == 0) return text;
            const double left = passed / static_cast<double>(tried) * static_cast<double>(choices.size() - tried);
            return text + QStringLiteral("  ") + formatTimeLeft(left);
        },
        false);
    runChoices(question, choices, [&](std::size_t, MeshOutcome outcome) {
        outcomes.push_back(std::move(outcome));
        ++done;
        return true;
    });
    return outcomes;
}

/// The best meshes, how many there are, and why others are refused.
QString tableOf(const MeshQuestion& question, const std::vector<MeshChoice>& choices,
                const std::vector<MeshOutcome>& outcomes) {
    const std::vector<std::size_t> order = bestFirst(outcomes);
    std::size_t fit = 0;
    for (const std::size_t i : order) fit += outcomes[i].fits;
    std::vector<TableColumn> columns{{.title = Text::tr("mesh"), .isLeft = true}};
    for (const auto& [quantity, title] : {std::pair(Quantity::TotalTime, QT_TRANSLATE_NOOP("Text", "time")),
                                          {Quantity::Mfu, QT_TRANSLATE_NOOP("Text", "MFU")},
                                          {Quantity::TokensPerSecond, QT_TRANSLATE_NOOP("Text", "tokens/s")},
                                          {Quantity::MemoryPeak, QT_TRANSLATE_NOOP("Text", "memory peak")}}) {
        columns.push_back(columnOf(quantity));
        columns.back().title = Text::tr(title);
    }
    columns.push_back({.title = Text::tr("fits")});
    const auto hardware = hardwareOf(question.cluster);
    std::vector<std::vector<TableValue>> rows;
    for (std::size_t rank = 0; rank < order.size() && rank < kMostLines; ++rank) {
        const MeshOutcome& one = outcomes[order[rank]];
        rows.push_back({toQString(textOf(choices[order[rank]])), toUnits(one.total), one.mfu, one.tokensPerSecond,
                        static_cast<double>(one.memoryPeak),
                        hardware ? fitWord(*hardware, static_cast<double>(one.memoryPeak)) : QString()});
    }
    Table table = valueTable(std::move(columns), std::move(rows));
    scaleTimes(table, unitText(question.timeUnit));
    QString out = Text::tr("%1 devices, %2 sequences per step: %3 meshes ran, %4 fit, %5 cannot run")
                      .arg(question.devices)
                      .arg(sequencesOf(question))
                      .arg(order.size())
                      .arg(fit)
                      .arg(choices.size() - order.size());
    out += QStringLiteral("\n\n") + alignedRows(table);
    if (order.size() > kMostLines)
        out += QStringLiteral("\n%1\n").arg(
            Text::tr("These are the best %1; --csv and --json print all.").arg(kMostLines));
    const std::vector<RefusalCount> refusals = refusalsOf(outcomes);
    for (std::size_t i = 0; i < refusals.size() && i < kMostReasons; ++i)
        out += wrapped(Text::tr("%1 cannot run: %2").arg(refusals[i].count).arg(toQString(refusals[i].reason)),
                       kConsoleWidth, 2) +
               QLatin1Char('\n');
    if (refusals.size() > kMostReasons)
        out += Text::tr("%1 more reasons; --csv and --json print all.").arg(refusals.size() - kMostReasons) +
               QLatin1Char('\n');
    return out;
}

}  // namespace

int sweepMeshes(const Arguments& arguments, const std::optional<RowsForm>& form, const std::optional<Shard>& shard) {
    const auto scenario = loadScenario(arguments.source(), arguments.settings);
    if (!scenario) return complain(kBadUsage, arguments.source(), scenario.error());
    const auto question = questionIn(*scenario);
    if (!question) return complain(kBadUsage, arguments.source(), question.error());
    const std::vector<MeshChoice> all = meshChoices(*question);
    std::vector<MeshChoice> choices;
    for (std::size_t row = 0; row < all.size(); ++row)
        if (shard.value_or(Shard{}).has(row)) choices.push_back(all[row]);
    const std::vector<MeshOutcome> outcomes = outcomesOf(*question, choices);
    if (form) {
        const std::string heading =
            *form == RowsForm::Csv ? meshHeading(*question) : meshJsonHeading(*question, scenario->title);
        RowsText rows(*form, shard ? shardHeading(*shard, all.size(), *form, heading) : heading);
        for (std::size_t i = 0; i < choices.size(); ++i) rows.add(meshRow(*question, choices[i], outcomes[i], *form));
        rows.finish();
        print(rows.text);
    } else {
        print(tableOf(*question, choices, outcomes).toStdString());
    }
    if (const int code = finishPrinting(); code != kDone) return code;
    if (!shard && bestFirst(outcomes).empty())
        return complain(kFailed, arguments.source(), {"no mesh can run; see the output for the reasons", "model"});
    return kDone;
}

}  // namespace bubblescope
