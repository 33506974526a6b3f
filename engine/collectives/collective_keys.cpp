#include "engine/collectives/collective_keys.h"

#include <algorithm>
#include <deque>
#include <type_traits>

namespace bubblescope {

namespace {

constexpr std::string_view kLabels[] = {"ranks", "outsider"}, kPorts[] = {"device", "node"};
constexpr std::string_view kLabelWords[] = {"Draw root as a rank", "Draw root next to ranks"},
                           kPortWords[] = {"One per GPU", "One per node"},
                           kRuleWords[] = {"Use one NIC", "Use all NICs"}, kLibraryWords[] = {"All algorithms", "NCCL"};

/// A member with a few values: the choices of its parameter, or whole numbers from its least on.
template <class T>
constexpr bool isChoice = std::is_same_v<T, bool> || std::is_enum_v<T>;
template <class T>
constexpr bool isList = std::is_same_v<T, std::vector<double>> || std::is_same_v<T, std::vector<std::string>>;

template <class T>
std::optional<ParameterValue> valueOf(const Parameter& parameter, const T& member) {
    if constexpr (isChoice<T>) {
        const int index = static_cast<int>(member);
        if (parameter.isWhole()) return ParameterValue{index + static_cast<int>(parameter.least)};
        return ParameterValue{std::string(parameter.choices[static_cast<std::size_t>(index)])};
    } else if constexpr (std::is_same_v<T, std::optional<int>>) {
        return member ? std::optional(ParameterValue{*member}) : std::nullopt;
    } else if constexpr (isList<T>) {
        ParameterValue::List list;
        for (const auto& element : member) list.push_back({element});
        return list.empty() ? std::nullopt : std::optional(ParameterValue{std::move(list)});
    } else if constexpr (std::is_same_v<T, std::string>) {
        return member.empty() ? std::nullopt : std::optional(ParameterValue{member});
    } else {
        return ParameterValue{member};
    }
}

template <class T>
void take(const Parameter& parameter, const ParameterValue& value, T& member) {
    if constexpr (isChoice<T>) {
        const auto* const whole = std::get_if<int>(&value.held);
        const auto index =
            whole ? *whole - static_cast<int>(parameter.least)
                  : std::ranges::find(parameter.choices, std::get<std::string>(value.held)) - parameter.choices.begin();
        member = static_cast<T>(index);
    } else if constexpr (std::is_same_v<T, std::optional<int>>) {
        member = std::get<int>(value.held);
    } else if constexpr (isList<T>) {
        member.clear();
        for (const ParameterValue& element : std::get<ParameterValue::List>(value.held))
            member.push_back(std::get<typename T::value_type>(element.held));
    } else {
        member = std::get<T>(value.held);
    }
}

/// A key of the member to which `At` refers.
template <class At>
constexpr CollectiveKey key(std::string_view place, const Parameter& parameter, At) {
    return {
        place, parameter, [](const Parameter& of, const CollectiveSetup& setup) { return valueOf(of, At()(setup)); },
        [](const Parameter& of, CollectiveSetup& setup, const ParameterValue& value) { take(of, value, At()(setup)); }};
}

constexpr std::string_view kIds[] = {
#define COLLECTIVE(NAME, ID, ...) ID,
#include "engine/collectives/collectives.def"
#undef COLLECTIVE
};
constexpr Parameter kId[] = {{.key = "", .type = ParameterType::Text}};
constexpr double kMostRate = 1e9;
constexpr std::string_view kLinks = "links";
constexpr Parameter kTime[] = {{.key = "", .type = ParameterType::Number, .least = 0, .most = kMostRate, .unit = "us"}};

constexpr CollectiveKey kKeys[] = {
#define COLLECTIVE_KEY(PLACE, MEMBER, ...) \
    key(                                   \
        PLACE, {__VA_ARGS__}, [](auto& setup) -> auto& { return setup.MEMBER; }),
#include "engine/collectives/collective_keys.def"
#undef COLLECTIVE_KEY
};

/// The keys of an object, and of objects in it, which `kept` keeps.
std::span<const Parameter> partsAt(std::string_view place, std::deque<std::vector<Parameter>>& kept) {
    std::vector<Parameter> parts;
    const std::size_t first = place.empty() ? 0 : place.size() + 1;
    for (const CollectiveKey& known : kKeys) {
        if (known.place == place) parts.push_back(known.parameter);
        if (known.place.size() <= first || !known.place.starts_with(place)) continue;
        const std::string_view inside = known.place.substr(0, known.place.find('.', first));
        if (std::ranges::find(parts, inside.substr(first), &Parameter::key) == parts.end())
            parts.push_back(
                {.key = inside.substr(first), .type = ParameterType::Object, .parts = partsAt(inside, kept)});
    }
    return kept.emplace_back(std::move(parts));
}

}  // namespace

std::string CollectiveKey::path() const {
    return (place.empty() ? std::string() : std::string(place) + '.') + std::string(parameter.key);
}

std::optional<ParameterValue> CollectiveKey::in(const CollectiveSetup& setup) const {
    // Shares are of all links if they are equal.
    const bool isOfAll = setup.cluster.intra.share == setup.cluster.inter.share;
    if (parameter.key == (isOfAll ? "efficiency" : kLinks)) return std::nullopt;
    return get(parameter, setup);
}

void CollectiveKey::put(CollectiveSetup& setup, const ParameterValue& value) const {
    set(parameter, setup, value);
    if (parameter.key == kLinks) setup.cluster.inter.share = setup.cluster.intra.share;
}

std::span<const CollectiveKey> collectiveKeys() { return kKeys; }

const CollectiveKey* findCollectiveKey(std::string_view path) {
    const auto at = std::ranges::find(kKeys, path, &CollectiveKey::path);
    return at == std::end(kKeys) ? nullptr : at;
}

const Parameter& collectiveParameter() {
    static std::deque<std::vector<Parameter>> kept;
    static const Parameter kParameter = {.type = ParameterType::Object, .parts = partsAt({}, kept)};
    return kParameter;
}

}  // namespace bubblescope
