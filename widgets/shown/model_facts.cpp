#include "widgets/shown/model_facts.h"

#include "engine/steps/model_step.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/shown/memory_text.h"

#include <QCoreApplication>

namespace bubblescope {

QString formatTokens(double tokensPerSecond) {
    constexpr double kMany = 1e4, kMillions = 1e6;
    if (tokensPerSecond >= kMillions)
        return Text::tr("%1\u202fM tokens/s").arg(formatNumber(tokensPerSecond / kMillions, 3));
    if (tokensPerSecond >= kMany) return Text::tr("%1\u202fk tokens/s").arg(formatNumber(tokensPerSecond / 1e3, 3));
    return Text::tr("%1 tokens/s").arg(formatNumber(tokensPerSecond, 4));
}

namespace {

QString calibratedText(const Hardware& hardware, const QString& error) {
    return hardware.calibratedRuns == 1 ? Text::tr("calibrated on 1 run, %1").arg(error)
                                        : Text::tr("calibrated on %1 runs, %2").arg(hardware.calibratedRuns).arg(error);
}

}  // namespace

QString basisText(const Hardware& hardware) {
    if (hardware.isFlat) return {};
    const QString error = QStringLiteral("±%1%").arg(std::lround(100 * hardware.expectedError()));
    if (hardware.calibratedRuns > 0) return calibratedText(hardware, error);
    return (hardware.reached == hardware.start ? Text::tr("start values, %1") : Text::tr("custom values, %1"))
        .arg(error);
}

QString machineText(const Hardware& hardware) {
    if (hardware.calibratedRuns == 0) return basisText(hardware);
    return calibratedText(hardware, Text::tr("mean error %1").arg(formatPercent(hardware.calibratedError)));
}

QString fitWord(const Hardware& hardware, double peak) {
    if (!hardware.fits(peak)) return Text::tr("no");
    return hardware.isToTheBrim(peak) ? Text::tr("to the brim") : Text::tr("yes");
}

QString fitText(const StepRun& step) {
    if (step.isToTheBrim()) return Text::tr("fits to the brim");
    if (!step.isOverMemory()) return Text::tr("fits");
    const double over = static_cast<double>(step.memoryPeak()) - step.setup.model->hardware.usableBytes();
    return Text::tr("%1 over memory").arg(formatMemory(over));
}

void addModelFacts(TrackData& shown, const StepRun& step) {
    if (step.memory.empty()) return;
    const double total = static_cast<double>(step.timeline->totalTime());
    const QString exposed = Text::tr("exposed comm. %1").arg(formatPercent(total > 0 ? step.exposedComm / total : 0));
    const QString peak = Text::tr("peak %1").arg(formatMemory(static_cast<double>(step.memoryPeak())));
    QStringList facts{QStringLiteral("\u2713 ") + fitText(step), peak};
    if (step.figures) {
        shown.bubble = Text::tr("MFU %1").arg(formatPercent(step.figures->mfu));
        facts += formatTokens(step.figures->tokensPerSecond);
        facts += exposed;
    } else {
        shown.bubble = exposed;
    }
    if (const QString basis = basisText(step.setup.model->hardware); !basis.isEmpty()) facts += basis;
    shown.facts = facts + shown.facts;
    if (step.isOverMemory()) shown.overLimit = fitText(step);
    const QString brim = Text::tr(
        "Less than 3% of the memory is free: the allocator then retries, and the step takes longer than predicted.");
    shown.factsTip =
        (step.isToTheBrim() ? brim + QLatin1Char(' ') : QString()) +
        Text::tr(
            "MFU is the share of the device's peak FLOP/s that the model's own FLOPs use. Peak memory is that of the "
            "fullest rank.") +
        QLatin1Char(' ') + shown.factsTip;
}

}  // namespace bubblescope
