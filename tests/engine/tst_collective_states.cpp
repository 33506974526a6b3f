// The buffers of ranks after each step, where their data came from and when it arrives; duals and phases of algorithms.

#include "engine/collectives/playback.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <set>

using namespace bubblescope;

namespace tst_collective_states {

namespace {

CollectiveSetup setupOf(Collective collective, const char* algorithm, int ranks) {
    CollectiveSetup setup;
    setup.collective = collective;
    setup.algorithms = {algorithm};
    setup.ranks = ranks;
    setup.cluster.nodeSize = 4;
    setup.cluster.usesAllPorts = false;
    return setup;
}

/// Calls `visit(setup, algorithm)` for every algorithm and some sizes.
void forEachAlgorithm(const std::function<void(const CollectiveSetup&, const Algorithm&)>& visit) {
    for (const CollectiveInfo& info : collectives())
        for (const Algorithm& algorithm : algorithmsOf(info.collective))
            for (const int ranks : {1, 2, 3, 6, 8, 13})
                for (const bool usesAllPorts : {false, true}) {
                    CollectiveSetup setup = setupOf(info.collective, std::string(algorithm.id).c_str(), ranks);
                    setup.root = info.isRooted ? ranks / 2 : 0;
                    setup.cluster.usesAllPorts = usesAllPorts;
                    if (checkTeam(algorithm, teamOf(setup))) visit(setup, runBy(teamOf(setup), algorithm));
                }
}

/// "a+b" of a version.
QString lettersOf(const States& states, States::VersionId id) {
    QStringList letters;
    for (int source = 0; source < states.ranks(); ++source)
        if (states.sums(id, source)) letters += QChar('a' + source);
    return letters.join('+');
}

}  // namespace

class TestCollectiveStates : public QObject {
    Q_OBJECT

private slots:
    /// What is drawn of rings and trees side by side is theirs, row by row.
    void onePartOfSeveralSideBySide() {
        for (const char* algorithm : {"ring", "double-tree", "in-switch"}) {
            CollectiveSetup setup = setupOf(Collective::AllReduce, algorithm, 64);
            setup.cluster.nodeSize = 8;
            setup.cluster.usesAllPorts = true;
            const auto whole = std::make_shared<const Playback>(*Playback::of(setup, algorithm));
            const Playback drawn = **drawnOf(whole);
            QVERIFY(drawn.section && drawn.section->perColumn == 1 && !drawn.isByNode());
            QVERIFY(drawn.states.rows() <= 128 && drawn.states.rows() >= 48);
            QCOMPARE(drawn.states.ranks(), 64);
            for (std::size_t step = 0; step <= whole->steps(); step += 9)
                for (int rank = 0; rank < drawn.plan().places(); rank += 3)
                    for (int row = 0; row < drawn.states.rows(); ++row) {
                        const int of = drawn.section->rows[static_cast<std::size_t>(row)];
                        const auto has = drawn.states.at(rank, row, step), had = whole->states.at(rank, of, step);
                        QCOMPARE(has.has_value(), had.has_value());
                        if (has) QCOMPARE(drawn.states.countOf(*has, 3, 40), whole->states.countOf(*had, 3, 40));
                    }
            QCOMPARE(drawn.endOf(drawn.steps()), whole->endOf(whole->steps()));
            QCOMPARE(drawn.states.doneAfter(5), whole->states.doneAfter(5));
        }
        const auto eight =
            std::make_shared<const Playback>(*Playback::of(setupOf(Collective::AllReduce, "ring", 8), "ring"));
        QVERIFY(*drawnOf(eight) == eight);
    }

