#pragma once

#include <QByteArray>
#include <QString>

#include "app/documents/document_kind.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// A file that comes with the program, inside the executable.
///
/// Invariants  `name` is the file's name without its suffix, and forever; no two presets of any kind share one
struct Preset {
    QString name;
    QString title;
};

/// The presets of a kind that stand on none of its shelves: `default`, then by name with numbers counted as numbers.
std::vector<Preset> presets(const DocumentKind& kind = kScenarioKind);
/// Those on one of its shelves.
std::vector<Preset> presets(const DocumentKind& kind, const PresetShelf& shelf);

/// The file of a preset of any kind; nothing if there is none of this name.
std::optional<QByteArray> presetBytes(const QString& name);

/// The name of the preset closest to `name`.
QString nearestPreset(const QString& name, const DocumentKind& kind = kScenarioKind);

}  // namespace bubblescope
