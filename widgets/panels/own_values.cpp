#include "widgets/panels/own_values.h"

#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/device_table.h"
#include "widgets/panels/param_slider.h"

#include "engine/entries/resolve.h"
#include "engine/results/nearest_fits.h"
#include "widgets/kit/text.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QKeyEvent>
#include <QScreen>

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

constexpr int kWidth = 300, kGap = 6;

bool isUsed(const ScheduleEntry& entry, const WorkloadKey& key) {
    const ScheduleKind* kind = kindOf(entry);
    return takes(entry, key) && (key.key != "chunks" || (kind && kind->hasChunks) || hasKey(entry.own, key.key));
}

}  // namespace

OwnValues::OwnValues(QWidget* parent) : QScrollArea(parent) {
    setWindowFlags(Qt::Popup);
    setFrameShape(QFrame::StyledPanel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWidgetResizable(true);
    setAccessibleName(tr("Values of this schedule"));
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(kFormMargin, 12, kFormMargin, 8);
    layout->setSpacing(3);
    m_heading = new QLabel;
    m_heading->setFont(uiFont(13, QFont::DemiBold));
    m_heading->setTextFormat(Qt::PlainText);
    layout->addWidget(m_heading);
    layout->addWidget(m_parameters = new ParameterForm(5));
    m_parameters->layout()->setContentsMargins(0, 2, 0, 4);
    layout->addWidget(m_hint = hintLabel());
    layout->addSpacing(4);
    layout->addWidget(m_keys = new ParameterForm);
    layout->addWidget(m_reset = new LinkButton(tr("Reset to workload")), 0, Qt::AlignLeft);
    layout->addStretch();
    connect(m_reset, &QAbstractButton::clicked, this, [this] {
        ScheduleEntry entry = m_entry;
        entry.own = {};
        emit edited(entry, tr("Reset to workload"), 0);
    });
    connect(m_parameters, &ParameterForm::edited, this, &OwnValues::put);
    connect(m_keys, &ParameterForm::edited, this,
            [this](const std::string& key, const std::optional<ParameterValue>& value, int gesture) {
                const WorkloadKey& known = *findWorkloadKey(key);
                take(known, withValue(inForce(), m_scaled.at(gesture, inForce()), known, *value), gesture);
            });
    connect(m_keys, &ParameterForm::checked, this,
            [this](const std::string& key, bool isOn) { check(*findWorkloadKey(key), isOn); });
    connect(m_keys, &ParameterForm::tableAsked, this,
            [this](const std::string& key) { openTable(*findWorkloadKey(key)); });
    setWidget(content);
    setFixedWidth(kWidth);
}

std::vector<FormRow> OwnValues::parameterRows() const {
    std::vector<FormRow> rows;
    const ScheduleKind* const kind = kindOf(m_entry);
    for (const Parameter& parameter : kind ? kind->parameters : std::span<const Parameter>())
        rows.push_back(
            {.parameter = parameter, .value = valueNamed(m_entry.values, parameter.key), .none = tr("default")});
    return rows;
}

/// In the order of the sliders, then the keys without one.
std::vector<FormRow> OwnValues::keyRows() const {
    std::vector<const WorkloadKey*> keys = sliderKeys();
    forEachWorkloadKey([&](const WorkloadKey& key, auto, auto) {
        if (key.slider.place == 0) keys.push_back(&key);
    });
    const Workload workload = inForce();
    std::vector<FormRow> rows;
    for (const WorkloadKey* key : keys) {
        const bool isOwn = hasKey(m_entry.own, key->key);
        const QString name = toQString(key->key);
        // The share has no effect if T_W is set.
        const bool isVoid = key->key == "weight_fraction" && workload.weight && !isOwn;
        FormRow row = rowOf(*key, isOwn ? workload : withFirst(m_workload, *key));
        row.isOptional = true;
        row.isShown = isUsed(m_entry, *key);
        row.canCheck = !isVoid;
        if (isOwn && key->key == "chunks") row.stops = chunksThatFit();
        if (!isOwn) {
            const bool isUnset = key->key == "memory_limit" && !m_workload.memoryLimit;
            row.value.reset();
            row.instead = isVoid ? tr("T_W is set")
                          : m_determined.contains(name)
                              ? m_determined[name]
                              : valueText(isUnset ? m_workload : withFirst(m_workload, *key), name);
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

void OwnValues::put(const std::string& key, const std::optional<ParameterValue>& value) {
    ScheduleEntry entry = m_entry;
    if (value)
        setNamed(entry.values, key, *value);
    else
        removeNamed(entry.values, key);
    const QString word = Text::tr(kindOf(m_entry)->parameter(key)->wordText());
    if (entry != m_entry) emit edited(entry, tr("Change %1 of %2").arg(word, toQString(displayLabel(entry))), 0);
}

Scenario OwnValues::alone(const ScheduleEntry& entry) const { return {{}, m_workload, {entry}}; }

void OwnValues::setEntry(const ScheduleEntry& entry, const Workload& workload,
                         const QMap<QString, QString>& determined) {
    m_entry = entry;
    m_workload = workload;
    m_determined = determined;
    m_heading->setText(toQString(displayTitle(alone(entry), 0)));
    m_parameters->setRows(parameterRows());
    m_parameters->setVisible(!m_parameters->isEmpty());
    const std::vector<FormRow> keys = keyRows();
    m_keys->setRows(keys);
    m_keys->setErrors({});
    const bool isAny = std::any_of(keys.begin(), keys.end(), [](const FormRow& row) { return row.isShown; });
    setLine(m_hint, isAny ? tr("Checked values override the workload.")
                          : tr("A placement scheme has its own sizes and times; see the Schemes page."));
    m_reset->setVisible(isAny);
    m_reset->setEnabled(entry.own != WorkloadPatch{});
    showRefusal();
}

/// The numbers of chunks within the range of the slider that the schedule accepts.
std::vector<double> OwnValues::chunksThatFit() const {
    std::vector<double> stops;
    const ScheduleKind* kind = kindOf(m_entry);
    if (!kind || !kind->fits || !checkScenario(alone(m_entry))) return stops;
    const ResolvedSchedule now = resolve(alone(m_entry), 0);
    ScheduleInput input = now.input();
    const auto most = static_cast<int>(findNumberKey("chunks")->slider.most);
    for (input.chunks = 1; input.chunks <= most; ++input.chunks)
        if (kind->fits(input)) stops.push_back(input.chunks);
    return stops;
}

/// Shows why the schedule has no order with its own values.
void OwnValues::showRefusal() {
    const Scenario tried = alone(m_entry);
    if (m_entry.family == Family::Scheme || !checkScenario(tried)) return;
    const auto ok = checkOrder(resolve(tried, 0), m_entry);
    if (ok || !hasKey(m_entry.own, ok.error().field)) return;
    QList<double> offered;
    for (const int value : nearestFits(tried, 0, {{}, "schedules[0]." + ok.error().field})) offered += value;
    const QString key = toQString(ok.error().field);
    m_keys->setErrors({{key, toQString(ok.error().message)}}, {{key, offered}});
}

void OwnValues::check(const WorkloadKey& key, bool isOwn) {
    if (isOwn) return take(key, withFirst(inForce(), key), 0);
    ScheduleEntry entry = m_entry;
    forEachWorkloadKey([&](const WorkloadKey& known, auto, auto own) {
        if (&known == &key) (entry.own.*own).reset();
    });
    ask(key, entry);
}

void OwnValues::take(const WorkloadKey& key, const Workload& from, int gesture) {
    ScheduleEntry entry = m_entry;
    const Workload before = inForce();
    forEachWorkloadKey([&](const WorkloadKey& known, auto member, auto own) {
        if (&known == &key || from.*member != before.*member) entry.own.*own = from.*member;
    });
    ask(key, entry, gesture);
}

void OwnValues::ask(const WorkloadKey& key, const ScheduleEntry& entry, int gesture) {
    if (const auto ok = checkScenario(alone(entry)); !ok) {
        m_keys->setRows(keyRows());
        const std::string place = ok.error().field.substr(ok.error().field.find('.') + 1);
        const bool isHere = place.starts_with(key.key);
        return m_keys->setErrors(
            {{toQString(key.key), toQString(isHere ? ok.error().message : place + ": " + ok.error().message)}});
    }
    const QString name = Text::tr(key.name.empty() ? key.word : key.name);
    emit edited(entry, tr("Change %1 of %2").arg(name, toQString(displayLabel(entry))), gesture);
}

void OwnValues::openTable(const WorkloadKey& key) {
    const auto page = key.key == "comm" ? DeviceTable::Page::Communication : DeviceTable::Page::Computation;
    hide();  // otherwise it would receive the table's key presses
    auto* table = new DeviceTable(inForce(), page, parentWidget());
    table->setAttribute(Qt::WA_DeleteOnClose);
    table->letDiffer(toQString(key.key));
    connect(table, &QDialog::accepted, this, [this, table, &key] { take(key, table->workload(), 0); });
    connect(table, &QDialog::finished, this, [this] { openBeside(m_beside); });
    table->open();
}

void OwnValues::openBeside(const QRect& row) {
    m_beside = row;
    fit();
    show();
    raise();
    QCheckBox* first = nullptr;
    for (const FormRow& shown : keyRows()) {
        QCheckBox* const box = m_keys->check(shown.name());
        if (box && (!first || (box->isChecked() && !first->isChecked()))) first = box;
    }
    if (first) first->setFocus(Qt::PopupFocusReason);
}

/// Makes it as high as its rows, within the screen; it moves up if there is no room below. Once open, its top stays in
/// place, and it scrolls if its rows grow beyond the screen.
void OwnValues::fit() {
    constexpr int kRoomToGrow = 120;
    const QRect screenRect = (parentWidget() ? parentWidget()->screen() : screen())->availableGeometry();
    const QRect room = screenRect.adjusted(kGap, kGap, -kGap, -kGap);
    const int rows = widget()->layout()->totalHeightForWidth(kWidth - 2 * frameWidth());  // because some texts wrap
    const int wanted = rows + 2 * frameWidth();
    if (!isVisible())
        m_top = std::clamp(room.bottom() - wanted - kRoomToGrow, room.top(), std::max(room.top(), m_beside.top()));
    setFixedHeight(std::min(wanted, room.bottom() - m_top));
    move(std::min(m_beside.right() + kGap, room.right() - width()), m_top);
}

bool OwnValues::eventFilter(QObject* watched, QEvent* event) {
    const bool isHandled = QScrollArea::eventFilter(watched, event);
    if (watched == widget() && event->type() == QEvent::LayoutRequest && isVisible()) fit();
    return isHandled;
}

void OwnValues::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Cancel)) return static_cast<void>(close());
    QScrollArea::keyPressEvent(event);
}

}  // namespace bubblescope
