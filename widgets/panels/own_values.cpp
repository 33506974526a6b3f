#include "widgets/panels/own_values.h"

#include "widgets/kit/flat_fields.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/glyph_button.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/device_table.h"
#include "widgets/panels/parameter_line.h"
#include "widgets/panels/stage_times_row.h"
#include "widgets/panels/workload_params.h"

#include "engine/entries/resolve.h"
#include "engine/results/nearest_fits.h"
#include "widgets/kit/text.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QScreen>

#include <algorithm>
#include <array>

namespace bubblescope {

namespace {

constexpr int kWidth = 300, kGap = 6;

QString words(std::string_view text) { return Text::tr(std::string(text).c_str()); }

QString titleOf(const WorkloadKey& key) {
    const QString word = words(key.word);
    return key.mark.empty() ? word : toQString(key.mark) + QChar(' ') + word;
}

/// "effort (seconds)", "group".
QString wordOf(const Parameter& parameter) {
    if (parameter.key == "effort") return OwnValues::tr("effort (seconds)");
    if (parameter.key == "group") return OwnValues::tr("group (microbatches)");
    if (parameter.key == "warmup") return OwnValues::tr("extra warm-up forwards");
    return words(parameter.key).replace(QChar('_'), QChar(' '));
}

bool isUsed(const ScheduleEntry& entry, const WorkloadKey& key) {
    const ScheduleKind* kind = kindOf(entry);
    return takes(entry, key) && (key.key != "chunks" || (kind && kind->hasChunks) || hasKey(entry.own, key.key));
}

/// T_W as the share of the backward, for a workload that does not set it.
PerDevice weightOf(const Workload& workload) {
    PerDevice weight = workload.backward;
    if (auto* one = std::get_if<double>(&weight)) return *one * workload.weightFraction;
    for (double& time : std::get<1>(weight)) time *= workload.weightFraction;
    return weight;
}

/// Calls `f` with the member of a key whose values are the times of a stage.
template <class F>
void withStage(const WorkloadKey& key, F f) {
    forEachWorkloadKey([&](const WorkloadKey& known, auto member, auto) {
        if constexpr (std::is_same_v<decltype(member), StageTimes Workload::*>)
            if (&known == &key) f(member);
    });
}

/// Calls `f` with the member of a key that is a choice.
template <class F>
void withChoice(const WorkloadKey& key, F f) {
    forEachWorkloadKey([&](const WorkloadKey& known, auto member, auto) {
        if constexpr (isChosenWord<std::remove_cvref_t<decltype(std::declval<Workload>().*member)>>)
            if (&known == &key) f(member);
    });
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
    layout->addWidget(m_parameters = new QWidget);
    layout->addWidget(m_hint = hintLabel());
    layout->addSpacing(4);
    addRows(*layout);
    layout->addWidget(m_reset = new LinkButton(tr("Reset to workload")), 0, Qt::AlignLeft);
    layout->addStretch();
    connect(m_reset, &QAbstractButton::clicked, this, [this] {
        ScheduleEntry entry = m_entry;
        entry.own = {};
        emit edited(entry, tr("Reset to workload"), 0);
    });
    setWidget(content);
    setFixedWidth(kWidth);
}

/// In the order of the sliders, then the keys without one.
void OwnValues::addRows(QBoxLayout& layout) {
    forEachWorkloadKey([&](const WorkloadKey& key, auto, auto) { m_rows.push_back(newRow(key)); });
    const auto place = [](const Row& row) { return row.key->slider.place > 0 ? row.key->slider.place : 1000; };
    std::stable_sort(m_rows.begin(), m_rows.end(), [&](const Row& a, const Row& b) { return place(a) < place(b); });
    for (const Row& row : m_rows) {
        layout.addWidget(row.line);
        connect(row.isOwn, &QAbstractButton::clicked, this, [this, &row](bool isOn) { tick(row, isOn); });
    }
}

OwnValues::Row OwnValues::newRow(const WorkloadKey& key) {
    auto* check = new FlatCheck(titleOf(key));
    check->setFont(uiFont(12.5));
    check->setToolTip(tipHtml(words(key.definition.empty() ? key.meaning : key.definition)));
    Row row{&key, nullptr, check};
    const auto& params = workloadParams();
    const auto param = std::find_if(params.begin(), params.end(),
                                    [&](const WorkloadParam& each) { return each.spec.key == toQString(key.key); });
    if (param != params.end()) {
        row.line = row.number = new ParamSlider(param->spec);
        row.number->setHeading(check);
        if (key.isTime()) addTable(*row.number, param->spec.key);
        connect(row.number, &ParamSlider::valueEdited, this, [this, &key](double value, int gesture) {
            if (gesture == 0 || gesture != m_scaledGesture) {
                m_scaledGesture = gesture;
                m_scaledFrom = inForce();
            }
            // Lists are resized with the D of the entry: they must match it.
            take(key,
                 key.key == "devices" ? withDevices(inForce(), static_cast<int>(std::lround(value)))
                                      : withNumber(inForce(), m_scaledFrom, toQString(key.key), value),
                 gesture);
        });
        return row;
    }
    if (key.value == WorkloadValue::Stage) {
        row.line = row.times = new StageTimesRow(words(key.word), words(key.definition));
        row.times->setHeading(check);
        connect(row.times, &StageTimesRow::edited, this, [this, &key](const StageTimes& times) {
            Workload workload = inForce();
            withStage(key, [&](auto member) { workload.*member = times; });
            take(key, workload, 0);
        });
        return row;
    }
    QStringList choices;
    for (const std::string_view choice : key.choices) choices += words(choice);
    row.line = new QWidget;
    auto* line = new QHBoxLayout(row.line);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(check, 1);
    line->addWidget(row.followed = new QLabel);
    row.followed->setFont(uiFont(12));
    line->addWidget(row.choice = new SegmentedControl(choices, titleOf(key)));
    connect(row.choice, &SegmentedControl::chosenByUser, this, [this, &key](int index) {
        Workload workload = inForce();
        withChoice(key, [&](auto member) {
            workload.*member = static_cast<std::remove_cvref_t<decltype(workload.*member)>>(index);
        });
        take(key, workload, 0);
    });
    return row;
}

void OwnValues::addTable(ParamSlider& row, const QString& key) {
    const QString tip =
        key == QLatin1String("comm") ? tr("Set a time per pair of devices…") : tr("Set a time per device…");
    auto* button = new GlyphButton(GlyphButton::Glyph::List, tr("%1: %2").arg(row.spec().word, tip));
    button->setToolTip(tip);
    row.addButton(button);
    connect(button, &QAbstractButton::clicked, this, [this, key] { openTable(key); });
    connect(&row, &ParamSlider::editorAsked, this, [this, key] { openTable(key); });
}

const OwnValues::Row* OwnValues::rowOf(const QString& key) const {
    const auto at =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return key == toQString(row.key->key); });
    return at == m_rows.end() ? nullptr : &*at;
}

