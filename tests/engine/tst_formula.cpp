// Formulas: their meaning, and that no input of a user or a file can do harm.

#include "engine/formula/formula.h"

#include "tests/engine/random_scenario.h"

#include <QTest>

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_formula {

namespace {

constexpr std::string_view kSymbols[] = {"D", "MBS", "T_F", "x"};
constexpr double kValues[] = {4, 8, 100, 0.25};

Result<Formula> parsed(const std::string& text) { return Formula::parse(text, kSymbols); }

}  // namespace

class TestFormula : public QObject {
    Q_OBJECT

private slots:
    void values_data() {
        QTest::addColumn<double>("expected");
        const auto row = [](const char* text, double value) { QTest::newRow(text) << value; };
        row("42", 42);
        row(".5 + 5.", 5.5);
        row("1e3 + 2E-1 + 1e+1", 1010.2);
        row("2*D", 8);
        row("400/D", 100);
        row(" D\n*\tMBS ", 32);
        row("T_F*(1 + x)", 125);
        row("7 div 2", 3);
        row("-7 div 2", -4);
        row("7 mod 3", 1);
        row("-7 mod 3", 2);
        row("7 mod -3", 1);
        row("-7 mod -3", 2);
        row("-6 mod 3", 0);
        row("-0.5 mod 3", 2.5);
        // Both bind like *: from left to right with * and /, before + and -.
        row("3*7 div 2", 10);
        row("7 div 2*3", 9);
        row("1 + 7 mod 4*2", 7);
        row("12/5 mod 2*10", (12.0 / 5 - 2) * 10);
        row("(D)div(3)", 1);
        row("-2^2", -4);
        row("2^3^2", 512);
        row("2^-1", 0.5);
        row("D > 3 ? 1 : 2", 1);
        row("D > 4 ? 1 : MBS > 4 ? 2 : 3", 2);
        row("D > 4 ? 1 : (MBS < 4 ? 2 : 3)", 3);
        row("D == 4 && MBS == 9 || x < 1", 1);
        row("D != 4 || MBS <= 7", 0);
        row("min(D, MBS, 3) + max(D, 9)", 12);
        row("sqrt(T_F) + log2(MBS) + abs(-1)", 14);
        row("sqrt  (T_F) + log2 (MBS) + abs\t(-1)", 14);
        row("_pi", std::acos(-1.0));
    }

    void values() {
        QFETCH(double, expected);
        const auto formula = parsed(QTest::currentDataTag());
        QVERIFY2(formula, formula ? "" : formula.error().text().c_str());
        QCOMPARE(formula->value(kValues), expected);
    }

    void remaindersAreExactAndNeverNegative() {
        const auto quotient = parsed("D div MBS"), rest = parsed("D mod MBS");
        for (int a = -50; a <= 50; ++a)
            for (int b = 1; b <= 12; ++b) {
                const double values[] = {double(a), double(b), 0, 0};
                const double q = quotient->value(values), r = rest->value(values);
                QVERIFY(r >= 0 && r < b);
                QCOMPARE(q * b + r, double(a));
            }
        const double tiny[] = {-1e-30, 3, 0, 0};
        QVERIFY(rest->value(tiny) >= 0 && rest->value(tiny) < 3);
    }

    void whatHasNoValue() {
        const double zero[] = {0, 0, 0, 0};
        for (const char* text : {"D/MBS", "D div MBS", "D mod MBS", "sqrt(-1)", "log(-1)"})
            QCOMPARE(QString::fromStdString(formulaValueText(parsed(text)->value(zero))), "not a number");
        QCOMPARE(QString::fromStdString(formulaValueText(parsed("1/D")->value(zero))), "infinite");
        QCOMPARE(QString::fromStdString(formulaValueText(2.5)), "2.5");
        QCOMPARE(QString::fromStdString(formulaValueText(2.0 / 3)), "0.6666667");
        QCOMPARE(QString::fromStdString(formulaValueText(2.0000000001)), "2.0000000001");
        QCOMPARE(QString::fromStdString(formulaValueText(1234567.875)), "1234567.875");
    }

    void usesAreThoseThatOccur() {
        QVERIFY(parsed("1 + 2")->uses().empty());
        QCOMPARE(parsed("x*D + D")->uses(), (std::vector<std::size_t>{0, 3}));
    }

    void aMovedFormulaStillReads() {
        std::vector<Formula> formulas;
        for (int i = 0; i < 20; ++i) formulas.push_back(std::move(*parsed("D + " + std::to_string(i))));
        for (int i = 0; i < 20; ++i) QCOMPARE(formulas[std::size_t(i)].value(kValues), 4.0 + i);
    }

    void errors_data() {
        QTest::addColumn<QString>("says");
        const auto row = [](const char* text, const char* says) { QTest::newRow(text) << says; };
        row("cost(D)", "column 1: unknown name \"cost\"; nearest: \"cos\"");
        row("R*D", "column 1: unknown name \"R\"; nearest: \"D\"");
        row("2*T_f", "column 3: unknown name \"T_f\"; nearest: \"T_F\"");
        row("Ddiv 2", "column 1: unknown name \"Ddiv\"");
        row("D*", "column 3: expected a number, a name or ( at the end");
        row("D 2", "column 3: expected an operator or ), not \"2\"");
        row("2 MBS", "column 3: expected an operator or ), not \"MBS\"");
        row("2e", "column 2: expected an operator or ), not \"e\"");
        row("D*/2", "column 3: expected a number, a name or (, not \"/\"");
        row("--D", "column 2: expected a number, a name or (, not \"-\"");
        row("(D", "column 1: the ( is never closed");
        row("D)", "column 2: this ) has no matching (");
        row("()", "column 2: expected a number, a name or (, not \")\"");
        row("D=3", "column 2: = is not allowed; use == to compare");
        row("(D=3)", "column 3: = is not allowed; use == to compare");
        row("1, 2", "column 2: a comma can only separate the arguments of a function; decimals use a point");
        row("(1, 2)", "column 3: a comma");
        row("min((1, 2), 3)", "column 7: a comma");
        row("D ? 1", "column 3: the ? has no :");
        row("(D ? 1)", "column 4: the ? has no :");
        row("min(D ? 1, 2)", "column 7: the ? has no :");
        row("D : 1", "column 3: this : has no ? before it");
        row("sqrt(1, 2)", "column 5: sqrt needs 1 argument, has 2");
        row("atan2(1)", "column 6: atan2 needs 2 arguments, has 1");
        row("min()", "column 5: expected a number, a name or (, not \")\"");
        row("sqrt", "column 1: the function sqrt needs arguments in ( )");
        row("div 2", "column 1: div needs a value on both sides, e.g. 7 div 2");
        row("\"D\"", "column 1: expected a number, a name or (, not \"\"\"");
        row("D;2", "column 2: expected an operator or ), not \";\"");
        row("D & 1", "column 3: expected an operator or ), not \"&\"");
        row("2·D", "column 2: expected an operator or ), not \"·\"");
        row("1e999", "column 1: the number is too large or too small");
        row("1.2.3", "column 4: expected an operator or ), not \".\"");
        row(".", "column 1: this is not a number");
    }

    void errors() {
        QFETCH(QString, says);
        const auto formula = parsed(QTest::currentDataTag());
        QVERIFY(!formula);
        const QString said = QString::fromStdString(formula.error().text());
        QVERIFY2(said.contains("\", " + says), qPrintable(said));
        QVERIFY(!said.contains('\n'));
    }

    void emptyIsSaidWithoutAPlace() {
        for (const char* text : {"", "  "}) QCOMPARE(parsed(text).error().text(), std::string("the formula is empty"));
    }

    /// "cos" is no help to who names a number.
    void functionsAreOfferedWhereTheyAreLikelyMeant() {
        for (const char* text : {"q", "cube", "host * 2"}) {
            const std::string said = parsed(text).error().text();
            for (const char* function : {"cos", "abs", "cosh"})
                QVERIFY2(said.find('"' + std::string(function) + '"') == std::string::npos, said.c_str());
        }
    }

    void lengthAndDepthAreBounded() {
        const auto nested = [](std::size_t depth) { return std::string(depth, '(') + "D" + std::string(depth, ')'); };
        QVERIFY(parsed(nested(kMaxFormulaDepth)));
        QVERIFY(parsed(nested(kMaxFormulaDepth + 1)).error().message.ends_with("is nested more than 64 deep"));
        const std::string longest = "D" + std::string(kMaxFormulaLength - 1, ' ');
        QVERIFY(parsed(longest));
        const Error error = parsed(longest + " ").error();
        QVERIFY(error.message.ends_with("is longer than 1000 characters"));
        QVERIFY(parsed(std::string(10'000'000, '(')).error().message.size() < 300);
        std::string chain;  // as deep as the length allows
        while (chain.size() + 6 < kMaxFormulaLength) chain += "D?1:";
        QCOMPARE(parsed(chain + "2")->value(kValues), 1.0);
    }

    /// Random token soup is refused with a column inside the text, or has a value; muParser itself never complains.
    void soup() {
        const char* tokens[] = {"D", "MBS", "1",  "2.5", "+", "-", "*", "/",   "^",   "(",    ")", "?",
                                ":", "<",   "==", "&&",  "=", ",", " ", "div", "mod", "min(", "x", "sqrt"};
        Random random(propertySeed());
        int accepted = 0;
        for (int n = 0; n < 20'000; ++n) {
            std::string text;
            for (int length = randomInt(random, 1, 9); length > 0; --length)
                text += tokens[randomInt(random, 0, int(std::size(tokens)) - 1)];
            const auto formula = parsed(text);
            if (formula) {
                formula->value(kValues);
                ++accepted;
                continue;
            }
            const QString said = QString::fromStdString(formula.error().message);
            if (said == "the formula is empty") continue;
            const auto match = QRegularExpression("\", column (\\d+): ").match(said);
            QVERIFY2(match.hasMatch(), qPrintable(said));
            QVERIFY2(match.captured(1).toInt() <= int(text.size()) + 1, qPrintable(said));
            QVERIFY2(!said.contains("position") && !said.contains("Unexpected"), qPrintable(said));
        }
        QVERIFY(accepted > 100);
    }

    void symbols() {
        for (const char* name : {"R", "T_C", "share", "_a1"}) QVERIFY(checkSymbol(name));
        for (const char* name : {"", "2a", "a b", "a-b", "é", "div", "mod", "min", "sqrt", "_pi"})
            QVERIFY2(!checkSymbol(name), name);
        QVERIFY(!checkSymbol(std::string(33, 'a')));
    }
};

QTEST_APPLESS_MAIN(TestFormula)

}  // namespace tst_formula
#include "tst_formula.moc"
