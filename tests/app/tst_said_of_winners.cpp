// Which schedules are fastest, and which exceed the memory limit.

#include "app/console/result_table.h"
#include "tests/app/said.h"
#include "widgets/shown/verdict_text.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_said_of_winners {

class TestSaidOfWinners : public QObject, private Said {
    Q_OBJECT

private slots:
    void winnersAndLimits();
};

/// Winners, ties, distances, and who holds too much: in the window's line and in the table on the console.
void TestSaidOfWinners::winnersAndLimits() {
    forEachScenario([&](Random&, const Scenario& scenario, int) {
        std::vector<Outcome> outcomes;
        ResultTable table(scenario);
        struct One {
            QString title;
            std::shared_ptr<const Run> run;
            double work = 0;
        };
        std::vector<One> fit;
        std::vector<double> limits;
        QStringList overLimit;
        QString lastOver;
        std::size_t ran = 0;
        for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
            const RunResult result = run(scenario, i);
            outcomes.push_back(outcomeOf(scenario, i, result));
            table.add(i, result);
            if (!result) continue;
            ++ran;
            const Run& one = **result;
            const auto& limit = one.schedule.workload.memoryLimit;
            std::vector<double> peaks;
            if (!one.scheme)
                peaks = plainPeaks(one);
            else
                for (const WorkerMetrics& worker : one.metrics.workers) peaks.push_back(worker.peakActivations);
            const auto most = std::max_element(peaks.begin(), peaks.end());
            const QString over = shownOf(outcomes.back()).overLimit;
            if (over.isEmpty() == (limit && *most > *limit + 1e-6)) return false;
            if (over.isEmpty()) {
                // Work is what ops take with nothing computed twice.
                const auto once =
                    runWith(scenario, i, [](Workload& workload, ScheduleEntry&) { workload.recompute = 0; });
                One fits{outcomes.back().title, *result};
                for (const WorkerMetrics& worker : (once ? *once : one).metrics.workers)
                    fits.work += double(worker.busy - worker.recompute);
                fits.work /= one.schedule.workload.microbatches;
                fit.push_back(fits);
                continue;
            }
            auto it = said(over, "needs <N> activations, limit <N> (<P>)");
            if (!it) it = said(over, "needs <N> activation, limit <N> (<P>)");
            if (!it || !met("holds more than the limit") || std::abs((*it)[0].toDouble() - *most) > 0.001 * *most ||
                (*it)[1] != formatNumber(*limit, 4) ||
                peaks[std::size_t((*it)[2].section(' ', 1).toInt())] < *most - 1e-6)
                return false;
            limits.push_back(*limit);
            lastOver = outcomes.back().title;
            overLimit += QString("Over the memory limit: %1 %2.").arg(outcomes.back().title, over);
        }
        const QString verdict = plainText(verdictText(outcomes));
        const QString text = table.text().replace("\n  ", " ");  // without the breaks of long lines
        for (const QString& line : overLimit)
            if (!text.contains(line)) return false;
        QString limitText = limits.empty() ? QString()
                            : std::set(limits.begin(), limits.end()).size() > 1
                                ? QString("their memory limit")
                                : formatNumber(limits[0], 4) + (limits[0] == 1 ? " activation" : " activations");
        const QString noneFits = limits.size() == 1 ? lastOver + " does not fit in " + limitText
                                 : limitText == "their memory limit"
                                     ? QString("No compared schedule fits in its memory")
                                     : "No compared schedule fits in " + limitText;
        if (!limits.empty())
            limitText = QString(limits.size() == 1 ? "%1 needs more than %2" : "%1 need more than %2")
                            .arg(limits.size())
                            .arg(limitText);
        const auto fails = [&](const char* why) {
            QTest::qFail(qPrintable(QString("%1: %2\n%3").arg(why, verdict, text)), __FILE__, __LINE__);
            return false;
        };
        // The console says the same.
        if (ran > 1 && !text.contains("\n" + verdict + "\n")) return fails("the console");
        if (fit.empty()) {
            const bool isRefused = ran < scenario.schedules.size();
            if (!limits.empty()) return (verdict == noneFits && met("none within the limit")) || fails("no one fits");
            return (isRefused && verdict.isEmpty() && met("none runs")) || fails("no one ran");
        }
        // The fastest for each microbatch, as fractions of whole numbers.
        const auto less = [](const One& a, const One& b) {
            return __int128(a.run->metrics.totalTime) * b.run->schedule.workload.microbatches <
                   __int128(b.run->metrics.totalTime) * a.run->schedule.workload.microbatches;
        };
        const One best = *std::min_element(fit.begin(), fit.end(), less);
        QStringList names;
        const One* next = nullptr;
        bool isEach = false, isOther = false;
        double least = 1e9, most = 0;
        for (const One& one : fit) {
            isEach |= one.run->schedule.workload.microbatches != fit[0].run->schedule.workload.microbatches;
            const double rounding =
                4 * double(one.run->timeline->program->opCount() + fit[0].run->timeline->program->opCount());
            isOther |= std::abs(one.work - fit[0].work) > rounding + 1e-9 * one.work;
            if (less(best, one)) {
                if (!next || less(one, *next)) next = &one;
                continue;
            }
            names += one.title;
            const double over =
                double(one.run->metrics.totalTime) / double(std::max<Time>(one.run->metrics.lowerBound, 1)) - 1;
            least = std::min(least, over);
            most = std::max(most, over);
        }
        const QString all =
            names.size() == 1
                ? names[0]
                : names.mid(0, names.size() - 1).join(names.join(QString()).contains(", ") ? "; " : ", ") + " and " +
                      names.back();
        const QString rest = limitText.isEmpty() ? QString() : "; " + limitText;
        if (!verdict.endsWith(rest)) return fails("the limit");
        QString line = verdict.chopped(rest.size());
        if (ran > 1) met(names.size() > 1 ? "console: ties" : isOther ? "console: other work" : "console: fastest");
        const Time total = best.run->metrics.totalTime;
        const int count = isEach ? best.run->schedule.workload.microbatches : 1;
        const QString time = plainText(formatTime(std::llround(double(total) / count), QStringLiteral("ms"))) +
                             (isEach ? " per microbatch" : "");
        const auto isBound = [&](const QString& bound) {
            if (const auto it = said(bound, "at most <N>% above their lower bounds"))
                return met("bounds of ties") && most > least && (*it)[0].toDouble() / 100 >= most - 0.0005;
            if (bound == "optimal here") return met("optimal") && most == 0;
            if (bound == "under 0.1% above lower bound") return most < 0.0005 && most > 0;
            const auto it = said(bound, "<N>% above lower bound");
            return it && met("above the bound") && std::abs((*it)[0].toDouble() / 100 - least) < 0.00051 &&
                   std::abs(most - least) < 0.00101;
        };
        if (!next) {
            if (names.size() == 1) {
                const QString head = QString(limits.empty() ? "%1 takes %2; " : "Only %1 fits: %2; ").arg(all, time);
                return (line.startsWith(head) && isBound(line.mid(head.size())) && met("one takes")) || fails("alone");
            }
            if (isOther)
                return (line == all + " take the same time: " + time + " (unequal work)" &&
                        met("ties of other work")) ||
                       fails("ties of other work");
            const QString head = all + " are equally fast: " + time + "; ";
            return (line.startsWith(head) && isBound(line.mid(head.size())) && met("all are ties")) || fails("ties");
        }
        const auto timeOf = [](const One& one) {
            return double(one.run->metrics.totalTime) / one.run->schedule.workload.microbatches;
        };
        const double lessBy = 1 - timeOf(best) / timeOf(*next);
        const QString by = lessBy < 0.0005 ? "under 0.1%" : QString::number(lessBy * 100, 'f', 1) + "%";
        // Several may be the next.
        QStringList nexts;
        for (const One& one : fit)
            if (!less(one, *next) && !less(*next, one)) nexts += one.title;
        for (const QString& other : nexts) {
            const bool isOne = names.size() == 1;
            const QString than = QString(": %1, %2 less than %3").arg(time, by, other);
            if (isOther && line == all + (isOne ? " takes" : " take") + " the least time" + than + " (unequal work)")
                return met("least time of different work");
            const QString is = limits.empty() ? (isOne ? " is fastest" : " are fastest")
                                              : (isOne ? " is the fastest that fits" : " are the fastest that fit");
            const QString head = all + is + than + "; ";
            if (!isOther && line.startsWith(head) && isBound(line.mid(head.size())))
                return met(!isOne ? "several are fastest" : isEach ? "fastest per microbatch" : "fastest");
        }
        return fails("the winner");
    });
    verifyMet({"holds more than the limit", "none within the limit", "none runs", "console: ties",
               "console: other work", "console: fastest", "optimal", "above the bound", "one takes", "all are ties",
               "least time of different work", "several are fastest", "fastest per microbatch", "fastest"},
              5);
}

QTEST_MAIN(TestSaidOfWinners)

}  // namespace tst_said_of_winners
#include "tst_said_of_winners.moc"
