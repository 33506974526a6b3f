#include "app/documents/presets.h"

#include "engine/core/text.h"

#include <QCollator>
#include <QDir>
#include <QFile>

#include <algorithm>
#include <map>
#include <string_view>

/// The linker drops the resources of a static library unless they are initialized by name, outside any namespace.
static void ensureResources() { Q_INIT_RESOURCE(bubblescope); }

namespace bubblescope {

namespace {

QString suffixOf(const DocumentKind& kind) { return QLatin1String(kind.suffix); }

QStringList namesIn(const char* folder, const DocumentKind& kind) {
    ensureResources();
    const QString suffix = suffixOf(kind);
    QStringList names;
    for (const QString& file : QDir(QLatin1String(folder)).entryList({QLatin1Char('*') + suffix}, QDir::Files))
        names.append(file.chopped(suffix.size()));
    QCollator byName(QLocale(QLocale::English));
    byName.setNumericMode(true);
    std::sort(names.begin(), names.end(), [&](const QString& a, const QString& b) {
        const bool isDefaultA = a == QLatin1String("default"), isDefaultB = b == QLatin1String("default");
        return isDefaultA != isDefaultB ? isDefaultA : byName(a, b);
    });
    return names;
}

/// All folders of a kind's presets.
std::vector<const char*> foldersOf(const DocumentKind& kind) {
    std::vector<const char*> folders{kind.presets};
    for (const PresetShelf& shelf : kind.shelves) folders.push_back(shelf.folder);
    return folders;
}

/// Read once: they do not change while the program runs.
const std::vector<Preset>& presetsIn(const char* folder, const DocumentKind& kind) {
    static std::map<std::string_view, std::vector<Preset>> known;
    const auto [at, isNew] = known.try_emplace(folder);
    if (!isNew) return at->second;
    std::vector<Preset>& out = at->second;
    for (const QString& name : namesIn(folder, kind)) {
        const std::string bytes = presetBytes(name).value_or(QByteArray()).toStdString();
        const auto content = kind.read(bytes, ReadAs::File);
        const bool isGrouped = folder == std::string_view(kind.presets) && name != QLatin1String(kind.first);
        out.push_back({name, content ? content->title : QString(), content && isGrouped ? content->group : nullptr});
    }
    return out;
}

}  // namespace

const std::vector<Preset>& presets(const DocumentKind& kind) { return presetsIn(kind.presets, kind); }

const std::vector<Preset>& presets(const DocumentKind& kind, const PresetShelf& shelf) {
    return presetsIn(shelf.folder, kind);
}

std::optional<QByteArray> presetBytes(const QString& name) {
    for (const DocumentKind* kind : documentKinds())
        for (const char* folder : foldersOf(*kind)) {
            if (!namesIn(folder, *kind).contains(name)) continue;
            QFile file(QLatin1String(folder) + name + suffixOf(*kind));
            if (file.open(QIODevice::ReadOnly)) return file.readAll();
        }
    return std::nullopt;
}

QString nearestPreset(const QString& name, const DocumentKind& kind) {
    std::vector<std::string> names;
    for (const char* folder : foldersOf(kind))
        for (const QString& known : namesIn(folder, kind)) names.push_back(known.toStdString());
    const std::vector<std::string_view> views(names.begin(), names.end());
    return QString::fromStdString(nearestName(name.toStdString(), views));
}

}  // namespace bubblescope
