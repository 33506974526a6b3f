#include "widgets/study/form/formula_part.h"

#include "widgets/kit/format.h"
#include "widgets/kit/formula_edit.h"
#include "widgets/kit/glyph_button.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/reason_balloon.h"
#include "widgets/kit/theme.h"
#include "widgets/study/form/key_words.h"

#include "engine/study/value_list.h"

#include <QBoxLayout>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

constexpr QLatin1String kFunctions("div mod min max sqrt log2 abs rint");

const Binding* findBinding(const Experiment& experiment, std::string_view key) {
    for (const Binding& binding : experiment.bindings)
        if (binding.key == key) return &binding;
    return nullptr;
}

/// The keys that neither an axis nor a formula sets.
std::vector<std::string> freeKeys(const Experiment& experiment) {
    const auto axes = axesOf(experiment);
    std::vector<std::string> keys;
    for (const WorkloadKey& key : numberKeys()) {
        const bool isVaried = std::any_of(axes.begin(), axes.end(),
                                          [&](const NamedAxis& axis) { return axis.axis->variable == key.key; });
        if (!isVaried && !findBinding(experiment, key.key)) keys.emplace_back(key.key);
    }
    return keys;
}

void sortBindings(Experiment& experiment) {
    std::sort(experiment.bindings.begin(), experiment.bindings.end(),
              [](const Binding& a, const Binding& b) { return a.key < b.key; });
}

}  // namespace

