#include "widgets/panels/workload_params.h"

#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

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

WorkloadParam paramOf(const WorkloadKey& key) {
    const auto words = [](std::string_view text) { return Text::tr(std::string(text).c_str()); };
    const WorkloadKey::Slider& slider = key.slider;
    const ParamScale scale{slider.isLogarithmic ? ParamScale::Kind::Logarithmic : ParamScale::Kind::Linear,
                           key.isWhole(), slider.least, slider.most, slider.step};
    return {{toQString(key.key), toQString(key.mark), words(key.word), words(key.definition), scale, key.least,
             key.most, slider.usual},
            Text::tr("Change %1").arg(words(key.name)),
            slider.isRare};
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

std::vector<WorkloadParam> workloadParams() {
    std::vector<const WorkloadKey*> keys;
    for (const WorkloadKey& key : numberKeys())
        if (key.slider.place > 0) keys.push_back(&key);
    std::sort(keys.begin(), keys.end(), [](auto* a, auto* b) { return a->slider.place < b->slider.place; });
    std::vector<WorkloadParam> params;
    for (const WorkloadKey* key : keys) params.push_back(paramOf(*key));
    return params;
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
        const bool hasUnit = known.isTime() || known.value == WorkloadValue::Stage;
        if (hasUnit && !workload.timeUnit.empty()) text += QChar(0x202f) + unitText(workload.timeUnit);
    });
    return text;
}

void showIn(ParamSlider& row, const Workload& workload) {
    const QString& key = row.spec().key;
    const WorkloadKey& known = *findNumberKey(key.toStdString());
    if (key == QLatin1String("comm")) {
        const double forward = largest(workload.forward);
        row.setRange(0, forward > 0 ? 2 * forward : 1);
    }
    if (key == QLatin1String("microbatches")) row.setSnap(workload.devices);
    if (known.isTime()) row.setUnit(unitText(workload.timeUnit));
    row.setStandIn(entriesText(workload, key));
    const bool isUnset = (key == QLatin1String("memory_limit") && !workload.memoryLimit) ||
                         (key == QLatin1String("forward_backward") && !workload.forwardBackward);
    if (!isUnset) row.setValue(numberOf(workload, key));
}

bool isList(const Workload& workload, const QString& key) { return !entriesText(workload, key).isEmpty(); }

Workload withNumber(Workload workload, const Workload& from, const QString& key, double value) {
    withMember(key, [&](auto member) { workload.*member = scaled(from.*member, value); });
    return workload;
}

}  // namespace bubblescope
