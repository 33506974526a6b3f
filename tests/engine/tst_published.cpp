// What the registry says of published schedules - closed forms of bubble and memory, what they need, where their stages
// stand - read as it stands there and compared with runs.

#include "engine/formula/formula.h"
#include "engine/run/run.h"
#include "tests/engine/scenarios.h"

#include <QRegularExpression>
#include <QTest>

#include <array>
#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// A size of work and what a microbatch takes on a whole device.
struct Setting {
    int D, MBS, v;
    double F, I, W;

    /// Of interleaved schedules without a group of their own.
    int N() const { return (MBS + std::max(1, MBS / D) - 1) / std::max(1, MBS / D); }
};

/// The product signs and comparisons that a form leaves out.
std::string asFormula(std::string_view form) {
    QString text = QString::fromUtf8(form.data(), qsizetype(form.size()));
    text.replace(QRegularExpression("floor\\((\\([^)]*\\))/(\\d+)\\)"), "(\\1 div \\2)");
    text.replace(QRegularExpression("([0-9)]) ?(?=[A-Za-z(])(?!div)"), "\\1 * ");
    text.replace(QRegularExpression("\\b(D|MBS|v|N|FB|F(?!B)|B|I|W) ?(?=[A-Z(])"), "\\1 * ");
    QStringList sides = text.split(" = ");
    for (qsizetype i = 0; i + 1 < sides.size(); ++i) sides[i] = '(' + sides[i] + ") == (" + sides[i + 1] + ')';
    if (sides.size() > 1) sides.removeLast();
    return sides.join(" && ").toStdString();
}

double valueOf(std::string_view form, const Setting& at) {
    constexpr std::array<std::string_view, 10> kSymbols = {"D", "MBS", "v", "N", "F", "B", "I", "W", "FB", "k"};
    const auto formula = Formula::parse(asFormula(form), kSymbols);
    if (!formula) qFatal("%s: %s", asFormula(form).c_str(), formula.error().text().c_str());
    const double values[] = {double(at.D), double(at.MBS), double(at.v), double(at.N()),     at.F,
                             at.I + at.W,  at.I,           at.W,         at.F + at.I + at.W, 2};
    return formula->value(values);
}

/// The form and its condition, "1" where it has none.
std::pair<std::string_view, std::string_view> parted(std::string_view form) {
    constexpr std::string_view kFor = " for ";
    const std::size_t at = form.find(kFor);
    return at == std::string_view::npos ? std::pair(form, std::string_view("1"))
                                        : std::pair(form.substr(0, at), form.substr(at + kFor.size()));
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

/// How long the device with the longest span is idle in it, where all have the same work.
double idleInLongestSpan(const Metrics& metrics) {
    Time longest = 0;
    for (const WorkerMetrics& worker : metrics.workers) longest = std::max(longest, worker.busy + worker.idleWaiting);
    return toUnits(longest - metrics.workers.front().busy);
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

/// Small sizes, odd ones among them, where times matter with three sets of them. They divide by all v.
template <class Check>
void forEachSetting(const ScheduleKind& kind, bool hasTimes, Check check) {
    for (const int D : {1, 2, 3, 4, 6, 8})
        for (int MBS = 1; MBS <= 4 * D + 1; ++MBS)
            for (const int v : kind.hasChunks ? std::vector{1, 2, 3, 4} : std::vector{kind.fixedChunks}) {
                check(Setting{D, MBS, v, 12, 12, 12});
                if (!hasTimes) continue;
                check(Setting{D, MBS, v, 36, 48, 24});
                check(Setting{D, MBS, v, 24, 36, 48});
            }
}

std::string text(const Setting& at) {
    return "D " + std::to_string(at.D) + ", MBS " + std::to_string(at.MBS) + ", v " + std::to_string(at.v) + ", F " +
           std::to_string(at.F);
}

}  // namespace

Q_DECLARE_METATYPE(const bubblescope::ScheduleKind*)

class TestPublished : public QObject {
    Q_OBJECT

private slots:
    void formsAreRead() {
        const Setting at{4, 10, 2, 1, 2, 3};
        QCOMPARE(asFormula("(D/2-1)(FB+B-3W)"), std::string("(D/2-1) * (FB+B-3 * W)"));
        QCOMPARE(valueOf("(D/2-1)(FB+B-3W) ", at), 2.0);
        QCOMPARE(valueOf("min(MBS, (2D-1 + (v-1)N)/v)", at), 6.0);
        QCOMPARE(valueOf("min(MBS, floor((D+3)/2))", at), 3.0);
        QCOMPARE(valueOf("((2D-3)MBS/D + 2D-1)F/v", at), 9.75);
        QCOMPARE(valueOf("(D-1)max(F, I, F+I-W)", at), 6.0);
        QCOMPARE(valueOf("v MBS >= (v+1)D - 1", at), 1.0);
        QCOMPARE(valueOf("B = 5F", at), 1.0);
        QCOMPARE(valueOf("F = I = W", at), 0.0);
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

    void peaks_data() { eachKind(); }
    void peaks() {
        QFETCH(const ScheduleKind*, kind);
        if (kind->published.peak.empty()) return;
        const auto [form, condition] = parted(kind->published.peak);
        int compared = 0;
        forEachSetting(*kind, false, [&, form = form, condition = condition](const Setting& at) {
            const RunResult made = runOf(*kind, at);
            if (!made || valueOf(condition, at) == 0) return;
            QVERIFY2(qAbs((*made)->metrics.peakActivations() - valueOf(form, at)) < 1e-9, text(at).c_str());
            ++compared;
        });
        QVERIFY(compared >= 8);
    }

    void bubbles_data() { eachKind(); }
    void bubbles() {
        QFETCH(const ScheduleKind*, kind);
        if (kind->published.bubble.empty()) return;
        const auto [form, condition] = parted(kind->published.bubble);
        const bool isOfRounds = condition.find("MBS") == std::string_view::npos;
        int compared = 0;
        forEachSetting(*kind, true, [&, form = form, condition = condition](const Setting& at) {
            if (valueOf(condition, at) == 0) return;
            if (isOfRounds && (at.D == 1 || at.MBS % at.D != 0 || at.MBS < 2 * at.D)) return;
            const RunResult made = runOf(*kind, at);
            if (!made) return;
            const double is = idleInLongestSpan((*made)->metrics), said = valueOf(form, at);
            QVERIFY2(qAbs(is - said) < 1e-3, (text(at) + ": " + std::to_string(is)).c_str());
            ++compared;
        });
        QVERIFY(compared >= 3);
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

namespace tst_published {
QTEST_MAIN(TestPublished)
}
#include "tst_published.moc"
