#include "engine/io/collective_file.h"

#include "engine/core/text.h"
#include "engine/io/json_fields.h"
#include "engine/io/scenario_keys.h"
#include "engine/io/settings.h"

#include <nlohmann/json.hpp>

namespace bubblescope {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

Result<void> readLink(const json& cluster, const char* key, bool isBetweenNodes, LinkSpeed& link, bool& isShared) {
    const json* value = memberOf(cluster, key);
    if (!value) return {};
    const std::string place = keyPath("cluster", key);
    auto result = checkObject(*value, place, clusterLinkKeys(isBetweenNodes));
    if (result) result = readKey(*value, place, "latency_us", link.latency);
    if (result) result = readKey(*value, place, "bandwidth_gbs", link.bandwidth);
    if (result) result = readKey(*value, place, "efficiency", link.share);
    const json* per = result ? memberOf(*value, "per") : nullptr;
    if (!per) return result;
    if (*per != "device" && *per != "node") return expected("\"device\" or \"node\"", *per, keyPath(place, "per"));
    isShared = *per == "node";
    return {};
}

Result<void> readCluster(const json& root, Cluster& out) {
    const json* value = memberOf(root, "cluster");
    if (!value) return {};
    bool unused = false;
    auto result = checkObject(*value, "cluster", clusterKeys());
    if (result) result = readKey(*value, "cluster", "node_size", out.nodeSize);
    if (result) result = readKey(*value, "cluster", "launch_us", out.launch);
    if (result) result = readKey(*value, "cluster", "links", out.intra.share);
    out.inter.share = out.intra.share;
    if (const json* rules = result ? memberOf(*value, "link_rules") : nullptr) {
        if (*rules != 1 && *rules != 2) return expected("1 or 2", *rules, "cluster.link_rules");
        out.usesAllPorts = *rules == 2;
    }
    if (result) result = readLink(*value, "intra", false, out.intra, unused);
    return result ? readLink(*value, "inter", true, out.inter, out.isPortShared) : result;
}

Result<void> readCollectiveId(const json& root, Collective& out) {
    const json* value = memberOf(root, "collective");
    if (!value) return Error{"is missing; it names the collective, e.g. \"all-reduce\"", "collective"};
    const std::string id = value->is_string() ? value->get<std::string>() : std::string();
    if (const CollectiveInfo* info = findCollective(id)) return out = info->collective, Result<void>();
    std::vector<std::string_view> ids;
    for (const CollectiveInfo& info : collectives()) ids.push_back(info.id);
    return Error{"unknown collective " + described(*value) + "; " + nearestOf(id, ids), "collective"};
}

Result<void> readAlgorithms(const json& root, std::vector<std::string>& out) {
    const json* value = memberOf(root, "algorithms");
    if (!value) return {};
    if (!value->is_array()) return expected("a list of algorithms", *value, "algorithms");
    if (value->empty()) return Error{"must name at least one algorithm, is empty", "algorithms"};
    for (std::size_t i = 0; i < value->size(); ++i)
        if (auto ok = read((*value)[i], elementPath("algorithms", i), out.emplace_back()); !ok) return ok;
    return {};
}

Result<void> readLabels(const json& root, bool& isRootOutside) {
    const json* value = memberOf(root, "labels");
    if (!value) return {};
    if (*value != "ranks" && *value != "outsider") return expected("\"ranks\" or \"outsider\"", *value, "labels");
    isRootOutside = *value == "outsider";
    return {};
}

Result<void> readLibrary(const json& root, Library& out) {
    const json* value = memberOf(root, "library");
    if (!value) return {};
    for (std::size_t i = 0; i < std::size(kLibraries); ++i)
        if (*value == kLibraries[i]) return out = static_cast<Library>(i), Result<void>();
    return expected("\"ideal\" or \"nccl\"", *value, "library");
}

ordered_json toJson(const LinkSpeed& link) { return {{"latency_us", link.latency}, {"bandwidth_gbs", link.bandwidth}}; }

ordered_json shares(const std::vector<long long>& slots, int of) {
    ordered_json out = ordered_json::array();
    for (const long long count : slots) out.push_back(static_cast<double>(count) / of);
    return out;
}

}  // namespace

Result<CollectiveSetup> readCollective(std::string_view bytes, std::span<const Setting> settings) {
    auto root = parseJson(bytes);
    if (!root) return root.error();
    if (auto ok = applySettings(*root, settings, kCollectiveFormat); !ok) return ok.error();
    CollectiveSetup out;
    Result<void> result = checkFormat(*root, kCollectiveFormat);
    // A file of version 1 has one ring through one port of each node.
    if (result) out.cluster.usesAllPorts = (*root)["version"] != 1;
    if (result) result = checkObject(*root, {}, collectiveKeys());
    if (result) result = readKey(*root, {}, "title", out.title);
    if (result) result = readCollectiveId(*root, out.collective);
    if (result) result = readKey(*root, {}, "ranks", out.ranks);
    if (result) result = readKey(*root, {}, "bytes", out.bytes);
    if (result) result = readKey(*root, {}, "root", out.root);
    if (result) result = readAlgorithms(*root, out.algorithms);
    if (result) result = readLibrary(*root, out.library);
    if (result) result = readKey(*root, {}, "pieces", out.pieces);
    if (result) result = readKey(*root, {}, "arrival", out.arrival);
    if (result) result = readLabels(*root, out.isRootOutside);
    if (result) result = readCluster(*root, out.cluster);
    if (result) result = checkCollective(out);
    if (!result) return result.error();
    if (out.algorithms.empty()) out.algorithms = usualAlgorithms(out.collective);
    return out;
}

std::string writeCollective(const CollectiveSetup& setup) {
    ordered_json out = {{"format", kCollectiveFormat.id}, {"version", kCollectiveFormat.version}};
    if (!setup.title.empty()) out["title"] = setup.title;
    out["collective"] = infoOf(setup.collective).id;
    out["ranks"] = setup.ranks;
    out["bytes"] = setup.bytes;
    out["root"] = setup.root;
    out["algorithms"] = setup.algorithms;
    if (setup.library != Library::Ideal) out["library"] = kLibraries[static_cast<std::size_t>(setup.library)];
    if (setup.pieces) out["pieces"] = *setup.pieces;
    if (!setup.arrival.empty()) out["arrival"] = setup.arrival;
    if (setup.isRootOutside) out["labels"] = "outsider";
    ordered_json& cluster = out["cluster"] = {{"node_size", setup.cluster.nodeSize},
                                              {"intra", toJson(setup.cluster.intra)},
                                              {"inter", toJson(setup.cluster.inter)}};
    const double intra = setup.cluster.intra.share, inter = setup.cluster.inter.share;
    if (intra != 1 && intra == inter) {
        cluster["links"] = intra;
    } else {
        if (intra != 1) cluster["intra"]["efficiency"] = intra;
        if (inter != 1) cluster["inter"]["efficiency"] = inter;
    }
    if (setup.cluster.isPortShared) cluster["inter"]["per"] = "node";
    if (!setup.cluster.usesAllPorts) cluster["link_rules"] = 1;
    if (setup.cluster.launch != 0) cluster["launch_us"] = setup.cluster.launch;
    return tidyJson(out);
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
