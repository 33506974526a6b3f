// Training steps: every row of our reference evaluator (tests/data/reference/README.md), formulas on random numbers, a
// plain evaluator and folded ranks on random steps of every kind, and refusals.

#include "engine/analysis/spending.h"
#include "engine/entries/registry.h"
#include "engine/entries/resolve.h"
#include "engine/io/result_json.h"
#include "engine/results/run.h"
#include "engine/sim/evaluation_order.h"
#include "engine/sim/simulate.h"

#include "tests/engine/plain_ends.h"
#include "tests/engine/random_step.h"
#include "tests/engine/reference_rows.h"

#include <QTest>

#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_steps {
using nlohmann::json;

namespace {

bool isSame(double expected, double is) { return std::abs(expected - is) < 2e-5; }

Result<StepRun> stepOf(const json& entry, Folding folding = Folding::Equal) {
    const auto scenario = scenarioWith(entry);
    if (!scenario) return scenario.error();
    return runStep(resolve(*scenario, 0), folding);
}

std::string textOf(const json& op) {
    std::string text = op.at("name").get<std::string>() + " " +
                       std::to_string(std::llround(numberOf(op.at("start")) * 100)) + " " +
                       std::to_string(std::llround(numberOf(op.at("end")) * 100));
    std::set<std::string> lanes;
    for (const json& lane : op.at("lanes")) lanes.insert(lane.dump());
    for (const std::string& lane : lanes) text += " " + lane;
    return text;
}

/// The first thing in which a result is not as expected; empty if none.
std::string differenceOf(const json& expected, const json& result) {
    if (result.contains("error")) return result.at("error");
    if (!isSame(numberOf(expected.at("total_time")), result.at("total_time")))
        return "total " + result.at("total_time").dump();
    if (expected.at("ranks").size() != result.at("workers").size()) return "ranks";
    for (std::size_t rank = 0; rank < expected.at("ranks").size(); ++rank)
        for (const auto& [key, value] : expected.at("ranks")[rank].items())
            if (!isSame(numberOf(value), result.at("workers")[rank].at(key)))
                return key + " of rank " + std::to_string(rank) + " " + result.at("workers")[rank].at(key).dump();
    if (expected.contains("buckets") && expected.at("buckets") != result.at("buckets")) return "buckets";
    if (!expected.contains("ops")) return {};
    std::multiset<std::string> wanted, told;
    for (const json& op : expected.at("ops")) wanted.insert(textOf(op));
    for (const json& op : result.at("ops")) told.insert(textOf(op));
    for (const std::string& op : wanted)
        if (told.count(op) != wanted.count(op)) return "op " + op;
    return wanted.size() == told.size() ? std::string() : "ops";
}

json resultOf(const Scenario& scenario) {
    std::string text;
    writeResult(scenario, 0, labelsOf(scenario)[0], run(scenario, 0), {.ops = true}, [&](std::string_view more) {
        text += more;
        return true;
    });
    return json::parse(text);
}

constexpr std::size_t kRandomSteps = 60;

}  // namespace

class TestSteps : public QObject {
    Q_OBJECT

private slots:
    void everyCapturedRow() {
        std::size_t rows = 0;
        for (const json& row : capturedSteps()) {
            const auto scenario = scenarioWith(row.at("entry"));
            QVERIFY2(scenario, row.at("id").get<std::string>().c_str());
            const std::string difference = differenceOf(row.at("expect"), resultOf(*scenario));
            QVERIFY2(difference.empty(), (row.at("id").get<std::string>() + ": " + difference).c_str());
            ++rows;
        }
        QCOMPARE(rows, std::size_t(453));
    }

