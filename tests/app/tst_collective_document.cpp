// The open collective: undo and files. Its pictures are tested elsewhere.

#include "app/documents/collective_document.h"
#include "app/documents/experiment_document.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace bubblescope;

namespace tst_collective_document {

namespace {

CollectiveEdit withRanks(const CollectiveDocument& document, int ranks, int gesture = 0) {
    CollectiveEdit edit{document.setup(), QStringLiteral("Change ranks"), gesture};
    edit.after.ranks = ranks;
    return edit;
}

}  // namespace

class TestCollectiveDocument : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString path(const char* name) const { return m_folder.filePath(QString::fromUtf8(name)); }

private slots:
    void aGestureIsOneStep() {
        CollectiveDocument document;
        QVERIFY(document.open(QStringLiteral("preset:all-reduce")));
        QVERIFY(document.path().isEmpty() && document.isClean());
        for (const int ranks : {9, 10, 11}) document.apply(withRanks(document, ranks, 7));
        QCOMPARE(document.setup().ranks, 11);
        QCOMPARE(document.undoStack().count(), 1);
        document.setTitle(QStringLiteral("Mine"));
        QCOMPARE(document.undoStack().count(), 2);
        document.undoStack().setIndex(0);
        QCOMPARE(document.setup().ranks, 8);
        QVERIFY(document.isClean());
    }

    void whatNoFileHoldsIsRefused() {
        CollectiveDocument document;
        QSignalSpy refused(&document, &Document::refused);
        document.apply(withRanks(document, 0));
        QCOMPARE(refused.size(), 1);
        QCOMPARE(refused[0][0].toString(), QStringLiteral("ranks: must be from 1 to 4,096, is 0"));
        QCOMPARE(document.setup().ranks, 4);
        QCOMPARE(document.undoStack().count(), 0);
    }

    void whatIsSavedIsOpenedAgain() {
        CollectiveDocument document;
        QVERIFY(document.open(QStringLiteral("preset:late-rank")));
        document.apply(withRanks(document, 8, 0));
        QCOMPARE(document.undoStack().count(), 0);
        CollectiveEdit later{document.setup(), QStringLiteral("Change arrival")};
        later.after.arrival[5] = 12.5;
        document.apply(later);
        QVERIFY(!document.isClean());
        QVERIFY(document.saveAs(path("mine.json")));
        QVERIFY(document.isClean());
        CollectiveDocument again;
        QVERIFY(again.open(path("mine.json")));
        QVERIFY(again.setup() == document.setup());
        QCOMPARE(again.suggestedFileName(), QStringLiteral("mine.json"));
        ExperimentDocument other;
        QVERIFY(!other.open(path("mine.json")));
    }

    /// The steps of which algorithm people look at is kept beside the file, and follows what there is.
    void theShownAlgorithm() {
        CollectiveDocument document;
        QVERIFY(document.open(QStringLiteral("preset:all-reduce")));
        QCOMPARE(document.algorithm(), std::string("ring"));
        QVERIFY(document.look().isEmpty());
        document.setAlgorithm("hierarchical");
        const QJsonObject look = document.look();
        QVERIFY(document.isClean());
        QVERIFY(document.open(QStringLiteral("preset:broadcast")));
        QCOMPARE(document.algorithm(), std::string("binomial"));
        QVERIFY(document.open(QStringLiteral("preset:all-reduce")));
        document.setLook(look);
        QCOMPARE(document.algorithm(), std::string("hierarchical"));
        CollectiveEdit without{document.setup(), QStringLiteral("Untick")};
        without.after.algorithms = {"direct"};
        document.apply(without);
        QCOMPARE(document.algorithm(), std::string("direct"));
    }
};

QTEST_GUILESS_MAIN(TestCollectiveDocument)

}  // namespace tst_collective_document
#include "tst_collective_document.moc"
