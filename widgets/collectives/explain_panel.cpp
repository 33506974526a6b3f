#include "widgets/collectives/explain_panel.h"

#include "widgets/collectives/collective_words.h"
#include "widgets/collectives/history_tree.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/text.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

QLabel* paragraph(double size, QFont::Weight weight = QFont::Normal) {
    auto* label = new QLabel;
    label->setFont(uiFont(size, weight));
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

/// "six" instead of 6; numbers from 10 up stay digits.
QString counted(int number) {
    static const char* const kWords[] = {QT_TRANSLATE_NOOP("Text", "none"),  QT_TRANSLATE_NOOP("Text", "one"),
                                         QT_TRANSLATE_NOOP("Text", "two"),   QT_TRANSLATE_NOOP("Text", "three"),
                                         QT_TRANSLATE_NOOP("Text", "four"),  QT_TRANSLATE_NOOP("Text", "five"),
                                         QT_TRANSLATE_NOOP("Text", "six"),   QT_TRANSLATE_NOOP("Text", "seven"),
                                         QT_TRANSLATE_NOOP("Text", "eight"), QT_TRANSLATE_NOOP("Text", "nine")};
    return number < 10 ? Text::tr(kWords[number]) : QString::number(number);
}

using enum Collective;

bool hasHierarchical(Collective collective) {
    const auto all = algorithmsOf(collective);
    return std::any_of(all.begin(), all.end(), [](const Algorithm& each) { return each.usesTwoLinks(); });
}

/// The factor that busBandwidth() multiplies S / t by.
QString leastOf(Collective collective) {
    switch (collective) {
        case AllReduce: return QStringLiteral(" × 2 (n − 1)/n");
        case AllGather:
        case ReduceScatter:
        case AllToAll: return QStringLiteral(" × (n − 1)/n");
        default: return {};
    }
}

/// The share of the time that is latency, and the size below which latency dominates.
QString latencyText(const CollectiveRun& run, const CollectiveSetup& setup, const LinkSpeed& link) {
    const auto steps = static_cast<double>(run.form.steps());
    const double latency = steps * link.latency, all = toUnits(run.time);
    const double aByte = run.form.group.beta() * link.perByte();
    QString text = all > 0 ? ExplainPanel::tr("Latency accounts for %1 × %2 = %3 of it (%4).")
                           : ExplainPanel::tr("Latency accounts for %1 × %2 = %3 of it.");
    text = text.arg(run.form.steps()).arg(formatMicroseconds(link.latency), formatMicroseconds(latency));
    if (all > 0) text = text.arg(formatPercent(latency / all));
    if (latency > 0 && aByte > 0 && bytesOf(setup) > 0)
        text += QLatin1Char(' ') +
                ExplainPanel::tr("Below %1, latency dominates and fewer steps win.").arg(formatBytes(latency / aByte));
    return text;
}

QString unbroken(QString text) { return text.replace(QLatin1Char(' '), QChar(0x00a0)); }

/// What the reverse is of an algorithm whose dual is not in the list.
QString backwards(Collective collective) {
    switch (collective) {
        case AllToAll:
            return ExplainPanel::tr(
                "Reversed, the data from rank 4 to rank 5 goes from 5 to 4: all-to-all is its own reverse.");
        case Barrier: return ExplainPanel::tr("A reversed barrier is a barrier again.");
        case Send: return ExplainPanel::tr("A reversed send is a send from the other end.");
        default: return ExplainPanel::tr("Its sums cannot be undone one by one, so its reverse is not an algorithm.");
    }
}

/// In which order a binomial tree reaches near and far ranks; plans of that name differ.
QString orderOfTree(const Algorithm& algorithm) {
    if (algorithm.id != "binomial") return {};
    switch (algorithm.collective) {
        case Broadcast:
            return ExplainPanel::tr(
                "Near ranks receive first and far ranks last, all at once; the opposite order is also a tree.");
        case Reduce:
            return ExplainPanel::tr(
                "Far ranks send first, all at once, and near ranks last; the opposite order is also a tree.");
        case AllReduce:
            return ExplainPanel::tr("Far ranks send first and get the result last; the opposite order is also a tree.");
        case Scatter: return ExplainPanel::tr("Far ranks come first, so data for another node crosses once.");
        case Gather: return ExplainPanel::tr("Near ranks come first, so data for another node crosses once.");
        default: return {};
    }
}

}  // namespace