    /// Numbers that papers and courses print.
    void knownTimes_data() {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<double>("time");
        const auto row = [](const char* entry, double time) { QTest::newRow(entry) << QString(entry) << time; };
        row(R"({"step":"ddp-blocking","times":{"layers":4,"forward":10,"backward":20,"all_reduce":15,"optimizer":5}})",
            185);
        row(R"({"step":"ddp","times":{"layers":4,"forward":10,"backward":20,"all_reduce":15,"optimizer":5}})", 140);
        row(R"({"step":"ddp","times":{"layers":4,"forward":10,"backward":20,"all_reduce":30,"optimizer":5}})", 185);
        const auto sharded = [&](const char* keys, double half, double time) {
            const QString entry = QStringLiteral(R"({%1,)"
                                                 R"("times":{"layers":4,"forward":10,"backward":20,)"
                                                 R"("reduce_scatter":%2,"all_gather":%2,"optimizer":5}})");
            row(entry.arg(keys).arg(half).toUtf8().constData(), time);
        };
        sharded(R"("step":"zero-2")", 7.5, 162.5);
        sharded(R"("step":"zero-2","gather":"overlap")", 7.5, 140);
        sharded(R"("step":"zero-2","gather":"overlap")", 15, 170);
        sharded(R"("step":"fsdp")", 7.5, 140);
        sharded(R"("step":"fsdp","prefetch_forward":0,"prefetch_backward":0)", 7.5, 207.5);
        sharded(R"("step":"fsdp","prefetch_forward":0,"prefetch_backward":0,"comm_lanes":"split")", 7.5, 185);
        sharded(R"("step":"fsdp")", 15, 190);
        sharded(R"("step":"fsdp","comm_lanes":"split")", 15, 170);
        const auto ring = [&](const char* keys, double time) {
            row(QStringLiteral(R"({"step":"cp-ring","ranks":4,"pass":"forward",%1"times":{"block":8,"hop":3}})")
                    .arg(keys)
                    .toUtf8()
                    .constData(),
                time);
        };
        ring("", 32);
        ring(R"("mask":"causal",)", 28);
        ring(R"("mask":"causal","balance":"headtail",)", 16);
        const auto offload = [&](const char* keys, double time) {
            row(QStringLiteral(R"({"step":"zero-offload",%1)"
                               R"("times":{"layers":4,"forward":10,"backward":20,"d2h":6,"adam":12,"h2d":6}})")
                    .arg(keys)
                    .toUtf8()
                    .constData(),
                time);
        };
        offload("", 180);
        offload(R"("host":"streamed",)", 144);
        const auto pipeline = [&](const char* keys, double time) {
            row(QStringLiteral(R"({"devices":4,"microbatches":8,"forward":1,"backward":2,%1})")
                    .arg(keys)
                    .toUtf8()
                    .constData(),
                time);
        };
        pipeline(R"("step":"pp-dp","times":{"grad_sync":3,"optimizer":1})", 37);
        pipeline(R"("step":"pp-dp","sync_pieces":4,"times":{"grad_sync":3,"optimizer":1})", 35.5);
        pipeline(R"("step":"pp-dp","schedule":"interleaved-1f1b","chunks":2,"times":{"grad_sync":3,"optimizer":1})",
                 31);
        pipeline(R"("step":"pp-fsdp","times":{"grad_sync":3,"optimizer":1,"all_gather":1})", 38);
    }

    void knownTimes() {
        QFETCH(QString, entry);
        QFETCH(double, time);
        const auto step = stepOf(json::parse(entry.toStdString()));
        QVERIFY2(step, step ? "" : step.error().message.c_str());
        QCOMPARE(toUnits(step->timeline->totalTime()), time);
        QVERIFY2(step->form.holds(), step->form.why.c_str());
        QVERIFY(std::abs(step->form.value() / kMicroUnits - time) < 1e-5);
    }

