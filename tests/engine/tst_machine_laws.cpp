// What holds of every step on every machine: more never costs more, and what is kept or sent grows with what is asked.

#include "engine/entries/resolve.h"
#include "engine/io/scenario_file.h"
#include "engine/steps/mesh_cells.h"
#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"
#include "engine/steps/step_costs.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <random>
#include <set>

using namespace bubblescope;

namespace tst_machine_laws {
using nlohmann::json;

namespace {

using Random = std::mt19937;

/// A scenario of version 2 with one step of a small model on eight ranks of two nodes.
json scenarioOf(Random& random, const json& step, const json& mesh) {
    const auto oneOf = [&](std::initializer_list<json> all) { return *(all.begin() + random() % all.size()); };
    return {{"format", "bubblescope-scenario"},
            {"version", 2},
            {"workload", {{"time_unit", "us"}}},
            {"model",
             {{"layers", oneOf({4, 8})},
              {"hidden", oneOf({1024, 2048})},
              {"heads", 16},
              {"kv_heads", oneOf({4, 16})},
              {"mlp", oneOf({4096, 5504})},
              {"vocabulary", 32000},
              {"sequence", oneOf({1024, 4096})},
              {"gated", oneOf({true, false})},
              {"kernels", oneOf({"fused", "eager"})},
              {"attention", oneOf({"flash", "core"})},
              {"global_batch", 32}}},
            {"cluster", {{"node_size", 4}, {"device", {{"preset", oneOf({"h100", "a100", "b200"})}}}}},
            {"mesh", mesh},
            {"schedules", {step}}};
}

StepRun ran(const json& file) {
    const auto scenario = readScenario(file.dump());
    if (!scenario) qFatal("%s: %s", file.dump().c_str(), scenario.error().text().c_str());
    auto run = runStep(resolve(*scenario, 0));
    if (!run) qFatal("%s: %s", file.dump().c_str(), run.error().text().c_str());
    return std::move(*run);
}

Time timeOf(const json& file) { return ran(file).timeline->totalTime(); }

struct Kind {
    const char* name;
    json step, mesh;
};
std::vector<Kind> kinds() {
    return {{"ddp", {{"step", "ddp"}}, {{"dp", 8}}},
            {"zero-1", {{"step", "zero-1"}}, {{"dp", 8}}},
            {"zero-2", {{"step", "zero-2"}}, {{"dp", 8}}},
            {"tp", {{"step", "mesh"}}, {{"tp", 4}, {"dp", 2}}},
            {"tp-sp", {{"step", "tp-sp"}}, {{"tp", 4}}},
            {"pp-dp", {{"step", "pp-dp"}}, {{"pp", 4}, {"dp", 2}}},
            {"pp-tp", {{"step", "mesh"}}, {{"pp", 2}, {"tp", 2}, {"dp", 2}}}};
}

}  // namespace

class TestMachineLaws : public QObject {
    Q_OBJECT

private slots:
    void fasterIsNeverSlower() {
        Random random(3);
        for (const Kind& kind : kinds())
            for (int i = 0; i < 6; ++i) {
                json file = scenarioOf(random, kind.step, kind.mesh);
                // Contention may turn what is faster into what is in the way.
                file["cluster"]["contention"] = 0;
                if (std::string(kind.name) == "tp-sp") file["model"].erase("global_batch");
                for (const char* share : {"gemm", "attention", "memory"}) {
                    file["cluster"]["device"]["gemm"] = 0.5;
                    file["cluster"]["device"]["attention"] = 0.4;
                    file["cluster"]["device"]["memory"] = 0.6;
                    file["cluster"]["links"] = 0.4;
                    const Time before = timeOf(file);
                    file["cluster"]["device"][share] = 0.9;
                    QVERIFY2(timeOf(file) <= before, (kind.name + (" " + std::string(share))).c_str());
                    file["cluster"]["links"] = 0.9;
                    QVERIFY2(timeOf(file) <= before, kind.name);
                }
            }
    }

