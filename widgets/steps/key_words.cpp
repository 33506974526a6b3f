#include "widgets/steps/key_words.h"

#include "engine/entries/registry.h"
#include "engine/entries/resolve.h"
#include "engine/scenario/parameters.h"
#include "engine/steps/mesh.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <initializer_list>

namespace bubblescope {

namespace {

struct Word {
    std::string_view key, choice;  // the choice is empty for a key itself
    const char* text;
};

constexpr Word kWords[] = {
    {"buckets", "", QT_TRANSLATE_NOOP("Text", "buckets")},
    {"buckets", "bytes", QT_TRANSLATE_NOOP("Text", "by size")},
    {"buckets", "layer", QT_TRANSLATE_NOOP("Text", "one per layer")},
    {"bucket_bytes", "", QT_TRANSLATE_NOOP("Text", "bucket size, bytes")},
    {"first_bucket_bytes", "", QT_TRANSLATE_NOOP("Text", "first bucket, bytes")},
    {"bucket_mb", "", QT_TRANSLATE_NOOP("Text", "bucket size, MiB")},
    {"first_bucket_mb", "", QT_TRANSLATE_NOOP("Text", "first bucket, MiB")},
    {"gather", "", QT_TRANSLATE_NOOP("Text", "gathers")},
    {"gather", "after", QT_TRANSLATE_NOOP("Text", "at the end")},
    {"gather", "overlap", QT_TRANSLATE_NOOP("Text", "overlap forwards")},
    {"reduce", "", QT_TRANSLATE_NOOP("Text", "gradients")},
    {"prefetch_forward", "", QT_TRANSLATE_NOOP("Text", "prefetch, forward")},
    {"prefetch_backward", "", QT_TRANSLATE_NOOP("Text", "prefetch, backward")},
    {"rs_limit", "", QT_TRANSLATE_NOOP("Text", "reductions in flight")},
    {"reshard_after_forward", "", QT_TRANSLATE_NOOP("Text", "reshard after forward")},
    {"keep_last", "", QT_TRANSLATE_NOOP("Text", "keep last layer gathered")},
    {"comm_lanes", "", QT_TRANSLATE_NOOP("Text", "communicators")},
    {"mesh.pp", "", QT_TRANSLATE_NOOP("Text", "pp · pipeline")},
    {"mesh.dp", "", QT_TRANSLATE_NOOP("Text", "dp · replicas")},
    {"mesh.fsdp", "", QT_TRANSLATE_NOOP("Text", "fsdp · shards")},
    {"mesh.cp", "", QT_TRANSLATE_NOOP("Text", "cp · context")},
    {"mesh.tp", "", QT_TRANSLATE_NOOP("Text", "tp · tensor")},
    {"mesh.ep", "", QT_TRANSLATE_NOOP("Text", "ep · experts")},
    {"overlap", "wgrad", QT_TRANSLATE_NOOP("Text", "grad weight (W)")},
    {"q", "", QT_TRANSLATE_NOOP("Text", "grid, q × q")},
    {"balance", "headtail", QT_TRANSLATE_NOOP("Text", "head and tail")},
    {"backward_factor", "", QT_TRANSLATE_NOOP("Text", "backward / forward")},
    {"sync", "", QT_TRANSLATE_NOOP("Text", "gradients")},
    {"sync", "overlap", QT_TRANSLATE_NOOP("Text", "overlap compute")},
    {"sync", "end", QT_TRANSLATE_NOOP("Text", "at the end")},
    {"sync_pieces", "", QT_TRANSLATE_NOOP("Text", "pieces of last backward")},
    {"unshard", "", QT_TRANSLATE_NOOP("Text", "gathers")},
    {"unshard", "always", QT_TRANSLATE_NOOP("Text", "before every op")},
    {"unshard", "actions", QT_TRANSLATE_NOOP("Text", "PyTorch actions")},
    {"active_limit", "", QT_TRANSLATE_NOOP("Text", "most gathered stages")},
    {"host", "", QT_TRANSLATE_NOOP("Text", "host")},
    {"host", "after-backward", QT_TRANSLATE_NOOP("Text", "after backwards")},
    {"host", "streamed", QT_TRANSLATE_NOOP("Text", "overlap backwards")},
    {"steps", "", QT_TRANSLATE_NOOP("Text", "steps shown")},
    {"delayed", "", QT_TRANSLATE_NOOP("Text", "update one step late")},
    {"pieces", "", QT_TRANSLATE_NOOP("Text", "pieces of state")},
    {"duplex", "", QT_TRANSLATE_NOOP("Text", "read and write at once")},
    {"chunk_elements", "", QT_TRANSLATE_NOOP("Text", "chunk parameters")},
    {"device_memory", "", QT_TRANSLATE_NOOP("Text", "memory for chunks, GB")},
};

const char* wordFor(std::string_view key, std::string_view choice) {
    const auto at = std::find_if(std::begin(kWords), std::end(kWords),
                                 [&](const Word& word) { return word.key == key && word.choice == choice; });
    return at == std::end(kWords) ? nullptr : at->text;
}

/// The values of an entry's keys, or their defaults.
class Said {
public:
    explicit Said(const ScheduleEntry& entry) : m_entry(entry), m_kind(*kindOf(entry)) {}

