// The letters for devices and microbatches in other notations than our own.

#include "widgets/kit/notation.h"
#include "widgets/kit/symbol.h"
#include "widgets/picture/exportable.h"

#include <QTest>

using namespace bubblescope;

namespace tst_notation {

class TestNotation : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { setNotation(Notation::Bubblescope); }

    void symbolsFollow_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("megatron");
        QTest::addColumn<QString>("papers");
        const auto row = [](const char* text, const char* megatron, const char* papers) {
            QTest::newRow(text) << QString(text) << QString(megatron) << QString(papers);
        };
        row("microbatches (MBS)", "microbatches (m)", "microbatches (M)");
        row("(D-1)/(MBS+D-1)", "(p-1)/(m+p-1)", "(p-1)/(M+p-1)");
        row("min(MBS, 2D-1)", "min(m, 2p-1)", "min(M, 2p-1)");
        row("D = 4", "p = 4", "p = 4");
        row("TP, 2D", "TP, 2D", "TP, 2D");
        row("DualPipe-D2H, ID", "DualPipe-D2H, ID", "DualPipe-D2H, ID");
        row("v chunks, T_F", "v chunks, T_F", "v chunks, T_F");
    }

    void symbolsFollow() {
        QFETCH(QString, text);
        QCOMPARE(inNotation(text), text);
        setNotation(Notation::Megatron);
        QTEST(inNotation(text), "megatron");
        setNotation(Notation::Papers);
        QTEST(inNotation(text), "papers");
    }

    /// A picture's own notation is that of all its texts, whatever the process uses and whichever thread writes it.
    void picturesHaveTheirOwn() {
        setNotation(Notation::Megatron);
        PictureOptions options;
        options.title = QStringLiteral("D = 4, MBS = 8");
        const auto draw = [](const PictureOptions& wanted) -> Result<Picture> {
            DisplayText text;
            text.words = wanted.title;
            text.hasSubscripts = true;
            return Picture{.size = {400, 40}, .pages = {[text](double) {
                                                  DisplayList list;
                                                  list.add(text);
                                                  return list;
                                              }}};
        };
        for (const auto& [own, written] : {std::pair(Notation::Auto, "p = 4, m = 8"),
                                           {Notation::Papers, "p = 4, M = 8"},
                                           {Notation::Bubblescope, "D = 4, MBS = 8"}}) {
            options.notation = own;
            const Picture picture = *drawnWith(draw, options);
            for (const PictureFormat* format : {&kSvg, &kTikz}) {
                const QByteArray file = *pictureFile(*format, picture, 1, {});
                QVERIFY2(file.contains(written), file.constData());
            }
            QCOMPARE(notation(), Notation::Megatron);
        }
    }

    void everythingWithSymbolsFollows() {
        setNotation(Notation::Papers);
        QCOMPARE(symbolHtml(QStringLiteral("MBS < D")), QStringLiteral("M &lt; p"));
        QCOMPARE(symbolRuns(QStringLiteral("D")).front().text, QStringLiteral("p"));
    }
};

QTEST_MAIN(TestNotation)

}  // namespace tst_notation
#include "tst_notation.moc"
