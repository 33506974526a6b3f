// The registry of kinds, their parameters, and which programs are the same. The kind in the last tests is not in the
// registry: it has features that future kinds may have.

#include "engine/entries/registry.h"
#include "engine/io/json_fields.h"
#include "engine/results/run.h"
#include "engine/schemes/scheme.h"
#include "engine/study/experiment_plan.h"

#include <QTest>

#include <nlohmann/json.hpp>
#include <set>

using namespace bubblescope;

namespace tst_kinds {
using nlohmann::json;

namespace {

constexpr std::string_view kWords[] = {"line", "wave"};
constexpr Parameter kNumber[] = {{.type = ParameterType::Number, .least = 0}};
constexpr Parameter kAxes[] = {{.key = "pp", .least = 1, .most = 4096, .usual = 1},
                               {.key = "dp", .least = 1, .most = 4096, .usual = 1}};
constexpr Parameter kParameters[] = {
    {.key = "group", .least = 1},
    {.key = "placement", .type = ParameterType::Choice, .choices = kWords, .without = "a line"},
    {.key = "reshard", .type = ParameterType::Flag},
    {.key = "slowdown", .type = ParameterType::List, .parts = kNumber},
    {.key = "mesh", .type = ParameterType::Object, .parts = kAxes},
    {.key = "memory_limit", .type = ParameterType::Number, .least = 0, .shapesOrder = false},
};

const ScheduleKind kFuture = {.id = "future", .title = "Future", .source = "a test", .parameters = kParameters};

const Parameter& parameter(std::string_view key) { return *kFuture.parameter(key); }

/// What reading or checking a value comes to: the value as it is written again, or the error.
std::string readAgain(std::string_view key, const char* text) {
    ParameterValue value;
    if (auto ok = readValue(json::parse(text), std::string(key), parameter(key), value); !ok) return ok.error().text();
    if (auto ok = checkValue(value, parameter(key)); !ok)
        return Error{ok.error().message, std::string(key) + ok.error().field}.text();
    return toJson(value).dump();
}

}  // namespace

class TestKinds : public QObject {
    Q_OBJECT

private slots:
    /// Ids are unique within a family, keys within a kind, and no parameter hides a workload key that the kind takes.
    void theRegistryIsWhole() {
        std::set<std::string_view> familyKeys;
        for (const FamilyInfo& family : families()) {
            QVERIFY(familyKeys.insert(family.key).second);
            QVERIFY(&infoOf(family.family) == &family);
            std::set<std::string_view> ids;
            QVERIFY(!kindsOf(family.family).empty());
            for (const ScheduleKind* kind : kindsOf(family.family)) {
                QVERIFY(ids.insert(kind->id).second);
                QVERIFY(!kind->title.empty() && !kind->source.empty());
                QVERIFY(kind->family == family.family);
                QVERIFY(findKind(family.family, kind->id) == kind);
                const ScheduleEntry entry = entryOf(family.family, std::string(kind->id));
                QVERIFY(entry.family == family.family && kindOf(entry) == kind);
                std::set<std::string_view> keys = {family.key, "label"};
                for (const WorkloadKey& key : workloadKeys())
                    if (takes(entry, key)) keys.insert(key.key);
                for (const Parameter& known : kind->parameters) {
                    QVERIFY2(keys.insert(known.key).second, known.key.data());
                    QVERIFY2(!known.meaning.empty(), known.key.data());
                }
            }
        }
        QVERIFY(!findKind(Family::Schedule, "ddp"));
        QVERIFY(!findKind(Family::Scheme, "gpipe"));
    }

    /// What an entry gives a parameter of a scheme is what its scheme holds.
    void parametersReachTheScheme() {
        ScheduleEntry entry = entryOf(Family::Scheme, "looped-pp");
        const auto numberOf = [&](const char* key) { return valueNamed(entry.values, key); };
        QVERIFY(numberOf("workers") == ParameterValue{6});
        QVERIFY(!numberOf("group_size") && !numberOf("fetch") && !numberOf("activation_cap") && !numberOf("times"));
        setNamed(entry.values, "workers", {8});
        setNamed(entry.values, "group_size", {4});
        setNamed(entry.values, "fetch", {0.5});
        setNamed(entry.values, "activation_cap", {3});
        QCOMPARE(schemeOf(entry).workers, 8);
        QVERIFY(schemeOf(entry).parameters == (std::vector<SchemeParameter>{{"group_size", 4}}));
        QCOMPARE(schemeOf(entry).fetch, 0.5);
        QVERIFY(numberOf("activation_cap") == ParameterValue{3});
        QVERIFY(checkValues(entry).has_value());
        setNamed(entry.values, "activation_cap", {0});
        QCOMPARE(checkValues(entry).error().text(), std::string("activation_cap: must be 1 or more, is 0"));
    }

