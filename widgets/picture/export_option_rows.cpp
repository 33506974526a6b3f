// The rows of the panel: for each option a label and a field.

#include "widgets/kit/flat_combo.h"
#include "widgets/kit/flat_fields.h"
#include "widgets/kit/format.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/picture/export_options_panel.h"
#include "widgets/picture/length_field.h"
#include "widgets/picture/picture_words.h"

#include <QGridLayout>
#include <QLabel>

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
    auto* box = new FlatCombo;
    box->setFixedWidth(kFieldWidth);
    addRow(label, box);
    return box;
}

FlatCheck* ExportOptionsPanel::addCheck(const QString& text) {
    auto* box = new FlatCheck(text);
    connect(box, &FlatCheck::toggled, this, &ExportOptionsPanel::refresh);
    return box;
}

ExportOptionsPanel::Field& ExportOptionsPanel::addField(std::string_view key, QList<QWidget*> widgets) {
    m_fields.push_back({findPictureOption(key), std::move(widgets), {}, {}, {}});
    return m_fields.back();
}

namespace {

ParameterValue choiceAt(const PictureOption& option, int index) {
    return {std::string(option.parameter().choices[static_cast<std::size_t>(index)])};
}
int placeOf(const PictureOption& option, const std::optional<ParameterValue>& value) {
    const auto choices = option.parameter().choices;
    return static_cast<int>(std::ranges::find(choices, std::get<std::string>(value->held)) - choices.begin());
}

}  // namespace

void ExportOptionsPanel::addChoice(std::string_view key, const QString& label, const QStringList& choices) {
    SegmentedControl* const control = addSegments(label, choices);
    const PictureOption& option = *findPictureOption(key);
    Field& field = addField(key, {control, m_grid->itemAtPosition(m_grid->rowCount() - 1, 0)->widget()});
    field.get = [&option, control] { return Result<Value>(choiceAt(option, control->chosen())); };
    field.set = [&option, control](const Value& value) { control->setChosen(placeOf(option, value)); };
}

void ExportOptionsPanel::addList(std::string_view key, const QString& label, const QStringList& choices) {
    QComboBox* const box = addCombo(label);
    box->addItems(choices);
    connect(box, &QComboBox::currentIndexChanged, this, &ExportOptionsPanel::refresh);
    const PictureOption& option = *findPictureOption(key);
    Field& field = addField(key, {box, m_grid->itemAtPosition(m_grid->rowCount() - 1, 0)->widget()});
    field.get = [&option, box] { return Result<Value>(choiceAt(option, box->currentIndex())); };
    field.set = [&option, box](const Value& value) { box->setCurrentIndex(placeOf(option, value)); };
}

void ExportOptionsPanel::addFlag(std::string_view key, const QString& text, const QString& toolTip) {
    FlatCheck* const box = addCheck(text);
    box->setToolTip(toolTip);
    addWide(box);
    Field& field = addField(key, {box});
    field.get = [box] { return Result<Value>(ParameterValue{box->isChecked()}); };
    field.set = [box](const Value& value) { box->setChecked(std::get<bool>(value->held)); };
}

void ExportOptionsPanel::addNumber(std::string_view key, const QString& label, const QString& toolTip) {
    const Parameter& parameter = findPictureOption(key)->parameter();
    auto* box = new FlatSpin;
    box->setRange(static_cast<int>(parameter.least), static_cast<int>(parameter.most));
    box->setFixedWidth(kFieldWidth);
    box->setKeyboardTracking(false);
    box->setToolTip(toolTip);
    QLabel* const name = addRow(label, box);
    connect(box, &FlatSpin::valueChanged, this, &ExportOptionsPanel::refresh);
    Field& field = addField(key, {box, name});
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

LengthField* ExportOptionsPanel::addLength(std::string_view key, const QString& label, const QString& without,
                                           bool hasNames) {
    auto* length = new LengthField(label, without, hasNames ? LengthField::Names::Widths : LengthField::Names::None);
    QLabel* const name = addRow(label, length);
    if (hasNames) m_grid->setAlignment(name, Qt::AlignTop), name->setContentsMargins(0, 6, 0, 0);
    connect(length, &LengthField::edited, this, &ExportOptionsPanel::refresh);
    Field& field = addField(key, {length, name});
    field.get = [length]() -> Result<Value> {
        const auto given = length->length();
        if (!given) return given.error();
        return *given ? Value(ParameterValue{textOf(**given)}) : Value();
    };
    field.set = [length](const Value& value) {
        length->setLength(value ? std::optional(*lengthIn(std::get<std::string>(value->held))) : std::nullopt);
    };
    addProblem(field, [length](bool isMarked) { length->setMarked(isMarked); });
    return length;
}

void ExportOptionsPanel::addText(std::string_view key, const QString& label, const QString& example,
                                 const QString& toolTip) {
    auto* edit = new FlatEdit;
    edit->setFixedWidth(kFieldWidth);
    edit->setPlaceholderText(example);
    edit->setToolTip(toolTip);
    QLabel* const name = addRow(label, edit);
    connect(edit, &FlatEdit::textChanged, this, &ExportOptionsPanel::refresh);
    const PictureOption& option = *findPictureOption(key);
    const bool mayBeMissing = option.parameter().type == ParameterType::Number;
    Field& field = addField(key, {edit, name});
    field.get = [&option, edit, mayBeMissing]() -> Result<Value> {
        if (mayBeMissing && edit->text().trimmed().isEmpty()) return Value();
        auto value = valueIn(option, edit->text().trimmed());
        return value ? Result<Value>(std::move(*value)) : value.error();
    };
    field.set = [&option, edit](const Value& value) {
        edit->setText(value ? wordsOf(option, *value) : QString());
        edit->setCursorPosition(0);
    };
    addProblem(field, [edit](bool isMarked) { edit->setMarked(isMarked); });
}

}  // namespace bubblescope
