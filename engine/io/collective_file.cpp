#include "engine/io/collective_file.h"

#include "engine/core/text.h"
#include "engine/io/fields.h"
#include "engine/io/settings.h"

#include <set>

namespace bubblescope {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

/// Reads one of two words.
Result<void> readFlag(const json& value, const std::string& path, std::span<const std::string_view> words, bool& out) {
    int index = 0;
    auto result = readWord(value, path, words, index);
    out = index == 1;
    return result;
}

constexpr double kMostTime = 1e9;
constexpr std::string_view kPorts[] = {"device", "node"}, kLabels[] = {"ranks", "outsider"};
constexpr Parameter kLinkParts[] = {
    {.key = "latency_us", .type = ParameterType::Number, .least = 0, .most = kMostTime},
    {.key = "bandwidth_gbs", .type = ParameterType::Number, .least = 0, .most = kMostTime},
    {.key = "efficiency", .type = ParameterType::Number, .least = 0, .most = 1},
    {.key = "per", .type = ParameterType::Choice, .choices = kPorts},  // only between nodes
};
constexpr Parameter kClusterParts[] = {
    {.key = "node_size", .least = 1, .most = kMaxRanks},
    {.key = "intra", .type = ParameterType::Object, .parts = std::span(kLinkParts).first<3>()},
    {.key = "inter", .type = ParameterType::Object, .parts = kLinkParts},
    {.key = "links", .type = ParameterType::Number, .least = 0, .most = 1},
    {.key = "link_rules", .least = 1, .most = 2},
    {.key = "launch_us", .type = ParameterType::Number, .least = 0, .most = kMostTime},
};

Result<void> readLink(const json& cluster, const Parameter& parameter, LinkSpeed& link, bool& isShared) {
    const json* value = memberOf(cluster, parameter.key);
    if (!value) return {};
    const std::string place = keyPath("cluster", parameter.key);
    auto result = checkObject(*value, place, keysOf(parameter.parts));
    if (result) result = readKey(*value, place, "latency_us", link.latency);
    if (result) result = readKey(*value, place, "bandwidth_gbs", link.bandwidth);
    if (result) result = readKey(*value, place, "efficiency", link.share);
    const json* per = result ? memberOf(*value, "per") : nullptr;
    return per ? readFlag(*per, keyPath(place, "per"), kPorts, isShared) : result;
}

Result<void> readCluster(const json& value, const std::string& path, const Parameter& parameter, Cluster& out) {
    bool unused = false;
    auto result = checkObject(value, path, keysOf(parameter.parts));
    if (result) result = readKey(value, path, "node_size", out.nodeSize);
    if (result) result = readKey(value, path, "launch_us", out.launch);
    if (result) result = readKey(value, path, "links", out.intra.share);
    out.inter.share = out.intra.share;
    if (const json* rules = result ? memberOf(value, "link_rules") : nullptr) {
        if (*rules != 1 && *rules != 2) return expected("1 or 2", *rules, keyPath(path, "link_rules"));
        out.usesAllPorts = *rules == 2;
    }
    if (result) result = readLink(value, kClusterParts[1], out.intra, unused);
    return result ? readLink(value, kClusterParts[2], out.inter, out.isPortShared) : result;
}

ordered_json clusterJson(const Cluster& cluster) {
    const auto linkJson = [](const LinkSpeed& link) {
        return ordered_json{{"latency_us", link.latency}, {"bandwidth_gbs", link.bandwidth}};
    };
    ordered_json out = {
        {"node_size", cluster.nodeSize}, {"intra", linkJson(cluster.intra)}, {"inter", linkJson(cluster.inter)}};
    const double intra = cluster.intra.share, inter = cluster.inter.share;
    if (intra != 1 && intra == inter) {
        out["links"] = intra;
    } else {
        if (intra != 1) out["intra"]["efficiency"] = intra;
        if (inter != 1) out["inter"]["efficiency"] = inter;
    }
    if (cluster.isPortShared) out["inter"]["per"] = "node";
    if (!cluster.usesAllPorts) out["link_rules"] = 1;
    if (cluster.launch != 0) out["launch_us"] = cluster.launch;
    return out;
}

Result<void> readId(const json& value, const std::string& path, const Parameter& parameter, Collective& out) {
    const std::string id = value.is_string() ? value.get<std::string>() : std::string();
    if (const CollectiveInfo* info = findCollective(id)) return out = info->collective, Result<void>();
    return Error{"unknown collective " + described(value) + "; " + nearestOf(id, parameter.choices), path};
}

Result<void> readAlgorithms(const json& value, const std::string& path, const Parameter&,
                            std::vector<std::string>& out) {
    if (!value.is_array()) return expected("a list of algorithms", value, path);
    if (value.empty()) return Error{"must name at least one algorithm, is empty", path};
    for (std::size_t i = 0; i < value.size(); ++i)
        if (auto ok = read(value[i], elementPath(path, i), out.emplace_back()); !ok) return ok;
    return {};
}

const auto& collectiveFields() {
    using enum ParameterType;
    static const auto kIds = [] {
        std::vector<std::string_view> ids;
        for (const CollectiveInfo& info : collectives()) ids.push_back(info.id);
        return ids;
    }();
    static const auto kAlgorithms = [] {
        std::set<std::string_view> ids = {kAuto};
        for (const CollectiveInfo& info : collectives())
            for (const Algorithm& algorithm : algorithmsOf(info.collective)) ids.insert(algorithm.id);
        return std::vector(ids.begin(), ids.end());
    }();
    static const Parameter kAlgorithm[] = {{.type = Choice, .choices = kAlgorithms}};
    static constexpr Parameter kArrival[] = {{.type = Number, .least = 0, .most = kMostTime}};
    static const auto kFields = std::tuple{
        Field{Parameter{.key = "title", .type = Text}, &CollectiveSetup::title},
        Field{Parameter{.key = "collective",
                        .type = Choice,
                        .choices = kIds,
                        .needed = "it names the collective, e.g. \"all-reduce\""},
              &CollectiveSetup::collective  // namespace bubblescope
              ,
              Written::Always, readId, [](Collective collective) { return ordered_json(infoOf(collective).id); }},
        Field{Parameter{.key = "ranks", .least = 1, .most = kMaxRanks}, &CollectiveSetup::ranks, Written::Always},
        Field{Parameter{.key = "bytes", .least = 0, .most = kMaxBytes}, &CollectiveSetup::bytes, Written::Always},
        Field{Parameter{.key = "root", .least = 0, .most = kMaxRanks - 1}, &CollectiveSetup::root, Written::Always},
        Field{Parameter{.key = "algorithms", .type = List, .least = 1, .parts = kAlgorithm},
              &CollectiveSetup::algorithms, Written::Always, readAlgorithms},
        Field{Parameter{.key = "library", .type = Choice, .choices = kLibraries}, &CollectiveSetup::library},
        Field{Parameter{.key = "pieces", .least = 1, .most = kMaxPieces}, &CollectiveSetup::pieces},
        Field{Parameter{
                  .key = "arrival", .type = List, .meaning = "microseconds, one number per rank", .parts = kArrival},
              &CollectiveSetup::arrival},
        Field{Parameter{.key = "labels", .type = Choice, .choices = kLabels}, &CollectiveSetup::isRootOutside,
              Written::IfUnusual,
              [](const json& value, const std::string& path, const Parameter&, bool& out) {
                  return readFlag(value, path, kLabels, out);
              },
              [](bool isOutside) { return ordered_json(kLabels[isOutside]); }},
        Field{Parameter{.key = "cluster", .type = Object, .parts = kClusterParts}, &CollectiveSetup::cluster,
              Written::Always, readCluster, clusterJson}};
    return kFields;
}

ordered_json shares(const std::vector<long long>& slots, int of) {
    ordered_json out = ordered_json::array();
    for (const long long count : slots) out.push_back(static_cast<double>(count) / of);
    return out;
}

}  // namespace

