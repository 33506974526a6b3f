#include "widgets/steps/step_keys.h"

#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/section_label.h"
#include "widgets/panels/parameter_line.h"
#include "widgets/steps/key_words.h"

#include "engine/entries/model_edits.h"
#include "engine/entries/registry.h"
#include "engine/entries/resolve.h"

#include <QBoxLayout>
#include <QLabel>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

/// Keys that other parts of the form show, and keys that only files set.
constexpr std::string_view kElsewhere[] = {"times", "ranks", "slowdown", "layer_bytes", "prefetch"};

template <class T>
std::optional<T> heldIn(const std::vector<NamedValue>& values, std::string_view key) {
    const auto value = valueNamed(values, key);
    const T* const held = value ? std::get_if<T>(&value->held) : nullptr;
    return held ? std::optional(*held) : std::nullopt;
}

}  // namespace

StepKeys::StepKeys(QWidget* parent) : QWidget(parent), m_heading(sectionLabel({})), m_reason(hintLabel()) {
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(kFormMargin, 0, kFormMargin, 0);
    m_column->setSpacing(4);
    m_column->addWidget(m_heading);
    m_column->addWidget(m_reason);
}

void StepKeys::setEntry(const Scenario& scenario, std::optional<std::size_t> entry) {
    const bool isSame = m_entry && entry && m_scenario.schedules[*m_entry] == scenario.schedules[*entry];
    m_scenario = scenario;
    m_entry = entry;
    setVisible(entry.has_value());
    if (!entry || (isSame && m_body)) return;
    rebuild();
}

void StepKeys::setRefusal(const QString& key, const QString& reason) {
    setLine(m_reason, reason.isEmpty() || key.isEmpty() ? reason : key + QStringLiteral(": ") + reason);
}

QWidget* StepKeys::control(const std::string& key) const {
    for (const Control& one : m_controls)
        if (one.key == key) return one.widget;
    return nullptr;
}

void StepKeys::rebuild() {
    std::string focused;
    for (const Control& one : m_controls)
        if (one.widget->hasFocus() || one.widget->isAncestorOf(focusWidget())) focused = one.key;
    m_controls.clear();
    if (m_body) {
        m_column->removeWidget(m_body);
        m_body->hide();
        m_body->deleteLater();
    }
    m_body = new QWidget;
    auto* column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(5);
    m_heading->setText(tr("Options of %1").arg(toQString(displayLabel(entry()))).toUpper());
    m_reason->hide();
    const ScheduleEntry whole = withShared(m_scenario, *m_entry);
    for (const Parameter& parameter : kindOf(entry())->parameters) {
        if (parameter.key == "mesh" && !isOfModel(m_scenario, *m_entry))  // the form of a model has its own mesh
            addMesh(parameter);
        else if (std::find(std::begin(kElsewhere), std::end(kElsewhere), parameter.key) == std::end(kElsewhere))
            if (const KeyUse use = useOfKey(whole, parameter.key); use.state != KeyUse::State::Absent) {
                addParameter(parameter);
                if (use.state == KeyUse::State::Idle) disableLast(use.why);
            }
    }
    if (m_controls.empty()) {
        auto* none = hintLabel();
        setLine(none, tr("This step has no options besides its times."));
        column->addWidget(none);
    }
    m_column->addWidget(m_body);
    orderTabs();
    if (QWidget* const again = focused.empty() ? nullptr : control(focused)) again->setFocus();
}

/// New controls follow what comes before this form, not everything that exists already.
void StepKeys::orderTabs() {
    QWidget* before = previousInFocusChain();
    while (before != this && !(before->focusPolicy() & Qt::TabFocus)) before = before->previousInFocusChain();
    if (before == this) return;
    // The list of a combo box is in a window of its own.
    for (QWidget* part : m_body->findChildren<QWidget*>()) {
        const bool isStop = (part->focusPolicy() & Qt::TabFocus) && !part->focusProxy();
        if (isStop && part->window() == window()) setTabOrder(std::exchange(before, part), part);
    }
}

