// The open scenario: undo, files, and what must survive a failure.

#include "app/documents/scenario_document.h"

#include "engine/entries/resolve.h"
#include "engine/io/scenario_file.h"
#include "tests/contents.h"
#include "widgets/shown/entry_ids.h"

#include <QDir>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <csignal>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_scenario_document {

namespace {

ScenarioEdit withMicrobatches(const ScenarioDocument& document, int microbatches, int gesture = 0) {
    ScenarioEdit edit{document.scenario(), QStringLiteral("Change microbatches"), gesture};
    edit.after.workload.microbatches = microbatches;
    return edit;
}

void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

Scenario founding() { return *readScenario(R"({"format": "bubblescope-scenario", "version": 1, "workload": {}})"); }

/// No file may grow past `bytes` while it lives: a disk that fills up halfway.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) : m_handler(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit limit = m_before;
        limit.rlim_cur = bytes;
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk() {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }

private:
    rlimit m_before{};
    void (*m_handler)(int);
};

}  // namespace

class TestScenarioDocument : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString path(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }

private slots:
    /// What a chart opens takes the place of the scenario, and undo brings that back with its name and file.
    void replacingIsOneStepAndLosesNothing() {
        ScenarioDocument document;
        document.start(founding(), {QStringLiteral("mine"), path("mine.bubble.json")});
        Scenario other = founding();
        other.workload.devices = 16;
        document.replace(other, QStringLiteral("a point"), QStringLiteral("Open point"));
        QCOMPARE(document.scenario().workload.devices, 16);
        QCOMPARE(document.name(), QStringLiteral("a point"));
        QVERIFY(document.path().isEmpty());  // saving must not write over the file it does not come from
        QVERIFY(document.isClean());
        document.undoStack().undo();
        QVERIFY(document.scenario() == founding());
        QCOMPARE(document.name(), QStringLiteral("mine"));
        QCOMPARE(document.path(), path("mine.bubble.json"));
        QVERIFY(document.isClean());
        document.undoStack().redo();
        QVERIFY(document.isClean());
        document.undoStack().undo();

        document.apply(withMicrobatches(document, 9));
        document.replace(other, QStringLiteral("a point"), QStringLiteral("Open point"));
        QVERIFY(!document.isClean());
        QVERIFY(document.undoToClean());
        QVERIFY(document.scenario() == founding());
    }

    /// What was edited away from a preset is no longer what its title says; a title of its own stays.
    void aPresetsTitleGoesWithTheFirstEdit() {
        ScenarioDocument document;
        QVERIFY(document.open(QStringLiteral("preset:default")));
        QCOMPARE(document.title(), QStringLiteral("Five founding schedules"));
        document.apply(withMicrobatches(document, 16));
        QCOMPARE(document.title(), QString());
        document.undoStack().undo();
        QCOMPARE(document.title(), QStringLiteral("Five founding schedules"));
        QVERIFY(document.isClean());
        document.undoStack().redo();
        document.setTitle(QStringLiteral("My job"));
        document.apply(withMicrobatches(document, 24));
        QCOMPARE(document.title(), QStringLiteral("My job"));

        Scenario mine = founding();
        mine.title = "Mine";
        document.start(mine, {QStringLiteral("mine"), path("mine.bubble.json")});
        document.apply(withMicrobatches(document, 9));
        QCOMPARE(document.title(), QStringLiteral("Mine"));
    }

    /// What a paper prints is of its own workload, and of the schedules that it has, wherever they stand.
    void whatPapersPrintGoesWithEdits() {
        ScenarioDocument document;
        QVERIFY(document.open(QStringLiteral("preset:megatron-fig-4")));
        const Scenario figure = document.scenario();
        QCOMPARE(figure.published.size(), std::size_t(6));
        document.apply(withMicrobatches(document, 16));
        QVERIFY(document.scenario().published.empty());
        document.undoStack().undo();
        QVERIFY(document.scenario() == figure);
        Scenario without = figure;
        without.schedules.erase(without.schedules.begin());
        document.apply({without, QStringLiteral("Remove")});
        QCOMPARE(document.scenario().published.size(), std::size_t(4));
        QVERIFY(checkScenario(document.scenario()));
        // It is kept with the file, and without any schedules left there is none.
        const auto saved = readScenario(writeScenario(document.scenario()));
        QVERIFY(saved && *saved == document.scenario());
        Scenario none = document.scenario();
        none.schedules.clear();
        document.apply({none, QStringLiteral("Remove all")});
        QVERIFY(document.scenario().schedules.empty() && document.scenario().published.empty());
    }

    /// Edits, undo, another scenario in its place, and steps of a lesson, which are matched with what is on screen.
    void entriesKeepTheirIdsAndColors() {
        ScenarioDocument document;
        document.start(founding(), {QStringLiteral("mine")});
        const std::vector<ScheduleEntry> first = document.scenario().schedules;
        const Scenario again = founding();
        QVERIFY(areSameEntries(first, first) && !areSameEntries(first, again.schedules));
        ScenarioEdit edit{document.scenario(), QStringLiteral("Move and copy"), 0};
        std::swap(edit.after.schedules[0], edit.after.schedules[4]);
        edit.after.schedules[0].label = "renamed";
        edit.after.schedules.push_back(edit.after.schedules[1]);
        document.apply(edit);
        using Places = std::vector<std::optional<std::size_t>>;
        QCOMPARE(placesIn(first, document.scenario().schedules), (Places{4, 1, 2, 3, 0, std::nullopt}));
        for (std::size_t i : {1, 2, 3}) QCOMPARE(document.scenario().schedules[i].color, first[i].color);
        document.undoStack().undo();
        QVERIFY(areSameEntries(document.scenario().schedules, first));
        const int base = document.undoStack().index();
        Scenario step = founding();
        step.schedules = {step.schedules[2], step.schedules[0], step.schedules[0]};
        step.schedules[2].label = "only in the lesson";
        document.visitFrom(base, step, QStringLiteral("step 1"), QStringLiteral("Show step 1"));
        const std::vector<ScheduleEntry> shown = document.scenario().schedules;
        QCOMPARE(placesIn(first, shown), (Places{2, 0, std::nullopt}));
        step.schedules = {step.schedules[2]};
        document.visitFrom(base, step, QStringLiteral("step 2"), QStringLiteral("Show step 2"));
        QCOMPARE(placesIn(shown, document.scenario().schedules), (Places{2}));
        QVERIFY(document.leave());
        QVERIFY(areSameEntries(document.scenario().schedules, first));
    }

    void aNewOneHasNoTitle() {
        ScenarioDocument document;
        kScenarioKind.fresh({}).start(document, {});
        QCOMPARE(document.title(), QString());
        QCOMPARE(document.name(), QStringLiteral("untitled"));
        QVERIFY(document.isClean());
        QVERIFY(document.scenario().schedules == founding().schedules);
    }

    void leavingReturnsWhatWasThere() {
        ScenarioDocument document;
        document.start(founding(), {QStringLiteral("mine"), path("mine.bubble.json")});
        QVERIFY(!document.leave());
        document.apply(withMicrobatches(document, 9));
        Scenario other = founding();
        other.workload.devices = 16;
        document.visit(other, QStringLiteral("a point"), QStringLiteral("Open point"));
        document.visit(founding(), QStringLiteral("another"), QStringLiteral("Open point"));
        QVERIFY(document.leave());  // points that were only looked at count as one
        QCOMPARE(document.name(), QStringLiteral("mine"));
        QCOMPARE(document.path(), path("mine.bubble.json"));
        QCOMPARE(document.scenario().workload.microbatches, 9);
        QVERIFY(!document.isClean());
        QVERIFY(!document.leave());
        document.undoStack().undo();
        QVERIFY(document.isClean());
        QVERIFY(document.scenario() == founding());

        // One that was edited is a scenario of its own.
        document.visit(other, QStringLiteral("a point"), QStringLiteral("Open point"));
        document.apply(withMicrobatches(document, 12));
        document.visit(founding(), QStringLiteral("another"), QStringLiteral("Open point"));
        QVERIFY(document.leave());
        QCOMPARE(document.name(), QStringLiteral("a point"));
        QCOMPARE(document.scenario().workload.microbatches, 12);
        QVERIFY(document.leave());
        QVERIFY(document.isClean());
        QVERIFY(document.scenario() == founding());

        document.replace(other, QStringLiteral("a card"), QStringLiteral("Start"));  // no visit
        QVERIFY(!document.leave());
    }

    /// What a point took the place of is not forgotten; the point itself is nothing to save.
    void unsavedIsWhatWasEdited() {
        const auto namesOf = [](const ScenarioDocument& document) {
            QStringList names;
            for (const Document::Unsaved& each : document.unsaved()) names += each.name;
            return names.join(',');
        };
        ScenarioDocument document;
        document.start(founding(), {QStringLiteral("mine"), {}});
        QCOMPARE(namesOf(document), "");
        document.visit(founding(), QStringLiteral("a point"), QStringLiteral("Open point"));
        QCOMPARE(namesOf(document), "");
        QVERIFY(document.leave());
        document.apply(withMicrobatches(document, 9));
        QCOMPARE(namesOf(document), "mine");
        Scenario other = founding();
        other.workload.devices = 16;
        document.visit(other, QStringLiteral("a point"), QStringLiteral("Open point"));
        document.visit(founding(), QStringLiteral("another"), QStringLiteral("Open point"));
        QCOMPARE(namesOf(document), "mine");
        document.apply(withMicrobatches(document, 12));
        QCOMPARE(namesOf(document), "another,mine");
        QCOMPARE(document.draft().origin.name, QStringLiteral("another"));
        document.undoStack().undo();
        QCOMPARE(document.draft().origin.name, QStringLiteral("mine"));  // a crash now must not lose it
        QVERIFY(!document.draft().origin.isClean);
        QCOMPARE(readScenario(document.draft().text)->workload.microbatches, 9);
        document.undoStack().redo();
        document.undoStack().setIndex(document.unsaved()[1].index);
        QCOMPARE(document.name(), QStringLiteral("mine"));
        QCOMPARE(document.scenario().workload.microbatches, 9);
    }

    void aFileOpenedAfterUnsavedWorkIsClean() {
        ScenarioDocument document;
        document.start(founding(), {QStringLiteral("restored"), {}, false});
        QVERIFY(!document.isClean());
        document.start(founding(), {QStringLiteral("default")});
        QVERIFY(document.isClean());
        document.apply(withMicrobatches(document, 9));
        document.undoStack().undo();
        QVERIFY(document.isClean());
    }

    /// Undo across a replacement must not bring back a file that the content does not come from any more.
    void replacingRemembersWhereEachSideWasSaved() {
        ScenarioDocument document;
        document.start(founding(), {QStringLiteral("old"), path("old.bubble.json")});
        document.apply(withMicrobatches(document, 9));
        Scenario other = founding();
        other.workload.devices = 16;
        document.replace(other, QStringLiteral("a point"), QStringLiteral("Open point"));
        QVERIFY(document.saveAs(path("point.bubble.json")).has_value());
        document.undoStack().undo();
        QCOMPARE(document.path(), path("old.bubble.json"));
        QVERIFY(!document.isClean());
        QVERIFY(document.saveAs(path("new.bubble.json")).has_value());

        document.undoStack().redo();
        QCOMPARE(document.name(), QStringLiteral("point"));
        QCOMPARE(document.path(), path("point.bubble.json"));
        QVERIFY(document.isClean());
        document.undoStack().undo();
        QCOMPARE(document.path(), path("new.bubble.json"));
        QVERIFY(document.isClean());
        QCOMPARE(document.scenario().workload.microbatches, 9);
    }

    void oneGestureIsOneStep() {
        ScenarioDocument document;
        document.start(founding(), {QStringLiteral("default")});
        const int drag = newGesture();
        for (int microbatches : {9, 12, 20}) document.apply(withMicrobatches(document, microbatches, drag));
        QCOMPARE(document.scenario().workload.microbatches, 20);
        QCOMPARE(document.undoStack().count(), 1);

        document.apply(withMicrobatches(document, 24, newGesture()));
        document.apply(withMicrobatches(document, 28));
        document.apply(withMicrobatches(document, 32));
        QCOMPARE(document.undoStack().count(), 4);  // edits without a gesture stand alone

        for (int before : {28, 24, 20, 8}) {
            document.undoStack().undo();
            QCOMPARE(document.scenario().workload.microbatches, before);
        }
        QVERIFY(document.isClean());
        document.undoStack().redo();
        QCOMPARE(document.scenario().workload.microbatches, 20);
    }

    void aDragThatEndsWhereItBeganIsNoStep() {
        ScenarioDocument document;
        document.start(founding(), {QStringLiteral("default")});
        const int drag = newGesture();
        for (int microbatches : {9, 12, 8}) document.apply(withMicrobatches(document, microbatches, drag));
        QCOMPARE(document.undoStack().count(), 0);
        QVERIFY(document.isClean());
        // With the title of a preset and what papers print of it, too.
        QVERIFY(document.open(QStringLiteral("preset:megatron-fig-4")));
        const Scenario figure = document.scenario();
        const int other = newGesture();
        for (int microbatches : {9, 12}) document.apply(withMicrobatches(document, microbatches, other));
        QVERIFY(document.scenario().published.empty() && document.scenario().title.empty());
        document.apply(withMicrobatches(document, 8, other));
        QVERIFY(document.scenario() == figure);
        QCOMPARE(document.undoStack().count(), 0);
    }

    void aGestureAcrossASaveIsTwoSteps() {
        ScenarioDocument document;
        document.start(founding(), {QStringLiteral("default")});
        const int drag = newGesture();
        document.apply(withMicrobatches(document, 12, drag));
        QVERIFY(document.saveAs(path("drag.bubble.json")).has_value());
        document.apply(withMicrobatches(document, 16, drag));
        QVERIFY(!document.isClean());
        document.undoStack().undo();
        QVERIFY(document.isClean());
        QCOMPARE(document.scenario().workload.microbatches, 12);
    }

    void pastTheLimitsIsRefusedAndViewsArePutBack() {
        ScenarioDocument document;
        document.start(founding(), {QStringLiteral("default")});
        QSignalSpy refused(&document, &Document::refused), changed(&document, &Document::changed);
        const Scenario before = document.scenario();
        ScenarioEdit edit = withMicrobatches(document, 1'000'000);
        edit.after.workload.devices = 4096;
        document.apply(edit);
        QCOMPARE(refused.count(), 1);
        const QString why = refused[0][0].toString();
        QVERIFY2(why.startsWith(QStringLiteral("GPipe: ")) && why.contains(QStringLiteral("200,000,000")),
                 qPrintable(why));
        QCOMPARE(changed.count(), 0);
        QVERIFY(document.scenario() == before);
        QCOMPARE(document.undoStack().count(), 0);
    }

    void savesAndReopensTheSame() {
        ScenarioDocument document;
        document.start(founding(), {QStringLiteral("default")});
        document.apply(withMicrobatches(document, 20));
        QVERIFY(!document.isClean());
        QVERIFY(document.saveAs(path("mine.bubble.json")).has_value());
        QVERIFY(document.isClean());
        QCOMPARE(document.name(), QStringLiteral("mine"));

        ScenarioDocument other;
        QVERIFY(other.open(path("mine.bubble.json")).has_value());
        QVERIFY(other.scenario() == document.scenario());
        QCOMPARE(other.path(), document.path());
    }

    void aFailedSaveLeavesTheOldFileWhole() {
        ScenarioDocument document;
        document.start(founding(), {QStringLiteral("default")});
        const QString file = path("precious.bubble.json");
        write(file, "what was here before");
        {
            const FullDisk disk(64);
            const auto saved = document.saveAs(file);
            QVERIFY(!saved);
            QVERIFY(QString::fromStdString(saved.error().text()).contains(file));
        }
        QCOMPARE(contents(file), QByteArray("what was here before"));
        QVERIFY(document.path().isEmpty());
        QCOMPARE(QDir(m_folder.path()).entryList({"precious*"}).size(), 1);  // nothing half-written stays either
    }

    void anEmptyListOfSchedulesSaysWhatToDo() {
        ScenarioDocument document;
        document.start(founding(), {QStringLiteral("default")});
        ScenarioEdit edit{document.scenario(), QStringLiteral("Remove all"), 0};
        edit.after.schedules.clear();
        document.apply(edit);
        QVERIFY(document.scenario().schedules.empty());
        const auto saved = document.saveAs(path("empty.bubble.json"));
        QVERIFY(!saved);
        QVERIFY(QString::fromStdString(saved.error().message).contains(QStringLiteral("add one on the left")));
        QVERIFY(!QFile::exists(path("empty.bubble.json")));
    }

    void aBadFileLeavesTheDocumentUntouched_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("says");
        QTest::newRow("not JSON") << QByteArray("{") << "";
        QTest::newRow("another format") << QByteArray(R"({"format": "x", "version": 1})") << "format";
        QTest::newRow("a negative time, with its place")
            << QByteArray(R"({"format": "bubblescope-scenario", "version": 1, "workload": {"backward": -1}})")
            << "workload.backward";
        QTest::newRow("a picture without a scenario") << QByteArray("\x89PNG\r\n\x1a\n", 8) << "scenario";
        QTest::newRow("nothing") << QByteArray() << "";
    }

    void aBadFileLeavesTheDocumentUntouched() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, says);
        ScenarioDocument document;
        document.start(founding(), {QStringLiteral("default")});
        document.apply(withMicrobatches(document, 20));
        const Scenario before = document.scenario();
        write(path("bad.bubble.json"), bytes);
        QSignalSpy changed(&document, &Document::changed);

        const auto opened = document.open(path("bad.bubble.json"));
        QVERIFY(!opened);
        const QString line = QString::fromStdString(opened.error().text());
        QVERIFY2(line.contains(says) && line.contains(QStringLiteral("bad.bubble.json")), qPrintable(line));
        QVERIFY(!line.contains(QLatin1Char('\n')));
        QCOMPARE(changed.count(), 0);
        QVERIFY(document.scenario() == before);
        QCOMPARE(document.undoStack().count(), 1);
        QCOMPARE(document.name(), QStringLiteral("default"));
    }
};

QTEST_GUILESS_MAIN(TestScenarioDocument)

}  // namespace tst_scenario_document
#include "tst_scenario_document.moc"
