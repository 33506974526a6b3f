// Sessions: a crash loses nothing, and two windows never share one.

#include "app/documents/scenario_document.h"
#include "app/settings/session.h"
#include "app/settings/settings.h"
#include "engine/io/experiment_file.h"
#include "engine/io/scenario_file.h"
#include "tests/engine/scenarios.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_session {

namespace {

SessionState state(const char* name, int microbatches, bool clean) {
    SessionState out;
    out.documents[&kScenarioKind] = {
        writeScenario(foundingScenario(4, microbatches)), false, QString::fromUtf8(name), {}, clean};
    return out;
}

/// A window that shows `shown` and then crashes: its lock goes with its process, its file stays.
void crash(const QString& folder, const SessionState& shown, bool fresh = false) {
    Session session(folder);
    session.begin(fresh);
    session.setSource([&] { return shown; });
    session.flush();
}

}  // namespace

class TestSession : public QObject {
    Q_OBJECT

private slots:
    void whatWasShownComesBack_data() {
        QTest::addColumn<bool>("clean");
        QTest::addColumn<bool>("empty");
        QTest::newRow("saved") << true << false;
        QTest::newRow("with unsaved changes") << false << false;
        QTest::newRow("with no schedule chosen, which no file may have") << false << true;
    }

    void whatWasShownComesBack() {
        QFETCH(bool, clean);
        QFETCH(bool, empty);
        const QTemporaryDir folder;
        SessionState shown = state("mine", 24, clean);
        shown.documents[&kScenarioKind].path = QStringLiteral("/nowhere/mine.bubble.json");
        shown.documents[&kScenarioKind].isBlank = empty;
        Experiment draft;
        draft.x = {"nothing of this name", {}};
        shown.documents[&kExperimentKind] = {writeExperiment(draft), false, QStringLiteral("posed"), {}, clean};
        shown.documents[&kExperimentKind].look = {{"figure", 2}, {"hidden", QJsonArray{0, 3}}};
        shown.page = QStringLiteral("experiments");
        crash(folder.path(), shown);
        Session session(folder.path());
        QVERIFY(session.begin(false) == shown);
        QVERIFY(session.warning().isEmpty());
        ScenarioDocument document;
        shown.documents[&kScenarioKind].content(kScenarioKind)->start(document, {});
        QCOMPARE(document.scenario().workload.microbatches, 24);
        QCOMPARE(document.scenario().schedules.empty(), empty);
    }

