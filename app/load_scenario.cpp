#include "app/load_scenario.h"

#include "app/presets.h"
#include "engine/core/text.h"
#include "widgets/picture/figure_embed.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <cstdio>

namespace bubblescope {

namespace {

Error refusal(const char* sentence) { return {QCoreApplication::translate("load", sentence).toStdString(), {}}; }

/// Everything in `device` up to one byte past the limit of what it seems to be.
Result<QByteArray> readCapped(QFile& device) {
    constexpr qint64 kPiece = 1 << 20;
    QByteArray bytes = device.read(kPiece);
    const std::size_t limit = isPicture(bytes) ? kMaxPictureBytes : kMaxFileBytes;
    while (static_cast<std::size_t>(bytes.size()) <= limit) {
        const QByteArray piece = device.read(kPiece);
        if (piece.isEmpty()) break;
        bytes += piece;
    }
    if (device.error() != QFileDevice::NoError)
        return Error{"cannot be read: " + device.errorString().toStdString(), {}};
    return bytes;
}

Result<QByteArray> readFile(const QString& path) {
    const QFileInfo info(path);
    if (!info.exists()) return refusal(QT_TRANSLATE_NOOP("load", "there is no such file"));
    if (info.isDir()) return refusal(QT_TRANSLATE_NOOP("load", "is a folder; name a file in it"));
    if (!info.isFile())
        return refusal(QT_TRANSLATE_NOOP("load", "is not a regular file; use - to read standard input"));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return Error{"cannot be opened: " + file.errorString().toStdString(), {}};
    return readCapped(file);
}

Result<QByteArray> readStandardInput() {
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        return refusal(QT_TRANSLATE_NOOP("load", "standard input cannot be read"));
    return readCapped(input);
}

Result<QByteArray> readPreset(const QString& name, PresetKind kind) {
    if (const auto bytes = presetBytes(name)) return *bytes;
    return Error{QCoreApplication::translate("load", "there is no such preset; the nearest known one is \"%1\"")
                     .arg(nearestPreset(name, kind))
                     .toStdString(),
                 {}};
}

Result<QByteArray> readSource(const std::string& source, PresetKind kind) {
    if (source == "-") return readStandardInput();
    if (source.starts_with(kPresetPrefix))
        return readPreset(QString::fromStdString(source.substr(kPresetPrefix.size())), kind);
    return readFile(QString::fromStdString(source));
}

/// The JSON that a source is, or that rides inside the picture that it is.
Result<std::string> textOf(const std::string& source, PresetKind kind) {
    const auto bytes = readSource(source, kind);
    if (!bytes) return bytes.error();
    if (!isPicture(*bytes)) return bytes->toStdString();
    if (static_cast<std::size_t>(bytes->size()) > kMaxPictureBytes)
        return refusal(QT_TRANSLATE_NOOP("load", "larger than the limit of 256 MB for a picture"));
    if (auto embedded = embeddedDocument(*bytes)) return std::move(*embedded);
    return kind == PresetKind::Scenario
               ? refusal(QT_TRANSLATE_NOOP("load",
                                           "this picture has no scenario inside; only pictures that Bubblescope "
                                           "exported can be opened"))
               : refusal(QT_TRANSLATE_NOOP("load",
                                           "this picture has no experiment inside; only pictures that Bubblescope "
                                           "exported can be opened"));
}

}  // namespace

Result<Scenario> loadScenario(const std::string& source, std::span<const Setting> settings) {
    const auto text = textOf(source, PresetKind::Scenario);
    if (!text) return text.error();
    return readScenario(*text, settings);
}

Result<Experiment> loadExperiment(const std::string& source, std::span<const Setting> settings) {
    const auto text = textOf(source, PresetKind::Experiment);
    if (!text) return text.error();
    return readExperiment(*text, settings);
}

Result<std::variant<Scenario, Experiment>> loadAny(const std::string& source) {
    const auto text = textOf(source, PresetKind::Scenario);
    if (!text) return text.error();
    if (saysExperiment(*text)) {
        auto experiment = readExperiment(*text);
        if (!experiment) return experiment.error();
        return std::variant<Scenario, Experiment>(std::move(*experiment));
    }
    auto scenario = readScenario(*text);
    if (!scenario) return scenario.error();
    return std::variant<Scenario, Experiment>(std::move(*scenario));
}

}  // namespace bubblescope
