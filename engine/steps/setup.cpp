#include "engine/core/text.h"
#include "engine/schedules/resolved_schedule.h"
#include "engine/steps/model_step.h"
#include "engine/steps/step.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// The longest time of an op, so that thousands of them on a rank that is 1,000 times slower can still be counted.
constexpr Time kLongestOp = Time{1} << 50;

}  // namespace

bool StepTimes::isUniform() const {
    return std::all_of(each.begin(), each.end(), [&](Time time) { return time == each.front(); });
}

bool StepSetup::has(std::string_view time) const {
    return std::any_of(times.begin(), times.end(), [&](const auto& known) { return known.first == time; });
}

const StepTimes& StepSetup::timesOf(std::string_view time) const {
    static const StepTimes kNone;
    for (const auto& [name, value] : times)
        if (name == time) return value;
    return kNone;
}

int StepSetup::whole(std::string_view key) const {
    const auto value = valueNamed(values, key);
    return value ? std::get<int>(value->held) : static_cast<int>(kind->parameter(key)->usual.value_or(0));
}

double StepSetup::number(std::string_view key) const {
    const auto value = valueNamed(values, key);
    return value ? std::get<double>(value->held) : kind->parameter(key)->usual.value_or(0);
}

bool StepSetup::flag(std::string_view key) const {
    const auto value = valueNamed(values, key);
    return value ? std::get<bool>(value->held) : kind->parameter(key)->usual.value_or(0) != 0;
}

std::string StepSetup::choice(std::string_view key) const {
    const auto value = valueNamed(values, key);
    return value ? std::get<std::string>(value->held) : std::string(kind->parameter(key)->choices.front());
}

bool StepSetup::runsPipeline() const { return kind->step->isPipeline || mesh[MeshAxis::Pp] > 1; }

const ScheduleKind& StepSetup::order() const {
    const auto value = valueNamed(values, "schedule");
    if (!value) return *kindNamed(scheduleKinds(), kind->parameter("schedule")->usualText);
    if (const auto* id = std::get_if<std::string>(&value->held)) return *kindNamed(scheduleKinds(), *id);
    const auto id = valueNamed(std::get<ParameterValue::Object>(value->held), "kind");
    return *kindNamed(scheduleKinds(), std::get<std::string>(id->held));
}

std::vector<NamedValue> StepSetup::orderValues() const {
    const auto value = valueNamed(values, "schedule");
    if (!value || value->held.index() == 3) return {};
    std::vector<NamedValue> own = std::get<ParameterValue::Object>(value->held);
    removeNamed(own, "kind");
    return own;
}

std::span<const ScheduleKind* const> stepKinds() {
    static constexpr const ScheduleKind* kSteps[] = {
#define BUBBLESCOPE_STEP(kind) &kind,
#include "engine/steps/kinds.def"
#undef BUBBLESCOPE_STEP
    };
    return kSteps;
}

bool trainsModel(const StepSetup& setup) {
    const auto isPart = setup.kind->step->isPart;
    return !isPart || !isPart(setup);
}

bool takesWorkload(std::string_view id) {
    const ScheduleKind* kind = kindNamed(stepKinds(), id);
    return kind && kind->step->takesWorkload;
}

namespace {

std::string listed(const std::vector<std::string_view>& names, std::string_view last) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += i + 1 == names.size() ? " " + std::string(last) + " " : ", ";
        text += names[i];
    }
    return text;
}

Result<void> readMesh(StepSetup& setup) {
    const StepRules& rules = *setup.kind->step;
    const std::string title(setup.kind->title);
    const auto own = valueNamed(setup.values, "mesh");
    const auto ranks = valueNamed(setup.values, "ranks");
    setup.hasMesh = own.has_value();
    if (rules.takesWorkload && setup.workload.devices > 1 && !rules.axes.empty())
        setup.mesh[MeshAxis::Pp] = setup.workload.devices;
    if (ranks && own) return Error{"\"ranks\" and \"mesh\" both set the number of ranks; remove one of them", "ranks"};
    if (ranks && !rules.axes.empty()) setup.mesh[rules.axes.front()] = std::get<int>(ranks->held);
    if (ranks && rules.axes.empty()) setup.mesh[MeshAxis::Dp] = std::get<int>(ranks->held);
    // Ranks that share experts share nothing else here.
    const auto spreadExperts = [&] {
        if (!rules.axes.empty() && rules.axes.front() == MeshAxis::Ep)
            setup.mesh[MeshAxis::Fsdp] = setup.mesh[MeshAxis::Ep];
    };
    spreadExperts();
    if (!own) return {};
    const std::string any = "; use a step \"mesh\" for other axes";
    std::vector<std::string_view> taken, used;
    for (const MeshAxis axis : rules.axes) taken.push_back(kAxisKeys[static_cast<std::size_t>(axis)]);
    for (const auto& [name, value] : std::get<ParameterValue::Object>(own->held)) {
        const auto at = static_cast<std::size_t>(std::find(std::begin(kAxisKeys), std::end(kAxisKeys), name) -
                                                 std::begin(kAxisKeys));
        const int size = std::get<int>(value.held);
        if (name == kExpertCutKey) {
            setup.mesh.expertCut = size;
            continue;
        }
        setup.mesh.sizes[at] = size;
        if (size == 1) continue;
        if (std::find(taken.begin(), taken.end(), name) == taken.end())
            return Error{taken.empty() ? title + " does not use a mesh: " + name + " must be 1"
                                       : title + " accepts " + listed(taken, rules.takesOneAxis ? "or" : "and") +
                                             " in its mesh, not " + name + any,
                         "mesh." + name};
        if (name != "pp") used.push_back(kAxisKeys[at]);
    }
    if (rules.takesOneAxis && used.size() > 1)
        return Error{title + " accepts only one of " + listed(used, "and") + " in its mesh" + any,
                     "mesh." + std::string(used.back())};
    spreadExperts();
    // Two names for one group.
    if (rules.takesOneAxis && rules.axes.size() > 1 && setup.mesh[rules.axes[1]] > 1)
        std::swap(setup.mesh[rules.axes[0]], setup.mesh[rules.axes[1]]);
    return {};
}