    /// As the program wrote it before documents were a list.
    void aSessionOfBeforeComesBack() {
        const QTemporaryDir folder;
        const SessionState now = state("mine", 24, false);
        QJsonObject root{{"format", "bubblescope-session"},
                         {"version", 1},
                         {"noSchedules", true},
                         {"page", "experiments"},
                         {"name", "mine"},
                         {"path", "/nowhere/mine.bubble.json"},
                         {"clean", false},
                         {"scenario", QString::fromStdString(now.documents.at(&kScenarioKind).text)}};
        root["experiment"] = QJsonObject{{"name", "posed"},
                                         {"path", ""},
                                         {"clean", true},
                                         {"file", QString::fromStdString(writeExperiment(Experiment()))}};
        QFile file(folder.filePath("session-1.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QJsonDocument(root).toJson());
        file.close();
        Session session(folder.path());
        const auto last = session.begin(false);
        QVERIFY(last && session.warning().isEmpty());
        QCOMPARE(last->page, "experiments");
        QCOMPARE(last->documents.at(&kScenarioKind).name, "mine");
        QVERIFY(last->documents.at(&kScenarioKind).isBlank);
        QVERIFY(!last->isClean());
        QCOMPARE(last->documents.at(&kExperimentKind).name, "posed");
        // And what is written now says the same.
        session.setSource([&] { return *last; });
        session.flush();
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(QJsonDocument::fromJson(file.readAll()).object(), root);
    }

    void nothingAtFirst() {
        const QTemporaryDir folder;
        Session session(folder.filePath("not/there/yet"));
        QVERIFY(!session.begin(false));
        QVERIFY(session.warning().isEmpty());
    }

    void twoWindowsHaveTwoSlots() {
        const QTemporaryDir folder;
        const SessionState first = state("first", 16, false), second = state("second", 32, false);
        {
            Session a(folder.path()), b(folder.path());
            QVERIFY(!a.begin(false));
            a.setSource([&] { return first; });
            a.flush();
            QVERIFY(!b.begin(false));  // the first one's is in use
            b.setSource([&] { return second; });
            b.flush();
        }
        Session a(folder.path()), b(folder.path());
        const auto one = a.begin(false), two = b.begin(false);
        QVERIFY(one && two);
        QVERIFY((*one == first && *two == second) || (*one == second && *two == first));
    }

    void unsavedChangesComeBeforeWhatIsNewer() {
        const QTemporaryDir folder;
        const SessionState dirty = state("dirty", 16, false), clean = state("clean", 32, true);
        crash(folder.path(), dirty);
        crash(folder.path(), clean, true);  // opened on a file: took another slot
        Session session(folder.path());
        QVERIFY(session.begin(false) == dirty);
    }

    void aDamagedSessionIsKeptAsideWithALine() {
        const QTemporaryDir folder;
        crash(folder.path(), state("mine", 24, true));
        const QStringList files = QDir(folder.path()).entryList({"*.json"});
        QCOMPARE(files.size(), 1);
        QFile file(folder.filePath(files.front()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"format\": \"bubblescope-session\", \"scen");
        file.close();
        Session session(folder.path());
        QVERIFY(!session.begin(false));
        QVERIFY(!session.warning().isEmpty());
        QVERIFY(QFile::exists(folder.filePath(files.front() + ".broken")));
        session.setSource([] { return state("next", 8, true); });
        session.flush();
        QVERIFY(QFile::exists(folder.filePath(files.front())));
    }

    void burstsAreOneWrite() {
        const QTemporaryDir folder;
        Session session(folder.path());
        session.begin(false);
        int asked = 0;
        session.setSource([&] { return ++asked, state("mine", 8, true); });
        for (int i = 0; i < 100; ++i) session.touch();
        QCOMPARE(asked, 0);
        QTRY_COMPARE(asked, 1);
    }

    void settingsSurvive() {
        QStandardPaths::setTestModeEnabled(true);
        Settings settings;
        settings.theme = ThemeId::Dark;
        settings.schedulesLook = {ColorBy::Microbatch, CellLabel::Stage, {}};
        settings.schemesLook = {ColorBy::Kind, CellLabel::None, {.fetches = true}};
        settings.firstNumber = 1;
        settings.bubble = Quantity::LongestSpanBubble;
        settings.chartAxis = "recompute";
        settings.keepRatio = false;
        for (int i = 0; i < 12; ++i) settings.addRecentFile(QStringLiteral("/files/%1").arg(i));
        settings.addRecentFile(QStringLiteral("/files/5"));
        settings.save();
        const Settings again = Settings::load();
        QCOMPARE(again.theme, std::optional(ThemeId::Dark));
        QVERIFY(again.schedulesLook == settings.schedulesLook);
        QVERIFY(again.schemesLook == settings.schemesLook);
        QCOMPARE(again.firstNumber, 1);
        QCOMPARE(again.bubble, Quantity::LongestSpanBubble);
        QCOMPARE(again.chartAxis, std::string("recompute"));
        QVERIFY(!again.keepRatio);
        QCOMPARE(again.recentFiles.size(), Settings::kMaxRecentFiles);
        QCOMPARE(again.recentFiles.front(), QStringLiteral("/files/5"));
        QCOMPARE(again.recentFiles.count(QStringLiteral("/files/5")), 1);
    }
};

QTEST_GUILESS_MAIN(TestSession)

}  // namespace tst_session
#include "tst_session.moc"
