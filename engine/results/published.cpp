#include "engine/results/published.h"

#include "engine/core/text.h"
#include "engine/entries/resolve.h"
#include "engine/kinds/kind.h"
#include "engine/steps/run_step.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace bubblescope {

namespace {

constexpr std::string_view kUnits[] = {"chunks"};

/// A unit that a printed number may have, and its size in our units.
struct PrintedUnit {
    std::string_view sign;
    double size;
};
constexpr PrintedUnit kPrintedUnits[] = {{"%", 0.01}, {"GB", 1e9}, {"", 1}};

/// "42.86%": a number with its decimals and unit.
struct Printed {
    double number = 0;
    int decimals = 0;
    const PrintedUnit* unit = nullptr;

    bool isCounted() const { return decimals == 0 && unit->sign.empty(); }
};

/// The ids of the quantities of runs and workers, each once.
std::span<const std::string_view> quantityIds() {
    static const auto kIds = [] {
        std::vector<std::string_view> ids;
        for (const QuantityInfo& info : quantities())
            if (std::find(ids.begin(), ids.end(), info.id) == ids.end()) ids.push_back(info.id);
        return ids;
    }();
    return kIds;
}

/// The quantity with this id that runs, or workers, have.
const QuantityInfo* findInfo(std::string_view id, bool ofWorkers) {
    for (const QuantityInfo& info : quantities())
        if (info.id == id && (ofWorkers ? info.ofWorker != nullptr : info.ofRun != nullptr)) return &info;
    return nullptr;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t";
    const std::size_t first = text.find_first_not_of(kBlank);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(kBlank) + 1 - first);
}

std::optional<Printed> parsedNumber(std::string_view text) {
    text = trimmed(text);
    const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
    constexpr std::size_t kMostDigits = 20;
    if (digits > kMostDigits) return std::nullopt;
    Printed out;
    const std::string_view number = text.substr(0, digits), sign = trimmed(text.substr(digits));
    const auto [end, code] = std::from_chars(number.data(), number.data() + number.size(), out.number);
    if (code != std::errc() || end != number.data() + number.size()) return std::nullopt;
    const std::size_t point = number.find('.');
    if (point != std::string_view::npos) out.decimals = static_cast<int>(number.size() - point - 1);
    out.unit = std::find_if(std::begin(kPrintedUnits), std::end(kPrintedUnits),
                            [&](const PrintedUnit& unit) { return unit.sign == sign; });
    return out.unit == std::end(kPrintedUnits) ? std::nullopt : std::optional(out);
}

std::vector<std::string_view> partsOf(std::string_view printed) {
    std::vector<std::string_view> parts;
    for (std::size_t comma; (comma = printed.find(',')) != std::string_view::npos; printed.remove_prefix(comma + 1))
        parts.push_back(printed.substr(0, comma));
    parts.push_back(printed);
    return parts;
}

std::string inDigits(double value, int decimals) {
    char text[400];
    const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, decimals).ptr;
    return {text, end};
}

bool agree(const Printed& printed, double here) {
    constexpr double kRounding = 1e-4;  // of times, to millionths each
    if (printed.isCounted()) return std::abs(here - printed.number) < kRounding;
    const double step = std::pow(10.0, -printed.decimals), slack = step * 1e-6;
    return std::abs(here / printed.unit->size - printed.number) <= step / 2 + slack;
}

/// With the printed digits, or with more if that is needed to show a difference.
std::string textOf(const Printed& printed, double here, bool agrees) {
    constexpr int kMore = 2, kMost = 12;
    int decimals = printed.decimals;
    if (!agrees) decimals += kMore;
    const auto shown = [&](double number) { return inDigits(number, decimals); };
    while (!agrees && decimals < printed.decimals + kMost && shown(here / printed.unit->size) == shown(printed.number))
        ++decimals;
    std::string text = shown(here / printed.unit->size);
    if (!agrees) text.erase(std::min(text.find_last_not_of('0') + 1, text.size()));
    if (!text.empty() && text.back() == '.') text.pop_back();
    const std::string sign(printed.unit->sign);
    return sign.empty() || sign == "%" ? text + sign : text + ' ' + sign;
}

