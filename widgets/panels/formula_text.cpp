#include "widgets/panels/formula_text.h"

#include "widgets/kit/symbol.h"
#include "widgets/shown/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <array>
#include <utility>

namespace bubblescope {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(FormulaText)
};

constexpr std::array<std::pair<FormTerm, const char*>, 3> kLinks{
    {{FormTerm::Work, "term:work"}, {FormTerm::Bubble, "term:bubble"}, {FormTerm::Peak, "term:peak"}}};

QString linkTo(FormTerm term, const std::string& form) {
    const char* const link = kLinks[static_cast<std::size_t>(term)].second;
    // Names of two letters stand for one thing each: breaks come after signs alone.
    QString words = symbolHtml(QString::fromStdString(form));
    words.replace(QLatin1Char('-'), QChar(0x2212)).replace(QStringLiteral("MBS"), QStringLiteral("\u2060MBS"));
    return QStringLiteral("<a href=\"%1\" style=\"text-decoration:none\">%2</a>").arg(QLatin1String(link), words);
}

/// A form with its terms as links: of a total time work and bubble.
QString linked(const ScheduleForm& form) {
    if (form.of == ScheduleForm::Of::Peak) return linkTo(FormTerm::Peak, form.form);
    const std::size_t plus = form.form.find(" + ");
    if (form.of == ScheduleForm::Of::Bubble || plus == std::string::npos) return linkTo(FormTerm::Bubble, form.form);
    return linkTo(FormTerm::Work, form.form.substr(0, plus)) + QStringLiteral(" + ") +
           linkTo(FormTerm::Bubble, form.form.substr(plus + 3));
}

QString nameOf(ScheduleForm::Of of) {
    switch (of) {
        case ScheduleForm::Of::Bubble: return Text::tr("Bubble of a device");
        case ScheduleForm::Of::TotalTime: return Text::tr("Total time");
        case ScheduleForm::Of::Peak: break;
    }
    return Text::tr("Peak activations");
}

QString reasonOf(Assumption broken, const ScheduleForm& form) {
    switch (broken) {
        case Assumption::FreeTransfers: return Text::tr("transfers take time (T_C)");
        case Assumption::EvenStages: return Text::tr("stages are uneven");
        case Assumption::WholeRounds: return Text::tr("MBS is not a multiple of D from 2D on");
        case Assumption::ItsCondition:
            return Text::tr("it is not so that %1").arg(QString::fromStdString(form.condition));
        case Assumption::PairsTakeTheSum: return Text::tr("a pair does not take F + B");
        case Assumption::WholeActivations: return Text::tr("activations are recomputed, or let go in part");
        case Assumption::UsualGroups: break;
    }
    return Text::tr("it has a group of its own");
}

}  // namespace

QString formulaText(const Run& run, const Theme& theme) {
    const QString unit = unitText(run.schedule.workload.timeUnit);
    const auto colored = [](const QColor& color, const QString& html) {
        return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(color.name(), html);
    };
    QStringList paragraphs;
    for (const ScheduleForm& form : closedFormsOf(run)) {
        const bool isTime = form.of != ScheduleForm::Of::Peak;
        const auto value = [&](double number) {
            const QString text = formatNumber(number, 6);
            return isTime && !unit.isEmpty() ? text + QChar(0x202f) + unit : text;
        };
        QStringList lines{colored(theme.mutedText, nameOf(form.of)), linked(form)};
        if (!form.condition.empty())
            lines.back() += colored(
                theme.mutedText,
                ' ' + Text::tr("for %1", "a condition").arg(QString::fromStdString(form.condition).toHtmlEscaped()));
        QString numbers = QString::fromStdString(form.numbers).toHtmlEscaped();
        numbers.replace(QLatin1Char('-'), QChar(0x2212));
        lines += QStringLiteral("= %1 = <b>%2</b>").arg(numbers, value(form.value));
        if (form.agrees) {
            lines += QStringLiteral("✓ ") + Text::tr("simulated %1").arg(value(form.simulated));
        } else {
            QStringList reasons;
            for (const Assumption broken : form.broken) reasons += symbolHtml(reasonOf(broken, form));
            const QString simulated = colored(theme.error, Text::tr("simulated %1").arg(value(form.simulated)));
            lines +=
                reasons.isEmpty() ? simulated : simulated + Text::tr(": %1").arg(reasons.join(QStringLiteral("; ")));
        }
        const int gap = paragraphs.isEmpty() ? 0 : 7;
        paragraphs +=
            QStringLiteral("<p style=\"margin:%1px 0 0 0\">%2</p>").arg(gap).arg(lines.join(QStringLiteral("<br>")));
    }
    return paragraphs.join(QString());
}

std::optional<FormTerm> termAt(const QString& link) {
    for (const auto& [term, name] : kLinks)
        if (link == QLatin1String(name)) return term;
    return std::nullopt;
}

}  // namespace bubblescope
