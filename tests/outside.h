#pragma once

#include <QProcess>
#include <QStandardPaths>

#include <optional>

namespace bubblescope::test {

/// What a program that is not ours prints, or nothing where it is not installed. `code` is what it ends with.
inline std::optional<QByteArray> output(const QString& program, const QStringList& args, int* code = nullptr) {
    if (QStandardPaths::findExecutable(program).isEmpty()) return std::nullopt;
    QProcess process;
    process.start(program, args);
    process.waitForFinished(120'000);
    if (code) *code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    return process.readAllStandardOutput();
}

}  // namespace bubblescope::test
