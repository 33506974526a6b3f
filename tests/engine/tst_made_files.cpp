// Documents made from the lists of keys and kinds: tables of README.md and docs/*.md, and the JSON schemas. With
// BUBBLESCOPE_UPDATE=1 in the environment, this test updates them.

#include "engine/core/text.h"
#include "engine/entries/registry.h"
#include "engine/io/collective_file.h"
#include "engine/io/experiment_file.h"
#include "engine/io/scenario_keys.h"
#include "engine/io/style_file.h"
#include "engine/lessons/lesson.h"
#include "engine/results/quantities.h"
#include "engine/scenario/scenario.h"
#include "engine/style/style.h"
#include "tests/made_file.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_made_files {
using json = nlohmann::ordered_json;

namespace {

constexpr const char* kReadme = SOURCE_DIR "/README.md";
constexpr const char* kFiles = SOURCE_DIR "/docs/files.md";
constexpr const char* kFigures = SOURCE_DIR "/docs/figures.md";
constexpr const char* kSchedules = SOURCE_DIR "/docs/schedules.md";
constexpr const char* kScenarioSchema = SOURCE_DIR "/presets/scenario.schema.json";
constexpr const char* kStyleSchema = SOURCE_DIR "/presets/style.schema.json";
constexpr const char* kExperimentSchema = SOURCE_DIR "/presets/experiment.schema.json";
constexpr const char* kCollectiveSchema = SOURCE_DIR "/presets/collective.schema.json";
constexpr const char* kLessonSchema = SOURCE_DIR "/presets/lesson.schema.json";

std::string ticked(std::span<const std::string_view> words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        text += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
        text += words[i].empty() ? "empty" : "`" + std::string(words[i]) + "`";
    }
    return text;
}

std::string limitsOf(const WorkloadKey& key) {
    if (key.type == ParameterType::Choice) return ticked(key.choices);
    const auto number = [](double value) { return withThousands(static_cast<long long>(value)); };
    return key.most == WorkloadKey::kNoLimit ? number(key.least) + " or more"
                                             : number(key.least) + " to " + number(key.most);
}

std::string text(int value) { return std::to_string(value); }
std::string text(double value) { return json(value == std::floor(value) ? json(int(value)) : json(value)).dump(); }
template <class T>
requires isChosenWord<T> std::string text(T value) { return "`" + std::string(wordOf(value)) + "`"; }
std::string text(const std::string& value) { return "`" + value + "`"; }
std::string text(const StageTimes& value) { return "[" + text(value.forward) + ", " + text(value.backward) + "]"; }
template <class... Lists>
std::string text(const std::variant<double, Lists...>& value) {
    return text(std::get<double>(value));
}
template <class T>
std::string text(const std::optional<T>& value) {
    return value ? text(*value) : "none";
}

std::string rowOf(const WorkloadKey& key, const std::string& usual) {
    std::string meaning(key.meaning);
    if (key.type == ParameterType::Numbers) meaning += ": a number, or a list of D";
    if (key.type == ParameterType::Links)
        meaning += ": a number, a list of D lists of D, `[from][to]` (D up to " + std::to_string(kMaxMatrixDevices) +
                   "), or `{\"node_size\": G, \"inside\": a, \"between\": b}`: device d is on node d div G";
    if (key.type == ParameterType::Object) meaning += ": `[forward, backward]`";
    return "| `" + std::string(key.key) + "` | " + meaning + " | " + usual + " | " + limitsOf(key) + " |\n";
}

json schemaOf(const Parameter& parameter);

/// An object with these keys and no others.
json schemaOfParts(std::span<const Parameter> parts) {
    json schema = {{"type", "object"}}, properties = json::object();
    for (const Parameter& part : parts) {
        properties[std::string(part.key)] = schemaOf(part);
        if (!part.needed.empty()) schema["required"].push_back(part.key);
    }
    schema["additionalProperties"] = false;
    schema["properties"] = std::move(properties);
    return schema;
}

json listOf(const json& items, const Parameter& parameter = {}) {
    json schema = {{"type", "array"}, {"items", items}};
    if (parameter.least != -Parameter::kNoLimit) schema["minItems"] = int(parameter.least);
    if (parameter.most != Parameter::kNoLimit) schema["maxItems"] = int(parameter.most);
    return schema;
}

json anyOf(json schemas) { return {{"anyOf", std::move(schemas)}}; }

