// Steps of models: what papers and public programs print about whole steps (groups, traffic, buckets, actions, times;
// tests/data/reference/README.md) is reproduced. Single numbers are tested in tst_model_facts.

#include "engine/io/scenario_file.h"
#include "engine/results/run.h"
#include "engine/steps/message_times.h"
#include "engine/steps/model_step.h"
#include "engine/steps/pipeline.h"
#include "engine/steps/run_step.h"
#include "engine/transformers/hardware.h"

#include "tests/engine/reference_rows.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <cmath>
#include <map>

using namespace bubblescope;

namespace tst_model_steps {
using nlohmann::json;

namespace {

/// A step alone, with what a scenario says beside.
std::shared_ptr<const StepRun> ranStep(const json& entry, json file = json::object()) {
    file["format"] = "bubblescope-scenario";
    file["version"] = 1;
    file["schedules"] = {entry};
    const auto scenario = readScenario(file.dump());
    if (!scenario) return nullptr;
    const auto ran = run(*scenario, 0);
    return ran ? (*ran)->step : nullptr;
}

}  // namespace

class TestModelSteps : public QObject {
    Q_OBJECT

private slots:
    void whatRanksSend() {
        int rows = 0;
        for (const json& row : test::referenceRows("model_facts.json")) {
            if (row.at("quantity") != "volume") continue;
            const json &in = row.at("inputs"), &value = row.at("value");
            const std::string id = row.at("id");
            const auto beta = [](Collective collective, const char* algorithm, int ranks, int pieces = 1) {
                const Team team{.ranks = ranks, .pieces = pieces};
                return closedFormOf(*findAlgorithm(collective, algorithm), team).group.beta();
            };
            if (id.starts_with("colossal")) {
                // Forward and two halves of the backward, each with messages of both matrices.
                const int q = in.value("q", 1), d = in.value("d", 1), p = in.value("p", 1);
                const double chain = beta(Collective::Broadcast, "ring", q);
                double bandwidth = 3 * q * chain / (q * q) * (1 + 1.0 / d);
                if (id.starts_with("colossal-1d")) bandwidth = beta(Collective::AllReduce, "ring", p);
                if (id.starts_with("colossal-3d")) bandwidth = 6 * beta(Collective::AllGather, "ring", q) / (q * q);
                QCOMPARE(bandwidth, test::numberOf(value.at("bandwidth")));
            } else if (id.starts_with("ulysses")) {
                const int n = in.at("ranks");
                QCOMPARE(4.0 / n * beta(Collective::AllToAll, "pairwise", n),
                         test::numberOf(value.at("elements_in_Nh")));
                QCOMPARE(4 * beta(Collective::AllGather, "ring", n), test::numberOf(value.at("megatron_sp")));
            } else {
                const std::string strategy = in.at("strategy");
                const bool isWhole = strategy.find("all-reduce") != strategy.npos;
                json entry = {{"step", strategy.substr(0, strategy.find(' '))}, {"ranks", in.at("ranks")}};
                if (strategy == "zero-3") entry["step"] = "fsdp", entry["keep_last"] = false;
                if (isWhole) entry["reduce"] = "all-reduce";
                entry["times"] = {{"layers", 3}, {"forward", 1}, {"backward", 2}, {"optimizer", 1}};
                for (const char* time : {"all_gather", "reduce_scatter"})
                    if (strategy != "ddp") entry["times"][time] = 1;
                if (strategy == "ddp") entry["times"]["all_reduce"] = 1;
                const auto step = ranStep(entry);
                QVERIFY2(step && step->sent, id.c_str());
                QCOMPARE((*step->sent)[std::size_t(MessageUnit::Parameters)],
                         test::numberOf(value.at("exact_psi_per_rank")));
            }
            ++rows;
        }
        QCOMPARE(rows, 21);
    }

    void groupsOfMeshes() {
        constexpr std::pair<const char*, Group> kGroupsOf[] = {
            {"pp", Group::Pp}, {"dp", Group::Dp},        {"fsdp", Group::Fsdp},   {"cp", Group::Cp},
            {"tp", Group::Tp}, {"grad", Group::Grad},    {"batch", Group::Batch}, {"shard", Group::Shard},
            {"ep", Group::Ep}, {"efsdp", Group::Experts}};
        int rows = 0;
        for (const json& row : test::referenceRows("model_facts.json")) {
            if (row.at("quantity") != "mesh") continue;
            const json &in = row.at("inputs"), &value = row.at("value");
            Mesh mesh;
            for (std::size_t axis = 0; axis < kAxes; ++axis)
                mesh.sizes[axis] = in.at("sizes").value(std::string(kAxisKeys[axis]), 1);
            if (in.at("ep").is_number()) mesh[MeshAxis::Ep] = in.at("ep");
            for (const auto& [key, group] : kGroupsOf) {
                if (!value.at("groups").contains(key)) continue;
                std::vector<std::vector<int>> groups;
                for (int rank = 0; rank < mesh.ranks(); ++rank)
                    if (mesh.firstOfGroup(rank, group) == rank) groups.push_back(mesh.groupOf(rank, group));
                QVERIFY(json(groups) == value.at("groups").at(key));
                const GroupLink link = linkOf(mesh, group, in.at("node_size"));
                for (const json& told : value.at("links").at(key)) {
                    QCOMPARE(link.isInter ? "inter" : "intra", told[0].get<std::string>());
                    QCOMPARE(link.crossing, told[1].get<int>());
                }
            }
            ++rows;
        }
        QCOMPARE(rows, 3);
    }

