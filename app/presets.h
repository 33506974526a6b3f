#pragma once

#include <QByteArray>
#include <QString>

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// A scenario that comes with the program: a file of presets/, inside the executable.
///
/// Invariants  `name` is the file's name without its suffix, and forever
struct Preset {
    QString name;
    QString title;
};

/// All presets: `default`, then by name with numbers counted as numbers.
std::vector<Preset> presets();

/// The scenario file of a preset; nothing if there is none of this name.
std::optional<QByteArray> presetBytes(const QString& name);

/// The name of the preset closest to `name`.
QString nearestPreset(const QString& name);

}  // namespace bubblescope
