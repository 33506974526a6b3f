#include "widgets/kit/csv.h"

#include <QLocale>

namespace bubblescope {

QString csvCell(const QString& text) {
    if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) && !text.contains(QLatin1Char('\n')))
        return text;
    QString quoted = text;
    return QLatin1Char('"') + quoted.replace(QLatin1Char('"'), QLatin1String("\"\"")) + QLatin1Char('"');
}

QString csvNumber(double value) { return QString::number(value, 'g', QLocale::FloatingPointShortest); }

}  // namespace bubblescope
