// Models and their steps: the lists, activations, memory over time compared with a plain count, layers as single ops
// compared with their chains, the meshes of the search, and all refusals.

#include "engine/io/experiment_file.h"
#include "engine/io/model_json.h"
#include "engine/io/scenario_file.h"
#include "engine/results/run.h"
#include "engine/results/trial.h"
#include "engine/steps/mesh_cells.h"
#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"
#include "engine/study/mesh_choices.h"
#include "engine/study/run_experiment.h"
#include "engine/transformers/hardware.h"
#include "engine/transformers/layer_costs.h"

#include "tests/engine/random_model.h"
#include "tests/rounds.h"

#include <QTest>

#include <cmath>
#include <map>
#include <random>

using namespace bubblescope;

namespace tst_models {
using test::fileOf;
using test::object;
using test::quoted;

namespace {

/// Why a file is refused, or its only step; empty if neither is.
std::string refusalOf(const std::string& file) {
    const auto scenario = readScenario(file);
    if (!scenario) return scenario.error().text();
    const auto ran = run(*scenario, 0);
    return ran ? std::string() : ran.error().text();
}

std::string refusalOf(const std::string& model, const std::string& mesh, const std::string& step) {
    return refusalOf(fileOf(model, mesh, step));
}

double sentBytes(const StepRun& step) { return step.sent ? step.sent->front() : 0; }

bool areClose(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), 1.0); }

std::shared_ptr<const StepRun> ranStep(const std::string& file) {
    const auto scenario = readScenario(file);
    if (!scenario) return nullptr;
    const auto ran = run(*scenario, 0);
    return ran ? (*ran)->step : nullptr;
}

/// Two kinds of layers, the first one without experts, and a predictor.
std::string mixture(const test::Keys& more = {}, int predictors = 1) {
    test::Keys keys = {{"layers", "3"},
                       {"hidden", "64"},
                       {"heads", "8"},
                       {"mlp", "96"},
                       {"vocabulary", "1000"},
                       {"sequence", "64"},
                       {"tied", "false"},
                       {"experts", "4"},
                       {"top_k", "2"},
                       {"dense_layers", "1"},
                       {"dense_mlp", "160"},
                       {"shared_mlp", "32"},
                       {"mtp", std::to_string(predictors)}};
    keys.insert(keys.end(), more.begin(), more.end());
    return object(keys);
}

/// Runs a step with its layers as chains and as single ops; counts where the second differs.
void verifyCells(const std::string& file, int& cut) {
    const auto scenario = readScenario(file);
    QVERIFY2(scenario, file.c_str());
    auto setup = setUp(resolve(*scenario, 0));
    if (!setup) return;
    const auto whole = runStep(*setup);
    useCells(*setup);
    cut += setup->hasCells;
    const auto cells = runStep(*setup);
    QVERIFY(whole && cells);
    QVERIFY2(whole->timeline->totalTime() == cells->timeline->totalTime(), file.c_str());
    QVERIFY(cells->timeline->program->ops.size() <= whole->timeline->program->ops.size());
    const double a = double(whole->memoryPeak()), b = double(cells->memoryPeak());
    QVERIFY2(std::abs(a - b) <= 0.02 * a, file.c_str());
    QVERIFY2(areClose(sentBytes(*whole), sentBytes(*cells)), file.c_str());
}

}  // namespace

