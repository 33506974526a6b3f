#include "widgets/panels/parameter_line.h"

#include "widgets/kit/flat_fields.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/text.h"
#include "widgets/kit/theme.h"

#include <QBoxLayout>
#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <memory>

namespace bubblescope {

namespace {

using Put = std::function<void(std::optional<ParameterValue>)>;

constexpr int kSpinWidth = 72, kLongWidth = 96;  // for numbers of up to seven digits, and for longer ones
constexpr std::size_t kMostSegments = 2;
constexpr int kWidestChoice = 140;  // leaves room for a word and a scroll bar

template <class T>
const T* heldIn(const std::optional<ParameterValue>& value) {
    return value ? std::get_if<T>(&value->held) : nullptr;
}

QWidget* newNumber(const Parameter& parameter, const ParameterWords& words, const std::optional<ParameterValue>& value,
                   Put put) {
    const bool isWhole = parameter.type == ParameterType::Whole;
    const int* const whole = heldIn<int>(value);
    const double* const number = heldIn<double>(value);
    const std::optional<double> now = whole ? *whole : number ? *number : parameter.usual;
    const QString meaning = toQString(parameter.meaning);
    auto* field = new NumberField;
    field->setFixedSize(parameter.most > 1e7 && isWhole ? kLongWidth : kSpinWidth, 26);
    field->setAccessibleName(words.word);
    field->setToolTip(meaning);
    if (!parameter.usual) field->setPlaceholderText(words.none);
    field->showText(now ? formatExact(*now) : QString());
    QObject::connect(field, &NumberField::restored, field, [field] { field->setMarked(false); });
    QObject::connect(field, &NumberField::typed, field, [=, put = std::move(put)](const QString& text) {
        if (!parameter.usual && text.trimmed().isEmpty()) return put(std::nullopt);
        const auto typed = parseNumber(text, {});
        const ParameterValue wanted = isWhole ? ParameterValue{static_cast<int>(std::lround(typed.value_or(0)))}
                                              : ParameterValue{typed.value_or(0)};
        const auto ok = checkValue(wanted, parameter);
        const bool isNumber = typed && (!isWhole || *typed == std::round(*typed));
        field->setMarked(!isNumber || !ok);
        field->setToolTip(!isNumber ? (isWhole ? Text::tr("must be a whole number") : Text::tr("must be a number"))
                          : !ok     ? toQString(ok.error().message)
                                    : meaning);
        if (isNumber && ok) put(wanted);
    });
    return field;
}

QWidget* newChoice(const Parameter& parameter, const ParameterWords& words, const std::optional<ParameterValue>& value,
                   Put put) {
    const std::string* const held = heldIn<std::string>(value);
    const auto now = std::find(parameter.choices.begin(), parameter.choices.end(),
                               held ? std::string_view(*held) : parameter.choices.front());
    const auto at = static_cast<int>(now - parameter.choices.begin());
    const auto take = [parameter, put = std::move(put)](int index) {
        put(ParameterValue{std::string(parameter.choices[static_cast<std::size_t>(index)])});
    };
    if (parameter.choices.size() <= kMostSegments) {
        auto segments = std::make_unique<SegmentedControl>(words.choices, words.word);
        segments->setChosen(at);
        QObject::connect(segments.get(), &SegmentedControl::chosenByUser, segments.get(), take);
        if (segments->sizeHint().width() <= kWidestChoice) return segments.release();
    }
    auto* combo = new PickCombo(words.word);
    for (qsizetype i = 0; i < words.choices.size(); ++i)
        combo->add(words.choices[i], toQString(parameter.choices[static_cast<std::size_t>(i)]));
    combo->setCurrentIndex(at);
    combo->setMinimumWidth(
        std::clamp(combo->SymbolCombo::sizeHint().width(), combo->sizeHint().width(), kWidestChoice));
    QObject::connect(combo, &QComboBox::activated, combo, take);
    return combo;
}

ParameterLine withWord(const QString& word, QWidget* control, const Parameter& parameter) {
    if (control->toolTip().isEmpty()) control->setToolTip(toQString(parameter.meaning));
    auto* line = new QWidget;
    auto* layout = wordLine(word, control);
    layout->setContentsMargins(0, 0, 0, 0);
    line->setLayout(layout);
    return {line, control};
}

}  // namespace

ParameterLine newParameterLine(const Parameter& parameter, const ParameterWords& words,
                               const std::optional<ParameterValue>& value, Put put) {
    switch (parameter.type) {
        case ParameterType::Whole:
        case ParameterType::Number:
            return withWord(words.word, newNumber(parameter, words, value, std::move(put)), parameter);
        case ParameterType::Choice:
            return withWord(words.word, newChoice(parameter, words, value, std::move(put)), parameter);
        case ParameterType::Flag: {
            auto* check = new FlatCheck(words.word);
            check->setFont(uiFont(12.5));
            check->setToolTip(toQString(parameter.meaning));
            const bool* const held = heldIn<bool>(value);
            check->setChecked(held ? *held : parameter.usual.value_or(0) != 0);
            QObject::connect(check, &QAbstractButton::clicked, check,
                             [put = std::move(put)](bool isOn) { put(ParameterValue{isOn}); });
            return {check, check};
        }
        default: return {};
    }
}

}  // namespace bubblescope
