#include "widgets/shown/held_text.h"

#include <QCoreApplication>

#include "widgets/shown/format.h"

namespace bubblescope {

QString heldText(const ResolvedSchedule& schedule, double held, std::size_t worker) {
    const char* const text = schedule.scheme ? "holds %1 of %2 on worker %3" : "holds %1 of %2 on device %3";
    return QCoreApplication::translate("Held", text)
        .arg(formatNumber(held, 4), formatNumber(*schedule.workload.memoryLimit, 4))
        .arg(worker);
}

}  // namespace bubblescope
