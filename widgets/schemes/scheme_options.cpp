#include "widgets/schemes/scheme_options.h"

#include "engine/entries/registry.h"
#include "engine/schemes/scheme.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/panels/workload_rows.h"

#include <QVBoxLayout>

namespace bubblescope {

namespace {

/// Without the key, a scheme has times of its own.
constexpr std::string_view kTimes[] = {"own", "workload"}, kTimesWords[] = {"1 and 2", "workload"};

}  // namespace

SchemeOptions::SchemeOptions(AskForScheme ask, QWidget* parent)
    : SchemePart(std::move(ask), parent), m_rows(new ParameterForm) {
    setAccessibleName(tr("Options"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kFormMargin, 2, kFormMargin, 8);
    layout->addWidget(m_rows);
    connect(m_rows, &ParameterForm::edited, this,
            [this](const std::string& key, const std::optional<ParameterValue>& value, int gesture) {
                if (key == "fetch")
                    edit(key, tr("Change fetch time"), gesture,
                         [&](Scheme& scheme) { scheme.fetch = std::get<double>(value->held); });
                else if (key == "activation_cap")
                    edit(key, tr("Change activation cap"), gesture,
                         [&](Scheme& scheme) { scheme.activationCap = std::get<int>(value->held); });
                else
                    edit(key, tr("Change op times"), gesture, [&](Scheme& scheme) {
                        scheme.workloadTimes = std::get<std::string>(value->held) == kTimes[1];
                    });
            });
    connect(m_rows, &ParameterForm::checked, this, [this](const std::string& key, bool has) {
        // The number of stages: the least cap with which one worker can run a whole batch.
        edit(key, tr("Change activation cap"), 0,
             [&](Scheme& scheme) { scheme.activationCap = has ? std::optional(scheme.stages) : std::nullopt; });
    });
}

void SchemeOptions::refresh() {
    const ScheduleKind& kind = *kindOf(entry());
    FormRow fetch{.parameter = *kind.parameter("fetch"), .value = ParameterValue{scheme().fetch}};
    fetch.unit = unitText(workload().timeUnit);
    const double forward = numberOf(workload(), QStringLiteral("forward"));
    fetch.range = {0, scheme().workloadTimes && forward > 0 ? 2 * forward : fetch.parameter.slider.most};
    FormRow cap{.parameter = *kind.parameter("activation_cap"), .isOptional = true};
    if (scheme().activationCap)
        cap.value = ParameterValue{*scheme().activationCap};
    else
        cap.instead = tr("none");
    FormRow times{.parameter = *kind.parameter("times")};
    times.parameter.choices = kTimes;
    times.parameter.choiceWords = kTimesWords;
    times.value = ParameterValue{std::string(kTimes[scheme().workloadTimes ? 1 : 0])};
    m_rows->setRows({fetch, cap, times});
    m_rows->setErrors({});
}

void SchemeOptions::forgetDrafts() { refresh(); }

bool SchemeOptions::showRefusal(const QString& key, const QString& sentence) {
    m_rows->setErrors({{key, sentence}});
    return !sentence.isEmpty() && m_rows->slider(key.toStdString());
}

QString SchemeOptions::summary() const {
    QStringList parts;
    if (scheme().fetch > 0) parts += tr("fetch %1").arg(formatExact(scheme().fetch));
    if (scheme().activationCap) parts += tr("cap %1").arg(*scheme().activationCap);
    if (scheme().workloadTimes) parts += tr("workload times");
    return parts.join(QStringLiteral(", "));
}

void SchemeOptions::edit(const std::string& key, const QString& what, int gesture,
                         const std::function<void(Scheme&)>& change) {
    ScheduleEntry after = entry();
    editScheme(after, change);
    const auto taken = ask(std::move(after), what, gesture);
    if (taken) return;
    if (key == "times") refresh();
    m_rows->setErrors({{toQString(key), reasonOf(taken.error())}});
}

}  // namespace bubblescope
