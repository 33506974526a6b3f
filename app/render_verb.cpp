#include "app/render_verb.h"

#include "app/arguments.h"
#include "app/console.h"
#include "app/console_progress.h"
#include "app/load_scenario.h"
#include "engine/core/text.h"
#include "engine/run/run_each.h"
#include "widgets/figure/figure.h"
#include "widgets/figure/save_file.h"

#include <QCoreApplication>
#include <QGuiApplication>

#include <algorithm>
#include <memory>

namespace bubblescope {

namespace {

const QString kOutput = QStringLiteral("-o");
const QString kSchedule = QStringLiteral("--schedule");
const QString kWidth = QStringLiteral("--width");
const QString kHeight = QStringLiteral("--height");
const QString kTheme = QStringLiteral("--theme");
constexpr char kDefaultPicture[] = "bubblescope-default.png";

QString translated(const char* text) { return QCoreApplication::translate("render", text); }

Error optionError(const QString& option, const QString& message) {
    return {message.toStdString(), option.toStdString()};
}

/// Fonts need an application object; on the offscreen platform it needs no display. What Qt would say about
/// the environment is no error of ours.
class DrawingApplication {
public:
    DrawingApplication() {
        if (QCoreApplication::instance()) return;
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
        m_application = std::make_unique<QGuiApplication>(m_argc, m_argv);
    }

private:
    int m_argc = 1;
    char m_name[12] = "bubblescope";
    char* m_argv[2] = {m_name, nullptr};
    std::unique_ptr<QGuiApplication> m_application;
};

struct Request {
    Arguments arguments;
    QString output;
    FigureFormat format = FigureFormat::Png;
    FigureOptions options;
};

/// The last of the values of an option that stands for one thing.
Result<std::optional<int>> numberOf(const Arguments& arguments, const QString& option) {
    if (!arguments.has(option)) return std::optional<int>();
    const QString text = arguments.values(option).last();
    bool ok = false;
    const int number = text.toInt(&ok);
    if (ok) return std::optional<int>(number);
    return optionError(option, translated("must be a whole number of pixels, is \"%1\"").arg(text));
}

Result<void> readTheme(const Arguments& arguments, FigureOptions& options) {
    if (!arguments.has(kTheme)) return {};
    const QString text = arguments.values(kTheme).last();
    if (text == QLatin1String("dark")) {
        options.theme = ThemeId::Dark;
    } else if (text == QLatin1String("print")) {
        options.theme = ThemeId::Print;
        options.palette = QStringLiteral("print");
    } else if (text != QLatin1String("light")) {
        return optionError(kTheme, translated("must be light, dark or print, is \"%1\"").arg(text));
    }
    return {};
}

Result<Request> readRequest(const QStringList& args) {
    auto arguments =
        parseArguments(args, {{kOutput, true}, {kSchedule, true}, {kWidth, true}, {kHeight, true}, {kTheme, true}});
    if (!arguments) return arguments.error();
    Request out;
    if (!arguments->has(kOutput))
        return optionError(kOutput, translated("name the picture to write: -o OUT.svg, OUT.pdf or OUT.png"));
    out.output = arguments->values(kOutput).last();
    const auto format = figureFormatOf(out.output);
    if (!format) return optionError(kOutput, translated("must end in .svg, .pdf or .png, is \"%1\"").arg(out.output));
    out.format = *format;
    const auto width = numberOf(*arguments, kWidth), height = numberOf(*arguments, kHeight);
    if (!width) return width.error();
    if (!height) return height.error();
    out.options.width = width->value_or(out.options.width);
    out.options.height = *height;
    if (const auto theme = readTheme(*arguments, out.options); !theme) return theme.error();
    out.arguments = std::move(*arguments);
    return out;
}

/// The entries that one --schedule names: all of a kind, or one by its place, counted from 1.
Result<std::vector<int>> entriesOf(const Scenario& scenario, const QString& text) {
    const int count = static_cast<int>(scenario.schedules.size());
    if (text.startsWith(QLatin1Char('#'))) {
        bool ok = false;
        const int place = text.mid(1).toInt(&ok);
        if (ok && place >= 1 && place <= count) return std::vector{place - 1};
        return optionError(kSchedule, translated("must be #1 to #%1 or a kind, is \"%2\"").arg(count).arg(text));
    }
    std::vector<int> entries;
    std::vector<std::string_view> kinds;
    for (int i = 0; i < count; ++i) {
        const std::string& kind = scenario.schedules[static_cast<std::size_t>(i)].kind;
        kinds.push_back(kind);
        if (kind == text.toStdString()) entries.push_back(i);
    }
    if (!entries.empty()) return entries;
    const QString nearest = QString::fromStdString(nearestName(text.toStdString(), kinds));
    return optionError(kSchedule,
                       translated("the scenario has no \"%1\"; the nearest it has is \"%2\"").arg(text, nearest));
}

Result<std::vector<int>> chosenEntries(const Scenario& scenario, const QStringList& names) {
    std::vector<int> chosen;
    for (const QString& name : names) {
        const auto entries = entriesOf(scenario, name);
        if (!entries) return entries.error();
        for (const int entry : *entries)
            if (std::find(chosen.begin(), chosen.end(), entry) == chosen.end()) chosen.push_back(entry);
    }
    return chosen;
}

/// One outcome an entry; those that are not to be shown stay empty.
std::vector<Outcome> runChosen(const Scenario& scenario, const std::vector<int>& chosen) {
    std::vector<Outcome> outcomes(scenario.schedules.size());
    RunProgress progress;
    const ConsoleProgress line(progress, false);
    RunPlan plan = planAll(scenario);
    plan.progress = &progress;
    if (!chosen.empty()) plan.schedules.assign(chosen.begin(), chosen.end());
    runEach(scenario, plan, [&](std::size_t i, const RunResult& result) {
        outcomes[i] = outcomeOf(scenario, i, result);
        return true;
    });
    return outcomes;
}

Error whyNothingRan(const std::vector<Outcome>& outcomes, const std::vector<int>& chosen) {
    const Outcome& first = outcomes[chosen.empty() ? 0 : static_cast<std::size_t>(chosen.front())];
    const QString message = translated("no schedule can run this workload: %1 %2");
    return {message.arg(first.title, first.refusal).toStdString(), "schedules"};
}

Result<QByteArray> draw(const Scenario& scenario, const std::vector<Outcome>& outcomes, FigureOptions options,
                        FigureFormat format) {
    const DrawingApplication application;
    options.title = QString::fromStdString(scenario.title);
    return figureFile(format, recolored(outcomes, scenario, options.theme), options, writeScenario(scenario));
}

/// An error about an option of the picture, with the option's name on the command line.
Error asOption(Error error) {
    if (error.field == "width" || error.field == "height") error.field = "--" + error.field;
    return error;
}

}  // namespace

int renderVerb(const QStringList& args) {
    const auto request = readRequest(args);
    if (!request) return complain(kBadUsage, "render", request.error());
    const std::string& source = request->arguments.source();
    const auto scenario = loadScenario(source, request->arguments.settings);
    if (!scenario) return complain(kBadUsage, source, scenario.error());
    const auto chosen = chosenEntries(*scenario, request->arguments.values(kSchedule));
    if (!chosen) return complain(kBadUsage, source, chosen.error());

    const auto outcomes = runChosen(*scenario, *chosen);
    if (std::none_of(outcomes.begin(), outcomes.end(), [](const Outcome& outcome) { return outcome.run != nullptr; }))
        return complain(kFailed, source, whyNothingRan(outcomes, *chosen));
    FigureOptions options = request->options;
    options.schedules = *chosen;
    const auto file = draw(*scenario, outcomes, options, request->format);
    if (!file) return complain(kBadUsage, source, asOption(file.error()));
    const auto written = writeFile(request->output, *file);
    return written ? kDone : complain(kFailed, {}, written.error());
}

Result<QString> writeDefaultPicture() {
    const auto scenario = loadScenario("preset:default");
    if (!scenario) return scenario.error();
    const auto file = draw(*scenario, runChosen(*scenario, {}), {}, FigureFormat::Png);
    if (!file) return file.error();
    const QString name = QLatin1String(kDefaultPicture);
    const auto written = writeFile(name, *file);
    if (!written) return written.error();
    return name;
}

}  // namespace bubblescope
