// Collectives: plans and costs of public programs (tests/data/reference/README.md), symbolic proofs, closed forms.

#include "engine/collectives/collective_clock.h"
#include "engine/collectives/holdings.h"

#include <QCryptographicHash>
#include "tests/engine/reference_rows.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <random>

using namespace bubblescope;

namespace tst_collectives {
using nlohmann::json;

namespace {

const Algorithm& algorithmOf(const json& row) {
    const CollectiveInfo* info = findCollective(row.at("collective").get<std::string>());
    return *findAlgorithm(info->collective, row.at("algorithm").get<std::string>());
}

Team teamOf(const json& row) {
    Team team;
    team.nodeSize = row.value("node_size", 4096);
    team.ranks = row.contains("ranks") ? row.at("ranks").get<int>() : row.at("nodes").get<int>() * team.nodeSize;
    team.pieces = row.value("slots", team.ranks);
    return team;
}

std::string sha1(const std::string& text) {
    return QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha1).toHex().toStdString();
}

bool areClose(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

/// A link on which a message waits `latency` and a byte takes `perByte`, in microseconds.
LinkSpeed linkOf(double latency, double perByte) { return {latency, perByte > 0 ? 1e-3 / perByte : 1e300}; }

double lastOf(const std::vector<std::vector<double>>& ends) { return *std::ranges::max_element(ends.back()); }

/// Calls `visit(algorithm, team)` for every algorithm and some 4,000 teams of 1 to 33 and 64 ranks.
template <class Visit>
void forEachTeam(const Visit& visit) {
    std::vector<int> sizes(33);
    for (int n = 0; n < 33; ++n) sizes[static_cast<std::size_t>(n)] = n + 1;
    sizes.push_back(64);
    for (const CollectiveInfo& info : collectives())
        for (const Algorithm& algorithm : algorithmsOf(info.collective))
            for (const int ranks : sizes)
                for (int root = 0; root<(info.isRooted ? ranks : 1); root += ranks> 8 ? 5 : 1)
                    for (const int nodeSize : {8, 1, 2, 3})
                        for (const int pieces : {ranks, 3}) {
                            const Team team{ranks, root, pieces, nodeSize};
                            if ((nodeSize == 8 || algorithm.usesTwoLinks) &&
                                (pieces == ranks || algorithm.id == "ring") && checkTeam(algorithm, team))
                                visit(algorithm, team);
                        }
}

QByteArray nameOf(const Algorithm& algorithm, const Team& team) {
    return QByteArray::fromStdString(std::string(infoOf(algorithm.collective).id) + ' ' + std::string(algorithm.id)) +
           " of " + QByteArray::number(team.ranks) + ", root " + QByteArray::number(team.root) + ", " +
           QByteArray::number(team.nodeSize) + " a node, " + QByteArray::number(team.pieces) + " pieces";
}

}  // namespace

class TestCollectives : public QObject {
    Q_OBJECT

private slots:
    void plansAreThoseOfOthers() {
        int plans = 0, refusals = 0;
        for (const json& row : test::referenceRows("collectives.json")) {
            const json &in = row.at("inputs"), &expected = row.at("expect");
            const std::string id = row.at("id");
            const Algorithm& algorithm = algorithmOf(in);
            const Team team = tst_collectives::teamOf(in);
            const auto plan = planOf(algorithm, team);
            if (expected.contains("error")) {
                ++refusals;
                QVERIFY2(!plan && plan.error().message.starts_with(expected.at("error").get<std::string>()),
                         id.c_str());
                continue;
            }
            ++plans;
            QVERIFY2(plan.has_value(), id.c_str());
            const auto proof = checkPlan(algorithm, *plan, 0);
            QVERIFY2(proof.has_value(), (id + ": " + (proof ? "" : proof.error().text())).c_str());
            const std::string text = planText(*plan);
            if (expected.contains("plan")) QCOMPARE(text, expected.at("plan").get<std::string>());
            QVERIFY2(sha1(text) == expected.at("plan_sha1").get<std::string>(), id.c_str());
            const ClosedForm form = closedFormOf(algorithm, team);
            if (algorithm.usesTwoLinks) {
                QCOMPARE(form.intra.alpha, expected.at("alpha_intra").get<long long>());
                QCOMPARE(form.inter.alpha, expected.at("alpha_inter").get<long long>());
                QCOMPARE(form.intra.beta(), test::numberOf(expected.at("beta_intra")));
                QCOMPARE(form.inter.beta(), test::numberOf(expected.at("beta_inter")));
                continue;
            }
            QCOMPARE(plan->steps.size(), expected.at("steps").get<std::size_t>());
            QCOMPARE(form.group.alpha, expected.at("alpha_terms").get<long long>());
            QCOMPARE(form.group.beta(), test::numberOf(expected.at("beta_terms")));
            const Traffic traffic = trafficOf(*plan);
            QCOMPARE(traffic.transfers, expected.at("transfers").get<long long>());
            for (std::size_t rank = 0; rank < traffic.sent.size(); ++rank) {
                const auto share = [&](long long count) {
                    return static_cast<double>(count) / static_cast<double>(plan->slotCount);
                };
                QCOMPARE(share(traffic.sent[rank]), test::numberOf(expected.at("sent_per_rank")[rank]));
                QCOMPARE(share(traffic.received[rank]), test::numberOf(expected.at("received_per_rank")[rank]));
            }
        }
        QCOMPARE(plans, 176);
        QCOMPARE(refusals, 7);
    }

