#include "app/console_progress.h"

#include "engine/run/run_progress.h"
#include "widgets/basics/format.h"

#include <QCoreApplication>

#include <unistd.h>

#include <condition_variable>
#include <cstdio>
#include <mutex>

namespace bubblescope {

namespace {

constexpr std::chrono::milliseconds kPatience{500};
constexpr std::chrono::milliseconds kTick{200};
constexpr auto kEraseLine = "\r\x1b[K";

void showUntil(const std::stop_token& stop, RunProgress& progress) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    const auto pause = [&](std::chrono::milliseconds span) {
        wake.wait_for(lock, stop, span, [] { return false; });
        return !stop.stop_requested();
    };
    bool isShown = false;
    for (auto span = kPatience; pause(span); span = kTick) {
        const RunProgress::Estimate estimate = progress.estimate();
        const QString text = QCoreApplication::translate("console", "Computing schedules: %1 %  %2")
                                 .arg(static_cast<int>(estimate.share * 100))
                                 .arg(formatTimeLeft(estimate.secondsLeft));
        std::fprintf(stderr, "%s%s", kEraseLine, qPrintable(text));
        isShown = true;
    }
    if (isShown) std::fputs(kEraseLine, stderr);
}

}  // namespace

ConsoleProgress::ConsoleProgress(RunProgress& progress, bool printedMeanwhile) {
    if (isatty(STDERR_FILENO) && !(printedMeanwhile && isatty(STDOUT_FILENO)))
        m_thread = std::jthread([&progress](const std::stop_token& stop) { showUntil(stop, progress); });
}

}  // namespace bubblescope
