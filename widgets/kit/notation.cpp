#include "widgets/kit/notation.h"

#include <QRegularExpression>

#include <atomic>

namespace bubblescope {

namespace {

std::atomic<Notation> chosenNotation = Notation::Bubblescope;
thread_local Notation notationOfThread = Notation::Auto;

}  // namespace

Notation notation() { return notationOfThread == Notation::Auto ? chosenNotation.load() : notationOfThread; }

void setNotation(Notation notation) { chosenNotation = notation; }

NotationScope::NotationScope(Notation notation) : m_before(notationOfThread) {
    if (notation != Notation::Auto) notationOfThread = notation;
}

NotationScope::~NotationScope() { notationOfThread = m_before; }

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