const json& anyEntry() {
    static const json kEntry =
        anyOf(json::array({{{"$ref", "#/$defs/schedule"}}, {{"$ref", "#/$defs/scheme"}}, {{"$ref", "#/$defs/step"}}}));
    return kEntry;
}

json schemaOf(const Parameter& parameter) {
    const auto number = [&](const char* type) {
        json schema = {{"type", type}};
        if (parameter.least != -Parameter::kNoLimit)
            schema[parameter.isAboveLeast ? "exclusiveMinimum" : "minimum"] = int64_t(parameter.least);
        if (parameter.most != Parameter::kNoLimit) schema["maximum"] = int64_t(parameter.most);
        return schema;
    };
    const auto of = [&]() -> json {
        switch (parameter.type) {
            case ParameterType::Whole: return number("integer");
            case ParameterType::Number: return number("number");
            case ParameterType::Flag: return {{"type", "boolean"}};
            case ParameterType::Text: return {{"type", "string"}};
            case ParameterType::Choice:
                return {{"enum", std::vector<std::string_view>(parameter.choices.begin(), parameter.choices.end())}};
            case ParameterType::List: return listOf(schemaOf(parameter.parts.front()), parameter);
            case ParameterType::Numbers:
                return anyOf(json::array({number("number"), listOf(number("number"), {.least = 1})}));
            case ParameterType::Links:
                return anyOf(
                    json::array({number("number"), listOf(listOf(number("number"))), schemaOfParts(parameter.parts)}));
            case ParameterType::Object:  // without parts the times of a stage
                return parameter.parts.empty() ? listOf(number("number"), {.least = 2, .most = 2})
                                               : schemaOfParts(parameter.parts);
            case ParameterType::Names:
                return {{"type", "object"}, {"additionalProperties", schemaOf(parameter.parts.front())}};
            case ParameterType::Order:
                return anyOf(json::array({{{"type", "string"}}, {{"type", "object"}, {"required", {"kind"}}}}));
            case ParameterType::Formula: return anyOf(json::array({{{"type", "string"}}, {{"type", "number"}}}));
            case ParameterType::Entry: return anyEntry();
            case ParameterType::Series:
                return anyOf(json::array(
                    {listOf(anyEntry(), {.least = 1, .most = parameter.most}), schemaOfParts(parameter.parts)}));
        }
        return {};
    };
    json schema = of();
    if (parameter.key == kStyleParameter.key || parameter.key == styleDocument().key) {
        json names = json::array();
        for (const NamedStyle& style : namedStyles()) names.push_back(style.id);
        schema["properties"]["base"]["enum"] = names;
        if (parameter.key == kStyleParameter.key) schema = anyOf(json::array({{{"enum", names}}, schema}));
    }
    if (!parameter.meaning.empty()) schema["description"] = parameter.meaning;
    return schema;
}

/// Compares the schema of a document, whose title and description are those.
void compareSchema(const char* path, const json& document, const char* title, const char* description,
                   const json& definitions = {}) {
    json schema = {
        {"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", title}, {"description", description}};
    schema.update(document);
    if (!definitions.is_null()) schema["$defs"] = definitions;
    compareFile(path, QByteArray::fromStdString(schema.dump(2)) + "\n");
}

/// Adds those that are not yet there.
void addEach(std::vector<Parameter>& all, std::span<const Parameter> more) {
    for (const Parameter& parameter : more)
        if (std::none_of(all.begin(), all.end(), [&](const auto& known) { return known.key == parameter.key; }))
            all.push_back(parameter);
}

/// The times that steps of any kind may have.
const std::vector<Parameter>& timesOfSteps() {
    static const auto kTimes = [] {
        std::vector<Parameter> all;
        for (const ScheduleKind* kind : kindsOf(Family::Step))
            if (const Parameter* times = kind->parameter("times")) addEach(all, times->parts);
        return all;
    }();
    return kTimes;
}

/// The parameters of a family's kinds, each once; of steps with the times of all of them.
std::vector<Parameter> parametersOf(Family family) {
    std::vector<Parameter> all;
    for (const ScheduleKind* kind : kindsOf(family)) addEach(all, kind->parameters);
    for (Parameter& parameter : all)
        if (family == Family::Step && parameter.key == "times") parameter.parts = timesOfSteps();
    return all;
}

