// The strip of a model's memory below the rows of its step: its contents, place and texts.

#include "engine/steps/run_step.h"
#include "tests/widgets/gantt_of_schemes.h"
#include "tests/widgets/models.h"
#include "widgets/gantt/gantt_render.h"
#include "widgets/gantt/memory_strip.h"
#include "widgets/kit/format.h"
#include "widgets/picture/gantt_picture.h"
#include "widgets/picture/picture.h"
#include "widgets/shown/memory_text.h"

#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_memory_strip {

class TestMemoryStrip : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        applyTheme(ThemeId::Light);
        m_outcomes = outcomesOf(modelScenario());
        m_shown = shownOf(m_outcomes);
    }

    void stepsOfModelsHaveOne() {
        const GanttLayout layout = layoutOf(m_outcomes, {}, {900, 640});
        for (int track = 0; track < 3; ++track) {
            const GanttTrack& t = layout.tracks[std::size_t(track)];
            const QRectF strip = layout.memoryRect(track);
            QVERIFY(t.hasMemory);
            QVERIFY(strip.top() > t.rowsBottom && strip.bottom() == t.bottom && strip.height() >= 50);
            QVERIFY(t.bottom <= (track < 2 ? layout.tracks[std::size_t(track) + 1].top : layout.contentHeight));
            QCOMPARE(layout.hitAt(400, strip.center().y()), (GanttHit{GanttHit::Part::Memory, track, {}}));
        }
        QVERIFY(hasEntry(layout, LegendEntry::What::Memory) && hasEntry(layout, LegendEntry::What::Over));
        QVERIFY(!layoutOf(outcomesOf(scenarioOf("1f1b"))).tracks[0].hasMemory);
        const GanttLayout folded = layoutGantt(m_shown, {true, true, true}, {}, fittingRange(m_shown), {900, 640});
        QVERIFY(!folded.tracks[0].hasMemory && folded.tracks[0].bottom == folded.tracks[0].rowsBottom);
    }

    /// What takes too much says from when on, by which op, and how much it comes to.
    void whatIsOverSaysSo() {
        QVERIFY(!m_shown[0].memory->isOver() && m_shown[0].memory->note.isEmpty());
        const TrackMemory& over = *m_shown[1].memory;
        const StepRun& step = *m_outcomes[1].run->step;
        const WorkerMemory& memory = step.memory[*step.fullestWorker()];
        QVERIFY(double(memory.at(*over.overAt).sum()) > 80e9 && double(memory.at(*over.overAt - 1).sum()) <= 80e9);
        bool isStart = false;
        forEachStepOp(step, [&](const StepOp& op) {
            isStart |= op.start == *over.overAt && over.note.contains(": " + toQString(op.name) + " on rank 0;");
            return true;
        });
        QVERIFY2(isStart, qPrintable(over.note));
        QVERIFY(over.note.endsWith("peak " + formatMemory(double(memory.peak.sum()))));
    }

    void aCardAddsUp() {
        const StepRun& step = *m_outcomes[2].run->step;
        const WorkerMemory& memory = step.memory[*step.fullestWorker()];
        const QStringList facts = memoryFacts(m_shown[2], *m_shown[2].memory, double(memory.peakAt));
        QCOMPARE(facts.front(), formatMemory(double(step.memoryPeak())) + " of 80\u202fGB");
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < kMemoryParts; ++i) {
            const auto part = static_cast<MemoryPart>(i);
            QVERIFY(facts.contains(memoryPartName(part) + ' ' + formatMemory(double(memory.peak[part]))));
            sum += memory.peak[part];
        }
        QCOMPARE(sum, step.memoryPeak());
        QVERIFY(memoryFacts(m_shown[2], *m_shown[2].memory, -1).isEmpty());
        QVERIFY(memoryFacts(m_shown[2], *m_shown[2].memory, double(step.timeline->latestEnd)).isEmpty());
    }

    /// On screens and in files alike.
    void picturesHaveIt() {
        const auto picture = ganttPicture(m_shown, {});
        const QString svg = QString::fromUtf8(*pictureFile(kSvg, *picture, 1, {}));
        QCOMPARE(svg.count("class=\"memory\""), qsizetype(3));
        QVERIFY(svg.contains("memory-activations") && svg.contains("card-label over"));
        QVERIFY(svg.contains(m_shown[1].memory->note));
        const GanttLayout layout = layoutOf(m_outcomes, {}, {900, 640});
        const QImage image = GanttRenderer().render(layout, m_shown, 0, 1);
        const QRectF strip = layout.memoryRect(2);
        // Of 80 GB an eighth of 12 bytes a parameter is the optimizer's: from 4 to 16 GB.
        const double y = strip.bottom() - strip.height() * 10e9 / memoryScale(*m_shown[2].memory);
        QCOMPARE(image.pixelColor(int(layout.tracks[2].x1 / 2), int(y)),
                 memoryLook(layout.style, MemoryPart::Optimizer).fill);
    }

    /// Where there are several rows, each has a strip below its lanes: of its rank, or of those that do as it does.
    void eachRowHasOne() {
        const Scenario scenario = *readScenario(R"({"format": "bubblescope-scenario", "version": 1,
            "model": {"preset": "llama-3-8b", "recompute": "flash", "global_batch": 8},
            "schedules": [{"step": "pp-dp", "mesh": {"pp": 4}}, {"step": "pp-dp", "mesh": {"pp": 4, "dp": 2}},
                          {"step": "fsdp", "mesh": {"pp": 1, "fsdp": 8}}]})");
        std::vector<Outcome> outcomes = outcomesOf(scenario);
        const std::vector<TrackData> shown = shownOf(outcomes);
        QCOMPARE(shown[0].memoryOfEach.size(), std::size_t(4));
        QCOMPARE(shown[1].memoryOfEach.size(), std::size_t(4));
        QVERIFY(shown[2].memoryOfEach.empty() && shown[2].memory);
        const GanttLayout layout = layoutOf(outcomes, {}, {900, 900});
        const GanttTrack& each = layout.tracks[0];
        QVERIFY(each.hasMemoryOfEach && !each.hasMemory && layout.tracks[2].hasMemory);
        const Program& program = *shown[0].timeline->program;
        for (std::int64_t i = 0; i < 4; ++i) {
            const WorkerId worker(i);
            const QRectF strip = layout.memoryRect(0, worker);
            LaneId last = program.computeLane(worker);
            while (last.index() + 1 < program.lanes.size() && program.workerOf(LaneId(last.value + 1)) == worker)
                ++last.value;
            QVERIFY(strip.height() >= 12 && strip.top() > layout.laneRect(0, last).bottom());
            QVERIFY(strip.bottom() <= each.rowsTop + double(i + 1) * each.pitch);
            QCOMPARE(layout.hitAt(400, strip.center().y()),
                     (GanttHit{GanttHit::Part::Memory, 0, program.computeLane(worker)}));
            const TrackMemory& memory = shown[0].memoryOfEach[worker.index()];
            QCOMPARE(memory.worker, worker);
            QCOMPARE(memoryFacts(shown[0], memory, 0).last(), shown[0].words.nameOf(worker));
        }
        // Stages that have more microbatches under way keep more.
        QVERIFY(shown[0].memoryOfEach[1].bytes->peak[MemoryPart::Activations] >
                shown[0].memoryOfEach[2].bytes->peak[MemoryPart::Activations]);
        const QString svg = QString::fromUtf8(*pictureFile(kSvg, *ganttPicture(shown, {}), 1, {}));
        QCOMPARE(svg.count("class=\"memory\""), qsizetype(9));
        for (Outcome& outcome : outcomes) outcome.run = unfolded(outcome.run, 1'000'000);
        QCOMPARE(shownOf(outcomes)[1].memoryOfEach.size(), std::size_t(8));
    }

private:
    std::vector<Outcome> m_outcomes;
    std::vector<TrackData> m_shown;
};

QTEST_MAIN(TestMemoryStrip)

}  // namespace tst_memory_strip
#include "tst_memory_strip.moc"
