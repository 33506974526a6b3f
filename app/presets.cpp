#include "app/presets.h"

#include "engine/core/text.h"
#include "engine/io/experiment_file.h"

#include <QCollator>
#include <QDir>
#include <QFile>

#include <algorithm>

/// The linker drops the resources of a static library unless they are asked for by name, outside any namespace.
static void ensureResources() { Q_INIT_RESOURCE(bubblescope); }

namespace bubblescope {

namespace {

struct PresetFiles {
    QString folder, suffix;
};

PresetFiles filesOf(PresetKind kind) {
    if (kind == PresetKind::Experiment) return {QStringLiteral(":/presets/experiments/"), QStringLiteral(".json")};
    return {QStringLiteral(":/presets/"), QStringLiteral(".bubble.json")};
}

QStringList presetNames(PresetKind kind) {
    ensureResources();
    const PresetFiles files = filesOf(kind);
    QStringList names;
    for (const QString& file : QDir(files.folder).entryList({QLatin1Char('*') + files.suffix}, QDir::Files))
        names.append(file.chopped(files.suffix.size()));
    QCollator byName(QLocale(QLocale::English));
    byName.setNumericMode(true);
    std::sort(names.begin(), names.end(), [&](const QString& a, const QString& b) {
        const bool isDefaultA = a == QLatin1String("default"), isDefaultB = b == QLatin1String("default");
        return isDefaultA != isDefaultB ? isDefaultA : byName(a, b);
    });
    return names;
}

}  // namespace

std::vector<Preset> presets(PresetKind kind) {
    std::vector<Preset> out;
    for (const QString& name : presetNames(kind)) {
        const std::string bytes = presetBytes(name).value_or(QByteArray()).toStdString();
        std::string title;
        if (kind == PresetKind::Experiment) {
            if (const auto experiment = readExperiment(bytes)) title = experiment->title;
        } else if (const auto scenario = readScenario(bytes)) {
            title = scenario->title;
        }
        out.push_back({name, QString::fromStdString(title)});
    }
    return out;
}

std::optional<QByteArray> presetBytes(const QString& name) {
    for (const PresetKind kind : {PresetKind::Scenario, PresetKind::Experiment}) {
        if (!presetNames(kind).contains(name)) continue;
        QFile file(filesOf(kind).folder + name + filesOf(kind).suffix);
        if (file.open(QIODevice::ReadOnly)) return file.readAll();
    }
    return std::nullopt;
}

QString nearestPreset(const QString& name, PresetKind kind) {
    std::vector<std::string> names;
    for (const QString& known : presetNames(kind)) names.push_back(known.toStdString());
    const std::vector<std::string_view> views(names.begin(), names.end());
    return QString::fromStdString(nearestName(name.toStdString(), views));
}

}  // namespace bubblescope
