#pragma once

#include "tests/built.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

namespace bubblescope::test {

/// The result of running the built program.
struct Ran {
    int code = -1;  // its exit status; -1 if it crashed or hung
    QByteArray out;
    QByteArray err;
};

/// Runs the built program without a display. The time limit only ends a hang; it measures nothing.
inline Ran runProgram(const QStringList& args, const QByteArray& input = {}, const QString& folder = {},
                      const QString& standardOutput = {}) {
    constexpr int kHangAfterMs = 120'000;
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) environment.remove(name);
    process.setProcessEnvironment(environment);
    if (!folder.isEmpty()) process.setWorkingDirectory(folder);
    if (!standardOutput.isEmpty()) process.setStandardOutputFile(standardOutput);
    process.start(QString::fromUtf8(kProgram), args);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(kHangAfterMs)) {
        process.kill();
        process.waitForFinished();
        return {-1, {}, "did not end"};
    }
    const bool isNormal = process.exitStatus() == QProcess::NormalExit;
    return {isNormal ? process.exitCode() : -1, process.readAllStandardOutput(), process.readAllStandardError()};
}

}  // namespace bubblescope::test
