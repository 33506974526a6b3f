#include "engine/study/bindings.h"

#include "engine/core/text.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace bubblescope {

namespace {

std::string placeOf(std::string_view key) { return "bindings." + shortened(key); }

std::string quoted(const std::string& formula) { return '"' + shortened(formula, 80) + '"'; }

bool isVaried(const Experiment& experiment, std::string_view key) {
    const auto axes = axesOf(experiment);
    return std::any_of(axes.begin(), axes.end(), [&](const NamedAxis& axis) { return axis.axis->variable == key; });
}

Result<const WorkloadKey*> keyOf(const Experiment& experiment, const Binding& binding) {
    const WorkloadKey* key = findNumberKey(binding.key);
    if (!key && (binding.key == "time_basis" || binding.key == "time_unit"))
        return Error{"is not a number, so a formula cannot set it", placeOf(binding.key)};
    if (!key) {
        std::vector<std::string_view> known;
        for (const WorkloadKey& number : numberKeys()) known.push_back(number.key);
        return Error{"unknown key; nearest: \"" + nearestName(binding.key, known) + '"', placeOf(binding.key)};
    }
    if (isVaried(experiment, binding.key))
        return Error{"an axis already varies this key; remove the axis or the formula", placeOf(binding.key)};
    return key;
}

/// The bound keys that a key's value depends on when a formula uses its symbol.
std::vector<std::string_view> keysBehind(const Experiment& experiment, const WorkloadKey& key) {
    const auto isBound = [&](std::string_view name) {
        return std::any_of(experiment.bindings.begin(), experiment.bindings.end(),
                           [&](const Binding& binding) { return binding.key == name; });
    };
    std::vector<std::string_view> behind;
    if (isBound(key.key)) return {key.key};
    const auto isGiven = [&](bool isInWorkload) { return isInWorkload || isVaried(experiment, key.key); };
    const auto add = [&](std::initializer_list<std::string_view> parts) {
        for (const std::string_view part : parts)
            if (isBound(part)) behind.push_back(part);
    };
    // Unless set, T_W is a share of T_B, and T_FB a sum.
    if (key.key == "weight" && !isGiven(experiment.workload.weight.has_value())) add({"backward", "weight_fraction"});
    if (key.key == "forward_backward" && !isGiven(experiment.workload.forwardBackward.has_value()))
        add({"forward", "backward"});
    return behind;
}

}  // namespace

std::optional<double> wholeNumber(double value) {
    const double whole = std::round(value);
    if (std::abs(value - whole) <= 1e-9 * std::max(1.0, std::abs(value))) return whole;
    return std::nullopt;
}

Result<Bindings> Bindings::of(const Experiment& experiment) {
    Bindings out;
    std::vector<std::string_view> symbols;
    for (const WorkloadKey& key : numberKeys())
        if (!key.symbol.empty()) {
            symbols.push_back(key.symbol);
            out.m_keys.push_back(&key);
        }
    for (const Variable& variable : experiment.variables) symbols.push_back(variable.name);

    std::vector<Bound> parsed;
    for (std::size_t i = 0; i < experiment.bindings.size(); ++i) {
        const Binding& binding = experiment.bindings[i];
        const auto key = keyOf(experiment, binding);
        if (!key) return key.error();
        if (i > 0 && !(experiment.bindings[i - 1].key < binding.key))
            return Error{"formulas must be sorted by key, with one formula per key", placeOf(binding.key)};
        auto formula = Formula::parse(binding.formula, symbols);
        if (!formula) return Error{formula.error().message, placeOf(binding.key)};
        parsed.push_back({i, *key, std::move(*formula), binding.formula});
    }

    // Depth first; a formula that is reached again while still open closes a cycle.
    enum class State { New, Open, Done };
    std::vector<State> states(parsed.size(), State::New);
    std::vector<std::size_t> open, order;
    const std::function<Result<void>(std::size_t)> visit = [&](std::size_t i) -> Result<void> {
        if (states[i] == State::Done) return {};
        if (states[i] == State::Open) {
            std::string cycle;
            for (auto at = std::find(open.begin(), open.end(), i); at != open.end(); ++at)
                cycle += std::string(parsed[*at].key->key) + " → ";
            return Error{"the formulas form a cycle: " + cycle + std::string(parsed[i].key->key),
                         placeOf(parsed[i].key->key)};
        }
        states[i] = State::Open;
        open.push_back(i);
        for (const std::size_t symbol : parsed[i].formula.uses()) {
            if (symbol >= out.m_keys.size()) continue;
            for (const std::string_view key : keysBehind(experiment, *out.m_keys[symbol])) {
                const auto next = std::find_if(parsed.begin(), parsed.end(),
                                               [&](const Bound& bound) { return bound.key->key == key; });
                if (auto ok = visit(static_cast<std::size_t>(next - parsed.begin())); !ok) return ok;
            }
        }
        open.pop_back();
        states[i] = State::Done;
        order.push_back(i);
        return {};
    };
    for (std::size_t i = 0; i < parsed.size(); ++i)
        if (auto ok = visit(i); !ok) return ok.error();
    for (const std::size_t i : order) out.m_bound.push_back(std::move(parsed[i]));
    return out;
}

Result<double> Bindings::valueOf(const Bound& bound, const Workload& workload,
                                 std::span<const double> variables) const {
    std::vector<double> values(m_keys.size() + variables.size());
    std::copy(variables.begin(), variables.end(), values.begin() + static_cast<std::ptrdiff_t>(m_keys.size()));
    for (const std::size_t symbol : bound.formula.uses()) {
        if (symbol >= m_keys.size()) continue;
        const auto number = m_keys[symbol]->get(workload);
        if (!number)
            return Error{std::string(m_keys[symbol]->symbol) + " in " + quoted(bound.text) +
                             " is a list here; a formula needs a single number",
                         placeOf(bound.key->key)};
        values[symbol] = *number;
    }
    const double value = bound.formula.value(values);
    if (!std::isfinite(value))
        return Error{quoted(bound.text) + " is " + formulaValueText(value), placeOf(bound.key->key)};
    if (!bound.key->isWhole()) return value + 0.0;
    const auto whole = wholeNumber(value);
    if (whole && std::abs(*whole) <= kLargestWhole) return *whole + 0.0;
    const std::string range = whole ? " from 1 to " + withThousands(kMaxMicrobatches) : std::string();
    return Error{"must be a whole number" + range + "; " + quoted(bound.text) + " is " + formulaValueText(value),
                 placeOf(bound.key->key)};
}

Result<void> Bindings::apply(Workload& workload, const WorkloadPatch& own, bool hasChunks,
                             std::span<const double> variables, std::span<double> values) const {
    for (const Bound& bound : m_bound) {
        values[bound.index] = std::numeric_limits<double>::quiet_NaN();
        if (hasKey(own, bound.key->key) || (!hasChunks && bound.key->key == "chunks")) continue;
        const auto value = valueOf(bound, workload, variables);
        if (!value) return value.error();
        bound.key->set(workload, *value);
        values[bound.index] = *value;
    }
    return {};
}

}  // namespace bubblescope
