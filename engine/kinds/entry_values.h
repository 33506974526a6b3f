#pragma once

#include "engine/kinds/kind.h"
#include "engine/scenario/scenario.h"

namespace bubblescope {

/// The values of an entry's parameters, or the defaults that its kind declares. `use` of a parameter judges by them.
///
/// Invariants  does not own the entry
class EntryValues {
public:
    EntryValues(const ScheduleEntry& entry, const ScheduleKind& kind) : m_entry(entry), m_kind(kind) {}

    const ScheduleKind& kind() const { return m_kind; }
    bool has(std::string_view key) const { return valueNamed(m_entry.values, key).has_value(); }
    bool isFlag(std::string_view key) const { return number(key) != 0; }
    /// A number, or 1 for a flag that is set; 0 if there is neither a value nor a default.
    double number(std::string_view key) const;
    /// The first choice is the default.
    bool isChoice(std::string_view key, std::string_view choice) const;
    /// The ranks along an axis of the entry's mesh; 1 if it has no such axis.
    int ranksAlong(std::string_view axis) const;

private:
    const ScheduleEntry& m_entry;
    const ScheduleKind& m_kind;
};

}  // namespace bubblescope
