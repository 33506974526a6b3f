#include "widgets/study/form/formula_row.h"

#include "widgets/kit/format.h"
#include "widgets/kit/glyph_button.h"
#include "widgets/kit/pick_combo.h"
#include "widgets/kit/theme.h"
#include "widgets/study/form/form_part.h"
#include "widgets/study/form/key_words.h"

#include <QBoxLayout>

namespace bubblescope {

FormulaRow::FormulaRow(const std::string& key, QWidget* parent) : QWidget(parent) {
    m_keys = new PickCombo({});
    m_keys->setFixedWidth(76);
    auto* equals = new QLabel(QStringLiteral("="));
    equals->setFont(uiFont(13));
    equals->setForegroundRole(QPalette::PlaceholderText);
    m_formula = new LiveEdit;
    m_formula->setPlaceholderText(tr("2*D"));
    m_remove = new GlyphButton(GlyphButton::Glyph::Cross, tr("Remove formula"));
    m_remove->setToolTip(tr("Remove this formula and use the value of the base workload again."));
    auto* line = new QHBoxLayout;
    line->setSpacing(5);
    line->addWidget(m_keys);
    line->addWidget(equals);
    line->addWidget(m_formula, 1);
    line->addWidget(m_remove);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(line);
    m_reason = new ReasonBalloon(this);
    connect(m_keys, &QComboBox::activated, this,
            [this](int index) { emit keyPicked(m_keys->itemData(index).toString()); });
    connect(m_formula, &LiveEdit::typed, this, &FormulaRow::typed);
    connect(m_remove, &QAbstractButton::clicked, this, &FormulaRow::removeAsked);
    setKey(key);
}

void FormulaRow::setKey(const std::string& key) {
    m_key = key;
    const KeyWords words = wordsOf(key);
    m_keys->setAccessibleName(tr("Key that the formula sets: %1").arg(words.title()));
    m_formula->setAccessibleName(tr("Formula for %1").arg(words.title()));
}

void FormulaRow::setKeys(const std::vector<std::string>& keys) {
    if (keys != m_offered) {
        m_offered = keys;
        m_keys->clear();
        for (const std::string& key : keys) {
            const KeyWords words = wordsOf(key);
            const QString shortText = key == "weight_fraction" ? QStringLiteral("T_W/T_B") : words.shortest();
            m_keys->add(words.title(), toQString(key), words.definition.section(QLatin1Char('\n'), 0, 0), shortText);
        }
    }
    m_keys->setCurrentIndex(m_keys->findData(toQString(m_key)));
    m_keys->setToolTip(m_keys->currentData(Qt::ToolTipRole).toString());
}

void FormulaRow::setTip(const QString& tip) { m_formula->setToolTip(tip); }

void FormulaRow::setError(const std::string& message) {
    const TextError error = message.empty() ? TextError{} : textErrorOf(m_formula->text(), message);
    m_formula->setError(error);
    setLine(m_reason, error.reason);
}

}  // namespace bubblescope
