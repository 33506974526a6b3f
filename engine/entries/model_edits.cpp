#include "engine/entries/model_edits.h"

#include "engine/core/divisors.h"
#include "engine/entries/resolve.h"
#include "engine/steps/shared_keys.h"
#include "engine/steps/step.h"
#include "engine/transformers/trained_model.h"

#include <algorithm>

namespace bubblescope {

namespace {

using Object = ParameterValue::Object;

constexpr std::string_view kAxisNames[] = {"PP", "DP", "FSDP", "CP", "TP", "EP"};
/// Kinds that can be written as a mesh with the same axes.
constexpr std::string_view kMeshes[] = {"ddp", "ddp-blocking", "fsdp", "hsdp", "tp-1d", "tp-sp", "pp-dp", "mesh"};
constexpr int kUsualDevices = 8;

Object objectNamed(const Object& values, std::string_view name) {
    const auto value = valueNamed(values, name);
    const auto* object = value ? std::get_if<Object>(&value->held) : nullptr;
    return object ? *object : Object();
}

/// The values that a step has under one of the shared keys.
Object heldBy(const Scenario& scenario, std::size_t step, const SharedKey& key) {
    return merged(scenario.training.*key.member, objectNamed(scenario.schedules[step].values, key.parameter.key));
}

/// The value at the end of a path of names separated by dots.
std::optional<ParameterValue> valueAt(const Object& values, std::string_view path) {
    const auto dot = path.find('.');
    if (dot == std::string_view::npos) return valueNamed(values, path);
    return valueAt(objectNamed(values, path.substr(0, dot)), path.substr(dot + 1));
}

void setAt(Object& values, std::string_view path, const std::optional<ParameterValue>& value) {
    const auto dot = path.find('.');
    if (dot == std::string_view::npos) {
        if (value)
            setNamed(values, path, *value);
        else
            removeNamed(values, path);
        return;
    }
    Object inner = objectNamed(values, path.substr(0, dot));
    setAt(inner, path.substr(dot + 1), value);
    if (inner.empty())
        removeNamed(values, path.substr(0, dot));
    else
        setNamed(values, path.substr(0, dot), {std::move(inner)});
}

void setOwn(ScheduleEntry& entry, std::string_view key, Object own) {
    if (own.empty())
        removeNamed(entry.values, key);
    else
        setNamed(entry.values, key, {std::move(own)});
}

Mesh meshIn(const Object& sizes) {
    Mesh mesh;
    for (std::size_t axis = 0; axis < kAxes; ++axis)
        if (const auto size = valueNamed(sizes, kAxisKeys[axis])) mesh.sizes[axis] = std::get<int>(size->held);
    if (const auto cut = valueNamed(sizes, kExpertCutKey)) mesh.expertCut = std::get<int>(cut->held);
    return mesh;
}

Object sizesOf(const Mesh& mesh, const Object& shared) {
    Object sizes;
    for (std::size_t axis = 0; axis < kAxes; ++axis)
        if (mesh.sizes[axis] > 1 || valueNamed(shared, kAxisKeys[axis]))
            setNamed(sizes, kAxisKeys[axis], {mesh.sizes[axis]});
    if (mesh.expertCut > 1 || valueNamed(shared, kExpertCutKey)) setNamed(sizes, kExpertCutKey, {mesh.expertCut});
    return sizes;
}

bool takes(const ScheduleKind& kind, const Mesh& mesh) {
    const StepRules& rules = *kind.step;
    int data = 0;
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
        if (mesh.sizes[axis] == 1) continue;
        if (std::find(rules.axes.begin(), rules.axes.end(), static_cast<MeshAxis>(axis)) == rules.axes.end())
            return false;
        data += static_cast<MeshAxis>(axis) != MeshAxis::Pp;
    }
    return !rules.takesOneAxis || data <= 1;
}

/// The same step as an entry of kind `mesh`.
ScheduleEntry asMesh(ScheduleEntry entry) {
    const ScheduleKind& kind = *findKind(Family::Step, "mesh");
    entry.kind = kind.id;
    std::erase_if(entry.values, [&](const NamedValue& one) { return !kind.parameter(one.name); });
    return entry;
}

Result<StepSetup> setUpOf(const Scenario& scenario, std::size_t step) { return setUp(resolve(scenario, step)); }

/// The mesh with `ranks` ranks in all, by changing one of its data axes or, if that is not enough, both.
std::optional<Mesh> filled(Mesh mesh, MeshAxis kept, long long ranks) {
    const auto fill = [&](MeshAxis axis) {
        const long long others = mesh.ranks() / mesh[axis];
        if (axis == kept || ranks % others != 0) return false;
        mesh[axis] = static_cast<int>(ranks / others);
        return true;
    };
    if (fill(MeshAxis::Fsdp) || fill(MeshAxis::Dp)) return mesh;
    if (kept != MeshAxis::Dp) mesh[MeshAxis::Dp] = 1;
    return fill(MeshAxis::Fsdp) ? std::optional(mesh) : std::nullopt;
}

/// The mesh with another number of ranks, using only the axes that the kind accepts.
std::optional<Mesh> scaled(const Mesh& mesh, int devices, const ScheduleKind* kind) {
    const auto grown = [&](MeshAxis axis) -> std::optional<Mesh> {
        const long long size = 1LL * mesh[axis] * devices;
        if (size % mesh.ranks() != 0) return std::nullopt;
        Mesh out = mesh;
        out[axis] = static_cast<int>(size / mesh.ranks());
        const bool isGood = out[axis] >= 1 && (!kind || takes(*kind, out)) && checkMesh(out);
        return isGood ? std::optional(out) : std::nullopt;
    };
    constexpr MeshAxis kOrder[] = {MeshAxis::Fsdp, MeshAxis::Dp, MeshAxis::Pp, MeshAxis::Tp, MeshAxis::Cp};
    for (const bool isThere : {true, false})  // first try axes that already have several ranks
        for (const MeshAxis axis : kOrder)
            if ((mesh[axis] > 1) == isThere)
                if (const auto out = grown(axis)) return out;
    return std::nullopt;
}

}  // namespace