/// Disables the control that was added last; its tooltip says why it has no effect.
void StepKeys::disableLast(const QString& why) {
    QWidget* const control = m_controls.back().widget;
    control->setEnabled(false);
    control->setToolTip(why);
    for (QLabel* label : m_body->findChildren<QLabel*>())
        if (label->buddy() == control) label->setToolTip(why), label->setEnabled(false);
}

void StepKeys::addNumber(const std::string& key, const Parameter& parameter, std::optional<int> value) {
    const ParameterWords words{wordOfKey(key)};
    addLine(key, newParameterLine(parameter, words, value ? std::optional(ParameterValue{*value}) : std::nullopt,
                                  [this, key](std::optional<ParameterValue> wanted) { put(key, std::move(*wanted)); }));
}

void StepKeys::addLine(const std::string& key, const ParameterLine& line) {
    if (!line.line) return;
    m_body->layout()->addWidget(line.line);
    m_controls.push_back({key, line.control});
}

void StepKeys::addParameter(const Parameter& parameter) {
    const std::string key(parameter.key);
    if (parameter.type == ParameterType::Order) return addOrder(parameter);
    ParameterWords words{wordOfKey(key), {}, tr("rest")};
    auto value = valueNamed(entry().values, key);
    if (parameter.type == ParameterType::Choice) {
        for (const std::string_view choice : parameter.choices) words.choices += wordOfChoice(key, choice);
        value = ParameterValue{std::string(choiceHeld(withShared(m_scenario, *m_entry), parameter))};
    }
    addLine(key, newParameterLine(parameter, words, value, [this, key](std::optional<ParameterValue> wanted) {
                wanted ? put(key, std::move(*wanted)) : leaveOut(key);
            }));
}

/// Adds a choice of registered schedules.
void StepKeys::addOrder(const Parameter& parameter) {
    const std::string key(parameter.key);
    auto* combo = new PickCombo(wordOfKey(key));
    std::string now = heldIn<std::string>(entry().values, key).value_or("1f1b");
    if (const auto object = heldIn<ParameterValue::Object>(entry().values, key))
        now = heldIn<std::string>(*object, "kind").value_or(now);
    for (const ScheduleKind* kind : generatedSchedules()) {
        combo->add(toQString(kind->title), toQString(kind->id), toQString(kind->source));
        if (kind->id == now) combo->setCurrentIndex(combo->count() - 1);
    }
    combo->setToolTip(toQString(parameter.meaning));
    connect(combo, &QComboBox::activated, this,
            [this, combo, key](int index) { put(key, {combo->itemData(index).toString().toStdString()}); });
    static_cast<QVBoxLayout*>(m_body->layout())->addLayout(wordLine(wordOfKey(key), combo));
    m_controls.push_back({key, combo});
}

/// Adds a number for each axis of this mesh.
void StepKeys::addMesh(const Parameter& mesh) {
    const auto object = heldIn<ParameterValue::Object>(withShared(m_scenario, *m_entry).values, mesh.key);
    if (!object) return;
    for (const Parameter& axis : mesh.parts) {
        const auto size = heldIn<int>(*object, axis.key);
        if (!size && entry().kind != "mesh") continue;
        const std::string key = std::string(mesh.key) + '.' + std::string(axis.key);
        addNumber(key, axis, size);
    }
}

void StepKeys::leaveOut(const std::string& key) {
    Scenario after = m_scenario;
    removeNamed(after.schedules[*m_entry].values, key);
    if (after != m_scenario) emit edited({std::move(after), tr("Change %1").arg(wordOfKey(key)), 0});
}

void StepKeys::put(const std::string& key, ParameterValue value) {
    Scenario after = m_scenario;
    ScheduleEntry& changed = after.schedules[*m_entry];
    const auto dot = key.find('.');
    const std::string name = key.substr(0, dot);
    if (dot != std::string::npos) {
        auto object = heldIn<ParameterValue::Object>(changed.values, name).value_or(ParameterValue::Object());
        const std::string part = key.substr(dot + 1);
        setNamed(object, part, std::move(value));
        value = {std::move(object)};
    }
    setNamed(changed.values, name, std::move(value));
    if (after != m_scenario) emit edited({std::move(after), tr("Change %1").arg(wordOfKey(name)), 0});
}

}  // namespace bubblescope
