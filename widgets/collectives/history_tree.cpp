#include "widgets/collectives/history_tree.h"

#include "widgets/collectives/collective_words.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kRow = 30;
constexpr double kLane = 11, kTreeLeft = 7, kBar = 46, kBarHeight = 14;
constexpr int kMostLanes = 4;

double laneX(int depth) { return kTreeLeft + std::min(depth, kMostLanes) * kLane; }

}  // namespace

HistoryTree::HistoryTree(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Where it came from"));
    setCursor(Qt::PointingHandCursor);
    setToolTip(tr("Click a row to go to its step."));
}

void HistoryTree::setHistory(std::shared_ptr<const Playback> playback, int nodeSize,
                             std::vector<States::Origin> history) {
    m_playback = std::move(playback);
    m_nodeSize = nodeSize;
    m_history = std::move(history);
    QStringList lines;
    for (std::size_t row = 0; row < m_history.size(); ++row) lines += textOf(row);
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

void HistoryTree::setOpPalette(const OpPalette& palette) {
    m_opPalette = &palette;
    update();
}

QSize HistoryTree::sizeHint() const { return {200, static_cast<int>(m_history.size()) * kRow}; }

QString HistoryTree::textOf(std::size_t row) const {
    const States::Origin& origin = m_history[row];
    const States& states = m_playback->states;
    const States::Version& version = states.version(origin.value);
    const QString name = rankName(*m_playback, origin.rank);
    const auto lettersOf = [&](States::VersionId value) {
        QStringList letters;
        for (int source = 0; source < states.ranks() && letters.size() < 6; ++source)
            if (states.sums(value, source)) letters += rankLetter(source, states.ranks());
        return letters.join(QLatin1Char('+')) + (states.countOf(value) > 5 ? QStringLiteral("+…") : QString());
    };
    if (version.step == 0) {
        return tr("start: %1 has %2")
            .arg(name, states.sources() == 1 ? valueText(states, origin.value) : lettersOf(origin.value));
    }
    if (!origin.own || (states.sources() > 1 && states.countOf(*origin.own) == 0))
        return tr("step %1: %2 receives it from %3")
            .arg(version.step)
            .arg(name, rankName(*m_playback, origin.senders.front()));
    if (origin.senders.size() > 1)
        return tr("step %1: %2 adds the data of %3 ranks").arg(version.step).arg(name).arg(origin.senders.size());
    if (const int parts = states.countOf(*origin.own); parts > 3)
        return tr("step %1: %2 adds %3 parts").arg(version.step).arg(name).arg(parts);
    return tr("step %1: %2 adds %3").arg(version.step).arg(name, lettersOf(*origin.own));
}

std::optional<std::size_t> HistoryTree::parentOf(std::size_t row) const {
    // Rows are in depth-first order: the parent is the last row before this one that is not deeper, or that it branched
    // off from.
    for (std::size_t before = row; before-- > 0;)
        if (m_history[before].depth < m_history[row].depth ||
            (m_history[before].depth == m_history[row].depth &&
             m_playback->states.version(m_history[before].value).step > 0 &&
             m_playback->states.version(m_history[before].value).step >
                 m_playback->states.version(m_history[row].value).step))
            return before;
    return std::nullopt;
}

int HistoryTree::nodeOf(std::size_t row) const { return m_playback->plan().nodeOf(m_history[row].rank, m_nodeSize); }

bool HistoryTree::crosses(std::size_t row) const {
    const auto parent = parentOf(row);
    return parent && nodeOf(*parent) != nodeOf(row);
}

QString HistoryTree::crossings() const {
    QStringList hops;
    for (std::size_t row = 0; row < m_history.size(); ++row) {
        if (!crosses(row)) continue;
        const QString hop =
            tr("The thick line is the message from node %1 to node %2.").arg(nodeOf(row)).arg(nodeOf(*parentOf(row)));
        if (!hops.contains(hop)) hops += hop;
    }
    return hops.isEmpty() ? QString() : hops.size() == 1 ? hops.front() : tr("Thick lines are messages between nodes.");
}

void HistoryTree::paintEvent(QPaintEvent* event) {
    if (m_history.empty()) return;
    const Theme& theme = themeOf(palette());
    const States& states = m_playback->states;
    const int n = states.ranks();
    const std::vector<QColor> colors = rankColors(n, m_nodeSize, *m_opPalette);
    const QColor line(theme.id == ThemeId::Dark ? "#bd9df1" : "#8a5fd0");
    int lanes = 0;
    for (const States::Origin& origin : m_history) lanes = std::max(lanes, std::min(origin.depth, kMostLanes));
    const double barX = laneX(lanes) + 14;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto y = [](std::size_t row) { return (static_cast<double>(row) + 0.5) * kRow; };
    for (std::size_t row = 1; row < m_history.size(); ++row) {
        const auto parent = parentOf(row);
        if (!parent) continue;
        painter.setPen(QPen(line, crosses(row) ? 4 : 1.25, Qt::SolidLine, Qt::FlatCap));
        const double x = laneX(m_history[row].depth), from = laneX(m_history[*parent].depth);
        if (x == from) {
            painter.drawLine(QPointF(x, y(*parent)), QPointF(x, y(row)));
        } else {
            painter.drawLine(QPointF(from, y(*parent)), QPointF(x, y(*parent) + kRow * 0.6));
            painter.drawLine(QPointF(x, y(*parent) + kRow * 0.6), QPointF(x, y(row)));
        }
    }
    painter.setFont(uiFont(11));
    const double first = std::floor(event->rect().top() / double(kRow)) - 1;
    for (std::size_t row = first < 0 ? 0 : static_cast<std::size_t>(first); row < m_history.size(); ++row) {
        if (y(row) - kRow > event->rect().bottom()) break;
        const States::Origin& origin = m_history[row];
        painter.setPen(QPen(row == 0 ? theme.text : line, 1.75));
        painter.setBrush(theme.window);
        painter.drawEllipse(QPointF(laneX(origin.depth), y(row)), 4.5, 4.5);
        const QRectF bar(barX, y(row) - kBarHeight / 2, kBar, kBarHeight);
        painter.fillRect(bar, theme.quiet);
        for (int source = 0; source < n; ++source) {
            if (!states.sums(origin.value, source)) continue;
            const auto place = static_cast<std::size_t>(source);
            const double share = states.sources() == 1 ? kBar : kBar / n;
            painter.fillRect(
                QRectF(bar.left() + (states.sources() == 1 ? 0 : source * share), bar.top(), share, kBarHeight),
                colors[place]);
        }
        painter.setPen(theme.text);
        const QRectF room(bar.right() + 8, y(row) - kRow / 2.0, width() - bar.right() - 8, kRow);
        painter.drawText(room, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap, textOf(row));
    }
}

void HistoryTree::mousePressEvent(QMouseEvent* event) {
    const auto row = static_cast<std::size_t>(std::max(0.0, event->position().y() / kRow));
    if (row >= m_history.size()) return;
    const States::Version& version = m_playback->states.version(m_history[row].value);
    emit chosen(m_history[row].rank, m_playback->states.rowOf(version.slot), version.step);
}

}  // namespace bubblescope
