#include "engine/scenario/workload_keys.h"

#include "engine/scenario/scenario.h"

#include <algorithm>

namespace bubblescope {

namespace {

template <class Member>
constexpr WorkloadValue kValueOf = WorkloadValue::Choice;
template <>
constexpr WorkloadValue kValueOf<int> = WorkloadValue::Whole;
template <>
constexpr WorkloadValue kValueOf<double> = WorkloadValue::Number;
template <>
constexpr WorkloadValue kValueOf<PerDevice> = WorkloadValue::Times;
template <>
constexpr WorkloadValue kValueOf<Comm> = WorkloadValue::Links;
template <>
constexpr WorkloadValue kValueOf<StageTimes> = WorkloadValue::Stage;
template <class Value>
constexpr WorkloadValue kValueOf<std::optional<Value>> = kValueOf<Value>;

std::optional<double> numberOf(int value) { return value; }
std::optional<double> numberOf(double value) { return value; }
template <class... Lists>
std::optional<double> numberOf(const std::variant<double, Lists...>& value) {
    const double* scalar = std::get_if<double>(&value);
    return scalar ? std::optional(*scalar) : std::nullopt;
}
template <class T>
std::optional<double> numberOf(const std::optional<T>& value) {
    return value ? numberOf(*value) : std::nullopt;
}

std::optional<double> weightOrItsShare(const Workload& workload) {
    if (workload.weight) return numberOf(*workload.weight);
    const auto backward = numberOf(workload.backward);
    return backward ? std::optional(workload.weightFraction * *backward) : std::nullopt;
}

std::optional<double> pairOrItsSum(const Workload& workload) { return numberOf(pairTimes(workload)); }

template <auto member>
WorkloadKey keyOf(WorkloadKey key) {
    using Value = std::remove_cvref_t<decltype(std::declval<Workload>().*member)>;
    constexpr WorkloadValue kValue = kValueOf<Value>;
    key.value = kValue;
    if (key.mark.empty()) key.mark = key.symbol;
    if constexpr (kValue != WorkloadValue::Choice && kValue != WorkloadValue::Stage) {
        if (!key.get) key.get = [](const Workload& workload) { return numberOf(workload.*member); };
        key.set = [](Workload& workload, double value) {
            if constexpr (std::is_same_v<Value, int>)
                workload.*member = static_cast<int>(value);
            else
                workload.*member = value;
        };
    }
    return key;
}

}  // namespace

std::span<const WorkloadKey> workloadKeys() {
    static const WorkloadKey kKeys[] = {
#define BUBBLESCOPE_WORKLOAD_KEY(member, ...) keyOf<&Workload::member>({__VA_ARGS__}),
#define BUBBLESCOPE_SHARED_KEY(member, ...) keyOf<&Workload::member>({__VA_ARGS__}),
#include "engine/scenario/workload_keys.def"
#undef BUBBLESCOPE_WORKLOAD_KEY
#undef BUBBLESCOPE_SHARED_KEY
    };
    return kKeys;
}

std::span<const WorkloadKey> numberKeys() {
    const auto keys = workloadKeys();
    const auto words = std::find_if(keys.begin(), keys.end(), [](const WorkloadKey& key) { return !key.get; });
    return keys.first(static_cast<std::size_t>(words - keys.begin()));
}

const WorkloadKey* findNumberKey(std::string_view key) {
    for (const WorkloadKey& known : numberKeys())
        if (known.key == key) return &known;
    return nullptr;
}

std::string choicesText(std::span<const std::string_view> choices) {
    std::string text;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        text += i == 0 ? "" : i + 1 == choices.size() ? " or " : ", ";
        text += choices[i].empty() ? "empty" : '"' + std::string(choices[i]) + '"';
    }
    return text;
}

bool haveSameShape(const Workload& a, const Workload& b) {
    bool same = true;
    forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto) {
        if (key.shapesOrder) same = same && a.*member == b.*member;
    });
    return same;
}

}  // namespace bubblescope