FormulaPart::FormulaPart(const Experiment& shown, QWidget* parent) : FormPart(shown, parent) {
    setAccessibleName(tr("Formulas"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kFormMargin, 2, kFormMargin, 8);
    layout->setSpacing(4);
    m_list = new QVBoxLayout;
    m_list->setSpacing(4);
    layout->addLayout(m_list);
    m_addMenu = new QMenu(this);
    m_add = new LinkButton(tr("+ Add formula…"));
    m_add->setFont(uiFont(12.5));
    m_add->setMenu(m_addMenu);
    m_helpButton = new LinkButton(tr("Syntax"));
    m_helpButton->setFont(uiFont(12.5));
    m_helpButton->setAccessibleName(tr("Formula syntax"));
    auto* line = new QHBoxLayout;
    line->addWidget(m_add);
    line->addStretch();
    line->addWidget(m_helpButton);
    layout->addLayout(line);
    m_help = hintLabel();
    layout->addWidget(m_help);
    connect(m_helpButton, &QAbstractButton::clicked, this, [this] { m_help->setVisible(m_help->isHidden()); });
}

void FormulaPart::refresh() {
    // Rows keep their keys, so that a field in which the user types does not move.
    std::erase_if(m_rows, [&](const auto& row) {
        if (findBinding(shown(), row->key)) return false;
        row->formula->disconnect(this);  // a draft ends when it is hidden
        m_list->removeWidget(row->line);
        row->line->hide();
        row->line->deleteLater();
        return true;
    });
    const std::vector<std::string> free = freeKeys(shown());
    const QStringList names = namesInFormulas() + QString(kFunctions).split(QLatin1Char(' '));
    std::size_t at = 0;
    for (const WorkloadKey& key : numberKeys()) {
        const Binding* binding = findBinding(shown(), key.key);
        if (!binding) continue;
        auto found = std::ranges::find_if(m_rows, [&](const auto& row) { return row->key == key.key; });
        if (found == m_rows.end()) found = m_rows.insert(m_rows.end(), newRow(binding->key));
        std::rotate(m_rows.begin() + static_cast<std::ptrdiff_t>(at), found, found + 1);
        Row& row = *m_rows[at];
        if (m_list->indexOf(row.line) != static_cast<int>(at)) m_list->insertWidget(static_cast<int>(at), row.line);
        ++at;
        std::vector<std::string> keys = free;
        keys.push_back(binding->key);
        offer(row, std::move(keys));
        row.formula->setToolTip(help());
        row.formula->setNames(names);
        row.formula->give(toQString(binding->formula));
    }
    m_help->setText(help());
    fillAddMenu(free);
    orderTabs();
}

void FormulaPart::orderTabs() {
    // New widgets are last in the window's tab order; rows belong before the widgets below them.
    QWidget* before = m_add->previousInFocusChain();
    while (before != m_add && (isAncestorOf(before) || !(before->focusPolicy() & Qt::TabFocus)))
        before = before->previousInFocusChain();
    for (const auto& row : m_rows)
        for (QWidget* part : std::initializer_list<QWidget*>{row->keys, row->formula, row->remove})
            setTabOrder(std::exchange(before, part), part);
}

std::unique_ptr<FormulaPart::Row> FormulaPart::newRow(const std::string& key) {
    auto out = std::make_unique<Row>();
    Row& row = *out;
    row.line = new QWidget;
    row.keys = new PickCombo({});
    row.keys->setFixedWidth(76);
    auto* equals = new QLabel(QStringLiteral("="));
    equals->setFont(uiFont(13));
    equals->setForegroundRole(QPalette::PlaceholderText);
    row.formula = new FormulaEdit;
    row.formula->setPlaceholderText(tr("2*D"));
    row.remove = new GlyphButton(GlyphButton::Glyph::Cross, tr("Remove formula"));
    row.remove->setToolTip(tr("Remove this formula and use the value of the base workload again."));
    auto* line = new QHBoxLayout(row.line);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(5);
    line->addWidget(row.keys);
    line->addWidget(equals);
    line->addWidget(row.formula, 1);
    line->addWidget(row.remove);
    row.reason = new ReasonBalloon(row.line);
    connect(row.keys, &QComboBox::activated, this,
            [this, &row](int index) { moveTo(row, row.keys->itemData(index).toString().toStdString()); });
    connect(row.formula, &FormulaEdit::typed, this,
            [this, &row](const QString& formula, int gesture) { setFormula(row.key, formula, gesture); });
    connect(row.remove, &QAbstractButton::clicked, this, [this, &row] { remove(std::string(row.key)); });
    setKey(row, key);
    return out;
}

void FormulaPart::setKey(Row& row, const std::string& key) {
    row.key = key;
    const KeyWords words = wordsOf(key);
    row.keys->setAccessibleName(tr("Key that the formula sets: %1").arg(words.title()));
    row.formula->setAccessibleName(tr("Formula for %1").arg(words.title()));
}

/// Offers the keys that a formula may set: its own, and those that nothing else sets.
void FormulaPart::offer(Row& row, std::vector<std::string> keys) {
    if (keys != row.offered) {
        row.offered = std::move(keys);
        row.keys->clear();
        for (const std::string& key : row.offered) {
            const KeyWords words = wordsOf(key);
            const QString shortText = key == "weight_fraction" ? QStringLiteral("T_W/T_B") : words.shortest();
            row.keys->add(words.title(), toQString(key), words.definition.section(QLatin1Char('\n'), 0, 0), shortText);
        }
    }
    row.keys->setCurrentIndex(row.keys->findData(toQString(row.key)));
    row.keys->setToolTip(row.keys->currentData(Qt::ToolTipRole).toString());
}

const FormulaPart::Row* FormulaPart::row(std::string_view key) const {
    const auto found = std::ranges::find_if(m_rows, [&](const auto& row) { return row->key == key; });
    return found == m_rows.end() ? nullptr : found->get();
}

void FormulaPart::fillAddMenu(const std::vector<std::string>& free) {
    m_add->setEnabled(!free.empty());
    if (free == m_free && !m_addMenu->isEmpty()) return;
    m_free = free;
    m_addMenu->clear();
    for (const std::string& key : free)
        m_addMenu->addAction(wordsOf(key).title(), this, [this, key] { add(key); })->setData(toQString(key));
}

void FormulaPart::add(const std::string& key) {
    Experiment after = shown();
    const auto present = findNumberKey(key)->get(after.workload);
    after.bindings.push_back({key, valueListText(std::vector<double>{present.value_or(0)})});
    sortBindings(after);
    ask(std::move(after), tr("Add formula"));
    if (const Row* added = row(key)) {
        added->formula->setFocus();
        added->formula->selectAll();
    }
}

void FormulaPart::setFormula(const std::string& key, const QString& formula, int gesture) {
    Experiment after = shown();
    for (Binding& binding : after.bindings)
        if (binding.key == key) binding.formula = formula.toStdString();
    ask(std::move(after), tr("Change formula"), gesture);
}

void FormulaPart::moveTo(Row& row, const std::string& key) {
    Experiment after = shown();
    for (Binding& binding : after.bindings)
        if (binding.key == row.key) binding.key = key;
    sortBindings(after);
    setKey(row, key);
    ask(std::move(after), tr("Change formula"));
}

void FormulaPart::remove(const std::string& key) {
    Experiment after = shown();
    std::erase_if(after.bindings, [&](const Binding& binding) { return binding.key == key; });
    ask(std::move(after), tr("Remove formula"));
    m_add->setFocus();
}

QString FormulaPart::summary() const {
    QStringList symbols;
    for (const auto& row : m_rows) symbols += wordsOf(row->key).shortest();
    return symbols.join(QStringLiteral(", "));
}

/// The symbols of the workload and the experiment's variables.
QStringList FormulaPart::namesInFormulas() const {
    QStringList names;
    for (const WorkloadKey& key : numberKeys())
        if (!key.symbol.empty()) names += toQString(key.symbol);
    for (const Variable& variable : shown().variables) names += toQString(variable.name);
    return names;
}

QString FormulaPart::help() const {
    return tr("<p>A formula can use %1, each with its final value at the point.</p><p>It accepts + - * / ^ ( ), "
              "<b>div</b> (rounded down), <b>mod</b>, min(a, b), max(a, b), sqrt, log2, abs, rint, and conditions such "
              "as "
              "v &gt; 1 ? 400/D : 400. Use a point for decimals.</p>")
        .arg(namesInFormulas().join(QStringLiteral(", ")));
}

bool FormulaPart::showError(const Error* error) {
    bool isMine = false;
    for (const auto& row : m_rows) {
        const bool isHere = error && error->field == "bindings." + row->key;
        const TextError shown = isHere ? textErrorOf(row->formula->text(), error->message) : TextError{};
        row->formula->setError(shown);
        setLine(row->reason, shown.reason);
        isMine = isMine || isHere;
    }
    return isMine;
}

}  // namespace bubblescope
