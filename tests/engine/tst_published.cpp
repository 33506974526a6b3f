// What the registry states about published schedules (closed forms of bubble and memory, requirements, placement of
// stages) is read from the registry and compared with runs.

#include "engine/entries/registry.h"
#include "engine/results/closed_forms.h"
#include "engine/schedules/group_walk.h"
#include "tests/engine/random_scenario.h"
#include "tests/engine/scenarios.h"
#include "tests/rounds.h"

#include <QTest>

#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_published {

namespace {

/// A size of work and what a microbatch takes on a whole device.
struct Setting {
    int D, MBS, v;
    double F, I, W;
};

double valueOf(std::string_view form, const Setting& at) {
    return bubblescope::valueOf(form, {.D = double(at.D),
                                       .MBS = double(at.MBS),
                                       .v = double(at.v),
                                       .N = double(usualGroup(at.D, at.MBS)),
                                       .k = 2,
                                       .F = at.F,
                                       .B = at.I + at.W,
                                       .I = at.I,
                                       .W = at.W,
                                       .FB = at.F + at.I + at.W});
}

/// Whether a size of work has what a clause asks for.
bool meets(std::string_view clause, const Setting& at) {
    using Words = bool (*)(const Setting&);
    static const std::map<std::string_view, Words> kWords = {
        {"even D", [](const Setting& s) { return s.D % 2 == 0; }},
        {"even MBS", [](const Setting& s) { return s.MBS % 2 == 0; }},
        {"even v", [](const Setting& s) { return s.v % 2 == 0; }},
        {"MBS a multiple of D", [](const Setting& s) { return s.MBS % s.D == 0; }},
        {"MBS mod D is 0 or D-1, for v = 2 also 1",
         [](const Setting& s) {
             const int last = s.MBS % s.D;
             return s.v == 1 || last == 0 || last == s.D - 1 || (s.v == 2 && last == 1);
         }},
    };
    const auto words = kWords.find(clause);
    return words != kWords.end() ? words->second(at) : valueOf(clause, at) != 0;
}

RunResult runOf(const ScheduleKind& kind, const Setting& at) {
    Scenario scenario = scenarioOf(std::string(kind.id).c_str(), at.D, at.MBS, 0, at.v);
    Workload& workload = scenario.workload;
    workload.forward = at.F;
    workload.backward = at.I + at.W;
    workload.weight = at.W;
    limitEffort(scenario.schedules[0], 0.001);
    return run(scenario, 0);
}

std::vector<const ScheduleKind*> publishedKinds() {
    std::vector<const ScheduleKind*> kinds;
    for (const ScheduleKind* kind : kindsOf(Family::Schedule))
        if (kind->published.year > 0) kinds.push_back(kind);
    return kinds;
}

void eachKind() {
    QTest::addColumn<const ScheduleKind*>("kind");
    for (const ScheduleKind* kind : publishedKinds()) QTest::newRow(std::string(kind->id).c_str()) << kind;
}

/// Small sizes, odd ones among them, where times matter with six sets of them: any of a forward and the
/// halves may be the longest. They divide by all v.
template <class Check>
void forEachSetting(const ScheduleKind& kind, bool hasTimes, Check check) {
    for (const int D : {1, 2, 3, 4, 6, 8})
        for (int MBS = 1; MBS <= 4 * D + 1; MBS += kIsSecondRun ? 3 : 1)
            for (const int v : kind.hasChunks ? std::vector{1, 2, 3, 4} : std::vector{kind.fixedChunks}) {
                check(Setting{D, MBS, v, 12, 12, 12});
                if (!hasTimes) continue;
                check(Setting{D, MBS, v, 36, 48, 24});
                check(Setting{D, MBS, v, 24, 36, 48});
                check(Setting{D, MBS, v, 12, 60, 24});
                check(Setting{D, MBS, v, 60, 12, 36});
                check(Setting{D, MBS, v, 36, 24, 96});
            }
}

std::string text(const Setting& at) {
    return "D " + std::to_string(at.D) + ", MBS " + std::to_string(at.MBS) + ", v " + std::to_string(at.v) + ", F " +
           std::to_string(at.F);
}

}  // namespace