json schemaOf(Family family) {
    const std::string key(infoOf(family).key);
    std::vector<std::string_view> ids;
    for (const ScheduleKind* kind : kindsOf(family)) ids.push_back(kind->id);
    json properties = {{key, {{"enum", ids}}}, {"label", {{"type", "string"}}}};
    // Keys that take different values in different kinds.
    for (const Parameter& parameter : parametersOf(family)) {
        json any = json::array();
        for (const ScheduleKind* kind : kindsOf(family))
            if (const Parameter* own = kind->parameter(parameter.key); own && own->parts.size() == 0)
                if (const json schema = schemaOf(*own); std::find(any.begin(), any.end(), schema) == any.end())
                    any.push_back(schema);
        properties[std::string(parameter.key)] = any.size() < 2 ? schemaOf(parameter) : json{{"anyOf", any}};
    }
    forEachWorkloadKey([&](const WorkloadKey& own, auto, auto) {
        if (family != Family::Scheme || (!own.isWhole() && own.key != "send"))
            properties[std::string(own.key)] = schemaOf(own);
    });
    return {{"type", "object"},
            {"required", {key}},
            {"additionalProperties", false},
            {"properties", std::move(properties)}};
}

json collectiveSchema() {
    std::set<std::string_view> ids = {kAuto};
    for (const CollectiveInfo& info : collectives())
        for (const Algorithm& algorithm : algorithmsOf(info.collective)) ids.insert(algorithm.id);
    json schema = schemaOf(collectiveDocument());
    schema["properties"]["algorithms"]["items"] = {{"enum", ids}};
    schema["properties"]["algorithms"]["uniqueItems"] = true;
    schema["properties"]["bytes"]["type"] = "integer";
    return schema;
}

json experimentSchema() {
    json schema = schemaOf(experimentDocument());
    schema["properties"]["variables"]["propertyNames"] = {{"pattern", "^[A-Za-z_][A-Za-z0-9_]{0,31}$"}};
    schema["properties"]["metrics"]["uniqueItems"] = true;
    return schema;
}

json entrySchemas() {
    return {{"schedule", schemaOf(Family::Schedule)},
            {"scheme", schemaOf(Family::Scheme)},
            {"step", schemaOf(Family::Step)}};
}

/// Compares the rows of the table with this heading, which a page has once.
void compareTable(const char* path, const QByteArray& heading, const std::string& rows) {
    const QByteArray page = contents(path);
    QCOMPARE(page.count('\n' + heading), 1);
    const qsizetype begin = page.indexOf("\n| `", page.indexOf('\n' + heading)) + 1;
    const qsizetype end = page.indexOf("\n\n", begin) + 1;
    QVERIFY(begin > 0 && end > 0);
    compareFile(path, page.left(begin) + QByteArray::fromStdString(rows) + page.mid(end));
}

/// Compares the line that begins with `beginning`, which a page has once.
void compareLine(const char* path, const QByteArray& beginning, const std::string& line) {
    const QByteArray page = contents(path);
    QCOMPARE(page.count('\n' + beginning), 1);
    const qsizetype begin = page.indexOf('\n' + beginning) + 1, end = page.indexOf('\n', begin);
    compareFile(path, page.left(begin) + QByteArray::fromStdString(line) + page.mid(end));
}

std::string rowOf(const Parameter& parameter) {
    const bool isFlag = parameter.type == ParameterType::Flag && parameter.usual;
    const bool isChoice = parameter.type == ParameterType::Choice && parameter.choices.size() > 1;
    const std::string usual = isFlag                         ? (*parameter.usual != 0 ? "true" : "false")
                              : isChoice                     ? "`" + std::string(parameter.choices.front()) + "`"
                              : !parameter.usualText.empty() ? "`" + std::string(parameter.usualText) + "`"
                              : parameter.usual              ? text(*parameter.usual)
                              : parameter.needed.empty()     ? "none"
                                                             : "must be there";
    return "| `" + std::string(parameter.key) + "` | " + std::string(parameter.meaning) + " | " + usual + " |\n";
}

/// A closed form or clauses as code, or a dash.
std::string form(std::string_view text) {
    if (text.empty()) return "–";
    const std::size_t end = text.find(" for ");
    const std::string code = "`" + std::string(text.substr(0, end)) + "`";
    return end == std::string_view::npos ? code : code + " for `" + std::string(text.substr(end + 5)) + "`";
}

