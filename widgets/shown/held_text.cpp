#include "widgets/shown/held_text.h"

#include <QCoreApplication>

#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/shown/memory_text.h"

namespace bubblescope {

QString heldText(const ResolvedSchedule& schedule, double held, std::size_t worker) {
    const char* const text = schedule.scheme ? "holds %1 of %2 on worker %3" : "holds %1 of %2 on device %3";
    return Text::tr(text).arg(formatNumber(held, 4), formatNumber(*schedule.workload.memoryLimit, 4)).arg(worker);
}

QString copiesText(const Program& program) {
    if (program.lines == 1) return {};
    return Text::tr("keeps %1 copies of the parameters").arg(program.lines);
}

QString keptText(double bytes, std::size_t rank) {
    return Text::tr("keeps %1 on rank %2").arg(formatMemory(bytes)).arg(rank);
}

}  // namespace bubblescope
