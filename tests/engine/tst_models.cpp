// Models and their steps: the lists, activations, memory over time compared with a plain count, figures, and the meshes
// of the search.

#include "engine/io/experiment_file.h"
#include "engine/io/model_json.h"
#include "engine/io/scenario_file.h"
#include "engine/results/run.h"
#include "engine/results/trial.h"
#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"
#include "engine/study/mesh_choices.h"
#include "engine/study/run_experiment.h"
#include "engine/transformers/hardware.h"
#include "engine/transformers/layer_costs.h"

#include "tests/engine/model_runs.h"
#include "tests/engine/random_model.h"
#include "tests/rounds.h"

#include <QTest>

#include <cmath>
#include <map>
#include <random>

using namespace bubblescope;

namespace tst_models {
using test::areClose;
using test::fileOf;
using test::object;
using test::quoted;
using test::ranStep;
using test::sentBytes;

/// Attention whose scores go through memory, with dropout.
TrainedModel storingScores() {
    TrainedModel model;
    model.attention = Attention::Core;
    model.hasDropout = true;
    return model;
}

KeptLayer bytesOf(const TrainedModel& model, const ActivationCut& cut) {
    return tableBytes(model, model.recompute, 0, cut);
}

class TestModels : public QObject {
    Q_OBJECT

private slots:
    void parametersAreThoseOfCheckpoints_data() {
        QTest::addColumn<qint64>("count");
        const std::pair<const char*, qint64> known[] = {
            {"llama-3-8b", 8'030'261'248},     {"llama-3-70b", 70'553'706'496},
            {"llama-3-405b", 405'853'388'800}, {"llama-3.2-1b", 1'235'814'400},
            {"llama-3.2-3b", 3'212'749'824},   {"llama-2-7b", 6'738'415'616},
            {"llama-2-13b", 13'015'864'320},   {"llama-2-70b", 68'976'648'192},
            {"llama-7b", 6'738'415'616},       {"llama-13b", 13'015'864'320},
            {"llama-33b", 32'528'943'616},     {"llama-65b", 65'285'660'672},
            {"mistral-7b", 7'241'732'096},     {"mistral-large-123b", 122'610'069'504},
            {"mixtral-8x7b", 46'702'792'704},  {"mixtral-8x22b", 140'630'071'296},
            {"deepseek-67b", 67'425'001'472},  {"yi-34b", 34'388'917'248},
            {"phi-3-mini", 3'821'079'552},     {"deepseek-v3", 671'026'419'200},
            {"tinyllama-1.1b", 1'100'048'384}, {"gpt2", 124'439'808},
            {"gpt2-xl", 1'557'611'200},        {"gpt3-175b", 174'604'259'328},
            {"gpt-7.5b", 7'467'786'240},
        };
        for (const auto& [id, count] : known) QTest::newRow(id) << count;
    }
    void parametersAreThoseOfCheckpoints() {
        QFETCH(qint64, count);
        const KnownTransformer* known = findTransformer(QTest::currentDataTag());
        QVERIFY(known);
        QCOMPARE(static_cast<qint64>(parameters(known->shape)), count);
    }

    void aLayersActivations() {
        TrainedModel model = storingScores();
        model.shape = findTransformer("gpt3-175b")->shape;
        model.sequence = 2048;
        constexpr double kMebi = 1 << 20;
        const ActivationCut cut{8, 1, false}, sequence{8, 1, true};
        QCOMPARE(bytesOf(model, cut).kept / kMebi, 552.0);
        QCOMPARE(bytesOf(model, sequence).kept / kMebi, 342.0);
        model.recompute = Recompute::Selective;
        QCOMPARE(bytesOf(model, sequence).kept / kMebi, 102.0);
        QCOMPARE(bytesOf(model, sequence).back / kMebi, 240.0);
        model.recompute = Recompute::Full;
        QCOMPARE(bytesOf(model, sequence).kept / kMebi, 48.0);
        QCOMPARE(bytesOf(model, sequence).back / kMebi, 342.0 - 48.0);
        model.isRecomputeSharded = true;
        QCOMPARE(bytesOf(model, sequence).kept / kMebi, 6.0);
        // The share that selective recompute saves: 80/114 of GPT-3, 64/98 of the 530B.
        for (const auto& [id, share] : {std::pair("gpt3-175b", 80.0 / 114), {"turing-530b", 64.0 / 98}}) {
            TrainedModel whole = storingScores();
            whole.shape = findTransformer(id)->shape;
            whole.sequence = 2048;
            const double before = bytesOf(whole, {}).kept;
            whole.recompute = Recompute::Selective;
            QCOMPARE(1 - bytesOf(whole, {}).kept / before, share);
        }
    }

    /// Without experts and flash attention, what a layer keeps is what machines keep of it.
    void activationsOfNewShapes() {
        const Transformer plain{.layers = 2, .hidden = 64, .heads = 8, .kvHeads = 2, .mlp = 96, .vocabulary = 100};
        std::vector<Transformer> shapes(4, plain);
        shapes[1].norms = 4;
        shapes[2].hasHeadNorms = true;
        shapes[2].headWidth = 16;
        shapes[3].kvHeads = 8;
        shapes[3].queryLatent = 24;
        shapes[3].keyLatent = 16;
        shapes[3].plainWidth = shapes[3].valueWidth = 8;
        shapes[3].rotaryWidth = 4;
        for (const Transformer& shape : shapes)
            for (const ActivationCut& cut : {ActivationCut{}, {2, 1, false}, {4, 1, true}}) {
                TrainedModel model = storingScores();
                model.shape = shape;
                model.sequence = 128;
                model.microbatch = 3;
                const KeptByRecompute kept =
                    keptBytes({shape, 0, 3, 128, cut, {.attention = Attention::Core, .hasDropout = true}});
                QVERIFY(areClose(bytesOf(model, cut).kept, kept.none.kept));
                model.recompute = Recompute::Selective;
                QVERIFY(areClose(bytesOf(model, cut).kept, kept.selective.kept));
            }
        // A shared expert keeps what an expert of its width keeps for each token, cut by tp.
        TrainedModel mixture = storingScores(), shared = storingScores();
        mixture.shape = shared.shape = plain;
        mixture.shape.experts = shared.shape.experts = 4;
        mixture.sequence = shared.sequence = 128;
        shared.shape.sharedMlp = 32;
        const ActivationCut cut{2, 1, true};
        QCOMPARE(bytesOf(shared, cut).kept - bytesOf(mixture, cut).kept, 4.0 * 32 / 2 * 128);
    }

    void devicesAndLinksHaveSources() {
        for (const KnownDevice& device : knownDevices()) {
            QVERIFY(!device.source.empty() && !device.reached.empty());
            QVERIFY(device.peakTflops > 0 && device.memoryGb > 0 && device.memoryGbs > 0);
        }
        for (const KnownLink& link : knownLinks()) QVERIFY(!link.source.empty() && link.bandwidthGbs > 0);
        const auto hardware =
            hardwareOf({{"device", {ParameterValue::Object{{"preset", {std::string("a100")}}}}},
                        {"inter", {ParameterValue::Object{{"preset", {std::string("infiniband-hdr")}}}}}});
        QVERIFY(hardware);
        QCOMPARE(hardware->peakTflops, 312.0);
        QCOMPARE(hardware->cluster.inter.bandwidth, 25.0);
        QCOMPARE(hardware->efficiency, 0.5);
    }

    /// At 1,000 instants of random steps.
    void memoryIsAPlainCount() {
        std::mt19937 random(15);
        int instants = 0, steps = 0;
        while (instants < 1000) {
            const std::string file = test::randomModelStep(random);
            const auto scenario = readScenario(file);
            QVERIFY2(scenario, file.c_str());
            const ResolvedSchedule schedule = resolve(*scenario, 0);
            auto setup = setUp(schedule);
            if (!setup) continue;  // the mesh does not cut it
            ++steps;
            const auto step = runStep(std::move(*setup));
            QVERIFY2(step, file.c_str());
            const Timeline& timeline = *step->timeline;
            const Needs& needs = timeline.program->needs;
            for (int i = 0; i < 10; ++i, ++instants) {
                const std::size_t worker = random() % step->memory.size();
                const Time at = static_cast<Time>(random() % static_cast<std::uint64_t>(timeline.totalTime() + 1));
                const WorkerMemory& told = step->memory[worker];
                MemoryBytes counted = told.moments.front().bytes;  // of the state alone, before anything began
                counted = {};
                const int stage = step->ranks.mesh.placeOf(step->ranks.firstRank[worker], MeshAxis::Pp);
                const StateParts state = step->setup.model->stateOf(step->setup.model->devices[std::size_t(stage)]);
                counted[MemoryPart::Parameters] = std::llround(state.parameters);
                counted[MemoryPart::Gradients] = std::llround(state.gradients);
                counted[MemoryPart::Optimizer] = std::llround(state.optimizer);
                const Crew& crew = step->ranks.crews[static_cast<std::size_t>(stage)];
                const auto place = static_cast<std::size_t>(
                    std::find(crew.workers.begin(), crew.workers.end(), static_cast<int>(worker)) -
                    crew.workers.begin());
                const auto rowOf = [&](Each each) {
                    const auto op = each.first + static_cast<std::uint32_t>(
                                                     crew.groupOf[static_cast<std::size_t>(each.group)][place]);
                    return Row{*needs.rowsOf(op).begin()};
                };
                for (const KeptBytes& kept : step->kept) {
                    if (kept.stage != stage || timeline.startOf(rowOf(kept.from)) > at) continue;
                    const bool hasEnd = kept.to.isSet() || kept.alsoTo.isSet();
                    const bool isThere = (kept.to.isSet() && timeline.end[rowOf(kept.to)] > at) ||
                                         (kept.alsoTo.isSet() && timeline.end[rowOf(kept.alsoTo)] > at);
                    if (!hasEnd || isThere) counted[kept.part] += kept.bytes;
                }
                QVERIFY2(told.at(at).parts == counted.parts, file.c_str());
                QVERIFY(told.at(at).sum() <= told.peak.sum());
            }
            for (const WorkerMemory& worker : step->memory) {
                std::int64_t most = 0;
                for (const auto& moment : worker.moments) {
                    for (const std::int64_t part : moment.bytes.parts) QVERIFY2(part >= 0, file.c_str());
                    most = std::max(most, moment.bytes.sum());
                }
                QCOMPARE(worker.peak.sum(), most);
                QCOMPARE(worker.at(worker.peakAt).sum(), most);
            }
        }
        QVERIFY(steps >= 100);
    }

    /// What is told without running is no less than what a run finds.
    void estimatesCoverRuns() {
        std::mt19937 random(16);
        for (int i = 0; i < test::rounds(200); ++i) {
            const std::string file = test::randomModelStep(random);
            const auto scenario = readScenario(file);
            QVERIFY(scenario);
            const auto setup = setUp(resolve(*scenario, 0));
            if (!setup || !trainsModel(*setup)) continue;
            const auto estimate = memoryEstimate(*setup);
            QVERIFY(estimate);
            const auto step = runStep(*setup);
            QVERIFY(step);
            const double peak = static_cast<double>(step->memoryPeak());
            // Gradients of units as small as these may queue for their reduction, where nothing waits for it.
            const bool mayQueue = setup->kind == &kZero2 || setup->model->offloaded != Offloaded::Nothing;
            QVERIFY2(mayQueue || peak <= estimate->peak() * 1.001 + 100, file.c_str());
            QVERIFY2(peak * 2 > estimate->peak(), file.c_str());
        }
    }

    /// In version 2, what is told of a chain is also hardly more than a run finds.
    void estimatesOfChainsAreClose() {
        using test::object, test::quoted;
        const std::vector<test::Keys> steps = {{{"step", quoted("ddp")}},
                                               {{"step", quoted("zero-1")}},
                                               {{"step", quoted("zero-2")}},
                                               {{"step", quoted("fsdp")}},
                                               {{"step", quoted("fsdp")}, {"reshard_after_forward", "false"}},
                                               {{"step", quoted("fsdp")}, {"prefetch_forward", "0"}},
                                               {{"step", quoted("zero-offload")}},
                                               {{"step", quoted("zero-infinity")}},
                                               {{"step", quoted("mesh")}, {"zero", "2"}},
                                               {{"step", quoted("mesh")}, {"zero", "3"}}};
        for (test::Keys step : steps)
            for (const char* accumulate : {"each", "last"})
                for (const char* recompute : {"none", "full"})
                    for (const char* batch : {"8", "24"}) {
                        test::Keys keys = step;
                        keys.emplace_back("accumulate", quoted(accumulate));
                        std::string file = fileOf(object({{"preset", quoted("llama-3.2-1b")},
                                                          {"sequence", "8192"},
                                                          {"recompute", quoted(recompute)},
                                                          {"global_batch", batch}}),
                                                  object({{"dp", "8"}}), object(keys));
                        const std::string version = "\"version\": ";
                        file[file.find(version) + version.size()] = '2';
                        const auto scenario = readScenario(file);
                        QVERIFY2(scenario, file.c_str());
                        const auto setup = setUp(resolve(*scenario, 0));
                        QVERIFY2(setup, file.c_str());
                        const auto run = runStep(*setup);
                        const double peak = static_cast<double>(run->memoryPeak());
                        const double estimate = memoryEstimate(*setup)->peak();
                        QVERIFY2(peak <= estimate * 1.0001 && peak >= 0.95 * estimate,
                                 qPrintable(QString("%1 of %2: %3").arg(peak).arg(estimate).arg(file.c_str())));
                    }
    }

    /// Of ZeRO-Infinity, a step is whole unless a pass is asked for; its gradients leave for the host.
    void aModelsStepFromTheDiskIsWhole() {
        const auto stepFor = [](const std::string& version, const std::string& pass) {
            const auto scenario = readScenario(
                R"({"format": "bubblescope-scenario", "version": )" + version +
                R"(, "model": {"preset": "llama-3-8b", "microbatch": 1, "recompute": "full"}, "mesh": {"fsdp": 2},
                    "schedules": [{"step": "zero-infinity")" +
                pass + "}]}");
            return runStep(*setUp(resolve(*scenario, 0)));
        };
        const auto whole = stepFor("2", ""), half = stepFor("2", R"(, "pass": "forward")"), first = stepFor("1", "");
        QVERIFY(whole && half && first);
        QVERIFY(whole->figures && !half->figures && !first->figures);
        QVERIFY(whole->timeline->totalTime() > 3 * half->timeline->totalTime());
        const WorkerMemory& memory = whole->memory.front();
        QVERIFY(memory.most[MemoryPart::Gradients] > 0);
        QCOMPARE(memory.moments.back().bytes.sum(), 0);
        QVERIFY(static_cast<double>(memory.host) > 8e9 * 18 / 2);
    }

    void widthsPastAnInt() {
        const auto scenario = readScenario(
            fileOf(R"({"layers": 1, "hidden": 100, "heads": 100000, "mlp": 1, "vocabulary": 1, "sequence": 1,
                       "kv_lora": 1, "qk_nope": 1, "qk_rope": 1, "v_dim": 100000})",
                   "{}", R"({"step": "ddp"})"));
        QVERIFY(scenario);
        QCOMPARE(modelOf(scenario->training.model)->shape.outputs(), 1e10);
    }

    void linksReachAShareOfTheirBandwidth() {
        const auto clusterOf = [](const char* cluster) {
            const auto scenario =
                readScenario(fileOf(R"({"preset": "llama-3-8b"})", "{}", R"({"step": "ddp"})", cluster));
            return hardwareOf(scenario->training.cluster)->cluster;
        };
        const Cluster usual = clusterOf("{}"), shared = clusterOf(R"({"links": 0.5, "inter": {"efficiency": 0.8}})");
        QVERIFY(!usual.usesAllPorts && usual.intra.share == 1 && usual.inter.share == 1);
        QVERIFY(shared.intra.share == 0.5 && shared.inter.share == 0.8);
        QCOMPARE(shared.intra.perByte(), 2 * usual.intra.perByte());
    }

    /// Each step has the memory and the figures of one.
    void offloadOfManySteps() {
        for (const char* mesh : {R"({})", R"({"fsdp": 8})"}) {
            const auto ranOf = [&](const char* keys) {
                return ranStep(fileOf(R"({"preset": "llama-3-8b", "recompute": "flash"})", mesh,
                                      std::string(R"({"step": "zero-offload")") + keys + "}"));
            };
            const auto one = ranOf("");
            QVERIFY(one);
            const double tokens = one->figures->tokensPerSecond * static_cast<double>(one->timeline->totalTime());
            for (const int steps : {2, 4}) {
                const auto many = ranOf((R"(, "steps": )" + std::to_string(steps)).c_str());
                QVERIFY(many);
                QCOMPARE(many->memoryPeak(), one->memoryPeak());
                QVERIFY(areClose(sentBytes(*many), sentBytes(*one)));
                const double all = many->figures->tokensPerSecond * static_cast<double>(many->timeline->totalTime());
                QVERIFY(std::abs(all / (steps * tokens) - 1) < 1e-9);
                QVERIFY(many->figures->mfu >= one->figures->mfu);
                QCOMPARE(many->setup.kind->step->ops(many->setup), static_cast<long long>(many->durations.size()));
            }
        }
    }

    void recomputeCountsForHardwareAlone() {
        const auto figuresOf = [](const char* recompute) {
            const std::string model = object({{"preset", quoted("gpt3-175b")}, {"recompute", quoted(recompute)}});
            return *ranStep(fileOf(model, object({{"tp", "8"}}), object({{"step", quoted("tp-sp")}})))->figures;
        };
        const StepFigures none = figuresOf("none"), selective = figuresOf("selective"), full = figuresOf("full");
        QCOMPARE(none.hfu, none.mfu);
        QVERIFY(selective.mfu < none.mfu && full.mfu < selective.mfu);
        const Transformer shape = findTransformer("gpt3-175b")->shape;
        const double forward = forwardFlops(shape, 2048, 2048),
                     core = shape.layers * layerFlops(shape, 0, 2048, 2048).core, head = headFlops(shape, 2048);
        QVERIFY(std::abs(selective.hfu / selective.mfu - (3 * forward + core) / (3 * forward)) < 1e-12);
        QVERIFY(std::abs(full.hfu / full.mfu - (4 * forward - head) / (3 * forward)) < 1e-12);
    }

    void aBatchIsAccumulated() {
        const std::string mesh = R"({"fsdp": 8})";
        const auto once = ranStep(fileOf(R"({"preset": "llama-3-8b"})", mesh, R"({"step": "fsdp"})"));
        const auto four =
            ranStep(fileOf(R"({"preset": "llama-3-8b", "global_batch": 32})", mesh, R"({"step": "fsdp"})"));
        QVERIFY(once && four);
        QVERIFY(four->timeline->totalTime() > 3 * once->timeline->totalTime());
        QVERIFY(four->figures->tokensPerSecond > once->figures->tokensPerSecond);
        QCOMPARE(four->setup.workload.microbatches, 4);
    }

    void entriesOverrideKeyByKey() {
        const std::string file = fileOf(R"({"preset": "llama-3-8b", "microbatch": 2})", R"({"fsdp": 8})",
                                        object({{"step", quoted("mesh")},
                                                {"mesh", object({{"fsdp", "4"}, {"tp", "2"}})},
                                                {"model", object({{"sequence", "4096"}})},
                                                {"cluster", object({{"inter", object({{"per", quoted("node")}})}})}}),
                                        R"({"inter": {"latency_us": 9}})");
        const auto scenario = readScenario(file);
        QVERIFY(scenario);
        const auto setup = setUp(resolve(*scenario, 0));
        QVERIFY(setup);
        QCOMPARE(setup->mesh.sizes, (std::array{1, 1, 4, 1, 2, 1}));
        QCOMPARE(setup->model->model.sequence, 4096);
        QCOMPARE(setup->model->model.microbatch, 2);
        QVERIFY(setup->model->hardware.cluster.isPortShared);
        QCOMPARE(setup->model->hardware.cluster.inter.latency, 9.0);
        const auto again = readScenario(writeScenario(*scenario));
        QVERIFY(again && *again == *scenario);
    }

    void adviceLeavesWhatIsShared() {
        const std::string file = fileOf(R"({"preset": "llama-3-8b", "recompute": "flash"})", R"({"fsdp": 64})",
                                        object({{"step", quoted("fsdp")}, {"cluster", object({{"node_size", "16"}})}}));
        const auto scenario = readScenario(file);
        QVERIFY(scenario);
        Trial trial = trialOf(*scenario, 0);
        setNamed(trial.values, "prefetch_forward", {3});
        const Scenario changed = applied(*scenario, 0, trial);
        QVERIFY(changed.training == scenario->training);
        auto after = changed.schedules.front().values;
        std::erase_if(after, [](const NamedValue& one) { return one.name == "prefetch_forward"; });
        QVERIFY(after == scenario->schedules.front().values);
        // A mesh of its own stays where it has times.
        const std::string times =
            R"({"layers": 2, "forward": 1, "backward": 2, "all_gather": 1, "reduce_scatter": 1, "optimizer": 1})";
        const auto timed = readScenario(
            fileOf(R"({"preset": "llama-3-8b"})", R"({"fsdp": 2})",
                   object({{"step", quoted("fsdp")}, {"mesh", object({{"fsdp", "4"}})}, {"times", times}})));
        QVERIFY(timed);
        QVERIFY(applied(*timed, 0, trialOf(*timed, 0)).schedules == timed->schedules);
    }

    void timesNeedNoModel() {
        const std::string file =
            fileOf(R"({"preset": "llama-3-8b"})", R"({"fsdp": 8})",
                   R"({"step": "fsdp", "ranks": 2, "times": {"forward": [10, 10], "backward": [20, 20],
                                            "all_gather": 5, "reduce_scatter": 5, "optimizer": 3}})");
        const auto step = ranStep(file);
        QVERIFY(step && !step->setup.model && step->memory.empty() && !step->figures);
        QCOMPARE(step->ranks.ranks(), 2);
    }

