#include "engine/io/version_one.h"

#include "engine/core/text.h"
#include "engine/entries/registry.h"
#include "engine/io/json_fields.h"
#include "engine/steps/step.h"
#include "engine/transformers/hardware.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace bubblescope {

using nlohmann::json;

namespace {

json* objectAt(json& object, const char* key) {
    const auto at = object.find(key);
    return at != object.end() && at->is_object() ? &*at : nullptr;
}

/// An entry and its place in the file.
struct Entry {
    json* object;
    std::string path;
};

/// The entries of a scenario, or of an experiment's series.
std::vector<Entry> entriesOf(json& root) {
    std::vector<Entry> entries;
    for (const char* key : {"schedules", "series"}) {
        const auto list = root.find(key);
        if (list == root.end() || !list->is_array()) continue;
        for (std::size_t i = 0; i < list->size(); ++i) {
            if (!(*list)[i].is_object()) continue;
            const std::string path = elementPath(key, i);
            json* const varied = objectAt((*list)[i], "schedule");
            // The schedule of a step's pipeline is not an entry.
            const bool isEntry = !varied || (*list)[i].contains("step");
            entries.push_back({isEntry ? &(*list)[i] : varied, isEntry ? path : keyPath(path, "schedule")});
        }
    }
    return entries;
}

void put(json& object, const char* key, json value) {
    if (!object.contains(key)) object[key] = std::move(value);
}

/// Parts the attention from what is recomputed.
void splitRecompute(json& model) {
    const auto recompute = model.find("recompute");
    if (recompute == model.end()) return;
    const bool isFlash = *recompute == "flash";
    put(model, "attention", isFlash ? "flash" : "core");
    if (isFlash) model["recompute"] = "none";
}

/// What version 1 meant if a model did not say it.
void sayDefaults(json& model) {
    put(model, "recompute", "none");
    splitRecompute(model);
    put(model, "dropout", true);
    put(model, "precision", "mixed");
    put(model, "grad_dtype", "bf16");
}

/// The vendor's memory of a device in GB, if nothing says another one.
double memoryOf(const json& device) {
    constexpr double kOfH100 = 80;
    const auto preset = device.find("preset");
    if (preset == device.end() || !preset->is_string()) return kOfH100;
    const auto known = std::ranges::find(knownDevices(), preset->get_ref<const std::string&>(), &KnownDevice::id);
    return known == knownDevices().end() ? kOfH100 : known->memoryGb;
}

void sayMemory(json& device, double gigabytes) {
    constexpr double kGiga = 1e9, kGibi = 1024.0 * 1024 * 1024;
    if (!device.contains("memory_gib")) device["memory_gib"] = gigabytes * kGiga / kGibi;
}

/// Replaces memory in GB; whether there was any.
bool replaceMemory(json& device) {
    const auto memory = device.find("memory_gb");
    if (memory == device.end()) return false;
    if (!memory->is_number() || device.contains("memory_gib")) return true;
    sayMemory(device, memory->get<double>());
    device.erase("memory_gb");
    return true;
}

/// Whether an experiment varies the device's memory.
bool variesMemory(const json& root) {
    const auto names = [](const json& axis) {
        const auto variable = axis.is_object() ? axis.find("variable") : axis.end();
        return axis.is_object() && variable != axis.end() && *variable == "cluster.device.memory_gb";
    };
    bool varies = false;
    for (const char* key : {"x", "panels", "figures"})
        if (const auto at = root.find(key); at != root.end()) varies = varies || names(*at);
    if (const auto series = root.find("series"); series != root.end() && series->is_array())
        varies = varies || std::any_of(series->begin(), series->end(), names);
    const auto bindings = root.find("bindings");
    return varies ||
           (bindings != root.end() && bindings->is_object() && bindings->contains("cluster.device.memory_gb"));
}

void upgradeCluster(json& root, const std::vector<Entry>& entries) {
    json& cluster = root["cluster"];
    if (cluster.is_null()) cluster = json::object();
    if (!cluster.is_object()) return;
    put(cluster, "cost", "flat");
    put(cluster, "link_rules", 1);
    put(cluster, "device", json::object());
    json& device = cluster["device"];
    if (!device.is_object()) return;
    put(device, "reserve_gb", 0);
    put(device, "fragmentation", 0);
    if (variesMemory(root)) return;
    const bool isSaid = replaceMemory(device);
    if (!isSaid) sayMemory(device, memoryOf(device));
    for (const Entry& entry : entries) {
        json* const own = objectAt(*entry.object, "cluster");
        json* const ownDevice = own ? objectAt(*own, "device") : nullptr;
        if (ownDevice && !replaceMemory(*ownDevice) && !isSaid && ownDevice->contains("preset"))
            sayMemory(*ownDevice, memoryOf(*ownDevice));
    }
}

const ScheduleKind* stepOf(const json& entry) {
    const auto id = entry.find("step");
    return id != entry.end() && id->is_string() ? findKind(Family::Step, id->get_ref<const std::string&>()) : nullptr;
}

Result<void> refuseFlash(const std::vector<Entry>& models) {
    for (const Entry& model : models)
        if (const auto at = model.object->find("recompute"); at != model.object->end() && *at == "flash")
            return Error{
                "must be \"none\", \"selective\", \"ops\" or \"full\"; for flash attention use "
                "\"attention\": \"flash\"",
                keyPath(model.path, "recompute")};
    return {};
}

/// What only one kind of step can do says so in others.
Result<void> checkAccumulate(const std::vector<Entry>& entries) {
    for (const Entry& entry : entries) {
        const ScheduleKind* const kind = stepOf(*entry.object);
        const auto at = entry.object->find("accumulate");
        if (!kind || at == entry.object->end() || *at != "scatter") continue;
        const Parameter* const known = kind->parameter("accumulate");
        if (known && std::ranges::find(known->choices, "scatter") == known->choices.end())
            return Error{"\"scatter\" works only with \"step\": \"hsdp\"; use \"each\" or \"last\"",
                         keyPath(entry.path, "accumulate")};
    }
    return {};
}

/// How a step of version 1 reduced gradients, and what it showed.
void sayReduction(json& entry) {
    const ScheduleKind* const kind = stepOf(entry);
    if (kind == &kZeroInfinity && !entry.contains("times")) put(entry, "pass", "forward");
    const bool hasMicrobatches = kind && (!entry.contains("times") || takesWorkload(kind->id));
    if (!hasMicrobatches || !kind->parameter("accumulate")) return;
    put(entry, "accumulate", "last");
    if (kind->parameter("zero")) put(entry, "zero", 0);
    if (kind->id == "mesh") put(entry, "sync", "overlap");
}

}  // namespace

Result<void> upgrade(json& root) {
    const auto version = root.find("version");
    const bool isFirst = version != root.end() && *version == 1;
    const std::vector<Entry> entries = entriesOf(root);
    json* const shared = objectAt(root, "model");
    std::vector<Entry> models;
    if (shared) models.push_back({shared, "model"});
    for (const Entry& entry : entries)
        if (json* const own = objectAt(*entry.object, "model")) models.push_back({own, keyPath(entry.path, "model")});
    if (auto ok = checkAccumulate(entries); !ok) return ok;
    if (!isFirst) return refuseFlash(models);
    for (const Entry& model : models) {
        if (!shared || model.object == shared)
            sayDefaults(*model.object);
        else
            splitRecompute(*model.object);
    }
    if (!models.empty() || root.contains("cluster")) upgradeCluster(root, entries);
    for (const Entry& entry : entries) sayReduction(*entry.object);
    return {};
}

}  // namespace bubblescope
