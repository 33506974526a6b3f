// Placement schemes: captured results, the list scheduler compared with a plain scan, formulas, fetches and caps.

#include "engine/entries/registry.h"
#include "engine/io/result_json.h"
#include "engine/io/scenario_file.h"
#include "engine/schemes/list_scheduler.h"
#include "engine/schemes/run_scheme.h"
#include "engine/schemes/scheme.h"
#include "engine/sim/simulate.h"

#include "tests/engine/plain_list_scheduler.h"
#include "tests/engine/plain_simulator.h"
#include "tests/engine/random_scheme.h"
#include "tests/engine/simulated.h"
#include "tests/rounds.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_schemes {
using nlohmann::json;

namespace {

Result<SchemeRun> runChecked(const Scheme& scheme) {
    if (auto ok = checkScheme(scheme); !ok) return ok.error();
    return runScheme(scheme, unitDurations(scheme.workers));
}

Error errorOf(const Scheme& scheme) {
    const auto run = runChecked(scheme);
    return run ? Error{} : run.error();
}

/// "f0:0-1 B0:1-3": the ops of a lane with their stages, batches left out, and their times in whole units.
std::string laneText(const SchemeRun& run, std::size_t lane) {
    const Timeline& timeline = *run.timeline;
    std::string text;
    for (Row row = timeline.program->lanes[lane].begin; row < timeline.program->lanes[lane].end; ++row) {
        const Op op = timeline.program->ops[row];
        if (!text.empty()) text += ' ';
        text += std::string(letter(op.kind())) + std::to_string(op.stage().value) + '.' +
                std::to_string(op.microbatch().value);
        text += ':' + std::to_string(timeline.startOf(row) / 1'000'000) + '-' +
                std::to_string(timeline.end[row] / 1'000'000);
    }
    return text;
}

template <class T>
std::vector<double> column(const SchemeRun& run, T SchemeWorker::*member) {
    std::vector<double> values;
    for (const SchemeWorker& worker : run.workers) values.push_back(static_cast<double>(worker.*member));
    return values;
}

std::vector<double> expected(const json& value, std::size_t workers) {
    return value.is_array() ? value.get<std::vector<double>>() : std::vector<double>(workers, value.get<double>());
}

std::string fileOf(const std::string& entries, const std::string& workload = {}) {
    return R"({"format": "bubblescope-scenario", "version": 1, )" +
           (workload.empty() ? workload : "\"workload\": " + workload + ", ") + "\"schedules\": [" + entries + "]}";
}

/// What a scheduler works on, with workers and priorities that no formula could give.
PlacedOps randomPlacement(Random& random) {
    PlacedOps placed;
    placed.workers = randomInt(random, 1, 7);
    placed.stages = randomInt(random, 1, 6);
    placed.batches = randomInt(random, 1, 12);
    const int spread = randomInt(random, 0, placed.workers - 1);
    const auto worker = [&](int near) {
        const int other = randomInt(random, 0, spread);
        return static_cast<PlacedOps::Worker>((near + other) % placed.workers);
    };
    placed.compute.resize(placed.rows());
    placed.store.resize(placed.rows());
    for (std::size_t row = 0; row < placed.rows(); ++row) {
        placed.compute[row] = worker(static_cast<int>(placed.stageOf(row % placed.chain())));
        placed.store[row] = worker(placed.compute[row]);
    }
    placed.startWorker.assign(static_cast<std::size_t>(placed.batches), PlacedOps::kNowhere);
    placed.order = static_cast<PlacedOps::Order>(randomInt(random, 0, 2));
    if (placed.order != PlacedOps::Order::Formula) return placed;
    placed.priority.resize(placed.rows());
    const int levels = randomInt(random, 0, 6);
    for (double& priority : placed.priority) {
        priority = randomInt(random, -levels, levels) / 2.0;
        if (randomInt(random, 0, 40) == 0) priority = randomInt(random, 0, 1) ? -0.0 : HUGE_VAL;
    }
    return placed;
}

Durations randomDurations(Random& random, int workers) {
    Workload workload;
    workload.devices = workers;
    workload.chunks = 1;
    workload.forward = randomPerDevice(random, workers);
    workload.backward = randomPerDevice(random, workers);
    workload.weight = 0.0;
    if (randomInt(random, 0, 1) == 0) workload.comm = randomTime(random);
    if (randomInt(random, 0, 1) == 0) workload.embedding = {randomTime(random), randomTime(random)};
    if (randomInt(random, 0, 1) == 0) workload.head = {randomTime(random), randomTime(random)};
    Durations durations = toDurations(workload);
    if (randomInt(random, 0, 2) == 0)
        for (int i = 0; i < workers * workers; ++i) durations.commMatrix.push_back(toTime(randomInt(random, 0, 5)));
    return durations;
}

}  // namespace

