#include "widgets/shown/held_text.h"

#include <QCoreApplication>

#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/shown/memory_text.h"

namespace bubblescope {

QString heldText(const ResolvedSchedule& schedule, double held, std::size_t worker) {
    QString text;
    if (held == 1)
        text = schedule.scheme ? Text::tr("needs %1 activation, limit %2 (worker %3)")
                               : Text::tr("needs %1 activation, limit %2 (device %3)");
    else
        text = schedule.scheme ? Text::tr("needs %1 activations, limit %2 (worker %3)")
                               : Text::tr("needs %1 activations, limit %2 (device %3)");
    return text.arg(formatNumber(held, 4), formatNumber(*schedule.workload.memoryLimit, 4)).arg(worker);
}

QString copiesText(const Program& program) {
    if (program.lines == 1) return {};
    return Text::tr("stores %1 copies of the parameters").arg(program.lines);
}

QString keptText(double bytes, std::size_t rank) {
    return Text::tr("needs %1 on rank %2").arg(formatMemory(bytes)).arg(rank);
}

}  // namespace bubblescope
