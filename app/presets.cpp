#include "app/presets.h"

#include "engine/core/text.h"
#include "engine/io/scenario_file.h"

#include <QCollator>
#include <QDir>
#include <QFile>

#include <algorithm>

/// The linker drops the resources of a static library unless they are asked for by name, outside any namespace.
static void ensureResources() { Q_INIT_RESOURCE(bubblescope); }

namespace bubblescope {

namespace {

const QString kFolder = QStringLiteral(":/presets/");
const QString kSuffix = QStringLiteral(".bubble.json");

QStringList presetNames() {
    ensureResources();
    QStringList names;
    for (const QString& file : QDir(kFolder).entryList({QLatin1Char('*') + kSuffix}, QDir::Files))
        names.append(file.chopped(kSuffix.size()));
    QCollator byName(QLocale(QLocale::English));
    byName.setNumericMode(true);
    std::sort(names.begin(), names.end(), [&](const QString& a, const QString& b) {
        const bool isDefaultA = a == QLatin1String("default"), isDefaultB = b == QLatin1String("default");
        return isDefaultA != isDefaultB ? isDefaultA : byName(a, b);
    });
    return names;
}

}  // namespace

std::vector<Preset> presets() {
    std::vector<Preset> out;
    for (const QString& name : presetNames()) {
        const auto scenario = readScenario(presetBytes(name).value_or(QByteArray()).toStdString());
        out.push_back({name, scenario ? QString::fromStdString(scenario->title) : QString()});
    }
    return out;
}

std::optional<QByteArray> presetBytes(const QString& name) {
    if (!presetNames().contains(name)) return std::nullopt;
    QFile file(kFolder + name + kSuffix);
    if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
    return file.readAll();
}

QString nearestPreset(const QString& name) {
    std::vector<std::string> names;
    for (const QString& known : presetNames()) names.push_back(known.toStdString());
    const std::vector<std::string_view> views(names.begin(), names.end());
    return QString::fromStdString(nearestName(name.toStdString(), views));
}

}  // namespace bubblescope