Result<Time> timeOf(double units, const std::string& place) {
    const double exact = units * kMicroUnits;
    if (exact <= static_cast<double>(kLongestOp)) return toTime(units);
    return Error{place + " must be at most " + withThousands(static_cast<long long>(toUnits(kLongestOp))) + ", is " +
                     numberText(units) + "; use a larger unit",
                 place};
}

Result<void> readTimes(StepSetup& setup) {
    const StepRules& rules = *setup.kind->step;
    const auto given = valueNamed(setup.values, "times");
    if (!setup.kind->parameter("times"))
        return Error{std::string(setup.kind->title) + " needs a \"model\" in the scenario, or in its entry", "model"};
    if (!given && !setup.kind->parameter("model"))
        return Error{
            std::string(setup.kind->title) + " needs \"times\" in its entry; it runs one matrix product, not a model",
            "times"};
    if (!given) return Error{"a step needs \"times\" in its entry, or a \"model\" in the scenario", "times"};
    const auto& object = std::get<ParameterValue::Object>(given->held);
    const Parameter& parameter = *setup.kind->parameter("times");
    std::string_view longest;  // the time whose list gives the length of all lists
    bool saysLayers = false;
    for (const Parameter& part : parameter.parts) {
        const std::string place = "times." + std::string(part.key);
        const auto value = valueNamed(object, part.key);
        if (part.key == "layers") {
            saysLayers = value.has_value();
            if (value) setup.layers = std::get<int>(value->held);
            continue;
        }
        if (!value && !part.usual) continue;
        StepTimes times;
        const double* one = value ? std::get_if<double>(&value->held) : &*part.usual;
        if (value && value->held.index() == 1) {  // a whole number: layers_a_stage
            times.one = std::get<int>(value->held);
        } else if (part.type == ParameterType::Whole) {
            times.one = static_cast<Time>(*part.usual);
        } else if (one) {
            auto time = timeOf(*one, place);
            if (!time) return time.error();
            times.one = *time;
        } else {
            const auto& list = std::get<ParameterValue::List>(value->held);
            if (list.empty()) return Error{place + " needs one entry per layer, has none", place};
            if (list.size() > std::size_t(kMaxLayers))
                return Error{place + " has " + withThousands(static_cast<long long>(list.size())) +
                                 " entries, the limit is " + withThousands(kMaxLayers),
                             place};
            for (std::size_t i = 0; i < list.size(); ++i) {
                auto time = timeOf(std::get<double>(list[i].held), place + "[" + std::to_string(i) + "]");
                if (!time) return time.error();
                times.each.push_back(*time);
            }
            if (!rules.isABucket || !rules.isABucket(setup, part.key)) {
                const int count = static_cast<int>(list.size());
                const std::string is = std::to_string(count) + (count == 1 ? " entry" : " entries");
                if (saysLayers && count != setup.layers)
                    return Error{place + " has " + is + ", but times.layers is " + std::to_string(setup.layers) +
                                     "; a list has one entry per layer",
                                 place};
                if (!longest.empty() && count != setup.layers)
                    return Error{place + " has " + is + ", but times." + std::string(longest) + " has " +
                                     std::to_string(setup.layers) + "; lists have one entry per layer",
                                 place};
                longest = part.key;
                setup.layers = count;
            }
        }
        setup.times.emplace_back(part.key, std::move(times));
    }
    for (const std::string_view name : rules.needed(setup)) {
        if (name == "layers" ? setup.layers > 0 : setup.has(name)) continue;
        if (name == "layers")
            return Error{"times.layers is missing; it is required unless a time is a list", "times.layers"};
        return Error{"times." + std::string(name) + " is missing; " + std::string(setup.kind->title) + " needs " +
                         listed(rules.needed(setup), "and"),
                     "times." + std::string(name)};
    }
    return {};
}