    bool has(std::string_view key) const { return valueNamed(m_entry.values, key).has_value(); }
    /// Whether the bytes of each layer are known: given, or from a model.
    bool hasLayerBytes() const { return has("layer_bytes") || (has("model") && !has("times")); }
    bool isFlag(std::string_view key) const { return number(key) != 0; }
    double number(std::string_view key) const {
        const auto value = valueNamed(m_entry.values, key);
        const Parameter* const parameter = m_kind.parameter(key);
        const double usual = parameter ? parameter->usual.value_or(0) : 0;
        if (!value) return usual;
        if (const bool* const flag = std::get_if<bool>(&value->held)) return *flag ? 1 : 0;
        if (const int* const whole = std::get_if<int>(&value->held)) return *whole;
        const double* const held = std::get_if<double>(&value->held);
        return held ? *held : usual;
    }
    bool isChoice(std::string_view key, std::string_view choice) const {
        const Parameter* const parameter = m_kind.parameter(key);
        if (!parameter) return false;
        const auto value = valueNamed(m_entry.values, key);
        const std::string* const held = value ? std::get_if<std::string>(&value->held) : nullptr;
        return (held ? std::string_view(*held) : parameter->choices.front()) == choice;
    }
    int ranksAlong(std::string_view axis) const {
        const auto mesh = valueNamed(m_entry.values, "mesh");
        const auto* const object = mesh ? std::get_if<ParameterValue::Object>(&mesh->held) : nullptr;
        const auto size = object ? valueNamed(*object, axis) : std::nullopt;
        const int* const held = size ? std::get_if<int>(&size->held) : nullptr;
        return held ? *held : 1;
    }

private:
    const ScheduleEntry& m_entry;
    const ScheduleKind& m_kind;
};

bool isOneOf(std::string_view key, std::initializer_list<std::string_view> keys) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// Whether a mesh has the axes that a key belongs to.
bool hasAxesOf(const Said& said, std::string_view key) {
    const bool isPipeline = said.ranksAlong("pp") > 1, isSharded = said.ranksAlong("fsdp") > 1;
    if (key == "overlap") return said.ranksAlong("tp") > 1;
    if (isOneOf(key, {"mask", "balance"})) return said.ranksAlong("cp") > 1;
    if (isOneOf(key, {"imbalance", "backward_factor"})) return said.ranksAlong("ep") > 1;
    if (isOneOf(key, {"schedule", "sync", "sync_pieces"})) return isPipeline;
    if (isOneOf(key, {"unshard", "active_limit"})) return isPipeline && isSharded;
    const bool isOfSharding = isOneOf(
        key, {"prefetch_forward", "prefetch_backward", "rs_limit", "reshard_after_forward", "keep_last", "comm_lanes"});
    return !isOfSharding || (isSharded && !isPipeline);
}

/// Why a key has no effect, given the others; empty if it has one.
QString whyIdle(const Said& said, std::string_view key) {
    const bool isRefused = said.has("buckets") && said.isChoice("buckets", "bytes");
    if (key == "buckets" && !said.hasLayerBytes() && !isRefused)
        return Text::tr(
            "One bucket per layer. Other buckets need the size of each layer, which a file sets as layer_bytes.");
    if (isOneOf(key, {"prefetch_backward", "keep_last"}) && !said.isFlag("reshard_after_forward"))
        return Text::tr(
            "No effect unless units are resharded after the forward, because backwards then gather nothing.");
    if (key == "balance" && said.isChoice("mask", "full"))
        return Text::tr("No effect with a full mask, because every rank has the same work.");
    if (key == "sync_pieces" && said.isChoice("sync", "end"))
        return Text::tr("No effect while all gradients are summed at the end.");
    if (key == "active_limit" && !said.isChoice("unshard", "actions"))
        return Text::tr("No effect unless gathers follow PyTorch actions.");
    if (key == "delayed" && said.number("steps") < 2)
        return Text::tr("No effect on a single step: show several steps.");
    if (isOneOf(key, {"pieces", "duplex"}) && said.isChoice("pass", "forward"))
        return Text::tr("No effect on forwards: applies to the optimizer pass.");
    return {};
}

}  // namespace

QString wordOfKey(std::string_view key) {
    const char* const word = wordFor(key, {});
    return word ? Text::tr(word) : toQString(key).replace(QLatin1Char('_'), QLatin1Char(' '));
}

QString wordOfChoice(std::string_view key, std::string_view choice) {
    const char* const word = wordFor(key, choice);
    return word ? Text::tr(word) : toQString(choice);
}

ScheduleEntry withShared(const Scenario& scenario, std::size_t index) {
    ScheduleEntry entry = scenario.schedules[index];
    entry.values = resolve(scenario, index).values;
    return entry;
}

std::string_view choiceHeld(const ScheduleEntry& entry, const Parameter& parameter) {
    const Said said(entry);
    for (const std::string_view choice : parameter.choices)
        if (said.has(parameter.key) && said.isChoice(parameter.key, choice)) return choice;
    return parameter.key == "buckets" && !said.hasLayerBytes() ? "layer" : parameter.choices.front();
}

KeyUse useOfKey(const ScheduleEntry& entry, std::string_view key) {
    const Said said(entry);
    if (entry.kind == "mesh" && !hasAxesOf(said, key)) return {KeyUse::State::Absent};
    const bool isInBytes = isOneOf(key, {"bucket_bytes", "first_bucket_bytes"});
    if (isInBytes || isOneOf(key, {"bucket_mb", "first_bucket_mb"})) {
        const bool isBySize = said.hasLayerBytes() && !said.isChoice("buckets", "layer");
        const bool saysBytes = said.has(key.starts_with("first") ? "first_bucket_bytes" : "bucket_bytes");
        return {isBySize && saysBytes == isInBytes ? KeyUse::State::Used : KeyUse::State::Absent};
    }
    const QString why = whyIdle(said, key);
    return {why.isEmpty() ? KeyUse::State::Used : KeyUse::State::Idle, why};
}

}  // namespace bubblescope
