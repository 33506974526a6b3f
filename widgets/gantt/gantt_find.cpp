#include "widgets/gantt/gantt_find.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace bubblescope {

namespace {

Error notUnderstood(const QString& what) { return {what.toStdString(), {}}; }

QString tr(const char* text) { return QCoreApplication::translate("Find", text); }

}  // namespace

bool OpQuery::matches(const Program& program, LaneId lane, Op op) const {
    const bool kindFits =
        bubblescope::letter(op.kind()) == letter || (letter == 'B' && op.kind() == OpKind::BackwardInput);
    return kindFits && (!microbatch || op.microbatch().value == *microbatch) &&
           (!stage || op.stage().value == *stage) && (!device || program.laneWorker[lane.index()].value == *device);
}

Result<OpQuery> parseOpQuery(const QString& text, int firstNumber) {
    static const QRegularExpression kForm(
        QStringLiteral("^\\s*([FBIW])\\s*(\\d{1,9})?((?:\\s*,?\\s*(?:stage|s|device|d)\\s*\\d{1,9})*)\\s*$"),
        QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression kPart(QStringLiteral("(stage|s|device|d)\\s*(\\d{1,9})"),
                                          QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch form = kForm.match(text);
    if (!form.hasMatch()) return notUnderstood(tr("Type a kind and a microbatch: F 3, B 7 stage 2, W 5 device 1"));
    OpQuery query;
    query.letter = form.captured(1).toUpper().at(0).toLatin1();
    if (!form.captured(2).isEmpty()) query.microbatch = form.captured(2).toInt() - firstNumber;
    for (auto part = kPart.globalMatch(form.captured(3)); part.hasNext();) {
        const QRegularExpressionMatch match = part.next();
        const int number = match.captured(2).toInt();
        if (match.captured(1).startsWith(QLatin1Char('s'), Qt::CaseInsensitive))
            query.stage = number - firstNumber;
        else
            query.device = number;
    }
    return query;
}

std::optional<OpPlace> findNext(const std::vector<Outcome>& outcomes, const OpQuery& query,
                                const std::optional<OpPlace>& from) {
    std::optional<OpPlace> first;  // of all, for when there is none after `from`
    const auto isAfter = [&](const OpPlace& place) {
        if (!from) return true;
        if (place.track != from->track) return place.track > from->track;
        return place.row > from->row;  // rows follow lanes
    };
    for (std::size_t track = 0; track < outcomes.size(); ++track) {
        if (!outcomes[track].run) continue;
        const Program& program = *outcomes[track].run->timeline->program;
        for (std::size_t i = 0; i < program.lanes.size(); ++i) {
            const LaneId lane(static_cast<std::int64_t>(i));
            if (query.device && program.laneWorker[i].value != *query.device) continue;
            for (Row row = program.lanes[i].begin; row < program.lanes[i].end; ++row) {
                if (!query.matches(program, lane, program.ops[row])) continue;
                const OpPlace place{static_cast<int>(track), lane, row};
                if (isAfter(place)) return place;
                if (!first) first = place;
            }
        }
    }
    return first;
}

}  // namespace bubblescope
