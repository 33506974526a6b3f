// The texts of closed forms, with the current numbers.

#include "engine/entries/registry.h"
#include "engine/results/closed_forms.h"
#include "tests/engine/scenarios.h"
#include "widgets/kit/format.h"
#include "widgets/panels/formula_text.h"

#include <QRegularExpression>
#include <QTest>

#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_formula_text {

namespace {

QString textOf(const Scenario& scenario) {
    QString text = formulaText(**run(scenario, 0), themeOf(ThemeId::Light));
    text.replace("</td><td", " <td")
        .replace("</tr>", "\n")
        .replace("</div>", "\n")
        .remove(QRegularExpression("<[^>]*>"));
    text.replace("&nbsp;", "").replace(QRegularExpression("\n+"), "\n").remove(QChar(0x2060));
    return text.replace(QChar(0x202f), ' ').replace(QChar(0x2212), '-').trimmed();
}

/// Without the signs of subscripts, which textOf() does not have.
QString plainForm(const std::string& form) { return toQString(withTimeSymbols(form)).remove(QLatin1Char('_')); }

}  // namespace

class TestFormulaText : public QObject {
    Q_OBJECT

private slots:
    void formsWithNumbers() {
        QCOMPARE(textOf(scenarioOf("interleaved-1f1b", 4, 8, 0, 2)),
                 QString("Bubble per device 450 ms\n(D-1)(TF+TB)/v\n= (4-1)(100+200)/2\nsimulated ✓ 450 ms\n"
                         "Total time 2850 ms\nMBS(TF+TB) + (D-1)(TF+TB)/v\n= 8·(100+200)+(4-1)(100+200)/2\n"
                         "simulated ✓ 2850 ms\n"
                         "Peak activations 5.5\nmin(MBS, (2D-1 + (v-1)N)/v)\n= min(8, (2·4-1+(2-1)·4)/2)\n"
                         "simulated ✓ 5.5"));
    }

    /// Each reason once, with the forms that it is of.
    void reasonsWhereTheyDisagree() {
        Scenario scenario = scenarioOf("1f1b", 4, 8, 4, 1);
        const QString text = textOf(scenario);
        QVERIFY2(text.startsWith("Bubble per device 900 ms\n(D-1)(TF+TB)\n= (4-1)(100+200)\nsimulated 964 ms\n"),
                 qPrintable(text));
        QVERIFY2(text.endsWith(
                     "\nBubble per device and total time differ from the simulation. Formulas ignore transfers (TC)."),
                 qPrintable(text));
        scenario.workload.imbalance = 0.5;
        QVERIFY(textOf(scenario).endsWith(
            "differ from the simulation. Formulas ignore transfers (TC). Formulas assume balanced stages."));
        scenario.workload.recompute = 0.5;
        QVERIFY(
            textOf(scenario).endsWith("Peak activations differ from the simulation. Formulas assume no recompute, and "
                                      "that activations are freed as a whole."));
        scenario = scenarioOf("1f1b", 4, 8, 0, 1);
        scenario.workload.comm = 0.5;
        scenario.schedules[0].values = {{"warmup", {2}}};
        QVERIFY2(textOf(scenario).contains("Formulas assume no extra warm-up forwards."), qPrintable(textOf(scenario)));
        const QString hanayo = textOf(scenarioOf("hanayo", 4, 8, 0, 2));
        QVERIFY2(hanayo.startsWith("Bubble per device for TB = 2TF 850 ms\n"), qPrintable(hanayo));
    }

    /// Of each kind: with the numbers of the forms and of the runs, and a reason where they are not the same; of what
    /// no form is known, that.
    void everyKindHasFormsOrSaysSo() {
        Scenario even, uneven;
        even.workload.comm = 0.0;
        uneven.workload.comm = 3.0;
        uneven.workload.imbalance = 0.25;
        uneven.workload.recompute = 0.5;
        uneven.workload.weightHold = 0.5;
        std::map<bool, int> agreeing;
        for (Scenario* scenario : {&even, &uneven})
            for (const ScheduleKind* kind : generatedSchedules()) {
                scenario->schedules = {entryOf(Family::Schedule, std::string(kind->id))};
                limitEffort(scenario->schedules[0], 0.001);
                const RunResult made = run(*scenario, 0);
                if (!made) continue;
                const QString text = textOf(*scenario);
                const std::vector<ScheduleForm> forms = closedFormsOf(**made);
                const auto known = [&](ScheduleForm::Of of) {
                    return std::any_of(forms.begin(), forms.end(), [&](const auto& form) { return form.of == of; });
                };
                QCOMPARE(text.contains("No closed form"),
                         !known(ScheduleForm::Of::TotalTime) || !known(ScheduleForm::Of::Peak));
                bool agrees = true;
                for (const ScheduleForm& form : forms) {
                    const QString unit = form.of == ScheduleForm::Of::Peak ? QString() : QStringLiteral(" ms");
                    const QString lines = QStringLiteral(" %1%2\n%3\n= %4\nsimulated %5%6%2")
                                              .arg(formatNumber(form.value), unit, plainForm(form.form),
                                                   QString::fromStdString(form.numbers), form.agrees ? "✓ " : "",
                                                   formatNumber(form.simulated));
                    QVERIFY2(text.contains(lines), qPrintable(text + "\nhas not" + lines));
                    agrees &= form.agrees;
                }
                QCOMPARE(text.contains(" from the simulation. "), !agrees);
                ++agreeing[agrees];
            }
        QVERIFY(agreeing[true] > 10 && agreeing[false] > 10);
    }

    void termsAreLinks() {
        const QString html = formulaText(**run(scenarioOf("1f1b", 4, 8, 0, 1), 0), themeOf(ThemeId::Dark));
        std::map<FormTerm, int> terms;
        QRegularExpression link("href=\"([^\"]*)\"");
        for (auto it = link.globalMatch(html); it.hasNext();) ++terms[termAt(it.next().captured(1)).value()];
        QCOMPARE(terms, (std::map<FormTerm, int>{{FormTerm::Work, 1}, {FormTerm::Bubble, 2}, {FormTerm::Peak, 1}}));
        QVERIFY(!termAt("row:3"));
    }

    void whatIsNotKnownIsSaid() {
        QCOMPARE(textOf(scenarioOf("zb-auto", 2, 2, 0, 1)), "No closed form.");
        QVERIFY(textOf(scenarioOf("v-half", 4, 8, 0, 2)).endsWith("No closed form for bubble and total time."));
        QCOMPARE(textOf(schemeScenario("ddp")), "No closed form.");
    }
};

QTEST_MAIN(TestFormulaText)

}  // namespace tst_formula_text
#include "tst_formula_text.moc"