bool isOfModel(const Scenario& scenario, std::size_t step) {
    const ScheduleEntry& entry = scenario.schedules[step];
    return entry.family == Family::Step && !valueNamed(entry.values, "times") && kindOf(entry)->parameter("model") &&
           !modelOfStep(scenario, step).empty();
}

std::vector<std::size_t> modelStepsOf(const Scenario& scenario) {
    std::vector<std::size_t> steps;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
        if (isOfModel(scenario, i)) steps.push_back(i);
    return steps;
}

Object modelOfStep(const Scenario& scenario, std::size_t step) {
    return heldBy(scenario, step, *findSharedKey("model"));
}

Object clusterOfStep(const Scenario& scenario, std::size_t step) {
    return heldBy(scenario, step, *findSharedKey("cluster"));
}

std::optional<ParameterValue> trainingValue(const Scenario& scenario, std::size_t step, std::string_view path) {
    const auto dot = path.find('.');
    return valueAt(heldBy(scenario, step, *findSharedKey(path.substr(0, dot))), path.substr(dot + 1));
}

Scenario withTrainingValue(Scenario scenario, std::size_t step, std::string_view path,
                           std::optional<ParameterValue> value) {
    const Scenario before = scenario;
    const auto dot = path.find('.');
    const SharedKey& key = *findSharedKey(path.substr(0, dot));
    const std::string_view inner = path.substr(dot + 1);
    ScheduleEntry& entry = scenario.schedules[step];
    Object own = objectNamed(entry.values, key.parameter.key);
    // If the model is not shared, a single number does not start a shared one.
    const bool isAlone = key.member == &Training::model && scenario.training.model.empty() && !own.empty();
    if (valueAt(own, inner) || isAlone) {
        setAt(own, inner, value);
        setOwn(entry, key.parameter.key, std::move(own));
    } else {
        setAt(scenario.training.*key.member, inner, value);
    }
    retellRecompute(before, scenario);
    return scenario;
}

Scenario withOwnTrainingValue(Scenario scenario, std::size_t step, std::string_view path, ParameterValue value) {
    const auto dot = path.find('.');
    const std::string_view key = path.substr(0, dot);
    ScheduleEntry& entry = scenario.schedules[step];
    Object own = objectNamed(entry.values, key);
    setAt(own, path.substr(dot + 1), std::move(value));
    setOwn(entry, key, std::move(own));
    return scenario;
}

