#include "engine/steps/key_use.h"

#include "engine/kinds/entry_values.h"

namespace bubblescope {

namespace {

/// There, unless the entry is a mesh that lacks what the parameter belongs to.
ParameterUse ofMeshIf(const EntryValues& entry, bool has) { return {entry.kind().id != "mesh" || has}; }

ParameterUse idleIf(bool isIdle, std::string_view why, ParameterUse use = {}) {
    if (use.isThere && isIdle) use.idle = why;
    return use;
}

bool hasStages(const EntryValues& entry) { return entry.ranksAlong("pp") > 1; }
bool hasShards(const EntryValues& entry) { return entry.ranksAlong("fsdp") > 1; }

/// Whether a size of buckets is there: they close by size, and the entry gives the size in this unit.
ParameterUse ofSize(const EntryValues& entry, bool isInUnit) {
    return {knowsLayerBytes(entry) && !entry.isChoice("buckets", "layer") && isInUnit};
}

}  // namespace

bool knowsLayerBytes(const EntryValues& entry) {
    return entry.has("layer_bytes") || (entry.has("model") && !entry.has("times"));
}

std::string_view choiceHeld(const EntryValues& entry, const Parameter& parameter) {
    for (const std::string_view choice : parameter.choices)
        if (entry.has(parameter.key) && entry.isChoice(parameter.key, choice)) return choice;
    return parameter.key == "buckets" && !knowsLayerBytes(entry) ? "layer" : parameter.choices.front();
}

ParameterUse withTp(const EntryValues& entry) { return ofMeshIf(entry, entry.ranksAlong("tp") > 1); }
ParameterUse withCp(const EntryValues& entry) { return ofMeshIf(entry, entry.ranksAlong("cp") > 1); }
ParameterUse withEp(const EntryValues& entry) { return ofMeshIf(entry, entry.ranksAlong("ep") > 1); }
ParameterUse withStages(const EntryValues& entry) { return ofMeshIf(entry, hasStages(entry)); }
ParameterUse withShards(const EntryValues& entry) { return ofMeshIf(entry, hasShards(entry) && !hasStages(entry)); }
ParameterUse withShardedStages(const EntryValues& entry) {
    return ofMeshIf(entry, hasShards(entry) && hasStages(entry));
}

ParameterUse whenResharding(const EntryValues& entry) {
    return idleIf(!entry.isFlag("reshard_after_forward"),
                  "No effect unless units are resharded after the forward, because backwards then gather nothing.",
                  withShards(entry));
}

ParameterUse whenSummedEarly(const EntryValues& entry) {
    return idleIf(entry.isChoice("sync", "end"), "No effect while all gradients are summed at the end.",
                  withStages(entry));
}

ParameterUse whenActing(const EntryValues& entry) {
    return idleIf(!entry.isChoice("unshard", "actions"), "No effect unless gathers follow PyTorch actions.",
                  withShardedStages(entry));
}

ParameterUse whenMasked(const EntryValues& entry) {
    return idleIf(entry.isChoice("mask", "full"), "No effect with a full mask, because every rank has the same work.",
                  withCp(entry));
}

ParameterUse whenSized(const EntryValues& entry) {
    const bool isRefused = entry.has("buckets") && entry.isChoice("buckets", "bytes");
    return idleIf(!knowsLayerBytes(entry) && !isRefused,
                  "One bucket per layer. Other buckets need the size of each layer, which a file sets as layer_bytes.");
}

ParameterUse inBytes(const EntryValues& entry) { return ofSize(entry, entry.has("bucket_bytes")); }
ParameterUse inMebibytes(const EntryValues& entry) { return ofSize(entry, !entry.has("bucket_bytes")); }
ParameterUse firstInBytes(const EntryValues& entry) { return ofSize(entry, entry.has("first_bucket_bytes")); }
ParameterUse firstInMebibytes(const EntryValues& entry) { return ofSize(entry, !entry.has("first_bucket_bytes")); }

ParameterUse whenSeveral(const EntryValues& entry) {
    return idleIf(entry.number("steps") < 2, "No effect on a single step: show several steps.");
}

ParameterUse whenUpdating(const EntryValues& entry) {
    return idleIf(entry.isChoice("pass", "forward"), "No effect on forwards: applies to the optimizer pass.");
}

}  // namespace bubblescope
