// Traces of every schedule, scheme and step meet the requirements of trace viewers.

#include "engine/analysis/links.h"
#include "engine/entries/registry.h"
#include "engine/io/trace.h"
#include "engine/steps/run_step.h"

#include "tests/engine/random_step.h"
#include "tests/engine/scenarios.h"

#include <QTest>

#include <map>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_trace {
using nlohmann::json;

namespace {

std::string textOf(const std::vector<TracedRun>& runs, std::string_view document = {}) {
    std::string text;
    const bool isWhole = writeTrace(runs, document, [&](std::string_view piece) {
        text += piece;
        return true;
    });
    return isWhole ? text : std::string();
}

TracedRun traced(const Scenario& scenario, std::size_t index = 0) {
    const RunResult result = run(scenario, index);
    return {displayTitle(scenario, index), result ? *result : nullptr};
}

json traceOf(const Scenario& scenario) { return json::parse(textOf({traced(scenario)})); }

/// The events of one phase.
std::vector<json> eventsOf(const json& trace, std::string_view phases) {
    std::vector<json> events;
    for (const json& event : trace.at("traceEvents"))
        if (phases.find(event.at("ph").get<std::string>()) != std::string::npos) events.push_back(event);
    return events;
}

/// The argument of a metadata event, by process and thread.
std::map<std::pair<int, int>, json> namesOf(const json& trace, std::string_view name, const char* key = "name") {
    std::map<std::pair<int, int>, json> names;
    for (const json& event : eventsOf(trace, "M"))
        if (event.at("name") == name) names[{event.at("pid"), event.at("tid")}] = event.at("args").at(key);
    return names;
}

const json& eventOf(const std::vector<json>& events, std::string_view name, int process) {
    for (const json& event : events)
        if (event.at("name") == name && event.at("pid") == process) return event;
    static const json none;
    return none;
}

/// What is wrong with a trace for a viewer; empty if nothing.
std::string faultOf(const json& trace, std::size_t events) {
    const std::vector<json> ops = eventsOf(trace, "X");
    if (ops.size() != events) return std::to_string(ops.size()) + " events for " + std::to_string(events) + " ops";
    // Threads have names; events stand in their order there, and none begins before the one before has ended.
    const auto threads = namesOf(trace, "thread_name");
    std::map<std::pair<int, int>, std::vector<std::pair<double, double>>> busy;
    for (const json& op : ops) {
        const std::pair<int, int> thread{op.at("pid"), op.at("tid")};
        if (thread.first < 1 || thread.second < 1) return "0 stands for what is idle in viewers";
        if (!threads.contains(thread)) return "a thread without a name";
        const double begin = op.at("ts"), end = begin + op.at("dur").get<double>();
        auto& before = busy[thread];
        if (begin < 0 || (!before.empty() && begin < before.back().second - 1e-6)) return "overlap";
        before.push_back({begin, end});
    }
    // A flow starts once, ends once, and binds to an event at each of its places.
    std::map<int, std::vector<json>> flows;
    for (const json& flow : eventsOf(trace, "stf")) flows[flow.at("id")].push_back(flow);
    for (const auto& [id, path] : flows) {
        if (path.size() < 2) return "a flow of one";
        for (std::size_t i = 0; i < path.size(); ++i) {
            const std::string phase = i == 0 ? "s" : i + 1 == path.size() ? "f" : "t";
            if (path[i].at("ph") != phase || path[i].at("name") != path[0].at("name")) return "a torn flow";
            if ((phase == "f") != (path[i].value("bp", "") == "e")) return "a flow that binds to what comes next";
            // Viewers match flows by category, name and number, and sort them by time.
            if (path[i].at("cat") != path[0].at("cat")) return "a flow of two categories";
            const double at = path[i].at("ts");
            if (i > 0 && at < path[i - 1].at("ts")) return "a flow back in time";
            int around = 0;
            for (const auto& [begin, end] : busy[{path[i].at("pid"), path[i].at("tid")}])
                around += begin < at && at < end;
            if (around != 1) return "a flow from nowhere";
        }
    }
    return {};
}

std::size_t opsOf(const Run& run) {
    const Program& program = *run.timeline->program;
    std::size_t ops = 0;
    for (const Lane& lane : program.lanes)
        for (Row row = lane.begin; row < lane.end; row = pairOf(program, row).end) ++ops;
    return ops;
}

json meshEntry() {
    return {{"step", "mesh"},
            {"mesh", {{"fsdp", 2}, {"tp", 2}}},
            {"slowdown", {1, 1, 1.5, 1}},
            {"times",
             {{"layers", 2},
              {"attention_forward", 4},
              {"mlp_forward", 6},
              {"attention_input", 4},
              {"attention_weight", 4},
              {"mlp_input", 6},
              {"mlp_weight", 6},
              {"all_reduce", 2},
              {"all_gather", 5},
              {"reduce_scatter", 5},
              {"optimizer", 3}}}};
}

}  // namespace