    void reducingEachNeedsNoMore() {
        Random random(4);
        const std::vector<Kind> all = {{"fsdp", {{"step", "fsdp"}}, {{"fsdp", 8}}},
                                       {"hsdp", {{"step", "hsdp"}}, {{"fsdp", 4}, {"dp", 2}}},
                                       {"zero-2", {{"step", "zero-2"}}, {{"dp", 8}}},
                                       {"ddp", {{"step", "ddp"}}, {{"dp", 8}}},
                                       {"mesh", {{"step", "mesh"}}, {{"fsdp", 4}, {"tp", 2}}},
                                       {"pp-fsdp", {{"step", "pp-fsdp"}}, {{"pp", 2}, {"fsdp", 4}}},
                                       {"mesh with pp", {{"step", "mesh"}}, {{"pp", 2}, {"fsdp", 4}}},
                                       {"mesh, zero 2", {{"step", "mesh"}, {"zero", 2}}, {{"dp", 8}}},
                                       {"pp-dp, zero 2", {{"step", "pp-dp"}, {"zero", 2}}, {{"pp", 2}, {"dp", 4}}},
                                       {"zero-offload", {{"step", "zero-offload"}}, {{"dp", 8}}},
                                       {"zero-infinity", {{"step", "zero-infinity"}}, {{"dp", 8}}}};
        for (const Kind& kind : all)
            for (int i = 0; i < 5; ++i) {
                json file = scenarioOf(random, kind.step, kind.mesh);
                file["schedules"][0]["accumulate"] = "each";
                const auto each = ran(file).memoryPeak();
                file["schedules"][0]["accumulate"] = "last";
                QVERIFY2(each <= ran(file).memoryPeak(), kind.name);
            }
    }

    /// Backwards wait for reductions and for what goes to the host, so however slow these are, few whole gradients are
    /// there at once: besides its share, a rank has two and as many as may be reduced meanwhile.
    void slowLinksKeepFewGradients() {
        Random random(9);
        const std::vector<Kind> all = {{"zero 2", {{"step", "mesh"}, {"zero", 2}}, {{"dp", 8}}},
                                       {"zero 2, one", {{"step", "mesh"}, {"zero", 2}, {"rs_limit", 0}}, {{"dp", 8}}},
                                       {"zero 3", {{"step", "mesh"}, {"zero", 3}}, {{"dp", 8}}},
                                       {"zero-offload", {{"step", "zero-offload"}}, {{"dp", 8}}},
                                       {"zero-infinity", {{"step", "zero-infinity"}}, {{"dp", 8}}}};
        for (const Kind& kind : all)
            for (int i = 0; i < 4; ++i) {
                json file = scenarioOf(random, kind.step, kind.mesh);
                file["schedules"][0]["accumulate"] = "each";
                file["cluster"]["links"] = 0.01;
                file["cluster"]["host"] = {{"d2h_gbs", 0.1}};
                const StepRun run = ran(file);
                const ModelStep& model = *run.setup.model;
                double largest = 0;
                for (const ModelUnit& unit : model.units) largest = std::max(largest, model.gradientBytes(unit));
                const double share = model.stateOf(model.devices.front()).gradients, few = share + 2 * largest;
                QVERIFY2(double(run.memory.front().most[MemoryPart::Gradients]) <= few + 2, kind.name);
            }
    }

    /// Ranks share what is on disks and on the host.
    void ranksShareTheirDisks() {
        Random random(11);
        for (int i = 0; i < 4; ++i) {
            json file = scenarioOf(random, {{"step", "zero-infinity"}}, {{"dp", 1}});
            file["model"]["global_batch"] = 1;
            const StepRun one = ran(file);
            file["model"]["global_batch"] = 8;
            for (const char* axis : {"dp", "fsdp"}) {
                file["mesh"] = {{axis, 8}};
                const StepRun eight = ran(file);
                QVERIFY(std::abs(double(eight.memory.front().host) * 8 / double(one.memory.front().host) - 1) < 1e-6);
                QVERIFY(eight.timeline->totalTime() < one.timeline->totalTime());
                QVERIFY(eight.exposedComm + eight.meanCompute > 0 && eight.sent);
            }
        }
    }

    /// An update is of the experts that a rank has; with offload it takes what the host takes.
    void updatesAreOfWhatARankHas() {
        Random random(13);
        const auto update = [](const StepRun& run, OpKind kind) {
            Time sum = 0;
            forEachStepOp(run, [&](const StepOp& op) {
                if (op.op.kind() == kind && op.ranks.front() == 0) sum += op.end - op.start;
                return true;
            });
            return sum;
        };
        json file = scenarioOf(random, {{"step", "mesh"}, {"zero", 0}}, {{"dp", 2}});
        file["model"].update({{"experts", 8}, {"top_k", 2}, {"optimizer", "muon"}});
        const Time whole = update(ran(file), OpKind::Optimizer);
        file["mesh"]["ep"] = 2;
        const Time half = update(ran(file), OpKind::Optimizer);
        QVERIFY(half < whole && 2 * half > whole);
        for (const char* optimizer : {"adam", "muon"}) {
            json offload = scenarioOf(random, {{"step", "zero-offload"}}, {{"dp", 8}});
            offload["model"]["optimizer"] = optimizer;
            const StepRun run = ran(offload);
            const double seconds = costsOf(run.setup)->update;
            QVERIFY(std::abs(toUnits(update(run, OpKind::HostOptimizer)) * 1e-6 / seconds - 1) < 1e-6);
        }
    }