    /// Worked out by hand: a parameter's read, copy and gather take 1 each, three, two and one op ahead.
    void aWholeStepFromTheDisk() {
        const auto step =
            stepOf(json::parse(R"({"step":"zero-infinity","pass":"step","pieces":1,"times":{"layers":2,"nvme":1,
            "h2d":1,"all_gather":1,"forward":2,"backward":4,"reduce_scatter":1,"d2h":1,"read":1,"adam":1,
            "write":1}})"));
        QVERIFY(step);
        const auto spanOf = [&](OpKind kind, int layer) {
            std::pair<double, double> span;  // of the last one: parameters are brought twice
            forEachStepOp(*step, [&](const StepOp& op) {
                if (op.op == Op(kind, layer, 0)) span = {toUnits(op.start), toUnits(op.end)};
                return true;
            });
            return span;
        };
        QCOMPARE(spanOf(OpKind::Forward, 1), std::pair(5.0, 7.0));
        QCOMPARE(spanOf(OpKind::ReadWeights, 0), std::pair(3.0, 4.0));
        QCOMPARE(spanOf(OpKind::CopyWeights, 0), std::pair(5.0, 6.0));
        QCOMPARE(spanOf(OpKind::GatherWeights, 0), std::pair(7.0, 8.0));
        QCOMPARE(spanOf(OpKind::Backward, 0), std::pair(11.0, 15.0));
        QCOMPARE(spanOf(OpKind::ReduceScatter, 1), std::pair(11.0, 12.0));
        QCOMPARE(spanOf(OpKind::Download, 0), std::pair(16.0, 17.0));
        QCOMPARE(spanOf(OpKind::ReadState, 0), std::pair(17.0, 18.0));
        QCOMPARE(toUnits(step->timeline->totalTime()), 20.0);
    }

    void stepsOfManySettleToTheirPeriod() {
        json entry = json::parse(
            R"({"step":"zero-offload","times":{"layers":4,"forward":10,"backward":20,"d2h":6,"adam":12,"h2d":6}})");
        for (const auto& [isDelayed, period] : {std::pair{false, 150.0}, {true, 120.0}}) {
            entry["delayed"] = isDelayed;
            const auto total = [&](int steps) {
                entry["steps"] = steps;
                const auto step = stepOf(entry);
                return toUnits(step->timeline->totalTime());
            };
            QCOMPARE((total(24) - total(20)) / 4, period);
            const auto step = stepOf(entry);
            QVERIFY(!step->form.holds());
            QCOMPARE(step->form.period.value_or(0) / kMicroUnits, period);
        }
    }

    void randomSteps_data() {
        QTest::addColumn<QString>("id");
        for (const ScheduleKind* kind : kindsOf(Family::Step))
            QTest::newRow(kind->id.data()) << QString(kind->id.data());
    }

    /// The plain rule, no overlap on a lane, times that add up, formulas, and equal ranks told as one.
    void randomSteps() {
        QFETCH(QString, id);
        Random random(14);
        int held = 0;
        for (std::size_t i = 0; i < kRandomSteps; ++i) {
            const json entry = randomStep(random, id.toStdString(), i % 2 == 0);
            const auto whole = stepOf(entry, Folding::None), folded = stepOf(entry);
            QVERIFY2(whole && folded, ((whole ? std::string() : whole.error().text()) + entry.dump()).c_str());
            const Timeline& timeline = *whole->timeline;
            const Program& program = *timeline.program;
            const auto valid = validate(program);
            QVERIFY2(valid, valid ? "" : valid.error().message.c_str());
            const std::vector<Time> ends = test::plainEnds(program, whole->durations);
            for (const Lane& lane : program.lanes)
                for (Row row = lane.begin; row < lane.end; ++row) {
                    QCOMPARE(timeline.end[row], ends[row]);
                    QVERIFY(row == lane.begin || timeline.start[row] >= timeline.end[row - 1]);
                }
            for (int worker = 0; worker < program.workers; ++worker) {
                const StepWorker& spent = whole->workers[std::size_t(worker)];
                const auto sums = sumsOf(spendingOf(timeline, WorkerId(worker)).spans);
                QCOMPARE(spent.compute, sums[std::size_t(Spending::Compute)]);
                QCOMPARE(spent.exposedComm, sums[std::size_t(Spending::ExposedCommunication)]);
                QCOMPARE(spent.exposedOffload, sums[std::size_t(Spending::ExposedOffload)]);
                QCOMPARE(spent.compute + spent.exposedComm + spent.exposedOffload + spent.idle, timeline.totalTime());
                const std::size_t as = std::size_t(folded->ranks.workerOfRank[std::size_t(worker)]);
                QVERIFY(folded->workers[as] == spent);
            }
            QVERIFY2(toldOps(*folded) == toldOps(*whole), entry.dump().c_str());
            Costs costs;
            costs.ofOp = whole->durations;
            Program unordered = program;
            unordered.needs.isInOrder = false;
            const auto searched = simulate(std::make_shared<const Program>(std::move(unordered)), costs);
            QVERIFY(searched && (*searched)->latestEnd == timeline.latestEnd);
            const auto order = findEvaluationOrder(timeline.program);
            const auto again = replay(*order, costs);
            QVERIFY(again && (*again)->latestEnd == timeline.latestEnd);
            if (!folded->form.holds()) {
                QVERIFY(!folded->form.why.empty());
                continue;
            }
            ++held;
            QVERIFY2(std::abs(folded->form.value() - static_cast<double>(timeline.totalTime())) < 40,
                     (folded->form.formula + " " + entry.dump()).c_str());
        }
        const bool isOfModel = !findKind(Family::Step, id.toStdString())->parameter("times");  // which has no formula
        QVERIFY2(held > 0 || isOfModel, "its formula never held");
    }

    /// Collectives that two ranks issue in opposite order wait for each other for ever.
    void oppositeOrdersAreADeadlock() {
        const auto step =
            stepOf(json::parse(R"({"step":"ddp","ranks":2,)"
                               R"("times":{"layers":2,"forward":1,"backward":1,"all_reduce":1,"optimizer":1}})"),
                   Folding::None);
        Program program = *step->timeline->program;
        const Lane lane = program.lanes[program.laneOf(WorkerId(1), Role::Collective)->index()];
        QCOMPARE(lane.size(), std::size_t(2));
        auto &rows = program.needs.rows, &opOfRow = program.needs.opOfRow;
        std::swap(program.ops[lane.begin], program.ops[lane.begin + 1]);
        std::swap(opOfRow[lane.begin], opOfRow[lane.begin + 1]);
        std::swap(*std::find(rows.begin(), rows.end(), lane.begin),
                  *std::find(rows.begin(), rows.end(), lane.begin + 1));
        program.needs.isInOrder = false;
        Costs costs;
        costs.ofOp = step->durations;
        const auto timeline = simulate(std::make_shared<const Program>(program), costs);
        QVERIFY(!timeline);
        QVERIFY2(timeline.error().message.starts_with("deadlock: "), timeline.error().message.c_str());
    }

    void refusals_data() {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* entry, const char* error) {
            QTest::newRow(error) << QString(entry) << QString(error);
        };
        row(R"({"step":"ddp"})", "times: a step needs \"times\" in its entry, or a \"model\" in the scenario");
        row(R"({"step":"tp-gather","times":{"forward":1,"backward":1,"all_gather":1,"reduce_scatter":1}})",
            "times.layers: times.layers is missing; it is required unless a time is a list");
        row(R"({"step":"fsdp","times":{"layers":2,"forward":1}})",
            "times.backward: times.backward is missing; FSDP (ZeRO-3) needs layers, forward, backward, reduce_scatter, "
            "all_gather "
            "and optimizer");
        row(R"({"step":"ddp","times":{"forward":[1,2],"backward":[1],"all_reduce":1,"optimizer":1}})",
            "times.backward: times.backward has 1 entry, but times.forward has 2; lists have one entry per layer");
        row(R"({"step":"ddp","times":{"layers":3,"forward":[1,2],"backward":1,"all_reduce":1,"optimizer":1}})",
            "times.forward: times.forward has 2 entries, but times.layers is 3; a list has one entry per layer");
        row(R"({"step":"ddp","mesh":{"tp":2},)"
            R"("times":{"layers":1,"forward":1,"backward":1,"all_reduce":1,"optimizer":1}})",
            "mesh.tp: DDP accepts dp or fsdp in its mesh, not tp; use a step \"mesh\" for other axes");
        row(R"({"step":"ddp","ranks":2,"slowdown":[1],)"
            R"("times":{"layers":1,"forward":1,"backward":1,"all_reduce":1,"optimizer":1}})",
            "slowdown: slowdown needs 2 entries, one per rank, has 1");
        row(R"({"step":"mesh","mesh":{"fsdp":65536,"tp":2},"times":{}})",
            "mesh: the mesh has 131,072 ranks, the limit is 65,536; largest that fits: fsdp 32768");
        row(R"({"step":"mesh","mesh":{"fsdp":4,"tp":3,"ep":5},"times":{}})",
            "mesh.ep: EP must divide FSDP × CP × TP = 12; nearest: 4 and 6");
        row(R"({"step":"cp-ring","times":{"block":1,"hop":1}})",
            "ranks: needs \"ranks\", or a mesh with cp, to know how many ranks share a sequence");
        row(R"({"step":"ddp","layer_bytes":[1],)"
            R"("times":{"layers":2,"forward":1,"backward":1,"all_reduce":1,"optimizer":1}})",
            "layer_bytes: layer_bytes needs 2 entries, one per layer, has 1");
        row(R"({"step":"ddp","times":{"layers":100000,"forward":1e9,"backward":1e9,"all_reduce":1,"optimizer":1}})",
            "the times of all ops add up to more than the maximum (2^62 millionths of the unit); use smaller times "
            "or a "
            "larger unit");
        row(R"({"step":"ddp","times":{"layers":1,"forward":1e300,"backward":1,"all_reduce":1,"optimizer":1}})",
            "times.forward: times.forward must be at most 1,125,899,906, is 1e+300; use a larger unit");
    }

    void refusals() {
        QFETCH(QString, entry);
        QFETCH(QString, error);
        const auto step = stepOf(json::parse(entry.toStdString()));
        QVERIFY(!step);
        QCOMPARE(QString::fromStdString(step.error().text()), error);
    }

    /// What a reader refuses at once.
    void badFiles() {
        const auto refusal = [](const char* entry) {
            const auto scenario = scenarioWith(json::parse(entry));
            return scenario ? QString() : QString::fromStdString(scenario.error().text());
        };
        QCOMPARE(refusal(R"({"step":"dpd"})"), QString("schedules[0].step: unknown step \"dpd\"; nearest: \"ddp\""));
        QCOMPARE(refusal(R"({"step":"ddp","times":{"foward":1}})"),
                 QString("schedules[0].times.foward: unknown key; nearest: \"forward\""));
        QCOMPARE(refusal(R"({"step":"ddp","times":{"forward":[1,-2]}})"),
                 QString("schedules[0].times.forward[1]: must be a finite time, 0 or more, is -2"));
        QCOMPARE(refusal(R"({"step":"pp-dp","schedule":"1f1c","times":{}})"),
                 QString("schedules[0].schedule: unknown schedule \"1f1c\"; nearest: \"1f1b\""));
        QCOMPARE(refusal(R"({"step":"ddp","kind":"gpipe"})"),
                 QString("schedules[0]: has a \"kind\" and a \"step\"; a schedule needs exactly one of them"));
    }

    /// Buckets of a layer each are drawn as that layer, and named by their order; others are ops of their own kind.
    void bucketsAreToldFromLayers() {
        const auto ran = [](const char* entry) { return stepOf(json::parse(entry)); };
        const auto opsOf = [](const StepRun& step) {
            std::vector<std::pair<std::string, int>> ops;
            forEachStepOp(step, [&](const StepOp& op) {
                if (op.role == Role::Collective) ops.emplace_back(op.name, layerOf(op.op));
                return true;
            });
            return ops;
        };
        const char* const times = R"("times":{"layers":3,"forward":1,"backward":2,"all_reduce":1,"optimizer":1}})";
        const auto layers = ran((std::string(R"({"step":"ddp",)") + times).c_str());
        QVERIFY(opsOf(*layers) == (std::vector<std::pair<std::string, int>>{{"AR0", 2}, {"AR1", 1}, {"AR2", 0}}));
        const auto buckets =
            ran((std::string(R"({"step":"ddp","layer_bytes":[1,1,1],"first_bucket_bytes":2,"bucket_bytes":2,)") + times)
                    .c_str());
        QVERIFY(opsOf(*buckets) == (std::vector<std::pair<std::string, int>>{{"AR0", 0}, {"AR1", 1}}));
        QVERIFY(buckets->timeline->program->kinds.has(OpKind::BucketReduce));
        QVERIFY(!layers->timeline->program->kinds.has(OpKind::BucketReduce));
    }

    /// What f and b of a mesh's formula are.
    void meshesExplainTheirLayers() {
        const auto fsdp = stepOf(json::parse(
            R"({"step":"mesh","mesh":{"fsdp":2,"tp":2},"comm_lanes":"split","times":{"layers":4,"attention_forward":4,)"
            R"("mlp_forward":6,"attention_input":4,"attention_weight":4,"mlp_input":6,"mlp_weight":6,"all_reduce":2,)"
            R"("all_gather":5,"reduce_scatter":5,"optimizer":3}})"));
        QVERIFY(fsdp && fsdp->form.holds());
        const auto says = [](const StepRun& step, const std::string& line) {
            return std::find(step.form.where.begin(), step.form.where.end(), line) != step.form.where.end();
        };
        QVERIFY(says(*fsdp, "f = A_f + M_f + 2 c = 4 + 6 + 4 = 14"));
        QVERIFY(says(*fsdp, "b = M_i + M_w + A_i + A_w + 2 c = 6 + 6 + 4 + 4 + 4 = 24"));
        QVERIFY(says(*fsdp, "E = max(g + L f, L g + f) = max(5 + 4·14, 4·5 + 14)"));
        const auto ring = stepOf(json::parse(
            R"({"step":"mesh","mask":"causal","balance":"headtail","mesh":{"cp":2,"pp":2},"microbatches":4,"comm":2,)"
            R"("times":{"attention_block":4,"grad_sync":6,"hop":1,"layers_a_stage":2,"mlp":4,"optimizer":3,)"
            R"("projections":2}})"));
        QVERIFY(ring && ring->form.holds());
        QVERIFY(says(*ring, "f = P + (n-1) max(a, c) + a + M = 2 + 1·max(2, 1) + 2 + 4 = 10"));
        QVERIFY(says(*ring, "b = 2 M + (n-1) max(2 a, c) + 2 a + c + 2 P = 8 + 1·max(4, 1) + 4 + 1 + 4 = 21"));
        QVERIFY(says(*ring, "F = 2·f = 20, B = 2·b = 42: all layers of a stage"));
    }

    /// A step with nothing to synchronise is its pipeline, whatever pairs take; T_FB may be its own.
    void pairsTakeTheirTime() {
        for (const char* schedule : {"dualpipe", "dualpipe-v", "1f1b-overlap", "interleaved-overlap"})
            for (const double pair : {0.0, 90.0, 251.7, 300.0, 420.0}) {
                const json keys = {{"microbatches", 12}, {"chunks", 2},    {"forward", {100, 90, 80.5, 110}},
                                   {"backward", 200},    {"comm", 7},      {"forward_backward", pair},
                                   {"recompute", 0.25},  {"imbalance", 1}, {"embedding", {3, 5}}};
                const auto scenario = [&](const json& workload, const json& own) {
                    json entry = {{"step", "pp-dp"},
                                  {"schedule", schedule},
                                  {"mesh", {{"pp", 4}}},
                                  {"times", {{"grad_sync", 0}, {"optimizer", 0}}}};
                    entry.update(own);
                    const json all = {{"format", "bubblescope-scenario"},
                                      {"version", 1},
                                      {"workload", workload},
                                      {"schedules", {{{"kind", schedule}}, entry}}};
                    return readScenario(all.dump(), {});
                };
                json shared = keys;
                shared.erase("forward_backward");
                const auto read = scenario(keys, json::object()),
                           ofItsOwn = scenario(shared, {{"forward_backward", pair}});
                QVERIFY2(read && ofItsOwn, ofItsOwn ? "" : ofItsOwn.error().text().c_str());
                const auto alone = run(*read, 0), step = run(*read, 1), own = run(*ofItsOwn, 1);
                QVERIFY2(alone && step && own, step ? "" : step.error().text().c_str());
                QCOMPARE((*step)->metrics.totalTime, (*alone)->metrics.totalTime);
                QCOMPARE((*own)->metrics.totalTime, (*alone)->metrics.totalTime);
                for (std::size_t d = 0; d < 4; ++d)
                    QCOMPARE((*step)->metrics.workers[d].busy, (*alone)->metrics.workers[d].busy);
            }
    }

    /// A schedule's keys may stand with its id in an object, or beside it; they are written beside it.
    void anOrderMayHaveItsKeysWithIt() {
        const json order = {{"kind", "interleaved-1f1b"}, {"chunks", 2}, {"time_basis", "chunk"}};
        json entry = {{"devices", 4}, {"microbatches", 8}, {"forward", 1}, {"backward", 2}, {"mesh", {{"pp", 4}}}};
        entry["times"] = {{"all_gather", 1}, {"grad_sync", 3}, {"optimizer", 1}};
        for (const char* step : {"pp-fsdp", "mesh"}) {
            json within = entry, beside = entry;
            within["step"] = beside["step"] = step;
            within["schedule"] = order;
            beside.update(order);
            beside.erase("kind");
            beside["schedule"] = {{"kind", order["kind"]}};
            const auto read = scenarioWith(within), same = scenarioWith(beside);
            QVERIFY2(read && same, read ? "" : read.error().text().c_str());
            QVERIFY(*read == *same);
            QCOMPARE(read->schedules.front().own.chunks, std::optional(2));
            const auto again = readScenario(writeScenario(*read), {});
            QVERIFY(again && *again == *read);
            const auto ran = runStep(resolve(*read, 0));
            QVERIFY2(ran, ran ? "" : ran.error().text().c_str());
            QCOMPARE(ran->setup.workload.chunks, 2);
        }
        const auto refusal = [&](const char* key, int value) {
            json within = entry;
            within["step"] = "pp-fsdp";
            within["chunks"] = 2;
            within["schedule"] = {{"kind", "interleaved-1f1b"}, {key, value}};
            const auto scenario = scenarioWith(within);
            return scenario ? QString() : QString::fromStdString(scenario.error().text());
        };
        QCOMPARE(refusal("chunks", 4),
                 QString("schedules[0].schedule.chunks: is also set in the entry; remove one of them"));
        QCOMPARE(refusal("chunk", 4), QString("schedules[0].schedule.chunk: unknown key; nearest: \"chunks\""));
    }

    void whatIsReadIsWrittenAgain() {
        Random random(3);
        for (const ScheduleKind* kind : kindsOf(Family::Step))
            for (int i = 0; i < 20; ++i) {
                const auto scenario = scenarioWith(randomStep(random, kind->id, false));
                QVERIFY2(scenario, scenario ? "" : scenario.error().text().c_str());
                const auto again = readScenario(writeScenario(*scenario), {});
                QVERIFY(again && *again == *scenario);
            }
    }

    /// 4096 equal ranks are a rank or a stage each; groups of a mesh are those of its axes.
    void equalRanksAreOne() {
        Mesh mesh;
        mesh.sizes = {2, 4, 8, 4, 16, 1};
        QCOMPARE(mesh.ranks(), 4096LL);
        const RankClasses ranks = classesOf(mesh, {}, false, Folding::Equal);
        QCOMPARE(ranks.workers(), 2);
        QCOMPARE(ranks.count, (std::vector<int>{2048, 2048}));
        mesh.sizes = {1, 1, 2, 1, 2, 1};
        QCOMPARE(mesh.groupOf(3, Group::Tp), (std::vector<int>{2, 3}));
        QCOMPARE(mesh.groupOf(3, Group::Shard), (std::vector<int>{1, 3}));
        const std::vector<double> factors{1, 1, 1, 2};
        QCOMPARE(classesOf(mesh, factors, false, Folding::Equal).workers(), 4);
        mesh.sizes = {1, 4, 1, 1, 1, 1};
        QCOMPARE(classesOf(mesh, factors, false, Folding::Equal).workerOfRank, (std::vector<int>{0, 0, 0, 1}));
    }
};

QTEST_APPLESS_MAIN(TestSteps)

}  // namespace tst_steps
#include "tst_steps.moc"
