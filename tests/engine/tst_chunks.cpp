// PatrickStar's chunks: two steps worked out by hand, the fewest uploads that any order of evictions needs, and
// invariants on random models: memory is never exceeded, chunks are where ops need them, and no byte is lost.

#include "engine/io/scenario_file.h"
#include "engine/results/run.h"
#include "engine/steps/chunks.h"
#include "engine/steps/model_memory.h"
#include "engine/steps/run_step.h"

#include "tests/engine/random_scenario.h"
#include "tests/rounds.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <bit>
#include <climits>
#include <cmath>
#include <map>
#include <sstream>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_chunks {
using nlohmann::json;

namespace {

/// Two layers of 120 parameters between an embedding and a head of 120: h = 4, w = 6, s = 1, V = 29, so that a layer
/// has 4 h h + 2 h w + 2 h, the embedding V h + s h, the head V h + h. At 8 FLOPs a microsecond a layer's forward of
/// 2 * 4 h h + 4 h + 2 * 2 h w = 240 FLOPs takes 30, the head's of 2 h V = 232 takes 29, backwards twice that.
/// 240 bytes come up in 24 and go down in 12, an update of 120 parameters' 28 bytes takes 30 on the host; 240 bytes
/// are gathered or summed by two ranks in 6.
json fourUnits() {
    return {{"format", "bubblescope-scenario"},
            {"version", 1},
            {"workload", {{"time_unit", "us"}}},
            {"model",
             {{"layers", 2},
              {"hidden", 4},
              {"heads", 1},
              {"mlp", 6},
              {"vocabulary", 29},
              {"sequence", 1},
              {"tied", false},
              {"positions", true}}},
            {"cluster",
             {{"device", {{"peak_tflops", 8e-6}, {"efficiency", 1}, {"memory_gbs", 0.112}}},
              {"intra", {{"latency_us", 0}, {"bandwidth_gbs", 0.02}}},
              {"host", {{"h2d_gbs", 0.01}, {"d2h_gbs", 0.02}, {"memory_gbs", 0.112}}}}}};
}

std::shared_ptr<const StepRun> ranStep(json file, const json& step) {
    file["schedules"] = json::array({step});
    const auto scenario = readScenario(file.dump());
    if (!scenario) return nullptr;
    const auto ran = run(*scenario, 0);
    return ran ? (*ran)->step : nullptr;
}

std::string refusalOf(json file, const json& step) {
    file["schedules"] = json::array({step});
    const auto scenario = readScenario(file.dump());
    if (!scenario) return scenario.error().text();
    const auto ran = run(*scenario, 0);
    return ran ? std::string() : ran.error().text();
}

using Spans = std::map<std::string, std::pair<double, double>>;

/// When the ops of rank 0 ran, by name; empty if two have one name.
Spans spansOf(const StepRun& step) {
    Spans spans;
    const bool isUnique = forEachStepOp(step, [&](const StepOp& op) {
        return op.ranks.front() != 0 || spans.try_emplace(op.name, toUnits(op.start), toUnits(op.end)).second;
    });
    return isUnique ? spans : Spans();
}

std::string textOf(const Spans& spans) {
    std::ostringstream text;
    for (const auto& [name, span] : spans) text << name << ' ' << span.first << '-' << span.second << ", ";
    return text.str();
}

/// Chunks on the device: parameters, their optimizer, and what is gathered.
std::int64_t chunksIn(const MemoryBytes& bytes) {
    return bytes[MemoryPart::Parameters] + bytes[MemoryPart::Optimizer] + bytes[MemoryPart::Gathered];
}

/// The fewest chunks that come up, of so many equal ones of which the device holds `room`, whichever make room: by the
/// sets of chunks that may be there. The first ops find none, and after its backward a chunk is there no more.
int fewestUploads(int groups, int room) {
    std::map<unsigned, int> best{{0, 0}};
    for (int at = 0; at < 2 * groups; ++at) {
        const int group = at < groups ? at : 2 * groups - 1 - at;
        std::map<unsigned, int> next;
        const auto reach = [&](unsigned set, int uploads) {
            const auto known = next.find(set);
            if (known == next.end() || known->second > uploads) next[set] = uploads;
        };
        const unsigned own = 1u << group;
        for (const auto& [set, uploads] : best) {
            const int now = uploads + (set & own ? 0 : 1);
            // Any part of what is there may stay beside it.
            for (unsigned part = 0; part < 1u << groups; ++part) {
                const unsigned stays = part | own;
                if ((stays & ~(set | own)) != 0 || std::popcount(stays) > room) continue;
                reach(at < groups ? stays : stays & ~own, now);
            }
        }
        best = std::move(next);
    }
    int least = INT_MAX;
    for (const auto& [set, uploads] : best) least = std::min(least, uploads);
    return least;
}

/// A random model, chunks and room for some of them.
struct Case {
    json file, step;
    int ranks = 1;
};
Case randomCase(Random& random) {
    const auto flag = [&] { return randomInt(random, 0, 1) == 1; };
    Case out;
    out.ranks = 1 << randomInt(random, 0, 3);
    const char* const recomputes[] = {"none", "selective", "flash", "full"};
    out.file = fourUnits();
    out.file["model"] = {{"layers", randomInt(random, 1, 6)},
                         {"hidden", 32},
                         {"heads", 4},
                         {"kv_heads", flag() ? 2 : 4},
                         {"mlp", randomInt(random, 16, 96)},
                         {"vocabulary", randomInt(random, 50, 500)},
                         {"sequence", 16},
                         {"gated", flag()},
                         {"tied", flag()},
                         {"bias", flag()},
                         {"recompute", recomputes[randomInt(random, 0, 3)]}};
    if (randomInt(random, 0, 3) == 0) {
        out.file["model"]["experts"] = 4;
        out.file["model"]["top_k"] = 2;
    }
    out.file["mesh"] = {{flag() ? "fsdp" : "dp", out.ranks}};
    out.step = {{"step", "patrickstar"}, {"chunk_elements", randomInt(random, 200, 20000)}};
    if (randomInt(random, 0, 3) == 0) {  // what the activations leave of the card
        out.file["cluster"]["device"]["memory_gb"] = randomInt(random, 20, 60) * 1e-4;
        return out;
    }
    // From the least that works to more than all.
    out.step["device_memory"] = 0;
    const std::string why = refusalOf(out.file, out.step);
    const std::string before = "at least ";
    const double least = std::stod(why.substr(why.find(before) + before.size()));
    const double share =
        randomInt(random, 0, 1) == 0 ? randomInt(random, 0, 5) / 100.0 : randomInt(random, 0, 100) / 100.0;
    out.step["device_memory"] = std::max(least, least + share * 2e-3);
    return out;
}

}  // namespace

