#include "engine/io/collective_file.h"

#include "engine/collectives/collective_keys.h"
#include "engine/core/text.h"
#include "engine/io/json_fields.h"
#include "engine/io/settings.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace bubblescope {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

Result<void> checkCollectiveId(const json& root) {
    const json* value = memberOf(root, "collective");
    if (!value) return Error{"is missing; it names the collective, e.g. \"all-reduce\"", "collective"};
    const std::string id = value->is_string() ? value->get<std::string>() : std::string();
    if (findCollective(id)) return {};
    std::vector<std::string_view> ids;
    for (const CollectiveInfo& info : collectives()) ids.push_back(info.id);
    return Error{"unknown collective " + described(*value) + "; " + nearestOf(id, ids), "collective"};
}

/// The value at a path of keys, or null.
const ParameterValue* valueAt(const ParameterValue::Object& values, std::string_view path) {
    const std::string_view name = path.substr(0, path.find('.'));
    const auto at = std::ranges::find(values, name, &NamedValue::name);
    if (at == values.end()) return nullptr;
    if (name == path) return &at->value;
    return valueAt(std::get<ParameterValue::Object>(at->value.held), path.substr(name.size() + 1));
}

/// Whether files can leave a value out.
bool isUsual(const Parameter& parameter, const ParameterValue& value) {
    if (parameter.type == ParameterType::Choice && parameter.needed.empty())
        return std::get<std::string>(value.held) == parameter.choices.front();
    if (!parameter.usual) return false;
    return parameter.isWhole() ? std::get<int>(value.held) == *parameter.usual
                               : std::get<double>(value.held) == *parameter.usual;
}

ordered_json shares(const std::vector<long long>& slots, int of) {
    ordered_json out = ordered_json::array();
    for (const long long count : slots) out.push_back(static_cast<double>(count) / of);
    return out;
}

}  // namespace

const Parameter& collectiveDocument() {
    static const auto kParts = documentParts(kCollectiveFormat, collectiveParameter().parts);
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
    if (result) result = checkCollectiveId(*root);
    ParameterValue read;
    if (result) result = readValue(*root, {}, collectiveDocument(), read);
    if (!result) return result.error();
    const auto& values = std::get<ParameterValue::Object>(read.held);
    const auto keys = collectiveKeys();
    for (auto key = keys.rbegin(); key != keys.rend(); ++key)  // a default for several keys comes first
        if (const ParameterValue* const value = valueAt(values, key->path())) {
            // A member that is yes or no cannot keep another number for the check below.
            const auto* const rules = key->parameter.choiceWords.empty() ? nullptr : std::get_if<int>(&value->held);
            if (rules && *rules != 1 && *rules != 2)
                return Error{"must be 1 or 2, is " + std::to_string(*rules), key->path()};
            key->put(out, *value);
        }
    if (valueNamed(values, "algorithms") && out.algorithms.empty())
        return Error{"must name at least one algorithm, is empty", "algorithms"};
    if (auto ok = checkCollective(out); !ok) return ok.error();
    if (out.algorithms.empty()) out.algorithms = usualAlgorithms(out.collective);
    return out;
}

std::string writeCollective(const CollectiveSetup& setup) {
    ordered_json out = {{"format", kCollectiveFormat.id}, {"version", kCollectiveFormat.version}};
    for (const CollectiveKey& key : collectiveKeys()) {
        const auto value = key.in(setup);
        if (!value || isUsual(key.parameter, *value)) continue;
        std::string pointer = '/' + key.path();
        std::replace(pointer.begin(), pointer.end(), '.', '/');
        out[ordered_json::json_pointer(pointer)] = toJson(*value);
    }
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