    /// Above 64 ranks nodes are drawn: each begins with its own values and ends with what its ranks end with, and the
    /// messages are those between nodes.
    void manyRanksAreDrawnByNode() {
        for (const auto& [collective, algorithm] : {std::pair(Collective::AllReduce, "ring"),
                                                    {Collective::AllReduce, "double-tree"},
                                                    {Collective::AllReduce, "in-switch"},
                                                    {Collective::AllReduce, "hierarchical"},
                                                    {Collective::AllReduce, "halving-doubling"},
                                                    {Collective::AllGather, "ring"},
                                                    {Collective::ReduceScatter, "ring"}}) {
            CollectiveSetup setup = setupOf(collective, algorithm, 128);
            setup.cluster.nodeSize = 8;
            setup.cluster.usesAllPorts = true;
            const auto whole = std::make_shared<const Playback>(*Playback::of(setup, algorithm));
            const auto made = drawnOf(whole);
            QVERIFY2(made, made ? "" : made.error().text().c_str());
            const Playback& drawn = **made;
            const States& states = drawn.states;
            QVERIFY(drawn.isByNode() && states.ranks() == 16 && states.rows() <= 16 && drawn.nodeSize == 1);
            QCOMPARE(drawn.steps(), whole->steps());
            std::size_t messages = 0;
            for (std::size_t step = 0; step < drawn.steps(); ++step)
                for (const Transfer& sent : drawn.plan().transfersOf(step)) messages += sent.from != sent.to;
            QVERIFY(messages >= 15 && messages == drawn.plan().transfers.size());
            for (int node = 0; node < 16; ++node)
                for (int row = 0; row < states.rows(); ++row) {
                    const auto first = states.at(node, row, 0), last = states.at(node, row, drawn.steps());
                    if (collective == Collective::AllReduce) {
                        QVERIFY(first && last && states.countOf(*last) == 16);
                        QVERIFY(states.countOf(*first) == 1 && states.sums(*first, node));
                    } else if (collective == Collective::AllGather) {
                        QCOMPARE(first.has_value(), node == row);
                        QVERIFY(last && states.sums(*last, row));
                    }
                }
        }
        // One node, and nodes of one rank, are drawn whole while they have few slots.
        for (const int nodeSize : {1, 72}) {
            CollectiveSetup setup = setupOf(Collective::AllReduce, "ring", 72);
            setup.cluster.nodeSize = nodeSize;
            const auto whole = std::make_shared<const Playback>(*Playback::of(setup, "ring"));
            const auto drawn = drawnOf(whole);
            QVERIFY(drawn && *drawn == whole);
        }
        CollectiveSetup pairs = setupOf(Collective::AllToAll, "pairwise", 160);
        const auto refused = drawnOf(std::make_shared<const Playback>(*Playback::of(pairs, "pairwise")));
        QVERIFY(!refused && refused.error().message.find("160 ranks are too many to draw") == 0);
    }

    /// Step by step the same as running the symbols.
    void statesAreTheHoldings() {
        forEachAlgorithm([](const CollectiveSetup& setup, const Algorithm& algorithm) {
            const Plan plan = *planOf(algorithm, teamOf(setup));
            const auto states = States::of(algorithm, plan, setup.root);
            QVERIFY2(states, states ? "" : states.error().text().c_str());
            Holdings held(algorithm.collective, plan, setup.root);
            const int numbers = plan.isOfPairs ? plan.ranks * plan.ranks : plan.slotCount;
            for (std::size_t step = 0; step <= plan.steps.size(); ++step) {
                for (int rank = 0; rank < plan.ranks; ++rank) {
                    int count = 0, shown = 0;
                    for (int slot = 0; slot < numbers; ++slot) {
                        const auto number = static_cast<std::uint32_t>(slot);
                        if (!held.holds(rank, number)) continue;
                        ++count;
                        const auto value = states->at(rank, states->rowOf(number), step);
                        QVERIFY(value && states->version(*value).slot == number);
                        for (int source = 0; source < held.sources(); ++source)
                            if (held.sources() > 1)
                                QCOMPARE(states->sums(*value, source), held.sums(rank, number, source));
                        const int half = held.sources() / 2;
                        if (held.sources() > 1)
                            QCOMPARE(states->countOf(*value, 0, half) + states->countOf(*value, half, held.sources()),
                                     states->countOf(*value));
                    }
                    for (int row = 0; row < states->rows(); ++row) shown += states->at(rank, row, step).has_value();
                    QCOMPARE(shown, count);
                }
                if (step < plan.steps.size()) QVERIFY(held.run(plan, step, algorithm.sendsManyAtOnce));
            }
        });
    }

    /// A rank that is done has all that it is to end with, and not a step earlier; a leftover is read no more.
    void doneAndLeftovers() {
        const auto ring = Playback::of(setupOf(Collective::AllReduce, "ring", 8), "ring");
        QVERIFY(ring);
        const States& states = ring->states;
        for (int rank = 0; rank < 8; ++rank) QCOMPARE(states.doneAfter(rank), std::optional<std::size_t>(14));
        // After five steps rank 0 has a+d+e+f+g+h of slot 2, which it sends on, and its slot 0 waits; the rest is
        // passed on.
        QCOMPARE(lettersOf(states, *states.at(0, 2, 5)), QString("a+d+e+f+g+h"));
        std::set<int> leftovers;
        for (int row = 0; row < 8; ++row)
            if (states.isLeftover(*states.at(0, row, 5), 5)) leftovers.insert(row);
        QCOMPARE(leftovers, std::set<int>({3, 4, 5, 6, 7}));
        forEachAlgorithm([](const CollectiveSetup& setup, const Algorithm& algorithm) {
            const States of = *States::of(algorithm, *planOf(algorithm, teamOf(setup)), setup.root);
            std::size_t last = 0;
            for (int rank = 0; rank < of.ranks(); ++rank) {
                // Of a gather or a reduce the root alone is to end with anything.
                const auto after = of.doneAfter(rank);
                const bool hasOne = setup.collective == Collective::Gather || setup.collective == Collective::Reduce;
                if (hasOne) QCOMPARE(after.has_value(), rank == setup.root);
                QVERIFY(after.value_or(0) <= of.steps());
                last = std::max(last, after.value_or(0));
            }
            QCOMPARE(last, of.steps());
        });
    }

