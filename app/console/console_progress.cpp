#include "app/console/console_progress.h"

#include "engine/results/run_progress.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

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

void showUntil(const std::stop_token& stop, const std::function<QString()>& text) {
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    const auto pause = [&](std::chrono::milliseconds span) {
        wake.wait_for(lock, stop, span, [] { return false; });
        return !stop.stop_requested();
    };
    bool isShown = false;
    for (auto span = kPatience; pause(span); span = kTick) {
        std::fprintf(stderr, "%s%s", kEraseLine, qPrintable(text()));
        isShown = true;
    }
    if (isShown) std::fputs(kEraseLine, stderr);
}

}  // namespace

ConsoleProgress::ConsoleProgress(std::function<QString()> text, bool printedMeanwhile) {
    if (isatty(STDERR_FILENO) && !(printedMeanwhile && isatty(STDOUT_FILENO)))
        m_thread = std::jthread([text = std::move(text)](const std::stop_token& stop) { showUntil(stop, text); });
}

ConsoleProgress::ConsoleProgress(RunProgress& progress, bool printedMeanwhile)
    : ConsoleProgress(
          [&progress] {
              const Estimate estimate = progress.estimate();
              return Text::tr("Computing schedules: %1%  %2")
                  .arg(static_cast<int>(estimate.share * 100))
                  .arg(formatTimeLeft(estimate.secondsLeft));
          },
          printedMeanwhile) {}

}  // namespace bubblescope
