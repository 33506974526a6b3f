// The open experiment: drafts, undo and files.

#include "app/documents/experiment_document.h"
#include "app/documents/scenario_document.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace bubblescope;

namespace tst_experiment_document {

namespace {

ExperimentEdit withFormula(const ExperimentDocument& document, const char* formula, int gesture = 0) {
    ExperimentEdit edit{document.experiment(), QStringLiteral("Change formula"), gesture};
    edit.after.bindings = {{"microbatches", formula}};
    return edit;
}

}  // namespace

class TestExperimentDocument : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString path(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }

private slots:
    void aDraftIsKeptButNotSaved() {
        ExperimentDocument document;
        QVERIFY(document.open(QStringLiteral("preset:weak-scaling")));
        QCOMPARE(document.name(), QStringLiteral("weak-scaling"));
        QVERIFY(document.path().isEmpty());
        document.apply(withFormula(document, "2*"));
        QCOMPARE(document.experiment().bindings.size(), std::size_t(1));
        const auto saved = document.saveAs(path("draft.json"));
        QVERIFY(!saved);
        QVERIFY2(saved.error().text().find("bindings.microbatches") != std::string::npos, saved.error().text().c_str());
        QVERIFY(!QFile::exists(path("draft.json")));
        document.undoStack().undo();
        QCOMPARE(document.experiment().bindings.size(), std::size_t(3));
        QVERIFY(document.isClean());
    }

    void typingOnIsOneStep() {
        ExperimentDocument document;
        document.start(Experiment(), {QStringLiteral("mine")});
        for (const char* text : {"2", "2*", "2*D"}) document.apply(withFormula(document, text, 7));
        QCOMPARE(document.undoStack().count(), 1);
        document.setTitle(QStringLiteral("A question"));
        QCOMPARE(document.undoStack().count(), 2);
        QCOMPARE(document.title(), QStringLiteral("A question"));
    }

    void whatIsSavedIsOpenedAgain() {
        ExperimentDocument document;
        QVERIFY(document.open(QStringLiteral("preset:chunks")));
        document.apply(withFormula(document, "4*D"));
        QVERIFY(document.saveAs(path("mine.json")));
        QVERIFY(document.isClean());
        ExperimentDocument again;
        QVERIFY(again.open(path("mine.json")));
        QVERIFY(again.experiment() == document.experiment());
        QCOMPARE(again.path(), path("mine.json"));
        QCOMPARE(again.suggestedFileName(), QStringLiteral("mine.json"));
    }

    void eachKindOpensItsOwn() {
        ExperimentDocument experiment;
        ScenarioDocument scenario;
        QVERIFY(!experiment.open(QStringLiteral("preset:default")));
        QVERIFY(!scenario.open(QStringLiteral("preset:weak-scaling")));
        QVERIFY(!experiment.open(path("none.json")));
    }
};

QTEST_GUILESS_MAIN(TestExperimentDocument)

}  // namespace tst_experiment_document
#include "tst_experiment_document.moc"
