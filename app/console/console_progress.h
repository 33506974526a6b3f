#pragma once

#include <QString>

#include <functional>
#include <thread>

namespace bubblescope {

class RunProgress;

/// While it lives, a line on standard error that says how far a long work is: from half a second on, on a terminal
/// only. It leaves nothing behind.
///
/// Invariants  stays silent where results that are `printedMeanwhile` would come onto the same terminal
class ConsoleProgress {
public:
    /// `text` is asked for the line from another thread.
    ConsoleProgress(std::function<QString()> text, bool printedMeanwhile);
    ConsoleProgress(RunProgress& progress, bool printedMeanwhile);

private:
    std::jthread m_thread;
};

}  // namespace bubblescope
