// Chrome trace: the ops instead of a picture of them, for trace viewers. The document is on the first line.

#include "engine/io/trace.h"
#include "widgets/picture/embedded_document.h"
#include "widgets/picture/picture.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

namespace bubblescope {

namespace {

bool isTrace(const QByteArray& file) {
    return file.startsWith(QByteArray(kTraceBeginning.data(), static_cast<qsizetype>(kTraceBeginning.size())));
}

std::optional<std::string> documentOfTrace(const QByteArray& file) {
    const qsizetype comma = file.indexOf(",\n");
    if (!isTrace(file) || comma < 0) return std::nullopt;
    const QJsonValue document = QJsonDocument::fromJson(file.first(comma) + '}')[QStringLiteral("otherData")]
                                    .toObject()[QStringLiteral("document")];
    if (!document.isString()) return std::nullopt;
    return document.toString().toStdString();
}

}  // namespace

const PictureFormat kTrace = {
    "trace.json", "Chrome trace", QT_TRANSLATE_NOOP("Text", "for trace viewers, one event per operation"),
    false,        false,          nullptr,
    nullptr,      isTrace,        documentOfTrace,
    writeTrace};

}  // namespace bubblescope
