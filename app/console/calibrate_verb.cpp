#include "app/console/console.h"
#include "app/console/console_progress.h"
#include "app/console/verb.h"
#include "app/documents/load_scenario.h"
#include "engine/core/text.h"
#include "engine/io/calibration_json.h"
#include "engine/study/calibration.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/picture/save_file.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

const QString kJson = QStringLiteral("--json");
const QString kNumbers = QStringLiteral("--numbers");
const QString kOutput = QStringLiteral("-o");

std::vector<Option> options() {
    return {settingsOption(),
            {kNumbers, QStringLiteral("LIST"), Option::Use::Maybe,
             Text::tr("Fit only these numbers, separated by commas: gemm, attention, memory, links."),
             Text::tr("all of them")},
            {kJson, {}, Option::Use::Maybe, Text::tr("Print JSON.")},
            {kOutput, QStringLiteral("OUT"), Option::Use::Maybe,
             Text::tr("Write the first scenario with the fitted numbers to this file.")}};
}

Result<std::array<bool, 4>> numbersIn(const Arguments& arguments) {
    if (!arguments.has(kNumbers)) return std::array<bool, 4>{true, true, true, true};
    std::array<bool, 4> fits{};
    for (const QString& name : arguments.values(kNumbers).constLast().split(QLatin1Char(','))) {
        const std::string word = name.trimmed().toStdString();
        const auto* const at = std::find(std::begin(kFittedNumbers), std::end(kFittedNumbers), word);
        if (at == std::end(kFittedNumbers))
            return Error{
                "unknown number \"" + shortened(word) + "\"; nearest: \"" + nearestName(word, kFittedNumbers) + '"',
                kNumbers.toStdString()};
        fits[static_cast<std::size_t>(at - kFittedNumbers)] = true;
    }
    return fits;
}

void printTable(const Calibration& made) {
    std::vector<QStringList> numbers = {{Text::tr("number"), Text::tr("start"), Text::tr("fitted")}};
    for (std::size_t i = 0; i < std::size(kFittedNumbers); ++i)
        numbers.push_back(
            {QString::fromUtf8(kFittedNumbers[i].data(), static_cast<qsizetype>(kFittedNumbers[i].size())),
             QString::number(made.start.*kFittedShares[i], 'f', 4),
             QString::number(made.numbers.*kFittedShares[i], 'f', 4)});
    print(alignedRows(numbers).toStdString());
    const bool hasBytes =
        std::ranges::any_of(made.steps, [](const CalibratedStep& step) { return step.allocatedGib.has_value(); });
    std::vector<QStringList> rows = {{Text::tr("step"), Text::tr("measured, ms"), Text::tr("predicted, ms"),
                                      Text::tr("error"), Text::tr("error before"), Text::tr("peak, GiB")}};
    if (hasBytes) rows.front() += Text::tr("measured, GiB");
    for (const CalibratedStep& step : made.steps) {
        rows.push_back({QString::fromStdString(shortened(step.title, 60)), formatNumber(1e3 * step.measured, 5),
                        formatNumber(1e3 * step.predicted, 5), formatChange(step.error()),
                        formatChange(step.errorBefore()), formatNumber(step.peakGib, 4)});
        if (hasBytes) rows.back() += step.allocatedGib ? formatNumber(*step.allocatedGib, 4) : QStringLiteral("–");
    }
    print("\n" + plainSpaces(alignedRows(rows)).toStdString());
    print(Text::tr("\nmean error %1\n").arg(formatPercent(made.meanError())).toStdString());
}

int run(const QStringList& args) {
    const auto arguments = parseArguments(args, options(), {.several = true, .source = Text::tr("a scenario file")});
    if (!arguments) return complain(kBadUsage, "calibrate", arguments.error());
    const auto fits = numbersIn(*arguments);
    if (!fits) return complain(kBadUsage, {}, fits.error());
    std::vector<MeasuredStep> steps;
    std::optional<Scenario> first;
    for (const std::string& source : arguments->sources) {
        auto scenario = loadScenario(source, arguments->settings);
        if (!scenario) return complain(kBadUsage, source, scenario.error());
        if (!first) first = *scenario;
        auto measured = measuredSteps(*scenario);
        if (!measured) return complain(kFailed, source, measured.error());
        std::move(measured->begin(), measured->end(), std::back_inserter(steps));
    }
    const auto made = [&] {
        const ConsoleProgress line([] { return Text::tr("Fitting the machine"); }, false);
        return calibrate(steps, *fits);
    }();
    if (!made) return complain(kFailed, arguments->source(), made.error());
    if (arguments->has(kJson))
        print(calibrationJson(*made));
    else
        printTable(*made);
    if (arguments->has(kOutput)) {
        const QString path = arguments->values(kOutput).constLast();
        const std::string text = writeScenario(withCalibration(*first, *made));
        if (auto ok = writeFile(path, QByteArray::fromStdString(text)); !ok) return complain(kFailed, {}, ok.error());
    }
    return finishPrinting();
}

}  // namespace

const Verb kCalibrate{
    .name = "calibrate",
    .takes = [] { return QStringLiteral("FILE.."); },
    .options = options,
    .summary = QT_TRANSLATE_NOOP("Text", "Fit a machine's numbers to measured steps."),
    .details = QT_TRANSLATE_NOOP(
        "Text",
        "FILE is a scenario with a model whose steps have \"measured\", such as {\"step_ms\": 843}. All steps of "
        "all files must be of one machine."),
    .examples = {{{"calibrate runs.json -o runs.json",
                   QT_TRANSLATE_NOOP("Text", "Fit the machine and keep the numbers in the file.")},
                  {"calibrate short.json long.json --numbers gemm,attention",
                   QT_TRANSLATE_NOOP("Text", "Fit two of its numbers to the steps of two files.")}}},
    .run = run,
};

}  // namespace bubblescope
