#include "widgets/inspector/op_panel.h"

#include "widgets/inspector/op_text.h"
#include "widgets/kit/format.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/memory_text.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QTextDocumentFragment>

#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace bubblescope {

namespace {

/// The number of suggestions shown before "N more" is clicked.
constexpr int kFirstAdvices = 4;

QString changeTip(const Change& change) {
    switch (change.kind) {
        case ChangeKind::FreeTransfers:
            return OpPanel::tr("Assumes that transfers take no time: the most that a faster network could gain.");
        case ChangeKind::EvenStages:
            return OpPanel::tr("Moves layers from long stages to short ones, so that all stages take equally long.");
        case ChangeKind::TwiceMicrobatches:
            return OpPanel::tr(
                "Doubles the microbatches per step, so that more of them share the cost of filling and draining.");
        case ChangeKind::FreeFetches:
            return OpPanel::tr("Assumes that weights are there when needed: the most that faster fetches could gain.");
        case ChangeKind::LessRecompute:
            return OpPanel::tr("Recomputes less, or nothing, and stores activations instead.");
        case ChangeKind::MoreRecompute:
            return OpPanel::tr("Recomputes more, so that no device exceeds the memory limit.");
        case ChangeKind::MoreChunks:
            return OpPanel::tr(
                "Splits each device's layers into more, smaller chunks: work reaches the last device sooner, "
                "at the cost of more transfers.");
        case ChangeKind::FewerChunks:
            return OpPanel::tr("Splits each device's layers into fewer, larger chunks: fewer transfers.");
        case ChangeKind::MoreWarmup:
            return OpPanel::tr(
                "Runs one more forward per device before its first backward: inputs arrive before they are needed, at "
                "the cost of more activations.");
        case ChangeKind::SplitBackward:
            return OpPanel::tr("Splits the backward, so that grad weight (W) can wait and fill gaps.");
        case ChangeKind::OtherKind: return OpPanel::tr("Runs the same work with another schedule.");
        case ChangeKind::NoCap: return OpPanel::tr("Lets workers store as many activations as the order needs.");
        case ChangeKind::OtherValue: return OpPanel::tr("Runs the same work with another option of the step.");
        case ChangeKind::OtherMesh: return OpPanel::tr("Trains the same model on the same devices with another mesh.");
        case ChangeKind::OtherRecompute:
            return OpPanel::tr("Recomputes more or less of the forward in the backward, instead of storing it.");
        case ChangeKind::AlikeRanks: return OpPanel::tr("Makes all ranks equally fast: what the slow ones cost.");
        case ChangeKind::FastCommunication:
            return OpPanel::tr("Halves the time of all collectives and transfers: what faster links would gain.");
        case ChangeKind::OtherPriority:
            return OpPanel::tr("Changes which op goes first when two could start at the same time.");
    }
    return {};
}

QString unitOf(const Advice& advice) { return unitText(advice.change.trial.workload.timeUnit); }

QString priceText(const Advice& advice) {
    if (advice.bytes) {
        const QString now = formatMemory(advice.bytes->first), then = formatMemory(advice.bytes->second);
        return now == then ? OpPanel::tr("peak unchanged (%1)").arg(now) : OpPanel::tr("peak %1 → %2").arg(now, then);
    }
    if (advice.exposed) {
        const auto& [now, then] = *advice.exposed;
        const QString unit = unitOf(advice), before = formatDuration(now, unit), after = formatDuration(then, unit);
        return now == then ? OpPanel::tr("exposed comm. unchanged (%1)").arg(before)
                           : OpPanel::tr("exposed comm. %1 → %2").arg(before, after);
    }
    if (!exceeds(advice.peakAfter, advice.peakBefore) && !exceeds(advice.peakBefore, advice.peakAfter))
        return OpPanel::tr("activations unchanged (%1)").arg(formatNumber(advice.peakAfter, 3));
    const auto text = [&](int digits) {
        return std::pair{formatNumber(advice.peakBefore, digits), formatNumber(advice.peakAfter, digits)};
    };
    auto [before, after] = text(3);
    if (before == after) std::tie(before, after) = text(7);
    return OpPanel::tr("activations %1 → %2").arg(before, after);
}

/// Rich text as wide as its column. Its height per width is computed once, though layouts ask for it often: laying out
/// a document with tables is slow.
class RichLabel : public QLabel {
public:
    RichLabel() {
        setWordWrap(true);
        setTextFormat(Qt::RichText);
        setTextInteractionFlags(Qt::TextBrowserInteraction);
    }