std::string textNamed(const ParameterValue::Object& object, std::string_view key) {
    const auto value = valueNamed(object, key);
    return value ? std::get<std::string>(value->held) : std::string();
}

/// "42.86%", as the program writes percentages, also for "42.86 %".
std::string withoutSpace(std::string printed) {
    for (std::size_t at; (at = printed.find(" %")) != std::string::npos;) printed.erase(at, 1);
    return printed;
}

int scheduleOf(const ParameterValue::Object& object) {
    const auto value = valueNamed(object, "schedule");
    return value ? std::get<int>(value->held) : 0;
}

const ParameterValue::Object& objectOf(const ParameterValue& item) {
    return std::get<ParameterValue::Object>(item.held);
}

/// The number of an entry's workers with a number each; 0 for a step, whose ranks may be folded.
std::size_t workersOf(const Scenario& scenario, std::size_t schedule) {
    if (scenario.schedules[schedule].family == Family::Step) return 0;
    return static_cast<std::size_t>(resolve(scenario, schedule).workload.devices);
}

Result<void> checkItem(const Scenario& scenario, const ParameterValue::Object& object) {
    const int schedule = scheduleOf(object);
    const std::size_t count = scenario.schedules.size();
    if (static_cast<std::size_t>(schedule) >= count)
        return Error{(count == 1 ? "must be 0, as there is only 1 schedule, is "
                                 : "must be one of the " + std::to_string(count) + " schedules, counted from 0, is ") +
                         wholeText(schedule),
                     ".schedule"};
    for (const std::string_view key : {"quantity", "printed"})
        if (!valueNamed(object, key))
            return Error{
                "is missing; a published number needs a quantity, such as \"total_time\", and a printed value, such as "
                "\"33\" or \"42.86%\"",
                "." + std::string(key)};
    const std::string id = textNamed(object, "quantity"), printed = textNamed(object, "printed");
    const std::vector<std::string_view> parts = partsOf(printed);
    const QuantityInfo* const info = findInfo(id, parts.size() > 1);
    if (!info && parts.size() > 1)
        return Error{'"' + id + "\" is not measured per device; give one number", ".printed"};
    if (!info) return Error{'"' + id + "\" is only measured per device; give one number for each device", ".printed"};
    const auto place = static_cast<std::size_t>(schedule);
    if (!mayHave(scenario.schedules[place], *info))
        return Error{"\"" + displayTitle(scenario, place) + "\" has no " + id, ".quantity"};
    if (valueNamed(object, "unit") && info->unit != QuantityUnit::Activations)
        return Error{"applies only to activations; leave it out for " + id, ".unit"};
    if (const std::size_t workers = workersOf(scenario, place); parts.size() > 1 && parts.size() != workers)
        return Error{workers == 0 ? "must be one number, as steps have no numbers per rank"
                                  : "needs one number, or one for each of " + std::to_string(workers) +
                                        " devices, has " + std::to_string(parts.size()),
                     ".printed"};
    for (const std::string_view part : parts)
        if (!parsedNumber(part))
            return Error{
                "must be a number such as \"33\", \"42.86%\" or \"16.6 GB\", or one for each device separated by "
                "commas, is \"" +
                    shortened(part) + '"',
                ".printed"};
    return {};
}

}  // namespace

const Parameter& publishedParameter() {
    static const Parameter kParts[] = {
        {.key = "schedule",
         .meaning = "index into `schedules`, from 0",
         .least = 0,
         .most = kMaxSchedules - 1,
         .usual = 0},
        {.key = "quantity", .type = ParameterType::Choice, .meaning = "the quantity", .choices = quantityIds()},
        {.key = "printed",
         .type = ParameterType::Text,
         .meaning = "the number as printed: \"33\", \"42.86%\", \"16.6 GB\", or one for each device, \"4, 3, 2, 1\""},
        {.key = "source", .type = ParameterType::Text, .meaning = "the paper and the place in it"},
        {.key = "unit",
         .type = ParameterType::Choice,
         .meaning = "for activations: `chunks` if they are counted per chunk",
         .choices = kUnits,
         .without = "activations of a microbatch on a whole device"}};
    static const Parameter kItem[] = {{.key = "", .type = ParameterType::Object, .parts = kParts}};
    static const Parameter kPublished = {.key = "published",
                                         .type = ParameterType::List,
                                         .meaning = "numbers that a paper prints for these schedules on this workload",
                                         .most = kMaxSchedules,
                                         .parts = kItem};
    return kPublished;
}

