#pragma once

#include <thread>

namespace bubblescope {

class RunProgress;

/// While it lives, a line on standard error that says how long the runs still take: from half a second on, on a
/// terminal only. It leaves nothing behind.
///
/// Invariants  stays silent where results that are `printedMeanwhile` would come onto the same terminal
class ConsoleProgress {
public:
    ConsoleProgress(RunProgress& progress, bool printedMeanwhile);

private:
    std::jthread m_thread;
};

}  // namespace bubblescope