    void timesAreThoseOfOthers() {
        int rows = 0;
        for (const json& row : test::referenceRows("collective_times.json")) {
            const std::string quantity = row.at("quantity");
            const Algorithm& algorithm = algorithmOf(row);
            const Team team = tst_collectives::teamOf(row);
            const auto plan = planOf(algorithm, team);
            QVERIFY(plan);
            const long long bytes = row.value("bytes", 1000LL * team.ranks);
            const auto timeWith = [&](LinkSpeed intra, LinkSpeed inter, bool isPortShared, double over) {
                const Cluster cluster{team.nodeSize, intra, inter, isPortShared, 0};
                return paidByPlan(algorithm, team, *plan, cluster, bytes).time(cluster) / over;
            };
            const auto perBuffer = [&](double intra, bool isPortShared) {
                return timeWith(linkOf(0, intra), linkOf(0, 1), isPortShared, static_cast<double>(bytes));
            };
            double value = 0;
            if (quantity == "plan") {
                QCOMPARE(planText(*plan), row.at("value").get<std::string>());
                ++rows;
                continue;
            }
            if (quantity == "alpha_terms")
                value = static_cast<double>(closedFormOf(algorithm, team).group.alpha);
            else if (quantity == "beta_terms")
                value = closedFormOf(algorithm, team).group.beta();
            else if (quantity == "seconds") {
                const LinkSpeed link{row.at("latency_us"), row.at("bytes_per_second").get<double>() / 1e9};
                value = timeWith(link, link, false, 1e6);
            } else if (quantity == "two links: alpha terms, intra 1, inter 10")
                value = timeWith(linkOf(1, 0), linkOf(10, 0), false, 1);
            else if (quantity == "two links: beta terms, intra 1/8, inter 1 a device")
                value = perBuffer(0.125, false);
            else if (quantity == "two links: beta terms, intra 1/8, inter 1 a node")
                value = perBuffer(0.125, true);
            else
                QFAIL(quantity.c_str());
            const double expected = row.at("value"), tolerance = row.at("tolerance");
            const std::string id = row.at("id");
            QVERIFY2(std::abs(value - expected) <= tolerance,
                     (id + ": " + std::to_string(value) + " for " + std::to_string(expected)).c_str());
            ++rows;
        }
        QCOMPARE(rows, 468);
    }

    /// By hand: in the steps across nodes all four ranks of a node send S/8 over its port at once.
    void ranksOfANodeShareItsPort() {
        CollectiveSetup setup;
        setup.ranks = 8;
        setup.cluster.nodeSize = 4;
        setup.algorithms = {"hierarchical"};
        setup.cluster.isPortShared = true;
        const double across = 2 * (8 + 4e9 / 8 / 50e3), inside = 6 * (3 + 1e9 / 4 / 450e3);
        const auto run = runCollective(setup, "hierarchical");
        QCOMPARE(toUnits(run->time), std::round((across + inside) * 1e6) / 1e6);
        const Algorithm& algorithm = *run->algorithm;
        QVERIFY(std::abs(paidByForm(algorithm, ::bubblescope::teamOf(setup), setup.cluster, 1e9).time(setup.cluster) -
                         (across + inside)) < 1e-6);
        QCOMPARE(timelineOf(setup, *run)->latestEnd, run->time);
        QCOMPARE(toUnits(runCollective(setup, "ring")->time), std::round(14 * (8 + 1e9 / 8 / 50e3) * 1e6) / 1e6);
    }

