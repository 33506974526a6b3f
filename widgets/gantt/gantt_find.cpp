#include "widgets/gantt/gantt_find.h"

#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>

namespace bubblescope {

namespace {

Error notUnderstood(const QString& what) { return {what.toStdString(), {}}; }

/// The first letter of each kind that has one; generic compute has none.
QString letters() {
    QString letters;
    for (const OpKindInfo& kind : kOpKindInfos) letters += toQString(kind.letter.substr(0, 1));
    return letters;
}

/// The possible starts of op names, as a pattern.
QString beginnings() {
    QStringList all{QStringLiteral("ATT"), QStringLiteral("EXP"), QStringLiteral("SH"), QStringLiteral("DIS"),
                    QStringLiteral("COM")};
    for (const OpKindInfo& kind : kOpKindInfos)
        if (!kind.letter.empty()) all += toQString(kind.letter);
    return all.join(QLatin1Char('|'));
}

/// The qualifiers after the op.
const QRegularExpression& partsForm() {
    static const QRegularExpression kForm(
        QStringLiteral("((?:(?:\\s+|\\s*,\\s*|(?<=\\d))(?:stage|s|device|d|rank|r)\\s*\\d{1,9})*)\\s*$"),
        QRegularExpression::CaseInsensitiveOption);
    return kForm;
}

}  // namespace

bool OpQuery::isOf(OpKind kind) const {
    return bubblescope::letter(kind).starts_with(letter) || (letter == 'B' && kind == OpKind::BackwardInput);
}

bool OpQuery::matches(const Program& program, LaneId lane, Op op) const {
    return isOf(op.kind()) && (!microbatch || program.microbatchOf(op) == *microbatch) &&
           (!stage || program.modelStage(op.stage()).value == *stage) &&
           (!device || program.workerOf(lane).value == *device);
}

bool OpQuery::matches(const TrackData& shown, LaneId lane, Op op) const {
    const Program& program = *shown.timeline->program;
    if (shown.words.naming != Words::Naming::Own || name.isEmpty()) return letter != 0 && matches(program, lane, op);
    const auto& workers = shown.words.workerOfNumber;
    if (stage && program.modelStage(op.stage()).value != *stage) return false;
    if (device && !workers.empty()) {
        const auto number = static_cast<std::size_t>(*device);
        if (number >= workers.size() || workers[number] != program.workerOf(lane).value) return false;
    } else if (device && program.workerOf(lane).value != *device) {
        return false;
    }
    return isNamed(shown.words.ownName(op));
}

bool OpQuery::isNamed(const QString& own) const {
    QString other = own.toUpper();
    // In several steps, "F3" matches that op of each step.
    static const QRegularExpression kStep(QStringLiteral("^S\\d+\\."));
    if (!kStep.match(name).hasMatch()) other.remove(kStep);
    if (!other.startsWith(name)) return false;
    if (other.size() == name.size()) return true;
    const QChar next = other[name.size()];
    return name.back().isDigit() ? next == QLatin1Char('.') : next.isDigit();
}

Result<OpQuery> parseOpQuery(const QString& text, int firstNumber) {
    static const QRegularExpression kNumbered(QStringLiteral("^([%1])(\\d{1,9})?$").arg(letters()),
                                              QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression kNamed(QStringLiteral("^(?:S\\d+\\.)?(?:%1)[ABMX]?[0-9.AMP]*$").arg(beginnings()),
                                           QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression kPart(QStringLiteral("(stage|s|device|d|rank|r)\\s*(\\d{1,9})"),
                                          QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch parts = partsForm().match(text);
    const QString head = text.left(parts.capturedStart()).remove(QLatin1Char(' '));
    const QRegularExpressionMatch numbered = kNumbered.match(head);
    if (!numbered.hasMatch() && !kNamed.match(head).hasMatch())
        return notUnderstood(
            Text::tr("Type a kind and a microbatch (F 3, B 7 stage 2, W 5 device 1) or a name (AGF2 rank 1)"));
    OpQuery query;
    query.name = head.toUpper();
    if (numbered.hasMatch()) query.letter = numbered.captured(1).toUpper().at(0).toLatin1();
    if (numbered.hasMatch() && !numbered.captured(2).isEmpty())
        query.microbatch = numbered.captured(2).toInt() - firstNumber;
    for (auto part = kPart.globalMatch(parts.captured(1)); part.hasNext();) {
        const QRegularExpressionMatch match = part.next();
        const int number = match.captured(2).toInt();
        if (match.captured(1).startsWith(QLatin1Char('s'), Qt::CaseInsensitive))
            query.stage = number - firstNumber;
        else
            query.device = number;
    }
    return query;
}

namespace {

/// Whether a lane can contain a match at all, because searching many ops takes long.
bool mayHold(const OpQuery& query, const TrackData& shown, LaneId lane) {
    const Program& program = *shown.timeline->program;
    if (shown.words.naming == Words::Naming::Own) return true;
    const WorkerId worker = program.workerOf(lane);
    const auto isBelow = [](const std::optional<int>& number, int count) {
        return !number || (*number >= 0 && *number < count);
    };
    bool anyKind = false;
    for (std::size_t kind = 0; kind < kOpKinds; ++kind)
        anyKind |= program.kinds.has(static_cast<OpKind>(kind)) && query.isOf(static_cast<OpKind>(kind));
    // A fetch is found together with its op.
    return anyKind && program.lanes[lane.index()].role != Role::Fetch &&
           isBelow(query.microbatch, program.microbatches / program.pieces) && isBelow(query.stage, program.stages) &&
           (!query.stage || !program.needs.isByStage() || program.lines > 1 ||
            program.workerOf(StageId(*query.stage)) == worker) &&
           (!query.device || worker.value == *query.device);
}

enum class Part { After, UpTo };

/// The first match after `from`, or the first one up to and including it.
std::optional<OpPlace> findIn(Part part, const std::vector<TrackData>& shown, const OpQuery& query,
                              const OpPlace& from) {
    const auto at = static_cast<std::size_t>(from.track);
    const bool isAfter = part == Part::After;
    for (std::size_t track = isAfter ? at : 0; track < (isAfter ? shown.size() : std::min(at + 1, shown.size()));
         ++track) {
        if (!shown[track].hasRun()) continue;
        const Program& program = *shown[track].timeline->program;
        for (std::size_t i = 0; i < program.lanes.size(); ++i) {
            const LaneId lane(static_cast<std::int64_t>(i));
            RowRange rows = program.lanes[i];
            if (track == at && isAfter) rows.begin = std::max(rows.begin, from.row + 1);  // rows follow lanes
            if (track == at && !isAfter) rows.end = std::min(rows.end, from.row + 1);
            if (rows.begin >= rows.end || !mayHold(query, shown[track], lane)) continue;
            for (Row row = rows.begin; row < rows.end; ++row)
                if (query.matches(shown[track], lane, program.ops[row]))
                    return OpPlace{static_cast<int>(track), lane, row};
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<OpPlace> findNext(const std::vector<TrackData>& shown, const OpQuery& query,
                                const std::optional<OpPlace>& from) {
    const auto found = findIn(Part::After, shown, query, from.value_or(OpPlace{}));  // row 0 belongs to no lane
    return found || !from ? found : findIn(Part::UpTo, shown, query, *from);
}

FoundPlace placeAmong(const std::vector<TrackData>& shown, const OpQuery& query, const OpPlace& match) {
    FoundPlace found;
    for (std::size_t track = 0; track < shown.size(); ++track) {
        if (!shown[track].hasRun()) continue;
        const Program& program = *shown[track].timeline->program;
        for (LaneId lane(0); lane.index() < program.lanes.size(); ++lane.value) {
            if (!mayHold(query, shown[track], lane)) continue;
            const RowRange rows = program.lanes[lane.index()];
            for (Row row = rows.begin; row < rows.end; ++row) {
                if (!query.matches(shown[track], lane, program.ops[row])) continue;
                ++found.all;
                if (OpPlace{static_cast<int>(track), lane, row} == match) found.place = found.all;
            }
        }
    }
    return found;
}

}  // namespace bubblescope
