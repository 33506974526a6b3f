#include "widgets/panels/formula_text.h"

#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

constexpr std::array<std::pair<FormTerm, const char*>, 3> kLinks{
    {{FormTerm::Work, "term:work"}, {FormTerm::Bubble, "term:bubble"}, {FormTerm::Peak, "term:peak"}}};

QString linkTo(FormTerm term, const std::string& form) {
    const char* const link = kLinks[static_cast<std::size_t>(term)].second;
    // Names of several letters stand for one thing: lines break only after signs.
    QString words = symbolHtml(toQString(withTimeSymbols(form)));
    words.replace(QLatin1Char('-'), QChar(0x2212)).replace(QStringLiteral("MBS"), QStringLiteral("\u2060MBS"));
    return QStringLiteral("<a href=\"%1\" style=\"text-decoration:none\">%2</a>").arg(QLatin1String(link), words);
}

/// A form with its terms as links; a total time has two, work and bubble.
QString linked(const ScheduleForm& form) {
    if (form.of == ScheduleForm::Of::Peak) return linkTo(FormTerm::Peak, form.form);
    const std::size_t plus = form.form.find(" + ");
    if (form.of == ScheduleForm::Of::Bubble || plus == std::string::npos) return linkTo(FormTerm::Bubble, form.form);
    return linkTo(FormTerm::Work, form.form.substr(0, plus)) + QStringLiteral(" + ") +
           linkTo(FormTerm::Bubble, form.form.substr(plus + 3));
}

QString nameOf(ScheduleForm::Of of) {
    switch (of) {
        case ScheduleForm::Of::Bubble: return Text::tr("Bubble per device");
        case ScheduleForm::Of::TotalTime: return Text::tr("Total time");
        case ScheduleForm::Of::Peak: break;
    }
    return Text::tr("Peak activations");
}

/// The assumption of a formula that does not hold, as a sentence.
QString reasonOf(Assumption broken, const ScheduleForm& form) {
    switch (broken) {
        case Assumption::FreeTransfers: return Text::tr("Formulas ignore transfers (T_C).");
        case Assumption::EvenStages: return Text::tr("Formulas assume balanced stages.");
        case Assumption::WholeRounds: return Text::tr("Formulas assume that MBS is a multiple of D, at least 2D.");
        case Assumption::ItsCondition:
            return Text::tr("The formula requires %1.").arg(toQString(withTimeSymbols(form.condition)));
        case Assumption::PairsTakeTheSum: return Text::tr("Formulas assume that fused F+B takes T_F + T_B.");
        case Assumption::WholeActivations:
            return Text::tr("Formulas assume no recompute, and that activations are freed as a whole.");
        case Assumption::UsualWarmup: return Text::tr("Formulas assume no extra warm-up forwards.");
        case Assumption::UsualGroups: break;
    }
    return Text::tr("Formulas assume the default group.");
}

QString minusSigns(QString text) { return text.replace(QLatin1Char('-'), QChar(0x2212)); }

/// "Bubble per device and total time", for the beginning of a sentence.
QString namesOf(const std::vector<ScheduleForm::Of>& forms) {
    QStringList names;
    for (const ScheduleForm::Of of : forms) names += names.isEmpty() ? nameOf(of) : nameOf(of).toLower();
    return formatList(names);
}

/// For what there is no closed form: "No closed form for bubble and total time."
QString unknownText(const ScheduleKind& kind) {
    if (kind.family == Family::Step) return {};
    const bool hasTimes = !kind.published.bubble.empty() || !kind.published.total.empty();
    const bool hasPeak = !kind.published.peak.empty();
    if (!hasTimes && !hasPeak) return Text::tr("No closed form.");
    if (!hasTimes) return Text::tr("No closed form for bubble and total time.");
    return hasPeak ? QString() : Text::tr("No closed form for peak activations.");
}

/// A form with its numbers; at the right its value and, below, the simulated value.
QString tableOf(const ScheduleForm& form, const QString& unit, const Theme& theme) {
    const auto colored = [](const QColor& color, const QString& html) {
        return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(color.name(), html);
    };
    const auto line = [](const QString& left, const QString& right) {
        return QStringLiteral("<tr><td>%1</td><td align=\"right\" style=\"white-space:nowrap\">&nbsp;%2</td></tr>")
            .arg(left, right);
    };
    const auto wide = [](const QString& html) {
        return QStringLiteral("<tr><td colspan=\"2\">%1</td></tr>").arg(html);
    };
    const auto value = [&](double number) {
        const QString text = formatNumber(number);
        return form.of != ScheduleForm::Of::Peak && !unit.isEmpty() ? text + QChar(0x202f) + unit : text;
    };
    QString name = nameOf(form.of);
    if (!form.condition.empty())
        name +=
            ' ' +
            Text::tr("for %1", "a condition").arg(symbolHtml(minusSigns(toQString(withTimeSymbols(form.condition)))));
    const QString numbers = minusSigns(QString::fromStdString(form.numbers)).toHtmlEscaped();
    const QString simulated = value(form.simulated);
    return QStringLiteral("<table width=\"100%\" cellspacing=\"0\" cellpadding=\"0\">") +
           line(colored(theme.mutedText, name), QStringLiteral("<b>%1</b>").arg(value(form.value))) +
           wide(linked(form)) + wide(QStringLiteral("= ") + numbers) +
           line(colored(theme.mutedText, Text::tr("simulated")),
                form.agrees ? QStringLiteral("✓ ") + simulated : colored(theme.error, simulated)) +
           QStringLiteral("</table>");
}

}  // namespace

QString formulaText(const Run& run, const Theme& theme) {
    const QString unit = unitText(run.schedule.workload.timeUnit);
    QStringList parts;
    std::vector<std::pair<QString, std::vector<ScheduleForm::Of>>>
        reasons;  // each once, and the forms that it applies to
    for (const ScheduleForm& form : closedFormsOf(run)) {
        parts += tableOf(form, unit, theme);
        if (form.agrees) continue;
        QStringList why;
        for (const Assumption broken : form.broken) why += symbolHtml(reasonOf(broken, form));
        const QString words = why.join(QLatin1Char(' '));
        const auto same =
            std::find_if(reasons.begin(), reasons.end(), [&](const auto& one) { return one.first == words; });
        if (same != reasons.end())
            same->second.push_back(form.of);
        else
            reasons.push_back({words, {form.of}});
    }
    QStringList sentences;
    for (const auto& [words, forms] : reasons)
        sentences +=
            (forms.size() == 1 && forms[0] != ScheduleForm::Of::Peak ? Text::tr("%1 differs from the simulation.")
                                                                     : Text::tr("%1 differ from the simulation."))
                .arg(namesOf(forms)) +
            QLatin1Char(' ') + words;
    if (const QString unknown = unknownText(*run.schedule.kind); !unknown.isEmpty()) sentences += unknown;
    for (const QString& sentence : sentences)
        parts += QStringLiteral("<span style=\"color:%1\">%2</span>").arg(theme.mutedText.name(), sentence);
    for (qsizetype i = 0; i < parts.size(); ++i)
        parts[i] = QStringLiteral("<div style=\"margin-top:%1px\">%2</div>").arg(i == 0 ? 0 : 7).arg(parts[i]);
    return parts.join(QString());
}

std::optional<FormTerm> termAt(const QString& link) {
    for (const auto& [term, name] : kLinks)
        if (link == QLatin1String(name)) return term;
    return std::nullopt;
}

}  // namespace bubblescope
