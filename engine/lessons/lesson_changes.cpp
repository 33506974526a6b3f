#include "engine/lessons/lesson_changes.h"

#include "engine/entries/resolve.h"
#include "engine/lessons/lesson_words.h"
#include "engine/results/quantities.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace bubblescope {

namespace {

/// A result that a formula names: "peak_activations_1_0" is that of worker 0 in the first run.
struct Named {
    std::string title, unit;
    bool isShare = false;
    std::size_t run = 0;
    std::optional<int> worker;
};

/// The whole numbers of "_1_0"; nothing for any other text.
std::optional<std::vector<int>> placesIn(std::string_view text) {
    std::vector<int> places;
    while (!text.empty()) {
        int value = 0;
        if (!text.starts_with('_')) return std::nullopt;
        const auto [end, code] = std::from_chars(text.data() + 1, text.data() + text.size(), value);
        if (code != std::errc()) return std::nullopt;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        places.push_back(value);
    }
    return places.empty() || places.size() > 2 || places.front() < 1 ? std::nullopt : std::optional(places);
}

std::optional<Named> namedIn(std::string_view name, const Scenario& scenario) {
    for (const QuantityInfo& info : quantities()) {
        if (!name.starts_with(info.id)) continue;
        const auto places = placesIn(name.substr(info.id.size()));
        if (!places) continue;
        Named out{.title = std::string(info.title), .run = static_cast<std::size_t>(places->front() - 1)};
        out.isShare = info.unit == QuantityUnit::Ratio;
        if (info.unit == QuantityUnit::Duration) out.unit = scenario.workload.timeUnit;
        if (places->size() > 1) out.worker = places->back();
        return out;
    }
    return std::nullopt;
}

std::optional<Named> namedIn(std::string_view name, const CollectiveSetup&) {
    constexpr std::tuple<std::string_view, const char*, const char*> kResults[] = {
        {"time", "time", "\u00b5s"},
        {"steps", "steps", ""},
        {"bus_bandwidth", "bus bandwidth", "GB/s"},
        {"sent", "sent by a rank", "buffers"}};
    for (const auto& [id, title, unit] : kResults) {
        if (!name.starts_with(id)) continue;
        if (const auto places = placesIn(name.substr(id.size())); places && places->size() == 1)
            return Named{.title = title, .unit = unit, .run = static_cast<std::size_t>(places->front() - 1)};
    }
    return std::nullopt;
}

std::string labelOf(const Scenario& scenario, std::size_t run) {
    return run < scenario.schedules.size() ? displayLabel(scenario.schedules[run]) : std::string();
}

std::string labelOf(const CollectiveSetup& setup, std::size_t run) {
    return run < setup.algorithms.size() ? setup.algorithms[run] : std::string();
}

/// "39 ms", "27.3%".
std::string valueText(const Named& named, double value) {
    TextPiece piece{.isFormula = true, .isPercent = named.isShare, .decimals = named.isShare ? 1 : 2};
    std::string text = lessonNumber(piece, value);
    if (!named.unit.empty()) text += "\u00a0" + named.unit;
    return text;
}

}  // namespace

std::string changesInWords(const LessonScene& own, const LessonScene& now) {
    std::string text;
    const std::vector<NamedNumber> before = sharedNumbers(own);
    for (const NamedNumber& number : sharedNumbers(now)) {
        const auto was = std::ranges::find(before, number.name, &NamedNumber::name);
        if (was == before.end() || std::isnan(number.value) || *was == number) continue;
        if (!text.empty()) text += ", ";
        text += number.name + "\u00a0=\u00a0" + lessonNumber({.isFormula = true}, number.value);
    }
    return text;
}

std::string resultsInWords(const std::vector<std::string>& names, const LessonScene& scene,
                           const std::vector<NamedNumber>& numbers) {
    std::vector<std::pair<std::string, std::string>> groups;  // by title
    std::vector<std::string_view> told;
    for (const std::string& name : names) {
        const auto named = std::visit([&](const auto& held) { return namedIn(name, held); }, scene);
        const auto number = std::ranges::find(numbers, name, &NamedNumber::name);
        if (!named || number == numbers.end() || std::isnan(number->value)) continue;
        if (std::ranges::find(told, name) != told.end()) continue;
        told.push_back(name);
        std::string one = std::visit([&](const auto& held) { return labelOf(held, named->run); }, scene);
        if (named->worker) one += ", device " + std::to_string(*named->worker) + ":";
        one += ' ' + valueText(*named, number->value);
        const auto group = std::ranges::find(groups, named->title, &std::pair<std::string, std::string>::first);
        if (group == groups.end())
            groups.emplace_back(named->title, std::move(one));
        else
            group->second += ", " + one;
    }
    std::string text;
    for (const auto& [title, values] : groups) text += (text.empty() ? "" : "; ") + title + ": " + values;
    return text;
}

}  // namespace bubblescope
