#include "widgets/schemes/scheme_options.h"

#include "engine/schemes/scheme.h"
#include "widgets/kit/flat_fields.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/reason_balloon.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/param_slider.h"
#include "widgets/panels/workload_params.h"

#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

/// With op times of 1 and 2: as long as two forwards and a backward.
constexpr double kUsualFetches = 4;

}  // namespace

SchemeOptions::SchemeOptions(AskForScheme ask, QWidget* parent) : SchemePart(std::move(ask), parent) {
    setAccessibleName(tr("Options"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kFormMargin, 2, kFormMargin, 8);
    layout->setSpacing(3);
    m_fetch = new ParamSlider({"fetch",
                               {},
                               tr("fetch time"),
                               tr("Time to fetch an op's weights from another worker, for each op whose compute and "
                                  "storage worker differ. The op waits for the fetch; 0 means free."),
                               {ParamScale::Kind::Logarithmic, false, 0, kUsualFetches, 0},
                               0,
                               std::numeric_limits<double>::max(),
                               0});
    layout->addWidget(m_fetch);

    m_cap = new ParamSlider(
        {"activation_cap",
         {},
         tr("activation cap"),
         tr("The most activations that a worker may store. A forward waits while the worker of its backward has "
            "that many."),
         {ParamScale::Kind::Logarithmic, true, 1, 64, 0},
         1,
         std::numeric_limits<int>::max(),
         6});
    m_hasCap = new FlatCheck(tr("activation cap"));
    m_hasCap->setFont(uiFont(12.5));
    m_hasCap->setToolTip(tipHtml(m_cap->spec().definition));
    m_cap->setHeading(m_hasCap);
    layout->addWidget(m_cap);

    m_times = new SegmentedControl({tr("1 and 2"), tr("workload")}, tr("Op times"));
    m_times->setToolTip(tipHtml(
        tr("1 and 2: a forward takes 1 and a backward takes 2; transfers are free.\n"
           "Workload: uses T_F, T_B and T_C of the scenario, with recompute and imbalance; lists and matrices need one "
           "entry per worker.")));
    layout->addSpacing(2);
    layout->addLayout(wordLine(tr("Op times"), m_times));
    m_timesReason = new ReasonBalloon(m_times);

    connect(m_fetch, &ParamSlider::valueEdited, this, [this](double value, int gesture) {
        ScheduleEntry after = entry();
        editScheme(after, [&](Scheme& scheme) { scheme.fetch = value; });
        const auto taken = this->ask(std::move(after), tr("Change fetch time"), gesture);
        if (!taken) m_fetch->setError(reasonOf(taken.error()));
    });
    connect(m_hasCap, &QAbstractButton::toggled, this, [this](bool has) {
        if (has == scheme().activationCap.has_value()) return;
        // The number of stages: the least cap with which one worker can run a whole batch.
        setCap(has ? std::optional(scheme().stages) : std::nullopt, 0);
    });
    connect(m_cap, &ParamSlider::valueEdited, this,
            [this](double value, int gesture) { setCap(static_cast<int>(std::lround(value)), gesture); });
    connect(m_times, &SegmentedControl::chosenByUser, this, [this](int index) { setTimes(index == 1); });
}

void SchemeOptions::refresh() {
    const bool areWorkloads = scheme().workloadTimes;
    m_fetch->setUnit(unitText(workload().timeUnit));
    const double forward = numberOf(workload(), QStringLiteral("forward"));
    m_fetch->setRange(0, areWorkloads && forward > 0 ? 2 * forward : kUsualFetches);
    m_fetch->setValue(scheme().fetch);
    m_fetch->setError({});
    m_hasCap->setChecked(scheme().activationCap.has_value());
    m_cap->setDetermined(scheme().activationCap ? QString() : tr("none"));
    if (scheme().activationCap) m_cap->setValue(*scheme().activationCap);
    m_cap->setError({});
    m_times->setChosen(areWorkloads ? 1 : 0);
    setLine(m_timesReason, {});
}

void SchemeOptions::forgetDrafts() { refresh(); }

bool SchemeOptions::showRefusal(const QString& key, const QString& sentence) {
    m_cap->setError(key == QLatin1String("activation_cap") ? sentence : QString());
    m_fetch->setError(key == QLatin1String("fetch") ? sentence : QString());
    return !sentence.isEmpty() && (key == QLatin1String("activation_cap") || key == QLatin1String("fetch"));
}

QString SchemeOptions::summary() const {
    QStringList parts;
    if (scheme().fetch > 0) parts += tr("fetch %1").arg(formatExact(scheme().fetch));
    if (scheme().activationCap) parts += tr("cap %1").arg(*scheme().activationCap);
    if (scheme().workloadTimes) parts += tr("workload times");
    return parts.join(QStringLiteral(", "));
}

QString SchemeOptions::timesReason() const { return m_timesReason->text(); }

void SchemeOptions::setCap(std::optional<int> cap, int gesture) {
    ScheduleEntry after = entry();
    editScheme(after, [&](Scheme& scheme) { scheme.activationCap = cap; });
    const auto taken = ask(std::move(after), tr("Change activation cap"), gesture);
    if (!taken) m_cap->setError(reasonOf(taken.error()));
}

void SchemeOptions::setTimes(bool areWorkloads) {
    ScheduleEntry after = entry();
    editScheme(after, [&](Scheme& scheme) { scheme.workloadTimes = areWorkloads; });
    const auto taken = ask(std::move(after), tr("Change op times"));
    if (taken) return;
    m_times->setChosen(scheme().workloadTimes ? 1 : 0);
    setLine(m_timesReason, reasonOf(taken.error()));
}

}  // namespace bubblescope
