#include "app/console/scenario_arguments.h"

#include "app/console/kinds_as_file.h"
#include "app/documents/load_scenario.h"
#include "app/documents/presets.h"
#include "engine/core/text.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QFileInfo>

#include <algorithm>

namespace bubblescope {

namespace {

QString optionOf(const WorkloadKey& key) {
    return QStringLiteral("--") + toQString(key.key).replace(QLatin1Char('_'), QLatin1Char('-'));
}

QString valueOf(const WorkloadKey& key) {
    QStringList words;
    for (const std::string_view choice : key.choices)
        if (!choice.empty()) words += toQString(choice);
    switch (key.type) {
        case ParameterType::Whole: return QStringLiteral("N");
        case ParameterType::Number: return QStringLiteral("X");
        case ParameterType::Numbers:
        case ParameterType::Links: return QStringLiteral("TIME");
        case ParameterType::Object: return QStringLiteral("[F,B]");
        default: break;
    }
    return words.join(QLatin1Char('|'));
}

// What a key has where nobody says otherwise.
QString usualText(double value) { return toQString(numberText(value)); }
QString usualText(const StageTimes& times) {
    return QStringLiteral("[%1, %2]").arg(usualText(times.forward), usualText(times.backward));
}
template <class... Lists>
QString usualText(const std::variant<double, Lists...>& value) {
    return usualText(std::get<double>(value));
}
template <class T>
requires isChosenWord<T> QString usualText(T choice) { return toQString(wordOf(choice)); }
template <class T>
QString usualText(const std::optional<T>& value) {
    return value ? usualText(*value) : QString();
}

QString usualOf(std::string_view key) {
    static const Workload kUsual;
    QString usual = toQString(kUsual.timeUnit);  // of the key that no schedule has for itself
    forEachWorkloadKey([&](const WorkloadKey& known, auto member, auto) {
        if (known.key == key) usual = usualText(kUsual.*member);
    });
    return usual;
}

}  // namespace

std::vector<Option> workloadOptions() {
    std::vector<Option> all;
    for (const WorkloadKey& key : workloadKeys()) {
        Option option{optionOf(key), valueOf(key), Option::Use::Maybe, toQString(key.meaning), usualOf(key.key)};
        if (key.symbol.size() == 1) option.letter = QLatin1Char('-') + toQString(key.symbol);
        option.isOfWorkload = true;
        all.push_back(std::move(option));
    }
    return all;
}

QStringList scenarioSources() {
    QStringList words = kindWords();
    for (const Preset& preset : presets()) words += toQString(kPresetPrefix) + preset.name;
    for (const PresetShelf& shelf : kScenarioKind.shelves)
        for (const Preset& preset : presets(kScenarioKind, shelf)) words += toQString(kPresetPrefix) + preset.name;
    return words;
}

std::vector<Setting> scenarioSettings(const Arguments& arguments) {
    std::vector<Setting> settings;
    for (const WorkloadKey& key : workloadKeys())
        if (arguments.has(optionOf(key)))
            settings.push_back(
                {"workload." + std::string(key.key), arguments.values(optionOf(key)).last().toStdString()});
    settings.insert(settings.end(), arguments.settings.begin(), arguments.settings.end());
    return settings;
}

Result<std::string> scenarioText(const Arguments& arguments) {
    const std::string& source = arguments.source();
    if (isKind(source)) return scenarioOfKinds(arguments.sources);
    // A word that no file is called by was meant as an id.
    const bool isFile = source == "-" || source.starts_with(kPresetPrefix) ||
                        source.find_first_of("./\\") != source.npos ||
                        QFileInfo::exists(QString::fromStdString(source));
    if (isFile) return loadText(source, kScenarioKind);
    return Error{
        Text::tr("no file and no schedule has this name; nearest: \"%1\"").arg(nearestKind(source)).toStdString(), {}};
}

Result<Scenario> scenarioIn(const Arguments& arguments) {
    const auto text = scenarioText(arguments);
    if (!text) return text.error();
    return scenarioIn(arguments, *text);
}

Result<Scenario> scenarioIn(const Arguments& arguments, const std::string& text) {
    auto scenario = readScenario(text, scenarioSettings(arguments));
    if (scenario) return scenario;
    Error error = scenario.error();
    for (const WorkloadKey& key : workloadKeys()) {
        const std::string path = "workload." + std::string(key.key);
        if (error.field == path && arguments.has(optionOf(key))) error.field = optionOf(key).toStdString();
    }
    return error;
}

}  // namespace bubblescope