    void theHistoryOfASum() {
        const auto ring = Playback::of(setupOf(Collective::AllReduce, "ring", 8), "ring");
        const auto history = ring->states.historyOf(1, 3, 5);
        QStringList lines;
        for (const States::Origin& origin : history)
            lines += QStringLiteral("%1:%2 %3")
                         .arg(ring->states.version(origin.value).step)
                         .arg(origin.rank)
                         .arg(lettersOf(ring->states, origin.value));
        QCOMPARE(lines,
                 QStringList({"5:1 a+b+e+f+g+h", "4:0 a+e+f+g+h", "3:7 e+f+g+h", "2:6 e+f+g", "1:5 e+f", "0:4 e"}));
        const auto tree = Playback::of(setupOf(Collective::Reduce, "binomial", 8), "binomial");
        const auto branches = tree->states.historyOf(0, 0, 3);
        QCOMPARE(lettersOf(tree->states, branches.front().value), QString("a+b+c+d+e+f+g+h"));
        QVERIFY(std::ranges::any_of(branches, [](const auto& origin) { return origin.depth > 0; }));
    }

    /// Whatever is summed in a value, each part once, stands at the ends of its history or was added on the way.
    void historiesAreWhole() {
        forEachAlgorithm([](const CollectiveSetup& setup, const Algorithm& algorithm) {
            if (setup.ranks > 8 || !infoOf(setup.collective).reduces) return;
            const States states = *States::of(algorithm, *planOf(algorithm, teamOf(setup)), setup.root);
            for (int rank = 0; rank < states.ranks(); ++rank)
                for (int row = 0; row < states.rows(); ++row) {
                    const auto value = states.at(rank, row, states.steps());
                    if (!value) continue;
                    int parts = 0;
                    for (const States::Origin& origin : states.historyOf(rank, row, states.steps())) {
                        const bool isOwn = origin.own && states.version(*origin.own).step == 0;
                        parts += states.version(origin.value).step == 0 || isOwn;
                    }
                    QCOMPARE(parts, states.countOf(*value));
                }
        });
    }

    void timesOfSteps() {
        CollectiveSetup setup = setupOf(Collective::AllReduce, "ring", 8);
        setup.cluster.launch = 7;
        const auto ring = Playback::of(setup, "ring");
        QVERIFY(ring);
        QCOMPARE(ring->endOf(0), 7.0);
        QCOMPARE(toTime(ring->duration), runCollective(setup, "ring")->time);
        QVERIFY(ring->halves && ring->halves->seam == 7);
        for (std::size_t step = 0; step <= 14; ++step) {
            QCOMPARE(ring->stepAt(ring->endOf(step)), step);
            const Moment moment = ring->at(ring->endOf(step));
            QCOMPARE(moment.steps(), step);
            QVERIFY(moment.isBetweenSteps());
            QCOMPARE(moment.flights.size(), step == 0 ? std::size_t(0) : std::size_t(8));
            QVERIFY(moment.done == ring->after(step).done);
        }
        const Moment half = ring->at((ring->endOf(5) + ring->endOf(6)) / 2);
        QCOMPARE(half.steps(), std::size_t(5));
        QCOMPARE(half.flights.size(), std::size_t(8));
        for (const Flight& flight : half.flights) QVERIFY(std::abs(flight.progress - 0.5) < 1e-9 && flight.step == 5);
    }

