// The panel's note on the memory of a step of a model: part by part at a moment, and the comparison with plain FSDP.

#include "tests/app/steps_desk.h"

#include "app/documents/load_scenario.h"
#include "engine/entries/model_edits.h"
#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"
#include "engine/study/mesh_question.h"
#include "widgets/gantt/gantt_layout.h"
#include "widgets/kit/format.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/shown/memory_text.h"
#include "widgets/steps/memory_note.h"
#include "widgets/steps/step_form.h"

#include <QRegularExpression>
#include <QTextDocument>

#include <algorithm>
#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_memory_told {

namespace {

QString plain(const QString& html) {
    QTextDocument document;
    document.setHtml(html);
    return document.toPlainText().replace(QChar(0x202f), ' ').replace(QChar::Nbsp, ' ');
}

class Remembering : public Stepping {
public:
    explicit Remembering(const char* preset) {
        document().start(*loadScenario(preset), {QStringLiteral("models")});
        settle();
    }
    QStringList texts(const char* name) {
        QStringList all;
        for (const QLabel* label : page().opPanel().findChildren<QLabel*>(QLatin1String(name)))
            if (!label->isHidden()) all += plain(label->text());
        return all;
    }
    const WorkerMemory& memory(std::size_t track) { return *page().gantt().shown()[track].memory->bytes; }
    /// The amounts of the first note: those of the parts, then their sum.
    QList<double> amounts() {
        QList<double> numbers;
        const QRegularExpression amount("(?:^|\\n)([0-9]+\\.[0-9]{2})(?: GB)?(?=\\n|$)");
        for (auto at = amount.globalMatch(texts("note").value(0)); at.hasNext();)
            numbers += at.next().captured(1).toDouble();
        return numbers;
    }
};

/// In GB with two decimals.
QList<double> expected(const WorkerMemory& memory, Time at) {
    QList<double> numbers;
    const MemoryBytes& now = memory.at(at);
    for (std::size_t part = 0; part < kMemoryParts; ++part)
        if (memory.peak.parts[part] > 0 || now.parts[part] > 0)
            numbers += std::round(double(now.parts[part]) / 1e7) / 100;
    return numbers << std::round(double(now.sum()) / 1e7) / 100;
}

}  // namespace

class TestMemoryTold : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home;