    void everyPlanEndsInItsDefinition() {
        int plans = 0;
        forEachTeam([&](const Algorithm& algorithm, const Team& team) {
            const auto plan = planOf(algorithm, team);
            QVERIFY(plan);
            QCOMPARE(plan->steps.empty(), team.ranks == 1);
            const auto proof = checkPlan(algorithm, *plan, team.root);
            QVERIFY2(proof.has_value(),
                     nameOf(algorithm, team) + ": " + QByteArray::fromStdString(proof ? "" : proof.error().text()));
            QCOMPARE(planText(dualOf(dualOf(*plan))), planText(*plan));
            ++plans;
        });
        QVERIFY(plans > 3000);
    }

    /// What reduces is what copies, reversed.
    void dualsRunToo() {
        const std::pair<Collective, Collective> pairs[] = {{Collective::Broadcast, Collective::Reduce},
                                                           {Collective::AllGather, Collective::ReduceScatter},
                                                           {Collective::AllReduce, Collective::AllReduce}};
        for (const auto& [of, dual] : pairs)
            for (const Algorithm& algorithm : algorithmsOf(of))
                for (const int ranks : {2, 4, 8, 16}) {
                    const Team team{ranks, 0, ranks, 8};
                    // A sum in which everyone sends everyone all cannot be reversed: what it sums is never apart.
                    if (algorithm.id == "one-shot" || (of == dual && algorithm.id == "recursive-doubling")) continue;
                    Algorithm reversed = algorithm;
                    reversed.collective = dual;
                    const auto plan = planOf(algorithm, team);
                    QVERIFY(plan);
                    const auto proof = checkPlan(reversed, dualOf(*plan), 0);
                    QVERIFY2(proof.has_value(), nameOf(algorithm, team) + ": " +
                                                    QByteArray::fromStdString(proof ? "" : proof.error().text()));
                }
        const auto ring = planOf(*findAlgorithm(Collective::AllReduce, "ring"), {6, 0, 6, 8});
        QCOMPARE(planText(*ring).size(), planText(dualOf(*ring)).size());
    }

    void closedFormsAreThePlansCost() {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> any(0.1, 100);
        int plans = 0;
        forEachTeam([&](const Algorithm& algorithm, const Team& team) {
            const auto plan = planOf(algorithm, team);
            const Cluster cluster{
                team.nodeSize, {any(random), any(random)}, {any(random), any(random)}, plans % 2 == 0, 0};
            const long long bytes = 3LL * team.ranks * team.ranks * 64 * (1 + static_cast<long long>(any(random)));
            const Payment byForm = paidByForm(algorithm, team, cluster, static_cast<double>(bytes));
            const Payment byPlan = paidByPlan(algorithm, team, *plan, cluster, bytes);
            QVERIFY2(areClose(byForm.time(cluster), byPlan.time(cluster)), nameOf(algorithm, team));
            ++plans;
        });
        QVERIFY(plans > 3000);
    }

    /// Nobody late: the cost. Somebody late: never earlier than that, nor than without, and at most so much later.
    void lateRanksAreWaitedFor() {
        std::mt19937 random(11);
        std::uniform_real_distribution<double> any(0, 1000);
        int plans = 0;
        forEachTeam([&](const Algorithm& algorithm, const Team& team) {
            if (team.ranks > 16 || team.ranks == 1) return;
            const auto plan = planOf(algorithm, team);
            const Cluster cluster{team.nodeSize, {3, 450}, {8, 50}, false, 0};
            const long long bytes = 3LL * team.ranks * team.ranks * 6400;
            std::vector<double> arrival(static_cast<std::size_t>(team.ranks));
            const double cost = paidByPlan(algorithm, team, *plan, cluster, bytes).time(cluster);
            const double onTime = lastOf(endsWith(algorithm, team, *plan, cluster, bytes, arrival));
            QVERIFY2(areClose(onTime, cost), nameOf(algorithm, team));
            for (double& time : arrival) time = any(random);
            const double latest = *std::ranges::max_element(arrival);
            const double late = lastOf(endsWith(algorithm, team, *plan, cluster, bytes, arrival));
            QVERIFY2(late >= onTime && late >= latest && late <= latest + cost + 1e-6, nameOf(algorithm, team));
            ++plans;
        });
        QVERIFY(plans > 1000);
    }