const Parameter& collectiveDocument() {
    static const auto kParts = documentParts(kCollectiveFormat, collectiveFields());
    static const Parameter kDocument = {.key = kCollectiveFormat.id, .type = ParameterType::Object, .parts = kParts};
    return kDocument;
}

Result<CollectiveSetup> readCollective(std::string_view bytes, std::span<const Setting> settings) {
    auto root = parseJson(bytes);
    if (!root) return root.error();
    if (auto ok = applySettings(*root, settings, collectiveDocument()); !ok) return ok.error();
    CollectiveSetup out;
    Result<void> result = checkFormat(*root, kCollectiveFormat);
    // A file of version 1 has one ring through one port of each node.
    if (result) out.cluster.usesAllPorts = (*root)["version"] != 1;
    if (result) result = checkObject(*root, {}, keysOf(collectiveDocument().parts));
    if (result) result = readFields(*root, {}, collectiveFields(), out);
    if (result) result = checkCollective(out);
    if (!result) return result.error();
    if (out.algorithms.empty()) out.algorithms = usualAlgorithms(out.collective);
    return out;
}

std::string writeCollective(const CollectiveSetup& setup) {
    return tidyJson(documentOf(kCollectiveFormat, collectiveFields(), setup));
}

std::string collectiveJson(const CollectiveSetup& setup, const std::vector<std::string>& algorithms,
                           const std::vector<Result<CollectiveRun>>& runs, bool plan,
                           const std::function<std::string(const std::string&)>& hash) {
    ordered_json results = ordered_json::array();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        ordered_json& out = results.emplace_back();
        out["collective"] = infoOf(setup.collective).id;
        out["algorithm"] = runs[i] ? std::string(runs[i]->algorithm->id) : algorithms[i];
        if (!runs[i]) {
            out["error"] = runs[i].error().message;
            continue;
        }
        const CollectiveRun& run = *runs[i];
        const ClosedForm& form = run.form;
        out["ranks"] = setup.ranks;
        out["steps"] = form.steps();
        if (run.algorithm->usesTwoLinks()) {
            out["phases"] = {form.intra.alpha / 2, form.inter.alpha, form.intra.alpha / 2};
            out["alpha_intra"] = form.intra.alpha;
            out["alpha_inter"] = form.inter.alpha;
            out["beta_intra"] = form.intra.beta();
            out["beta_inter"] = form.inter.beta();
        } else if (run.algorithm->pace == StepPace::Ports) {
            out["pieces"] = run.team.pieces;
            out["alpha_intra"] = form.intra.alpha;
            out["alpha_inter"] = form.inter.alpha;
            out["beta_intra"] = form.intra.beta();
            out["beta_inter"] = form.inter.beta();
        } else {
            out["alpha_terms"] = form.group.alpha;
            out["beta_terms"] = form.group.beta();
        }
        if (run.team.rings > 1 && (run.algorithm->pace == StepPace::Rings || run.algorithm->pace == StepPace::Ports))
            out["rings"] = run.team.rings;
        out["time_us"] = toUnits(run.time);
        out["bus_bandwidth_gbs"] = run.busBandwidth ? ordered_json(*run.busBandwidth) : ordered_json();
        if (!run.plan) {
            out["plan_error"] = run.plan.error().message;
            continue;
        }
        out["transfers"] = run.traffic.transfers;
        if (run.plan->switches > 0) out["switches"] = run.plan->switches;
        out["sent_per_rank"] = shares(run.traffic.sent, run.plan->slotCount);
        out["received_per_rank"] = shares(run.traffic.received, run.plan->slotCount);
        const std::string text = planText(*run.plan);
        if (plan) out["plan"] = text;
        out["plan_sha1"] = hash(text);
    }
    ordered_json out = {{"format", "bubblescope-collective-results"}, {"version", 1}, {"title", setup.title}};
    out["unit"] = "us";
    const ordered_json ran = ordered_json::parse(writeCollective(setup));
    for (const char* key :
         {"collective", "ranks", "bytes", "root", "library", "pieces", "arrival", "labels", "cluster"})
        if (ran.contains(key)) out[key] = ran[key];
    out["results"] = std::move(results);
    return tidyJson(out);
}

}  // namespace bubblescope
