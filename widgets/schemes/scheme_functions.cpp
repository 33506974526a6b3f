#include "widgets/schemes/scheme_functions.h"

#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/formula_edit.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include "engine/entries/registry.h"
#include "engine/formula/formula.h"
#include "engine/schemes/scheme.h"

#include <QBoxLayout>
#include <QFocusEvent>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr SchemeFunction kFunctions[] = {SchemeFunction::Compute, SchemeFunction::Store, SchemeFunction::Priority};
const QString kFormulaId = QStringLiteral("formula");
constexpr int kWordWidth = 60;

QString undoText(SchemeFunction function) {
    switch (function) {
        case SchemeFunction::Compute: return SchemeFunctions::tr("Change compute formula");
        case SchemeFunction::Store: return SchemeFunctions::tr("Change store formula");
        case SchemeFunction::Priority: return SchemeFunctions::tr("Change priority formula");
    }
    return {};
}

/// The name at the error, if it could be that of a new parameter.
QString unknownName(const Scheme& scheme, const QString& text, const TextError& error) {
    if (error.begin < 0 || !error.reason.contains(QLatin1String("unknown name"))) return {};
    qsizetype end = error.begin;
    while (end < text.size() && (text[end].isLetterOrNumber() || text[end] == QLatin1Char('_'))) ++end;
    const QString name = text.mid(error.begin, end - error.begin);
    const bool hasRoom = parametersOf(scheme).size() < kMaxSchemeParameters;
    return hasRoom && checkSymbol(name.toStdString()) ? name : QString();
}

}  // namespace

SchemeFunctions::SchemeFunctions(AskForScheme ask, QWidget* parent) : SchemePart(std::move(ask), parent) {
    m_helpButton = new LinkButton(tr("Symbols"));
    m_helpButton->setAccessibleName(tr("Symbols for formulas"));
    QVBoxLayout* layout = layOut(tr("Functions"), m_helpButton);
    layout->addWidget(m_help = hintLabel());
    layout->addSpacing(2);

    m_kind = new PickCombo(tr("Kind of scheme"));
    for (const ScheduleKind* kind : kindsOf(Family::Scheme))
        m_kind->add(toQString(kind->title), toQString(kind->id), tr("Source: %1").arg(toQString(kind->source)));
    layout->addLayout(wordLine(tr("Kind"), m_kind, kWordWidth));
    layout->addSpacing(4);

    addField(layout, SchemeFunction::Compute, tr("Compute worker"), tr("Formula for the worker that computes"),
             tr("Index (from 0) of the worker that computes the op, forward or backward."));
    addField(layout, SchemeFunction::Store, tr("Storage worker"), tr("Formula for the worker that stores weights"),
             tr("Index of the worker that stores the op's weights. Other workers fetch them."));
    m_priority = new PickCombo(tr("Priority"));
    m_priority->add(
        tr("oldest batch first"), toQString(kOldestBatchFirst),
        tr("First the op whose predecessor has the lowest batch; ties go to forwards, then to the lowest stage."));
    m_priority->add(
        tr("oldest stage first"), toQString(kOldestStageFirst),
        tr("First the op whose predecessor has the lowest stage; ties go to forwards, then to the lowest batch."));
    const QString byFormula = tr("A formula evaluated for the op's predecessor; the smallest value runs first.");
    m_priority->add(tr("formula…"), kFormulaId, byFormula, tr("formula"));
    layout->addLayout(wordLine(tr("Priority"), m_priority, kWordWidth));
    m_priority->setToolTip(tipHtml(tr("Which op runs first if several could start at the same time.")));
    addField(layout, SchemeFunction::Priority, tr("Priority (smallest first)"), tr("Formula for the priority"),
             tr("Evaluated for the previous op of the batch; before the first op, stage is -1."));

    connect(m_kind, &QComboBox::activated, this, [this](int index) {
        forgetDrafts();
        (void)this->ask(withKind(entry(), m_kind->itemData(index).toString().toStdString()),
                        tr("Change kind of scheme"));
        refresh();
    });
    connect(m_priority, &QComboBox::activated, this,
            [this](int index) { pickPriority(m_priority->itemData(index).toString()); });
    connect(m_helpButton, &QAbstractButton::clicked, this, [this] { m_help->setVisible(m_help->isHidden()); });
}