    /// Ops are named by step and microbatch, and as many are expected as are made.
    void offloadCountsItsOps() {
        Random random(12);
        for (const char* step : {"zero-offload", "zero-infinity"})
            for (const char* accumulate : {"each", "last"})
                for (const int ranks : {1, 8}) {
                    json file = scenarioOf(random, {{"step", step}, {"accumulate", accumulate}}, {{"dp", ranks}});
                    if (std::string(step) == "zero-offload") file["schedules"][0]["steps"] = 2;
                    file["model"]["global_batch"] = 4 * ranks;
                    const StepRun run = ran(file);
                    std::set<std::string> names;
                    forEachStepOp(run, [&](const StepOp& op) {
                        names.insert(op.name);
                        return true;
                    });
                    std::size_t count = 0;
                    for (const Lane& lane : run.timeline->program->lanes) count += lane.size();
                    const long long workers = run.ranks.workers();
                    QCOMPARE(static_cast<long long>(count) / workers, run.setup.kind->step->ops(run.setup));
                    if (std::string(step) == "zero-offload")
                        for (const char* name : {"s0.F0.1", "s0.F3.1", "s1.B3.1", "s0.A1", "s1.A1", "s1.U1"})
                            QVERIFY2(names.contains(name), name);
                }
    }

    /// A microbatch more takes longer, the same bytes with `each`, and its optimizer runs once.
    void offloadAccumulates() {
        Random random(10);
        for (const char* step : {"zero-offload", "zero-infinity"})
            for (int i = 0; i < 4; ++i) {
                json file = scenarioOf(random, {{"step", step}}, {{"dp", 8}});
                const auto with = [&](int batch) {
                    file["model"]["global_batch"] = batch;
                    return ran(file);
                };
                const StepRun two = with(16), three = with(24);
                QVERIFY(three.timeline->totalTime() > two.timeline->totalTime());
                QCOMPARE(three.memoryPeak(), two.memoryPeak());
                const auto updates = [](const StepRun& run) {
                    std::size_t count = 0;
                    forEachStepOp(run, [&](const StepOp& op) {
                        count += op.op.kind() == OpKind::HostOptimizer;
                        return true;
                    });
                    return count;
                };
                QCOMPARE(updates(three), updates(two));
            }
    }

    void scatteringSumsLess() {
        Random random(5);
        for (int i = 0; i < 10; ++i) {
            json file = scenarioOf(random, {{"step", "hsdp"}}, {{"fsdp", 4}, {"dp", 2}});
            const auto timeOnReplicas = [&](const char* accumulate) {
                file["schedules"][0]["accumulate"] = accumulate;
                const StepRun run = ran(file);
                Time sum = 0;
                for (const Lane& lane : run.timeline->program->lanes)
                    for (Row row = lane.begin; lane.role == Role::Replicas && row < lane.end; ++row)
                        sum += run.timeline->end[row] - run.timeline->startOf(row);
                return sum;
            };
            QVERIFY(timeOnReplicas("scatter") <= timeOnReplicas("each"));
        }
    }

    /// Dense layers: what is recomputed costs time and saves bytes.
    void recomputeLiesBetweenNothingAndEverything() {
        Random random(6);
        for (int i = 0; i < 12; ++i) {
            json file = scenarioOf(random, {{"step", "ddp"}}, {{"dp", 2}});
            file["model"]["global_batch"] = 2;
            const auto of = [&](const char* recompute) {
                file["model"]["recompute"] = recompute;
                const StepRun run = ran(file);
                double kept = 0;
                for (const ModelUnit& unit : run.setup.model->units) kept += unit.activations;
                return std::pair(run.timeline->totalTime(), kept);
            };
            const auto none = of("none"), full = of("full");
            for (const char* recompute : {"selective", "ops"}) {
                // Every second product is stored as with flash attention, whose scores are not.
                if (file["model"]["attention"] == "core" && std::string(recompute) == "ops") continue;
                const auto some = of(recompute);
                QVERIFY2(none.first <= some.first && some.first <= full.first, recompute);
                QVERIFY2(none.second >= some.second && some.second >= full.second, recompute);
            }
        }
    }

