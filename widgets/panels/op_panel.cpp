#include "widgets/panels/op_panel.h"

#include "widgets/kit/section_label.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/op_text.h"
#include "widgets/shown/format.h"

#include <QBoxLayout>
#include <QLabel>

namespace bubblescope {

OpPanel::OpPanel(QWidget* parent) : SidePanel(Qt::LeftEdge, parent) {
    setAccessibleName(tr("Op and idle time"));
    m_column = new QWidget;
    auto* layout = new QVBoxLayout(m_column);
    layout->setContentsMargins(16, 12, 16, 12);
    layout->setSpacing(8);
    m_headline = sectionLabel({});
    m_headline->setObjectName("headline");
    layout->addWidget(m_headline);
    m_title = addLabel("title", QPalette::WindowText);
    m_title->setFont(uiFont(13, QFont::DemiBold));
    m_facts = addLabel("facts", QPalette::WindowText);
    m_lead = addLabel("lead", QPalette::WindowText);
    m_steps = addLabel("steps", QPalette::PlaceholderText);
    m_conclusion = addLabel("conclusion", QPalette::PlaceholderText);
    m_link = addLabel("link", QPalette::WindowText);
    m_line = sectionLine();
    layout->addSpacing(6);
    layout->addWidget(m_line);
    layout->addSpacing(4);
    m_adviceTitle = sectionLabel({});
    layout->addWidget(m_adviceTitle);
    m_noAdvice = addLabel("noAdvice", QPalette::PlaceholderText);
    m_noAdvice->setText(tr("Nothing that was tried makes it faster."));
    m_advice = new QWidget;
    auto* rows = new QVBoxLayout(m_advice);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(5);
    layout->addWidget(m_advice);
    layout->addStretch();
    setWidget(m_column);
    clear();
    clearAdvice();
}

QLabel* OpPanel::addLabel(const char* name, QPalette::ColorRole role) {
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setFont(uiFont(12.5));
    label->setForegroundRole(role);
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextBrowserInteraction);
    connect(label, &QLabel::linkActivated, this, &OpPanel::follow);
    m_column->layout()->addWidget(label);
    return label;
}

void OpPanel::setOp(int track, std::shared_ptr<const Run> run, Row row) {
    m_shown = Shown::Op;
    m_track = track;
    m_run = std::move(run);
    m_row = row;
    refresh();
}

void OpPanel::setIdle(int track, std::shared_ptr<const Run> run, LaneId lane, Time at) {
    m_shown = Shown::Idle;
    m_track = track;
    m_run = std::move(run);
    m_lane = lane;
    m_at = at;
    refresh();
}

void OpPanel::clear() {
    m_shown = Shown::Nothing;
    m_run.reset();
    refresh();
}

void OpPanel::setFirstNumber(int firstNumber) {
    if (firstNumber == m_firstNumber) return;
    m_firstNumber = firstNumber;
    refresh();
}

void OpPanel::refresh() {
    OpText text;
    if (m_shown == Shown::Op) text = textOfOp(*m_run, m_row, m_firstNumber);
    if (m_shown == Shown::Idle) text = textOfIdle(*m_run, m_lane, m_at, m_firstNumber);
    if (text.headline.isEmpty()) {
        text = {};
        text.headline = tr("Op");
        text.conclusion = tr("Click an op or an idle stretch in the picture: here it says what it waited for.");
    }
    showText(text);
}

void OpPanel::showText(const OpText& text) {
    const auto set = [](QLabel* label, const QString& content) {
        label->setText(content);
        label->setVisible(!content.isEmpty());
    };
    QStringList facts;
    for (const QString& fact : text.facts) facts += fact.toHtmlEscaped();
    set(m_headline, text.headline.toUpper());
    set(m_title, text.title.toHtmlEscaped());
    set(m_facts, facts.join(QLatin1String("<br>")));
    set(m_lead, text.lead);
    set(m_steps, text.steps.join(QLatin1String("<br>")));
    set(m_conclusion, text.conclusion);
    set(m_link, text.hasShown ? QStringLiteral("<a href=\"row:%1\" style=\"text-decoration:none\">%2</a>")
                                    .arg(text.shown)
                                    .arg(tr("Show on the picture"))
                              : QString());
}

void OpPanel::follow(const QString& link) {
    bool isRow = false;
    const auto row = link.mid(4).toULongLong(&isRow);
    if (isRow && link.startsWith(QLatin1String("row:"))) emit showOp(m_track, static_cast<Row>(row));
}

void OpPanel::clearRows() { qDeleteAll(m_advice->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)); }

void OpPanel::setAdvice(const std::vector<Advice>& advice, const QString& schedule) {
    clearRows();
    const QString title = schedule.isEmpty() ? tr("What would help") : tr("What would help %1").arg(schedule);
    m_adviceTitle->setText(title.toUpper());
    for (const Advice& one : advice) m_advice->layout()->addWidget(adviceRow(one));
    m_line->show();
    m_adviceTitle->show();
    m_noAdvice->setVisible(advice.empty());
}

QWidget* OpPanel::adviceRow(const Advice& advice) const {
    const QString note = QString::fromStdString(advice.note);
    const bool isEach = note == QLatin1String("each");
    QString change = symbolHtml(QString::fromStdString(advice.change));
    if (!note.isEmpty() && !isEach) change += QStringLiteral(" (%1)").arg(note.toHtmlEscaped());
    const QString total = formatNumber(advice.totalTime, 4);
    auto* left = new QLabel(change);
    left->setFont(uiFont(12.5));
    left->setWordWrap(true);
    auto* right =
        new QLabel(tr("%1 · −%2").arg(isEach ? tr("%1 each").arg(total) : total, formatPercent(qAbs(advice.relative))));
    right->setFont(uiFont(12.5));
    right->setForegroundRole(QPalette::PlaceholderText);
    right->setAlignment(Qt::AlignRight | Qt::AlignTop);
    right->setToolTip(isEach ? tr("Time of each of them, and how much less that is than now")
                             : tr("Total time, and how much less that is than now"));
    auto* row = new QWidget;
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(left, 1);
    line->addWidget(right);
    return row;
}

void OpPanel::clearAdvice() {
    clearRows();
    m_line->hide();
    m_adviceTitle->hide();
    m_noAdvice->hide();
}

}  // namespace bubblescope
