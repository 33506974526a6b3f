// The rows of the panel: for each option a label and a field.

#include "widgets/kit/flat_style.h"
#include "widgets/kit/format.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/text.h"
#include "widgets/kit/text_limit.h"
#include "widgets/picture/export_options_panel.h"
#include "widgets/picture/length_field.h"
#include "widgets/picture/picture_words.h"
#include "widgets/picture/typeface.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QStandardItemModel>

#include <algorithm>

namespace bubblescope {

void ExportOptionsPanel::addSection(const QString& title) {
    const int row = m_grid->rowCount();
    if (row > 1) m_grid->setRowMinimumHeight(row, 6);
    m_grid->addWidget(sectionLabel(title), row + 1, 0, 1, 2);
}

QLabel* ExportOptionsPanel::addRow(const QString& label, QWidget* field) {
    const int row = m_grid->rowCount();
    auto* name = new QLabel(label);
    name->setForegroundRole(QPalette::PlaceholderText);
    name->setBuddy(field);
    if (field->accessibleName().isEmpty() && !field->focusProxy()) field->setAccessibleName(label);
    m_grid->addWidget(name, row, 0);
    m_grid->addWidget(field, row, 1, Qt::AlignLeft);
    return name;
}

void ExportOptionsPanel::addWide(QWidget* field) { m_grid->addWidget(field, m_grid->rowCount(), 0, 1, 2); }

SegmentedControl* ExportOptionsPanel::addSegments(const QString& label, const QStringList& choices) {
    auto* control = new SegmentedControl(choices, label);
    addRow(label, control);
    connect(control, &SegmentedControl::chosenByUser, this, &ExportOptionsPanel::refresh);
    return control;
}

QComboBox* ExportOptionsPanel::addCombo(const QString& label) {
    auto* box = new QComboBox;
    box->setFixedWidth(kFieldWidth);
    addRow(label, box);
    return box;
}

QCheckBox* ExportOptionsPanel::addCheck(const QString& text) {
    auto* box = new QCheckBox(text);
    connect(box, &QCheckBox::toggled, this, &ExportOptionsPanel::refresh);
    return box;
}

ExportOptionsPanel::Field& ExportOptionsPanel::addField(const PictureOption& option, QList<QWidget*> widgets) {
    m_fields.push_back({&option, std::move(widgets), {}, {}, {}});
    return m_fields.back();
}

namespace {

QString wordOf(const PictureOption& option) { return Text::tr(option.parameter().word); }
QString tipOf(const PictureOption& option) { return Text::tr(option.parameter().definition); }

/// The words of a choice; those of palettes and bubbles are their own.
QStringList choicesOf(const PictureOption& option, bool areSteps) {
    QStringList words;
    if (option.key == "palette")
        for (const OpPalette& palette : opPalettes()) words += QString::fromUtf8(palette.title);
    else if (option.key == "bubble")
        for (const Quantity bubble : quantitiesIn(kIsBubble)) words += toQString(infoOf(bubble).sort);
    else
        for (const std::string_view word : option.parameter().choiceWords) words += Text::tr(word);
    if (option.key == "labels" && areSteps) words[1] = ExportOptionsPanel::tr("Layer");
    return words;
}

ParameterValue choiceAt(const PictureOption& option, int index) {
    const auto choices = option.parameter().choices;
    if (choices.empty()) return {index};
    return {std::string(choices[static_cast<std::size_t>(index)])};
}
int placeOf(const PictureOption& option, const std::optional<ParameterValue>& value) {
    const auto choices = option.parameter().choices;
    if (choices.empty()) return std::get<int>(value->held);
    return static_cast<int>(std::ranges::find(choices, std::get<std::string>(value->held)) - choices.begin());
}

}  // namespace

/// The row of an option, by the type of its parameter.
void ExportOptionsPanel::addOption(const PictureOption& option) {
    const Parameter& parameter = option.parameter();
    if (option.key == "marks") return addMarks(option);
    if (option.key == "title") return addTitle(option);
    if (option.key == "notes") return addNotes(option);
    if (option.key == "font") return addFont(option);
    if (option.section == PictureSection::Size) return addLength(option);
    if (parameter.type == ParameterType::Flag) return addFlag(option);
    if (parameter.type == ParameterType::Choice || !parameter.choiceWords.empty()) return addChoice(option);
    parameter.type == ParameterType::Whole ? addNumber(option) : addText(option);
}

/// Side by side, or a list where these would be too wide.
void ExportOptionsPanel::addChoice(const PictureOption& option) {
    constexpr int kMostSegments = 4;
    const QStringList choices = choicesOf(option, m_drawn.areSteps);
    if (option.parameter().choiceWords.empty() || choices.size() > kMostSegments) {
        QComboBox* const box = addCombo(wordOf(option));
        box->addItems(choices);
        for (int i = 0; i < box->count(); ++i) {  // those that change nothing of this picture cannot be chosen
            PictureOptions chosen;
            option.set(chosen, choiceAt(option, i));
            auto* const items = qobject_cast<QStandardItemModel*>(box->model());
            if (items && option.idle(chosen, m_drawn)) items->item(i)->setEnabled(false);
        }
        connect(box, &QComboBox::currentIndexChanged, this, &ExportOptionsPanel::refresh);
        Field& field = addField(option, {box, m_grid->itemAtPosition(m_grid->rowCount() - 1, 0)->widget()});
        field.get = [&option, box] { return Result<Value>(choiceAt(option, box->currentIndex())); };
        field.set = [&option, box](const Value& value) { box->setCurrentIndex(placeOf(option, value)); };
        return;
    }
    SegmentedControl* const control = addSegments(wordOf(option), choices);
    Field& field = addField(option, {control, m_grid->itemAtPosition(m_grid->rowCount() - 1, 0)->widget()});
    field.get = [&option, control] { return Result<Value>(choiceAt(option, control->chosen())); };
    field.set = [&option, control](const Value& value) { control->setChosen(placeOf(option, value)); };
}

void ExportOptionsPanel::addFlag(const PictureOption& option) {
    QCheckBox* const box = addCheck(wordOf(option));
    box->setToolTip(tipOf(option));
    addWide(box);
    Field& field = addField(option, {box});
    field.get = [box] { return Result<Value>(ParameterValue{box->isChecked()}); };
    field.set = [box](const Value& value) { box->setChecked(std::get<bool>(value->held)); };
}

void ExportOptionsPanel::addNumber(const PictureOption& option) {
    auto* box = new QSpinBox;
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setRange(static_cast<int>(option.parameter().least), static_cast<int>(option.parameter().most));
    box->setFixedWidth(kFieldWidth);
    box->setKeyboardTracking(false);
    box->setToolTip(tipOf(option));
    QLabel* const name = addRow(wordOf(option), box);
    connect(box, &QSpinBox::valueChanged, this, &ExportOptionsPanel::refresh);
    Field& field = addField(option, {box, name});
    field.get = [box] { return Result<Value>(ParameterValue{box->value()}); };
    field.set = [box](const Value& value) { box->setValue(std::get<int>(value->held)); };
}

/// A line below a field that says what is wrong with it.
void ExportOptionsPanel::addProblem(Field& field, std::function<void(bool isMarked)> mark) {
    field.mark = std::move(mark);
    field.problem = new QLabel;
    field.problem->setTextFormat(Qt::PlainText);
    field.problem->setWordWrap(true);
    field.problem->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // it may quote a long word
    field.problem->setForegroundRole(QPalette::BrightText);
    field.problem->setFont(uiFont(12));
    field.problem->hide();
    addWide(field.problem);
}

void ExportOptionsPanel::addLength(const PictureOption& option) {
    const bool hasNames = option.key == "width";
    auto* length = new LengthField(wordOf(option), Text::tr(option.parameter().example),
                                   hasNames ? LengthField::Names::Widths : LengthField::Names::None);
    if (!option.parameter().definition.empty()) length->number()->setToolTip(tipOf(option));
    QLabel* const name = addRow(wordOf(option), length);
    if (hasNames) m_grid->setAlignment(name, Qt::AlignTop), name->setContentsMargins(0, 6, 0, 0);
    connect(length, &LengthField::edited, this, &ExportOptionsPanel::refresh);
    if (option.key == "width") m_width = length;
    if (option.key == "height") m_height = length;
    if (option.key != "width" && option.key != "height") m_types += length;
    Field& field = addField(option, {length, name});
    field.get = [length]() -> Result<Value> {
        const auto given = length->length();
        if (!given) return given.error();
        return *given ? Value(ParameterValue{textOf(**given)}) : Value();
    };
    field.set = [length](const Value& value) {
        length->setLength(value ? std::optional(*lengthIn(std::get<std::string>(value->held), true)) : std::nullopt);
    };
    addProblem(field, [length](bool isMarked) { length->setMarked(isMarked); });
}

void ExportOptionsPanel::addText(const PictureOption& option) {
    auto* edit = new QLineEdit;
    limitText(*edit);
    edit->setFixedWidth(kFieldWidth);
    edit->setPlaceholderText(Text::tr(option.parameter().example));
    edit->setToolTip(tipOf(option));
    QLabel* const name = addRow(wordOf(option), edit);
    connect(edit, &QLineEdit::textChanged, this, &ExportOptionsPanel::refresh);
    const bool mayBeMissing = option.parameter().type == ParameterType::Number;
    Field& field = addField(option, {edit, name});
    field.get = [this, &option, edit, mayBeMissing]() -> Result<Value> {
        if (mayBeMissing && edit->text().trimmed().isEmpty()) return Value();
        auto value = valueIn(option, edit->text().trimmed(), m_numbers);
        return value ? Result<Value>(std::move(*value)) : value.error();
    };
    field.set = [this, &option, edit](const Value& value) {
        edit->setText(value ? wordsOf(option, *value, m_numbers) : QString());
        edit->setCursorPosition(0);
    };
    addProblem(field, [edit](bool isMarked) { setMarked(edit, isMarked); });
}

/// A list of known fonts in which other names can be typed.
void ExportOptionsPanel::addFont(const PictureOption& option) {
    QComboBox* const box = addCombo(wordOf(option));
    box->setEditable(true);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setToolTip(tipOf(option));
    limitText(*box, kMostOfName);
    box->lineEdit()->setAccessibleName(wordOf(option));
    box->lineEdit()->setTextMargins(4, 0, 0, 0);  // as far from the edge as the text of other lists
    for (const Typeface& face : typefaces()) box->addItem(Text::tr(face.title), QLatin1String(face.id));
    connect(box, &QComboBox::currentTextChanged, this, &ExportOptionsPanel::refresh);
    Field& field = addField(option, {box, m_grid->itemAtPosition(m_grid->rowCount() - 1, 0)->widget()});
    field.get = [box]() -> Result<Value> {
        const QString typed = box->currentText().trimmed();
        const int known = box->findText(typed);
        const QString font = known >= 0 ? box->itemData(known).toString() : typed;
        if (auto family = familyOf(font); !family) return family.error();
        return Value(textValue(font));
    };
    field.set = [box](const Value& value) {
        const QString font = toText(*value);
        const int known = box->findData(font);
        box->setCurrentIndex(known);
        if (known < 0) box->setEditText(font);
    };
    addProblem(field, [box](bool isMarked) { setMarked(box->lineEdit(), isMarked); });
}

}  // namespace bubblescope