void SchemeFunctions::addField(QVBoxLayout* layout, SchemeFunction function, const QString& word, const QString& name,
                               const QString& hint) {
    Field& made = field(function);
    made.hint = hint;
    made.box = new QWidget;
    auto* column = new QVBoxLayout(made.box);
    column->setContentsMargins(0, 0, 0, 2);
    column->setSpacing(2);
    auto* line = new QHBoxLayout;
    QLabel* label = wordLabel(word);
    line->addWidget(label, 1);
    made.edit = new FormulaEdit;
    made.edit->setAccessibleName(name);
    made.edit->setAccessibleDescription(hint);
    label->setBuddy(made.edit);
    label->setToolTip(tipHtml(hint));
    made.offer = new LinkButton({});
    made.offer->setFont(uiFont(12));
    made.offer->setFixedHeight(label->sizeHint().height());  // as high as the line without the offer
    made.offer->hide();
    line->addWidget(made.offer);
    column->addLayout(line);
    column->addWidget(made.edit);
    made.line = new QLabel;
    made.line->setFont(uiFont(11));
    made.line->setTextFormat(Qt::PlainText);
    made.line->setWordWrap(true);
    made.line->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    // Always as high as a reason, so that what is below does not jump while someone types. The tooltip has all of it.
    made.line->setFixedHeight(2 * made.line->fontMetrics().lineSpacing());
    column->addWidget(made.line);
    layout->addWidget(made.box);
    showLine(made);
    connect(made.edit, &FormulaEdit::typed, this,
            [this, function](const QString& text, int gesture) { setText(function, text, gesture); });
    connect(made.offer, &QAbstractButton::clicked, this, [this, function] { addUnknown(function); });
}

void SchemeFunctions::refresh() {
    m_kind->setCurrentIndex(m_kind->findData(toQString(scheme().kind)));
    m_kind->setToolTip(m_kind->currentData(Qt::ToolTipRole).toString());
    const int named = m_priority->findData(toQString(scheme().priority));
    const bool isFormula = named < 0;
    m_priority->setCurrentIndex(isFormula ? m_priority->findData(kFormulaId) : named);
    field(SchemeFunction::Priority).box->setVisible(isFormula);
    QStringList names;
    for (const std::string& name : schemeSymbols(scheme())) names += toQString(name);
    for (const char* word : {"div", "mod", "min", "max"}) names += QString::fromLatin1(word);
    names.sort();
    for (const SchemeFunction function : kFunctions) {
        Field& shown = field(function);
        const QString text = toQString(functionText(scheme(), function));
        shown.edit->setNames(names);
        shown.edit->give(text);
        shown.edit->setToolTip(tipHtml(shown.hint + '\n' + help()));
        if (shown.edit->isDraft()) continue;
        shown.reason.clear();
        shown.unknown.clear();
        showLine(shown);
    }
    m_help->setText(symbolHtml(help()).replace('\n', QLatin1String("<br>")));
}

void SchemeFunctions::focusInEvent(QFocusEvent* event) {
    // No focus proxy, because that would remove the kind from the tab order.
    field(SchemeFunction::Compute).edit->setFocus(event->reason());
}

void SchemeFunctions::forgetDrafts() {
    for (Field& each : m_fields) {
        each.edit->restore();
        each.reason.clear();
        each.unknown.clear();
        each.refusal.clear();
        showLine(each);
    }
}

