#include "app/documents/load_scenario.h"

#include "app/documents/presets.h"
#include "engine/core/text.h"
#include "engine/io/order_csv.h"
#include "engine/io/scenario_file.h"
#include "widgets/kit/text.h"
#include "widgets/picture/picture_format.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <cstdio>

namespace bubblescope {

namespace {

Error refusal(const char* sentence) { return {Text::tr(sentence).toStdString(), {}}; }

/// Reads `device` up to about one chunk past the size limit of a picture or of a document, whichever it seems to be.
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
    if (!info.exists()) return refusal(QT_TRANSLATE_NOOP("Text", "no such file"));
    if (info.isDir()) return refusal(QT_TRANSLATE_NOOP("Text", "this is a folder; name a file in it"));
    if (!info.isFile()) return refusal(QT_TRANSLATE_NOOP("Text", "not a regular file; use - to read standard input"));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return Error{"cannot be opened: " + file.errorString().toStdString(), {}};
    return readCapped(file);
}

Result<QByteArray> readStandardInput() {
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        return refusal(QT_TRANSLATE_NOOP("Text", "standard input cannot be read"));
    return readCapped(input);
}

Result<QByteArray> readPreset(const QString& name, const DocumentKind& kind) {
    if (const auto bytes = presetBytes(name)) return *bytes;
    return Error{Text::tr("no such preset; nearest: \"%1\"").arg(nearestPreset(name, kind)).toStdString(), {}};
}

Result<QByteArray> readSource(const std::string& source, const DocumentKind& kind) {
    if (source == "-") return readStandardInput();
    if (source.starts_with(kPresetPrefix))
        return readPreset(QString::fromStdString(source.substr(kPresetPrefix.size())), kind);
    return readFile(QString::fromStdString(source));
}

}  // namespace

bool holdsOrders(const std::string& source, std::string_view beginning) {
    const bool isCsv = QString::fromStdString(source).endsWith(QLatin1String(".csv"), Qt::CaseInsensitive);
    return isOrderCsv(beginning) || (isCsv && !beginning.starts_with('{'));
}

Result<std::string> loadText(const std::string& source, const DocumentKind& kind) {
    const auto bytes = readSource(source, kind);
    if (!bytes) return bytes.error();
    const std::string_view text(bytes->constData(), static_cast<std::size_t>(bytes->size()));
    if (holdsOrders(source, text)) {
        const auto scenario = readOrderCsv(text);
        return scenario ? Result<std::string>(writeScenario(*scenario)) : scenario.error();
    }
    if (!isPicture(*bytes)) return bytes->toStdString();
    if (static_cast<std::size_t>(bytes->size()) > kMaxPictureBytes)
        return refusal(QT_TRANSLATE_NOOP("Text", "the picture exceeds the limit of 256 MB"));
    if (auto embedded = embeddedDocument(*bytes)) return std::move(*embedded);
    return Error{Text::tr("this picture contains no %1; only pictures exported by Bubblescope can be opened")
                     .arg(QLatin1String(kind.id))
                     .toStdString(),
                 {}};
}

Result<Scenario> loadScenario(const std::string& source, std::span<const Setting> settings) {
    const auto text = loadText(source, kScenarioKind);
    if (!text) return text.error();
    return readScenario(*text, settings);
}

Result<Experiment> loadExperiment(const std::string& source, std::span<const Setting> settings) {
    const auto text = loadText(source, kExperimentKind);
    if (!text) return text.error();
    return readExperiment(*text, settings);
}

Result<CollectiveSetup> loadCollective(const std::string& source, std::span<const Setting> settings) {
    const auto text = loadText(source, kCollectiveKind);
    if (!text) return text.error();
    return readCollective(*text, settings);
}

}  // namespace bubblescope
