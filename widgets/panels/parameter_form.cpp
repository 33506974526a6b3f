#include "widgets/panels/parameter_form.h"

#include "widgets/kit/flat_style.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/glyph_button.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/reason_balloon.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/param_slider.h"

#include <QBoxLayout>
#include <QCheckBox>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <utility>

namespace bubblescope {

namespace {

constexpr int kNumberWidth = 72, kLongWidth = 96;  // for numbers of up to seven digits, and for longer ones
constexpr int kTimeWidth = 62, kRateWidth = 80;
constexpr std::size_t kMostSegments = 2;
constexpr int kWidestChoice = 140;  // leaves room for a word and a scroll bar
constexpr int kRoom = 220;          // for both

QString wordOf(const FormRow& row) { return row.word.isEmpty() ? Text::tr(row.parameter.wordText()) : row.word; }

/// The word of a check box: "T_F forward".
QString titleOf(const FormRow& row) {
    const std::string_view mark = row.parameter.mark;
    return mark.empty() || !row.word.isEmpty() ? wordOf(row) : toQString(mark) + QLatin1Char(' ') + wordOf(row);
}

QString tipOf(const FormRow& row) {
    if (!row.idle.isEmpty()) return row.idle;
    if (!row.tip.isEmpty() && row.parameter.slider.place == 0) return row.tip;
    const Parameter& parameter = row.parameter;
    return parameter.definition.empty() ? Text::tr(parameter.meaning) : tipHtml(Text::tr(parameter.definition));
}

template <class T>
const T* heldIn(const std::optional<ParameterValue>& value) {
    return value ? std::get_if<T>(&value->held) : nullptr;
}

std::optional<double> numberIn(const std::optional<ParameterValue>& value) {
    if (const int* const whole = heldIn<int>(value)) return *whole;
    const double* const number = heldIn<double>(value);
    return number ? std::optional(*number) : std::nullopt;
}

ParameterValue valueOf(const Parameter& parameter, double number) {
    if (parameter.isWhole()) return {static_cast<int>(std::lround(number))};
    return {number};
}

QStringList choiceWordsOf(const Parameter& parameter) {
    QStringList words;
    const auto texts = parameter.choiceWords.empty() ? parameter.choices : parameter.choiceWords;
    for (const std::string_view word : texts) words += Text::tr(word);
    return words;
}

int placeAmong(const Parameter& parameter, const std::optional<ParameterValue>& value) {
    const std::string* const held = heldIn<std::string>(value);
    const auto at = std::find(parameter.choices.begin(), parameter.choices.end(),
                              held ? std::string_view(*held) : parameter.choices.front());
    return static_cast<int>(at - parameter.choices.begin());
}

/// Adds the parts of a control that Tab visits: itself, or its buttons.
void addStops(QWidget* control, std::vector<QWidget*>& stops) {
    if (control->focusPolicy() & Qt::TabFocus) return stops.push_back(control);
    for (QWidget* const part : control->findChildren<QWidget*>())
        if ((part->focusPolicy() & Qt::TabFocus) && !part->focusProxy()) stops.push_back(part);
}

bool isOfTimes(const Parameter& parameter) {
    return parameter.type == ParameterType::Object && parameter.parts.empty();
}

}  // namespace

struct ParameterForm::Row {
    std::string key;
    Parameter parameter;
    bool isOptional = false;
    QString unit = {};
    QWidget* line = nullptr;  // null: only files have such parameters
    QWidget *control = nullptr, *second = nullptr;
    ParamSlider* slider = nullptr;
    QCheckBox* check = nullptr;
    QLabel* word = nullptr;
    std::vector<QWidget*> stops = {};  // in the order of Tab
    std::function<void(const FormRow& row)> show = {};
    std::function<void(const QString& reason, const QList<double>& offered)> refuse = {};
    std::function<QString()> error = {};