    int heightForWidth(int width) const override {
        if (m_of != text()) m_heights.clear(), m_of = text();
        const auto known = m_heights.find(width);
        return known != m_heights.end() ? known->second : m_heights[width] = QLabel::heightForWidth(width);
    }
    QSize sizeHint() const override { return {200, fontMetrics().height()}; }
    QSize minimumSizeHint() const override { return {40, fontMetrics().height()}; }

protected:
    /// Focuses a link immediately, which shows where the keyboard is.
    void focusInEvent(QFocusEvent* event) override {
        QLabel::focusInEvent(event);
        const Qt::FocusReason reason = event->reason();
        if (reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason)
            focusNextPrevChild(reason == Qt::TabFocusReason);
    }
    void changeEvent(QEvent* event) override {
        m_heights.clear();
        QLabel::changeEvent(event);
    }

private:
    mutable QString m_of;
    mutable std::map<int, int> m_heights;  // by width
};

/// Shows a text; the label is a Tab stop if it has links.
void say(QLabel& label, const QString& text) {
    label.setText(keptTogether(text));
    label.setFocusPolicy(text.contains(QLatin1String("<a ")) ? Qt::StrongFocus : Qt::NoFocus);
}

QLabel* newLabel(const char* name, QPalette::ColorRole role) {
    auto* label = new RichLabel;
    label->setObjectName(QLatin1String(name));
    label->setFont(uiFont(12.5));
    label->setForegroundRole(role);
    return label;
}

}  // namespace

OpPanel::OpPanel(QWidget* parent) : SidePanel(Qt::LeftEdge, parent) {
    setAccessibleName(tr("Op and idle time"));
    setFocusPolicy(Qt::TabFocus);  // it has more to read than to click
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
    m_noteColumn = new QVBoxLayout;
    m_noteColumn->setSpacing(8);
    layout->addLayout(m_noteColumn);
    m_line = sectionLine();
    layout->addSpacing(6);
    layout->addWidget(m_line);
    layout->addSpacing(4);
    m_adviceTitle = sectionLabel({});
    layout->addWidget(m_adviceTitle);
    m_noAdvice = addLabel("noAdvice", QPalette::PlaceholderText);
    m_advice = new QWidget;
    m_advice->setObjectName("advice");
    auto* rows = new QVBoxLayout(m_advice);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(5);
    layout->addWidget(m_advice);
    m_more = new LinkButton({});
    m_more->setObjectName("moreAdvice");
    layout->addWidget(m_more, 0, Qt::AlignLeft);
    connect(m_more, &QPushButton::clicked, this, [this] {
        for (QWidget* row : m_advice->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) row->show();
        m_more->hide();
    });
    layout->addStretch();
    setWidget(m_column);
    clear();
    clearAdvice();
}

QLabel* OpPanel::addLabel(const char* name, QPalette::ColorRole role) {
    QLabel* label = newLabel(name, role);
    connect(label, &QLabel::linkActivated, this, [this](const QString& link) { follow(link, m_track); });
    m_column->layout()->addWidget(label);
    return label;
}

void OpPanel::setOp(int track, std::shared_ptr<const Run> run, Row row) {
    m_shown = Showing::Op;
    m_track = track;
    m_run = std::move(run);
    m_row = row;
    refresh();
}

void OpPanel::setIdle(int track, std::shared_ptr<const Run> run, LaneId lane, Time at) {
    m_shown = Showing::Idle;
    m_track = track;
    m_run = std::move(run);
    m_lane = lane;
    m_at = at;
    refresh();
}

void OpPanel::clear() {
    m_shown = Showing::Nothing;
    m_run.reset();
    refresh();
}

void OpPanel::setNotes(const std::vector<Note>& notes) {
    m_notes = notes;
    while (m_noteParts.size() < notes.size()) {
        const NoteParts parts{sectionLine(), sectionLabel({}), newLabel("note", QPalette::WindowText)};
        parts.title->setObjectName("noteTitle");
        connect(parts.text, &QLabel::linkActivated, this, [this, at = m_noteParts.size()](const QString& link) {
            if (at < m_notes.size()) follow(link, m_notes[at].track);
        });
        connect(parts.text, &QLabel::linkHovered, this, &OpPanel::notePointedAt);
        parts.text->installEventFilter(this);
        for (QWidget* part :
             {static_cast<QWidget*>(parts.line), static_cast<QWidget*>(parts.title), static_cast<QWidget*>(parts.text)})
            m_noteColumn->addWidget(part);
        m_noteParts.push_back(parts);
    }
    for (std::size_t i = 0; i < m_noteParts.size(); ++i) {
        const NoteParts& parts = m_noteParts[i];
        const bool isThere = i < notes.size();
        if (isThere) parts.title->setText(notes[i].heading.toUpper()), say(*parts.text, notes[i].text);
        for (QWidget* part :
             {static_cast<QWidget*>(parts.line), static_cast<QWidget*>(parts.title), static_cast<QWidget*>(parts.text)})
            part->setVisible(isThere);
    }
    orderTabs();
}

