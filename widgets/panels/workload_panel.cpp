#include "widgets/panels/workload_panel.h"

#include "widgets/kit/flat_combo.h"
#include "widgets/kit/flat_fields.h"
#include "widgets/kit/fold.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/glyph_button.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/device_table.h"
#include "widgets/panels/stage_times_row.h"

#include "engine/schemes/scheme.h"
#include "engine/study/study_axes.h"

#include <QAbstractButton>
#include <QBoxLayout>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

const QStringList kTimeKeys{QStringLiteral("forward"), QStringLiteral("backward"), QStringLiteral("weight"),
                            QStringLiteral("comm")};

}  // namespace

WorkloadPanel::WorkloadPanel(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Workload"));
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 12, 0, 12);
    outer->setSpacing(3);
    auto* layout = new QVBoxLayout;
    layout->setContentsMargins(kFormMargin, 0, kFormMargin, 0);
    layout->setSpacing(3);
    outer->addLayout(layout);
    layout->addWidget(m_heading = sectionLabel(tr("Workload")));
    layout->addSpacing(3);
    layout->addWidget(m_note = hintLabel());
    auto* rare = new QWidget;
    auto* rareLayout = new QVBoxLayout(rare);
    rareLayout->setContentsMargins(kFormMargin, 2, kFormMargin, 0);
    rareLayout->setSpacing(3);
    for (const WorkloadParam& param : workloadParams()) (param.isRare ? rareLayout : layout)->addWidget(addRow(param));
    addLock(param(QStringLiteral("microbatches")));
    // The first value is what 1F1B needs: some schedules fit in it and others do not.
    m_hasLimit = addOptional(QStringLiteral("memory_limit"), tr("Memory limit"), &Workload::memoryLimit,
                             [](const Workload& workload) { return static_cast<double>(workload.devices); });
    m_hasLimit->setToolTip(
        tipHtml(param(QStringLiteral("memory_limit"))->spec().definition + QLatin1Char('\n') +
                tr("The limit starts at D activations, which is what 1F1B needs; 60% of that is 0.6 D.")));
    m_hasPairTime =
        addOptional(QStringLiteral("forward_backward"), tr("Fused F+B time"), &Workload::forwardBackward, pairTimes);
    forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto) {
        if constexpr (std::is_same_v<decltype(member), StageTimes Workload::*>) addStageRow(*rareLayout, key, member);
    });
    layout->addSpacing(4);
    layout->addLayout(basisLines());
    rareLayout->addWidget(m_sends = new FlatCheck(tr("Blocking sends")));
    m_sends->setFont(uiFont(12.5));
    m_sends->setToolTip(
        tipHtml(tr("A device waits until what it sends has arrived: T_C after each op whose result goes to another "
                   "device. This wait counts neither as compute nor as idle time. When off, devices keep computing "
                   "while they send. Real programs are in between.")));
    connect(m_sends, &QAbstractButton::toggled, this, [this](bool areBlocking) {
        Workload workload = m_scenario.workload;
        workload.send = areBlocking ? Send::Blocking : Send::Async;
        if (workload != m_scenario.workload) emitEdit(std::move(workload), tr("Change blocking sends"));
    });
    outer->addWidget(m_more = new Fold(tr("More"), rare));
    m_more->setOpen(false);
    setScenario(Scenario{});
}

void WorkloadPanel::addStageRow(QBoxLayout& layout, const WorkloadKey& key, StageTimes Workload::*member) {
    auto* row = new StageTimesRow(tr(std::string(key.word).c_str()), tr(std::string(key.definition).c_str()));
    m_stageRows[toQString(key.key)] = row;
    layout.addWidget(row);
    const QString what = tr("Change %1").arg(tr(std::string(key.name).c_str()));
    connect(row, &StageTimesRow::edited, this, [this, member, what](const StageTimes& times) {
        Workload workload = m_scenario.workload;
        workload.*member = times;
        emitEdit(std::move(workload), what);
    });
}

template <class Value, class First>
FlatCheck* WorkloadPanel::addOptional(const QString& key, const QString& words, std::optional<Value> Workload::*member,
                                      First first) {
    ParamSlider* const row = param(key);
    auto* check = new FlatCheck(words);
    check->setFont(uiFont(12.5));
    check->setToolTip(tipHtml(row->spec().definition));
    row->setHeading(check);
    connect(check, &QAbstractButton::toggled, this, [this, key, member, first](bool has) {
        Workload workload = m_scenario.workload;
        if (has == (workload.*member).has_value()) return;
        workload.*member = has ? std::optional<Value>(first(workload)) : std::nullopt;
        emitEdit(std::move(workload),
                 tr("Change %1").arg(tr(std::string(findNumberKey(key.toStdString())->name).c_str())));
    });
    return check;
}

QString WorkloadPanel::note() const { return m_note->isHidden() ? QString() : m_note->text(); }

