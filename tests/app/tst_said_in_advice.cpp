// Advice: which change helps, by how much, and at what cost.

#include "engine/entries/registry.h"
#include "engine/results/advice.h"
#include "engine/schedules/efforts.h"
#include "engine/schemes/scheme.h"
#include "tests/app/said.h"
#include "widgets/inspector/op_panel.h"

#include <QLabel>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_said_in_advice {

class TestSaidInAdvice : public QObject, private Said {
    Q_OBJECT

private slots:
    void advices();
};

/// What the panel offers is done by its name alone, and run.
void TestSaidInAdvice::advices() {
    OpPanel panel;
    forEachRun([&](Random&, const Scenario& scenario, std::size_t index, const Told& about) {
        const Run& now = about.run;
        const std::vector<Advice> advice = advise(scenario, index, now);
        panel.setAdvice(advice, "it");
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QStringList lines;
        for (const QLabel* label : panel.findChild<QWidget*>("advice")->findChildren<QLabel*>())
            lines += plainText(label->text());
        const Workload& own = now.schedule.workload;
        const int batches = own.microbatches;
        const double total = toUnits(now.metrics.totalTime);
        std::set<QString> told;
        const auto isSo = [&](QString change, const QString& time, const QString& price) {
            const QString note = change.contains(" (") ? change.section(" (", 1).chopped(1) : QString();
            change = change.section(" (", 0, 0);
            if (!told.insert(change + note).second) return false;
            const auto edit = [&](Workload& workload, ScheduleEntry& entry) {
                const auto become = [&](const QString& title, int chunks) {
                    for (const ScheduleKind* kind : generatedSchedules())  // a kind with placements is tried as a line
                        if (toQString(kind->title) == title || toQString(kind->title) + ", line" == title)
                            entry = {std::string(kind->id), {}, {}};
                    limitEffort(entry, kTrialEffort);
                    if (kindOf(entry)->hasChunks) workload.chunks = chunks;
                };
                if (change == "free transfers" && met("advice: transfers")) return freeTransfers(workload, entry);
                if (change == "balanced stages" && met("advice: even stages")) return evenStages(workload, entry);
                if (change == "free fetches" && met("advice: fetches")) return freeFetches(workload, entry);
                if (change == "one more warm-up forward" && met("advice: warm-up")) return moreWarmup(workload, entry);
                if (const auto it = said(change, "r = <N>"); it && met("advice: recompute")) {
                    workload.recompute = (*it)[0].toDouble();
                } else if (const auto microbatches = said(change, "<N> microbatches");
                           microbatches && met("advice: microbatches")) {
                    workload.microbatches = (*microbatches)[0].toInt();
                } else if (const auto some = said(change, "<N> batches"); some && met("advice: batches")) {
                    editScheme(entry, [&](Scheme& scheme) { scheme.batches = (*some)[0].toInt(); });
                } else if (const auto chunks = said(change, "v = <N>"); chunks && met("advice: chunks")) {
                    workload.chunks = (*chunks)[0].toInt();
                } else if (const auto waves = said(change, "<N> wave<S>"); waves && met("advice: waves")) {
                    workload.chunks = 2 * (*waves)[0].toInt();
                } else if (change == "split backward" && met("advice: split")) {
                    become(note.section(", v = ", 0, 0), note.section(", v = ", 1).toInt());
                } else if (change.startsWith("oldest ") && met("advice: priority")) {
                    editScheme(entry, [&](Scheme& scheme) {
                        scheme.priority = change.contains("batch") ? kOldestBatchFirst : kOldestStageFirst;
                    });
                } else if (const auto interleaved = said(change, "<S>, v = <N>");
                           interleaved && met("advice: interleaved")) {
                    become((*interleaved)[0], (*interleaved)[1].toInt());
                } else if (const auto hanayo = said(change, "<S>, <N> wave<S>"); hanayo && met("advice: Hanayo")) {
                    become((*hanayo)[0], 2 * (*hanayo)[1].toInt());
                } else if (met("advice: kind")) {
                    become(change, 1);
                }
            };
            if (note == "smallest within the limit") {
                // A hundredth less would hold more than the limit.
                const auto more = runWith(scenario, index, [&](Workload& workload, ScheduleEntry& entry) {
                    edit(workload, entry);
                    workload.recompute -= 0.01;
                });
                if (!met("advice: least recompute") || !more || !more->workerOverLimit()) return false;
            } else if (const auto it = said(note, "v = <N>, as <N> is not possible")) {
                ScheduleInput input{own.devices, own.microbatches, (*it)[1].toInt(), {}, {}, {}};
                if (!met("advice: nearest chunks") || kHanayo.fits(input).has_value()) return false;
            }
            const auto then = runWith(scenario, index, edit);
            if (!then) return false;
            const int after = then->schedule.workload.microbatches;
            const double changed = toUnits(then->metrics.totalTime) * (double(batches) / after);  // a tie is a tie
            const QString each = now.scheme ? " per batch" : " per microbatch";
            const QString unit = unitText(own.timeUnit);
            const QString shown = plainText(after == batches ? formatDuration(changed, unit)
                                                             : formatDuration(changed / batches, unit) + each);
            double share = changed / total - 1;
            if (std::abs(share) < 1e-12) share = 0;  // what dividing leaves
            const bool isOver = now.workerOverLimit().has_value();
            if (isOver && !met(share < 0 ? "advice: within the limit, faster" : "advice: within the limit, slower"))
                return false;
            if ((share >= 0 && !isOver) || time != shown + " · " + plainText(formatChange(share))) return false;
            // Its price is what is held on the worker that holds most.
            const auto peakOf = [](const Run& run) {
                if (run.scheme) return run.metrics.peakActivations();
                const std::vector<double> peaks = plainPeaks(run);
                return *std::max_element(peaks.begin(), peaks.end());
            };
            const double before = peakOf(now), held = peakOf(*then);
            if (own.memoryLimit && held > *own.memoryLimit + 1e-6) return false;
            if (const auto it = said(price, "activations unchanged (<N>)"))
                return met("price: unchanged") && std::abs(before - held) < 2e-6 &&
                       std::abs((*it)[0].toDouble() - held) < 0.01 * held + 1e-9;
            const auto it = said(price, "activations <N> → <N>");
            return it && met("price") && (*it)[0] != (*it)[1] &&
                   std::abs((*it)[0].toDouble() - before) < 0.01 * before + 1e-9 &&
                   std::abs((*it)[1].toDouble() - held) < 0.01 * held;
        };
        for (qsizetype i = 0; i + 2 < lines.size(); i += 3)
            if (!isSo(lines[i], lines[i + 1], lines[i + 2])) {
                QTest::qFail(qPrintable(now.title.c_str() + (": " + lines.mid(i, 3).join(" | "))), __FILE__, __LINE__);
                return false;
            }
        // What helps is told, and what is one and the same only once.
        const auto faster = runWith(scenario, index, freeTransfers);
        if (largest(own.comm) > 0 && faster && faster->metrics.totalTime < now.metrics.totalTime &&
            !faster->workerOverLimit() && (!now.scheme || now.schedule.scheme->workloadTimes) && own.devices > 1 &&
            !told.contains("free transfers"))
            return false;
        return lines.size() == 3 * qsizetype(advice.size());
    });
    verifyMet({"advice: transfers",
               "advice: even stages",
               "advice: fetches",
               "advice: warm-up",
               "advice: recompute",
               "advice: microbatches",
               "advice: batches",
               "advice: chunks",
               "advice: waves",
               "advice: split",
               "advice: priority",
               "advice: interleaved",
               "advice: Hanayo",
               "advice: kind",
               "advice: least recompute",
               "advice: nearest chunks",
               "advice: within the limit, faster",
               "advice: within the limit, slower",
               "price: unchanged",
               "price"},
              5);
}

QTEST_MAIN(TestSaidInAdvice)

}  // namespace tst_said_in_advice
#include "tst_said_in_advice.moc"
