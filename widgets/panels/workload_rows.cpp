#include "widgets/panels/workload_rows.h"

#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/panels/param_scale.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

double largest(double value) { return value; }

double largest(const PerDevice& times) {
    const auto* list = std::get_if<1>(&times);
    return !list ? std::get<0>(times) : list->empty() ? 0.0 : *std::max_element(list->begin(), list->end());
}

using bubblescope::largest;

template <class T>
double largest(const std::optional<T>& value) {
    return value ? largest(*value) : 0.0;
}

// Six digits: precise enough for times in ms, short enough to read in the table.
double scaledTo(double entry, double reference, double value) {
    return reference > 0 ? rounded(entry * (value / reference), 6) : value;
}

// The value of a key of `from`, scaled so that its largest entry is `value`.

int scaled(int, double value) { return static_cast<int>(std::lround(value)); }

double scaled(double, double value) { return value; }

PerDevice scaled(PerDevice times, double value) {
    auto* list = std::get_if<1>(&times);
    if (!list) return value;
    const double reference = largest(times);
    for (double& entry : *list) entry = scaledTo(entry, reference, value);
    return times;
}

Comm scaled(Comm comm, double value) {
    const double reference = largest(comm);
    if (auto* nodes = std::get_if<NodeLinks>(&comm)) {
        nodes->inside = scaledTo(nodes->inside, reference, value);
        nodes->between = scaledTo(nodes->between, reference, value);
        return comm;
    }
    auto* matrix = std::get_if<1>(&comm);
    if (!matrix) return value;
    for (std::size_t from = 0; from < matrix->size(); ++from)
        for (std::size_t to = 0; to < (*matrix)[from].size(); ++to)
            if (from != to) (*matrix)[from][to] = scaledTo((*matrix)[from][to], reference, value);
    return comm;
}

template <class T>
T scaled(const std::optional<T>& value, double to) {
    return value ? scaled(*value, to) : T(to);
}

/// Calls `f` with the member of a key whose value is a number; does nothing for other keys.
template <class F>
void withMember(const QString& key, F f) {
    forEachWorkloadKey([&](const WorkloadKey& known, auto member, auto) {
        using Value = std::remove_cvref_t<decltype(std::declval<Workload>().*member)>;
        if constexpr (!isChosenWord<Value> && !std::is_same_v<Value, StageTimes>)
            if (key == toQString(known.key)) f(member);
    });
}

std::vector<double> entriesOf(double) { return {}; }
std::vector<double> entriesOf(const PerDevice& times) {
    const auto* list = std::get_if<1>(&times);
    return list ? *list : std::vector<double>();
}
std::vector<double> entriesOf(const Comm& comm) {
    if (const auto* nodes = std::get_if<NodeLinks>(&comm)) return {nodes->inside, nodes->between};
    std::vector<double> entries;
    if (const auto* matrix = std::get_if<1>(&comm))
        for (std::size_t from = 0; from < matrix->size(); ++from)
            for (std::size_t to = 0; to < matrix->size(); ++to)
                if (from != to) entries.push_back((*matrix)[from][to]);
    return entries;
}
template <class T>
std::vector<double> entriesOf(const std::optional<T>& value) {
    return value ? entriesOf(*value) : std::vector<double>();
}

/// What the row of a key shows; nothing if it is unset.
std::optional<ParameterValue> shownValue(int value) { return ParameterValue{value}; }
std::optional<ParameterValue> shownValue(const StageTimes& times) {
    return ParameterValue{ParameterValue::List{{times.forward}, {times.backward}}};
}
template <class T>
std::optional<ParameterValue> shownValue(const std::optional<T>& value);
template <class T>
std::optional<ParameterValue> shownValue(const T& value) {
    if constexpr (isChosenWord<T>)
        return ParameterValue{std::string(wordOf(value))};
    else
        return ParameterValue{largest(value)};
}
template <class T>
std::optional<ParameterValue> shownValue(const std::optional<T>& value) {
    return value ? shownValue(*value) : std::nullopt;
}

/// T_W as the share of the backward.
PerDevice weightOf(const Workload& workload) {
    PerDevice weight = workload.backward;
    if (auto* one = std::get_if<double>(&weight)) return *one * workload.weightFraction;
    for (double& time : std::get<1>(weight)) time *= workload.weightFraction;
    return weight;
}

void put(StageTimes& times, const StageTimes&, const ParameterValue& value) {
    const auto& list = std::get<ParameterValue::List>(value.held);
    times = {std::get<double>(list[0].held), std::get<double>(list[1].held)};
}
template <class T>
void put(T& member, const T& from, const ParameterValue& value) {
    if constexpr (isChosenWord<T>) {
        const auto words = wordsOf(member);
        const auto at = std::find(words.begin(), words.end(), std::get<std::string>(value.held));
        member = static_cast<T>(at - words.begin());
    } else if (const int* const whole = std::get_if<int>(&value.held)) {
        member = scaled(from, *whole);
    } else {
        member = scaled(from, std::get<double>(value.held));
    }
}