    void bucketsOfPyTorch() {
        int rows = 0;
        for (const json& row : test::referenceRows("model_facts.json")) {
            if (row.at("quantity") != "ddp buckets") continue;
            const json& in = row.at("inputs");
            json sizes = in.at("sizes_in_arrival_order");
            const int count = static_cast<int>(sizes.size());
            std::reverse(sizes.begin(), sizes.end());
            const json entry = {
                {"step", "ddp"},
                {"layer_bytes", sizes},
                {"bucket_bytes", in.at("bucket_bytes")},
                {"first_bucket_bytes", in.at("first_bucket_bytes")},
                {"times", {{"layers", count}, {"forward", 1}, {"backward", 1}, {"all_reduce", 1}, {"optimizer", 1}}}};
            const auto step = ranStep(entry);
            QVERIFY(step);
            json buckets = json::array();
            for (const std::vector<int>& bucket : step->buckets) {
                json arrivals = json::array();
                for (const int layer : bucket) arrivals.push_back(count - 1 - layer);
                buckets.push_back(arrivals);
            }
            QCOMPARE(buckets.dump(), row.at("value").dump());
            ++rows;
        }
        QCOMPARE(rows, 36);
    }

    void actionsOfPyTorch() {
        int rows = 0;
        for (const json& row : test::referenceRows("model_facts.json")) {
            if (row.at("quantity") != "actions") continue;
            // "1F0", or two of them that overlap.
            std::vector<Op> ops;
            std::vector<std::string> texts;
            std::vector<int> countOfText;
            const auto add = [&](const std::string& text, bool opensPair) {
                const auto at = text.find_first_of("FBIW");
                const OpKind kind = text[at] == 'F'   ? OpKind::Forward
                                    : text[at] == 'B' ? OpKind::Backward
                                    : text[at] == 'I' ? OpKind::BackwardInput
                                                      : OpKind::BackwardWeight;
                const Op op(kind, std::stoi(text.substr(0, at)), std::stoi(text.substr(at + 1)));
                ops.push_back(opensPair ? op.opening() : op);
            };
            for (const json& told : row.at("inputs").at("compute")) {
                const std::string text = told;
                texts.push_back(text);
                countOfText.push_back(text[0] == '(' ? 2 : 1);
                if (text[0] == '(') {
                    const auto middle = text.find(';'), end = text.find(')');
                    add(text.substr(1, middle - 1), true);
                    add(text.substr(middle + 1, end - middle - 1), false);
                } else {
                    add(text, false);
                }
            }
            Unsharding unsharding(ops, row.at("inputs").at("active_limit"));

            std::map<int, int> left;  // backwards of a stage that give its weights' gradient
            for (const Op op : ops)
                if (op.kind() == OpKind::Backward || op.kind() == OpKind::BackwardWeight) ++left[op.stage().value];
            json actions = json::array();
            const auto act = [&](int stage, const char* what) { actions.push_back(std::to_string(stage) + what); };
            std::size_t at = 0;
            for (std::size_t i = 0; i < texts.size(); ++i) {
                unsharding.before(
                    at, [&](int stage) { act(stage, "RESHARD"); }, [&](int stage) { act(stage, "UNSHARD"); });
                actions.push_back(texts[i]);
                for (int n = 0; n < countOfText[i]; ++n, ++at)
                    if ((ops[at].kind() == OpKind::Backward || ops[at].kind() == OpKind::BackwardWeight) &&
                        --left[ops[at].stage().value] == 0)
                        act(ops[at].stage().value, "REDUCE_GRAD");
            }
            std::vector<int> rest = unsharding.active();
            std::sort(rest.begin(), rest.end());
            for (const int stage : rest) act(stage, "RESHARD");
            QCOMPARE(actions.dump(), row.at("value").at("actions").dump());

            ++rows;
        }
        QCOMPARE(rows, 12);
    }

    void wholeSteps() {
        int rows = 0;
        for (const json& row : test::referenceRows("model_facts.json")) {
            if (row.at("quantity") != "model-step") continue;
            const json &in = row.at("inputs"), &value = row.at("value");
            json entry = {{"step", in.at("strategy")}};
            if (in.contains("gather")) entry["gather"] = in.at("gather");
            const json model = {
                {"preset", in.at("model")}, {"sequence", in.at("sequence")}, {"microbatch", in.at("microbatch")}};
            const auto step = ranStep(entry, {{"model", model}, {"mesh", {{"fsdp", in.at("ranks")}}}});
            QVERIFY(step && step->figures);
            const auto isClose = [](double ours, const json& theirs) {
                return std::abs(ours / theirs.get<double>() - 1) < 1e-6;
            };
            QVERIFY(isClose(toUnits(step->timeline->totalTime()), value.at("total_ms")));
            QVERIFY(isClose(step->exposedComm / kMicroUnits, value.at("exposed_comm_ms")));
            QVERIFY(isClose(step->figures->mfu, value.at("mfu")));
            QVERIFY(isClose(step->figures->tokensPerSecond, value.at("tokens_per_second")));
            ++rows;
        }
        QCOMPARE(rows, 9);
    }
};

QTEST_MAIN(TestModelSteps)

}  // namespace tst_model_steps
#include "tst_model_steps.moc"
