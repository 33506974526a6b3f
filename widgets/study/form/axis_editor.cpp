#include "widgets/study/form/axis_editor.h"

#include "widgets/kit/flat_style.h"
#include "widgets/kit/format.h"
#include "widgets/kit/glyph_button.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/reason_balloon.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/symbol.h"
#include "widgets/study/form/key_words.h"

#include "engine/entries/registry.h"
#include "engine/entries/step_edits.h"
#include "engine/study/value_list.h"

#include <QBoxLayout>

#include <algorithm>

namespace bubblescope {

namespace {

/// The length that a line edit supports; a longer list is not shown value by value.
constexpr std::size_t kLongestText = 30'000;

const QString kNewVariable = QStringLiteral("+");

QString keyOf(AxisRole role) {
    switch (role) {
        case AxisRole::X: return QStringLiteral("x");
        case AxisRole::Panels: return QStringLiteral("panels");
        case AxisRole::Figures: return QStringLiteral("figures");
        case AxisRole::Varied: break;
    }
    return QStringLiteral("series");
}

const Variable* declared(const Experiment& experiment, const std::string& name) {
    const auto& variables = experiment.variables;
    const auto at =
        std::find_if(variables.begin(), variables.end(), [&](const Variable& known) { return known.name == name; });
    return at == variables.end() ? nullptr : &*at;
}

/// The number of schedules that keep their own value along an axis.
int ownersOf(const Experiment& experiment, const std::string& key) {
    int owners = 0;
    for (const ScheduleEntry* entry : schedulesOf(experiment)) owners += hasKey(entry->own, key);
    return owners;
}

}  // namespace

AxisEditor::AxisEditor(AxisRole role, const QString& heading, const Experiment& shown, QWidget* parent)
    : FormPart(shown, parent), m_role(role) {
    setAccessibleName(heading);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kFormMargin, 4, kFormMargin, 6);
    layout->setSpacing(4);
    auto* line = new QHBoxLayout;
    line->addWidget(sectionLabel(heading), 1);
    if (role == AxisRole::Panels || role == AxisRole::Figures) {
        m_swap = new GlyphButton(GlyphButton::Glyph::Swap, tr("%1: swap with x").arg(heading));
        m_swap->setToolTip(tr("Swap with x, including all values."));
        line->addWidget(m_swap);
        connect(m_swap, &QAbstractButton::clicked, this,
                [this] { ask(withSwapped(this->shown(), m_role, AxisRole::X), tr("Swap axes")); });
    }
    layout->addLayout(line);
    m_variable = new PickCombo(tr("%1: variable").arg(heading));
    layout->addWidget(m_variable);
    m_variableReason = new ReasonBalloon(m_variable);
    m_names = new QWidget;
    auto* names = new QHBoxLayout(m_names);
    names->setContentsMargins(0, 0, 0, 0);
    names->setSpacing(6);
    m_name = new TextEdit(TextEdit::Lines::One);
    m_name->setFixedWidth(64);
    m_name->setAccessibleName(tr("%1: variable name").arg(heading));
    m_name->setToolTip(tr("The name of the variable in formulas."));
    m_title = new TextEdit(TextEdit::Lines::One);
    m_title->setAccessibleName(tr("%1: variable title").arg(heading));
    m_title->setPlaceholderText(tr("Title in charts"));
    m_title->setToolTip(tr("The title of the variable in charts, such as MBS / D."));
    names->addWidget(m_name);
    names->addWidget(m_title, 1);
    layout->addWidget(m_names);
    m_nameReason = new ReasonBalloon(m_names);
    m_values = new FormulaEdit;
    m_values->setAccessibleName(tr("%1: values").arg(heading));
    m_values->setToolTip(tipHtml(
        tr("Values separated by commas: 1, 2, 4, 8.\nRanges: 0..32 step 4 (adds 4), 2..32 x2 (doubles), 1..8 (adds 1). "
           "You can mix them: 0, 2..32 x2.\nIf semicolons separate the values, a comma is a decimal point: 0,5; "
           "1,5.")));
    layout->addWidget(m_values);
    m_valuesReason = new ReasonBalloon(m_values);
    layout->addWidget(m_hint = hintLabel());
    connect(m_variable, &QComboBox::activated, this, &AxisEditor::choose);
    connect(m_values, &FormulaEdit::typed, this, &AxisEditor::takeValues);
    connect(m_name, &TextEdit::typed, this, &AxisEditor::takeName);
    connect(m_title, &TextEdit::typed, this, &AxisEditor::takeTitle);
}