FlatCheck* OwnValues::isOwn(const QString& key) const {
    const Row* row = rowOf(key);
    return row && !row->line->isHidden() ? row->isOwn : nullptr;
}
ParamSlider* OwnValues::param(const QString& key) const { return rowOf(key)->number; }
StageTimesRow* OwnValues::stageRow(const QString& key) const { return rowOf(key)->times; }
SegmentedControl* OwnValues::choice(const QString& key) const { return rowOf(key)->choice; }

QString OwnValues::error(const QString& key) const {
    const Row& row = *rowOf(key);
    return row.number ? row.number->error() : row.times ? row.times->error() : QString();
}

QWidget* OwnValues::parameter(const std::string& key) const {
    for (const auto& [known, control] : m_parameterOf)
        if (known == key) return control;
    return nullptr;
}

/// Rebuilt from the parameters that the kind declares: they are few, and differ by kind.
void OwnValues::showParameters() {
    std::string focused;
    for (const auto& [key, control] : m_parameterOf)
        if (control->hasFocus() || control->isAncestorOf(focusWidget())) focused = key;
    m_parameterOf.clear();
    auto* part = new QWidget;
    auto* column = new QVBoxLayout(part);
    column->setContentsMargins(0, 2, 0, 4);
    column->setSpacing(5);
    QWidget* last = m_parameters;
    const ScheduleKind* const kind = kindOf(m_entry);
    for (const Parameter& parameter : kind ? kind->parameters : std::span<const Parameter>()) {
        ParameterWords word{wordOf(parameter), {}, tr("default")};
        for (const std::string_view choice : parameter.choices) word.choices += words(choice);
        const ParameterLine line = newParameterLine(
            parameter, word, valueNamed(m_entry.values, parameter.key),
            [this, &parameter](std::optional<ParameterValue> value) { put(parameter, std::move(value)); });
        if (!line.line) continue;
        column->addWidget(line.line);
        setTabOrder(last, line.control);
        last = line.control;
        m_parameterOf.emplace_back(parameter.key, line.control);
    }
    delete widget()->layout()->replaceWidget(m_parameters, part);
    part->setVisible(!m_parameterOf.empty());
    m_parameters->hide();
    m_parameters->deleteLater();
    m_parameters = part;
    if (QWidget* const again = parameter(focused)) again->setFocus();
}

