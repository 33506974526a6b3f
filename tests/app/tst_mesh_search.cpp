// The mesh search in the real window: all meshes run in the background, the best is highlighted, a click opens one.

#include "tests/app/steps_desk.h"
#include "tests/rounds.h"

#include "app/documents/load_scenario.h"
#include "app/pages/mesh_search.h"
#include "engine/entries/model_edits.h"
#include "engine/steps/run_step.h"
#include "widgets/charts/points_chart.h"
#include "widgets/kit/link_button.h"
#include "widgets/shown/memory_text.h"
#include "widgets/steps/step_form.h"

#include <QPushButton>
#include <QSignalSpy>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_mesh_search {

namespace {

/// A window that shows Llama 3 8B on 8 devices.
class Searching : public Stepping {
public:
    Searching() {
        document().start(*loadScenario("preset:llama-3-8b-on-8"), {QStringLiteral("models")});
        settle();
    }
    MeshSearch& search() { return facet().meshes(); }
    void ask() {
        facet().form().chooseMesh()->click();
        QTRY_VERIFY_WITH_TIMEOUT(search().isWhole(), 300'000);
    }
};

}  // namespace

class TestMeshSearch : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void init() { m_home = newHome(); }

    /// Every choice is tried once, and the best is that of all of them run one after the other.
    void triesAllOfThem() {
        Searching desk;
        QVERIFY(!desk.facet().showsMeshes());
        QCOMPARE(desk.facet().form().chooseMesh()->text(), "Choose a mesh…");
        desk.ask();
        QVERIFY(desk.facet().showsMeshes());
        const MeshQuestion question = questionOf(desk.scenario(), *desk.page().current());
        const std::vector<MeshChoice> all = meshChoices(question);
        QCOMPARE(desk.search().choices().size(), all.size());
        std::vector<MeshOutcome> outcomes;
        for (const MeshChoice& choice : all) outcomes.push_back(outcomeOf(question, choice));
        const MeshOutcome& best = outcomes[bestFirst(outcomes).front()];
        QVERIFY(best.fits);
        const auto told = desk.search().points().best();
        QVERIFY(told);
        QCOMPARE(desk.search().outcomes()[*told].total, best.total);
        QCOMPARE(desk.search().outcomes()[*told].memoryPeak, best.memoryPeak);
        QVERIFY(desk.search().bestText().startsWith("Best that fits: "));
        QVERIFY2(desk.answer().contains("is the fastest that fits: " + formatTime(best.total, "ms", 4)),
                 qPrintable(desk.answer()));
        const auto fit = std::count_if(outcomes.begin(), outcomes.end(),
                                       [](const MeshOutcome& one) { return one.refusal.empty() && one.fits; });
        QVERIFY2(desk.search().countText().contains(QString("%1 fit").arg(fit)), qPrintable(desk.search().countText()));
        const auto refused = std::count_if(outcomes.begin(), outcomes.end(),
                                           [](const MeshOutcome& one) { return !one.refusal.empty(); });
        QCOMPARE(desk.search().refusalText().startsWith(QString("%1 cannot run (").arg(refused)), refused > 0);
    }

    /// None on the line is beaten in both, and all others are beaten by one on it.
    void theLineIsTheFrontier() {
        Searching desk;
        desk.ask();
        const auto& outcomes = desk.search().outcomes();
        const auto line = desk.search().points().frontier();
        const PointsModel& model = desk.search().chart().model();
        QVERIFY(!line.empty() && model.walked.front() == line.back() && model.limit && model.notice.isEmpty());
        QVERIFY(model.tags.front().note.startsWith("best that fits"));
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            if (!outcomes[i].refusal.empty()) continue;
            const bool isOn = std::find(line.begin(), line.end(), i) != line.end();
            const bool isBeaten = std::any_of(line.begin(), line.end(), [&](std::size_t other) {
                const MeshOutcome &a = outcomes[other], &b = outcomes[i];
                return a.total <= b.total && a.memoryPeak <= b.memoryPeak &&
                       (a.total < b.total || a.memoryPeak < b.memoryPeak);
            });
            QVERIFY(isOn != isBeaten);
        }
    }

    void aClickOpensAMesh() {
        Searching desk;
        desk.ask();
        const Scenario before = desk.scenario();
        PointsChart& chart = desk.search().chart();
        const std::size_t best = *desk.search().points().best();
        const auto at = chart.pointOf(best);
        QVERIFY(at);
        QTest::mouseClick(&chart, Qt::LeftButton, {}, at->toPoint());
        desk.settle();
        QCOMPARE(desk.scenario().schedules.size(), before.schedules.size() + 1);
        QCOMPARE(desk.page().current(), std::optional(before.schedules.size()));
        const auto& outcome = desk.results().outcomes().back();
        QVERIFY(outcome.run);
        QCOMPARE(outcome.run->metrics.totalTime, desk.search().outcomes()[best].total);
        QCOMPARE(outcome.run->step->memoryPeak(), desk.search().outcomes()[best].memoryPeak);
        QVERIFY(desk.facet().showsMeshes() && desk.search().isWhole());  // the question is the same
        desk.document().undoStack().undo();
        desk.settle();
        QCOMPARE(desk.scenario(), before);
    }

    void anotherQuestionIsAskedAnew() {
        Searching desk;
        desk.ask();
        const std::size_t eight = desk.search().choices().size();
        desk.document().apply({withDeviceCount(desk.scenario(), 8, 16), QStringLiteral("Change")});
        desk.settle();
        QTRY_VERIFY_WITH_TIMEOUT(desk.search().choices().size() > eight && !desk.search().outcomes().empty(), 300'000);
        QCOMPARE(desk.search().question().devices, 16);
        // Without a model there is nothing to ask.
        desk.document().start(*readScenario(kCompared), {QStringLiteral("steps")});
        desk.settle();
        QVERIFY(!desk.facet().showsMeshes() && !desk.facet().form().chooseMesh()->isVisible());
    }

    void aSearchCanBeStoppedAndGoesOn() {
        Searching desk;
        desk.document().apply({withDeviceCount(desk.scenario(), 8, 64), QStringLiteral("Change")});
        desk.settle();
        desk.facet().form().chooseMesh()->click();
        QTRY_VERIFY_WITH_TIMEOUT(!desk.search().outcomes().empty(), 300'000);
        desk.page().stop();
        if (desk.search().isWhole()) QSKIP("all of them were tried at once");
        const std::size_t tried = desk.search().outcomes().size();
        QVERIFY(desk.page().isStopped() && desk.search().countText().contains("stopped"));
        QTest::qWait(50);
        QCOMPARE(desk.search().outcomes().size(), tried);
        desk.page().goOn();
        // To its end takes 15 s with the sanitizers; triesAllOfThem() has it for fewer devices.
        QTRY_VERIFY_WITH_TIMEOUT(hasAllRounds() ? desk.search().isWhole() : desk.search().outcomes().size() > tried,
                                 120'000);
        QVERIFY(!desk.page().isStopped());
    }
};

QTEST_MAIN(TestMeshSearch)

}  // namespace tst_mesh_search
#include "tst_mesh_search.moc"