ExplainPanel::ExplainPanel(QWidget* parent) : SidePanel(Qt::LeftEdge, parent) {
    setAccessibleName(tr("Explanation"));
    setFocusPolicy(Qt::TabFocus);  // it has more to read than to click
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(kFormMargin, 12, kFormMargin, 12);
    column->setSpacing(6);
    column->addWidget(m_slot = sectionLabel({}));
    column->addWidget(m_title = paragraph(14, QFont::DemiBold));
    column->addWidget(m_body = paragraph(12.5));
    column->addWidget(m_from = sectionLabel(tr("Where it came from")));
    column->addWidget(m_history = new HistoryTree);
    column->addWidget(m_crossings = paragraph(11.5));
    column->addWidget(sectionLine());
    column->addWidget(m_why = sectionLabel({}));
    column->addWidget(m_whyBody = paragraph(12.5));
    column->addWidget(m_whySum = paragraph(12.5, QFont::DemiBold));
    column->addWidget(m_whyRest = paragraph(12));
    column->addWidget(sectionLine());
    column->addWidget(sectionLabel(tr("Dual")));
    m_reverse = new QPushButton(tr("⇄  Reverse every arrow"));
    m_reverse->setFont(uiFont(12.5));
    column->addWidget(m_reverse);
    column->addWidget(m_dualBody = paragraph(12));
    for (QLabel* label : {m_crossings, m_whyRest, m_dualBody}) label->setForegroundRole(QPalette::PlaceholderText);
    column->addStretch();
    setWidget(content);
    connect(m_history, &HistoryTree::chosen, this, &ExplainPanel::originChosen);
    connect(m_reverse, &QPushButton::clicked, this, &ExplainPanel::reverseAsked);
}

void ExplainPanel::setRun(std::shared_ptr<const Playback> playback, const CollectiveSetup& setup,
                          const CollectiveRun* run) {
    m_playback = std::move(playback);
    m_setup = setup;
    m_shown.reset();
    showWhy(run);
    showDual(run);
    setPick(std::nullopt, {});
}

