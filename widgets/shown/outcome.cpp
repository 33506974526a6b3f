#include "widgets/shown/outcome.h"

#include <QCoreApplication>

namespace bubblescope {

QString Reference::name() const {
    return kind == Kind::Pinned ? QCoreApplication::translate("outcome", "pinned") : title;
}

QString Reference::versus() const { return QCoreApplication::translate("outcome", "vs %1").arg(name()); }

QString Outcome::awaitedText() const {
    if (!isAwaited()) return {};
    return isStopped ? QCoreApplication::translate("outcome", "stopped before it was computed")
                     : QCoreApplication::translate("outcome", "computing…");
}

Outcome outcomeOf(const Scenario& scenario, std::size_t index, const RunResult& result) {
    Outcome outcome;
    outcome.title = QString::fromStdString(displayTitle(scenario, index));
    if (result)
        outcome.run = *result;
    else
        outcome.refusal = QString::fromStdString(result.error().message);
    return outcome;
}

}  // namespace bubblescope