    bool fits(const FormRow& shown) const {
        const Parameter& other = shown.parameter;
        return key == shown.name() && parameter.type == other.type && isOptional == shown.isOptional &&
               (parameter.slider.place > 0 || unit == shown.unit) && parameter.choices.data() == other.choices.data() &&
               parameter.choices.size() == other.choices.size() &&
               (parameter.slider.place > 0) == (other.slider.place > 0);
    }
};

ParameterForm::ParameterForm(int spacing, QWidget* parent) : QWidget(parent), m_column(new QVBoxLayout(this)) {
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(spacing);
}

ParameterForm::~ParameterForm() = default;

void ParameterForm::setRows(const std::vector<FormRow>& rows) {
    std::erase_if(m_rows, [&](const Row& row) {
        if (std::any_of(rows.begin(), rows.end(), [&](const FormRow& shown) { return row.fits(shown); })) return false;
        m_column->removeWidget(row.line);
        row.line->hide();
        row.line->deleteLater();
        return true;
    });
    QString visible;
    std::size_t at = 0;
    int line = 0;
    for (const FormRow& shown : rows) {
        auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.fits(shown); });
        if (found == m_rows.end()) {
            Row row = newRow(shown);
            if (!row.line) continue;
            found = m_rows.insert(m_rows.end(), std::move(row));
        }
        std::rotate(m_rows.begin() + std::ptrdiff_t(at), found, found + 1);
        Row& row = m_rows[at];
        auto* const beside = shown.isBeside ? static_cast<QHBoxLayout*>(m_rows[at - 1].line->layout()) : nullptr;
        if (beside && beside->indexOf(row.line) < 0)
            beside->addWidget(row.line, row.word ? 1 : 0);
        else if (!beside && m_column->indexOf(row.line) != line++)
            m_column->insertWidget(line - 1, row.line);
        row.line->setVisible(shown.isShown);
        row.show(shown);
        const bool isUsed = shown.idle.isEmpty();
        if (row.word) {
            row.word->setToolTip(tipOf(shown));
            row.word->setEnabled(isUsed);
        }
        for (QWidget* const control : {row.control, row.second}) {
            if (!control || control == row.slider) continue;
            control->setToolTip(tipOf(shown));
            control->setEnabled(isUsed);
        }
        visible += toQString(row.key) + (shown.instead.isEmpty() ? QLatin1Char('+') : QLatin1Char('-'));
        ++at;
    }
    if (std::exchange(m_visible, visible) != visible) orderTabs();
}

ParameterForm::Row ParameterForm::newRow(const FormRow& shown) {
    const Parameter& parameter = shown.parameter;
    Row row{shown.name(), parameter, shown.isOptional, shown.unit};
    if (shown.isOptional) {
        row.check = new QCheckBox(titleOf(shown));
        row.check->setFont(uiFont(12.5));
        row.check->setToolTip(tipOf(shown));
        row.stops.push_back(row.check);
        connect(row.check, &QAbstractButton::clicked, this,
                [this, key = row.key](bool isOn) { emit checked(key, isOn); });
    }
    if (parameter.slider.place > 0)
        makeSlider(row, shown);
    else if (parameter.isWhole() || parameter.type == ParameterType::Number)
        makeNumber(row, shown);
    else if (isOfTimes(parameter))
        makeTimes(row, shown);
    else if (parameter.type == ParameterType::Choice)
        makeChoice(row, shown);
    else if (parameter.type == ParameterType::Flag)
        makeFlag(row, shown);
    return row;
}

void ParameterForm::makeSlider(Row& row, const FormRow& shown) {
    auto* slider = new ParamSlider(row.parameter, shown.word);
    row.line = row.control = row.slider = slider;
    if (row.check) slider->setHeading(row.check);
    connect(slider, &ParamSlider::valueEdited, this,
            [this, key = row.key, parameter = shown.parameter](double value, int gesture) {
                emit edited(key, valueOf(parameter, value), gesture);
            });
    connect(slider, &ParamSlider::editorAsked, this, [this, key = row.key] { emit tableAsked(key); });
    GlyphButton* button = nullptr;
    if (!shown.table.isEmpty()) {
        button = new GlyphButton(GlyphButton::Glyph::List, tr("%1: %2").arg(slider->word(), shown.table));
        button->setToolTip(shown.table);
        slider->addButton(button);
        connect(button, &QAbstractButton::clicked, this, [this, key = row.key] { emit tableAsked(key); });
    }
    row.show = [slider, button, check = row.check](const FormRow& now) {
        if (now.range) slider->setRange(now.range->first, now.range->second);
        slider->setToolTip(now.tip);
        slider->setSnap(now.snap);
        slider->setStops(now.stops);
        slider->setUnit(now.unit);
        slider->setStandIn(now.standIn);
        if (const auto number = numberIn(now.value)) slider->setValue(*number);
        slider->setDetermined(now.instead);
        if (button) button->setVisible(now.instead.isEmpty() && !now.table.isEmpty());
        if (check) check->setChecked(now.value.has_value()), check->setEnabled(now.canCheck);
    };
    row.refuse = [slider](const QString& reason, const QList<double>& offered) { slider->setError(reason, offered); };
    row.error = [slider] { return slider->error(); };
}

