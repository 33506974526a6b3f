// Closed forms in words, with the present numbers.

#include "tests/engine/scenarios.h"
#include "widgets/panels/formula_text.h"

#include <QRegularExpression>
#include <QTest>

#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

QString textOf(const Scenario& scenario) {
    QString text = formulaText(**run(scenario, 0), themeOf(ThemeId::Light));
    text.replace("</p>", "\n").replace("<br>", "\n").remove(QRegularExpression("<[^>]*>"));
    return text.replace(QChar(0x202f), ' ').replace(QChar(0x2212), '-').remove(QChar(0x2060));
}

}  // namespace

class TestFormulaText : public QObject {
    Q_OBJECT

private slots:
    void formsWithNumbers() {
        QCOMPARE(textOf(scenarioOf("interleaved-1f1b", 4, 8, 0, 2)),
                 QString("Bubble of a device\n(D-1)(F+B)/v\n= (4-1)(100+200)/2 = 450 ms\n✓ simulated 450 ms\n"
                         "Total time\nMBS(F+B) + (D-1)(F+B)/v\n= 8·(100+200)+(4-1)(100+200)/2 = 2850 ms\n"
                         "✓ simulated 2850 ms\n"
                         "Peak activations\nmin(MBS, (2D-1 + (v-1)N)/v)\n= min(8, (2·4-1+(2-1)·4)/2) = 5.5\n"
                         "✓ simulated 5.5\n"));
    }

    void reasonsWhereTheyDisagree() {
        Scenario scenario = scenarioOf("1f1b", 4, 8, 4, 1);
        QVERIFY(textOf(scenario).contains("= 900 ms\nsimulated 964 ms: transfers take time (TC)\n"));
        scenario.workload.imbalance = 0.5;
        QVERIFY(textOf(scenario).contains(": transfers take time (TC); stages are uneven\n"));
        const QString hanayo = textOf(scenarioOf("hanayo", 4, 8, 0, 2));
        QVERIFY2(hanayo.contains(" for B = 2F\n"), qPrintable(hanayo));
    }

    void termsAreLinks() {
        const QString html = formulaText(**run(scenarioOf("1f1b", 4, 8, 0, 1), 0), themeOf(ThemeId::Dark));
        std::map<FormTerm, int> terms;
        QRegularExpression link("href=\"([^\"]*)\"");
        for (auto it = link.globalMatch(html); it.hasNext();) ++terms[termAt(it.next().captured(1)).value()];
        QCOMPARE(terms, (std::map<FormTerm, int>{{FormTerm::Work, 1}, {FormTerm::Bubble, 2}, {FormTerm::Peak, 1}}));
        QVERIFY(!termAt("row:3"));
    }

    void nothingWhereNothingIsKnown() { QVERIFY(textOf(scenarioOf("zb-auto", 2, 2, 0, 1)).isEmpty()); }
};

namespace tst_formula_text {
QTEST_MAIN(TestFormulaText)
}
#include "tst_formula_text.moc"
