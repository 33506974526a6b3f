#include "engine/results/frontier.h"

#include "tests/engine/random_scenario.h"
#include "tests/rounds.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_frontier {

class TestFrontier : public QObject {
    Q_OBJECT

private slots:
    void byHand_data() {
        using Runs = std::vector<HeldAndValue>;
        using Frontier = std::vector<std::size_t>;
        QTest::addColumn<Runs>("runs");
        QTest::addColumn<Frontier>("frontier");
        QTest::newRow("none") << Runs{} << Frontier{};
        QTest::newRow("more is paid for with more") << Runs{{4, 2}, {2, 3}, {1, 5}} << Frontier{2, 1, 0};
        QTest::newRow("one beats all") << Runs{{4, 2}, {2, 3}, {1, 1}} << Frontier{2};
        QTest::newRow("equal ones both stand") << Runs{{2, 3}, {2, 3}} << Frontier{0, 1};
        QTest::newRow("as much held, but worse") << Runs{{2, 3}, {2, 2}} << Frontier{1};
        QTest::newRow("as good, but more held") << Runs{{3, 3}, {2, 3}} << Frontier{1};
        QTest::newRow("peaks within rounding are the same") << Runs{{4 - 4e-16, 3}, {4, 2}} << Frontier{1};
    }
    void byHand() {
        QFETCH(std::vector<HeldAndValue>, runs);
        QFETCH(std::vector<std::size_t>, frontier);
        QVERIFY(frontierOf(runs) == frontier);
    }

    void randomOnesHoldWhatIsClaimed() {
        Random random(propertySeed());
        for (int round = 0; round < rounds(500); ++round) {
            std::vector<HeldAndValue> runs(std::size_t(randomInt(random, 1, 12)));
            for (HeldAndValue& run : runs) run = {randomInt(random, 1, 5) / 3.0, randomInt(random, 1, 5) / 7.0};
            const auto frontier = frontierOf(runs);
            for (std::size_t i = 0; i < runs.size(); ++i) {
                const bool isBeaten =
                    std::any_of(runs.begin(), runs.end(), [&](const auto& one) { return beats(one, runs[i]); });
                QVERIFY(isBeaten == (std::find(frontier.begin(), frontier.end(), i) == frontier.end()));
            }
        }
    }
};

QTEST_MAIN(TestFrontier)

}  // namespace tst_frontier
#include "tst_frontier.moc"
