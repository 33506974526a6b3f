#pragma once

#include "tests/app/run_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace bubblescope::test {

/// A scenario with these members beside format and version.
inline QByteArray fileOf(const QByteArray& rest) {
    return "{\"format\": \"bubblescope-scenario\", \"version\": 1" + (rest.isEmpty() ? rest : ", " + rest) + "}";
}

/// The results that `simulate --json` printed.
inline QJsonArray resultsOf(const Ran& ran) {
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(ran.out, &error);
    if (error.error != QJsonParseError::NoError) qWarning("%s", qPrintable(error.errorString()));
    return document.object()["results"].toArray();
}

/// Runs `simulate --json`, and warns if it fails.
inline QJsonArray simulated(const QStringList& args, const QByteArray& input = {}) {
    const Ran ran = runProgram(QStringList{"simulate", "--json"} + args, input);
    if (ran.code != 0 || !ran.err.isEmpty()) qWarning("exit %d: %s", ran.code, ran.err.constData());
    return resultsOf(ran);
}

}  // namespace bubblescope::test