void OwnValues::put(const Parameter& parameter, std::optional<ParameterValue> value) {
    ScheduleEntry entry = m_entry;
    if (value)
        setNamed(entry.values, parameter.key, std::move(*value));
    else
        removeNamed(entry.values, parameter.key);
    if (entry != m_entry)
        emit edited(entry, tr("Change %1 of %2").arg(wordOf(parameter), toQString(displayLabel(entry))), 0);
}

Scenario OwnValues::alone(const ScheduleEntry& entry) const { return {{}, m_workload, {entry}}; }

void OwnValues::setEntry(const ScheduleEntry& entry, const Workload& workload,
                         const QMap<QString, QString>& determined) {
    const bool hasOthers = entry.kind != m_entry.kind || entry.values != m_entry.values || m_parameterOf.empty();
    m_entry = entry;
    m_workload = workload;
    m_determined = determined;
    m_heading->setText(toQString(displayTitle(alone(entry), 0)));
    if (hasOthers) showParameters();
    bool isAny = false;
    for (const Row& row : m_rows) {
        const bool isHere = isUsed(entry, *row.key);
        row.line->setVisible(isHere);
        if (isHere) showRow(row);
        isAny = isAny || isHere;
    }
    setLine(m_hint, isAny ? tr("Checked values override the workload.")
                          : tr("A placement scheme has its own sizes and times; see the Schemes page."));
    m_reset->setVisible(isAny);
    m_reset->setEnabled(entry.own != WorkloadPatch{});
    showRefusal();
}