private slots:
    void init() { m_home = newHome(); }

    /// At first the peak; then the moment that is picked in the strip, until Escape.
    void partsAddUpAtAMoment() {
        Remembering desk("preset:llama-3-8b-on-8");
        emit desk.facet().form().steps()->entryChosen(0);
        const WorkerMemory& memory = desk.memory(0);
        QCOMPARE(desk.texts("noteTitle").value(0), "MEMORY AT " + plain(formatTime(memory.peakAt, "ms", 4)).toUpper());
        QCOMPARE(desk.amounts(), expected(memory, memory.peakAt));
        QVERIFY(desk.texts("note").value(0).contains("This is the peak."));
        const QRectF strip = desk.layout().memoryRect(0);
        const QPoint place(static_cast<int>(desk.layout().plotLeft + 40), static_cast<int>(strip.center().y()));
        QTest::mouseClick(desk.page().gantt().viewport(), Qt::LeftButton, {}, place);
        QVERIFY(desk.page().gantt().instant());
        const Time at = *desk.page().gantt().instant();
        QVERIFY(memory.at(at).sum() < memory.peak.sum());
        QCOMPARE(desk.amounts(), expected(memory, at));
        QVERIFY(!desk.texts("note").value(0).contains("This is the peak."));
        QTest::keyClick(&desk.page().gantt(), Qt::Key_Escape);
        QVERIFY(!desk.page().gantt().instant());
        QCOMPARE(desk.amounts(), expected(memory, memory.peakAt));
        // Another step has its own moment; an op that is picked tells that of its start.
        QTest::mouseClick(desk.page().gantt().viewport(), Qt::LeftButton, {}, place);
        emit desk.facet().form().steps()->entryChosen(1);
        QVERIFY(!desk.page().gantt().instant());
        QCOMPARE(desk.amounts(), expected(desk.memory(1), desk.memory(1).peakAt));
        QTest::mouseClick(desk.page().gantt().viewport(), Qt::LeftButton, {}, place);
        const Timeline& timeline = *desk.page().gantt().shown()[0].timeline;
        const Row third = timeline.program->lanes[0].begin + 2;
        desk.page().gantt().pick({0, LaneId(0), third, timeline.startOf(third)});
        QVERIFY(!desk.page().gantt().instant());
        QCOMPARE(desk.amounts(), expected(memory, timeline.startOf(third)));
    }

    /// What is kept is told thing by thing, and comes to what the strip has.
    void thingsAddUp() {
        for (const char* preset : {"preset:llama-3-70b-on-64", "preset:mixtral-on-64", "preset:one-24-gb-card"}) {
            const Scenario scenario = *loadScenario(preset);
            for (std::size_t i = 0; i < scenario.schedules.size(); ++i) {
                const auto ran = run(scenario, i);
                QVERIFY(ran);
                const StepRun& step = *(*ran)->step;
                for (std::size_t worker = 0; worker < step.memory.size(); ++worker) {
                    const WorkerMemory& memory = step.memory[worker];
                    const auto place =
                        static_cast<std::size_t>(step.ranks.mesh.placeOf(step.ranks.firstRank[worker], MeshAxis::Pp));
                    const StateParts state = step.setup.model->stateOf(step.setup.model->devices[place]);
                    const Time moments[] = {memory.peakAt, step.timeline->latestEnd / 3, step.timeline->latestEnd - 1};
                    for (const Time at : moments) {
                        std::int64_t all = std::llround(state.parameters) + std::llround(state.gradients) +
                                           std::llround(state.optimizer);
                        for (const KeptThing& thing :
                             keptAt(step.ranks, *step.timeline, step.kept, WorkerId(std::int64_t(worker)), at))
                            all += thing.bytes;
                        QCOMPARE(all, memory.at(at).sum());
                    }
                }
            }
        }
    }

    void saysWhyNotPlainFsdp() {
        Remembering desk("preset:llama-3-70b-on-64");
        const Scenario longer = withTrainingValue(desk.scenario(), 0, "model.sequence", ParameterValue{131072});
        desk.document().apply({longer, QStringLiteral("Change"), 0});
        desk.settle();
        for (int tries = 0; tries < 200 && !desk.texts("note").value(1).contains("tokens"); ++tries) QTest::qWait(100);
        QVERIFY2(desk.texts("note").value(1).contains("tokens"), qPrintable(desk.texts("note").join(" | ")));
        const QString text = desk.texts("note")[1];
        const MeshQuestion question = questionOf(desk.scenario(), *desk.page().current());
        const PlainFsdp fsdp = plainFsdp(question);
        QCOMPARE(fsdp.microbatches, 4);
        QVERIFY(!fsdp.of(Recompute::Full).fits && !fsdp.thatFits());
        const double peak = double(fsdp.of(Recompute::Full).memoryPeak);
        const double usable = hardwareOf(question.cluster)->usableBytes();
        const auto told = [](double bytes) { return plain(formatMemory(bytes)); };
        QVERIFY2(text.startsWith("FSDP 64 needs " + told(peak) + " per rank, " + told(peak - usable) + " over memory."),
                 qPrintable(text));
        QVERIFY2(
            text.contains("is activations: each rank stores whole sequences of " + formatExact(131072) + " tokens"),
            qPrintable(text));
        QVERIFY2(text.contains("No recompute setting makes it fit."), qPrintable(text));
        // Its link leads to it, which the first step is already; with less recompute it is one more.
        const std::size_t steps = desk.scenario().schedules.size();
        emit desk.page().opPanel().noteFollowed("open:3");
        QCOMPARE(desk.scenario().schedules.size(), steps);
        QCOMPARE(desk.page().current(), std::optional<std::size_t>(0));
        emit desk.page().opPanel().noteFollowed("open:2");
        QCOMPARE(desk.scenario().schedules.size(), steps + 1);
        QCOMPARE(desk.scenario().schedules.back().label.value_or(""), "FSDP 64, ops");
        emit desk.page().opPanel().noteFollowed("open:9");
        QCOMPARE(desk.scenario().schedules.size(), steps + 1);
    }

    /// Advice that is there as another step leads to it.
    void whatIsThereIsNotMadeAgain() {
        Remembering desk("preset:llama-3-8b-on-8");
        const Scenario before = desk.scenario();
        emit desk.facet().form().steps()->entryChosen(6);
        QTRY_VERIFY_WITH_TIMEOUT(desk.results().advised() == std::optional<std::size_t>(6), 300'000);
        const auto& all = desk.results().advice();
        const auto there = std::ranges::find(all, "FSDP 4 x TP 2", [](const Advice& one) { return one.change.name; });
        QString names;
        for (const Advice& one : all) names += QString::fromStdString(one.change.name) + "; ";
        QVERIFY2(there != all.end(), qPrintable(names));
        const Advice advice = *there;
        emit desk.page().opPanel().followed(advice);
        QVERIFY(desk.scenario() == before);
        QCOMPARE(desk.page().current(), std::optional<std::size_t>(5));
        emit desk.page().opPanel().noteFollowed("search:");
        QVERIFY(desk.facet().showsMeshes());
    }

    /// One device shards nothing, and plain FSDP that fits needs no reason.
    void nothingToSayOfPlainFsdp() {
        Remembering alone("preset:one-24-gb-card");
        alone.settle();
        const QStringList titles = alone.texts("noteTitle");
        QVERIFY2(titles.size() == 2 && titles[1] == "WHAT LIMITS THE STEP", qPrintable(titles.join(", ")));
        Remembering desk("preset:llama-3-8b-on-8");
        emit desk.facet().form().steps()->entryChosen(1);
        QTRY_COMPARE_WITH_TIMEOUT(desk.texts("noteTitle").size(), 3, 300'000);
        emit desk.facet().form().steps()->entryChosen(0);  // which is it
        QCOMPARE(desk.texts("noteTitle").size(), 2);
    }

    void plainFsdpMayBeTheAnswer() {
        MeshQuestion question;
        setNamed(question.model, "preset", {std::string("llama-3-8b")});
        setNamed(question.model, "global_batch", {8});
        const PlainFsdp fsdp = plainFsdp(question);
        TrainedModel model = *modelOf(question.model);
        QCOMPARE(fsdp.thatFits(), std::optional(Recompute::None));
        model.recompute = Recompute::None;
        const double time = toUnits(fsdp.of(Recompute::None).total);
        const auto note = [&](double beside) { return plain(plainFsdpNote(fsdp, model, beside)); };
        QVERIFY2(note(time * 2).startsWith("FSDP 8 fits in ") &&
                     note(time * 2).contains("takes 50.0% less time than this step"),
                 qPrintable(note(time * 2)));
        QVERIFY(note(time / 2).contains("takes 100.0% longer than this step"));
        QVERIFY(note(time).contains("takes as long as this step") && note(0).contains(" and takes "));
        // With twice the tokens it does not fit without recompute.
        setNamed(question.model, "sequence", {16384});
        const PlainFsdp longer = plainFsdp(question);
        QVERIFY(!longer.of(Recompute::None).fits && longer.of(Recompute::Full).fits);
        const QString why = plain(plainFsdpNote(longer, model, time));
        QVERIFY2(why.contains("is activations: each rank stores whole sequences of 8192 tokens"), qPrintable(why));
        QVERIFY2(why.contains("With full recompute, it fits in ") || why.contains("every second product, it fits in "),
                 qPrintable(why));
        // Fewer sequences than ranks.
        setNamed(question.model, "global_batch", {4});
        QVERIFY2(plain(plainFsdpNote(plainFsdp(question), model, time)).startsWith("FSDP 8 cannot run: "),
                 qPrintable(plain(plainFsdpNote(plainFsdp(question), model, time))));
    }
};

QTEST_MAIN(TestMemoryTold)

}  // namespace tst_memory_told
#include "tst_memory_told.moc"
