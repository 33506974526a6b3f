#include "widgets/steps/step_keys.h"

#include "widgets/kit/flat_fields.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/format.h"
#include "widgets/steps/key_words.h"

#include "engine/kinds/kind.h"
#include "engine/schedules/resolve.h"
#include "engine/steps/model_edits.h"

#include <QBoxLayout>
#include <QLabel>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// What other parts of the form have, and what files alone hold.
constexpr std::string_view kElsewhere[] = {"times", "ranks", "slowdown", "layer_bytes", "prefetch"};
constexpr int kSpinWidth = 72, kLongWidth = 96;  // of numbers of up to seven digits, and of longer ones
constexpr std::size_t kMostSegments = 2;

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
    m_heading->setText(tr("Keys of %1").arg(toQString(displayLabel(entry()))).toUpper());
    m_reason->hide();
    const ScheduleEntry whole = withShared(m_scenario, *m_entry);
    for (const Parameter& parameter : kindOf(entry())->parameters) {
        if (parameter.key == "mesh" && !isOfModel(m_scenario, *m_entry))  // whose form has it
            addMesh(parameter);
        else if (std::find(std::begin(kElsewhere), std::end(kElsewhere), parameter.key) == std::end(kElsewhere))
            if (const KeyUse use = useOfKey(whole, parameter.key); use.state != KeyUse::State::Absent) {
                addParameter(parameter);
                if (use.state == KeyUse::State::Idle) disableLast(use.why);
            }
    }
    if (m_controls.empty()) {
        auto* none = hintLabel();
        setLine(none, tr("It has no keys beside its times."));
        column->addWidget(none);
    }
    m_column->addWidget(m_body);
    if (QWidget* const again = focused.empty() ? nullptr : control(focused)) again->setFocus();
}

/// What was added last changes nothing, and says why.
void StepKeys::disableLast(const QString& why) {
    QWidget* const control = m_controls.back().widget;
    control->setEnabled(false);
    control->setToolTip(why);
    for (QLabel* label : m_body->findChildren<QLabel*>())
        if (label->buddy() == control) label->setToolTip(why), label->setEnabled(false);
}

void StepKeys::addNumber(const std::string& key, const QString& word, const Parameter& parameter,
                         std::optional<double> value) {
    auto* column = static_cast<QVBoxLayout*>(m_body->layout());
    const bool isWhole = parameter.type == ParameterType::Whole;
    auto* field = new NumberField;
    field->setFixedSize(parameter.most > 1e7 && isWhole ? kLongWidth : kSpinWidth, 26);
    field->setAccessibleName(word);
    field->setToolTip(toQString(parameter.meaning));
    if (!parameter.usual) field->setPlaceholderText(tr("rest"));
    field->showText(value ? formatNumber(*value) : QString());
    connect(field, &NumberField::restored, this, [field] { field->setMarked(false); });
    connect(field, &NumberField::typed, this, [this, field, key, parameter, isWhole](const QString& text) {
        if (!parameter.usual && text.trimmed().isEmpty()) return leaveOut(key);
        const auto number = parseNumber(text, {});
        const ParameterValue wanted = isWhole ? ParameterValue{static_cast<int>(std::lround(number.value_or(0)))}
                                              : ParameterValue{number.value_or(0)};
        const auto ok = checkValue(wanted, parameter);
        const bool isGood = number && ok && (!isWhole || *number == std::round(*number));
        field->setMarked(!isGood);
        field->setToolTip(isGood ? toQString(parameter.meaning)
                          : !ok  ? toQString(ok.error().message)
                                 : tr("needs a number"));
        if (isGood) put(key, wanted);
    });
    column->addLayout(wordLine(word, field));
    m_controls.push_back({key, field});
}