Result<void> checkPublished(const Scenario& scenario) {
    const std::string key(publishedParameter().key);
    if (auto ok = checkValue({scenario.published}, publishedParameter()); !ok)
        return Error{ok.error().message, key + ok.error().field};
    for (std::size_t i = 0; i < scenario.published.size(); ++i)
        if (auto ok = checkItem(scenario, objectOf(scenario.published[i])); !ok)
            return Error{ok.error().message, key + '[' + std::to_string(i) + ']' + ok.error().field};
    return {};
}

std::vector<ComparedNumber> comparedNumbers(const Scenario& scenario, std::size_t schedule, const Run& run) {
    std::vector<ComparedNumber> all;
    for (const ParameterValue& item : scenario.published) {
        const ParameterValue::Object& object = objectOf(item);
        if (static_cast<std::size_t>(scheduleOf(object)) != schedule) continue;
        ComparedNumber compared{{schedule,
                                 {},
                                 withoutSpace(textNamed(object, "printed")),
                                 textNamed(object, "source"),
                                 valueNamed(object, "unit").has_value()},
                                {},
                                true};
        const std::vector<std::string_view> parts = partsOf(compared.published.printed);
        const QuantityInfo& info = *findInfo(textNamed(object, "quantity"), parts.size() > 1);
        compared.published.quantity = info.quantity;
        const double units = compared.published.inChunks ? run.schedule.workload.chunks : 1;
        std::vector<double> here;
        for (std::size_t i = 0; i < parts.size(); ++i)
            here.push_back(units * numberOf(parts.size() > 1 ? info.ofWorker(run, i) : info.ofRun(run), info.unit));
        for (std::size_t i = 0; i < parts.size(); ++i) compared.agrees &= agree(*parsedNumber(parts[i]), here[i]);
        for (std::size_t i = 0; i < parts.size(); ++i)
            compared.here += (i == 0 ? "" : ", ") + textOf(*parsedNumber(parts[i]), here[i], compared.agrees);
        all.push_back(std::move(compared));
    }
    return all;
}

ParameterValue::List keptPublished(const Scenario& before, const Scenario& after) {
    if (after.published != before.published || before.published.empty()) return after.published;
    if (after.workload != before.workload || after.training != before.training) return {};
    // Labels do not affect what runs.
    const auto isSame = [](ScheduleEntry a, ScheduleEntry b) {
        a.label = b.label = {};
        return a == b;
    };
    std::vector<std::optional<int>> places(before.schedules.size());
    std::vector<bool> isTaken(after.schedules.size());
    const auto take = [&](std::size_t from, std::size_t to) {
        if (places[from] || isTaken[to] || !isSame(before.schedules[from], after.schedules[to])) return;
        places[from] = static_cast<int>(to);
        isTaken[to] = true;
    };
    for (std::size_t i = 0; i < std::min(places.size(), isTaken.size()); ++i) take(i, i);
    for (std::size_t from = 0; from < places.size(); ++from)
        for (std::size_t to = 0; to < isTaken.size() && !places[from]; ++to) take(from, to);
    ParameterValue::List kept;
    for (const ParameterValue& item : before.published) {
        const auto place = static_cast<std::size_t>(scheduleOf(objectOf(item)));
        if (place >= places.size() || !places[place]) continue;
        ParameterValue::Object moved = objectOf(item);
        setNamed(moved, "schedule", {*places[place]});
        kept.push_back({std::move(moved)});
    }
    return kept;
}

}  // namespace bubblescope
