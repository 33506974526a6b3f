// Files of collectives: defaults, errors and their places, and that written files read back equal.

#include "engine/io/collective_file.h"
#include "engine/io/scenario_file.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace bubblescope;

namespace tst_collective_file {
using nlohmann::json;

namespace {

std::string fileOf(const std::string& rest) {
    return R"({"format": "bubblescope-collective", "version": 1)" + (rest.empty() ? rest : ", " + rest) + "}";
}

constexpr const char* kWhole = R"("title": "Gradients of a layer", "library": "nccl",
 "collective": "all-reduce", "ranks": 8, "bytes": 1e9, "root": 0,
 "algorithms": ["ring", "halving-doubling", "hierarchical"], "pieces": 8, "arrival": [0, 0, 0, 5, 0, 0, 0, 0],
 "labels": "outsider", "cluster": {"node_size": 4, "launch_us": 7, "intra": {"latency_us": 3, "bandwidth_gbs": 450},
 "inter": {"latency_us": 8, "bandwidth_gbs": 50, "per": "node"}})";

}  // namespace

class TestCollectiveFile : public QObject {
    Q_OBJECT

private slots:
    void defaults() {
        const auto setup = readCollective(fileOf(R"("collective": "all-gather")"));
        QVERIFY(setup);
        CollectiveSetup expected;
        expected.collective = Collective::AllGather;
        expected.algorithms = {"ring"};
        QVERIFY(*setup != expected);  // a file of version 1 has one ring through one port
        expected.cluster.usesAllPorts = false;
        QVERIFY(*setup == expected);
        const auto later = readCollective(R"({"format": "bubblescope-collective", "version": 2,
            "collective": "all-gather"})");
        expected.cluster.usesAllPorts = true;
        QVERIFY(later && *later == expected);
        QCOMPARE(setup->ranks, 4);
        QCOMPARE(setup->bytes, 1e9);
        QCOMPARE(setup->cluster.nodeSize, 8);
        QCOMPARE(readCollective(fileOf(R"("collective": "barrier")"))->algorithms.front(),
                 std::string("dissemination"));
    }

    void writtenIsReadBack() {
        const auto setup = readCollective(fileOf(kWhole));
        QVERIFY2(setup.has_value(), setup ? "" : setup.error().text().c_str());
        QVERIFY(setup->cluster.isPortShared);
        QVERIFY(setup->isRootOutside);
        QCOMPARE(setup->arrival[3], 5.0);
        const auto again = readCollective(writeCollective(*setup));
        QVERIFY(again);
        QVERIFY(*again == *setup);
        QCOMPARE(writeCollective(*again), writeCollective(*setup));
    }

    /// A file of version 1 is saved as version 2 that runs as it did.
    void versionOneIsKept() {
        const auto setup = readCollective(fileOf(R"("collective": "all-reduce", "ranks": 16)"));
        const json written = json::parse(writeCollective(*setup));
        QCOMPARE(written.at("version").get<int>(), 2);
        QCOMPARE(written.at("cluster").at("link_rules").get<int>(), 1);
        const Setting two[] = {{"cluster.link_rules", "2"}};
        const auto later = readCollective(written.dump(), two);
        QVERIFY(runCollective(*later, "ring")->time < runCollective(*setup, "ring")->time);
        QVERIFY(!json::parse(writeCollective(*later)).at("cluster").contains("link_rules"));
    }

    /// Shares of links: of all, or of one.
    void sharesOfLinks() {
        const auto all = readCollective(fileOf(R"("collective": "reduce", "cluster": {"links": 0.5})"));
        QCOMPARE(all->cluster.intra.share, 0.5);
        QCOMPARE(json::parse(writeCollective(*all)).at("cluster").at("links").get<double>(), 0.5);
        const auto one = readCollective(
            fileOf(R"("collective": "reduce", "cluster": {"links": 0.5, "inter": {"efficiency": 0.8}})"));
        QCOMPARE(one->cluster.intra.share, 0.5);
        QCOMPARE(one->cluster.inter.share, 0.8);
        QVERIFY(*readCollective(writeCollective(*one)) == *one);
    }

    void settingsReachEverything() {
        const Setting settings[] = {{"ranks", "16"},
                                    {"cluster.inter.per", "node"},
                                    {"cluster.intra.latency_us", "1.5"},
                                    {"algorithms", R"(["auto"])"}};
        const auto setup = readCollective(fileOf(R"("collective": "reduce")"), settings);
        QVERIFY(setup);
        QCOMPARE(setup->ranks, 16);
        QVERIFY(setup->cluster.isPortShared);
        QCOMPARE(setup->cluster.intra.latency, 1.5);
        QCOMPARE(setup->algorithms, std::vector<std::string>{"auto"});
        const Setting bad[] = {{"cluster.intra.per", "node"}};
        QCOMPARE(readCollective(fileOf(R"("collective": "reduce")"), bad).error().field,
                 std::string("--set cluster.intra.per"));
    }

    void refusals_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("why");
        const auto add = [](const char* rest, const char* why) {
            QTest::newRow(rest) << QString::fromStdString(fileOf(rest)) << QString::fromUtf8(why);
        };
        add("", "collective: is missing; it names the collective, e.g. \"all-reduce\"");
        add(R"("collective": "allreduce")",
            "collective: unknown collective \"allreduce\"; expected broadcast, scatter, gather, all-gather, reduce, "
            "all-reduce, reduce-scatter, all-to-all, barrier or send; nearest: \"all-reduce\"");
        add(R"("collective": 7)",
            "collective: unknown collective 7; expected broadcast, scatter, gather, all-gather, reduce, all-reduce, "
            "reduce-scatter, all-to-all, barrier or send; nearest: \"send\"");
        add(R"("collective": "reduce", "ranks": 0)", "ranks: must be from 1 to 4,096, is 0");
        add(R"("collective": "reduce", "ranks": 5000)", "ranks: must be from 1 to 4,096, is 5,000");
        add(R"("collective": "reduce", "root": 9)", "root: must be one of the 4 ranks, counted from 0, is 9");
        add(R"("collective": "reduce", "bytes": 1099511627776)",
            "bytes: must be from 0 to 1,000,000,000,000, is 1,099,511,627,776");
        add(R"("collective": "reduce", "bytes": 1e300)", "bytes: must be from 0 to 1,000,000,000,000, is far larger");
        add(R"("collective": "reduce", "bytes": 1.5)", "bytes: must be a whole number");
        add(R"("collective": "reduce", "algorithms": [])", "algorithms: must name at least one algorithm, is empty");
        add(R"("collective": "reduce", "algorithms": ["ring", "bruk"])",
            "algorithms[1]: unknown algorithm of reduce; expected direct, binomial, ring, "
            "reducescatter-gather or auto; nearest: \"ring\"");
        add(R"("collective": "reduce", "algorithms": ["ring", "ring"])", "algorithms[1]: is listed twice");
        add(R"("collective": "reduce", "arrival": [1])", "arrival: must have a time for each of the 4 ranks, has 1");
        add(R"("collective": "reduce", "arrival": [0, -1, 0, 0])",
            "arrival[1]: must be from 0 to 1,000,000,000 microseconds");
        add(R"("collective": "reduce", "pieces": 0)", "pieces: must be from 1 to 65,536, is 0");
        add(R"("collective": "reduce", "labels": "letters")",
            "labels: must be \"ranks\" or \"outsider\", is \"letters\"");
        add(R"("collective": "reduce", "cluster": {"node_size": 0})",
            "cluster.node_size: must be from 1 to 4,096, is 0");
        add(R"("collective": "reduce", "cluster": {"intra": {"bandwidth_gbs": 0}})",
            "cluster.intra.bandwidth_gbs: must be greater than 0 and at most 1,000,000,000 GB/s");
        add(R"("collective": "reduce", "cluster": {"intra": {"per": "node"}})",
            "cluster.intra.per: unknown key; nearest: \"latency_us\"");
        add(R"("collective": "reduce", "cluster": {"links": 0})",
            "cluster.links: must be greater than 0 and at most 1");
        add(R"("collective": "reduce", "cluster": {"inter": {"efficiency": 2}})",
            "cluster.inter.efficiency: must be greater than 0 and at most 1");
        add(R"("collective": "reduce", "cluster": {"link_rules": 3})", "cluster.link_rules: must be 1 or 2, is 3");
        add(R"("collective": "reduce", "library": "mpi")", "library: must be \"ideal\" or \"nccl\", is \"mpi\"");
        add(R"("collective": "reduce", "cluster": {"inter": {"per": "rack"}})",
            "cluster.inter.per: must be \"device\" or \"node\", is \"rack\"");
        add(R"("collective": "reduce", "algorithm": "ring")", "algorithm: unknown key; nearest: \"algorithms\"");
        QTest::newRow("another format") << QStringLiteral(R"({"format": "bubblescope-scenario", "version": 1})")
                                        << QStringLiteral(
                                               "format: this is a scenario, not a collective; "
                                               "\"bubblescope simulate\" runs it");
    }

    void refusals() {
        QFETCH(QString, file);
        QFETCH(QString, why);
        const auto setup = readCollective(file.toStdString());
        QVERIFY(!setup);
        QCOMPARE(QString::fromStdString(setup.error().text()), why);
    }

    void otherFormatsSayWhatItIs() {
        QCOMPARE(readScenario(fileOf(R"("collective": "reduce")")).error().text(),
                 std::string("format: this is a collective, not a scenario; \"bubblescope collective\" runs it"));
    }

    void resultsAsJson() {
        const auto setup = readCollective(fileOf(kWhole));
        std::vector<Result<CollectiveRun>> runs;
        std::vector<std::string> ids = setup->algorithms;
        for (const std::string& id : ids) runs.push_back(runCollective(*setup, id));
        CollectiveSetup odd = *setup;
        odd.collective = Collective::AllGather;
        odd.ranks = 6;
        odd.arrival.clear();
        ids.push_back("recursive-doubling");
        runs.push_back(runCollective(odd, ids.back()));
        const json results = json::parse(collectiveJson(*setup, ids, runs, true, [](const std::string& text) {
                                 return std::to_string(text.size());
                             })).at("results");
        QCOMPARE(results.size(), std::size_t{4});
        const json& ring = results[0];
        QCOMPARE(ring.at("steps").get<int>(), 14);
        QCOMPARE(ring.at("transfers").get<int>(), 112);
        QCOMPARE(ring.at("alpha_terms").get<int>(), 14);
        QCOMPARE(ring.at("beta_terms").get<double>(), 1.75);
        QVERIFY(ring.at("sent_per_rank") == json(std::vector<double>(8, 1.75)));
        QCOMPARE(ring.at("plan_sha1").get<std::string>(), std::to_string(ring.at("plan").get<std::string>().size()));
        // One rank comes 5 us late, a launch takes 7.
        QCOMPARE(ring.at("time_us").get<double>(), 7 + 5 + 14 * 8 + 1.75e9 / 50e3);
        QVERIFY(results[2].at("phases") == json({3, 2, 3}));
        QCOMPARE(results[2].at("steps").get<int>(), 8);
        QCOMPARE(results[2].at("beta_inter").get<double>(), 0.25);
        QCOMPARE(results[3].at("error").get<std::string>(),
                 std::string("needs a power of two, has 6; nearest: 4 and 8"));
    }
};

QTEST_APPLESS_MAIN(TestCollectiveFile)

}  // namespace tst_collective_file
#include "tst_collective_file.moc"