void OpPanel::orderTabs() {
    std::vector<QWidget*> stops;
    for (QWidget* label : {m_facts, m_lead, m_steps, m_conclusion, m_link}) stops.push_back(label);
    for (const NoteParts& parts : m_noteParts) stops.push_back(parts.text);
    for (QWidget* label : m_advice->findChildren<QLabel*>()) stops.push_back(label);
    stops.push_back(m_more);
    QWidget* before = this;
    for (QWidget* stop : stops)
        if (stop->focusPolicy() != Qt::NoFocus) setTabOrder(std::exchange(before, stop), stop);
}

/// A label does not notice when the mouse leaves it from a link, so it is sent a move to a place without one.
bool OpPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Leave) {
        const QPointF outside(-1, -1);
        QMouseEvent move(QEvent::MouseMove, outside, outside, Qt::NoButton, Qt::NoButton, Qt::NoModifier);
        QCoreApplication::sendEvent(watched, &move);
    }
    return SidePanel::eventFilter(watched, event);
}

void OpPanel::setFirstNumber(int firstNumber) {
    if (firstNumber == m_firstNumber) return;
    m_firstNumber = firstNumber;
    refresh();
}

void OpPanel::refresh() {
    if (m_tried != m_run) m_tried.reset();  // it may be gigabytes
    OpText text;
    if (m_shown == Showing::Op) text = textOfOp(*m_run, m_row, m_firstNumber);
    if (m_shown == Showing::Idle)
        if (const auto gap = gapAt(*m_run->timeline, m_lane, m_at)) {
            const bool isTried = m_tried == m_run && m_why.reason.gap == *gap;
            text = textOfIdle(*m_run, isTried ? m_why : whyIdle(*m_run, *gap), m_firstNumber);
        }
    if (text.headline.isEmpty()) {
        text = {};
        text.headline = tr("Op");
        text.conclusion = tr("Click an operation or a gap to see what it waited for.");
    }
    showText(text);
}

