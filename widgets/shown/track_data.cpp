#include "widgets/shown/track_data.h"

#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

namespace bubblescope {

QString kindName(OpKind kind) { return Text::tr(infoOf(kind).title.data()); }

QString microbatchText(Op op, int pieces, int firstNumber) {
    const int number = op.microbatch().value;
    const QString text = QString::number(number / pieces + firstNumber);
    return pieces == 1 ? text : text + QLatin1Char('.') + QString::number(number % pieces + firstNumber);
}

QString Words::nameOf(Op op, int firstNumber) const {
    switch (naming) {
        case Naming::Microbatch: return toQString(letter(op.kind())) + microbatchText(op, pieces, firstNumber);
        case Naming::Stage: return QChar(infoOf(op.kind()).sign) + QString::number(op.stage().value + firstNumber);
        case Naming::Own: break;
    }
    return ownName(op);
}

TrackData shownOf(std::shared_ptr<const Timeline> timeline, Words words, const QString& title,
                  const QString& timeUnit) {
    TrackData shown;
    shown.title = title;
    shown.timeUnit = timeUnit;
    shown.total = formatTime(timeline->totalTime(), timeUnit);
    shown.timeline = std::move(timeline);
    shown.words = std::move(words);
    return shown;
}

}  // namespace bubblescope