class TestSchemes : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_random.seed(propertySeed()); }

    void capturedRows() {
        const json rows = capturedSchemes();
        QCOMPARE(rows.size(), std::size_t(656));
        for (const json& row : rows) {
            const Scheme scheme = schemeOf(row);
            const auto tag = QByteArray::fromStdString(row.dump());
            const auto run = runChecked(scheme);
            QVERIFY2(run, tag);
            const auto is = [&](const char* key, const std::vector<double>& values) {
                return values == expected(row.at(key), values.size());
            };
            QVERIFY2(toUnits(run->latency()) == row.at("latency").get<double>(), tag);
            QVERIFY2(std::abs(run->throughput() - row.at("throughput").get<double>()) < 1e-12, tag);
            QVERIFY2(is("weight_transmissions", column(*run, &SchemeWorker::weightTransmissions)), tag);
            QVERIFY2(is("weight_storage", column(*run, &SchemeWorker::weightStorage)), tag);
            QVERIFY2(is("activation_transmissions", column(*run, &SchemeWorker::activationTransmissions)), tag);
            QVERIFY2(is("peak_activations", column(*run, &SchemeWorker::peakActivations)), tag);
            std::vector<double> busy = column(*run, &SchemeWorker::busy);
            for (double& time : busy) time /= kMicroUnits;
            QVERIFY2(is("busy", busy), tag);
            const Metrics metrics = measure(*run->timeline, unitDurations(scheme.workers), *run->load);
            QVERIFY2(std::abs(metrics.bubbleRatio - row.at("bubble_ratio").get<double>()) < 1e-12, tag);
            QCOMPARE(metrics.totalTime, run->latency());
            QVERIFY(metrics.lowerBound <= metrics.totalTime);
        }
    }

    void notebookTable_data() {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("priority");
        QTest::addColumn<int>("batches");
        QTest::addColumn<int>("latency");
        QTest::addColumn<std::vector<double>>("peaks");
        QTest::addColumn<double>("fetches");
        const std::vector<double> six(6, 6), twelve(6, 12);
        const QByteArray batch = "oldest-batch-first", stage = "oldest-stage-first";
        QTest::newRow("DDP") << QByteArray("ddp") << batch << 6 << 18 << six << 0.0;
        QTest::newRow("FSDP") << QByteArray("fsdp") << batch << 6 << 18 << six << 10.0;
        QTest::newRow("GPipe, by stage") << QByteArray("gpipe-placement") << stage << 12 << 51 << twelve << 0.0;
        QTest::newRow("GPipe") << QByteArray("gpipe-placement") << batch << 12 << 51
                               << std::vector<double>{12, 12, 10, 7, 4, 1} << 0.0;
        QTest::newRow("Cuckoo") << QByteArray("cuckoo") << batch << 12 << 59 << std::vector<double>{8, 8, 8, 8, 7, 5}
                                << -1.0;
        QTest::newRow("Looped PP") << QByteArray("looped-pp") << batch << 12 << 46
                                   << std::vector<double>{9, 7, 4, 9, 7, 4} << 0.0;
        QTest::newRow("FS Looped PP") << QByteArray("fs-looped-pp") << batch << 12 << 46
                                      << std::vector<double>{9, 7, 4, 9, 7, 4} << 12.0;
    }

    void notebookTable() {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, priority);
        QFETCH(int, batches);
        QFETCH(int, latency);
        QFETCH(std::vector<double>, peaks);
        QFETCH(double, fetches);
        Scheme scheme = schemeOf(kind, 6, 6, batches);
        scheme.priority = priority.toStdString();
        const auto run = runChecked(scheme);
        QVERIFY(run);
        QCOMPARE(run->latency(), toTime(latency));
        QCOMPARE(column(*run, &SchemeWorker::peakActivations), peaks);
        if (fetches >= 0) QCOMPARE(column(*run, &SchemeWorker::weightTransmissions), std::vector<double>(6, fetches));
        QVERIFY(validate(*run->timeline->program));
    }

    /// The priority is that of the frontier node: by that of the new op, worker 0 would mix stages.
    void priorityOfTheFrontierNode() {
        Scheme scheme = schemeOf("fs-looped-pp", 2, 2, 5, {{"group_size", 1}});
        scheme.priority = kOldestStageFirst;
        const auto run = runChecked(scheme);
        QVERIFY(run);
        QCOMPARE(laneText(*run, 0),
                 std::string("F0.0:0-1 F0.2:1-2 F0.4:2-3 F1.0:3-4 F1.2:4-5 F1.4:5-6 B1.0:6-8 B1.2:8-10 B1.4:10-12 "
                             "B0.0:12-14 B0.2:14-16 B0.4:16-18"));
    }

    /// A formula that says what a name says gives the same order.
    void priorityFormulas_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("formula");
        QTest::newRow("batch") << QByteArray("oldest-batch-first")
                               << QByteArray("(batch * 2 + backward) * (stages + 1) + stage + 1");
        QTest::newRow("stage") << QByteArray("oldest-stage-first")
                               << QByteArray("((stage + 1) * 2 + backward) * batches + batch");
    }

    void priorityFormulas() {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, formula);
        Scheme scheme = customScheme("(batch + stage) mod workers", "stage mod workers", 3, 5, 9);
        scheme.priority = name.toStdString();
        const auto byName = runChecked(scheme);
        scheme.priority = formula.toStdString();
        const auto byFormula = runChecked(scheme);
        QVERIFY(byName && byFormula);
        QVERIFY(byName->workers == byFormula->workers);
        for (std::size_t lane = 0; lane < 3; ++lane) QCOMPARE(laneText(*byFormula, lane), laneText(*byName, lane));
    }

    /// Equal priorities: lower stage, then batch, then forward, of the frontier nodes.
    void ties() {
        Scheme scheme = customScheme("0", "0", 1, 2, 2);
        scheme.priority = "0";
        const auto run = runChecked(scheme);
        QVERIFY(run);
        QCOMPARE(laneText(*run, 0),
                 std::string("F0.0:0-1 F0.1:1-2 F1.0:2-3 F1.1:3-4 B1.0:4-6 B0.0:6-8 B1.1:8-10 B0.1:10-12"));
    }

    /// Every kind is a formula that a person could type.
    void kindsAreFormulas() {
        QCOMPARE(kindsOf(Family::Scheme).size(), std::size_t(7));
        for (const ScheduleKind& kind : schemeKinds()) {
            Scheme scheme = schemeOf(std::string(kind.id).c_str(), 6, 6, 6);
            if (hasOwnFormulas(kind)) {
                scheme.compute = kind.compute;
                scheme.store = kind.store;
            }
            const auto run = runChecked(scheme);
            QVERIFY2(run, kind.id.data());
            Scheme typed = customScheme(std::string(kind.compute), std::string(kind.store), 6, 6, 6);
            typed.parameters = parametersOf(scheme);
            const auto again = runChecked(typed);
            QVERIFY(again);
            QVERIFY(run->workers == again->workers);
            QCOMPARE(run->latency(), again->latency());
        }
    }

    void sameChoicesAsAPlainScan() {
        int deadlocks = 0, fetching = 0, capped = 0;
        for (int i = 0; i < rounds(6000); ++i) {
            const PlacedOps placed = randomPlacement(m_random);
            const Durations durations = randomDurations(m_random, placed.workers);
            ListRules rules{&durations, 0, {}};
            if (randomInt(m_random, 0, 1) == 0) rules.fetch = toTime(randomTime(m_random));
            if (randomInt(m_random, 0, 1) == 0) rules.activationCap = randomInt(m_random, 1, 2 * placed.stages);
            fetching += rules.fetch > 0;
            capped += rules.activationCap.has_value();
            const std::vector<ListChoice> plain = plainChoices(placed, rules);
            ListScheduler scheduler(placed, rules);
            for (const ListChoice& choice : plain) QVERIFY(scheduler.next() == choice);
            QVERIFY(!scheduler.next());
            deadlocks += plain.size() < placed.rows();
        }
        QVERIFY(deadlocks > metIn(6000, 100) && fetching > metIn(6000, 1000) && capped > metIn(6000, 1000));
    }

    /// Without fetches, the order of the lanes and the timing rule of any schedule give the scheduler's times.
    void timesAreThoseOfTheTimingRule() {
        for (int i = 0; i < rounds(500); ++i) {
            Scheme scheme = randomCustom(m_random);
            const Durations durations = randomDurations(m_random, scheme.workers);
            const auto run = runScheme(scheme, durations);
            QVERIFY(run);
            const Program& program = *run->timeline->program;
            QVERIFY(validate(program));
            const auto starts = plainStarts(program, durations, m_random);
            const auto simulated = test::simulated(run->timeline->program, durations);
            QVERIFY(starts && simulated);
            for (const RowRange& lane : program.lanes)
                for (Row row = lane.begin; row < lane.end; ++row) {
                    QCOMPARE(run->timeline->startOf(row), (*starts)[row]);
                    QCOMPARE((*simulated)->end[row], run->timeline->end[row]);
                    QCOMPARE((*simulated)->startOf(row), run->timeline->startOf(row));
                }
            QCOMPARE((*simulated)->latestEnd, run->latency());
            QVERIFY(lowerBound(program, durations) <= run->latency());
        }
    }

    /// One worker fetches all: a fetch waits for the one before it and for its op's input, and the op for its fetch.
    void fetchesByHand() {
        Scheme scheme = customScheme("0", "1", 2, 2, 2);
        scheme.fetch = 3;
        const auto run = runChecked(scheme);
        QVERIFY(run);
        const Program& program = *run->timeline->program;
        QCOMPARE(program.lanes.size(), std::size_t(3));
        QVERIFY(program.lanes[1].role == Role::Fetch);
        QCOMPARE(program.lanes[1].worker.value, 0);
        QCOMPARE(program.lanes[2].worker.value, 1);
        QCOMPARE(program.opCount(), std::size_t(8));
        QCOMPARE(laneText(*run, 1), std::string("F0.0:0-3 F0.1:3-6 F1.0:6-9 F1.1:9-12 B1.0:12-15 B1.1:15-18 "
                                                "B0.0:18-21 B0.1:21-24"));
        QCOMPARE(laneText(*run, 0), std::string("F0.0:3-4 F0.1:6-7 F1.0:9-10 F1.1:12-13 B1.0:15-17 B1.1:18-20 "
                                                "B0.0:21-23 B0.1:24-26"));
        QCOMPARE(run->workers[0].weightTransmissions, 8);
        QVERIFY(validate(program));
        const Metrics metrics = measure(*run->timeline, unitDurations(2), *run->load);
        QCOMPARE(metrics.totalTime, toTime(26));
        QCOMPARE(metrics.workers[0].busy, toTime(12));
        QCOMPARE(metrics.workers[0].idle(), toTime(14));
        QCOMPARE(metrics.workers[1].idle(), toTime(26));
    }

    /// A fetch of nothing changes nothing, and no lane is there for it.
    void ownWeightsAreNotFetched() {
        Scheme scheme = schemeOf("gpipe-placement", 6, 6, 12);
        scheme.fetch = 5;
        const auto run = runChecked(scheme);
        QVERIFY(run);
        QCOMPARE(run->latency(), toTime(51));
        QCOMPARE(run->timeline->program->lanes.size(), std::size_t(6));
    }

    void capsByHand() {
        Scheme scheme = schemeOf("gpipe-placement", 2, 2, 4);
        scheme.priority = kOldestStageFirst;
        scheme.activationCap = 2;
        const auto run = runChecked(scheme);
        QVERIFY(run);
        QCOMPARE(laneText(*run, 0), std::string("F0.0:0-1 F0.1:1-2 B0.0:5-7 F0.2:7-8 B0.1:8-10 F0.3:10-11 "
                                                "B0.2:11-13 B0.3:14-16"));
        for (const SchemeWorker& worker : run->workers) QVERIFY(worker.peakActivations <= 2);
    }

    void capsThatAreMet() {
        for (int i = 0; i < rounds(300); ++i) {
            Scheme scheme = randomCustom(m_random);
            scheme.activationCap = randomInt(m_random, 1, 6);
            const auto run = runChecked(scheme);
            if (!run) {
                QVERIFY2(run.error().message.starts_with("deadlock after "), run.error().message.c_str());
                continue;
            }
            for (const SchemeWorker& worker : run->workers) QVERIFY(worker.peakActivations <= *scheme.activationCap);
        }
    }

    void errors_data() {
        QTest::addColumn<Scheme>("scheme");
        QTest::addColumn<QByteArray>("message");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char* name, const Scheme& scheme, const char* message, const char* field) {
            QTest::newRow(name) << scheme << QByteArray(message) << QByteArray(field);
        };
        row("beyond", customScheme("stage + 4 * batch", "0", 6, 4, 2),
            "worker 6 for (stage 2, batch 1, forward), but there are only 6", "compute");
        row("backward", customScheme("backward * 6", "0", 6, 4, 2),
            "worker 6 for (stage 0, batch 0, backward), but there are only 6", "compute");
        row("below", customScheme("0", "0 - batch", 6, 4, 2),
            "worker -1 for (stage 0, batch 1, forward), but there are only 6", "store");
        row("a fraction", customScheme("stage / 2", "0", 6, 4, 2),
            "worker 0.5 for (stage 1, batch 0, forward), but a worker must be a whole number", "compute");
        row("not a number", customScheme("batch mod 0", "0", 6, 4, 2),
            "worker NaN for (stage 0, batch 0, forward), but a worker must be a whole number", "compute");
        row("infinite", customScheme("1 / batch", "0", 6, 4, 2),
            "worker infinite for (stage 0, batch 0, forward), but there are only 6", "compute");
        row("of a kind", schemeOf("ddp", 6, 6, 12), "worker 6 for (stage 0, batch 6, forward), but there are only 6",
            "compute");
        Scheme scheme = customScheme("0", "0", 1, 1, 1);
        scheme.priority = "sqrt(stage)";
        row("a priority", scheme, "the priority of (stage -1, batch 0, forward) is not a number", "priority");
        scheme = customScheme("0", "0", 1, 3, 2);
        scheme.activationCap = 2;
        row("a deadlock", scheme,
            "deadlock after 2 of 12 ops: every remaining forward needs memory on a worker that already stores "
            "activation_cap = 2: worker 0 stores stage 0 of batch 0, stage 1 of batch 0",
            "activation_cap");
        scheme = customScheme("0", "0", 1, 7, 2);
        scheme.activationCap = 6;
        row("a deadlock with more than is told", scheme,
            "deadlock after 6 of 28 ops: every remaining forward needs memory on a worker that already stores "
            "activation_cap = 6: worker 0 stores stage 0 of batch 0, stage 1 of batch 0, stage 2 of batch 0, stage 3 "
            "of batch 0 "
            "and 2 more",
            "activation_cap");
        scheme.activationCap = 0;
        row("no room", scheme, "must be 1 or more, is 0", "activation_cap");
        row("unknown", schemeOf("gpipe", 6, 6, 6), "unknown scheme \"gpipe\"; nearest: \"ddp\"", "scheme");
        row("no workers", schemeOf("ddp", 0, 6, 6), "must be from 1 to 4,096, is 0", "workers");
        row("too many ops", schemeOf("ddp", 4096, 1000, 1'000'000), "2,000,000,000 ops exceed the limit of 200,000,000",
            "");
        row("another's parameter", schemeOf("ddp", 6, 6, 6, {{"group_size", 3}}), "DDP has no such parameter",
            "parameters.group_size");
        row(
            "a word of formulas",
            [] {
                Scheme own = customScheme("0", "0", 1, 1, 1);
                own.parameters = {{"batch", 3}};
                return own;
            }(),
            "this name has another meaning in formulas; choose a different one", "parameters.batch");
        row("assignment", customScheme("stage = 1", "0", 1, 1, 1),
            "\"stage = 1\", column 7: = is not allowed; use == to compare", "compute");
        row("unknown symbol", customScheme("stages + bacth", "0", 1, 1, 1),
            "\"stages + bacth\", column 10: unknown name \"bacth\"; nearest: \"batch\"", "compute");
        scheme = schemeOf("ddp", 6, 6, 6);
        scheme.priority = "batch";
        row("a formula for a kind", scheme,
            "must be \"oldest-batch-first\" or \"oldest-stage-first\", is \"batch\"; \"custom\" also accepts a formula",
            "priority");
    }

    void errors() {
        QFETCH(Scheme, scheme);
        QFETCH(QByteArray, message);
        QFETCH(QByteArray, field);
        const Error error = errorOf(scheme);
        QCOMPARE(QByteArray::fromStdString(error.message), message);
        QCOMPARE(QByteArray::fromStdString(error.field), field);
    }

    /// What a person may type, on purpose or not: refused, or a value for every op, and never a crash.
    void formulaSoup() {
        const char* tokens[] = {"stage", "batch", "forward", "backward", "workers", "mod", "div", "1",  "-",     "+",
                                "*",     "(",     ")",       "?",        ":",       "g",   "<",   "&&", "sqrt(", ","};
        int ran = 0;
        for (int n = 0; n < 20'000; ++n) {
            std::string text;
            for (int length = randomInt(m_random, 1, 7); length > 0; --length)
                text += std::string(tokens[randomInt(m_random, 0, int(std::size(tokens)) - 1)]) + ' ';
            Scheme scheme = customScheme(text, "0", 3, 2, 3);
            scheme.parameters = {{"g", randomInt(m_random, -2, 3)}};
            const auto run = runChecked(scheme);
            if (run)
                ++ran;
            else
                QVERIFY(run.error().field == "compute" && run.error().message.size() < 300);
        }
        QVERIFY(ran > 50);
    }

    void stoppedWorkHasNoResult() {
        std::stop_source source;
        source.request_stop();
        const Scheme scheme = schemeOf("gpipe-placement", 6, 6, 12);
        QVERIFY(isCancelled(placeOps(scheme, source.get_token()).error()));
        QVERIFY(isCancelled(runScheme(scheme, unitDurations(6), source.get_token()).error()));
        const PlacedOps placed = *placeOps(scheme);
        const Durations durations = unitDurations(6);
        for (const std::optional<int> cap : {std::optional<int>(), std::optional<int>(3)}) {
            QVERIFY(ListScheduler(placed, {&durations, 0, cap}).next());
            QVERIFY(!ListScheduler(placed, {&durations, 0, cap, source.get_token()}).next());
        }
        const auto run = runScheme(scheme, durations);
        QVERIFY(heldActivations(*run->timeline, {}, source.get_token()).empty());
        QCOMPARE(measure(*run->timeline, durations, *run->load).totalTime, run->latency());
        QVERIFY(measure(*run->timeline, durations, *run->load, source.get_token()).workers.empty());
    }

    void filesGoRoundInACircle() {
        const std::string entries =
            R"({"scheme": "looped-pp", "workers": 6, "stages": 6, "batches": 12, "group_size": 3, "label": "LPP"},
               {"scheme": "ddp"},
               {"scheme": "custom", "workers": 4.0, "compute": "a * stage mod workers", "store": "b",
                "priority": "batch", "parameters": {"b": 0, "a": -1}, "fetch": 0.5, "activation_cap": 70,
                "times": "workload", "comm": 2},
               {"kind": "gpipe"})";
        const auto scenario = readScenario(fileOf(entries));
        QVERIFY2(scenario, scenario ? "" : scenario.error().text().c_str());
        QCOMPARE(schemeOf(scenario->schedules[1]).batches, 12);
        QVERIFY(schemeOf(scenario->schedules[2]).activationCap == 70);
        QVERIFY(*readScenario(writeScenario(*scenario)) == *scenario);
        const auto set = readScenario(fileOf(entries), std::vector<Setting>{{"schedules[0].group_size", "2"},
                                                                            {"schedules[2].parameters.a", "3"}});
        QVERIFY(set);
        QCOMPARE(schemeOf(set->schedules[0]).parameters[0].value, 2);
        QCOMPARE(schemeOf(set->schedules[2]).parameters[0].value, 3);
    }

    void filesAreRefused_data() {
        QTest::addColumn<QByteArray>("entry");
        QTest::addColumn<QByteArray>("error");
        const auto row = [](const char* entry, const char* error) {
            QTest::newRow(entry) << QByteArray(entry) << QByteArray(error);
        };
        row(R"({"scheme": "ddp", "kind": "gpipe"})",
            "schedules[0]: has a \"kind\" and a \"scheme\"; a schedule needs exactly one of them");
        row(R"({"kind": "ddp"})",
            "schedules[0].kind: \"ddp\" is a placement scheme; write \"scheme\" instead of \"kind\"");
        row(R"({"scheme": "dpp"})", "schedules[0].scheme: unknown scheme \"dpp\"; nearest: \"ddp\"");
        row(R"({"schem": "ddp"})", "schedules[0].schem: unknown key; nearest: \"scheme\"");
        row(R"({"kind": "gpipe", "group_size": 3})", "schedules[0].group_size: unknown key; nearest: \"chunks\"");
        row(R"({"scheme": 3})", "schedules[0].scheme: must be text in quotes, is 3");
        row(R"({"scheme": "ddp", "worker": 3})", "schedules[0].worker: unknown key; nearest: \"workers\"");
        row(R"({"scheme": "ddp", "forward": 3})", "schedules[0].forward: unknown key; nearest: \"workers\"");
        row(R"({"scheme": "ddp", "times": "own"})",
            "schedules[0].times: must be \"workload\", or left out for times 1 and 2, is \"own\"");
        row(R"({"scheme": "ddp", "batches": 1.5})", "schedules[0].batches: must be a whole number, is 1.5");
        row(R"({"scheme": "ddp", "stages": 0})", "schedules[0].stages: must be from 1 to 262,144, is 0");
        row(R"({"scheme": "ddp", "fetch": -1})", "schedules[0].fetch: must be a finite time, 0 or more, is -1");
        row(R"({"scheme": "ddp", "fetch": 1e12})",
            "schedules[0].fetch: the times of all ops add up to more than the maximum (2^62 millionths of the "
            "unit); "
            "use smaller times or a larger unit");
        row(R"({"scheme": "ddp", "workers": 4000, "stages": 4000, "batches": 1000000})",
            "schedules[0]: 8,000,000,000 ops exceed the limit of 200,000,000");
        row(R"({"scheme": "custom", "store": "0"})",
            "schedules[0].compute: is missing; \"custom\" needs a formula for it, like \"stage mod workers\"");
        row(R"({"scheme": "custom", "compute": "0", "store": "0", "parameters": {"min": 1}})",
            "schedules[0].parameters.min: this name has another meaning in formulas; choose a different one");
        row(R"({"scheme": "custom", "compute": "0", "store": "0", "parameters": {"g": 1.5}})",
            "schedules[0].parameters.g: must be a whole number, is 1.5");
    }

    void filesAreRefused() {
        QFETCH(QByteArray, entry);
        QFETCH(QByteArray, error);
        const auto scenario = readScenario(fileOf(entry.toStdString()));
        QVERIFY(!scenario);
        QCOMPARE(QByteArray::fromStdString(scenario.error().text()), error);
    }

    /// Lists have an entry for each worker, and hops count.
    void workloadTimes() {
        const char* entry = R"({"scheme": "gpipe-placement", "workers": 2, "stages": 2, "batches": 1,
                                "times": "workload"})";
        const auto scenario = readScenario(fileOf(entry, R"({"forward": [1, 2], "backward": [3, 5], "comm": 10})"));
        QVERIFY2(scenario, scenario ? "" : scenario.error().text().c_str());
        const RunResult result = run(*scenario, 0);
        QVERIFY(result);
        QCOMPARE((*result)->metrics.totalTime, toTime(1 + 10 + 2 + 5 + 10 + 3));
        QCOMPARE((*result)->metrics.lowerBound, (*result)->metrics.totalTime);
        const auto wrong = readScenario(fileOf(entry, R"({"devices": 3, "forward": [1, 2, 3]})"));
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().field, std::string("workload.forward"));
    }

    /// Times of 1 and 2 are counted in the unit of the scenario.
    void unitOfOwnTimes() {
        const auto scenario = readScenario(fileOf(R"({"scheme": "ddp", "batches": 6})", R"({"time_unit": "s"})"));
        QVERIFY(scenario);
        QCOMPARE(resolve(*scenario, 0).workload.timeUnit, std::string("s"));
    }

    void resultsAsJson() {
        const auto scenario =
            readScenario(fileOf(R"({"scheme": "fs-looped-pp", "group_size": 3, "fetch": 1}, {"scheme": "ddp"})"));
        QVERIFY(scenario);
        const auto written = [&](std::size_t index) {
            std::string text;
            const std::string label = labelsOf(*scenario)[index];
            writeResult(*scenario, index, label, run(*scenario, index), {true, false}, [&](std::string_view piece) {
                text += piece;
                return true;
            });
            return json::parse(text);
        };
        const json first = written(0), second = written(1);
        QVERIFY(first.at("schedule") == "fs-looped-pp" && first.at("label") == "FS Looped PP");
        QVERIFY(first.at("devices") == 6 && first.at("microbatches") == 12 && first.at("chunks") == 1);
        QVERIFY(first.at("latency") == first.at("total_time"));
        QVERIFY(first.at("throughput").is_number());
        QCOMPARE(first.at("ops").size(), std::size_t(144));
        QCOMPARE(first.at("workers").size(), std::size_t(6));
        for (const char* key :
             {"weight_transmissions", "weight_storage", "activation_transmissions", "peak_activations", "busy"})
            QVERIFY2(first.at("workers").at(0).at(key).is_number(), key);
        QCOMPARE(first.at("workers").at(0).at("weight_transmissions").get<int>(), 12);
        QVERIFY(second.at("error") == "worker 6 for (stage 0, batch 6, forward), but there are only 6");
    }

private:
    Random m_random;
};

QTEST_APPLESS_MAIN(TestSchemes)

}  // namespace tst_schemes
#include "tst_schemes.moc"