void OpPanel::showText(const OpText& text) {
    const auto set = [](QLabel* label, const QString& content) {
        say(*label, content);
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
    m_chain = text.chain;
    QString said = text.caption.isEmpty() ? text.lead : text.caption;
    if (said.isEmpty()) said = text.conclusion;
    if (m_shown == Showing::Nothing) said.clear();
    if (std::exchange(m_sentence, said) != said) emit sentenceChanged();
    QStringList links;
    const auto addLink = [&](const QString& to, const QString& words) {
        links += QStringLiteral("<a href=\"%1\" style=\"text-decoration:none\">%2</a>").arg(to, words);
    };
    if (!text.chain.empty()) addLink(QStringLiteral("chain"), tr("Show in chart"));
    if (text.dependent) addLink(QStringLiteral("row:%1").arg(*text.dependent), tr("Show dependencies"));
    set(m_link, links.join(QStringLiteral("<br>")));
}

void OpPanel::follow(const QString& link, int track) {
    if (link == QLatin1String("chain")) return emit showChain();
    if (!link.startsWith(QLatin1String("row:"))) return emit noteFollowed(link);
    bool isRow = false;
    const auto row = link.mid(4).toULongLong(&isRow);
    if (isRow) emit showOp(track, static_cast<Row>(row));
}

/// Deletes the rows later: one of their links may be the one that is being followed.
void OpPanel::clearRows() {
    for (QWidget* row : m_advice->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
        row->hide();
        row->setParent(nullptr);
        row->deleteLater();
    }
}

void OpPanel::setWhy(std::shared_ptr<const Run> run, const WhyIdle& why) {
    m_tried = std::move(run);
    m_why = why;
    refresh();
}

void OpPanel::setAdvice(const std::vector<Advice>& advice, const QString& schedule, bool isOverLimit) {
    clearRows();
    const QString title = schedule.isEmpty() ? tr("Ways to improve") : tr("Ways to improve %1").arg(schedule);
    m_adviceTitle->setText(title.toUpper());
    const int rest = static_cast<int>(advice.size()) - kFirstAdvices;
    for (const Advice& one : advice) {
        QWidget* row = adviceRow(one);
        m_advice->layout()->addWidget(row);
        if (rest > 1 && m_advice->layout()->count() > kFirstAdvices) row->hide();
    }
    m_more->setText(tr("%1 more").arg(rest));
    m_more->setVisible(rest > 1);
    m_line->show();
    m_adviceTitle->show();
    say(*m_noAdvice,
        isOverLimit ? tr("None of the changes tried makes it fit.") : tr("None of the changes tried makes it faster."));
    m_noAdvice->setVisible(advice.empty());
    orderTabs();
}

void OpPanel::setAdviceOld(bool isOld) { m_advice->setEnabled(!isOld); }

QWidget* OpPanel::adviceRow(const Advice& advice) {
    QString change = symbolHtml(QString::fromStdString(advice.change.name));
    if (!advice.change.note.empty())
        change += QStringLiteral(" (%1)").arg(QString::fromStdString(advice.change.note).toHtmlEscaped());
    change.replace(QStringLiteral("v = "), QStringLiteral("v\u00a0=\u00a0"));  // keeps it on one line
    if (advice.change.kind == ChangeKind::OtherMesh)                           // keeps "FSDP 16" and "TP 4" on one line
        change.replace(QRegularExpression(QStringLiteral("([A-Z]) ([0-9])")), QStringLiteral("\\1\u00a0\\2"));
    auto* row = new QWidget;
    auto* lines = new QGridLayout(row);
    lines->setContentsMargins(0, 0, 0, 0);
    lines->setHorizontalSpacing(8);
    lines->setVerticalSpacing(0);
    lines->setColumnStretch(0, 1);
    const auto add = [&](int line, int column, int columns, const QString& text, Qt::Alignment alignment) {
        const bool isLink = line == 0 && column == 0;
        auto* label = isLink ? new RichLabel : new QLabel;
        label->setText(text);
        label->setFont(uiFont(12.5));
        label->setForegroundRole(isLink ? QPalette::WindowText : QPalette::PlaceholderText);
        label->setAlignment(alignment | Qt::AlignTop);
        label->setWordWrap(isLink || columns > 1);
        lines->addWidget(label, line, column, 1, columns);
        return label;
    };
    auto* link = add(0, 0, 1, QStringLiteral("<a href=\"follow\" style=\"text-decoration:none\">%1</a>").arg(change),
                     Qt::AlignLeft);
    link->setToolTip(tipHtml(changeTip(advice.change) + ' ' + tr("Click to apply it; Undo reverts it.")));
    connect(link, &QLabel::linkActivated, this, [this, advice] { emit followed(advice); });
    const QString total = formatDuration(advice.totalTime, unitOf(advice)), relative = formatChange(advice.relative);
    const QString beside = tr("%1 · %2").arg(total, relative);
    const QFontMetricsF metrics(link->font());
    double widest = 0;
    for (const QString& word : QTextDocumentFragment::fromHtml(change).toPlainText().split(QLatin1Char(' ')))
        widest = std::max(widest, metrics.horizontalAdvance(word));
    constexpr int kLeastWidth = 180;
    const bool hasRoom = widest + lines->horizontalSpacing() + metrics.horizontalAdvance(beside) <
                         std::max(kLeastWidth, m_advice->width());
    if (advice.isEach) {  // too long to stand beside the link
        const QString each = advice.bytes                                         ? tr("%1 per sequence · %2")
                             : advice.change.trial.kind->family == Family::Scheme ? tr("%1 per batch · %2")
                                                                                  : tr("%1 per microbatch · %2");
        add(1, 0, 2, each.arg(total, relative), Qt::AlignLeft)->setToolTip(tr("Time of each, and its change."));
    } else {
        add(hasRoom ? 0 : 1, hasRoom ? 1 : 0, hasRoom ? 1 : 2, beside, hasRoom ? Qt::AlignRight : Qt::AlignLeft)
            ->setToolTip(tr("Total time, and its change."));
    }
    add(advice.isEach || !hasRoom ? 2 : 1, 0, 2, priceText(advice), Qt::AlignLeft)
        ->setToolTip(tipHtml(
            advice.bytes     ? tr("Peak memory of the fullest rank, now and with the change. Every suggestion fits.")
            : advice.exposed ? tr("Communication not hidden behind compute, now and with the change.")
                             : tr("Peak activations on any device, now and with the change.")));
    return row;
}

void OpPanel::clearAdvice(const QString& why) {
    clearRows();
    m_adviceTitle->setText(tr("Ways to improve").toUpper());
    say(*m_noAdvice, why);
    for (QWidget* part :
         {static_cast<QWidget*>(m_line), static_cast<QWidget*>(m_adviceTitle), static_cast<QWidget*>(m_noAdvice)})
        part->setVisible(!why.isEmpty());
    m_more->hide();
}

}  // namespace bubblescope
