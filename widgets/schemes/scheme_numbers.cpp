#include "widgets/schemes/scheme_numbers.h"

#include "widgets/kit/flat_fields.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/glyph_button.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text_limit.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/param_slider.h"
#include "widgets/schemes/scheme_edits.h"

#include "engine/entries/registry.h"
#include "engine/formula/formula.h"
#include "engine/schemes/scheme.h"

#include <QApplication>
#include <QKeyEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

constexpr std::string_view kGroupSize = "group_size";
constexpr int kUsualMost = 64;
constexpr int kMostLetters = 32;

/// The name of a parameter: Return and loss of focus apply it, Escape restores the old name.
class NameEdit : public FlatEdit {
public:
    explicit NameEdit(const QString& name) : m_name(name) {
        setText(name);
        setFont(uiFont(12.5));
        limitText(*this, kMostLetters);
        setAccessibleName(SchemeNumbers::tr("Name of the parameter"));
        setToolTip(SchemeNumbers::tr("The name used in formulas. Renaming also changes the formulas."));
    }

protected:
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() != Qt::Key_Escape || text() == m_name) return FlatEdit::keyPressEvent(event);
        setText(m_name);
        emit editingFinished();
    }

private:
    QString m_name;
};

ParamSpec specOf(const std::string& name, int usual) {
    using Kind = ParamScale::Kind;
    constexpr int kNoLimit = std::numeric_limits<int>::max();
    struct Size {
        const char *name, *symbol, *tip;
        int most, usual;
    };
    static constexpr Size kSizes[] = {
        {"batches", "B", QT_TRANSLATE_NOOP("Text", "B: number of batches; each passes through all stages."),
         kMaxMicrobatches, 12},
        {"stages", "S",
         QT_TRANSLATE_NOOP("Text", "S: number of stages. Each batch passes through them forward and backward."),
         kMaxStages, 6},
        {"workers", "W",
         QT_TRANSLATE_NOOP("Text",
                           "W: number of workers, from 0 to W - 1. In Looped PP, group_size changes "
                           "along, to a divisor."),
         kMaxDevices, 6},
    };
    for (const Size& size : kSizes)
        if (name == size.name)
            return {size.name,
                    size.symbol,
                    SchemeNumbers::tr(size.name),
                    SchemeNumbers::tr(size.tip),
                    {Kind::Logarithmic, true, 1, kUsualMost, 0},
                    1,
                    static_cast<double>(size.most),
                    static_cast<double>(size.usual)};
    const QString word = toQString(name);
    ParamSpec spec{word,
                   {},
                   word,
                   SchemeNumbers::tr("%1: a whole number for use in formulas.").arg(word),
                   {Kind::Linear, true, 0, 16, 1},
                   -kNoLimit - 1,
                   kNoLimit,
                   static_cast<double>(usual)};
    if (name != kGroupSize) return spec;
    spec.symbol = QStringLiteral("g");
    spec.definition = SchemeNumbers::tr(
        "g: workers per group; a batch visits the workers of one group in turn. 1 is data parallel, W is one "
        "pipeline.\n"
        "Dragging snaps to divisors of the number of workers; hold Shift for any number, or type it.");
    spec.scale = {Kind::Linear, true, 1, 6, 1};
    return spec;
}

int usualValue(const Scheme& scheme, const std::string& name) {
    for (const ScheduleKind* kind : kindsOf(Family::Scheme))
        for (const auto& [known, usual] : usualParameters(*kind))
            if (known == name && (scheme.kind == kind->id || scheme.kind == "custom")) return usual;
    return 1;
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
    m_list = new QVBoxLayout;
    m_list->setSpacing(3);
    layout->addLayout(m_list);
    connect(m_add, &QAbstractButton::clicked, this, &SchemeNumbers::addParameter);
}

void SchemeNumbers::refresh() {
    const bool isCustom = scheme().kind == "custom";
    const std::vector<std::string> names = numbersOf(scheme());
    const auto isOwn = [&](const std::string& name) {
        return isCustom && name != "batches" && name != "stages" && name != "workers";
    };
    // Rows are kept with their names, so that a row in use by the mouse or keyboard stays in place.
    std::erase_if(m_rows, [&](const Row& row) {
        const bool stays =
            std::find(names.begin(), names.end(), row.name) != names.end() && row.isOwn == isOwn(row.name);
        if (stays) return false;
        m_list->removeWidget(row.slider);
        row.slider->hide();
        row.slider->deleteLater();
        return true;
    });
    bool isNew = false;
    for (std::size_t i = 0; i < names.size(); ++i) {
        auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.name == names[i]; });
        if (found == m_rows.end()) {
            found = m_rows.insert(m_rows.end(), makeRow(names[i], isOwn(names[i])));
            isNew = true;
        }
        ParamSlider* slider = found->slider;
        std::rotate(m_rows.begin() + static_cast<std::ptrdiff_t>(i), found, found + 1);
        if (m_list->indexOf(slider) != static_cast<int>(i)) m_list->insertWidget(static_cast<int>(i), slider);
        if (names[i] == kGroupSize) {
            slider->setRange(1, std::max(2, scheme().workers));
            slider->setStops(divisorsOf(scheme().workers));
        }
        slider->setValue(numberOf(scheme(), names[i]));
        slider->setError({});
    }
    if (isNew) orderTabs();
    m_add->setVisible(isCustom);
    m_add->setEnabled(scheme().parameters.size() < kMaxSchemeParameters);
}