ParamSlider* WorkloadPanel::addRow(const WorkloadParam& param) {
    auto* row = new ParamSlider(param.spec);
    m_rows.push_back(row);
    const QString key = param.spec.key;
    connect(row, &ParamSlider::valueEdited, this,
            [this, key, what = param.what](double value, int gesture) { edit(key, what, value, gesture); });
    if (!kTimeKeys.contains(key) && key != QLatin1String("weight_fraction")) return row;
    const QString tip =
        key == QLatin1String("comm") ? tr("Set a time per pair of devices…") : tr("Set a time per device…");
    auto* button = new GlyphButton(GlyphButton::Glyph::List, tr("%1: %2").arg(param.spec.word, tip));
    button->setToolTip(tip);
    row->addButton(button);
    m_tables[key] = button;
    connect(button, &QAbstractButton::clicked, this, [this, key] { openTable(key); });
    connect(row, &ParamSlider::editorAsked, this, [this, key] { openTable(key); });
    return row;
}

void WorkloadPanel::addLock(ParamSlider* microbatches) {
    m_lock = new GlyphButton(GlyphButton::Glyph::Lock, tr("Keep MBS/D when D changes"));
    m_lock->setToolTip(tipHtml(tr("Keep MBS/D: while locked, changing D also changes MBS, including in the charts.")));
    m_lock->setChecked(true);
    microbatches->addButton(m_lock);
    connect(m_lock, &QAbstractButton::toggled, this, [this](bool isLocked) {
        const Workload& workload = m_scenario.workload;
        m_ratio = static_cast<double>(workload.microbatches) / workload.devices;
        emit keepsRatioChanged(isLocked);
    });
}

QLayout* WorkloadPanel::basisLines() {
    m_basis = new SegmentedControl({tr("microbatch"), tr("chunk")}, tr("Time basis"));
    m_basis->setToolTip(
        tipHtml(tr("What T_F, T_B and T_W measure.\n"
                   "Microbatch: the time of one microbatch on a device. An op of one of v chunks takes 1/v of it, so "
                   "every schedule does the same work.\n"
                   "Chunk: the time of one op, whatever v is. More chunks then mean more work.")));
    m_unit = new FlatCombo;
    m_unit->setAccessibleName(tr("Time unit"));
    m_unit->setToolTip(tr("The unit of all times. Changing it does not convert them."));
    m_unit->addItem(tr("no unit"), QString());
    for (const char* unit : {"ns", "us", "ms", "s"}) m_unit->addItem(unitText(unit), QString::fromLatin1(unit));
    m_unit->setFont(uiFont(12));
    m_unit->setFixedSize(74, 24);
    auto* lines = new QVBoxLayout;
    lines->setSpacing(3);
    lines->addLayout(wordLine(tr("Time basis"), m_basis));
    lines->addLayout(wordLine(tr("Time unit"), m_unit));
    connect(m_basis, &SegmentedControl::chosenByUser, this, [this](int index) {
        Workload workload = m_scenario.workload;
        workload.timeBasis = index == 0 ? TimeBasis::Microbatch : TimeBasis::Chunk;
        emitEdit(std::move(workload), tr("Change time basis"));
    });
    connect(m_unit, &QComboBox::activated, this, [this](int index) {
        Workload workload = m_scenario.workload;
        workload.timeUnit = m_unit->itemData(index).toString().toStdString();
        if (workload != m_scenario.workload) emitEdit(std::move(workload), tr("Change time unit"));
    });
    return lines;
}

bool WorkloadPanel::keepsRatio() const { return m_lock->isChecked(); }
void WorkloadPanel::setKeepsRatio(bool keeps) { m_lock->setChecked(keeps); }

ParamSlider* WorkloadPanel::param(const QString& key) const {
    const auto at =
        std::find_if(m_rows.begin(), m_rows.end(), [&](ParamSlider* row) { return row->spec().key == key; });
    return at == m_rows.end() ? nullptr : *at;
}

void WorkloadPanel::setScenario(const Scenario& scenario) {
    m_scenario = scenario;
    const Workload& workload = m_scenario.workload;
    // A ratio that still matches D and MBS stays exact: D = 4, 3, 4 restores the same MBS.
    if (std::max(1L, std::lround(m_ratio * workload.devices)) != workload.microbatches)
        m_ratio = static_cast<double>(workload.microbatches) / workload.devices;
    const bool isAbsolute = workload.weight || isDetermined(QStringLiteral("weight"));
    param(QStringLiteral("weight"))->setVisible(isAbsolute);
    param(QStringLiteral("weight_fraction"))->setVisible(!isAbsolute);
    for (ParamSlider* row : m_rows) showRow(row);
    m_hasLimit->setChecked(workload.memoryLimit.has_value());
    m_hasPairTime->setChecked(workload.forwardBackward.has_value());
    m_sends->setChecked(workload.send == Send::Blocking);
    showButtons();
    showMore();
    m_basis->setChosen(workload.timeBasis == TimeBasis::Microbatch ? 0 : 1);
    m_unit->setCurrentIndex(std::max(0, m_unit->findData(QString::fromStdString(workload.timeUnit))));
}

