#include "app/presets.h"

#include "engine/core/text.h"

#include <QCollator>
#include <QDir>
#include <QFile>

#include <algorithm>

/// The linker drops the resources of a static library unless they are asked for by name, outside any namespace.
static void ensureResources() { Q_INIT_RESOURCE(bubblescope); }

namespace bubblescope {

namespace {

QString suffixOf(const DocumentKind& kind) { return QLatin1String(kind.suffix); }

QStringList presetNames(const DocumentKind& kind) {
    ensureResources();
    const QString suffix = suffixOf(kind);
    QStringList names;
    for (const QString& file : QDir(QLatin1String(kind.presets)).entryList({QLatin1Char('*') + suffix}, QDir::Files))
        names.append(file.chopped(suffix.size()));
    QCollator byName(QLocale(QLocale::English));
    byName.setNumericMode(true);
    std::sort(names.begin(), names.end(), [&](const QString& a, const QString& b) {
        const bool isDefaultA = a == QLatin1String("default"), isDefaultB = b == QLatin1String("default");
        return isDefaultA != isDefaultB ? isDefaultA : byName(a, b);
    });
    return names;
}

}  // namespace

std::vector<Preset> presets(const DocumentKind& kind) {
    std::vector<Preset> out;
    for (const QString& name : presetNames(kind)) {
        const std::string bytes = presetBytes(name).value_or(QByteArray()).toStdString();
        const auto content = kind.read(bytes, ReadAs::File);
        out.push_back({name, content ? content->title : QString()});
    }
    return out;
}

std::optional<QByteArray> presetBytes(const QString& name) {
    for (const DocumentKind* kind : documentKinds()) {
        if (!presetNames(*kind).contains(name)) continue;
        QFile file(QLatin1String(kind->presets) + name + suffixOf(*kind));
        if (file.open(QIODevice::ReadOnly)) return file.readAll();
    }
    return std::nullopt;
}

QString nearestPreset(const QString& name, const DocumentKind& kind) {
    std::vector<std::string> names;
    for (const QString& known : presetNames(kind)) names.push_back(known.toStdString());
    const std::vector<std::string_view> views(names.begin(), names.end());
    return QString::fromStdString(nearestName(name.toStdString(), views));
}

}  // namespace bubblescope
