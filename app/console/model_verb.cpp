#include "app/console/console.h"
#include "app/console/verb.h"
#include "app/documents/load_scenario.h"
#include "app/documents/presets.h"
#include "engine/core/text.h"
#include "engine/io/model_json.h"
#include "engine/transformers/layer_bytes.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/shown/model_facts.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace bubblescope {

namespace {

const QString kJson = QStringLiteral("--json");

/// The usual ways to train a model on one node of eight devices.
std::string scenarioOf(std::string_view model) {
    return R"({"format": "bubblescope-scenario", "version": 2, "model": {"preset": ")" + std::string(model) +
           R"("}, "mesh": {"fsdp": 8}, "schedules": [{"step": "ddp"}, {"step": "zero-1"},
                {"step": "zero-2"}, {"step": "fsdp"}, {"step": "zero-offload"}]})";
}

Result<Scenario> load(const Arguments& arguments) {
    const std::string& source = arguments.source();
    if (findTransformer(source)) return readScenario(scenarioOf(source), arguments.settings);
    // A word that is not a file was meant as a model.
    const bool isFile = source == "-" || source.starts_with(kPresetPrefix) || source.ends_with(".json") ||
                        source.find_first_of("/\\") != source.npos || QFileInfo::exists(QString::fromStdString(source));
    if (isFile) return loadScenario(source, arguments.settings);
    return Error{modelOf({{"preset", {source}}}).error().message, {}};
}

QString whole(double value) { return QString::fromStdString(withThousands(static_cast<long long>(value))); }
QString flops(double value) { return formatNumber(value / 1e9, 4) + QStringLiteral(" GFLOP"); }

void printReport(const ModelReport& report) {
    const TrainedModel& model = report.model;
    const Transformer& shape = model.shape;
    const auto line = [](const QString& text) { print((text + QLatin1Char('\n')).toStdString()); };
    line(report.title.empty() ? Text::tr("Custom model") : QString::fromStdString(shortened(report.title, 200)));
    line(Text::tr("%1 parameters, %2 of them active, %3 per token of training")
             .arg(whole(parameters(shape)), whole(activeParameters(shape)),
                  flops(3 * forwardFlops(shape, 1, model.sequence, model.causalDiscount))));
    const auto kinds = alikeLayers(shape);
    for (const std::vector<int>& alike : kinds) {
        const int layer = alike.front();
        const QString facts =
            Text::tr("%1 parameters, %2 forward, %3 of activations per microbatch")
                .arg(whole(layerParameters(shape, layer).sum()), flops(model.flopsOfLayer(layer).sum()),
                     plainSpaces(formatBytes(activationsOf(model, layer, report.isByTable))));
        line(kinds.size() == 1 ? Text::tr("one layer on one rank: %1").arg(facts)
                               : Text::tr("layer %1 and %2 others like it, on one rank: %3")
                                     .arg(layer)
                                     .arg(alike.size() - 1)
                                     .arg(facts));
    }
    if (report.steps.empty()) return;
    std::vector<QStringList> rows = {{Text::tr("step"), Text::tr("ranks"), Text::tr("parameters"),
                                      Text::tr("gradients"), Text::tr("optimizer"), Text::tr("activations"),
                                      Text::tr("gathered"), Text::tr("head"), Text::tr("peak"), Text::tr("host"),
                                      Text::tr("fits")}};
    QStringList refusals;
    for (const StepMemoryLine& step : report.steps) {
        const QString label = QString::fromStdString(step.label);
        if (!step.memory) {
            rows.push_back({label, QStringLiteral("-"), Text::tr("cannot run")});
            while (rows.back().size() < rows.front().size()) rows.back() += QStringLiteral("-");
            refusals += label + QStringLiteral(": ") + QString::fromStdString(step.memory.error().message);
            continue;
        }
        const MemoryEstimate& memory = *step.memory;
        QStringList row{label, QString::number(step.ranks)};
        for (const double bytes : {memory.parameters, memory.gradients, memory.optimizer, memory.activations,
                                   memory.gathered, memory.head, memory.peak(), memory.host})
            row += bytes == 0 ? QStringLiteral("-") : plainSpaces(formatBytes(bytes));
        row += fitWord(report.hardware, memory.peak());
        rows.push_back(row);
    }
    line({});
    print(alignedRows(rows).toStdString());
    if (!refusals.isEmpty()) line(QLatin1Char('\n') + refusals.join(QLatin1Char('\n')));
}

std::vector<Option> options() {
    return {settingsOption(), {kJson, {}, Option::Use::Maybe, Text::tr("Print JSON with sizes in bytes.")}};
}

/// Models, and the scenarios that come with the program.
QStringList sources() {
    QStringList words;
    for (const KnownTransformer& known : knownTransformers()) words += toQString(known.id);
    for (const Preset& preset : presets()) words += toQString(kPresetPrefix) + preset.name;
    return words;
}

int model(const QStringList& args) {
    const auto arguments = parseArguments(args, options(), {.source = Text::tr("a model or a scenario file")});
    if (!arguments) return complain(kBadUsage, "model", arguments.error());
    const auto scenario = load(*arguments);
    if (!scenario) return complain(kBadUsage, arguments->source(), scenario.error());
    const auto report = modelReport(*scenario);
    if (!report) return complain(kBadUsage, arguments->source(), report.error());
    if (arguments->has(kJson))
        print(modelJson(*report));
    else
        printReport(*report);
    return finishPrinting();
}

}  // namespace

const Verb kModel{
    .name = "model",
    .takes = [] { return QStringLiteral("FILE|MODEL"); },
    .options = options,
    .summary = QT_TRANSLATE_NOOP("Text", "Print a model's parameters, FLOPs and memory per training step."),
    .details = QT_TRANSLATE_NOOP("Text",
                                 "MODEL is a known model, such as llama-3-8b, on eight devices (see \"bubblescope list "
                                 "models\"). FILE is a scenario that has a model."),
    .examples = {{{"model llama-3-8b", QT_TRANSLATE_NOOP("Text", "Show what training it on eight devices needs.")},
                  {"model preset:llama-3-70b-on-64 --set model.recompute=ops",
                   QT_TRANSLATE_NOOP("Text", "Show the memory of each mesh with another recompute setting.")}}},
    .sources = sources,
    .run = model,
};

}  // namespace bubblescope