class TestPublished : public QObject {
    Q_OBJECT

private slots:
    void formsAreRead() {
        const Setting at{4, 10, 2, 1, 2, 3};
        QCOMPARE(valueOf("(D/2-1)(FB+B-3W) ", at), 2.0);
        QCOMPARE(valueOf("min(MBS, (2D-1 + (v-1)N)/v)", at), 6.0);
        QCOMPARE(valueOf("min(MBS, floor((D+3)/2))", at), 3.0);
        QCOMPARE(valueOf("((2D-3)MBS/D + 2D-1)F/v", at), 9.75);
        QCOMPARE(valueOf("(D-1)max(F, I, F+I-W)", at), 6.0);
        QCOMPARE(valueOf("v MBS >= (v+1)D - 1", at), 1.0);
        QCOMPARE(valueOf("B = 5F", at), 1.0);
        QCOMPARE(valueOf("F = I = W", at), 0.0);
        const FormSymbols symbols{.D = 4, .MBS = 8, .v = 2, .N = 4, .F = 100, .B = 200, .I = 120, .W = 80, .FB = 300};
        QCOMPARE(withNumbers("(D-1)(F+B)/v", symbols), std::string("(4-1)(100+200)/2"));
        QCOMPARE(withNumbers("(D-1)F/2", symbols), std::string("(4-1)·100/2"));
        QCOMPARE(withNumbers("(D/2-1)(FB+B-3W)", symbols), std::string("(4/2-1)(300+200-3·80)"));
        QCOMPARE(withNumbers("min(MBS, (2D-1 + (v-1)N)/v)", symbols), std::string("min(8, (2·4-1+(2-1)·4)/2)"));
        QCOMPARE(withNumbers("v MBS", symbols), std::string("2·8"));
    }

    void factsAreWhole() {
        for (const ScheduleKind* kind : kindsOf(Family::Schedule)) {
            const Published& published = kind->published;
            QVERIFY2(published.year == 0 || (published.year >= 2018 && published.year <= 2030), kind->id.data());
            QCOMPARE(published.link.starts_with("https://"), published.year > 0);
            if (published.year == 0) QVERIFY(published.bubble.empty() && published.peak.empty());
        }
        QVERIFY(publishedKinds().size() >= 17);
    }

    /// A kind's order is refused where the work has not what its clauses ask for, and nowhere else.
    void needs_data() { eachKind(); }
    void needs() {
        QFETCH(const ScheduleKind*, kind);
        bool isEverMissing = kind->published.needs.empty();
        forEachSetting(*kind, false, [&](const Setting& at) {
            const auto clauses = needsOf(*kind);
            const bool isMet =
                std::all_of(clauses.begin(), clauses.end(), [&](auto clause) { return meets(clause, at); });
            const bool isRefused = kind->fits && !kind->fits({at.D, at.MBS, at.v});
            QVERIFY2(isMet != isRefused, text(at).c_str());
            isEverMissing |= !isMet;
        });
        QVERIFY(isEverMissing);
    }

    /// The closed forms come to what runs come to, wherever all that they take for granted is so.
    void forms_data() { eachKind(); }
    void forms() {
        QFETCH(const ScheduleKind*, kind);
        std::map<ScheduleForm::Of, int> compared;
        forEachSetting(*kind, true, [&](const Setting& at) {
            const RunResult made = runOf(*kind, at);
            if (!made) return;
            for (const ScheduleForm& form : closedFormsOf(**made)) {
                const std::string told = text(at) + ": " + form.form + " is " + std::to_string(form.simulated);
                QVERIFY2(form.agrees || !form.broken.empty(), told.c_str());
                compared[form.of] += form.agrees;
            }
        });
        const auto isCompared = [&](ScheduleForm::Of of, std::string_view form, int least) {
            QVERIFY2(form.empty() || compared[of] >= (kIsSecondRun ? 1 : least), kind->id.data());
        };
        isCompared(ScheduleForm::Of::Bubble, kind->published.bubble, 3);
        isCompared(ScheduleForm::Of::TotalTime, kind->published.bubble, 3);
        isCompared(ScheduleForm::Of::Peak, kind->published.peak, 8);
    }