/// Puts a control, or two, at the right of the word or the check box.
void ParameterForm::putInLine(Row& row, const FormRow& shown, QWidget* control, QWidget* second) {
    row.line = new QWidget;
    row.control = control;
    row.second = second;
    auto* line = new QHBoxLayout(row.line);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    if (const QString word = shown.caption.value_or(wordOf(shown)); !row.check && !word.isEmpty()) {
        row.word = wordLabel(word);
        row.word->setBuddy(control);
    }
    if (row.check || row.word) line->addWidget(row.check ? static_cast<QWidget*>(row.check) : row.word, 1);
    auto* instead = new QLabel;
    instead->setFont(uiFont(12));
    line->addWidget(instead);
    for (QWidget* const part : {control, second}) {
        if (!part) continue;
        line->addWidget(part);
        addStops(part, row.stops);
    }
    row.show = [=, check = row.check, show = std::move(row.show)](const FormRow& now) {
        instead->setText(now.instead);
        instead->setVisible(!now.instead.isEmpty());
        for (QWidget* const part : {control, second})
            if (part) part->setVisible(now.instead.isEmpty());
        if (check) check->setChecked(now.value.has_value()), check->setEnabled(now.canCheck);
        show(now);
    };
}

void ParameterForm::makeNumber(Row& row, const FormRow& shown) {
    const Parameter parameter = shown.parameter;
    const QString unit = shown.unit;
    const int width = unit.size() > 2                               ? kRateWidth
                      : !unit.isEmpty()                             ? kTimeWidth
                      : parameter.most > 1e7 && parameter.isWhole() ? kLongWidth
                                                                    : kNumberWidth;
    auto* field = new NumberField;
    field->setFixedSize(width, 26);
    field->setAccessibleName(wordOf(shown));
    auto* error = new ReasonBalloon(field);
    row.refuse = [field, error](const QString& reason, const QList<double>&) {
        setMarked(field, !reason.isEmpty());
        setLine(error, reason);
    };
    row.error = [error] { return error->text(); };
    row.show = [field, parameter, refuse = row.refuse](const FormRow& now) {
        const std::optional<double> held = numberIn(now.value), number = held ? held : parameter.usual;
        if (!parameter.usual) field->setPlaceholderText(now.none);
        const QString ending = now.unit.isEmpty() ? QString() : QChar(0x202f) + now.unit;
        field->showText(number ? formatExact(*number) + ending : QString());
        refuse({}, {});
    };
    connect(field, &NumberField::restored, field, [refuse = row.refuse] { refuse({}, {}); });
    connect(field, &NumberField::typed, this,
            [this, key = row.key, parameter, unit, refuse = row.refuse](const QString& text) {
                if (!parameter.usual && text.trimmed().isEmpty()) return emit edited(key, std::nullopt, 0);
                const auto number = parseNumber(text, unit);
                if (!number || (parameter.isWhole() && *number != std::round(*number)))
                    return refuse(parameter.isWhole() ? tr("must be a whole number") : tr("must be a number"), {});
                const ParameterValue value = valueOf(parameter, *number);
                const auto ok = checkValue(value, parameter);
                refuse(ok ? QString() : toQString(ok.error().message), {});
                if (ok) emit edited(key, value, 0);
            });
    putInLine(row, shown, field);
}

/// Two fields, for the forward and the backward of a stage.
void ParameterForm::makeTimes(Row& row, const FormRow& shown) {
    const QString word = wordOf(shown), names[] = {tr("%1, forward").arg(word), tr("%1, backward").arg(word)};
    std::array<NumberField*, 2> fields{};
    for (std::size_t i = 0; i < fields.size(); ++i) {
        fields[i] = new NumberField;
        fields[i]->setFixedSize(kTimeWidth, fields[i]->sizeHint().height());
        fields[i]->setAccessibleName(names[i]);
    }
    const auto times = std::make_shared<ParameterValue::List>();
    row.show = [fields, times](const FormRow& now) {
        if (const auto* const held = heldIn<ParameterValue::List>(now.value)) *times = *held;
        for (std::size_t i = 0; i < times->size(); ++i)
            fields[i]->showText(formatExact(std::get<double>((*times)[i].held)));
    };
    putInLine(row, shown, fields[0], fields[1]);
    auto* error = new ReasonBalloon(row.line);
    row.refuse = [error](const QString& reason, const QList<double>&) { setLine(error, reason); };
    row.error = [error] { return error->text(); };
    for (std::size_t i = 0; i < fields.size(); ++i) {
        connect(fields[i], &NumberField::restored, this, [error] { setLine(error, {}); });
        connect(fields[i], &NumberField::typed, this,
                [this, key = row.key, fields, times, error, i](const QString& text) {
                    const auto number = parseNumber(text, {});
                    const bool isTime = number && *number >= 0;
                    setMarked(fields[i], !isTime);
                    setLine(error, isTime ? QString() : tr("must be a time, 0 or more"));
                    if (!isTime) return;
                    ParameterValue::List changed = *times;
                    changed[i] = {*number};
                    emit edited(key, ParameterValue{std::move(changed)}, 0);
                });
    }
}