void WorkloadPanel::showRow(ParamSlider* row) {
    const Workload& workload = m_scenario.workload;
    const QString& key = row->spec().key;
    if (key == QLatin1String("memory_limit") && !isDetermined(key))
        row->setDetermined(workload.memoryLimit ? QString() : tr("none"));
    if (key == QLatin1String("forward_backward") && !isDetermined(key))
        row->setDetermined(workload.forwardBackward ? QString() : tr("T_F + T_B"));
    showIn(*row, workload);
}

void WorkloadPanel::showMore() {
    const Workload usual;
    QStringList told;
    forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto) {
        if constexpr (std::is_same_v<decltype(member), StageTimes Workload::*>)
            m_stageRows[toQString(key.key)]->setTimes(m_scenario.workload.*member);
        const bool isRare = m_stageRows.contains(toQString(key.key)) || key.slider.isRare;
        if (isRare && m_scenario.workload.*member != usual.*member) told += tr(std::string(key.name).c_str());
    });
    m_more->heading()->setSummary(told.isEmpty() ? tr("embedding, head") : told.join(QStringLiteral(", ")));

    const auto& entries = m_scenario.schedules;
    const auto isScheme = [](const ScheduleEntry& entry) { return entry.family == Family::Scheme; };
    const auto usesTimes = [](const ScheduleEntry& entry) { return schemeOf(entry).workloadTimes; };
    const bool areSchemes = !entries.empty() && std::all_of(entries.begin(), entries.end(), isScheme);
    setLine(m_note, !areSchemes ? QString()
                    : std::any_of(entries.begin(), entries.end(), usesTimes)
                        ? tr("Placement schemes use only the times; they have their own sizes.")
                        : tr("Placement schemes ignore these values; they have their own sizes and times."));
}

void WorkloadPanel::setDetermined(const QMap<QString, QString>& textByKey) {
    if (textByKey == m_determined) return;
    m_determined = textByKey;
    for (ParamSlider* row : m_rows) row->setDetermined(m_determined.value(row->spec().key));
    setScenario(Scenario(m_scenario));
}

void WorkloadPanel::showButtons() {
    // Lists and the lock are only for a D that this panel sets.
    const bool hasDevices = !isDetermined(QStringLiteral("devices"));
    m_lock->setVisible(hasDevices && !isDetermined(QStringLiteral("microbatches")));
    for (auto table = m_tables.begin(); table != m_tables.end(); ++table)
        table.value()->setVisible(!isDetermined(table.key()) &&
                                  (hasDevices || isList(m_scenario.workload, table.key())));
}

void WorkloadPanel::hideHeading() {
    m_heading->hide();
    layout()->setContentsMargins(0, 0, 0, 12);
}

void WorkloadPanel::setErrors(const QMap<QString, QString>& reasonByKey,
                              const QMap<QString, QList<double>>& offeredByKey) {
    for (ParamSlider* row : m_rows)
        row->setError(reasonByKey.value(row->spec().key), offeredByKey.value(row->spec().key));
}

void WorkloadPanel::edit(const QString& key, const QString& what, double value, int gesture) {
    if (key == QLatin1String("devices")) {
        // Lists of schedules are resized with those of the workload.
        ScenarioEdit edit{atValue(m_scenario, "devices", value, false), what, gesture};
        edit.after.workload = onDevices(static_cast<int>(std::lround(value)));
        return emit edited(edit);
    }
    if (gesture == 0 || gesture != m_scaledGesture) {
        m_scaledGesture = gesture;
        m_scaledFrom = m_scenario.workload;
    }
    emitEdit(withNumber(m_scenario.workload, m_scaledFrom, key, value), what, gesture);
}

Workload WorkloadPanel::onDevices(int devices) const {
    Workload workload = withDevices(m_scenario.workload, devices);
    if (keepsRatio() && !isDetermined(QStringLiteral("microbatches")))
        workload.microbatches =
            static_cast<int>(std::clamp(std::round(m_ratio * devices), 1.0, static_cast<double>(kMaxMicrobatches)));
    return workload;
}

void WorkloadPanel::openTable(const QString& key) {
    const auto page = key == QLatin1String("comm") ? DeviceTable::Page::Communication : DeviceTable::Page::Computation;
    auto* table = new DeviceTable(m_scenario.workload, page, this);
    table->setAttribute(Qt::WA_DeleteOnClose);
    table->letDiffer(key);
    connect(table, &QDialog::accepted, this, [this, table] {
        Workload workload = table->workload();
        if (workload != m_scenario.workload) emitEdit(std::move(workload), tr("Change per-device times"));
    });
    table->open();  // it is modal, so the scenario cannot change meanwhile
}

void WorkloadPanel::emitEdit(Workload workload, const QString& what, int gesture) {
    ScenarioEdit edit{m_scenario, what, gesture};
    edit.after.workload = std::move(workload);
    emit edited(edit);
}

}  // namespace bubblescope
