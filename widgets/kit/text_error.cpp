#include "widgets/kit/text_error.h"

#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace bubblescope {

namespace {}  // namespace

TextError textErrorOf(const QString& text, std::string_view message) {
    static const QRegularExpression kPlaced(QStringLiteral("^\".*\", column (\\d+): (.*)$"),
                                            QRegularExpression::DotMatchesEverythingOption);
    const auto match = kPlaced.match(toQString(message));
    if (!match.hasMatch()) return {toQString(message), -1};
    // Columns count bytes.
    const qsizetype begin = QString::fromUtf8(text.toUtf8().left(match.captured(1).toInt() - 1)).size();
    return {Text::tr("column %1: %2").arg(begin + 1).arg(match.captured(2)), begin};
}

}  // namespace bubblescope
