#include "widgets/schemes/scheme_numbers.h"

#include "widgets/kit/flat_style.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/glyph_button.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/text_limit.h"
#include "widgets/panels/param_slider.h"
#include "widgets/panels/parameter_form.h"
#include "widgets/schemes/scheme_edits.h"

#include "engine/entries/registry.h"
#include "engine/formula/formula.h"
#include "engine/schemes/scheme.h"

#include <QApplication>
#include <QLineEdit>

#include <algorithm>
#include <limits>

namespace bubblescope {

namespace {

constexpr std::string_view kGroupSize = "group_size";
constexpr int kMostLetters = 32;

int usualValue(const Scheme& scheme, const std::string& name) {
    for (const ScheduleKind* kind : kindsOf(Family::Scheme))
        for (const auto& [known, usual] : usualParameters(*kind))
            if (known == name && (scheme.kind == kind->id || scheme.kind == "custom")) return usual;
    return 1;
}

/// A parameter of a custom scheme, which it names itself.
FormRow ownRow(const std::string& name) {
    constexpr double kMost = std::numeric_limits<int>::max();
    FormRow row;
    row.parameter = {.key = name,
                     .word = name,
                     .definition = "A whole number for use in formulas.",
                     .least = -kMost - 1,
                     .most = kMost,
                     .slider = {.place = 1, .most = 16, .step = 1}};
    return row;
}

std::vector<double> divisorsOf(int number) {
    std::vector<double> divisors;
    for (int i = 1; i <= number; ++i)
        if (number % i == 0) divisors.push_back(i);
    return divisors;
}

}  // namespace

SchemeNumbers::SchemeNumbers(AskForScheme ask, QWidget* parent) : SchemePart(std::move(ask), parent) {
    m_add = new LinkButton(tr("+ Parameter"));
    m_add->setToolTip(tr("Add a named number for use in formulas."));
    QVBoxLayout* layout = layOut(tr("Parameters"), m_add);
    layout->addWidget(m_rows = new ParameterForm);
    connect(m_rows, &ParameterForm::edited, this,
            [this](const std::string& name, const std::optional<ParameterValue>& value, int gesture) {
                edit(name.substr(name.rfind('.') + 1), std::get<int>(value->held), gesture);
            });
    connect(m_add, &QAbstractButton::clicked, this, &SchemeNumbers::addParameter);
}

void SchemeNumbers::refresh() {
    const bool isCustom = scheme().kind == "custom";
    const std::vector<std::string> names = numbersOf(scheme());
    const ScheduleKind& kind = *kindOf(entry());
    std::vector<FormRow> rows;
    for (const std::string& name : names) {
        FormRow row = isOwn(name) ? ownRow(name) : FormRow{.parameter = *kind.parameter(name)};
        row.key = keyOf(name);
        row.parameter.slider.usual = usualValue(scheme(), name);
        row.value = ParameterValue{numberOf(scheme(), name)};
        if (name == kGroupSize) {
            row.range = {1, std::max(2, scheme().workers)};
            row.stops = divisorsOf(scheme().workers);
        }
        rows.push_back(std::move(row));
    }
    m_rows->setRows(rows);
    m_rows->setErrors({});
    std::erase_if(m_nameEdits, [&](const auto& edit) {
        return std::find(names.begin(), names.end(), edit.first) == names.end() || !isOwn(edit.first);
    });
    for (const std::string& name : names)
        if (isOwn(name) && !m_nameEdits.contains(name)) addNaming(name);
    m_add->setVisible(isCustom);
    m_add->setEnabled(scheme().parameters.size() < kMaxSchemeParameters);
}

/// Whether it is a parameter of a custom scheme.
bool SchemeNumbers::isOwn(const std::string& name) const {
    return scheme().kind == "custom" && name != "batches" && name != "stages" && name != "workers";
}

void SchemeNumbers::addNaming(const std::string& name) {
    auto* edit = new NumberField;
    m_nameEdits[name] = edit;
    edit->showText(toQString(name));
    edit->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    edit->setFixedHeight(26);
    limitText(*edit, kMostLetters);
    edit->setAccessibleName(tr("Name of the parameter"));
    edit->setToolTip(tr("The name used in formulas. Renaming it also updates the formulas."));
    auto* remove = new GlyphButton(GlyphButton::Glyph::Cross, tr("Remove parameter %1").arg(toQString(name)));
    remove->setToolTip(tr("Remove this parameter. Formulas use its value instead."));
    row(name)->addButton(remove);
    m_rows->setHeading(keyOf(name), edit);
    connect(remove, &QAbstractButton::clicked, this, [this, name] { this->remove(name); });
    connect(edit, &NumberField::typed, this, [this, name](const QString& text) { rename(name, text); });
    connect(edit, &NumberField::restored, this, [this, name] { rename(name, toQString(name)); });
}

ParamSlider* SchemeNumbers::row(const std::string& name) const { return m_rows->slider(keyOf(name)); }

QLineEdit* SchemeNumbers::nameEdit(const std::string& name) const {
    const auto found = m_nameEdits.find(name);
    return found == m_nameEdits.end() ? nullptr : found->second;
}

void SchemeNumbers::forgetDrafts() { refresh(); }

bool SchemeNumbers::showRefusal(const QString& key, const QString& sentence) {
    const QString name = key.section(QLatin1Char('.'), -1);
    m_rows->setErrors({{toQString(keyOf(name.toStdString())), sentence}});
    return !sentence.isEmpty() && row(name.toStdString());
}

void SchemeNumbers::edit(const std::string& name, int value, int gesture) {
    ScheduleEntry after = entry();
    bubblescope::setScheme(after, withNumber(scheme(), name, value));
    const auto taken = ask(std::move(after), tr("Change %1").arg(toQString(name)), gesture);
    if (!taken) showReason(name, reasonOf(taken.error()));
}

void SchemeNumbers::showReason(const std::string& name, const QString& reason) {
    if (ParamSlider* const slider = row(name)) slider->setError(reason);
}

void SchemeNumbers::rename(const std::string& from, const QString& to) {
    QLineEdit* const edit = nameEdit(from);
    if (!edit) return;
    const auto mark = [&](const QString& reason) {
        setMarked(edit, !reason.isEmpty());
        showReason(from, reason);
    };
    const QString wanted = to.trimmed();
    if (wanted == toQString(from)) return mark({});
    const auto taken = [&](const std::string& name) { return toQString(name) == wanted; };
    const std::vector<std::string> symbols = schemeSymbols(scheme());
    if (auto ok = checkSymbol(wanted.toStdString()); !ok) return mark(reasonOf(ok.error()));
    if (std::any_of(symbols.begin(), symbols.end(), taken))
        return mark(tr("this name means something else in formulas; choose another"));
    const bool hadFocus = row(from)->isAncestorOf(QApplication::focusWidget());
    const auto done = ask(withParameterRenamed(entry(), from, wanted.toStdString()), tr("Rename parameter"));
    if (!done) return mark(reasonOf(done.error()));
    emit parametersChanged();
    if (ParamSlider* now = row(wanted.toStdString()); now && hadFocus) now->field()->setFocus();
}

void SchemeNumbers::remove(const std::string& name) {
    const auto done = ask(withoutParameter(entry(), name), tr("Remove parameter"));
    if (!done) return showReason(name, reasonOf(done.error()));
    m_add->setFocus();
}

void SchemeNumbers::addParameter() {
    const std::string name = newParameterName(scheme());
    if (!ask(withParameter(entry(), name, 1), tr("Add parameter"))) return;
    emit parametersChanged();
    if (QLineEdit* edit = nameEdit(name)) {
        edit->setFocus();
        edit->selectAll();
    }
}

}  // namespace bubblescope