std::span<const std::string_view> recomputeKeys() {
    static constexpr std::string_view kKeys[] = {"recompute", "recompute_modules", "recompute_layers", "recompute_unit",
                                                 "recompute_every"};
    return kKeys;
}

Scenario withRecompute(Scenario scenario, std::size_t step, Recompute recompute) {
    const auto clear = [](Object& model) {
        for (const std::string_view key : recomputeKeys())
            if (key != "recompute") removeNamed(model, key);
    };
    ScheduleEntry& entry = scenario.schedules[step];
    if (Object own = objectNamed(entry.values, "model"); !own.empty()) {
        clear(own);
        setOwn(entry, "model", std::move(own));
    }
    clear(scenario.training.model);
    return withTrainingValue(std::move(scenario), step, "model.recompute",
                             ParameterValue{std::string(kRecomputes[static_cast<std::size_t>(recompute)])});
}

void retellRecompute(const Scenario& before, Scenario& now) {
    const auto endOf = [](const Scenario& scenario, std::size_t step) {
        const auto model = modelOf(modelOfStep(scenario, step));
        return model ? ", " + std::string(wordOf(model->recompute)) : std::string();
    };
    for (const std::size_t step : modelStepsOf(before)) {
        auto& label = now.schedules[step].label;
        const std::string end = endOf(before, step), after = endOf(now, step);
        if (end != after && !end.empty() && label && label->ends_with(end))
            label->replace(label->size() - end.size(), end.size(), after);
    }
}

std::string meshText(const Mesh& mesh) {
    std::string text;
    for (std::size_t axis = 0; axis < kAxes; ++axis)
        if (mesh.sizes[axis] > 1)
            text +=
                (text.empty() ? "" : " x ") + std::string(kAxisNames[axis]) + ' ' + std::to_string(mesh.sizes[axis]);
    if (mesh.expertRanks() > mesh[MeshAxis::Ep]) text += " x ETP " + std::to_string(mesh.expertCut);
    return text.empty() ? "1 device" : text;
}

Mesh meshOf(const Scenario& scenario, std::size_t step) {
    return meshIn(heldBy(scenario, step, *findSharedKey("mesh")));
}

Scenario withMesh(Scenario scenario, std::size_t step, const Mesh& mesh) {
    const std::string before = meshText(meshOf(scenario, step));
    ScheduleEntry& entry = scenario.schedules[step];
    const bool isMesh = std::find(std::begin(kMeshes), std::end(kMeshes), entry.kind) != std::end(kMeshes);
    const bool isTold = !entry.label || entry.label->starts_with(before);
    const bool isConverted = isMesh && !takes(*kindOf(entry), mesh);
    if (isConverted) entry = asMesh(std::move(entry));
    if (isTold && (entry.label || isConverted || entry.kind == "mesh"))
        entry.label = meshText(mesh) + (entry.label ? entry.label->substr(before.size()) : std::string());
    const Object& shared = scenario.training.mesh;
    setOwn(entry, "mesh", beside(shared, sizesOf(mesh, shared)));
    return scenario;
}

int devicesOf(const Scenario& scenario) {
    long long most = 1;
    for (const std::size_t step : modelStepsOf(scenario)) most = std::max(most, meshOf(scenario, step).ranks());
    return static_cast<int>(most);
}

Scenario withDeviceCount(Scenario scenario, int before, int devices) {
    const auto steps = modelStepsOf(scenario);
    std::vector<Mesh> meshes;
    for (const std::size_t step : steps) meshes.push_back(meshOf(scenario, step));
    if (const Mesh shared = meshIn(scenario.training.mesh); shared.ranks() == before)
        if (const auto mesh = scaled(shared, devices, nullptr))
            scenario.training.mesh = sizesOf(*mesh, scenario.training.mesh);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const ScheduleKind& kind = *kindOf(scenario.schedules[steps[i]]);
        const bool isAll = meshes[i].ranks() == before;
        const Mesh mesh = isAll ? scaled(meshes[i], devices, &kind).value_or(meshes[i]) : meshes[i];
        if (mesh == meshes[i]) {  // the shared mesh below it may have changed
            setOwn(scenario.schedules[steps[i]], "mesh",
                   beside(scenario.training.mesh, sizesOf(mesh, scenario.training.mesh)));
            continue;
        }
        // The label names the mesh that the step had.
        ScheduleEntry& entry = scenario.schedules[steps[i]];
        const std::string told = meshText(meshes[i]);
        if (entry.label && entry.label->starts_with(told))
            entry.label = meshText(mesh) + entry.label->substr(told.size());
        setOwn(entry, "mesh", beside(scenario.training.mesh, sizesOf(mesh, scenario.training.mesh)));
    }
    return scenario;
}