template <class T>
requires(!isChosenWord<T>) QString written(const T& value) { return formatExact(largest(value)); }
template <class T>
QString written(const std::optional<T>& value) {
    return value ? written(*value) : Text::tr("none");
}
QString written(const StageTimes& times) {
    return formatExact(times.forward) + QStringLiteral(", ") + formatExact(times.backward);
}
template <class T>
requires isChosenWord<T> QString written(T choice) { return toQString(wordOf(choice)); }

}  // namespace

std::vector<const WorkloadKey*> sliderKeys() {
    std::vector<const WorkloadKey*> keys;
    for (const WorkloadKey& key : numberKeys())
        if (key.slider.place > 0) keys.push_back(&key);
    std::sort(keys.begin(), keys.end(), [](auto* a, auto* b) { return a->slider.place < b->slider.place; });
    return keys;
}

const WorkloadKey* findWorkloadKey(std::string_view key) {
    for (const WorkloadKey& known : workloadKeys())
        if (known.key == key) return &known;
    return nullptr;
}

FormRow rowOf(const WorkloadKey& key, const Workload& workload) {
    FormRow row{key};
    forEachWorkloadKey([&](const WorkloadKey& known, auto member, auto) {
        if (&known == &key) row.value = shownValue(workload.*member);
    });
    const QString name = toQString(key.key);
    if (key.key == "time_unit") row.value = ParameterValue{workload.timeUnit};  // no entry has it
    if (key.key == "comm") {
        const double forward = largest(workload.forward);
        row.range = {0, forward > 0 ? 2 * forward : 1};
    }
    if (key.key == "microbatches") row.snap = workload.devices;
    if (key.isTime()) {
        row.unit = unitText(workload.timeUnit);
        row.table =
            key.key == "comm" ? Text::tr("Set a time per pair of devices…") : Text::tr("Set a time per device…");
    }
    row.standIn = entriesText(workload, name);
    return row;
}

QString changeOf(const WorkloadKey& key) {
    return Text::tr("Change %1").arg(Text::tr(key.name.empty() ? key.word : key.name));
}

double numberOf(const Workload& workload, const QString& key) {
    double number = 0;
    withMember(key, [&](auto member) { number = largest(workload.*member); });
    return number;
}

QString entriesText(const Workload& workload, const QString& key) {
    constexpr int kDigits = 4;
    std::vector<double> entries;
    withMember(key, [&](auto member) { entries = entriesOf(workload.*member); });
    if (entries.empty()) return {};
    const auto [least, most] = std::minmax_element(entries.begin(), entries.end());
    return formatNumber(*least, kDigits) + QChar(0x2013) + formatNumber(*most, kDigits);
}

QString valueText(const Workload& workload, const QString& key) {
    QString text = entriesText(workload, key);
    forEachWorkloadKey([&](const WorkloadKey& known, auto member, auto) {
        if (key != toQString(known.key)) return;
        if (text.isEmpty()) text = written(workload.*member);
        const bool hasUnit = known.isTime() || known.type == ParameterType::Object;
        if (hasUnit && !workload.timeUnit.empty()) text += QChar(0x202f) + unitText(workload.timeUnit);
    });
    return text;
}

bool isList(const Workload& workload, const QString& key) { return !entriesText(workload, key).isEmpty(); }

Workload withNumber(Workload workload, const Workload& from, const QString& key, double value) {
    if (key == QLatin1String("devices")) return withDevices(std::move(workload), static_cast<int>(std::lround(value)));
    withMember(key, [&](auto member) { workload.*member = scaled(from.*member, value); });
    return workload;
}

Workload withValue(Workload workload, const Workload& from, const WorkloadKey& key, const ParameterValue& value) {
    if (key.key == "devices") return withDevices(std::move(workload), std::get<int>(value.held));
    if (key.key == "time_unit") workload.timeUnit = std::get<std::string>(value.held);
    forEachWorkloadKey([&](const WorkloadKey& known, auto member, auto) {
        if (&known == &key) put(workload.*member, from.*member, value);
    });
    return workload;
}

Workload withFirst(Workload workload, const WorkloadKey& key) {
    if (key.key == "weight" && !workload.weight) workload.weight = weightOf(workload);
    if (key.key == "forward_backward") workload.forwardBackward = pairTimes(workload);
    if (key.key == "memory_limit" && !workload.memoryLimit) workload.memoryLimit = workload.devices;
    return workload;
}

Workload withoutKey(Workload workload, const WorkloadKey& key) {
    forEachWorkloadKey([&](const WorkloadKey& known, auto member, auto) {
        if (&known == &key) workload.*member = Workload().*member;
    });
    return workload;
}

const Workload& ScaledFrom::at(int gesture, const Workload& now) {
    if (gesture == 0 || gesture != m_gesture) {
        m_gesture = gesture;
        m_from = now;
    }
    return m_from;
}

}  // namespace bubblescope
