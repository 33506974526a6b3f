// The list of workload keys, and what is made from it: with BUBBLESCOPE_UPDATE=1 in the environment, this writes the
// README's table and the schema of experiments anew.

#include "engine/core/text.h"
#include "engine/model/scenario.h"

#include <QFile>
#include <QTest>

#include <nlohmann/json.hpp>
#include <set>

using namespace bubblescope;
using json = nlohmann::ordered_json;

namespace {

constexpr const char* kReadme = SOURCE_DIR "/README.md";
constexpr const char* kExperimentSchema = SOURCE_DIR "/presets/experiment.schema.json";

QByteArray contents(const char* path) {
    QFile file(QString::fromUtf8(path));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Compares a file with what it must be, or makes it so.
void compareFile(const char* path, const QByteArray& wanted) {
    if (qEnvironmentVariableIsSet("BUBBLESCOPE_UPDATE")) {
        QFile file(QString::fromUtf8(path));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(wanted) == wanted.size());
    }
    const QList<QByteArray> is = contents(path).split('\n'), must = wanted.split('\n');
    for (qsizetype i = 0; i < must.size(); ++i) QCOMPARE(is.value(i), must[i]);
    QCOMPARE(is.size(), must.size());
}

std::string ticked(std::span<const std::string_view> words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        text += i == 0 ? "" : i + 1 == words.size() ? " or " : ", ";
        text += words[i].empty() ? "empty" : "`" + std::string(words[i]) + "`";
    }
    return text;
}

std::string limitsOf(const WorkloadKey& key) {
    if (key.value == WorkloadValue::Choice) return ticked(key.choices);
    const auto number = [](double value) { return withThousands(static_cast<long long>(value)); };
    return key.most == WorkloadKey::kNoLimit ? number(key.least) + " or more"
                                             : number(key.least) + " to " + number(key.most);
}

std::string text(int value) { return std::to_string(value); }
std::string text(double value) { return json(value == std::floor(value) ? json(int(value)) : json(value)).dump(); }
std::string text(TimeBasis value) { return "`" + std::string(kTimeBases[static_cast<std::size_t>(value)]) + "`"; }
std::string text(const std::string& value) { return "`" + value + "`"; }
template <class List>
std::string text(const std::variant<double, List>& value) {
    return text(std::get<double>(value));
}
template <class T>
std::string text(const std::optional<T>& value) {
    return value ? text(*value) : "none";
}

std::string rowOf(const WorkloadKey& key, const std::string& usual) {
    std::string meaning(key.meaning);
    if (key.value == WorkloadValue::Times) meaning += ": a number, or a list of D";
    if (key.value == WorkloadValue::Links)
        meaning +=
            ": a number, or a list of D lists of D, `[from][to]` (D up to " + std::to_string(kMaxMatrixDevices) + ")";
    return "| `" + std::string(key.key) + "` | " + meaning + " | " + usual + " | " + limitsOf(key) + " |\n";
}

json schemaOf(const WorkloadKey& key) {
    const json time = {{"type", "number"}, {"minimum", 0}};
    const auto described = [&](json schema) {
        schema["description"] = key.meaning;
        return schema;
    };
    switch (key.value) {
        case WorkloadValue::Whole:
            return described({{"type", "integer"}, {"minimum", int(key.least)}, {"maximum", int(key.most)}});
        case WorkloadValue::Number: {
            json number = {{"type", "number"}, {"minimum", int(key.least)}};
            if (key.most != WorkloadKey::kNoLimit) number["maximum"] = int(key.most);
            return described(std::move(number));
        }
        case WorkloadValue::Times:
            return described({{"anyOf", {time, {{"type", "array"}, {"items", time}, {"minItems", 1}}}}});
        case WorkloadValue::Links: {
            const json row = {{"type", "array"}, {"items", time}};
            return described({{"anyOf", {time, {{"type", "array"}, {"items", row}}}}});
        }
        case WorkloadValue::Choice: break;
    }
    return described({{"enum", std::vector<std::string_view>(key.choices.begin(), key.choices.end())}});
}

}  // namespace