    /// A mesh that is tried with one op per layer takes as long as it does op by op, with contention too.
    void cellsTakeWhatTheirOpsTake() {
        Random random(7);
        int cells = 0;
        for (const json& mesh :
             {json{{"fsdp", 4}, {"cp", 2}}, json{{"fsdp", 2}, {"cp", 2}, {"tp", 2}}, json{{"fsdp", 4}, {"tp", 2}},
              json{{"fsdp", 8}, {"ep", 4}}, json{{"fsdp", 4}, {"cp", 2}, {"ep", 2}}})
            for (int i = 0; i < 8; ++i) {
                json file = scenarioOf(random, {{"step", "mesh"}}, mesh);
                if (mesh.contains("ep"))
                    file["model"].update({{"experts", 4}, {"top_k", 2}, {"shared_mlp", i % 2 == 0 ? 512 : 0}});
                if (i % 3 == 0) file["model"]["recompute"] = "full";
                const auto scenario = readScenario(file.dump());
                QVERIFY2(scenario, scenario ? "" : scenario.error().text().c_str());
                auto setup = setUp(resolve(*scenario, 0));
                QVERIFY2(setup, setup ? "" : setup.error().text().c_str());
                useCells(*setup);
                cells += setup->hasCells ? 1 : 0;
                const auto tried = runStep(std::move(*setup), Folding::Equal);
                QVERIFY(tried);
                QVERIFY2(tried->timeline->totalTime() == timeOf(file), file.dump().c_str());
            }
        QVERIFY(cells > 30);
    }

    void noExpertsNoAxes() {
        Random random(8);
        for (int i = 0; i < 4; ++i) {
            json file = scenarioOf(random, {{"step", "mesh"}}, {{"fsdp", 4}, {"tp", 2}});
            file["model"].update({{"experts", 4}, {"top_k", 2}});
            const Time before = timeOf(file);
            file["mesh"].update({{"ep", 1}, {"etp", 1}});
            QCOMPARE(timeOf(file), before);
        }
    }

    /// Beside dp, experts are spread over ranks that have other sequences.
    void expertsBesideReplicas() {
        Random random(9);
        json file = scenarioOf(random, {{"step", "mesh"}}, {{"dp", 8}});
        file["model"].update({{"experts", 8}, {"top_k", 2}});
        const StepRun whole = ran(file);
        file["mesh"]["ep"] = 8;
        const StepRun spread = ran(file);
        QCOMPARE(spread.setup.model->devices[0].experts * 8,
                 whole.setup.model->devices[0].parameters() - spread.setup.model->devices[0].dense);
        file["mesh"] = {{"dp", 4}, {"tp", 2}, {"ep", 4}, {"etp", 2}};
        QCOMPARE(ran(file).setup.model->devices[0].experts, spread.setup.model->devices[0].experts);
        file["mesh"]["ep"] = 3;
        const auto refused = readScenario(file.dump());
        QVERIFY(refused);
        QVERIFY(!setUp(resolve(*refused, 0)));
    }

    /// ZeRO in a mesh: less and less state, the same work.
    void replicasShardMoreAndMore() {
        Random random(10);
        for (const json& mesh : {json{{"dp", 8}}, json{{"pp", 2}, {"dp", 4}}, json{{"dp", 4}, {"tp", 2}}}) {
            json file = scenarioOf(random, {{"step", "mesh"}}, mesh);
            file["model"]["attention"] = "flash";
            std::int64_t before = std::numeric_limits<std::int64_t>::max();
            for (const int zero : {0, 1, 2, 3}) {
                file["schedules"][0]["zero"] = zero;
                const auto scenario = readScenario(file.dump());
                const auto setup = setUp(resolve(*scenario, 0));
                QVERIFY(setup);
                const StateParts state = setup->model->stateOf(setup->model->devices.front());
                const auto bytes = std::llround(state.parameters + state.gradients + state.optimizer);
                const auto all =
                    zero < 2 ? bytes + std::llround(setup->model->gradientBytes(setup->model->devices.front())) : bytes;
                QVERIFY2(all < before, std::to_string(zero).c_str());
                before = all;
                QVERIFY(ran(file).timeline->totalTime() > 0);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestMachineLaws)

}  // namespace tst_machine_laws
#include "tst_machine_laws.moc"