QString AxisEditor::what() const {
    switch (m_role) {
        case AxisRole::X: return tr("Change x axis");
        case AxisRole::Panels: return tr("Change panels");
        case AxisRole::Figures: return tr("Change figures");
        case AxisRole::Varied: break;
    }
    return tr("Change series");
}

void AxisEditor::refresh() {
    const Axis* axis = axisOf(shown(), m_role);
    setVisible(axis || m_role != AxisRole::Varied);
    fillVariables();
    const bool isDeclared = axis && declared(shown(), axis->variable);
    if (m_swap) m_swap->setVisible(axis);
    m_values->setVisible(axis);
    m_names->setVisible(isDeclared);
    if (axis) showValues();
    if (isDeclared) showNames();
    if (!axis) m_valuesRefusal = {};
    if (!isDeclared) m_nameRefusal.clear();
    setLine(m_hint, hint());
    showReasons();
}

std::vector<AxisEditor::Choice> AxisEditor::choices() const {
    const Axis* axis = axisOf(shown(), m_role);
    std::vector<Choice> list;
    const auto add = [&](const std::string& variable, const QString& tip) {
        QString text = wordsOfVariable(shown(), variable);
        for (const AxisRole other : {AxisRole::X, AxisRole::Panels, AxisRole::Figures, AxisRole::Varied}) {
            const Axis* taken = axisOf(shown(), other);
            if (other == m_role || !taken || taken->variable != variable) continue;
            if (!axis && (other == AxisRole::X || other == AxisRole::Varied)) return;
            text =
                axis ? tr("%1 (swap with %2)").arg(text, keyOf(other)) : tr("%1 (now on %2)").arg(text, keyOf(other));
        }
        list.push_back({text, tip, toQString(variable)});
    };
    if (m_role == AxisRole::Panels || m_role == AxisRole::Figures) list.push_back({tr("None"), {}, {}});
    for (const Variable& variable : shown().variables) add(variable.name, {});
    for (const StepTime& time : stepTimesOf(seriesScenario(shown()))) add(pathOfStepTime(time.key).text, {});
    const auto addShared = [&](std::string_view path) {
        add(std::string(path), toQString(trainingNumberIn(path)->meaning));
    };
    if (!shown().training.model.empty())
        for (const std::string_view path : usualTrainingNumbers()) addShared(path);
    const auto schedules = schedulesOf(shown());
    for (const WorkloadKey& key : numberKeys()) {
        const bool isTaken = std::any_of(schedules.begin(), schedules.end(), [&](const ScheduleEntry* entry) {
            return entry->family == Family::Scheme || takes(*entry, key);
        });
        if (!isTaken && (!axis || axis->variable != key.key)) continue;
        add(std::string(key.key), wordsOf(key.key).definition.section(QLatin1Char('\n'), 0, 0));
    }
    for (const std::string& part : partsOf(shown().workload)) add(part, {});
    if (axis && m_role != AxisRole::Varied && ScenarioPath(axis->variable).kind == &kPartPath &&
        std::ranges::none_of(list, [&](const Choice& choice) { return choice.id == toQString(axis->variable); }))
        add(axis->variable, {});  // an element of a list, which a file varies
    if (axis && trainingNumberIn(axis->variable) &&
        std::ranges::none_of(list, [&](const Choice& choice) { return choice.id == toQString(axis->variable); }))
        addShared(axis->variable);
    list.push_back({tr("New variable…"), tr("A custom number that formulas can use, such as MBS / D."), kNewVariable});
    return list;
}

void AxisEditor::fillVariables() {
    std::vector<Choice> list = choices();
    if (list != m_choices) {
        m_choices = std::move(list);
        m_variable->clear();
        for (const Choice& choice : m_choices) m_variable->add(choice.text, choice.id, choice.tip);
    }
    const Axis* axis = axisOf(shown(), m_role);
    const int index = m_variable->findData(axis ? toQString(axis->variable) : QString());
    m_variable->setCurrentIndex(index);
    m_variable->setToolTip(m_variable->itemData(index, Qt::ToolTipRole).toString());
}

void AxisEditor::choose(int index) {
    const QString id = m_variable->itemData(index).toString();
    Experiment after = id.isEmpty()         ? withoutAxis(shown(), m_role)
                       : id == kNewVariable ? varyingNewVariable(shown(), m_role)
                                            : varying(shown(), m_role, id.toStdString());
    ask(std::move(after), what());
    fillVariables();  // in case nothing changed
    if (id != kNewVariable) return;
    m_name->setFocus();
    m_name->selectAll();
}

