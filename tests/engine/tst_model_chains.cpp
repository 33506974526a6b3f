// How the layers of a model run: as chains and as single ops, with experts and predictors, reductions after each
// microbatch, and over the ports of nodes.

#include "engine/io/scenario_file.h"
#include "engine/results/run.h"
#include "engine/steps/mesh_cells.h"
#include "engine/steps/model_memory.h"
#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"

#include "tests/engine/model_runs.h"
#include "tests/engine/random_model.h"
#include "tests/rounds.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace bubblescope;

namespace tst_model_chains {
using test::areClose;
using test::fileOf;
using test::object;
using test::quoted;
using test::ranStep;
using test::sentBytes;

namespace {

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

class TestModelChains : public QObject {
    Q_OBJECT

private slots:
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
        QCOMPARE(two->devices[1].plain.forward, 3 * none->devices[1].plain.forward);
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

    void aRankThatIsSlowIsSimulatedWhole() {
        const std::string model = R"({"preset": "llama-3-8b", "recompute": "flash"})";
        const auto alike = ranStep(fileOf(model, R"({"fsdp": 2, "tp": 2})", R"({"step": "mesh"})"));
        const auto slow =
            ranStep(fileOf(model, R"({"fsdp": 2, "tp": 2})", R"({"step": "mesh", "slowdown": [1, 1, 1, 1.5]})"));
        QVERIFY(alike && slow);
        QVERIFY(slow->timeline->totalTime() > alike->timeline->totalTime());
        QVERIFY(slow->figures->mfu < alike->figures->mfu);
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
        QVERIFY(static_cast<double>(each->memoryPeak()) <= memoryEstimate(each->setup)->peak() * 1.001);
        const auto alone = [](const char* accumulate) {
            return ranStep(fileOf(R"({"preset": "llama-3-8b"})", R"({"fsdp": 8})",
                                  object({{"step", quoted("fsdp")}, {"accumulate", quoted(accumulate)}})));
        };
        QCOMPARE(alone("each")->timeline->totalTime(), alone("last")->timeline->totalTime());
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
};

QTEST_GUILESS_MAIN(TestModelChains)

}  // namespace tst_model_chains
#include "tst_model_chains.moc"
