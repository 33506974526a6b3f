#include "widgets/schemes/scheme_part.h"

#include "widgets/shown/format.h"

#include "engine/study/experiment.h"

namespace bubblescope {

QString reasonOf(const Error& error) {
    const QString message = toQString(error.message), field = toQString(error.field);
    if (!field.startsWith(QLatin1String("workload."))) return message;
    const QString key = field.section(QLatin1Char('.'), 1).section(QLatin1Char('['), 0, 0);
    const WorkloadKey* known = findNumberKey(key.toStdString());
    return (known && !known->symbol.empty() ? toQString(known->symbol) : key) + QStringLiteral(": ") + message;
}

}  // namespace bubblescope