class TestChunks : public QObject {
    Q_OBJECT

private slots:
    /// Room for two chunks of four, each 240 bytes: F2 sends away chunk 0, which is used last, F3 chunk 1. Their
    /// backwards bring them again, when those of 3 and 2 have made room; the host updates what has come, last first.
    void oneCardWithRoomForTwoChunks() {
        const auto step =
            ranStep(fourUnits(), {{"step", "patrickstar"}, {"chunk_elements", 120}, {"device_memory", 480e-9}});
        QVERIFY(step);
        const Spans expected = {{"U0", {0, 24}},     {"CG0", {411, 435}}, {"F0", {24, 24}},   {"U1", {24, 48}},
                                {"CG1", {327, 351}}, {"F1", {48, 78}},    {"E0", {78, 90}},   {"D0", {435, 447}},
                                {"U2", {90, 114}},   {"F2", {114, 144}},  {"E1", {144, 156}}, {"D1", {411, 423}},
                                {"U3", {156, 180}},  {"F3", {180, 209}},  {"B3", {209, 267}}, {"D3", {267, 279}},
                                {"B2", {267, 327}},  {"D2", {327, 339}},  {"B1", {351, 411}}, {"B0", {435, 435}},
                                {"A3", {435, 465}},  {"A2", {465, 495}},  {"A1", {495, 525}}, {"A0", {525, 555}}};
        QCOMPARE(textOf(spansOf(*step)), textOf(expected));
        QCOMPARE(toUnits(step->timeline->totalTime()), 555.0);
        const WorkerMemory& memory = step->memory.front();
        const std::pair<double, int> chunks[] = {{0, 1},   {24, 2},  {90, 2},  {156, 2}, {279, 1},
                                                 {327, 2}, {339, 1}, {411, 2}, {423, 1}, {447, 0}};
        for (const auto& [at, count] : chunks) QCOMPARE(chunksIn(memory.at(toTime(at))), 240 * count);
        QCOMPARE(memory.host, 14 * 480);
    }

