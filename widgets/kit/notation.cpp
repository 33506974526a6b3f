#include "widgets/kit/notation.h"

#include <QRegularExpression>

#include <atomic>

namespace bubblescope {

namespace {

std::atomic<Notation> chosenNotation = Notation::Bubblescope;

}  // namespace

Notation notation() { return chosenNotation; }

void setNotation(Notation notation) { chosenNotation = notation; }

QString inNotation(QString text) {
    if (notation() == Notation::Bubblescope ||
        (!text.contains(QLatin1Char('D')) && !text.contains(QLatin1String("MBS"))))
        return text;
    static const QRegularExpression kMicrobatches(QStringLiteral("\\bMBS\\b")), kDevices(QStringLiteral("\\bD\\b")),
        kInFormula(QStringLiteral("(?<![A-Za-z])D\\b"));
    // "2D - 1" is a formula where MBS is near; "TP, 2D" is a name.
    text.replace(text.contains(kMicrobatches) ? kInFormula : kDevices, QStringLiteral("p"));
    return text.replace(kMicrobatches, notation() == Notation::Papers ? QStringLiteral("M") : QStringLiteral("m"));
}

}  // namespace bubblescope
