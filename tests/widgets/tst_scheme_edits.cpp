#include "widgets/schemes/scheme_edits.h"

#include "widgets/panels/schedule_rows.h"

#include "engine/entries/resolve.h"
#include "engine/schemes/run_scheme.h"
#include "engine/schemes/scheme.h"
#include "tests/engine/same_run.h"

#include <QTest>

using namespace bubblescope;

namespace tst_scheme_edits {

namespace {

ScheduleEntry entryOf(const char* kind, int workers = 6, int stages = 6, int batches = 6) {
    Scheme scheme;
    scheme.kind = kind;
    scheme.workers = workers;
    scheme.stages = stages;
    scheme.batches = batches;
    if (scheme.kind == "custom") scheme.compute = scheme.store = "stage mod workers";
    return bubblescope::entryOf(scheme);
}

bool runs(const ScheduleEntry& entry) {
    return runScheme(schemeOf(entry), unitDurations(schemeOf(entry).workers)).has_value();
}

/// Whether both run, and give the same picture.
bool runAlike(const ScheduleEntry& a, const ScheduleEntry& b) {
    const auto runA = runScheme(schemeOf(a), unitDurations(schemeOf(a).workers));
    const auto runB = runScheme(schemeOf(b), unitDurations(schemeOf(b).workers));
    return runA && runB && test::isSame(*runA->timeline, *runB->timeline) && runA->workers == runB->workers;
}

}  // namespace

class TestSchemeEdits : public QObject {
    Q_OBJECT
private slots:
    void customRunsAsTheKindDid_data() {
        QTest::addColumn<QString>("kind");
        for (const ScheduleKind& kind : schemeKinds())
            QTest::newRow(kind.id.data()) << QString::fromUtf8(kind.id.data(), static_cast<qsizetype>(kind.id.size()));
    }

    void customRunsAsTheKindDid() {
        QFETCH(QString, kind);
        const ScheduleEntry before = entryOf(qPrintable(kind));
        const ScheduleEntry after = asCustom(before);
        QVERIFY(checkScheme(schemeOf(after)).has_value());
        QCOMPARE(after.kind, std::string("custom"));
        QVERIFY(runAlike(after, before));
    }

    /// A named priority as a formula orders everything the same way.
    void namedPrioritiesHaveFormulas_data() { customRunsAsTheKindDid_data(); }

    void namedPrioritiesHaveFormulas() {
        QFETCH(QString, kind);
        for (const std::string_view name : {kOldestBatchFirst, kOldestStageFirst})
            for (const auto& [stages, batches] : {std::pair{6, 6}, {1, 5}, {5, 4}}) {
                ScheduleEntry named = entryOf(qPrintable(kind), 6, stages, batches);
                editScheme(named, [&](Scheme& scheme) { scheme.priority = name; });
                const ScheduleEntry formula = withFunction(named, SchemeFunction::Priority, priorityFormula(name));
                QCOMPARE(formula.kind, std::string("custom"));
                QVERIFY(checkScheme(schemeOf(formula)).has_value());
                QVERIFY(runAlike(formula, named));
            }
    }

    void labelsTellWhereACustomSchemeComesFrom() {
        QCOMPARE(asCustom(entryOf("looped-pp")).label, std::optional<std::string>("Looped PP, changed"));
        ScheduleEntry named = entryOf("looped-pp");
        named.label = "mine";
        QCOMPARE(asCustom(named).label, std::optional<std::string>("mine"));
        const ScheduleEntry custom = entryOf("custom");
        QVERIFY(asCustom(custom) == custom);
    }

    void theSameTextMakesNothingCustom() {
        const ScheduleEntry entry = entryOf("cuckoo");
        QVERIFY(withFunction(entry, SchemeFunction::Store, "stage") == entry);
        const ScheduleEntry named = withFunction(entry, SchemeFunction::Priority, std::string(kOldestStageFirst));
        QCOMPARE(named.kind, std::string("cuckoo"));
        QCOMPARE(schemeOf(named).priority, std::string(kOldestStageFirst));
    }

    void kindsKeepSizesThatRun_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("workers");
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("batches");
        QTest::addColumn<QString>("numbers");  // workers stages batches group_size
        QTest::newRow("a pipeline of six") << "gpipe-placement" << 6 << 6 << 12 << "6 6 12 0";
        QTest::newRow("a pipeline with fewer stages") << "gpipe-placement" << 6 << 4 << 12 << "6 4 12 0";
        QTest::newRow("no stage without a worker") << "gpipe-placement" << 6 << 9 << 12 << "6 6 12 0";
        QTest::newRow("no batch without a worker") << "ddp" << 6 << 6 << 12 << "6 6 6 0";
        QTest::newRow("FSDP takes any stages") << "fsdp" << 4 << 30 << 3 << "4 30 3 0";
        QTest::newRow("the usual group") << "looped-pp" << 6 << 6 << 12 << "6 6 12 3";
        QTest::newRow("a group that divides the workers") << "fs-looped-pp" << 8 << 6 << 12 << "8 6 12 2";
    }