    /// Of any work: a form that does not agree says what it takes for granted that is not so.
    void formsOfRandomWork() {
        Random random(17);
        int disagree = 0;
        for (int i = 0; i < rounds(150); ++i) {
            Scenario scenario = randomScenario(random);
            scenario.schedules.clear();
            for (const ScheduleKind* kind : publishedKinds()) {
                scenario.schedules.push_back(entryOf(Family::Schedule, std::string(kind->id)));
                limitEffort(scenario.schedules.back(), 0.0001);
            }
            for (std::size_t s = 0; s < scenario.schedules.size(); ++s)
                if (const RunResult made = run(scenario, s))
                    for (const ScheduleForm& form : closedFormsOf(**made)) {
                        QVERIFY2(form.agrees || !form.broken.empty(), scenario.schedules[s].kind.c_str());
                        disagree += !form.agrees;
                    }
        }
        QVERIFY(disagree > 100);
    }

    /// What terms count is what was simulated: of any work.
    void countedStretchesAddUp() {
        Random random(18);
        int runs = 0, wholePeaks = 0;
        for (int i = 0; i < fewer(60); ++i) {
            const Scenario scenario = randomScenario(random);
            for (std::size_t s = 0; s < scenario.schedules.size(); ++s) {
                const RunResult made = run(scenario, s);
                if (!made) continue;
                ++runs;
                const Run& r = **made;
                const WorkerMetrics& longest = r.metrics.workers[longestSpan(r.metrics).index()];
                Time work = 0, idle = 0;
                for (const TimeSpan& span : workCounted(r)) work += span.length();
                for (const TimeSpan& span : bubbleCounted(r)) idle += span.length();
                QCOMPARE(work, longest.busy);
                QCOMPARE(idle, longest.idleWaiting);
                const auto& workload = r.schedule.workload;
                if (workload.recompute > 0 || (workload.weightHold > 0 && workload.weightHold < 1)) continue;
                ++wholePeaks;
                const Program& program = *r.timeline->program;
                const double peak = double(heldAtPeak(r).size()) / (program.chunks() * program.pieces);
                QVERIFY2(std::abs(peak - r.metrics.peakActivations()) < 1e-9, scenario.schedules[s].kind.c_str());
            }
        }
        QVERIFY(runs > fewer(500) / 2 && wholePeaks > fewer(100) / 2);
    }

    /// What is not so is named, one thing at a time.
    void assumptionsAreNamed() {
        Scenario scenario = scenarioOf("1f1b", 4, 8, 0, 1);
        const auto brokenOf = [&](ScheduleForm::Of of) {
            const auto forms = closedFormsOf(**run(scenario, 0));
            for (const ScheduleForm& form : forms)
                if (form.of == of) return form.broken;
            return std::vector<Assumption>{};
        };
        QVERIFY(brokenOf(ScheduleForm::Of::Bubble).empty());
        scenario.workload.comm = 5.0;
        QCOMPARE(brokenOf(ScheduleForm::Of::TotalTime), std::vector{Assumption::FreeTransfers});
        scenario.workload.comm = 0.0;
        scenario.workload.imbalance = 0.5;
        QCOMPARE(brokenOf(ScheduleForm::Of::Bubble), std::vector{Assumption::EvenStages});
        QVERIFY(brokenOf(ScheduleForm::Of::Peak).empty());
        scenario.workload.imbalance = 0;
        scenario.workload.recompute = 0.5;
        QVERIFY(brokenOf(ScheduleForm::Of::Bubble).empty());  // B has what is computed again
        QCOMPARE(brokenOf(ScheduleForm::Of::Peak), std::vector{Assumption::WholeActivations});
    }

    /// The registry says where stages stand, and the order has them there.
    void placements_data() { eachKind(); }
    void placements() {
        QFETCH(const ScheduleKind*, kind);
        const int v = kind->hasChunks ? 4 : kind->fixedChunks;
        const RunResult made = runOf(*kind, {4, 8, v, 12, 12, 12});
        QVERIFY(made);
        const Program& program = *(*made)->timeline->program;
        QCOMPARE(program.lines, kind->placement == Placement::Opposite ? 2 : 1);
        for (int stage = 0; stage < program.stagesOfAllLines(); ++stage)
            QCOMPARE(program.workerOf(StageId(stage)).value, workerOfStage(kind->placement, 4, stage));
    }

    void placementsHaveNames() {
        const auto nameOf = [](const char* id) { return placementName(*findKind(Family::Schedule, id)); };
        QVERIFY(nameOf("1f1b") == "line");
        QVERIFY(nameOf("looped-bfs") == "loop");
        QVERIFY(nameOf("zb-v") == "wave");
        QVERIFY(nameOf("chimera") == "two directions");
    }
};

QTEST_MAIN(TestPublished)

}  // namespace tst_published
#include "tst_published.moc"
