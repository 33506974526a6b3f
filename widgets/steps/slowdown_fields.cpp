#include "widgets/steps/slowdown_fields.h"

#include "widgets/kit/flat_style.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/theme.h"

#include "engine/entries/step_edits.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QLabel>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kFactorColumns = 4, kFactorRoom = 243, kWordSpacing = 3, kLeastField = 40, kFieldPadding = 17;
constexpr double kMostFactor = 1000;

QString factorText(double factor) { return formatExact(factor) + QChar(0xd7); }

}  // namespace

SlowdownFields::SlowdownFields(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    QLabel* const heading = wordLabel(tr("Slowdown per rank"));
    heading->setToolTip(
        tr("Factor on the compute time of a rank: 1.3 means 1.3 times as long. Collectives, the optimizer and the host "
           "are not slowed down."));
    column->addWidget(heading);
    m_factorGrid = new QGridLayout;
    m_factorGrid->setSpacing(4);
    column->addLayout(m_factorGrid);
}

NumberField* SlowdownFields::factor(int rank) const {
    const auto i = static_cast<std::size_t>(rank);
    return i < m_factors.size() && !m_factors[i].field->isHidden() ? m_factors[i].field : nullptr;
}

void SlowdownFields::addFactor(int rank) {
    Factor one{wordLabel(QString::number(rank)), new NumberField};
    one.field->setFixedHeight(24);
    one.field->setAccessibleName(tr("Slowdown of rank %1").arg(rank));
    auto* line = new QHBoxLayout;
    line->setSpacing(kWordSpacing);
    line->addWidget(one.word);
    line->addWidget(one.field, 1);
    one.line = line;
    m_factorGrid->addLayout(line, rank / m_factorColumns, rank % m_factorColumns);
    connect(one.field, &NumberField::typed, this, [this, rank](const QString& text) { takeFactor(rank, text); });
    connect(one.field, &NumberField::restored, this, [field = one.field] { setMarked(field, false); });
    m_factors.push_back(one);
    std::vector<QWidget*> stops;
    for (const Factor& each : m_factors) stops.push_back(each.field);
    orderTabsIn(*this, stops);
}

void SlowdownFields::layOutFactors(int fieldWidth) {
    int word = 0;
    for (const Factor& one : m_factors) word = std::max(word, one.word->sizeHint().width());
    const int each = word + kWordSpacing + fieldWidth + m_factorGrid->horizontalSpacing();
    const int columns = std::clamp((kFactorRoom + m_factorGrid->horizontalSpacing()) / each, 1, kFactorColumns);
    if (columns == m_factorColumns) return;
    m_factorColumns = columns;
    for (const Factor& one : m_factors) m_factorGrid->removeItem(one.line);
    for (std::size_t rank = 0; rank < m_factors.size(); ++rank) {
        const int at = static_cast<int>(rank);
        m_factorGrid->addLayout(m_factors[rank].line, at / columns, at % columns);
    }
}

void SlowdownFields::setScenario(const Scenario& scenario) {
    m_scenario = scenario;
    const std::vector<double> factors = slowdownOf(m_scenario);
    const std::size_t shown = std::min<std::size_t>(factors.size(), kMostFactors);
    while (m_factors.size() < shown) addFactor(static_cast<int>(m_factors.size()));
    setVisible(shown > 0);
    int widest = kLeastField;
    for (std::size_t rank = 0; rank < shown; ++rank)
        widest = std::max(
            widest, m_factors[rank].field->fontMetrics().horizontalAdvance(factorText(factors[rank])) + kFieldPadding);
    layOutFactors(widest);
    for (std::size_t rank = 0; rank < m_factors.size(); ++rank) {
        const Factor& one = m_factors[rank];
        one.word->setVisible(rank < shown);
        one.field->setVisible(rank < shown);
        if (rank >= shown) continue;
        one.field->setMinimumWidth(widest);
        one.field->showText(factorText(factors[rank]));
        setMarked(one.field, false);
    }
}

void SlowdownFields::takeFactor(int rank, const QString& text) {
    const auto value = parseNumber(text, QString(QChar(0xd7)));
    NumberField* const field = m_factors[static_cast<std::size_t>(rank)].field;
    const bool isGood = value && *value >= 0 && *value <= kMostFactor;
    setMarked(field, !isGood);
    field->setToolTip(isGood ? QString() : tr("Needs a factor from 0 to %1, such as 1.3.").arg(kMostFactor));
    if (isGood) emit edited({withSlowdown(m_scenario, rank, *value), tr("Change slowdown of rank %1").arg(rank), 0});
}

}  // namespace bubblescope