void OwnValues::showRow(const Row& row) {
    const QString key = toQString(row.key->key);
    const bool isTicked = hasKey(m_entry.own, row.key->key);
    const Workload workload = inForce();
    // The share has no effect if T_W is set.
    const bool isVoid = row.key->key == "weight_fraction" && workload.weight && !isTicked;
    row.isOwn->setChecked(isTicked);
    row.isOwn->setEnabled(!isVoid);
    Workload followed = m_workload;
    if (row.key->key == "weight" && !followed.weight) followed.weight = weightOf(followed);
    if (row.key->key == "forward_backward") followed.forwardBackward = pairTimes(followed);
    const QString text = isTicked                     ? QString()
                         : isVoid                     ? tr("T_W is set")
                         : m_determined.contains(key) ? m_determined[key]
                                                      : valueText(followed, key);
    if (row.number) {
        if (isTicked) showIn(*row.number, workload);
        if (isTicked && row.key->key == "chunks") row.number->setStops(chunksThatFit());
        row.number->setDetermined(text);
        // Only now, because a focus proxy moves its widget in the Tab order.
        if (isTicked) setTabOrder(row.isOwn, row.number->field());
        if (isTicked) setTabOrder(row.number->field(), row.number->slider());
    } else if (row.times) {
        row.times->setDetermined(text);
        withStage(*row.key, [&](auto member) { row.times->setTimes(workload.*member); });
        if (isTicked) setTabOrder(row.isOwn, row.times->field(0));
        if (isTicked) setTabOrder(row.times->field(0), row.times->field(1));
    } else {
        row.followed->setText(text);
        row.followed->setVisible(!isTicked);
        row.choice->setVisible(isTicked);
        withChoice(*row.key, [&](auto member) { row.choice->setChosen(static_cast<int>(workload.*member)); });
    }
    showError(row, {});
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
    const Row* row = ok ? nullptr : rowOf(toQString(ok.error().field));
    if (!row || !hasKey(m_entry.own, ok.error().field)) return;
    QList<double> offered;
    for (const int value : nearestFits(tried, 0, {{}, "schedules[0]." + ok.error().field})) offered += value;
    showError(*row, toQString(ok.error().message), offered);
}

void OwnValues::showError(const Row& row, const QString& reason, const QList<double>& offered) {
    if (row.number) row.number->setError(reason, offered);
    if (row.times) row.times->setError(reason);
}

void OwnValues::tick(const Row& row, bool isOwn) {
    ScheduleEntry entry = m_entry;
    if (!isOwn) {
        forEachWorkloadKey([&](const WorkloadKey& key, auto, auto own) {
            if (&key == row.key) (entry.own.*own).reset();
        });
        return ask(*row.key, entry);
    }
    Workload workload = inForce();
    if (row.key->key == "weight" && !workload.weight) workload.weight = weightOf(workload);
    if (row.key->key == "forward_backward") workload.forwardBackward = pairTimes(workload);
    if (row.key->key == "memory_limit" && !workload.memoryLimit) workload.memoryLimit = workload.devices;
    take(*row.key, workload, 0);
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
    const Row& row = *rowOf(toQString(key.key));
    if (const auto ok = checkScenario(alone(entry)); !ok) {
        row.isOwn->setChecked(hasKey(m_entry.own, key.key));
        const std::string place = ok.error().field.substr(ok.error().field.find('.') + 1);
        const bool isHere = place.starts_with(key.key);
        return showError(row, isHere ? toQString(ok.error().message) : toQString(place + ": " + ok.error().message));
    }
    const QString name = words(key.name.empty() ? key.word : key.name);
    emit edited(entry, tr("Change %1 of %2").arg(name, toQString(displayLabel(entry))), gesture);
}

void OwnValues::openTable(const QString& key) {
    const auto page = key == QLatin1String("comm") ? DeviceTable::Page::Communication : DeviceTable::Page::Computation;
    hide();  // otherwise it would receive the table's key presses
    auto* table = new DeviceTable(inForce(), page, parentWidget());
    table->setAttribute(Qt::WA_DeleteOnClose);
    table->letDiffer(key);
    connect(table, &QDialog::accepted, this, [this, table, key] { take(*rowOf(key)->key, table->workload(), 0); });
    connect(table, &QDialog::finished, this, [this] { openBeside(m_beside); });
    table->open();
}

void OwnValues::openBeside(const QRect& row) {
    m_beside = row;
    fit();
    show();
    raise();
    const auto first = std::find_if(m_rows.begin(), m_rows.end(),
                                    [](const Row& each) { return !each.line->isHidden() && each.isOwn->isChecked(); });
    const auto any = std::find_if(m_rows.begin(), m_rows.end(), [](const Row& each) { return !each.line->isHidden(); });
    if (any != m_rows.end()) (first == m_rows.end() ? any : first)->isOwn->setFocus(Qt::PopupFocusReason);
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
