#pragma once

#include "engine/io/scenario_file.h"
#include "tests/widgets/gantt_pictures.h"
#include "tests/widgets/parsed_svg.h"

#include <QProcess>
#include <QStandardPaths>

// What the tests of pictures of Gantts share.

namespace bubblescope::test {

/// Of F, B, I and W in the light palette.
inline constexpr const char* kLightFills[] = {"#265ad2", "#ebb041", "#7a2b10", "#27a689"};

inline Drawing svgOf(const Scenario& scenario, const PictureOptions& options = {}) {
    return parsed(*ganttFile(kSvg, outcomesOf(scenario, options.theme), options, writeScenario(scenario)));
}

/// What a program prints; nothing where it is not installed.
inline std::optional<QByteArray> output(const QString& program, const QStringList& args) {
    if (QStandardPaths::findExecutable(program).isEmpty()) return std::nullopt;
    QProcess process;
    process.start(program, args);
    process.waitForFinished(60'000);
    return process.readAllStandardOutput();
}

}  // namespace bubblescope::test