    void experimentsVaryModels() {
        const auto experiment = readExperiment(R"({"format": "bubblescope-experiment", "version": 1,
            "model": {"preset": "llama-3-8b", "recompute": "flash"}, "mesh": {"fsdp": 8},
            "x": {"variable": "model.sequence", "values": [4096, 8192]},
            "panels": {"variable": "cluster.intra.bandwidth_gbs", "values": [100, 450]},
            "series": [{"step": "fsdp"}, {"step": "mesh", "mesh": {"fsdp": 4, "cp": 2}, "label": "CP 2"}],
            "metrics": ["mfu", "memory_peak"]})");
        QVERIFY(experiment);
        const auto again = readExperiment(writeExperiment(*experiment));
        QVERIFY(again && *again == *experiment);
        const auto plan = planExperiment(*experiment);
        QVERIFY(plan);
        std::vector<StudyPoint> points(plan->size());
        runExperiment(*plan, [&](std::size_t point, StudyPoint result) {
            points[point] = std::move(result);
            return true;
        });
        const auto at = [&](std::size_t panel, std::size_t series, std::size_t x, Quantity quantity) {
            return points[plan->pointAt({0, panel, series, x})].of(quantity);
        };
        for (const StudyPoint& point : points) QCOMPARE(point.refusal, std::string());
        QVERIFY(at(1, 0, 0, Quantity::Mfu) > at(0, 0, 0, Quantity::Mfu));
        QVERIFY(at(1, 0, 1, Quantity::MemoryPeak) > at(1, 0, 0, Quantity::MemoryPeak));
        QVERIFY(at(1, 1, 1, Quantity::MemoryPeak) < at(1, 0, 1, Quantity::MemoryPeak));
        const auto refused = readExperiment(
            R"({"format": "bubblescope-experiment", "version": 1, "x": {"variable": "mesh.tb", "values": [1]}})");
        QVERIFY(!refused);
    }

    void meshesThatAreTried() {
        MeshQuestion question;
        setNamed(question.model, "preset", {std::string("llama-3-8b")});
        setNamed(question.model, "global_batch", {64});
        question.devices = 16;
        // A schedule with chunks of its own number, which no entry may have.
        for (const char* schedule : {"zb-v", "interleaved-1f1b", "1f1b"}) {
            MeshChoice choice;
            choice.mesh[MeshAxis::Pp] = 2;
            choice.mesh[MeshAxis::Fsdp] = 8;
            choice.schedule = schedule;
            const auto ok = checkScenario(scenarioOf(question, choice));
            QVERIFY2(ok, ok ? "" : ok.error().text().c_str());
        }
        const auto choices = meshChoices(question);
        QVERIFY(choices.size() > 200);
        for (const MeshChoice& choice : choices) QCOMPARE(choice.mesh.ranks(), 16);
        std::vector<MeshOutcome> outcomes(choices.size());
        std::size_t taken = 0;
        runChoices(question, choices, [&](std::size_t i, MeshOutcome outcome) {
            outcomes[i] = std::move(outcome);
            return ++taken < 300;
        });
        QCOMPARE(taken, std::min<std::size_t>(300, choices.size()));
        outcomes.resize(taken);
        const auto order = bestFirst(outcomes);
        QVERIFY(!order.empty() && outcomes[order.front()].fits);
        for (std::size_t i = 1; i < order.size(); ++i)
            QVERIFY(outcomes[order[i - 1]].fits != outcomes[order[i]].fits ||
                    outcomes[order[i - 1]].total <= outcomes[order[i]].total);
        // A click opens it: the scenario run whole takes as long.
        for (std::size_t i = 0; i < order.size(); i += 20) {
            const auto whole = run(scenarioOf(question, choices[order[i]]), 0);
            QVERIFY(whole);
            QCOMPARE((*whole)->metrics.totalTime, outcomes[order[i]].total);
        }
    }
};

QTEST_GUILESS_MAIN(TestModels)

}  // namespace tst_models
#include "tst_models.moc"
