#pragma once

#include <QProcess>
#include <QStandardPaths>

#include <optional>

namespace bubblescope::test {

/// The output of an external program; empty if it is not installed. `code` receives its exit status.
inline std::optional<QByteArray> output(const QString& program, const QStringList& args, int* code = nullptr) {
    if (QStandardPaths::findExecutable(program).isEmpty()) return std::nullopt;
    QProcess process;
    process.start(program, args);
    process.waitForFinished(120'000);
    if (code) *code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    return process.readAllStandardOutput();
}

}  // namespace bubblescope::test