    /// A plan that errs is refused with its step and its reason.
    void wrongPlansAreRefused_data() {
        QTest::addColumn<int>("collective");
        QTest::addColumn<QString>("steps");  // "from to slot" each
        QTest::addColumn<int>("mode");
        QTest::addColumn<QString>("why");
        const auto add = [](const char* name, Collective collective, const char* steps, Mode mode, const char* why) {
            QTest::newRow(name) << static_cast<int>(collective) << steps << static_cast<int>(mode) << why;
        };
        add("without it", Collective::AllGather, "0 1 1", Mode::Copy,
            "step 1: rank 0 sends slot 1, which it does not have");
        add("twice", Collective::AllReduce, "0 1 0|0 1 0", Mode::Add,
            "step 2: rank 1 adds a value to slot 0 a second time");
        add("two messages", Collective::Broadcast, "0 1 0;0 2 0", Mode::Copy,
            "step 1: rank 0 has two messages in one direction");
        add("not all", Collective::Broadcast, "0 1 0;", Mode::Copy, "end: rank 1 ends without slot 1");
        add("a part", Collective::AllReduce, "0 1 0", Mode::Add, "end: rank 0 ends with only part of slot 0");
    }

    void wrongPlansAreRefused() {
        QFETCH(int, collective);
        QFETCH(QString, steps);
        QFETCH(int, mode);
        QFETCH(QString, why);
        const Team team{3, 0, 3, 8};
        PlanWriter writer(team, 3, PlanWriter::Names::Parts, PlanWriter::Writes::Plan);
        for (const QString& step : steps.split('|')) {
            writer.step(static_cast<Mode>(mode));
            for (const QString& transfer : step.split(';', Qt::SkipEmptyParts)) {
                const QStringList words = transfer.split(' ');
                writer.send(words[0].toInt(), words[1].toInt(), words[2].toInt());
            }
        }
        Algorithm algorithm = algorithmsOf(static_cast<Collective>(collective)).front();
        algorithm.sendsManyAtOnce = false;
        const auto proof = checkPlan(algorithm, writer.take(), 0);
        QVERIFY(!proof);
        QCOMPARE(QString::fromStdString(proof.error().text()), why);
    }

    void largePlansAreRefusedButTold() {
        CollectiveSetup setup;
        setup.ranks = 1024;
        const auto shot = runCollective(setup, "one-shot");
        QVERIFY(shot);
        QVERIFY(!shot->plan);
        QVERIFY(shot->plan.error().message.find("1,072,693,248 slots") != std::string::npos);
        QVERIFY(shot->time > 0);
        const auto ring = runCollective(setup, "ring");
        QVERIFY(ring && ring->plan);
        QCOMPARE(ring->plan->transfers.size(), std::size_t{2095104});
        setup.ranks = 4096;
        const auto wide = runCollective(setup, "ring");
        QVERIFY(wide && !wide->plan);
        QCOMPARE(wide->time, toTime(8190 * 8 + 8190.0 / 4096 * 1e9 / 50e3));
    }

    void theCheapestIsChosen() {
        CollectiveSetup setup;
        setup.ranks = 8;
        setup.cluster.nodeSize = 4;
        const std::pair<double, const char*> sizes[] = {{1e3, "one-shot"}, {1e9, "hierarchical"}};
        for (const auto& [bytes, id] : sizes) {
            setup.bytes = bytes;
            const auto run = runCollective(setup, kAuto);
            QVERIFY(run);
            QCOMPARE(std::string(run->algorithm->id), std::string(id));
            for (const Algorithm& algorithm : algorithmsOf(setup.collective))
                QVERIFY(runCollective(setup, algorithm.id)->time >= run->time);
        }
    }

    /// With no latency the bus bandwidth of a ring is that of its link.
    void busBandwidthOfARing() {
        CollectiveSetup setup;
        setup.ranks = 16;
        setup.bytes = 1.6e9;
        setup.cluster.inter = {0, 50};
        for (const Collective collective : {Collective::AllReduce, Collective::AllGather, Collective::ReduceScatter}) {
            setup.collective = collective;
            const auto run = runCollective(setup, "ring");
            QVERIFY(run && run->busBandwidth);
            QVERIFY(areClose(*run->busBandwidth, 50));
        }
        setup.collective = Collective::Barrier;
        QVERIFY(!runCollective(setup, "dissemination")->busBandwidth);
    }

    /// Slots of unequal size: nothing is lost, and the busiest port counts.
    void unevenSlots() {
        long long sum = 0;
        for (std::uint32_t slot = 0; slot < 3; ++slot) sum += slotBytes(10, 3, slot);
        QCOMPARE(sum, 10);
        QCOMPARE(slotBytes(10, 3, 0), 3);
        QCOMPARE(slotBytes(10, 3, 2), 4);
        const Team team{3, 0, 3, 8};
        const Algorithm& ring = *findAlgorithm(Collective::AllGather, "ring");
        QCOMPARE(paidByPlan(ring, team, *planOf(ring, team), {}, 10).intraBytes, 8.0);
    }
};

QTEST_APPLESS_MAIN(TestCollectives)

}  // namespace tst_collectives
#include "tst_collectives.moc"