void AxisEditor::showValues() {
    const std::vector<double>& values = axisOf(shown(), m_role)->values;
    QString text = toQString(valueListText(values, kLongestText));
    const bool isTooLong = text.endsWith(QChar(0x2026));
    if (isTooLong) text.clear();
    m_values->setPlaceholderText(isTooLong ? tr("%1 values; type to replace").arg(values.size())
                                           : tr("1, 2, 4 or 0..32 step 4 or 2..32 x2"));
    const auto typed = parseValueList(m_values->text().toStdString());
    if (typed && *typed == values)
        m_values->agree(text);
    else
        m_values->give(text);
    if (parseValueList(m_values->text().toStdString())) m_valuesRefusal = {};
}

void AxisEditor::showNames() {
    const Variable& variable = *declared(shown(), axisOf(shown(), m_role)->variable);
    m_name->give(toQString(variable.name));
    if (m_name->text() == toQString(variable.name)) m_nameRefusal.clear();
    m_title->give(toQString(variable.title));
}

void AxisEditor::takeValues(const QString& text, int gesture) {
    auto values = parseValueList(text.toStdString());
    m_valuesRefusal = values ? TextError{} : textErrorOf(text, values.error().message);
    showReasons();
    Experiment after = shown();
    Axis* axis = axisOf(after, m_role);
    if (!values || !axis) return;  // the axis may be removed while the user types
    axis->values = std::move(*values);
    ask(std::move(after), what(), gesture);
}

void AxisEditor::takeName(const QString& text, int gesture) {
    const Axis* axis = axisOf(shown(), m_role);
    if (!axis || !declared(shown(), axis->variable)) return;
    const std::string name = axis->variable, wanted = text.trimmed().toStdString();
    m_nameRefusal = toQString(refusalOfName(shown(), name, wanted));
    showReasons();
    if (m_nameRefusal.isEmpty()) ask(withRenamed(shown(), name, wanted), tr("Rename variable"), gesture);
}

void AxisEditor::takeTitle(const QString& text, int gesture) {
    Experiment after = shown();
    const Axis* axis = axisOf(shown(), m_role);
    for (Variable& variable : after.variables)
        if (axis && variable.name == axis->variable) variable.title = text.toStdString();
    ask(std::move(after), tr("Change title of variable"), gesture);
}

QString AxisEditor::hint() const {
    const Axis* axis = axisOf(shown(), m_role);
    if (!axis) return {};
    const QString name = toQString(axis->variable);
    if (declared(shown(), axis->variable))
        return isUsed(shown(), axis->variable)
                   ? QString()
                   : tr("No formula uses %1 yet, so it changes nothing. Add one below, such as MBS = %1*D.").arg(name);
    const int owners = ownersOf(shown(), axis->variable);
    const QString symbol = wordsOf(axis->variable).shortest();
    if (owners == 1) return tr("A schedule with its own %1 does not change.").arg(symbol);
    if (owners > 1) return tr("%1 schedules with their own %2 do not change.").arg(owners).arg(symbol);
    return {};
}

bool AxisEditor::showError(const Error* error) {
    m_error = {};
    const Axis* axis = axisOf(shown(), m_role);
    const std::string key = keyOf(m_role).toStdString();
    const bool isMine = error && axis &&
                        (error->field == key + ".variable" || error->field.starts_with(key + ".values") ||
                         (m_names->isVisibleTo(this) && error->field == "variables." + axis->variable));
    if (isMine) m_error = *error;
    showReasons();
    return isMine;
}

void AxisEditor::showReasons() {
    const auto of = [&](const char* part) {
        return toQString(m_error.field).startsWith(QLatin1String(part)) ? toQString(m_error.message) : QString();
    };
    const std::string values = keyOf(m_role).toStdString() + ".values";
    const std::string variable = keyOf(m_role).toStdString() + ".variable";
    setLine(m_variableReason, of(variable.c_str()));
    const TextError valuesError =
        m_valuesRefusal.reason.isEmpty() ? TextError{of(values.c_str()), -1} : m_valuesRefusal;
    m_values->setError(valuesError);
    setLine(m_valuesReason, valuesError.reason);
    const QString nameReason = m_nameRefusal.isEmpty() ? of("variables.") : m_nameRefusal;
    setMarked(m_name, !nameReason.isEmpty());
    setLine(m_nameReason, nameReason);
}

}  // namespace bubblescope