    /// The same on two ranks: chunks of 60 parameters, 120 bytes; room for two and for that of the other rank.
    void twoRanksGatherTheirChunks() {
        json file = fourUnits();
        file["mesh"] = {{"fsdp", 2}};
        const auto step = ranStep(file, {{"step", "patrickstar"}, {"chunk_elements", 60}, {"device_memory", 360e-9}});
        QVERIFY(step);
        const Spans expected = {
            {"U0", {0, 12}},      {"CG0", {393, 405}},  {"AGF0", {12, 18}},  {"F0", {18, 18}},     {"U1", {18, 30}},
            {"CG1", {309, 321}},  {"AGF1", {30, 36}},   {"F1", {36, 66}},    {"E0", {66, 72}},     {"D0", {417, 423}},
            {"U2", {72, 84}},     {"AGF2", {84, 90}},   {"F2", {90, 120}},   {"E1", {120, 126}},   {"D1", {393, 399}},
            {"U3", {126, 138}},   {"AGF3", {138, 144}}, {"F3", {144, 173}},  {"B3", {173, 231}},   {"RS3", {231, 237}},
            {"D3", {237, 243}},   {"AGB2", {237, 243}}, {"B2", {243, 303}},  {"RS2", {303, 309}},  {"D2", {309, 315}},
            {"AGB1", {321, 327}}, {"B1", {327, 387}},   {"RS1", {387, 393}}, {"AGB0", {405, 411}}, {"B0", {411, 411}},
            {"RS0", {411, 417}},  {"A3", {417, 432}},   {"A2", {432, 447}},  {"A1", {447, 462}},   {"A0", {462, 477}}};
        QCOMPARE(textOf(spansOf(*step)), textOf(expected));
        QCOMPARE(step->memory.front().host, 14 * 240);
        // AG and RS of every unit, but the last is kept: 7 gathers and 4 sums of 240 bytes, a half of which is sent.
        QCOMPARE(step->sent->front(), 11 * 120.0);
    }

    /// With room for all parameters the rest is the optimizer's, of which a unit has 12 * 120 = 1,440 bytes: two of
    /// four stay on the device, where an update takes as long as on the host; the others come up once.
    void optimizersStayWhereThereIsRoom() {
        const auto step = ranStep(fourUnits(), {{"step", "patrickstar"},
                                                {"chunk_elements", 120},
                                                {"device_memory", (4 * 240 + 2 * 6 * 240 + 719) * 1e-9}});
        QVERIFY(step);
        const Spans expected = {{"F0", {0, 0}},      {"F1", {0, 30}},    {"U2", {30, 54}},   {"F2", {54, 84}},
                                {"U3", {84, 108}},   {"F3", {108, 137}}, {"B3", {137, 195}}, {"D3", {195, 207}},
                                {"B2", {195, 255}},  {"D2", {255, 267}}, {"B1", {255, 315}}, {"B0", {315, 315}},
                                {"OPT", {315, 375}}, {"A3", {315, 345}}, {"A2", {345, 375}}};
        QCOMPARE(textOf(spansOf(*step)), textOf(expected));
        const WorkerMemory& memory = step->memory.front();
        QCOMPARE(memory.at(0)[MemoryPart::Parameters], 480);
        QCOMPARE(memory.at(0)[MemoryPart::Optimizer], 2 * 6 * 240);
        QCOMPARE(memory.at(toTime(100))[MemoryPart::Parameters], 960);
        QCOMPARE(memory.host, 14 * 240);
    }

    /// A step whose chunks all fit, and whose groups are FSDP's units, is FSDP's without prefetch.
    void allThatFitsIsShardedDataParallel() {
        for (const int ranks : {2, 3, 4}) {
            json file = fourUnits();
            file["mesh"] = {{"fsdp", ranks}};
            const auto chunked =
                ranStep(file, {{"step", "patrickstar"}, {"chunk_elements", 120 / ranks}, {"device_memory", 1}});
            const auto sharded = ranStep(file, {{"step", "fsdp"}, {"prefetch_forward", 0}, {"prefetch_backward", 0}});
            QVERIFY(chunked && sharded);
            QCOMPARE(textOf(spansOf(*chunked)), textOf(spansOf(*sharded)));
            QCOMPARE(chunked->memory.front().host, 0);
            QVERIFY(std::abs(chunked->sent->front() - sharded->sent->front()) < 1e-9);
            QCOMPARE(chunked->figures->mfu, sharded->figures->mfu);
        }
    }

