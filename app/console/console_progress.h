#pragma once

#include <QString>

#include <functional>
#include <thread>

namespace bubblescope {

class RunProgress;

/// While it lives, shows a line on standard error with the progress of long work: after half a second, and only on a
/// terminal. It erases the line when it ends.
///
/// Invariants  stays silent if results that are `printedMeanwhile` go to the same terminal
class ConsoleProgress {
public:
    /// `text` is called from another thread.
    ConsoleProgress(std::function<QString()> text, bool printedMeanwhile);
    ConsoleProgress(RunProgress& progress, bool printedMeanwhile);

private:
    std::jthread m_thread;
};

}  // namespace bubblescope