    /// With nobody late all are at the end of a step at the same time, those too that had no part in it.
    void stepsEndForAll() {
        forEachAlgorithm([](CollectiveSetup setup, const Algorithm& algorithm) {
            setup.bytes = 720'720;                             // slots of one size
            if (setup.ranks != 2 && setup.ranks != 8) return;  // else those with less to send go on earlier
            const auto playback = Playback::of(setup, algorithm.id);
            QVERIFY2(playback, playback ? "" : playback.error().text().c_str());
            for (std::size_t step = 0; step <= playback->steps(); ++step) {
                const Moment moment = playback->at(playback->endOf(step)), after = playback->after(step);
                const QString what = QStringLiteral("%1 %2 of %3, step %4")
                                         .arg(infoOf(setup.collective).id.data(), algorithm.id.data())
                                         .arg(setup.ranks)
                                         .arg(step);
                QVERIFY2(moment.isBetweenSteps(), qPrintable(what));
                QVERIFY2(moment.done == after.done, qPrintable(what));
                QVERIFY2(moment.flights.size() == after.flights.size(), qPrintable(what));
            }
        });
    }

    /// A byte more or less a slot sets ranks apart by next to nothing: at the end of a step all are seen to rest.
    void unevenSlotsRestTogether() {
        CollectiveSetup setup = setupOf(Collective::AllReduce, "ring", 7);
        setup.bytes = 1e6;
        const auto ring = Playback::of(setup, "ring");
        QVERIFY(std::any_of(ring->ends.begin(), ring->ends.end(), [](const std::vector<double>& ends) {
            return std::any_of(ends.begin(), ends.end(), [&](double end) { return end != ends[0]; });
        }));
        for (std::size_t step = 0; step <= ring->steps(); ++step) {
            const Moment moment = ring->at(ring->endOf(step));
            QVERIFY(moment.isBetweenSteps());
            QCOMPARE(moment.steps(), step);
        }
    }

    /// Those that wait for nobody go on: at one time ranks have ended different numbers of steps.
    void lateRanksAreBehind() {
        CollectiveSetup setup = setupOf(Collective::AllReduce, "ring", 8);
        setup.arrival = {0, 0, 0, 50'000, 0, 0, 0, 0};
        const auto ring = Playback::of(setup, "ring");
        const Moment moment = ring->at(49'000);
        QCOMPARE(moment.done[3], std::size_t(0));
        QVERIFY(*std::max_element(moment.done.begin(), moment.done.end()) > 0);
        QCOMPARE(ring->at(ring->duration).steps(), std::size_t(14));
        QCOMPARE(ring->endOf(0), 0.0);
    }

    /// Backwards and with every arrow reversed a plan is its dual's, but for the numbers of ranks; it costs the same.
    void dualsOfAlgorithms() {
        int found = 0;
        forEachAlgorithm([&](const CollectiveSetup& setup, const Algorithm& algorithm) {
            const Algorithm* dual = dualOf(algorithm);
            if (!dual) return;
            ++found;
            QVERIFY(dualOf(*dual)->id == algorithm.id);
            const Team team = teamOf(setup);
            const Plan plan = *planOf(algorithm, team), other = *planOf(*dual, team);
            QCOMPARE(other.steps.size(), plan.steps.size());
            QCOMPARE(other.transfers.size(), plan.transfers.size());
            QCOMPARE(other.slotNumbers.size(), plan.slotNumbers.size());
            QCOMPARE(toTime(timeByPlan(*dual, team, other, setup.cluster, 1'248'000)),
                     toTime(timeByPlan(algorithm, team, plan, setup.cluster, 1'248'000)));
            if (setup.collective != Collective::Broadcast || algorithm.id == "scatter-allgather") return;
            QCOMPARE(planText(other), planText(bubblescope::dualOf(plan)));
        });
        QVERIFY(found > 80);
        QVERIFY(!dualOf(*findAlgorithm(Collective::AllReduce, "one-shot")));
    }

    void halvesMeetAtTheSeam() {
        forEachAlgorithm([](const CollectiveSetup& setup, const Algorithm& algorithm) {
            const Plan plan = *planOf(algorithm, teamOf(setup));
            const auto halves = halvesOf(algorithm, plan);
            if (!halves) return;
            QVERIFY(halves->seam > 0 && halves->seam < plan.steps.size());
            for (std::size_t step = 0; step < plan.steps.size(); ++step)
                if (setup.collective != Collective::Broadcast) QCOMPARE(plan.adds(step), step < halves->seam);
        });
    }

    void tooMuchIsRefused() {
        const auto many = Playback::of(setupOf(Collective::AllReduce, "ring", 1024), "ring");
        QVERIFY(!many);
        QCOMPARE(many.error().text(),
                 std::string("ranks: the states of 1,024 ranks after each step are too large to show"));
        QVERIFY(Playback::of(setupOf(Collective::AllReduce, "ring", 128), "ring"));
    }
};

QTEST_APPLESS_MAIN(TestCollectiveStates)

}  // namespace tst_collective_states
#include "tst_collective_states.moc"