void ExplainPanel::setPick(const std::optional<std::pair<int, int>>& pick, const Moment& moment) {
    const bool isShown = pick && m_playback;
    const std::size_t steps = isShown ? moment.done[static_cast<std::size_t>(pick->first)] : 0;
    if (isShown && m_shown == std::pair(*pick, steps)) return;
    m_shown = isShown ? std::optional(std::pair(*pick, steps)) : std::nullopt;
    const auto value =
        isShown ? m_playback->states.at(pick->first, pick->second, moment.done[static_cast<std::size_t>(pick->first)])
                : std::nullopt;
    for (QLabel* label : {m_from, m_crossings}) label->setVisible(value.has_value());
    m_history->setVisible(value.has_value());
    if (!isShown) {
        m_slot->setText(tr("Slot").toUpper());
        const auto section =
            m_playback ? m_playback->drawnSection() : Result<std::optional<States::Section>>(std::nullopt);
        const bool isByNode = section && *section && (*section)->perColumn > 1;
        m_title->setText(isByNode ? tr("Drawn by node") : tr("Click a slot"));
        QString text = isByNode
                           ? tr("A node has the value that changed last in one of its ranks. Up to %1 ranks, every "
                                "rank is drawn, and a click on a slot explains its value.")
                                 .arg(Playback::kMostRanks)
                           : tr("The panel then shows where its value came from, step by step.");
        if (m_playback && m_playback->states.sources() == 1)
            text += QLatin1Char(' ') +
                    (m_playback->plan().isOfPairs
                         ? tr("4.5 is the data from rank 4 to rank 5; shift +1 is data that has one rank to go.")
                         : tr("t0, t1, … are the slots of the data sent; their colour shows whose they are."));
        const QString example = m_playback ? exampleText(*m_playback, moment) : QString();
        if (!example.isEmpty()) text += QLatin1Char('\n') + tr("Step %1: %2").arg(moment.steps()).arg(example);
        m_body->setText(text);
        return;
    }
    const States& states = m_playback->states;
    const auto [rank, row] = *pick;
    const std::size_t done = moment.done[static_cast<std::size_t>(rank)];
    const QString name =
        value ? QString::fromStdString(states.plan().slotName(states.version(*value).slot)) : QString::number(row);
    m_slot->setText(tr("Slot %1 on %2").arg(name, rankName(*m_playback, rank)).toUpper());
    QString who = rankName(*m_playback, rank);
    who[0] = who[0].toUpper();
    const auto showTitle = [&](const QString& what) {
        m_title->setText(done == 0 ? tr("At the start: %1").arg(what) : tr("After step %1: %2").arg(done).arg(what));
    };
    if (!value) {
        std::size_t sent = done;  // the last step after which it was still here
        while (sent > 0 && !states.at(rank, row, sent)) --sent;
        const bool wasHere = states.at(rank, row, sent).has_value();
        showTitle(wasHere ? tr("sent on") : tr("empty"));
        m_body->setText(wasHere ? tr("%1 sent it on in step %2 without keeping a copy.").arg(who).arg(sent + 1)
                                : tr("No data has arrived here yet."));
        return;
    }
    const bool isSummed = states.sources() > 1;
    const int count = isSummed ? states.countOf(*value) : 1;
    showTitle(!isSummed                    ? valueText(states, *value)
              : count == states.summands() ? tr("the complete sum")
                                           : tr("%1 of %2 parts").arg(counted(count), counted(states.summands())));
    const States::Version& version = states.version(*value);
    QStringList lines;
    if (version.step == 0) {
        lines += tr("%1 has had it from the start.").arg(who);
    } else {
        const Plan& plan = states.plan();
        const std::size_t step = version.step - 1;
        const auto before = states.at(rank, row, step);
        bool isAdded = false;
        for (std::size_t i = plan.beginOf(step); i < plan.steps[step].end && lines.size() < 4; ++i) {
            const auto sent = plan.slotsOf(i);
            if (plan.transfers[i].to != rank || !std::binary_search(sent.begin(), sent.end(), version.slot)) continue;
            const auto was = states.at(plan.transfers[i].from, row, step);
            isAdded = isAdded || adds(plan.transfers[i].mode);
            lines += isSummed
                         ? tr("Step %1: %2 sends slot %3 (now %4) to %5.")
                               .arg(step + 1)
                               .arg(rankName(*m_playback, plan.transfers[i].from), name, valueText(states, *was),
                                    rankName(*m_playback, rank))
                         : tr("Step %1: %2 sends slot %3 to %4.")
                               .arg(step + 1)
                               .arg(rankName(*m_playback, plan.transfers[i].from), name, rankName(*m_playback, rank));
        }
        if (isAdded && before && states.countOf(*before) > 0)
            lines += tr("%1 adds its own %2.").arg(who, valueText(states, *before));
    }
    if (isSummed && count < states.summands()) {
        QStringList missing;
        for (int source = 0; source < states.ranks(); ++source)
            if (!states.sums(*value, source) && source != m_playback->outsider)
                missing += rankLetter(source, states.ranks()) + name;
        if (missing.size() <= 6) lines += tr("Still missing: %1.").arg(formatList(missing));
    }
    if (states.isLeftover(*value, done))
        lines += tr("This copy is stale: it was passed on and is not read here again.");
    m_body->setText(lines.join(QLatin1Char('\n')));
    m_history->setHistory(m_playback, m_setup.cluster.nodeSize, states.historyOf(rank, row, done));
    m_crossings->setText(m_history->crossings());
    m_crossings->setVisible(!m_crossings->text().isEmpty());
}