class TestTrace : public QObject {
    Q_OBJECT

private slots:
    void everyScheduleAndScheme() {
        for (const ScheduleKind* kind : generatedSchedules()) {
            const TracedRun one = traced(scenarioOf(std::string(kind->id).c_str()));
            QVERIFY(one.run);
            const json trace = json::parse(textOf({one}));
            const std::string fault = faultOf(trace, opsOf(*one.run));
            QVERIFY2(fault.empty(), (std::string(kind->id) + ": " + fault).c_str());
            QCOMPARE(namesOf(trace, "process_name").size(), std::size_t{4});
        }
        for (const double fetch : {0.0, 1.5}) {
            const TracedRun one = traced(schemeScenario("looped-pp", 6, fetch));
            const std::string fault = faultOf(json::parse(textOf({one})), opsOf(*one.run));
            QVERIFY2(fault.empty(), fault.c_str());
        }
    }

    void everyKindOfStep() {
        Random random(7);
        for (const ScheduleKind* kind : kindsOf(Family::Step)) {
            for (int i = 0; i < 6; ++i) {
                const auto scenario = scenarioWith(randomStep(random, kind->id, i < 2));
                if (!scenario) continue;
                const TracedRun one = traced(*scenario);
                if (!one.run) continue;
                const std::size_t ops = opsOf(*unfolded(one.run, kMostTracedOps));
                const json trace = json::parse(textOf({one}));
                const std::string fault = faultOf(trace, ops);
                QVERIFY2(fault.empty(), (std::string(kind->id) + ": " + fault).c_str());
                QCOMPARE(namesOf(trace, "process_name").size(), one.run->step->ranks.workerOfRank.size());
            }
        }
    }

    /// F0 of device 1 starts when that of device 0 has ended and come over.
    void transfersFlowFromStageToStage() {
        Scenario scenario = scenarioOf("1f1b", 2, 2, 4);
        scenario.workload.forward = 10.0;
        scenario.workload.backward = 20.0;
        scenario.workload.timeUnit = "us";
        const json trace = traceOf(scenario);
        const json second = eventOf(eventsOf(trace, "X"), "F0", 2);
        QCOMPARE(second.at("ts").get<double>(), 14.0);
        QCOMPARE(second.at("dur").get<double>(), 10.0);
        QCOMPARE(second.at("cat").get<std::string>(), std::string("forward"));
        QCOMPARE(second.at("args").at("stage").get<int>(), 1);
        QCOMPARE(second.at("args").at("microbatch").get<int>(), 0);
        const auto flows = eventsOf(trace, "stf");
        QCOMPARE(flows.size(), std::size_t{8});  // a forward and a backward of each microbatch
        for (const json& flow : flows) {
            if (flow.at("name") != "F0") continue;
            QCOMPARE(flow.at("pid").get<int>(), flow.at("ph") == "s" ? 1 : 2);
            QCOMPARE(flow.at("cat").get<std::string>(), std::string("transfer"));
        }
    }

    /// D = 2, MBS = 4: device 0 runs F0 F2 F1 B2 (F3 + B0) B3 I1 W1; T_F 1, T_B 2, T_FB 2.5.
    void aPairIsOneEvent() {
        Scenario scenario = scenarioOf("dualpipe", 2, 4, 0);
        scenario.workload.forward = 1.0;
        scenario.workload.backward = 2.0;
        scenario.workload.forwardBackward = 2.5;
        scenario.workload.timeUnit = "us";
        const json trace = traceOf(scenario);
        const auto events = eventsOf(trace, "X");
        const json pair = eventOf(events, "F3 + B0", 1);
        QCOMPARE(pair.at("ts").get<double>(), 5.0);
        QCOMPARE(pair.at("dur").get<double>(), 2.5);
        QCOMPARE(pair.at("args").at("kind").get<std::string>(), std::string("forward"));
        QCOMPARE(pair.at("args").at("microbatch").get<int>(), 3);
        QCOMPARE(pair.at("args").at("stage").get<int>(), 1);
        QCOMPARE(pair.at("args").at("with").at("kind").get<std::string>(), std::string("backward"));
        QCOMPARE(pair.at("args").at("with").at("microbatch").get<int>(), 0);
        QCOMPARE(pair.at("args").at("with").at("stage").get<int>(), 0);
        std::set<double> ends;
        for (const json& event : events) ends.insert(event.at("ts").get<double>() + event.at("dur").get<double>());
        QCOMPARE(*ends.rbegin(), 11.5);
        // Both of what it needs come from device 1.
        int arrivals = 0;
        for (const json& flow : eventsOf(trace, "f"))
            arrivals += flow.at("pid") == 1 && flow.at("ts").get<double>() == 6.25;
        QCOMPARE(arrivals, 2);
    }