class TestWorkloadKeys : public QObject {
    Q_OBJECT

private slots:
    void everyKeySaysAllOfItself() {
        std::set<std::string_view> keys, symbols;
        std::set<int> places;
        bool isWord = false;
        for (const WorkloadKey& key : workloadKeys()) {
            QVERIFY(keys.insert(key.key).second);
            QVERIFY(!key.meaning.empty() && !key.word.empty());
            QCOMPARE(key.value == WorkloadValue::Choice, !key.choices.empty());
            if (!key.symbol.empty()) QVERIFY(symbols.insert(key.symbol).second);
            if (key.slider.place > 0) QVERIFY(places.insert(key.slider.place).second);
            isWord = isWord || key.value == WorkloadValue::Choice;
            QCOMPARE(key.value == WorkloadValue::Choice, isWord);  // numberKeys() is the beginning of the list
            QCOMPARE(findNumberKey(key.key) != nullptr, !isWord);
            if (!isWord) QVERIFY(key.get && key.set && !key.mark.empty() && !key.definition.empty());
        }
        std::size_t own = 0;
        forEachWorkloadKey([&](const WorkloadKey& key, auto, auto) { QCOMPARE(&key, &workloadKeys()[own++]); });
        QCOMPARE(own + 1, workloadKeys().size());
        QCOMPARE(workloadKeys().back().key, std::string_view("time_unit"));
    }

    void aNumberIsReadAndSet() {
        Workload workload;
        for (const WorkloadKey& key : numberKeys()) {
            const double value = key.most == 1 ? 0.25 : 3;
            key.set(workload, value);
            QCOMPARE(key.get(workload), std::optional(value));
        }
        QVERIFY(checkWorkload(workload, [](std::string_view key) { return std::string(key); }).has_value());
        workload.weight.reset();
        QCOMPARE(findNumberKey("weight")->get(workload), std::optional(0.75));  // its share of the backward
        workload.comm = std::vector<std::vector<double>>{};
        QCOMPARE(findNumberKey("comm")->get(workload), std::nullopt);
    }

    /// D, MBS and v shape the order of a schedule; times, and what they are times of, do not.
    void someKeysShapeTheOrder() {
        for (const WorkloadKey& key : numberKeys()) {
            const Workload before;
            Workload after;
            key.set(after, key.most == 1 ? 0.25 : 3);
            QVERIFY(after != before);
            QCOMPARE(haveSameShape(before, after),
                     key.key != "devices" && key.key != "microbatches" && key.key != "chunks");
        }
    }

    void choicesAreToldInWords() {
        QCOMPARE(choicesText(kTimeBases), std::string("\"microbatch\" or \"chunk\""));
        QCOMPARE(choicesText(kTimeUnits), std::string("\"ns\", \"us\", \"ms\", \"s\" or empty"));
    }

    void theReadmeHasTheTable() {
        const Workload usual;
        std::string rows;
        forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto) { rows += rowOf(key, text(usual.*member)); });
        rows += rowOf(workloadKeys().back(), text(usual.timeUnit));
        const QByteArray readme = contents(kReadme);
        const qsizetype head = readme.indexOf("| key of `workload` |"), begin = readme.indexOf("| `devices`", head);
        const qsizetype end = readme.indexOf("\n\n", begin) + 1;
        QVERIFY(head > 0 && begin > 0 && end > 0);
        compareFile(kReadme, readme.left(begin) + QByteArray::fromStdString(rows) + readme.mid(end));
    }

    void theSchemaHasTheKeys() {
        json schema = json::parse(contents(kExperimentSchema));
        json own = json::object(), formulas = json::object();
        forEachWorkloadKey([&](const WorkloadKey& key, auto, auto) { own[std::string(key.key)] = schemaOf(key); });
        for (const WorkloadKey& key : numberKeys()) formulas[std::string(key.key)] = {{"$ref", "#/$defs/formula"}};
        json whole = own;
        whole["time_unit"] = schemaOf(workloadKeys().back());
        schema["properties"]["bindings"]["properties"] = formulas;
        schema["$defs"]["workload"]["properties"] = whole;
        json& schedule = schema["$defs"]["schedule"]["properties"];
        schedule = {{"kind", schedule["kind"]}, {"label", schedule["label"]}};
        schedule.update(own);
        compareFile(kExperimentSchema, QByteArray::fromStdString(schema.dump(2)) + "\n");
    }
};

namespace tst_workload_keys {
QTEST_APPLESS_MAIN(TestWorkloadKeys)
}
#include "tst_workload_keys.moc"