void ParameterForm::makeChoice(Row& row, const FormRow& shown) {
    const Parameter parameter = shown.parameter;
    const QStringList words = choiceWordsOf(parameter);
    const QString name = row.check ? titleOf(shown) : wordOf(shown);
    const auto take = [this, key = row.key, parameter](int index) {
        emit edited(key, ParameterValue{std::string(parameter.choices[static_cast<std::size_t>(index)])}, 0);
    };
    const auto refuseAt = [&row](QWidget* control) {
        auto* error = new ReasonBalloon(control);
        row.refuse = [error](const QString& reason, const QList<double>&) { setLine(error, reason); };
        row.error = [error] { return error->text(); };
    };
    auto* segments =
        shown.areSegments || parameter.choices.size() <= kMostSegments ? new SegmentedControl(words, name) : nullptr;
    if (segments && (row.check || shown.areSegments || segments->sizeHint().width() <= kWidestChoice)) {
        if (parameter.choices.size() > kMostSegments) segments->setFont(uiFont(11));  // fits beside a scroll bar
        connect(segments, &SegmentedControl::chosenByUser, this, take);
        row.show = [segments, parameter](const FormRow& now) { segments->setChosen(placeAmong(parameter, now.value)); };
        refuseAt(segments);
        return putInLine(row, shown, segments);
    }
    delete segments;
    auto* combo = new PickCombo(name);
    for (qsizetype i = 0; i < words.size(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        combo->add(words[i], toQString(parameter.choices[at]),
                   at < shown.choiceTips.size() ? Text::tr(shown.choiceTips[at]) : QString());
    }
    const int widest = std::max(kWidestChoice, kRoom - QFontMetrics(uiFont(12.5)).horizontalAdvance(name));
    combo->setMinimumWidth(std::clamp(combo->widthOfTexts(), combo->sizeHint().width(), widest));
    connect(combo, &QComboBox::activated, this, take);
    row.show = [combo, parameter](const FormRow& now) { combo->setCurrentIndex(placeAmong(parameter, now.value)); };
    refuseAt(combo);
    putInLine(row, shown, combo);
}

void ParameterForm::makeFlag(Row& row, const FormRow& shown) {
    auto* box = new QCheckBox(wordOf(shown));
    box->setFont(uiFont(12.5));
    row.line = row.control = box;
    row.stops = {box};
    row.show = [box, usual = shown.parameter.usual.value_or(0) != 0](const FormRow& now) {
        const bool* const held = heldIn<bool>(now.value);
        box->setChecked(held ? *held : usual);
    };
    row.error = [] { return QString(); };
    row.refuse = [](const QString&, const QList<double>&) {};
    connect(box, &QAbstractButton::clicked, this,
            [this, key = row.key](bool isOn) { emit edited(key, ParameterValue{isOn}, 0); });
}

void ParameterForm::orderTabs() {
    std::vector<QWidget*> stops;
    for (const Row& row : m_rows) {
        stops.insert(stops.end(), row.stops.begin(), row.stops.end());
        if (!row.slider) continue;
        stops.insert(stops.end(), row.slider->buttons().begin(), row.slider->buttons().end());
        stops.push_back(row.slider->field());
        stops.push_back(row.slider->slider());
    }
    orderTabsIn(*this, stops);
}

void ParameterForm::setHeading(const std::string& key, QWidget* heading) {
    const auto at = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.key == key; });
    at->slider->setHeading(heading);
    at->stops = {heading};
    orderTabs();
}

void ParameterForm::setErrors(const QMap<QString, QString>& reasonByKey,
                              const QMap<QString, QList<double>>& offeredByKey) {
    for (const Row& row : m_rows) {
        const QString key = toQString(row.key);
        row.refuse(reasonByKey.value(key), offeredByKey.value(key));
    }
}

const ParameterForm::Row* ParameterForm::find(const std::string& key) const {
    const auto at = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.key == key; });
    return at == m_rows.end() ? nullptr : &*at;
}

ParamSlider* ParameterForm::slider(const std::string& key) const {
    const Row* const row = find(key);
    return row ? row->slider : nullptr;
}

QWidget* ParameterForm::control(const std::string& key, int which) const {
    const Row* const row = find(key);
    if (!row || row->line->isHidden()) return nullptr;
    return which == 0 ? row->control : row->second;
}

QCheckBox* ParameterForm::check(const std::string& key) const {
    const Row* const row = find(key);
    return row && !row->line->isHidden() ? row->check : nullptr;
}

std::vector<ParamSlider*> ParameterForm::sliders() const {
    std::vector<ParamSlider*> sliders;
    for (const Row& row : m_rows)
        if (row.slider) sliders.push_back(row.slider);
    return sliders;
}

QString ParameterForm::error(const std::string& key) const {
    const Row* const row = find(key);
    return row ? row->error() : QString();
}

}  // namespace bubblescope
