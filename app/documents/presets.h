#pragma once

#include <QByteArray>
#include <QString>

#include "app/documents/document_kind.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// A file that is built into the executable.
///
/// Invariants  `name` is the file's name without its suffix and never changes; it is unique among presets of all kinds
struct Preset {
    QString name;
    QString title;
    const char* group = nullptr;  // as in DocumentContent; null for the first preset of a kind, and on shelves
};

/// The presets of a kind that are on none of its shelves: `default` first, the rest sorted by name, numbers by value.
/// From the interface thread alone.
const std::vector<Preset>& presets(const DocumentKind& kind = kScenarioKind);
/// The presets on one of its shelves.
const std::vector<Preset>& presets(const DocumentKind& kind, const PresetShelf& shelf);

/// The content of a preset of any kind; empty if no preset has this name.
std::optional<QByteArray> presetBytes(const QString& name);

/// The name of the preset closest to `name`.
QString nearestPreset(const QString& name, const DocumentKind& kind = kScenarioKind);

}  // namespace bubblescope