    void valuesOfAnyTypeGoRound_data() {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("result");
        const auto row = [](const char* key, const char* text, const char* result) {
            QTest::addRow("%s %s", key, text) << QByteArray(key) << QByteArray(text) << QByteArray(result);
        };
        row("group", "4.0", "4");
        row("group", "0", "group: must be 1 or more, is 0");
        row("group", "[4]", "group: must be a whole number, is a list");
        row("placement", "\"wave\"", "\"wave\"");
        row("placement", "\"ring\"", "placement: must be \"line\" or \"wave\", or left out for a line, is \"ring\"");
        row("reshard", "true", "true");
        row("reshard", "1", "reshard: must be true or false, is 1");
        row("slowdown", "[1, 1.5]", "[1.0,1.5]");
        row("slowdown", "[1, -1.5]", "slowdown[1]: must be a finite time, 0 or more, is -1.5");
        row("slowdown", "[1, \"2\"]", "slowdown[1]: must be a number, is \"2\"");
        row("slowdown", "2", "slowdown: must be a list, is 2");
        row("mesh", R"({"pp": 2, "dp": 4})", R"({"dp":4,"pp":2})");
        row("mesh", R"({"pq": 2})", "mesh.pq: unknown key; nearest: \"pp\"");
        row("mesh", R"({"pp": 5000})", "mesh.pp: must be from 1 to 4,096, is 5000");
    }

    void valuesOfAnyTypeGoRound() {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, result);
        QCOMPARE(QByteArray::fromStdString(readAgain(key.toStdString(), text)), result);
    }

    void anEntryHoldsValuesByName() {
        ScheduleEntry entry{"future", {}, {}};
        QVERIFY(!valueNamed(entry.values, "group"));
        setNamed(entry.values, "reshard", {true});
        setNamed(entry.values, "group", {2});
        setNamed(entry.values, "group", {3});
        QVERIFY(valueNamed(entry.values, "group") == ParameterValue{3});
        QVERIFY(entry.values == (std::vector<NamedValue>{{"group", {3}}, {"reshard", {true}}}));
    }

    /// A program is another one as soon as anything that shapes it is: its kind, D, MBS, v, or a parameter.
    void programsAreToldApartByAllThatShapesThem() {
        Run before;
        before.schedule = {&kFuture, {}, {}, {{"group", {4}}, {"memory_limit", {8.0}}}};
        ResolvedSchedule now = before.schedule;
        QVERIFY(sharesProgram(before, now));
        now.workload.forward = 7.0;
        now.values[1].value = {6.0};  // shapes nothing
        QVERIFY(sharesProgram(before, now));
        now.values.front().value = {2};
        QVERIFY(!sharesProgram(before, now));
        now.values.clear();  // neither is a group left out one of 4
        QVERIFY(!sharesProgram(before, now));
        now = before.schedule;
        now.workload.chunks = 3;
        QVERIFY(!sharesProgram(before, now));
        ScheduleKind byTimes = kFuture;
        byTimes.ordersByTimes = true;
        now = before.schedule;
        now.kind = &byTimes;
        QVERIFY(!sharesProgram(before, now));
        before.schedule.kind = &byTimes;  // all of its work shapes it, but for what it is called
        QVERIFY(sharesProgram(before, now));
        before.title = "another";
        QVERIFY(sharesProgram(before, now));
        before.isSoFar = true;
        QVERIFY(!sharesProgram(before, now));
        before.isSoFar = false;
        now.workload.forward = 7.0;
        QVERIFY(!sharesProgram(before, now));
    }

    void onlyWhatHasTheSameShapeHasTheSameText() {
        const std::vector<std::vector<NamedValue>> values = {
            {},
            {{"group", {4}}},
            {{"group", {2}}},
            {{"group", {4}}, {"memory_limit", {8.0}}},
            {{"placement", {std::string("line")}}},
            {{"placement", {std::string("wave")}}},
            {{"reshard", {true}}},
            {{"slowdown", {ParameterValue::List{{1.0}, {2.0}}}}},
            {{"slowdown", {ParameterValue::List{{1.0}, {2.5}}}}},
            {{"mesh", {ParameterValue::Object{{"dp", {2}}, {"pp", {4}}}}}},
            {{"mesh", {ParameterValue::Object{{"pp", {4}}}}}},
        };
        std::vector<Workload> workloads(4);
        workloads[1].devices = 16;
        workloads[2].chunks = 5;
        workloads[3].forward = 7.0;
        for (const auto& a : values)
            for (const auto& b : values)
                for (const Workload& v : workloads)
                    for (const Workload& w : workloads) {
                        ScheduleEntry one{"future", {}, {}}, other = one;
                        one.values = a;
                        other.values = b;
                        QCOMPARE(shapeText(kFuture, one, v) == shapeText(kFuture, other, w),
                                 haveSameShape(kFuture, a, b) && haveSameShape(v, w));
                    }
    }

    /// The order of a scheme depends on all of it, what its ops take included, and on no workload's sizes.
    void schemesOfOneTextAreTheSame() {
        const ScheduleEntry entry = entryOf(Family::Scheme, "looped-pp");
        const auto textOf = [](const ScheduleEntry& of) { return shapeText(*kindOf(of), of, {}); };
        for (const Parameter& parameter : kindOf(entry)->parameters) {
            ScheduleEntry changed = entry;
            if (!parameter.choices.empty())
                setNamed(changed.values, parameter.key, {std::string(parameter.choices.back())});
            else if (parameter.type == ParameterType::Number)
                setNamed(changed.values, parameter.key, {1.5});
            else
                setNamed(changed.values, parameter.key, {7});
            QCOMPARE(textOf(changed) == textOf(entry), schemeOf(changed) == schemeOf(entry));
        }
        Workload larger;
        larger.devices = 64;
        QCOMPARE(shapeText(*kindOf(entry), entry, larger), textOf(entry));
    }
};

QTEST_APPLESS_MAIN(TestKinds)

}  // namespace tst_kinds
#include "tst_kinds.moc"