SchemeNumbers::Row SchemeNumbers::makeRow(const std::string& name, bool isOwn) {
    Row row{name, isOwn, new ParamSlider(specOf(name, usualValue(scheme(), name))), nullptr};
    connect(row.slider, &ParamSlider::valueEdited, this,
            [this, name](double value, int gesture) { edit(name, value, gesture); });
    if (isOwn) addNaming(row);
    return row;
}

void SchemeNumbers::addNaming(Row& row) {
    row.nameEdit = new NameEdit(toQString(row.name));
    row.slider->setHeading(row.nameEdit);
    auto* remove = new GlyphButton(GlyphButton::Glyph::Cross, tr("Remove parameter %1").arg(toQString(row.name)));
    remove->setToolTip(tr("Remove this parameter. Formulas use its value instead."));
    row.slider->addButton(remove);
    const std::string name = row.name;
    connect(remove, &QAbstractButton::clicked, this, [this, name] { this->remove(name); });
    connect(row.nameEdit, &QLineEdit::editingFinished, this,
            [this, name, edit = row.nameEdit] { rename(name, edit->text()); });
}

const SchemeNumbers::Row* SchemeNumbers::find(const std::string& name) const {
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.name == name; });
    return found == m_rows.end() ? nullptr : &*found;
}

ParamSlider* SchemeNumbers::row(const std::string& name) const {
    const Row* found = find(name);
    return found ? found->slider : nullptr;
}

QLineEdit* SchemeNumbers::nameEdit(const std::string& name) const {
    const Row* found = find(name);
    return found ? found->nameEdit : nullptr;
}

void SchemeNumbers::orderTabs() {
    // New widgets are last in the tab order of the window; rows belong after the heading, in order.
    QWidget* before = m_add;
    for (const Row& row : m_rows) {
        std::vector<QWidget*> parts;
        if (row.nameEdit) parts.push_back(row.nameEdit);
        for (auto* remove : row.slider->findChildren<GlyphButton*>()) parts.push_back(remove);
        parts.push_back(row.slider->field());
        parts.push_back(row.slider->slider());
        for (QWidget* part : parts) {
            setTabOrder(before, part);
            before = part;
        }
    }
}

void SchemeNumbers::forgetDrafts() {
    for (const Row& row : m_rows) {
        row.slider->setValue(numberOf(scheme(), row.name));
        row.slider->setError({});
    }
}

bool SchemeNumbers::showRefusal(const QString& key, const QString& sentence) {
    const QString name = key.section(QLatin1Char('.'), -1);
    bool isShown = false;
    for (const Row& row : m_rows) {
        const bool isMine = !sentence.isEmpty() && toQString(row.name) == name;
        row.slider->setError(isMine ? sentence : QString());
        isShown = isShown || isMine;
    }
    return isShown;
}

void SchemeNumbers::edit(const std::string& name, double value, int gesture) {
    ScheduleEntry after = entry();
    bubblescope::setScheme(after, withNumber(scheme(), name, static_cast<int>(std::lround(value))));
    const auto taken = ask(std::move(after), tr("Change %1").arg(toQString(name)), gesture);
    if (const Row* row = find(name); row && !taken) row->slider->setError(reasonOf(taken.error()));
}

void SchemeNumbers::rename(const std::string& from, const QString& to) {
    const Row* row = find(from);
    if (!row) return;
    const auto mark = [row](const QString& reason) {
        static_cast<FlatEdit*>(row->nameEdit)->setMarked(!reason.isEmpty());
        row->slider->setError(reason);
    };
    const QString wanted = to.trimmed();
    if (wanted == toQString(from)) return mark({});
    const auto taken = [&](const std::string& name) { return toQString(name) == wanted; };
    const std::vector<std::string> symbols = schemeSymbols(scheme());
    if (auto ok = checkSymbol(wanted.toStdString()); !ok) return mark(reasonOf(ok.error()));
    if (std::any_of(symbols.begin(), symbols.end(), taken))
        return mark(tr("this name means something else in formulas; choose another"));
    const bool hadFocus = row->slider->isAncestorOf(QApplication::focusWidget());
    const auto done = ask(withParameterRenamed(entry(), from, wanted.toStdString()), tr("Rename parameter"));
    if (!done) return mark(reasonOf(done.error()));
    emit parametersChanged();
    if (const Row* now = find(wanted.toStdString()); now && hadFocus) now->slider->field()->setFocus();
}

void SchemeNumbers::remove(const std::string& name) {
    const auto done = ask(withoutParameter(entry(), name), tr("Remove parameter"));
    if (const Row* row = find(name); row && !done) row->slider->setError(reasonOf(done.error()));
    if (done) m_add->setFocus();
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