    /// Rank 2 is slow: the gathers and reductions of its groups flow from it, and the others say how long they waited.
    void collectivesFlowFromTheLastThatCame() {
        const json trace = traceOf(*scenarioWith(meshEntry()));
        const auto names = namesOf(trace, "process_name");
        QCOMPARE(names.size(), std::size_t{4});
        QCOMPARE(names.at({3, 1}).get<std::string>(), std::string("rank 2"));
        QCOMPARE(namesOf(trace, "process_labels", "labels").at({3, 1}).get<std::string>(), std::string("1.5 x slower"));
        QCOMPARE(namesOf(trace, "thread_name").at({3, 1}).get<std::string>(), std::string("compute"));
        QCOMPARE(namesOf(trace, "thread_sort_index", "sort_index").at({3, 2}).get<int>(), 2);
        // Rank 2 ends FA0 at 5 + 6, rank 3 at 5 + 4; its all-reduce is rank 2's and rank 3's.
        const json reduce = eventOf(eventsOf(trace, "X"), "ARA0", 4);
        QCOMPARE(reduce.at("ts").get<double>(), 11'000.0);  // the usual unit is ms
        QCOMPARE(reduce.at("args").at("waits").get<double>(), 2'000.0);
        QCOMPARE(eventOf(eventsOf(trace, "X"), "ARA0", 3).at("args").at("waits").get<double>(), 0.0);
        QCOMPARE(reduce.at("args").at("collective").get<int>(),
                 eventOf(eventsOf(trace, "X"), "ARA0", 3).at("args").at("collective").get<int>());
        bool isFound = false;
        for (const json& flow : eventsOf(trace, "s"))
            if (flow.at("name") == "ARA0" && flow.at("pid") == 3) isFound = true;
        QVERIFY(isFound);
    }

    void timesAreMicroseconds_data() {
        QTest::addColumn<QString>("unit");
        QTest::addColumn<double>("factor");
        QTest::newRow("none: a unit is one") << "" << 1.0;
        QTest::newRow("ns") << "ns" << 1e-3;
        QTest::newRow("us") << "us" << 1.0;
        QTest::newRow("ms") << "ms" << 1e3;
        QTest::newRow("s") << "s" << 1e6;
    }

    void timesAreMicroseconds() {
        QFETCH(const QString, unit);
        QFETCH(const double, factor);
        Scenario scenario = scenarioOf("gpipe", 2, 2, 0.000001);
        scenario.workload.forward = 1234.567891;
        scenario.workload.timeUnit = unit.toStdString();
        const json trace = traceOf(scenario);
        QCOMPARE(eventOf(eventsOf(trace, "X"), "F1", 1).at("ts").get<double>(), 1234.567891 * factor);
        QCOMPARE(eventOf(eventsOf(trace, "X"), "F0", 2).at("ts").get<double>(), 1234.567892 * factor);
        QCOMPARE(trace.at("displayTimeUnit").get<std::string>(), std::string(unit == "ns" ? "ns" : "ms"));
    }

    /// Processes of each have numbers and names of their own.
    void severalStandSideBySide() {
        const Scenario scenario = foundingScenario();
        std::vector<TracedRun> runs;
        std::size_t ops = 0;
        for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
            runs.push_back(traced(scenario, i));
            ops += opsOf(*runs.back().run);
        }
        const json trace = json::parse(textOf(runs));
        QVERIFY(faultOf(trace, ops).empty());
        QCOMPARE(namesOf(trace, "process_name").size(), std::size_t{20});
        QCOMPARE(namesOf(trace, "process_name").at({6, 1}).get<std::string>(), std::string("1F1B, device 1"));
        std::set<int> order;
        for (const auto& [thread, index] : namesOf(trace, "process_sort_index", "sort_index"))
            order.insert(index.get<int>());
        QCOMPARE(order.size(), std::size_t{20});
    }

    void theSameIsTheSame() {
        const auto scenario = scenarioWith(meshEntry());
        QVERIFY(textOf({traced(*scenario)}, "{}") == textOf({traced(*scenario)}, "{}"));
        QVERIFY(textOf({traced(*scenario)}, "{}").starts_with(kTraceBeginning));
    }

    /// However many ops there are, and no further than it is wanted.
    void itComesInPieces() {
        const TracedRun one = traced(scenarioOf("gpipe", 16, 512));
        std::size_t largest = 0, pieces = 0;
        QVERIFY(writeTrace({{one}}, {}, [&](std::string_view piece) {
            largest = std::max(largest, piece.size());
            ++pieces;
            return true;
        }));
        QVERIFY(pieces > 20 && largest < 100'000);
        int taken = 0;
        QVERIFY(!writeTrace({{one}}, {}, [&](std::string_view) { return ++taken < 3; }));
        QCOMPARE(taken, 3);
    }
};

QTEST_GUILESS_MAIN(TestTrace)

}  // namespace tst_trace
#include "tst_trace.moc"
