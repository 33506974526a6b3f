#include "widgets/symbol.h"

#include <QRegularExpression>

namespace bubblescope {

QString symbolHtml(const QString& text) {
    static const QRegularExpression kSubscript(QStringLiteral("\\b([Tr])_([A-Za-z]+)"));
    return text.toHtmlEscaped().replace(kSubscript, QStringLiteral("\\1<sub>\\2</sub>"));
}

QString tipHtml(const QString& text) {
    return QStringLiteral("<p>%1</p>").arg(symbolHtml(text).replace(QLatin1Char('\n'), QLatin1String("<br>")));
}

}  // namespace bubblescope