class TestModels : public QObject {
    Q_OBJECT

private slots:
    void parametersAreThoseOfCheckpoints_data() {
        QTest::addColumn<qint64>("count");
        const std::pair<const char*, qint64> known[] = {
            {"llama-3-8b", 8'030'261'248},
            {"llama-3-70b", 70'553'706'496},
            {"llama-3-405b", 405'853'388'800},
            {"llama-3.2-1b", 1'235'814'400},
            {"llama-3.2-3b", 3'212'749'824},
            {"llama-2-7b", 6'738'415'616},
            {"llama-2-13b", 13'015'864'320},
            {"llama-2-70b", 68'976'648'192},
            {"llama-7b", 6'738'415'616},
            {"llama-13b", 13'015'864'320},
            {"llama-33b", 32'528'943'616},
            {"llama-65b", 65'285'660'672},
            {"mistral-7b", 7'241'732'096},
            {"mistral-large-123b", 122'610'069'504},
            {"mixtral-8x7b", 46'702'792'704},
            {"mixtral-8x22b", 140'630'071'296},
            {"deepseek-67b", 67'425'001'472},
            {"yi-34b", 34'388'917'248},
            {"phi-3-mini", 3'821'079'552},
            {"tinyllama-1.1b", 1'100'048'384},
            {"gpt2", 124'439'808},
            {"gpt2-xl", 1'557'611'200},
            {"gpt3-175b", 174'604'259'328},
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
        TrainedModel model;
        model.shape = findTransformer("gpt3-175b")->shape;
        model.sequence = 2048;
        constexpr double kMebi = 1 << 20;
        const ActivationCut cut{8, 1, false}, sequence{8, 1, true};
        QCOMPARE(activationBytes(model, 0, cut) / kMebi, 552.0);
        QCOMPARE(activationBytes(model, 0, sequence) / kMebi, 342.0);
        model.recompute = Recompute::Selective;
        QCOMPARE(activationBytes(model, 0, sequence) / kMebi, 102.0);
        QCOMPARE(recomputedBytes(model, 0, sequence) / kMebi, 240.0);
        model.recompute = Recompute::Full;
        QCOMPARE(activationBytes(model, 0, sequence) / kMebi, 48.0);
        QCOMPARE(recomputedBytes(model, 0, sequence) / kMebi, 342.0 - 48.0);
        model.isRecomputeSharded = true;
        QCOMPARE(activationBytes(model, 0, sequence) / kMebi, 6.0);
        // The share that selective recompute saves: 80/114 of GPT-3, 64/98 of the 530B.
        for (const auto& [id, share] : {std::pair("gpt3-175b", 80.0 / 114), {"turing-530b", 64.0 / 98}}) {
            TrainedModel whole;
            whole.shape = findTransformer(id)->shape;
            whole.sequence = 2048;
            const double before = activationBytes(whole, 0, {});
            whole.recompute = Recompute::Selective;
            QCOMPARE(1 - activationBytes(whole, 0, {}) / before, share);
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
                TrainedModel model;
                model.shape = shape;
                model.sequence = 128;
                model.microbatch = 3;
                const KeptByRecompute kept =
                    keptBytes({shape, 0, 3, 128, cut, {Attention::Core, false, false, false, true}});
                QVERIFY(areClose(activationBytes(model, 0, cut), kept.none.kept));
                model.recompute = Recompute::Selective;
                QVERIFY(areClose(activationBytes(model, 0, cut), kept.selective.kept));
            }
        // A shared expert keeps what an expert of its width keeps for each token, cut by tp.
        TrainedModel mixture, shared;
        mixture.shape = shared.shape = plain;
        mixture.shape.experts = shared.shape.experts = 4;
        mixture.sequence = shared.sequence = 128;
        shared.shape.sharedMlp = 32;
        const ActivationCut cut{2, 1, true};
        QCOMPARE(activationBytes(shared, 0, cut) - activationBytes(mixture, 0, cut), 4.0 * 32 / 2 * 128);
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
            if (!setup || !setup->kind->step->trainsModel) continue;
            const auto estimate = memoryEstimate(*setup);
            QVERIFY(estimate);
            const auto step = runStep(*setup);
            QVERIFY(step);
            const double peak = static_cast<double>(step->memoryPeak());
            // Gradients of units as small as these may queue for their reduction, where nothing waits for it.
            const bool mayQueue = setup->kind == &kZero2 || setup->kind == &kZeroOffload;
            QVERIFY2(mayQueue || peak <= estimate->peak() * 1.001 + 100, file.c_str());
            QVERIFY2(peak * 2 > estimate->peak(), file.c_str());
        }
    }

    void layersAsSingleOpsTakeWhatChainsDo() {
        std::mt19937 random(17);
        int cut = 0;
        for (int i = 0; i < test::rounds(400); ++i) {
            const std::string file = test::randomModelStep(random);
            if (readScenario(file)->schedules.front().kind == "mesh") verifyCells(file, cut);
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY(cut > test::metIn(400, 20));
    }

    /// Layers begin with a gather or with an exchange, and the last stage has predictors.
    void unlikeLayersAsSingleOps() {
        int cut = 0, meshes = 0;
        for (const char* mesh :
             {R"({"fsdp": 4, "ep": 2})", R"({"fsdp": 2, "tp": 2, "ep": 4})", R"({"pp": 2, "fsdp": 2, "ep": 2})",
              R"({"pp": 2, "tp": 2, "ep": 2})", R"({"fsdp": 2, "tp": 2})", R"({"pp": 2, "tp": 2})"})
            for (const char* recompute : {"none", "full"})
                for (const char* schedule : {"1f1b", "zb-h1"}) {
                    const std::string model = mixture({{"recompute", quoted(recompute)}});
                    const std::string step = object({{"step", quoted("mesh")}, {"schedule", quoted(schedule)}});
                    verifyCells(fileOf(model, mesh, step, R"({"intra": {"bandwidth_gbs": 0.5}})"), cut);
                    ++meshes;
                }
        QCOMPARE(cut, meshes);
    }

    /// Ranks that share the experts compute as much as those that have all.
    void computeIsTheSameUnderEp() {
        const auto computed = [](const char* mesh) {
            return ranStep(fileOf(mixture(), mesh, R"({"step": "mesh"})", R"({"device": {"peak_tflops": 0.001}})"))
                ->meanCompute;
        };
        QVERIFY(std::abs(computed(R"({"fsdp": 4, "ep": 2})") / computed(R"({"fsdp": 4})") - 1) < 1e-6);
    }

    void predictorsAreOfTheLastStage() {
        const auto setupOf = [](int predictors) {
            const std::string model = mixture({}, predictors);
            const auto scenario = readScenario(fileOf(model, R"({"pp": 2})", R"({"step": "mesh"})"));
            return setUp(resolve(*scenario, 0)).value().model;
        };
        const auto none = setupOf(0), two = setupOf(2);
        const Transformer& shape = two->model.shape;
        QCOMPARE(two->devices[0].parameters(), none->devices[0].parameters());
        QCOMPARE(two->devices[1].parameters() - none->devices[1].parameters(),
                 2 * (layerParameters(shape, shape.lastLayer()).sum() + predictorParameters(shape)));
        QCOMPARE(two->headActivations, 3 * none->headActivations);
        QCOMPARE(two->devices[1].head, 3 * none->devices[1].head);
        QCOMPARE(two->devices[1].activations - none->devices[1].activations,
                 2 * (none->units[2].activations + none->headActivations));
    }

    /// MFU counts what predictors compute, HFU what they compute again.
    void figuresOfPredictors() {
        const auto figuresOf = [](const char* recompute) {
            const std::string model = mixture({{"recompute", quoted(recompute)}});
            return *ranStep(fileOf(model, R"({"fsdp": 2})", R"({"step": "mesh"})"))->figures;
        };
        const StepFigures none = figuresOf("none"), full = figuresOf("full");
        QVERIFY(std::abs(none.hfu - none.mfu) < 1e-12);
        const Transformer shape =
            modelOf(readScenario(fileOf(mixture(), "{}", R"({"step": "ddp"})"))->training.model)->shape;
        const double layer = layerFlops(shape, 2, 64, 64).sum(), head = headFlops(shape, 64),
                     repeated = forwardFlops(shape, 64, 64) - head + layer + predictorFlops(shape, 64);
        QVERIFY(std::abs(full.hfu / full.mfu - (1 + repeated / (3 * (repeated + 2 * head)))) < 1e-9);
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

    /// Ranks of a node share a ring's way to other nodes with link rules 1, and have a port each with 2.
    void aGroupUsesAllPortsOfItsNodes() {
        const auto exposed = [](const char* cluster) {
            return ranStep(fileOf(R"({"preset": "llama-3-8b"})", R"({"fsdp": 64})", R"({"step": "fsdp"})", cluster))
                ->exposedComm;
        };
        const double one = exposed(R"({"inter": {"bandwidth_gbs": 5}})"),
                     all = exposed(R"({"inter": {"bandwidth_gbs": 5}, "link_rules": 2})");
        QVERIFY2(all < one / 6 && all > 0, qPrintable(QString("%1 %2").arg(one).arg(all)));
    }

    /// Reductions after each microbatch: the next one waits for them and gathers when the last backward has ended.
    void gradientsOfEachMicrobatch() {
        const auto ran = [](const char* step) {
            return ranStep(fileOf(R"({"preset": "llama-3-8b", "recompute": "full", "global_batch": 48})",
                                  R"({"dp": 4, "fsdp": 4})", step, R"({"intra": {"bandwidth_gbs": 30}})"));
        };
        const auto last = ran(R"({"step": "hsdp"})"), each = ran(R"({"step": "hsdp", "accumulate": "each"})"),
                   scatter = ran(R"({"step": "hsdp", "accumulate": "scatter"})");
        const auto spans = [](const StepRun& step, OpKind kind) {
            std::vector<std::pair<Time, Time>> all;
            const Timeline& timeline = *step.timeline;
            for (const Lane& lane : timeline.program->lanes)
                for (Row row = lane.begin; row < lane.end; ++row)
                    if (timeline.program->ops[row].kind() == kind)
                        all.emplace_back(timeline.startOf(row), timeline.end[row]);
            std::sort(all.begin(), all.end());
            return all;
        };
        const std::size_t units = 34, microbatches = 3;
        QCOMPARE(spans(*last, OpKind::ReduceScatter).size(), units);
        QCOMPARE(spans(*each, OpKind::ReduceScatter).size(), microbatches * units);
        QCOMPARE(spans(*each, OpKind::AllReduce).size(), microbatches * units);
        QCOMPARE(spans(*scatter, OpKind::ReduceScatter).size(), microbatches * units);
        QCOMPARE(spans(*scatter, OpKind::AllReduce).size(), units);
        QVERIFY(last->timeline->totalTime() < scatter->timeline->totalTime());
        QVERIFY(scatter->timeline->totalTime() <= each->timeline->totalTime());
        QVERIFY(each->memoryPeak() < last->memoryPeak() && each->memoryPeak() == scatter->memoryPeak());
        QVERIFY(sentBytes(*last) < sentBytes(*scatter) && sentBytes(*scatter) < sentBytes(*each));
        for (const auto& step : {each, scatter}) {
            const auto forwards = spans(*step, OpKind::Forward), backwards = spans(*step, OpKind::Backward),
                       gathers = spans(*step, OpKind::GatherForward), scatters = spans(*step, OpKind::ReduceScatter);
            const std::size_t first = gathers.size() / microbatches;
            QVERIFY(forwards[units].first >= scatters[units - 1].second);
            QVERIFY(gathers[first].first >= backwards[units - 1].second);
            QVERIFY(gathers[first].first < forwards[units].first);
        }
        QVERIFY(each->memoryPeak() <= memoryEstimate(each->setup)->peak() * 1.001);
        const auto alone = [](const char* accumulate) {
            return ranStep(fileOf(R"({"preset": "llama-3-8b"})", R"({"fsdp": 8})",
                                  object({{"step", quoted("fsdp")}, {"accumulate", quoted(accumulate)}})));
        };
        QCOMPARE(alone("each")->timeline->totalTime(), alone("last")->timeline->totalTime());
    }

    void aRankThatIsSlowIsSimulatedWhole() {
        const std::string model = R"({"preset": "llama-3-8b", "recompute": "flash"})";
        const auto alike = ranStep(fileOf(model, R"({"fsdp": 2, "tp": 2})", R"({"step": "mesh"})"));
        const auto slow =
            ranStep(fileOf(model, R"({"fsdp": 2, "tp": 2})", R"({"step": "mesh", "slowdown": [1, 1, 1, 1.5]})"));
        QVERIFY(alike && slow);
        QVERIFY(slow->timeline->totalTime() > alike->timeline->totalTime());
        QVERIFY(slow->figures->mfu < alike->figures->mfu);
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

    void whatIsRefused_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("mesh");
        QTest::addColumn<QString>("step");
        QTest::addColumn<QString>("why");
        const QString llama = R"({"preset": "llama-3-8b"})";
        const auto row = [&](const char* name, const QString& model, const QString& mesh, const QString& step,
                             const QString& why) { QTest::newRow(name) << model << mesh << step << why; };
        row("heads by tp", llama, R"({"tp": 3})", R"({"step": "tp-1d"})",
            "schedules[0].mesh.tp: TP must divide 32 heads; nearest: 2 and 4");
        row("one expert", llama, R"({"fsdp": 2, "ep": 2})", R"({"step": "mesh"})",
            "schedules[0].mesh.ep: EP must be 1, as the model has a single expert per layer");
        row("experts and ranks", R"({"preset": "mixtral-8x7b"})", R"({"fsdp": 12, "ep": 5})", R"({"step": "mesh"})",
            "schedules[0].mesh.ep: EP must divide 8 experts and FSDP × CP × TP = 12; nearest: 4");
        row("no layers", R"({"preset": "llama-3-8b", "layers": 0})", "{}", R"({"step": "ddp"})",
            "model.layers: must be from 1 to 10,000, is 0");
        row("too many parameters",
            R"({"layers": 10000, "hidden": 100000, "heads": 100, "mlp": 400000, "vocabulary": 1000, "sequence": 10})",
            "{}", R"({"step": "ddp"})",
            "model.layers: the model has 1,200,002,100,100,000 parameters, the limit is 100,000,000,000,000; largest "
            "that fits: 833 layers");
        row("too wide for a layer",
            R"({"layers": 4, "hidden": 10000000, "heads": 8, "mlp": 128, "vocabulary": 1000, "sequence": 128})", "{}",
            R"({"step": "ddp"})",
            "model.hidden: the model has 1,600,020,330,000,000 parameters, the limit is 100,000,000,000,000; "
            "largest that fits: hidden 2,499,936");
        row("unknown model", R"({"preset": "llama-3-80b"})", "{}", R"({"step": "ddp"})",
            "model.preset: unknown model \"llama-3-80b\"; nearest: \"llama-3-8b\"");
        row("hidden by heads", R"({"preset": "llama-3-8b", "heads": 30})", "{}", R"({"step": "ddp"})",
            "model.heads: heads must divide hidden, 4096; nearest: 16 and 32");
        row("K/V heads", R"({"preset": "llama-3-8b", "kv_heads": 3})", "{}", R"({"step": "ddp"})",
            "model.kv_heads: kv_heads must divide heads, 32; nearest: 2 and 4");
        const auto latent = [](const QString& more) -> QString {
            return R"({"layers": 2, "hidden": 64, "heads": 4, "mlp": 96, "vocabulary": 100, "sequence": 8, )" + more +
                   "}";
        };
        row("links without bandwidth", R"({"preset": "llama-3-8b"})", "{}",
            R"({"step": "ddp", "cluster": {"links": 0}})",
            "schedules[0].cluster.links: must be more than 0, is 0; default: 1");
        row("half a latent attention", latent(R"("qk_rope": 8)"), "{}", R"({"step": "ddp"})",
            "model.qk_rope: needs kv_lora");
        row("latents without values", latent(R"("kv_lora": 16, "qk_nope": 8, "qk_rope": 8)"), "{}",
            R"({"step": "ddp"})", "model.v_dim: must be at least 1 with kv_lora");
        const QString whole = R"("kv_lora": 16, "qk_nope": 8, "qk_rope": 8, "v_dim": 8, )";
        row("latents of fewer heads", latent(whole + R"("kv_heads": 2)"), "{}", R"({"step": "ddp"})",
            "model.kv_heads: must equal heads (4) with kv_lora, is 2");
        row("latents of a width", latent(whole + R"("head_dim": 8)"), "{}", R"({"step": "ddp"})",
            "model.head_dim: cannot be used with kv_lora");
        row("latents in a window", latent(whole + R"("window": 4)"), "{}", R"({"step": "ddp"})",
            "model.window: cannot be used with kv_lora");
        row("latents with norms", latent(whole + R"("qk_norm": true)"), "{}", R"({"step": "ddp"})",
            "model.qk_norm: cannot be used with kv_lora");
        row("three norms", latent(R"("norms": 3)"), "{}", R"({"step": "ddp"})", "model.norms: must be 2 or 4, is 3");
        row("more dense layers than layers", latent(R"("dense_layers": 3)"), "{}", R"({"step": "ddp"})",
            "model.dense_layers: dense_layers must be at most the number of layers, 2, is 3");
        row("more chosen than experts", R"({"preset": "llama-3-8b", "top_k": 2})", "{}", R"({"step": "ddp"})",
            "model.top_k: top_k must be at most the number of experts, 1, is 2");
        row("no shape", R"({"sequence": 8})", "{}", R"({"step": "ddp"})",
            "model.preset: is missing; a model needs a preset, such as \"llama-3-8b\", or layers, hidden, heads, "
            "mlp, vocabulary and sequence");
        row("sequence by cp", R"({"preset": "llama-3-8b", "sequence": 8191})", R"({"cp": 2})", R"({"step": "cp-ring"})",
            "schedules[0].mesh.cp: CP must divide a sequence of 8191 tokens; nearest: 1 and 8191");
        row("heads by ulysses", R"({"preset": "llama-3-8b", "sequence": 8640})", R"({"cp": 27})",
            R"({"step": "cp-ulysses"})", "schedules[0].mesh.cp: CP must divide 32 heads per rank; nearest: 16 and 32");
        row("stages", llama, R"({"pp": 64})", R"({"step": "mesh"})",
            "schedules[0].mesh.pp: 32 layers cannot fill 64 stages; largest PP that fits: 32");
        row("batch", R"({"preset": "llama-3-8b", "global_batch": 12})", R"({"fsdp": 8})", R"({"step": "fsdp"})",
            "schedules[0].model.global_batch: global_batch must be a multiple of 8, the sequences that all ranks take "
            "at once; nearest: 8 and 16");
        row("batch past all microbatches", R"({"preset": "llama-3-8b", "global_batch": 100000000})", R"({"fsdp": 4})",
            R"({"step": "fsdp"})",
            "schedules[0].model.global_batch: global_batch makes 25,000,000 microbatches, the limit is 1,000,000; "
            "largest that fits: 4,000,000");
        row("ranks", llama, "{}", R"({"step": "ddp", "ranks": 4})",
            "schedules[0].ranks: \"ranks\" is only for steps with \"times\"; with a model, \"mesh\" sets the number of "
            "ranks");
        row("a product alone", llama, "{}", R"({"step": "tp-2d", "q": 2})",
            "schedules[0].times: TP, 2D needs \"times\" in its entry; it runs one matrix product, not a model");
        row("an axis too many", llama, R"({"fsdp": 2, "tp": 2})", R"({"step": "fsdp"})",
            "schedules[0].mesh.tp: FSDP (ZeRO-3) accepts fsdp or dp in its mesh, not tp; use a step \"mesh\" "
            "for other axes");
    }
    void whatIsRefused() {
        QFETCH(QString, model);
        QFETCH(QString, mesh);
        QFETCH(QString, step);
        QFETCH(QString, why);
        const std::string refusal = refusalOf(model.toStdString(), mesh.toStdString(), step.toStdString());
        QVERIFY2(refusal == why.toStdString(), refusal.c_str());
    }

    /// What a refusal of ep says to be near is not refused.
    void nearestOnesWork() {
        int refused = 0;
        for (const int experts : {1, 6, 8})
            for (int fsdp = 1; fsdp <= 12; ++fsdp)
                for (int ep = 2; ep <= 12; ++ep) {
                    const std::string model = R"({"layers": 2, "hidden": 8, "heads": 2, "mlp": 8, "vocabulary": 9,
                        "sequence": 8, "experts": )" +
                                              std::to_string(experts) + "}";
                    const auto why = [&](int size) {
                        const std::string mesh =
                            R"({"fsdp": )" + std::to_string(fsdp) + R"(, "ep": )" + std::to_string(size) + "}";
                        return refusalOf(model, mesh, R"({"step": "mesh"})");
                    };
                    const QString text = QString::fromStdString(why(ep));
                    const bool divides = experts % ep == 0 && fsdp % ep == 0;
                    QCOMPARE(text.isEmpty(), divides);
                    if (divides) continue;
                    ++refused;
                    const QString word = experts == 1 ? QStringLiteral("EP must be ") : QStringLiteral("nearest: ");
                    const QStringList near = text.section(word, 1).section(QLatin1Char(','), 0, 0).split(' ');
                    for (const QString& one : near)
                        if (one.toInt() > 0) QCOMPARE(why(one.toInt()), std::string());
                    QVERIFY2(near.last().toInt() > 0, qPrintable(text));
                }
        QVERIFY(refused > 300);
    }

    void whatClustersRefuse() {
        const auto refused = [](const char* cluster) {
            return QString::fromStdString(
                refusalOf(fileOf(R"({"preset": "llama-3-8b"})", "{}", R"({"step": "ddp"})", cluster)));
        };
        QCOMPARE(refused(R"({"device": {"preset": "h101"}})"),
                 "cluster.device.preset: unknown device \"h101\"; nearest: \"h100\"");
        QCOMPARE(refused(R"({"device": {"efficiency": 0}})"),
                 "cluster.device.efficiency: must be more than 0, is 0; default: 0.5");
        QCOMPARE(refused(R"({"intra": {"bandwidth_gb": 1}})"),
                 "cluster.intra.bandwidth_gb: unknown key; nearest: \"bandwidth_gbs\"");
        QCOMPARE(refused(R"({"node_size": 0})"), "cluster.node_size: must be from 1 to 1,000,000, is 0");
    }

    void timesPastCountingAreRefused() {
        const auto refused = [](const char* model, const char* mesh, const char* step, const char* cluster) {
            return QString::fromStdString(refusalOf(fileOf(model, mesh, step, cluster)));
        };
        const char* const llama = R"({"preset": "llama-3-8b"})";
        for (const char* slow : {R"({"device": {"efficiency": 1e-12}})", R"({"device": {"efficiency": 1e-300}})"})
            for (const char* step : {R"({"step": "ddp"})", R"({"step": "cp-ring"})", R"({"step": "zero-infinity"})"}) {
                const QString why = refused(llama, "{}", step, slow);
                QVERIFY2(why.startsWith("schedules[0].cluster: the model's "), qPrintable(why));
                QVERIFY2(why.contains("would take more than 72,057,594,037 "), qPrintable(why));
                QVERIFY2(why.endsWith("; check the cluster's rates or use a larger time_unit"), qPrintable(why));
            }
        const QString gather =
            refused(llama, R"({"fsdp": 8})", R"({"step": "fsdp"})", R"({"intra": {"bandwidth_gbs": 1e-200}})");
        QVERIFY2(gather.contains("the model's all gather would take"), qPrintable(gather));
        const QString hop =
            refused(llama, R"({"pp": 2})", R"({"step": "pp-dp"})", R"({"intra": {"bandwidth_gbs": 1e-200}})");
        QVERIFY2(hop.contains("the model's message between stages would take"), qPrintable(hop));
        // Each op can be counted, and no stage of them.
        const QString stage = refused(R"({"preset": "llama-3-70b"})", R"({"pp": 2, "tp": 2})", R"({"step": "mesh"})",
                                      R"({"intra": {"bandwidth_gbs": 2e-9}})");
        QVERIFY2(stage.contains("add up to more than the maximum"), qPrintable(stage));
    }

    void activationsPastCountingAreRefused() {
        const std::string file =
            fileOf(R"({"preset": "llama-3-8b", "layers": 1, "microbatch": 100000000, "sequence": 1000000})", "{}",
                   R"({"step": "ddp"})");
        const std::string why = refusalOf(file);
        QVERIFY2(why.starts_with("schedules[0].model.microbatch: the activations come to "), why.c_str());
        QVERIFY2(why.ends_with(" bytes, the limit is 1e+18; reduce the microbatch or sequence by a factor of 16,068"),
                 why.c_str());
        const auto report = modelReport(*readScenario(file));
        QVERIFY(!report);
        QCOMPARE(report.error().field, "model.microbatch");
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