/// The placement of its stages, or all choices of a schedule with several.
std::string placementsOf(const ScheduleKind& kind) {
    const Parameter* const placement = kind.parameter("placement");
    if (!placement) return std::string(placementName(kind));
    std::string all;
    for (const std::string_view choice : placement->choices) all += (all.empty() ? "" : " or ") + std::string(choice);
    return all;
}

std::string rowOf(const ScheduleKind& kind) {
    const Published& published = kind.published;
    return "| `" + std::string(kind.id) + "` [" + std::string(kind.title) + "](" + std::string(published.link) +
           ") | " + std::to_string(published.year) + " | " + placementsOf(kind) + " | " + form(published.bubble) +
           " | " + form(published.peak) + " | " + std::string(published.needs) + " |\n";
}

std::string shortRowOf(const ScheduleKind& kind) {
    const Published& published = kind.published;
    return "| `" + std::string(kind.id) + "` | " + std::string(kind.title) + " | [" + std::to_string(published.year) +
           "](" + std::string(published.link) + ") | " + placementsOf(kind) + " |\n";
}

}  // namespace

class TestMadeFiles : public QObject {
    Q_OBJECT

private slots:
    void keysOfWorkloads() {
        const Workload usual;
        std::string rows;
        forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto) { rows += rowOf(key, text(usual.*member)); });
        rows += rowOf(workloadKeys().back(), text(usual.timeUnit));
        compareTable(kFiles, "| key of `workload` |", rows);
    }

    void keysOfSchemes() {
        std::string rows;
        for (const Parameter& parameter : parametersOf(Family::Scheme)) rows += rowOf(parameter);
        compareTable(kFiles, "| key of a scheme |", rows);
    }

    void keysOfSteps() {
        std::string rows, times;
        for (const Parameter& parameter : parametersOf(Family::Step)) rows += rowOf(parameter);
        for (const Parameter& parameter : timesOfSteps()) times += rowOf(parameter);
        compareTable(kFiles, "| key of a step | meaning | default |", rows);
        compareTable(kFiles, "| time of a step |", times);
    }

    void keysOfStyles() {
        std::string rows;
        for (const Parameter& parameter : style_keys::kStyleKeys) rows += rowOf(parameter);
        compareTable(kFigures, "| key of `style` |", rows);
    }

    void tablesOfSchedules() {
        std::string rows, shortRows;
        for (const ScheduleKind* kind : kindsOf(Family::Schedule)) {
            if (kind->published.year == 0) continue;
            rows += rowOf(*kind);
            shortRows += shortRowOf(*kind);
        }
        compareTable(kSchedules, "| schedule | year |", rows);
        compareTable(kReadme, "| id | schedule | paper |", shortRows);
    }

    void quantitiesOfExperiments() {
        std::string row = "| `metrics` | ";
        for (const Quantity quantity : quantitiesIn(kInExperiment))
            row += (row.back() == '`' ? ", `" : "`") + std::string(infoOf(quantity).id) + "`";
        compareLine(kFiles, "| `metrics` | ", row + ": one panel each | `bubble_ratio` |");
    }

    void namesOfSchemes() {
        QStringList known;
        for (const ScheduleKind* kind : kindsOf(Family::Scheme))
            if (kind->id != "custom") known += "`" + QString::fromLatin1(kind->id.data()) + "`";
        const QString last = known.takeLast(), page = QString::fromUtf8(contents(kFiles)).simplified();
        QVERIFY(page.contains(known.join(", ") + " and " + last + " are known"));
        QVERIFY(page.contains("; `custom` accepts your own"));
        QCOMPARE(kindsOf(Family::Scheme).size(), std::size_t(known.size()) + 2);
    }

    void keysOfExperiments() {
        const QString page = QString::fromUtf8(contents(kFiles)).section("| key | meaning | default |", 1);
        const QStringList rows = page.section("\n\n", 0, 0).split('\n').mid(2);
        QStringList keys{"format", "version"}, known;
        for (const QString& row : rows) keys += row.section('|', 1, 1).remove('`').simplified().split(", ");
        for (const Parameter& part : experimentDocument().parts) known += QString::fromLatin1(part.key.data());
        keys.sort(), known.sort();
        QCOMPARE(keys, known);
    }

    void theSchemas() {
        compareSchema(kScenarioSchema, schemaOf(scenarioDocument()), "Bubblescope scenario",
                      "A workload and the schedules, placement schemes and training steps to compare on it.",
                      entrySchemas());
        compareSchema(kStyleSchema, schemaOf(styleDocument()), "Bubblescope style", "How pictures look.");
        compareSchema(kExperimentSchema, experimentSchema(), "Bubblescope experiment",
                      "A study of many configurations: curves over x for several schedules, in panels and figures.",
                      entrySchemas());
        compareSchema(kCollectiveSchema, collectiveSchema(), "Bubblescope collective",
                      "A collective of several ranks: its size, algorithms and links.");
    }

    void theSchemaOfLessons() {
        const json text = {{"type", "string"}, {"maxLength", kMaxLessonText}};
        const json formula = {{"type", {"string", "number"}}, {"maxLength", kMaxLessonText}};
        const json formulas = {{"type", "object"}, {"additionalProperties", text}};
        const auto listOf = [](json item) {
            return json{{"anyOf", {item, {{"type", "array"}, {"maxItems", kMaxLessonParts}, {"items", item}}}}};
        };
        const json document = {{"anyOf", {{{"type", "string"}, {"pattern", "^preset:"}}, {{"type", "object"}}}},
                               {"description", "a scenario, a collective, or the name of a preset"}};
        json step = {
            {"type", "object"},
            {"required", {"caption"}},
            {"additionalProperties", false},
            {"properties",
             {{"document", document},
              {"set", {{"type", "object"}, {"description", "values by their paths in the document"}}},
              {"show",
               {{"type", "array"},
                {"minItems", 1},
                {"maxItems", kMaxLessonParts},
                {"items", {{"type", "integer"}, {"minimum", 1}}}}},
              {"highlight", listOf(text)},
              {"spotlight", {{"type", "boolean"}}},
              {"marks", listOf({{"enum", style_keys::kMarks}})},
              {"range", {{"type", "array"}, {"minItems", 2}, {"maxItems", 2}, {"items", {{"type", "number"}}}}},
              {"until", {{"type", "number"}}},
              {"after", {{"type", "integer"}, {"minimum", 0}}},
              {"let", formulas},
              {"caption", text},
              {"question", text},
              {"answer", text},
              {"claims", listOf(text)},
              {"predict",
               {{"anyOf",
                 {{{"enum", {"end", "number", "percent"}}},
                  {{"type", "array"}, {"minItems", 2}, {"maxItems", 6}, {"items", text}}}}}},
              {"right", formula},
              {"within", {{"type", "number"}, {"minimum", 0}}},
              {"goal", text},
              {"allow",
               {{"type", "array"},
                {"minItems", 1},
                {"maxItems", kMaxLessonParts},
                {"items",
                 {{"anyOf",
                   {text,
                    {{"type", "object"},
                     {"minProperties", 1},
                     {"maxProperties", 1},
                     {"additionalProperties", {{"type", "array"}, {"minItems", 1}}}}}}}}}},
              {"score", text},
              {"par", {{"anyOf", {formula, {{"type", "object"}}}}}},
              {"best", formula},
              {"solution", {{"type", "object"}, {"minProperties", 1}}},
              {"hint", text}}}};
        const json schema = {
            {"$schema", "https://json-schema.org/draft/2020-12/schema"},
            {"title", "Bubblescope lesson"},
            {"description", "Steps of a scenario or a collective: what each step shows, highlights and says."},
            {"type", "object"},
            {"required", {"format", "version", "title", "steps"}},
            {"additionalProperties", false},
            {"properties",
             {{"format", {{"const", "bubblescope-lesson"}}},
              {"version", {{"const", 1}}},
              {"title", text},
              {"summary", text},
              {"source", text},
              {"document", document},
              {"steps", {{"type", "array"}, {"minItems", 1}, {"maxItems", kMaxLessonSteps}, {"items", step}}}}}};
        for (const std::string_view key : lessonStepKeys()) QVERIFY(step["properties"].contains(std::string(key)));
        QCOMPARE(step["properties"].size(), lessonStepKeys().size());
        for (const std::string_view key : lessonKeys()) QVERIFY(schema["properties"].contains(std::string(key)));
        QCOMPARE(schema["properties"].size(), lessonKeys().size());
        compareFile(kLessonSchema, QByteArray::fromStdString(schema.dump(2)) + "\n");
    }
};

QTEST_APPLESS_MAIN(TestMadeFiles)

}  // namespace tst_made_files
#include "tst_made_files.moc"