    /// No order of evictions needs fewer uploads than to send away what is used last.
    void noOtherOrderBringsFewerChunks() {
        for (int groups = 1; groups <= 7; ++groups)
            for (int room = 1; room <= groups; ++room) {
                ChunkGroups all;
                all.parameters.assign(static_cast<std::size_t>(groups), 1);
                all.own.assign(static_cast<std::size_t>(groups), 2);
                all.others.assign(static_cast<std::size_t>(groups), 0);
                const ChunkPlan plan = planOf(all, 2 * room, 6);
                const auto uploads = std::count_if(plan.elements.begin(), plan.elements.end(),
                                                   [](const ChunkPlan::Element& one) { return one.comesUp; });
                QCOMPARE(int(uploads), fewestUploads(groups, room));
            }
    }

    void randomChunks() {
        Random random(propertySeed());
        int moved = 0, stayed = 0;
        for (int i = 0; i < rounds(150); ++i) {
            const Case one = randomCase(random);
            const std::string what = one.file.dump() + one.step.dump();
            const auto step = ranStep(one.file, one.step);
            QVERIFY2(step, what.c_str());
            const ModelStep& model = *step->setup.model;
            const ChunkPlan& plan = *model.chunks;
            const double psi = parameters(model.model.shape), n = one.ranks;
            const int groups = plan.groups.count();
            QCOMPARE(groups, int(std::ceil(psi / n / one.step.at("chunk_elements").get<int>())));
            // All bytes of a rank are somewhere when the step begins; its units have all that the model has.
            const WorkerMemory& memory = step->memory.front();
            const MemoryBytes& first = memory.moments.front().bytes;
            const StateParts state = model.stateOf(model.devices.front());
            QVERIFY2(std::abs(state.parameters + state.optimizer + state.host - 14 * psi / n) < 1e-3, what.c_str());
            QCOMPARE(first[MemoryPart::Optimizer], std::llround(state.optimizer));
            double flops = 0, activations = 0, whole = 0;
            for (const ModelUnit& unit : model.units) {
                flops += unit.forward();
                activations += unit.activations;
                whole += unit.parameters();
            }
            QVERIFY(std::abs(flops / model.devices.front().forward() - 1) < 1e-9);
            QVERIFY(std::abs(activations / model.devices.front().activations - 1) < 1e-9);
            QVERIFY(std::abs(whole - psi) < 1e-3);
            // Never more than the room, on which the estimate is what a run finds.
            std::int64_t most = 0;
            for (const WorkerMemory::Moment& moment : memory.moments) most = std::max(most, chunksIn(moment.bytes));
            if (one.step.contains("device_memory"))
                QVERIFY2(double(most) <= one.step.at("device_memory").get<double>() * 1e9 + 1, what.c_str());
            else
                QVERIFY2(!step->isOverMemory(), what.c_str());
            QVERIFY2(double(most) <= double(plan.ownAtMost + plan.othersAtMost) + state.optimizer + 1, what.c_str());
            const auto estimate = memoryEstimate(step->setup);
            QVERIFY(estimate && double(step->memoryPeak()) <= estimate->peak() * 1.001 + 100);
            // An op finds its chunk, which the host then updates where it has gone down to.
            const Spans spans = spansOf(*step);
            for (int group = 0; group < groups; ++group) {
                const auto has = [&](const char* letter) { return spans.count(letter + std::to_string(group)) > 0; };
                const auto of = [&](const char* letter) { return spans.at(letter + std::to_string(group)); };
                const bool isHost = group >= plan.updatedOnDevice;
                QVERIFY2(has("U") == isHost && has("D") == isHost && has("A") == isHost, what.c_str());
                QVERIFY2(has("E") == has("CG") && (isHost || !has("E")), what.c_str());
                moved += has("E");
                stayed += !isHost;
                if (!isHost) continue;
                QVERIFY2(of("U").second <= of("F").first && of("B").second <= of("D").first, what.c_str());
                QVERIFY2(of("D").second <= of("A").first, what.c_str());
                if (!has("E")) continue;
                QVERIFY2(of("F").second <= of("E").first && of("E").second <= of("CG").first, what.c_str());
                QVERIFY2(of("CG").second <= of("B").first, what.c_str());
            }
            if (plan.updatedOnDevice == groups) QVERIFY(state.host < 1e-3 && spans.count("OPT") == 1);
        }
        QVERIFY2(moved > metIn(150, 4) && stayed > metIn(150, 20), qPrintable(QString("%1 %2").arg(moved).arg(stayed)));
    }