Result<void> checkBuckets(const StepSetup& setup) {
    const StepRules& rules = *setup.kind->step;
    const Parameter* bytes = setup.kind->parameter("layer_bytes");
    if (!bytes) return {};
    if (const auto given = valueNamed(setup.values, "layer_bytes")) {
        const auto count = std::get<ParameterValue::List>(given->held).size();
        if (static_cast<int>(count) != setup.layers)
            return Error{"layer_bytes needs " + std::to_string(setup.layers) +
                             (setup.layers == 1 ? " entry" : " entries") + ", one per layer, has " +
                             std::to_string(count),
                         "layer_bytes"};
    } else if (valueNamed(setup.values, "buckets") && setup.choice("buckets") == "bytes") {
        return Error{
            "buckets \"bytes\" needs layer_bytes, or a \"model\" in the scenario; \"layer\" makes one bucket per layer",
            "buckets"};
    }
    const std::size_t buckets = bucketsOf(setup).size();
    for (const auto& [name, times] : setup.times)
        if (rules.isABucket(setup, name) && !times.each.empty() && times.each.size() != buckets)
            return Error{"times." + std::string(name) + " needs " + std::to_string(buckets) +
                             (buckets == 1 ? " entry" : " entries") + ", one per bucket, has " +
                             std::to_string(times.each.size()),
                         "times." + std::string(name)};
    return {};
}

}  // namespace

bool hasBuckets(const StepSetup& setup) {
    return setup.kind->parameter("buckets") &&
           !(setup.kind->parameter("gather") && setup.choice("gather") == "overlap");
}

std::vector<std::vector<int>> bucketsOf(const StepSetup& setup) {
    std::vector<std::vector<int>> buckets;
    const auto bytes = valueNamed(setup.values, "layer_bytes");
    const auto choice = valueNamed(setup.values, "buckets");
    const bool isByLayer = choice ? std::get<std::string>(choice->held) == "layer" : !bytes;
    if (isByLayer || !bytes) {
        for (int layer = setup.layers; layer-- > 0;) buckets.push_back({layer});
        return buckets;
    }
    constexpr double kMebi = 1 << 20;
    const auto limitOf = [&](std::string_view inBytes, std::string_view inMebi) {
        return valueNamed(setup.values, inBytes) ? setup.number(inBytes) : setup.number(inMebi) * kMebi;
    };
    const double first = limitOf("first_bucket_bytes", "first_bucket_mb"), next = limitOf("bucket_bytes", "bucket_mb");
    const auto& list = std::get<ParameterValue::List>(bytes->held);
    double sum = 0;
    bool isOpen = false;
    for (int layer = setup.layers; layer-- > 0;) {
        if (!isOpen) buckets.emplace_back();
        isOpen = true;
        buckets.back().push_back(layer);
        sum += std::get<double>(list[static_cast<std::size_t>(layer)].held);
        if (sum < (buckets.size() == 1 ? first : next)) continue;
        isOpen = false;
        sum = 0;
    }
    return buckets;
}

Result<StepSetup> setUp(const ResolvedSchedule& schedule) {
    StepSetup setup;
    setup.kind = schedule.kind;
    setup.values = schedule.values;
    setup.workload = schedule.workload;
    const StepRules& rules = *setup.kind->step;
    const bool isOfModel = !valueNamed(setup.values, "times") && valueNamed(setup.values, "model");
    if (isOfModel && valueNamed(setup.values, "ranks"))
        return Error{"\"ranks\" is only for steps with \"times\"; with a model, \"mesh\" sets the number of ranks",
                     "ranks"};
    if (auto ok = readMesh(setup); !ok) return ok.error();
    // What ep must divide in a model is checked with its experts.
    if (auto ok = checkMesh(setup.mesh); !ok && !(isOfModel && ok.error().field == "mesh.ep")) return ok.error();
    if (auto ok = isOfModel ? setUpModel(setup) : readTimes(setup); !ok) return ok.error();
    if (auto ok = checkBuckets(setup); !ok) return ok.error();
    if (const auto slowdown = valueNamed(setup.values, "slowdown")) {
        const auto& list = std::get<ParameterValue::List>(slowdown->held);
        if (list.size() != static_cast<std::size_t>(setup.ranks()))
            return Error{"slowdown needs " + std::to_string(setup.ranks()) +
                             (setup.ranks() == 1 ? " entry" : " entries") + ", one per rank, has " +
                             std::to_string(list.size()),
                         "slowdown"};
        for (const ParameterValue& factor : list) setup.factors.push_back(std::get<double>(factor.held));
        if (std::all_of(setup.factors.begin(), setup.factors.end(), [](double f) { return f == 1; }))
            setup.factors.clear();
    }
    if (const Parameter* const order = setup.kind->parameter("schedule"); order && setup.runsPipeline())
        if (setup.order().piecesBy && setup.order().piecesBy(setup.orderValues()) > 1)
            return Error{std::string(setup.order().title) +
                             " splits sequences into pieces, but a step sends whole microbatches; use 1 piece or "
                             "another schedule",
                         "schedule"};
    if (rules.check)
        if (auto ok = rules.check(setup); !ok) return ok.error();
    return setup;
}

}  // namespace bubblescope
