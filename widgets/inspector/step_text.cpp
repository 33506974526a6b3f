#include "widgets/inspector/step_text.h"

#include "engine/entries/step_edits.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"

#include <QColor>
#include <QCoreApplication>
#include <QRegularExpression>

#include <cmath>

namespace bubblescope {

namespace {

/// A number of the formula as it is written, without rounding noise.
QString number(double microUnits) { return formatNumber(microUnits / kMicroUnits); }

/// "f 13 and b 26 are the times of rank 2, the slowest; the others wait.", or that faster ranks save some of it.
QString slowestText(const StepRun& step, Time total, const QString& unit) {
    const StepFormula& form = step.form;
    if (form.slowed.empty()) return {};
    const std::vector<int> slowest = slowestRanks(step.setup);
    QStringList times;
    for (const StepFormula::Term& time : form.slowed) {
        const std::string_view symbol = stepTimeSymbol(time.text);
        times += toQString(symbol.empty() ? titleOfStepTime(time.text) : symbol) + QChar(0xa0) + number(time.value);
    }
    const Time saved = static_cast<Time>(std::llround(form.value())) - total;
    if (saved != 0)
        return Text::tr("The formula assumes that all ranks are as slow as %1: %2. Faster ranks save %3 here.")
            .arg(formatRanks(slowest), formatList(times), formatTime(saved, unit));
    const QString text = times.size() == 1 ? Text::tr("%1 is the time of %2, the slowest; the others wait.")
                                           : Text::tr("%1 are the times of %2, the slowest; the others wait.");
    return text.arg(formatList(times), formatRanks(slowest));
}

/// A part of a formula: the times of a layer and of messages, which are single small letters, are symbols such as T_f.
/// k, n and q stay, which mostly are counts; "a" before a word is an article.
QString formulaHtml(const std::string& part) {
    static const QRegularExpression kTime(
        QStringLiteral("(?<![A-Za-z_'])(a(?! [a-z]{2})|[b-hjlmopr-uw-z])(?![A-Za-z_'])"));
    static const QRegularExpression kMinus(QStringLiteral("-(?=\\d)|(?<= )-(?= )"));  // not that of all-reduce
    QString text = toQString(part);
    return symbolHtml(text.replace(kTime, QStringLiteral("T_\\1")).replace(kMinus, QChar(0x2212)));
}

}  // namespace

QString closedFormText(const StepRun& step, const QString& unit, const QColor& quiet) {
    const StepFormula& form = step.form;
    const Time total = step.timeline->totalTime();
    const QString why = toQString(form.why).toHtmlEscaped();
    if (form.formula.empty()) return why.isEmpty() ? QString() : Text::tr("No closed form: %1.").arg(why);
    const auto said = [&](const QString& html) {
        return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(quiet.name(), html);
    };
    QString html = QStringLiteral("<b>%1</b>").arg(formulaHtml(form.formula));
    for (const std::string& line : form.where) html += QStringLiteral("<br>") + said(formulaHtml(line));
    if (!form.holds()) return html + QStringLiteral("<br>") + Text::tr("✗ Does not apply here: %1.").arg(why);
    html += QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"1\">");
    for (const StepFormula::Term& term : form.terms)
        html += QStringLiteral("<tr><td>%1</td><td align=\"right\">%2</td></tr>")
                    .arg(formulaHtml(term.text), number(term.value));
    const bool agrees = std::llround(form.value()) == total;
    const QString other = Text::tr("✗ simulated %1").arg(formatTime(total, unit));
    const QString verdict = agrees ? Text::tr("✓ as simulated") : other;
    html += QStringLiteral("<tr><td><b>%1</b></td><td align=\"right\"><b>%2</b></td></tr></table>")
                .arg(verdict, formatTime(static_cast<Time>(std::llround(form.value())), unit));
    const QString whose = slowestText(step, total, unit);
    if (!whose.isEmpty()) html += said(symbolHtml(whose));
    return html;
}

}  // namespace bubblescope
