#include "widgets/study/form/series_part.h"

#include "widgets/kit/format.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/reason_balloon.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/symbol.h"
#include "widgets/panels/own_values.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/shown/scenario_edit.h"
#include "widgets/study/form/axis_editor.h"
#include "widgets/study/form/key_words.h"

#include "engine/entries/resolve.h"

#include <QBoxLayout>

#include <algorithm>

namespace bubblescope {

namespace {

/// A key that neither another axis nor a formula sets, the most interesting first; a key with a formula would lose it.
std::string keyForSeries(const Experiment& experiment) {
    const auto axes = axesOf(experiment);
    const auto& bindings = experiment.bindings;
    for (const char* key : {"devices", "comm", "microbatches", "recompute", "imbalance", "forward", "weight_fraction"})
        if (std::none_of(axes.begin(), axes.end(), [&](const NamedAxis& axis) { return axis.axis->variable == key; }) &&
            std::none_of(bindings.begin(), bindings.end(), [&](const Binding& binding) { return binding.key == key; }))
            return key;
    return "chunks";
}

bool isVaried(const Experiment& experiment) { return experiment.series.index() == 1; }

}  // namespace

SeriesPart::SeriesPart(const Experiment& shown, QWidget* parent) : FormPart(shown, parent) {
    setAccessibleName(tr("Series"));
    m_kind = new SegmentedControl({tr("Schedule"), tr("Value")}, tr("One curve per"));
    m_kind->setToolTip(
        tipHtml(tr("One curve for each schedule, or one curve for each value of a variable of a single schedule.")));
    auto* line = new QHBoxLayout;
    line->setContentsMargins(kFormMargin, 2, kFormMargin, 0);
    auto* label = new QLabel(tr("One curve per"));
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setFont(m_kind->button(0)->font());
    line->addWidget(label, 1);
    line->addWidget(m_kind);
    m_schedules = new SchedulePanel;
    m_schedules->hideHeading();
    m_reason = new ReasonBalloon(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(line);
    layout->addWidget(m_schedules);
    layout->addWidget(m_varied = makeVaried());
    connect(m_kind, &SegmentedControl::chosenByUser, this, &SeriesPart::choose);
    connect(m_schedules, &SchedulePanel::edited, this, [this](const ScenarioEdit& edit) {
        Experiment after = this->shown();
        after.series = edit.after.schedules;
        ask(std::move(after), edit.what, edit.gesture);
    });
}

QWidget* SeriesPart::makeVaried() {
    auto* varied = new QWidget;
    m_schedule = new PickCombo(tr("Schedule"));
    for (const ScheduleKind* kind : generatedSchedules())
        m_schedule->add(toQString(kind->title), toQString(kind->id), toQString(kind->source));
    m_details = new LinkButton({});
    m_details->setAccessibleName(tr("Schedule options"));
    m_axis = new AxisEditor(AxisRole::Varied, tr("Vary"), shown());
    auto* line = new QHBoxLayout;
    line->setContentsMargins(kFormMargin, 0, kFormMargin, 0);
    line->addWidget(m_schedule, 1);
    line->addWidget(m_details);
    auto* layout = new QVBoxLayout(varied);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(line);
    layout->addWidget(m_axis);
    connect(m_schedule, &QComboBox::activated, this, &SeriesPart::chooseSchedule);
    connect(m_details, &QAbstractButton::clicked, this, &SeriesPart::openOwn);
    connect(m_axis, &FormPart::edited, this, &FormPart::edited);
    return varied;
}

void SeriesPart::refresh() {
    const bool varied = isVaried(shown());
    m_kind->setChosen(varied ? 1 : 0);
    m_schedules->setVisible(!varied);
    m_varied->setVisible(varied);
    m_axis->refresh();
    const auto determined = determinedKeys(shown());
    m_schedules->setDetermined(determined);
    if (!varied) return m_schedules->setScenario({shown().title, shown().workload, std::get<0>(shown().series)});
    const auto& [axis, schedule] = std::get<1>(shown().series);
    m_schedule->setCurrentIndex(m_schedule->findData(toQString(schedule.kind)));
    const ScheduleKind* kind = kindOf(schedule);
    if (m_own) m_own->setEntry(schedule, shown().workload, determined);
    const bool isElsewhere =
        kind && kind->hasChunks && !schedule.own.chunks && determined.contains(QStringLiteral("chunks"));
    m_details->setText(!kind || !kind->variant ? tr("Options…")
                       : isElsewhere           ? tr("v varies")
                                               : toQString(variantOf(schedule, shown().workload)));
    m_details->updateGeometry();
}

void SeriesPart::choose(int kind) {
    Experiment after = shown();
    if (kind == 1) {
        m_keptList = std::get<0>(shown().series);
        const ScheduleEntry first = m_keptList.empty() ? ScheduleEntry{"1f1b", {}, {}} : m_keptList.front();
        const std::string key = m_keptAxis ? m_keptAxis->variable : std::string();
        const auto axes = axesOf(shown());
        const bool isFree = findNumberKey(key) && std::none_of(axes.begin(), axes.end(), [&](const NamedAxis& axis) {
                                return axis.axis->variable == key;
                            });
        after.series = VariedSchedule{{}, first};
        after = varying(std::move(after), AxisRole::Varied, isFree ? key : keyForSeries(shown()));
        if (isFree) axisOf(after, AxisRole::Varied)->values = m_keptAxis->values;
    } else {
        const auto& [axis, schedule] = std::get<1>(shown().series);
        m_keptAxis = axis;
        const bool isKept = std::find(m_keptList.begin(), m_keptList.end(), schedule) != m_keptList.end();
        after.series = isKept ? m_keptList : std::vector{schedule};
        std::erase_if(after.variables, [&](const Variable& variable) { return variable.name == axis.variable; });
    }
    ask(std::move(after), tr("Change series"));
}

void SeriesPart::chooseSchedule(int index) {
    Experiment after = shown();
    ScheduleEntry& schedule = std::get<1>(after.series).schedule;
    schedule.kind = m_schedule->itemData(index).toString().toStdString();
    if (schedule.family != Family::Schedule) schedule.values.clear();
    schedule.family = Family::Schedule;
    schedule.color = kNoColor;
    if (!kindOf(schedule)->hasChunks) schedule.own.chunks.reset();
    ask(std::move(after), tr("Change schedule"));
}

void SeriesPart::openOwn() {
    if (!m_own) {
        m_own = new OwnValues(this);
        connect(m_own, &OwnValues::edited, this, [this](const ScheduleEntry& entry, const QString& what, int gesture) {
            Experiment after = shown();
            if (!isVaried(after)) return;
            std::get<1>(after.series).schedule = entry;
            ask(std::move(after), what, gesture);
        });
    }
    m_own->setEntry(std::get<1>(shown().series).schedule, shown().workload, determinedKeys(shown()));
    m_own->openBeside({m_details->mapToGlobal(QPoint()), m_details->size()});
}

QString SeriesPart::summary() const {
    if (const auto* list = std::get_if<0>(&shown().series))
        return list->size() == 1 ? tr("1 schedule") : tr("%1 schedules").arg(list->size());
    const auto& [axis, schedule] = std::get<1>(shown().series);
    return tr("%1 over %2").arg(toQString(displayLabel(schedule)), toQString(titleOf(shown(), axis)));
}

void SeriesPart::forget() {
    m_keptList.clear();
    m_keptAxis.reset();
    m_schedules->forgetUnchecked();
}

bool SeriesPart::showError(const Error* error) {
    const bool isAxis = isVaried(shown()) && m_axis->showError(error);
    const bool isMine = !isAxis && error && error->field.starts_with("series");
    std::vector<QString> refusals;
    if (isMine && !isVaried(shown())) {
        const auto& list = std::get<0>(shown().series);
        for (std::size_t i = 0; i < list.size(); ++i) {
            const std::string place = placeOfSchedule(shown(), i);
            const bool isHere = error->field == place || error->field.starts_with(place + ".");
            refusals.push_back(isHere ? toQString(error->message) : QString());
        }
    }
    m_schedules->setRefusals(refusals);
    setLine(m_reason, isMine ? toQString(error->message) : QString());
    return isMine || isAxis;
}

}  // namespace bubblescope
