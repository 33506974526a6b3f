#pragma once

#include <QByteArray>
#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Scenarios stand in presets/, experiments in presets/experiments/.
enum class PresetKind { Scenario, Experiment };

/// A file that comes with the program, inside the executable.
///
/// Invariants  `name` is the file's name without its suffix, and forever; no two presets of any kind share one
struct Preset {
    QString name;
    QString title;
};

/// All presets of a kind: `default`, then by name with numbers counted as numbers.
std::vector<Preset> presets(PresetKind kind = PresetKind::Scenario);

/// The file of a preset of either kind; nothing if there is none of this name.
std::optional<QByteArray> presetBytes(const QString& name);

/// The name of the preset closest to `name`.
QString nearestPreset(const QString& name, PresetKind kind = PresetKind::Scenario);

}  // namespace bubblescope
