#include "widgets/panels/stage_times_row.h"

#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/reason_balloon.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include <QBoxLayout>

namespace bubblescope {

namespace {

constexpr double StageTimes::*kMembers[] = {&StageTimes::forward, &StageTimes::backward};
constexpr int kFieldWidth = 62;

}  // namespace

StageTimesRow::StageTimesRow(const QString& word, const QString& definition, QWidget* parent) : QWidget(parent) {
    const QString names[] = {tr("%1, forward").arg(word), tr("%1, backward").arg(word)};
    m_line = new QHBoxLayout;
    m_line->setSpacing(4);
    m_word = wordLabel(word);
    m_word->setToolTip(tipHtml(definition));
    m_line->addWidget(m_word, 1);
    m_determined = new QLabel;
    m_determined->setFont(uiFont(12));
    m_determined->hide();
    m_line->addWidget(m_determined);
    for (std::size_t i = 0; i < m_fields.size(); ++i) {
        m_fields[i] = new NumberField;
        m_fields[i]->setFixedSize(kFieldWidth, m_fields[i]->sizeHint().height());
        m_fields[i]->setAccessibleName(names[i]);
        m_fields[i]->setToolTip(tipHtml(names[i] + QStringLiteral(". ") + definition));
        m_line->addWidget(m_fields[i]);
        connect(m_fields[i], &NumberField::typed, this, [this, i](const QString& text) { take(i, text); });
        connect(m_fields[i], &NumberField::restored, this, [this] { setLine(m_error, {}); });
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(1);
    layout->addLayout(m_line);
    m_error = new ReasonBalloon(this);
    setTimes({});
}

void StageTimesRow::setTimes(const StageTimes& times) {
    m_times = times;
    for (std::size_t i = 0; i < m_fields.size(); ++i) m_fields[i]->showText(formatExact(times.*kMembers[i]));
    setLine(m_error, {});
}

void StageTimesRow::setHeading(QWidget* heading) {
    m_word->hide();
    m_line->insertWidget(0, heading, 1);
}

void StageTimesRow::setDetermined(const QString& text) {
    m_determined->setText(text);
    m_determined->setVisible(!text.isEmpty());
    for (NumberField* field : m_fields) field->setVisible(text.isEmpty());
}

void StageTimesRow::setError(const QString& reason) { setLine(m_error, reason); }

QString StageTimesRow::error() const { return m_error->text(); }

void StageTimesRow::take(std::size_t which, const QString& text) {
    const auto number = parseNumber(text, {});
    const bool isTime = number && *number >= 0;
    m_fields[which]->setMarked(!isTime);
    setLine(m_error, isTime ? QString() : tr("must be a time, 0 or more"));
    if (!isTime) return;
    StageTimes times = m_times;
    times.*kMembers[which] = *number;
    if (times == m_times) return setTimes(times);
    emit edited(times);
}

}  // namespace bubblescope
