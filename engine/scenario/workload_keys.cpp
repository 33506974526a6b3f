#include "engine/scenario/workload_keys.h"

#include "engine/scenario/scenario.h"

#include <algorithm>

namespace bubblescope {

namespace {

template <class Member>
constexpr ParameterType kTypeOf = ParameterType::Choice;
template <>
constexpr ParameterType kTypeOf<int> = ParameterType::Whole;
template <>
constexpr ParameterType kTypeOf<double> = ParameterType::Number;
template <>
constexpr ParameterType kTypeOf<PerDevice> = ParameterType::Numbers;
template <>
constexpr ParameterType kTypeOf<Comm> = ParameterType::Links;
template <>
constexpr ParameterType kTypeOf<StageTimes> = ParameterType::Object;
template <class Value>
constexpr ParameterType kTypeOf<std::optional<Value>> = kTypeOf<Value>;

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

template <auto member>
std::optional<double> numberIn(const Workload& workload) {
    return numberOf(workload.*member);
}
template <>
std::optional<double> numberIn<&Workload::weight>(const Workload& workload) {
    if (workload.weight) return numberOf(*workload.weight);
    const auto backward = numberOf(workload.backward);
    return backward ? std::optional(workload.weightFraction * *backward) : std::nullopt;
}
template <>
std::optional<double> numberIn<&Workload::forwardBackward>(const Workload& workload) {
    return numberOf(pairTimes(workload));
}

template <auto member>
WorkloadKey keyOf(const Parameter& parameter) {
    using Value = std::remove_cvref_t<decltype(std::declval<Workload>().*member)>;
    WorkloadKey key{parameter};
    key.type = kTypeOf<Value>;
    if (key.type == ParameterType::Links) key.parts = kNodeLinkKeys;
    if (key.mark.empty()) key.mark = key.symbol;
    if (key.least == -Parameter::kNoLimit) key.least = 0;
    key.shapesOrder = key.isWhole();  // sizes do, times and shares do not
    if constexpr (kTypeOf<Value> != ParameterType::Choice && kTypeOf<Value> != ParameterType::Object) {
        key.get = numberIn<member>;
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
#define BUBBLESCOPE_WORKLOAD_KEY(member, Type, usual, ...) keyOf<&Workload::member>({__VA_ARGS__}),
#define BUBBLESCOPE_SHARED_KEY(member, Type, usual, ...) keyOf<&Workload::member>({__VA_ARGS__}),
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