    /// The matrix of a tied model is kept for its head: that of the embedding is neither freed nor sent away between.
    void tiedMatricesAreKept() {
        json file = fourUnits();
        file["model"] = {{"layers", 4},       {"hidden", 8},   {"heads", 1},  {"mlp", 16},
                         {"vocabulary", 100}, {"sequence", 1}, {"tied", true}};
        file["mesh"] = {{"fsdp", 2}};
        // 800 parameters of the embedding are in two groups of 2 * 300; each whole is 1,200 bytes, three the least.
        QCOMPARE(
            refusalOf(file, {{"step", "patrickstar"}, {"chunk_elements", 300}, {"device_memory", 3.5e-6}}),
            std::string("schedules[0].device_memory: device_memory must be at least 0.0000036 GB, which a single op "
                        "needs, is 0.0000035; smaller chunk_elements need less"));
        const auto step = ranStep(file, {{"step", "patrickstar"}, {"chunk_elements", 300}, {"device_memory", 3.6e-6}});
        QVERIFY(step);
        const Spans spans = spansOf(*step);
        for (const char* once : {"AGF0", "AGF1", "U0", "U1"}) QVERIFY(spans.count(once));
        QVERIFY(!spans.count("E0") && !spans.count("E1") && spans.count("E2"));
        QVERIFY(!spans.count("AGB0") && !spans.count("AGB1") && spans.count("AGB2"));
        const double between = spans.at("F3").first;
        QVERIFY(step->memory.front().at(toTime(between))[MemoryPart::Gathered] == 3 * 600);
    }

    void refusals_data() {
        QTest::addColumn<QString>("step");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* step, const char* why) {
            QTest::newRow(step) << QString(step) << QString(why);
        };
        row(R"({"step": "patrickstar", "chunk_elements": 0})",
            "schedules[0].chunk_elements: must be from 1 to 1,000,000,000, is 0");
        row(R"({"step": "patrickstar", "chunk_elements": 120, "device_memory": 1e-7})",
            "schedules[0].device_memory: device_memory must be at least 2.4e-07 GB, which a single op needs, is "
            "1e-07; smaller chunk_elements need less");
        row(R"({"step": "patrickstar", "chunk_elements": 1, "model": {"layers": 10000}})",
            "schedules[0].chunk_elements: chunk_elements must be at least 13 to make at most 100,000 groups of "
            "chunks, is 1");
        row(R"({"step": "patrickstar", "model": {"precision": "fp32-grad"}})",
            "schedules[0].model.precision: gradients overwrite parameters in a chunk, which needs precision "
            "\"mixed\"; it is \"fp32-grad\"");
        row(R"({"step": "patrickstar", "model": {"grad_dtype": "fp32"}})",
            "schedules[0].model.grad_dtype: gradients overwrite parameters in a chunk, which needs grad_dtype "
            "\"bf16\"; it is \"fp32\"");
        row(R"({"step": "patrickstar", "model": {"global_batch": 4}})",
            "schedules[0].model.global_batch: PatrickStar runs one microbatch per rank: global_batch must be 1, is 4");
        row(R"({"step": "patrickstar", "mesh": {"tp": 2}})",
            "schedules[0].mesh.tp: PatrickStar accepts fsdp or dp in its mesh, not tp; use a step \"mesh\" for other "
            "axes");
        row(R"({"step": "patrickstar", "times": {"layers": 2}})", "schedules[0].times: unknown key; nearest: \"mesh\"");
    }
    void refusals() {
        QFETCH(QString, step);
        QFETCH(QString, why);
        const std::string refusal = refusalOf(fourUnits(), json::parse(step.toStdString()));
        QVERIFY2(refusal == why.toStdString(), refusal.c_str());
    }

    void itNeedsAModel() {
        json file = fourUnits();
        file.erase("model");
        QCOMPARE(refusalOf(file, {{"step", "patrickstar"}}),
                 std::string("schedules[0].model: PatrickStar needs a \"model\" in the scenario, or in its entry"));
    }
};

QTEST_APPLESS_MAIN(TestChunks)

}  // namespace tst_chunks
#include "tst_chunks.moc"