void ExplainPanel::showWhy(const CollectiveRun* run) {
    const bool isShown = run != nullptr && m_setup.ranks > 1;
    for (QLabel* label : {m_why, m_whyBody, m_whySum, m_whyRest}) label->setVisible(isShown);
    if (!isShown) return;
    const Reason& why = run->algorithm->reason;
    const QString share = toQString(why.share);
    m_why->setText(tr("Why").toUpper() + QLatin1Char(' ') + share);
    const int n = m_setup.ranks;
    const ClosedForm& form = run->form;
    const long long steps = form.steps();
    QString sentence = Text::tr(why.sentence.data());
    const long long numbers[] = {n, n - 1, steps};  // a sentence need not use all of them
    for (int i = 0; i < 3; ++i)
        sentence.replace(QLatin1Char('%') + QString::number(i + 1), QString::number(numbers[i]));
    m_whyBody->setText(sentence);
    QString sum = costSum(*run->algorithm, form);
    // Lines break only between the terms of the sum.
    sum.replace(share + QStringLiteral(" · S"), unbroken(share + QStringLiteral(" · S")));
    m_whySum->setText(sum.replace(QStringLiteral(" S"), QStringLiteral("\u00a0S")));
    const Cluster& cluster = m_setup.cluster;
    const bool isWithin = isWithinNode(teamOf(m_setup));
    const LinkSpeed& link = isWithin ? cluster.intra : cluster.inter;
    QStringList rest{tr("The total time is %1.").arg(formatMicroseconds(toUnits(run->time)))};
    const bool isOfGroup = run->algorithm->pace == StepPace::Group;
    if (run->algorithm->pace == StepPace::Rings)
        rest +=
            (run->team.ranks % run->team.nodeSize == 0
                 ? tr("%1 rings run in parallel, each with 1/%1 of the buffer. Each rank is the last one of its node "
                      "in one ring, so every rank sends through its own NIC.")
                 : tr("%1 rings run in parallel, each with 1/%1 of the buffer: one per rank of the smallest node."))
                .arg(run->team.rings);
    else if (run->algorithm->pace == StepPace::Ports)
        rest += run->team.rings == 1
                    ? tr("Each of the two trees splits its half of the buffer into %1 pieces.").arg(run->team.pieces)
                    : tr("The buffer is split into %1 parts, one per double tree. Each of its two trees splits "
                         "its half of a part into %2 pieces.")
                          .arg(run->team.rings)
                          .arg(run->team.pieces);
    else if (isOfGroup)
        rest += latencyText(*run, m_setup, link);
    else if (form.inter.alpha == 1)
        rest += tr("1 of %1 latencies is that of the inter-node link.").arg(steps);
    else
        rest += tr("%1 of %2 latencies are those of the inter-node link.").arg(form.inter.alpha).arg(steps);
    // Its cells inside nodes are as long as the cells between nodes.
    if (isOfGroup && !isWithin && steps > 0) {
        rest += tr("The algorithm ignores nodes, so the slow inter-node link sets the pace of every step.");
        if (hasHierarchical(run->algorithm->collective)) rest += tr("Hierarchical uses a single link in each phase.");
    }
    if (n > 2) rest += orderOfTree(*run->algorithm);
    if (run->busBandwidth) {
        rest += tr("Bus bandwidth is S/t%1: the least that any plan must send, divided by the time.")
                    .arg(leastOf(run->algorithm->collective));
        const QString bandwidth = formatNumber(*run->busBandwidth, 4);
        if (run->team.rings > 1 && !isOfGroup)
            rest += tr("It is %1 GB/s; the %2 NICs of a node have %3 GB/s together.")
                        .arg(bandwidth)
                        .arg(run->team.rings)
                        .arg(formatNumber(run->team.rings * link.bandwidth, 4));
        else
            rest += (isWithin ? tr("It is %1 GB/s; the link inside a node has %2 GB/s.")
                              : tr("It is %1 GB/s; the link between nodes has %2 GB/s."))
                        .arg(bandwidth, formatNumber(link.bandwidth, 4));
    }
    rest.removeAll(QString());
    m_whyRest->setText(rest.join(QLatin1Char(' ')));
}

void ExplainPanel::showDual(const CollectiveRun* run) {
    const Algorithm* dual = run ? dualOf(*run->algorithm) : nullptr;
    m_reverse->setEnabled(dual != nullptr);
    if (!run) return m_dualBody->setText({});
    if (!dual) return m_dualBody->setText(backwards(m_setup.collective));
    if (!infoOf(dual->collective).reduces && !infoOf(m_setup.collective).reduces)
        return m_dualBody->setText(
            tr("Reversed, the last step comes first and every arrow turns: %1 becomes %2, at the same cost.")
                .arg(toQString(infoOf(m_setup.collective).id), toQString(infoOf(dual->collective).id)));
    m_dualBody->setText(
        dual->collective == run->algorithm->collective
            ? tr("Reversed, copies become sums and sums become copies: %1 is its own reverse, at the same cost.")
                  .arg(toQString(infoOf(dual->collective).id))
            : tr("Reversed, copies become sums, sums become copies and the last step comes first: %1 becomes %2, at "
                 "the same cost.")
                  .arg(toQString(infoOf(run->algorithm->collective).id), toQString(infoOf(dual->collective).id)));
}

QString ExplainPanel::ofSlot() const {
    if (!m_shown) return {};
    const auto& [rank, row] = m_shown->first;
    return tr("Slot %1 on %2. %3. %4")
        .arg(row)
        .arg(rankName(*m_playback, rank), m_title->text(), m_body->text().replace(QLatin1Char('\n'), QLatin1Char(' ')));
}

QString ExplainPanel::text() const {
    QStringList lines;
    for (const QLabel* label :
         {m_slot, m_title, m_body, m_crossings, m_why, m_whyBody, m_whySum, m_whyRest, m_dualBody})
        if (!label->isHidden() && !label->text().isEmpty()) lines += label->text();
    return lines.join(QLatin1Char('\n')).replace(QChar(0x00a0), QLatin1Char(' '));
}

}  // namespace bubblescope