    void kindsKeepSizesThatRun() {
        QFETCH(QString, kind);
        QFETCH(int, workers);
        QFETCH(int, stages);
        QFETCH(int, batches);
        QFETCH(QString, numbers);
        ScheduleEntry custom = entryOf("custom", workers, stages, batches);
        editScheme(custom, [](Scheme& scheme) { scheme.compute = scheme.store = "0"; });
        editScheme(custom, [&](Scheme& scheme) { scheme.priority = "batch"; });
        editScheme(custom, [&](Scheme& scheme) { scheme.parameters = {{"mine", 4}}; });
        const ScheduleEntry entry = withKind(custom, kind.toStdString());
        const Scheme& scheme = schemeOf(entry);
        QVERIFY(checkScheme(scheme).has_value());
        QVERIFY(runs(entry));
        QCOMPARE(scheme.priority, std::string(kOldestBatchFirst));
        QCOMPARE(QStringLiteral("%1 %2 %3 %4")
                     .arg(scheme.workers)
                     .arg(scheme.stages)
                     .arg(scheme.batches)
                     .arg(numberOf(scheme, "group_size")),
                 numbers);
    }

    void choosingCustomKeepsWhatRan() {
        ScheduleEntry entry = entryOf("looped-pp");
        setScheme(entry, withNumber(schemeOf(entry), "group_size", 2));
        const ScheduleEntry custom = withKind(entry, "custom");
        QVERIFY(runAlike(custom, entry));
        QVERIFY(schemeOf(custom).parameters == (std::vector<SchemeParameter>{{"group_size", 2}}));
        QVERIFY(!custom.label);
    }

    void labelsOfKindsGoWithThem() {
        ScheduleEntry entry = entryOf("gpipe-placement");
        entry.label = "GPipe placement, oldest stage first";
        QVERIFY(!withKind(entry, "ddp").label);
        entry.label = "what we run";
        QCOMPARE(withKind(entry, "ddp").label, entry.label);
    }

    void renamingReachesTheFormulas() {
        ScheduleEntry entry = asCustom(entryOf("fs-looped-pp"));
        editScheme(entry, [&](Scheme& scheme) { scheme.priority = "batch mod group_size + group_size2"; });
        entry = withParameter(entry, "group_size2", 1);
        QVERIFY(checkScheme(schemeOf(entry)).has_value());
        const ScheduleEntry renamed = withParameterRenamed(entry, "group_size", "width");
        QVERIFY(checkScheme(schemeOf(renamed)).has_value());
        QCOMPARE(schemeOf(renamed).priority, std::string("batch mod width + group_size2"));
        QCOMPARE(schemeOf(renamed).compute, std::string("(width * batch mod workers) + (stage mod width)"));
        QVERIFY(runAlike(renamed, entry));
    }

    void aRemovedParameterLeavesItsValue() {
        ScheduleEntry entry = withParameter(asCustom(entryOf("gpipe-placement")), "shift", -2);
        editScheme(entry, [&](Scheme& scheme) { scheme.compute = "(stage - shift) mod workers"; });
        const ScheduleEntry less = withoutParameter(entry, "shift");
        QVERIFY(checkScheme(schemeOf(less)).has_value());
        QVERIFY(schemeOf(less).parameters.empty());
        QCOMPARE(schemeOf(less).compute, std::string("(stage - (-2)) mod workers"));
        QVERIFY(runAlike(less, entry));
    }

    void newParametersHaveNamesOfTheirOwn() {
        ScheduleEntry entry = asCustom(entryOf("ddp"));
        for (std::size_t i = 0; i < kMaxSchemeParameters; ++i) {
            entry = withParameter(entry, newParameterName(schemeOf(entry)), 1);
            QVERIFY(checkScheme(schemeOf(entry)).has_value());
        }
    }

    void copiesHaveLabelsOfTheirOwn() {
        Scenario scenario;
        scenario.schedules = {entryOf("ddp")};
        scenario.schedules.push_back(copyFor(scenario, 0));
        QCOMPARE(displayTitle(scenario, 1), std::string("DDP (2)"));
        scenario.schedules.push_back(copyFor(scenario, 1));
        QCOMPARE(displayTitle(scenario, 2), std::string("DDP (3)"));
        scenario.schedules.push_back(copyFor(scenario, 0));
        QCOMPARE(displayTitle(scenario, 3), std::string("DDP (4)"));
        QVERIFY(scenario.schedules[3].values == scenario.schedules[0].values);
    }
};

QTEST_APPLESS_MAIN(TestSchemeEdits)

}  // namespace tst_scheme_edits
#include "tst_scheme_edits.moc"
