#include "engine/lessons/lesson_changes.h"

#include "engine/entries/resolve.h"
#include "engine/results/quantities.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

namespace bubblescope {

namespace {

/// A result that a formula names: "peak_activations_1_0" is that of worker 0 in the first run.
struct Named {
    std::string title, unit;
    bool isShare = false, areBytes = false;
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
        if (constexpr std::string_view kBytes = ", bytes"; out.title.ends_with(kBytes)) {
            out.areBytes = true;
            out.title.resize(out.title.size() - kBytes.size());
        }
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

/// "39 ms", "27.3%", "57.6 GB".
std::string valueText(const Named& named, double value) {
    if (named.areBytes) {
        const double gb = value / 1e9;
        return lessonNumber({.isFormula = true, .decimals = gb < 10 ? 2 : gb < 100 ? 1 : 0}, gb) + "\u00a0GB";
    }
    TextPiece piece{.isFormula = true, .isPercent = named.isShare, .decimals = named.isShare ? 1 : 2};
    if (!named.isShare && std::abs(value) >= 100) piece.decimals = std::abs(value) >= 1000 ? 0 : 1;
    std::string text = lessonNumber(piece, value);
    if (!named.unit.empty()) text += "\u00a0" + named.unit;
    return text;
}

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

/// A result that a formula consists of.
std::optional<Named> resultIn(std::string_view formula, const LessonScene& scene) {
    return std::visit([&](const auto& held) { return namedIn(trimmed(formula), held); }, scene);
}

/// The parts of a formula between && that stand in no parentheses.
std::vector<std::string> conditionsOf(const std::string& formula) {
    std::vector<std::string> parts(1);
    int depth = 0;
    for (std::size_t at = 0; at < formula.size(); ++at) {
        depth += formula[at] == '(' ? 1 : formula[at] == ')' ? -1 : 0;
        if (depth > 0 || formula.compare(at, 2, "&&") != 0) {
            parts.back() += formula[at];
        } else {
            parts.emplace_back();
            ++at;
        }
    }
    return parts;
}

/// "A < B": its two sides, and what its sign says.
struct Comparison {
    std::string left, right;
    std::string_view says;
};
std::optional<Comparison> comparisonIn(const std::string& condition) {
    // Longer signs first, since each begins with one of the others.
    constexpr std::pair<std::string_view, std::string_view> kSigns[] = {
        {"<=", "at most"}, {">=", "at least"}, {"==", ""}, {"!=", "not"}, {"<", "below"}, {">", "above"}};
    if (condition.find_first_of("|?") != condition.npos) return std::nullopt;
    int depth = 0;
    for (std::size_t at = 0; at < condition.size(); ++at) {
        depth += condition[at] == '(' ? 1 : condition[at] == ')' ? -1 : 0;
        for (const auto& [sign, says] : kSigns)
            if (depth == 0 && condition.compare(at, sign.size(), sign) == 0)
                return Comparison{condition.substr(0, at), condition.substr(at + sign.size()), says};
    }
    return std::nullopt;
}

/// A formula as words, without the number of its schedule: "peak activations × 2", "TP × PP".
std::string formulaInWords(std::string_view formula) {
    std::string words;
    for (const char c : trimmed(formula)) words += c == '_' ? " " : c == '*' ? "\u00d7" : std::string(1, c);
    for (std::size_t at; (at = words.find(" 1")) != words.npos;) words.erase(at, 2);
    constexpr std::string_view kMesh = "mesh ";
    for (std::size_t at; (at = words.find(kMesh)) != words.npos;) {
        words.erase(at, kMesh.size());
        for (; at < words.size() && std::isalpha(static_cast<unsigned char>(words[at])); ++at)
            words[at] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[at])));
    }
    return words;
}

}  // namespace

std::string resultTitle(const std::string& formula, const LessonScene& scene) {
    const auto named = resultIn(formula, scene);
    if (!named) return formulaInWords(formula);
    const std::string label = std::visit([&](const auto& held) { return labelOf(held, named->run); }, scene);
    return named->run == 0 ? named->title : label + ", " + named->title;
}

std::string resultText(const std::string& formula, double value, const LessonScene& scene) {
    const auto named = resultIn(formula, scene);
    return named ? valueText(*named, value) : lessonNumber({.isFormula = true}, value);
}

std::vector<GoalPart> goalInWords(const std::string& goal, const Speaker& speaker, const LessonScene& scene) {
    std::vector<GoalPart> parts;
    for (const std::string& condition : conditionsOf(goal)) {
        const auto isMet = speaker.value(condition);
        const auto sides = comparisonIn(condition);
        const auto left = sides ? speaker.value(sides->left) : Result<double>(0.0);
        const auto right = sides ? speaker.value(sides->right) : Result<double>(0.0);
        if (!isMet || !left || !right) continue;
        GoalPart part{.title = formulaInWords(condition), .isMet = *isMet != 0};
        if (sides) {
            part.title = resultTitle(sides->left, scene);
            part.now = resultText(sides->left, *left, scene);
            part.wanted = (sides->says.empty() ? "" : std::string(sides->says) + "\u00a0") +
                          resultText(sides->left, *right, scene);
        }
        parts.push_back(std::move(part));
    }
    return parts;
}

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