std::vector<AxisChoice> axisChoices(const Scenario& scenario, std::size_t step, MeshAxis axis) {
    std::vector<AxisChoice> choices;
    const Mesh now = meshOf(scenario, step);
    const long long ranks = now.ranks();
    const std::string name(kAxisNames[static_cast<std::size_t>(axis)]);
    for (const int size : divisorsOf(static_cast<int>(ranks))) {
        AxisChoice choice{size, now, {}};
        choice.mesh[axis] = size;
        if (axis != MeshAxis::Ep) {
            const auto mesh = filled(choice.mesh, axis, ranks);
            if (!mesh) {
                Mesh others = now;
                others[axis] = others[MeshAxis::Fsdp] = others[MeshAxis::Dp] = others[MeshAxis::Ep] = 1;
                choice.why = (others.ranks() > 1 ? meshText(others) + " x " : std::string()) + name + " " +
                             std::to_string(size) + " does not divide " + std::to_string(ranks) + " devices";
                choices.push_back(std::move(choice));
                continue;
            }
            choice.mesh = *mesh;
        }
        if (const auto setup = setUpOf(withMesh(scenario, step, choice.mesh), step); !setup)
            choice.why = setup.error().message;
        choices.push_back(std::move(choice));
    }
    return choices;
}

ScheduleEntry asOfModel(const Scenario& scenario, ScheduleEntry entry) {
    if (entry.family != Family::Step || !kindOf(entry)->parameter("model")) return entry;
    ScheduleEntry made = entry;
    made.own = {};
    for (const std::string_view key :
         {"times", "ranks", "slowdown", "layer_bytes", "bucket_bytes", "first_bucket_bytes", "buckets", "mesh"})
        removeNamed(made.values, key);
    Scenario alone = scenario;
    alone.schedules = {made};
    const int all = std::max(2, static_cast<int>(meshIn(scenario.training.mesh).ranks()));
    std::vector<Mesh> meshes{meshIn(scenario.training.mesh)};
    for (const MeshAxis axis : kindOf(entry)->step->axes) {
        Mesh mesh;
        mesh[axis] = all;
        if (kindOf(entry)->step->isPipeline && axis != MeshAxis::Pp) mesh[axis] = 2, mesh[MeshAxis::Pp] = all / 2;
        if (entry.kind == "hsdp") mesh = {}, mesh[MeshAxis::Dp] = 2, mesh[MeshAxis::Fsdp] = all / 2;
        meshes.push_back(mesh);
    }
    meshes.emplace_back();
    for (const Mesh& mesh : meshes) {
        setOwn(alone.schedules[0], "mesh", beside(scenario.training.mesh, sizesOf(mesh, scenario.training.mesh)));
        if (setUpOf(alone, 0)) return alone.schedules[0];
    }
    return entry;
}

Scenario withModel(Scenario scenario) {
    constexpr std::string_view kUnits[] = {"ns", "us", "ms", "s"};
    std::string& unit = scenario.workload.timeUnit;
    if (std::find(std::begin(kUnits), std::end(kUnits), unit) == std::end(kUnits)) unit = "ms";
    Training& training = scenario.training;
    setNamed(training.model, "preset", {std::string("llama-3-8b")});
    setAt(training.cluster, "device.preset", ParameterValue{std::string("h100")});
    setAt(training.cluster, "intra.preset", ParameterValue{std::string("nvlink-4")});
    setAt(training.cluster, "inter.preset", ParameterValue{std::string("infiniband-ndr")});
    training.mesh.clear();
    setNamed(training.mesh, "fsdp", {kUsualDevices});
    for (ScheduleEntry& entry : scenario.schedules) {
        const Scenario shared = scenario;
        entry = asOfModel(shared, std::move(entry));
    }
    return scenario;
}

}  // namespace bubblescope