void StepKeys::addParameter(const Parameter& parameter) {
    auto* column = static_cast<QVBoxLayout*>(m_body->layout());
    const std::string key(parameter.key);
    const auto& values = entry().values;
    switch (parameter.type) {
        case ParameterType::Whole:
        case ParameterType::Number: {
            const auto whole = heldIn<int>(values, key);
            const auto number = heldIn<double>(values, key);
            addNumber(key, wordOfKey(key), parameter, whole ? *whole : number ? number : parameter.usual);
            return;
        }
        case ParameterType::Flag: {
            auto* check = new FlatCheck(wordOfKey(key));
            check->setFont(uiFont(12.5));
            check->setToolTip(toQString(parameter.meaning));
            check->setChecked(heldIn<bool>(values, key).value_or(parameter.usual.value_or(0) != 0));
            connect(check, &QAbstractButton::clicked, this, [this, key](bool isOn) { put(key, {isOn}); });
            column->addWidget(check);
            m_controls.push_back({key, check});
            return;
        }
        case ParameterType::Choice: {
            QStringList choices, words;
            for (const std::string_view choice : parameter.choices) {
                choices += toQString(choice);
                words += wordOfChoice(key, choice);
            }
            const std::string_view now = choiceHeld(withShared(m_scenario, *m_entry), parameter);
            const auto at =
                std::find(parameter.choices.begin(), parameter.choices.end(), now) - parameter.choices.begin();
            QWidget* control = nullptr;
            if (parameter.choices.size() <= kMostSegments) {
                auto* segments = new SegmentedControl(words, wordOfKey(key));
                segments->setChosen(static_cast<int>(at));
                connect(segments, &SegmentedControl::chosenByUser, this,
                        [this, key, choices](int index) { put(key, {choices[index].toStdString()}); });
                control = segments;
            } else {
                auto* combo = new PickCombo(wordOfKey(key));
                for (qsizetype i = 0; i < choices.size(); ++i) combo->add(words[i], choices[i]);
                combo->setCurrentIndex(static_cast<int>(at));
                connect(combo, &QComboBox::activated, this,
                        [this, key, choices](int index) { put(key, {choices[index].toStdString()}); });
                control = combo;
            }
            control->setToolTip(toQString(parameter.meaning));
            column->addLayout(wordLine(wordOfKey(key), control));
            m_controls.push_back({key, control});
            return;
        }
        case ParameterType::Order: {
            auto* combo = new PickCombo(wordOfKey(key));
            std::string now = heldIn<std::string>(values, key).value_or("1f1b");
            if (const auto object = heldIn<ParameterValue::Object>(values, key))
                now = heldIn<std::string>(*object, "kind").value_or(now);
            for (const ScheduleKind* kind : generatedSchedules()) {
                combo->add(toQString(kind->title), toQString(kind->id), toQString(kind->source));
                if (kind->id == now) combo->setCurrentIndex(combo->count() - 1);
            }
            combo->setToolTip(toQString(parameter.meaning));
            connect(combo, &QComboBox::activated, this,
                    [this, combo, key](int index) { put(key, {combo->itemData(index).toString().toStdString()}); });
            column->addLayout(wordLine(wordOfKey(key), combo));
            m_controls.push_back({key, combo});
            return;
        }
        default: return;  // files alone have them
    }
}

/// The axes that this mesh has, each a number.
void StepKeys::addMesh(const Parameter& mesh) {
    const auto object = heldIn<ParameterValue::Object>(withShared(m_scenario, *m_entry).values, mesh.key);
    if (!object) return;
    for (const Parameter& axis : mesh.parts) {
        const auto size = heldIn<int>(*object, axis.key);
        if (!size && entry().kind != "mesh") continue;
        const std::string key = std::string(mesh.key) + '.' + std::string(axis.key);
        addNumber(key, wordOfKey(key), axis, size.value_or(static_cast<int>(axis.usual.value_or(1))));
    }
}

void StepKeys::leaveOut(const std::string& key) {
    Scenario after = m_scenario;
    std::erase_if(after.schedules[*m_entry].values, [&](const NamedValue& one) { return one.name == key; });
    if (after != m_scenario) emit edited({std::move(after), tr("Change %1").arg(wordOfKey(key)), 0});
}

void StepKeys::put(const std::string& key, ParameterValue value) {
    Scenario after = m_scenario;
    ScheduleEntry& changed = after.schedules[*m_entry];
    const ScheduleKind& kind = *kindOf(changed);
    const auto dot = key.find('.');
    const std::string name = key.substr(0, dot);
    if (dot != std::string::npos) {
        auto object = heldIn<ParameterValue::Object>(changed.values, name).value_or(ParameterValue::Object());
        const std::string part = key.substr(dot + 1);
        setNamed(object, part, std::move(value));
        value = {std::move(object)};
    }
    setValue(changed, *kind.parameter(name), std::move(value));
    if (after != m_scenario) emit edited({std::move(after), tr("Change %1").arg(wordOfKey(name)), 0});
}

}  // namespace bubblescope