bool SchemeFunctions::showRefusal(const QString& key, const QString& sentence) {
    bool isShown = false;
    for (const SchemeFunction function : kFunctions) {
        Field& each = field(function);
        const bool isMine = key == toQString(keyOf(function)) && !sentence.isEmpty() && !each.box->isHidden();
        each.refusal = isMine ? sentence : QString();
        isShown = isShown || isMine;
        showLine(each);
    }
    return isShown;
}

QString SchemeFunctions::lineText(SchemeFunction function) const { return field(function).line->text(); }

void SchemeFunctions::retryDrafts() {
    for (Field& each : m_fields) each.edit->retry();
}

void SchemeFunctions::setText(SchemeFunction function, const QString& text, int gesture) {
    Field& typed = field(function);
    const bool isNew = text != toQString(functionText(scheme(), function));
    const auto taken = ask(withFunction(entry(), function, text.toStdString()), undoText(function), gesture);
    if (taken && isNew) typed.refusal.clear();  // it belonged to another formula
    const TextError error = taken ? TextError{} : textErrorOf(text, taken.error().message);
    typed.reason = error.reason;
    typed.unknown = unknownName(scheme(), text, error);
    showLine(typed);
    if (!error.reason.isEmpty()) typed.edit->setError(error);
}

void SchemeFunctions::addUnknown(SchemeFunction function) {
    const Field& typed = field(function);
    const std::string name = typed.unknown.toStdString();
    if (name.empty()) return;
    const QString what = tr("Add parameter %1").arg(typed.unknown);
    ScheduleEntry after = withParameter(asCustom(entry()), name, 1);
    const ScheduleEntry withDraft = withFunction(after, function, typed.edit->text().toStdString());
    // The draft may have other errors; the parameter is added anyway.
    if (!checkValues(withDraft).has_value())
        (void)ask(std::move(after), what);
    else
        (void)ask(withDraft, what);
    retryDrafts();
    field(function).edit->setFocus();
}

void SchemeFunctions::pickPriority(const QString& id) {
    Field& formula = field(SchemeFunction::Priority);
    formula.edit->restore();
    const std::string priority = id == kFormulaId ? priorityFormula(scheme().priority) : id.toStdString();
    (void)ask(withFunction(entry(), SchemeFunction::Priority, priority), tr("Change priority"));
    refresh();
    if (!formula.box->isHidden()) formula.edit->setFocus();
}

QString SchemeFunctions::draftReason() const {
    for (const Field& each : m_fields)
        if (!each.reason.isEmpty()) return each.reason;
    return {};
}

void SchemeFunctions::showLine(Field& shown) {
    const QString wrong = shown.reason.isEmpty() ? shown.refusal : shown.reason;
    shown.line->setForegroundRole(wrong.isEmpty() ? QPalette::PlaceholderText : QPalette::BrightText);
    shown.line->setText(wrong.isEmpty() ? shown.hint : wrong);
    shown.line->setToolTip(tipHtml(shown.line->text()));
    shown.edit->setAccessibleDescription(shown.line->text());
    // The mark of a draft is set where the draft is checked.
    if (shown.reason.isEmpty()) shown.edit->setError({shown.refusal, -1});
    shown.offer->setText(tr("+ Parameter %1").arg(shown.unknown));
    shown.offer->setVisible(!shown.unknown.isEmpty());
    if (draftReason() == m_told) return;
    m_told = draftReason();
    emit draftChanged();
}

QString SchemeFunctions::help() const {
    QStringList names;
    for (const SchemeParameter& parameter : parametersOf(scheme())) names += toQString(parameter.name);
    QStringList lines{
        tr("stage, batch: indices of the op, from 0"),  tr("forward, backward: 1 or 0"),
        tr("workers, stages, batches: counts"),         tr("div: rounds down; mod: never negative"),
        tr("condition ? a : b; && || == != < <= > >="), tr("min, max, abs, sign, rint"),
    };
    if (!names.isEmpty()) lines.insert(3, tr("parameters: %1").arg(names.join(QStringLiteral(", "))));
    return lines.join('\n');
}

}  // namespace bubblescope
