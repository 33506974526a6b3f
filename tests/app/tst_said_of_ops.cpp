// Why an op starts when it does, and its slack.

#include "tests/app/said.h"
#include "widgets/inspector/op_text.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_said_of_ops {

class TestSaidOfOps : public QObject, private Said {
    Q_OBJECT

private:
    bool isSoOfOp(const Told& told, Row row, const OpText& text);
    bool isSoOfLead(const Told& told, Row row, const QString& lead);

private slots:
    void ops();
};

/// Why it starts when it does.
bool TestSaidOfOps::isSoOfLead(const Told& told, Row row, const QString& lead) {
    const PlainRun& plain = told.plain;
    const Time start = plain.startOf(row), free = told.freeAt(row), waited = start - free;
    const auto endsAt = [&](const PlainRun::Need* need, Time at) { return need && plain.endOf(need->row) == at; };
    if (lead == "Starts immediately: it depends on nothing.")
        return met("starts, needing nothing") && plain.needs[row].empty() && !plain.before[row] &&
               start == plain.timeline.earliestStart;
    if (lead == "Starts immediately.")
        return met(plain.isFetch(row) ? "fetch begins at once" : "starts at once") && !plain.before[row] &&
               start == plain.timeline.earliestStart;
    if (const auto it = said(lead, "Starts right after <O>."))
        return met("starts after its lane") && told.op((*it)[0]) == plain.before[row] && waited == 0;
    if (const auto it = said(lead, "Starts right after <O>. Its input, <O> from <P>, arrived <T> earlier.")) {
        const auto* need = told.need(row, (*it)[1]);
        return met("starts after its lane, what it needs being there") && told.op((*it)[0]) == plain.before[row] &&
               waited == 0 && need && (*it)[2] == told.place(need->row) &&
               told.arrival(row) == plain.endOf(need->row) + need->hop &&
               (*it)[3] == told.time(start - told.arrival(row));
    }
    if (const auto it = said(lead, "Waits <T> for <O> from <P>, then <T> for the transfer.")) {
        const auto* need = told.need(row, (*it)[1]);
        return met("waits for work and transfer") && need && (*it)[2] == told.place(need->row) &&
               (*it)[0] == told.time(plain.endOf(need->row) - free) && (*it)[3] == told.time(need->hop) &&
               plain.endOf(need->row) + need->hop == start;
    }
    if (const auto it = said(lead, "Waits <T> for the transfer of <O> from <P>, where it ended at <T>.")) {
        const auto* need = told.need(row, (*it)[1]);
        return met("waits for a transfer") && need && (*it)[2] == told.place(need->row) &&
               (*it)[0] == told.time(waited) && (*it)[3] == told.time(plain.endOf(need->row)) &&
               plain.endOf(need->row) <= free && plain.endOf(need->row) + need->hop == start;
    }
    if (const auto it = said(lead, "Waits <T> for <O> from <P>, then <T> for its weights, fetched from <P> (<S>).")) {
        const auto* need = told.need(row, (*it)[1]);
        const auto fetch = told.fetch(row);
        return met("waits for work and weights") && need && fetch && (*it)[2] == told.place(need->row) &&
               (*it)[0] == told.time(told.arrival(row) - free) && (*it)[3] == told.time(start - told.arrival(row)) &&
               (*it)[5] == told.spanOf(*fetch) && plain.endOf(*fetch) == start;
    }
    if (const auto it = said(lead, "Waits <T> for its weights, fetched from <P> (<S>).")) {
        const auto fetch = told.fetch(row);
        return met("waits for weights") && fetch && (*it)[0] == told.time(waited) && (*it)[2] == told.spanOf(*fetch) &&
               plain.endOf(*fetch) == start && told.arrival(row) <= free;
    }
    if (const auto it = said(lead, "Waits <T> for <O> from <P>.")) {
        const auto* need = told.need(row, (*it)[1]);
        return met("waits for work") && endsAt(need, start) && (*it)[2] == told.place(need->row) &&
               (*it)[0] == told.time(waited);
    }
    if (const auto it = said(lead, "Starts right after <O> on <P>.")) {
        const auto* need = told.need(row, (*it)[0]);
        return met("fetch begins after work") && endsAt(need, start) && (*it)[1] == told.place(need->row);
    }
    if (const auto it = said(lead, "Starts right after the weights for <O> arrive."))
        return met("fetch begins after another") && plain.before[row] && waited == 0 &&
               told.op((*it)[0]) == plain.before[row];
    return false;
}

bool TestSaidOfOps::isSoOfOp(const Told& told, Row row, const OpText& text) {
    const PlainRun& plain = told.plain;
    const Op op = plain.program.ops[row];
    const bool isFetch = plain.isFetch(row);
    if (text.headline != QString(isFetch ? "Fetch on %1" : "Op on %1").arg(told.place(row))) return false;
    const QString length = told.time(plain.endOf(row) - plain.startOf(row));
    const QString title = QString::fromStdString(told.run.title);
    if (plainText(text.facts[0]) != title + " · " + told.spanOf(row) + " · " + length) return false;
    const QString place = QString(told.run.scheme ? "batch %1 · stage %2" : "microbatch %1 · stage %2")
                              .arg(op.microbatch().value)
                              .arg(op.stage().value);
    if (text.facts[1].section(" · chunk", 0, 0) != place) return false;
    if (!isSoOfLead(told, row, plainText(text.lead))) return false;
    const QString conclusion = plainText(text.conclusion);
    if (const auto it = said(conclusion, "Could take <T> longer without delaying any other op.")) {
        // The text rounds; exactly that much is told.
        const Time slack = explainOp(plain.timeline, told.run.durations, row).slack;
        return met("has slack") && (*it)[0] == told.time(slack) && slack > 0 && plain.isHarmless(row, slack) &&
               !plain.isHarmless(row, slack + 1);
    }
    return met("has no slack") && conclusion == "No slack: any delay pushes a later op or the finish." &&
           !plain.isHarmless(row, 1);
}

void TestSaidOfOps::ops() {
    forEachRun([&](Random& random, const Scenario&, std::size_t, const Told& told) {
        const PlainRun& plain = told.plain;
        const auto starts = plain.startsWith(0, 0);
        for (const Row row : plain.rows)
            if (starts[row] != plain.startOf(row)) return false;
        std::vector<Row> rows;
        const auto fetch = std::ranges::find_if(plain.rows, [&](Row row) { return plain.isFetch(row); });
        if (fetch != plain.rows.end()) rows.push_back(*fetch);  // those that begin at once are few
        for (int i = 0; i < 6; ++i)
            rows.push_back(plain.rows[std::size_t(randomInt(random, 0, int(plain.rows.size()) - 1))]);
        for (const Row row : rows) {
            const OpText text = textOfOp(told.run, row, 0);
            if (isSoOfOp(told, row, text)) continue;
            QTest::qFail(qPrintable(text.headline + " " + text.facts.join(", ") + ": " + plainText(text.lead) + " / " +
                                    plainText(text.conclusion)),
                         __FILE__, __LINE__);
            return false;
        }
        return true;
    });
    verifyMet({"starts, needing nothing", "starts after its lane", "starts after its lane, what it needs being there",
               "waits for work and transfer", "waits for a transfer", "waits for work", "waits for weights",
               "waits for work and weights", "fetch begins at once", "fetch begins after work",
               "fetch begins after another", "has slack", "has no slack"},
              5);
}

QTEST_MAIN(TestSaidOfOps)

}  // namespace tst_said_of_ops
#include "tst_said_of_ops.moc"
