#include "widgets/panels/workload_panel.h"

#include "widgets/kit/fold.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/glyph_button.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/device_table.h"
#include "widgets/panels/param_slider.h"

#include "engine/schemes/scheme.h"
#include "engine/study/study_axes.h"

#include <QAbstractButton>
#include <QBoxLayout>
#include <QCheckBox>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// In the section More.
bool isRareKey(const WorkloadKey& key) { return key.slider.isRare || key.type == ParameterType::Object; }

}  // namespace

WorkloadPanel::WorkloadPanel(QWidget* parent) : QWidget(parent), m_usual(new ParameterForm), m_rare(new ParameterForm) {
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
    layout->addWidget(m_usual);
    auto* rare = new QWidget;
    auto* rareLayout = new QVBoxLayout(rare);
    rareLayout->setContentsMargins(kFormMargin, 2, kFormMargin, 0);
    rareLayout->setSpacing(3);
    rareLayout->addWidget(m_rare);
    rareLayout->addWidget(m_sends = new QCheckBox(tr("Blocking sends")));
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
    for (ParameterForm* const form : {m_usual, m_rare}) {
        connect(form, &ParameterForm::edited, this,
                [this](const std::string& key, const std::optional<ParameterValue>& value, int gesture) {
                    edit(*findWorkloadKey(key), *value, gesture);
                });
        connect(form, &ParameterForm::checked, this, [this](const std::string& key, bool isOn) {
            const WorkloadKey& known = *findWorkloadKey(key);
            const Workload& now = m_scenario.workload;
            emitEdit(isOn ? withFirst(now, known) : withoutKey(now, known), changeOf(known));
        });
        connect(form, &ParameterForm::tableAsked, this, [this](const std::string& key) { openTable(toQString(key)); });
    }
    setScenario(Scenario{});
    addLock();
}

QString WorkloadPanel::note() const { return m_note->isHidden() ? QString() : m_note->text(); }

void WorkloadPanel::addLock() {
    m_lock = new GlyphButton(GlyphButton::Glyph::Lock, tr("Keep MBS/D when D changes"));
    m_lock->setToolTip(tipHtml(tr("Keep MBS/D: while locked, changing D also changes MBS, including in the charts.")));
    m_lock->setChecked(true);
    param(QStringLiteral("microbatches"))->addButton(m_lock);
    connect(m_lock, &QAbstractButton::toggled, this, [this](bool isLocked) {
        const Workload& workload = m_scenario.workload;
        m_ratio = static_cast<double>(workload.microbatches) / workload.devices;
        emit keepsRatioChanged(isLocked);
    });
}

bool WorkloadPanel::keepsRatio() const { return m_lock->isChecked(); }
void WorkloadPanel::setKeepsRatio(bool keeps) { m_lock->setChecked(keeps); }

ParamSlider* WorkloadPanel::param(const QString& key) const {
    const std::string name = key.toStdString();
    ParamSlider* const usual = m_usual->slider(name);
    return usual ? usual : m_rare->slider(name);
}

void WorkloadPanel::setScenario(const Scenario& scenario) {
    m_scenario = scenario;
    const Workload& workload = m_scenario.workload;
    // A ratio that still matches D and MBS stays exact: D = 4, 3, 4 restores the same MBS.
    if (std::max(1L, std::lround(m_ratio * workload.devices)) != workload.microbatches)
        m_ratio = static_cast<double>(workload.microbatches) / workload.devices;
    m_usual->setRows(rows(false));
    m_rare->setRows(rows(true));
    m_sends->setChecked(workload.send == Send::Blocking);
    if (m_lock)
        m_lock->setVisible(!isDetermined(QStringLiteral("devices")) && !isDetermined(QStringLiteral("microbatches")));
    showMore();
}

/// The rows of the sliders, then of the keys without one.
std::vector<FormRow> WorkloadPanel::rows(bool areRare) const {
    const Workload& workload = m_scenario.workload;
    const bool isAbsolute = workload.weight || isDetermined(QStringLiteral("weight"));
    // Lists are only for a D that this panel sets.
    const bool hasDevices = !isDetermined(QStringLiteral("devices"));
    std::vector<const WorkloadKey*> keys = sliderKeys();
    for (const WorkloadKey& key : workloadKeys())
        if (key.slider.place == 0 && key.key != "send") keys.push_back(&key);
    std::vector<FormRow> rows;
    for (const WorkloadKey* key : keys) {
        if (isRareKey(*key) != areRare) continue;
        FormRow row = rowOf(*key, workload);
        const QString name = toQString(key->key);
        if (key->key == "weight") row.isShown = isAbsolute;
        if (key->key == "weight_fraction") row.isShown = !isAbsolute;
        if (key->key == "memory_limit") row.isOptional = true, row.word = tr("Memory limit");
        if (key->key == "forward_backward") row.isOptional = true, row.word = tr("Fused F+B time");
        if (key->key == "time_basis") row.word = tr("Time basis");
        if (key->key == "time_unit") row.word = tr("Time unit");
        if (key->key == "weight_fraction") row.table = tr("Set a time per device…");
        if (isDetermined(name) || !(hasDevices || isList(workload, name))) row.table.clear();
        if (row.isOptional && !row.value) row.instead = key->key == "memory_limit" ? tr("none") : tr("T_F + T_B");
        if (isDetermined(name)) row.instead = m_determined[name];
        rows.push_back(std::move(row));
    }
    return rows;
}

void WorkloadPanel::showMore() {
    const Workload usual;
    QStringList told;
    forEachWorkloadKey([&](const WorkloadKey& key, auto member, auto) {
        if (isRareKey(key) && m_scenario.workload.*member != usual.*member) told += tr(std::string(key.name).c_str());
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
    setScenario(Scenario(m_scenario));
}

void WorkloadPanel::hideHeading() {
    m_heading->hide();
    layout()->setContentsMargins(0, 0, 0, 12);
}

void WorkloadPanel::setErrors(const QMap<QString, QString>& reasonByKey,
                              const QMap<QString, QList<double>>& offeredByKey) {
    for (ParameterForm* const form : {m_usual, m_rare}) form->setErrors(reasonByKey, offeredByKey);
}

void WorkloadPanel::edit(const WorkloadKey& key, const ParameterValue& value, int gesture) {
    if (key.key == "devices") {
        // Lists of schedules are resized with those of the workload.
        const int devices = std::get<int>(value.held);
        ScenarioEdit edit{atValue(m_scenario, "devices", devices, false), changeOf(key), gesture};
        edit.after.workload = onDevices(devices);
        return emit edited(edit);
    }
    const Workload& from = m_scaled.at(gesture, m_scenario.workload);
    Workload workload = withValue(m_scenario.workload, from, key, value);
    if (workload != m_scenario.workload) emitEdit(std::move(workload), changeOf(key), gesture);
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
