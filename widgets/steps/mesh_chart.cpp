#include "widgets/steps/mesh_chart.h"

#include "engine/results/frontier.h"
#include "engine/study/mesh_question.h"
#include "engine/transformers/hardware.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/chart_quantity.h"
#include "widgets/charts/plot_library.h"
#include "widgets/kit/format.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/memory_text.h"
#include "widgets/shown/model_facts.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int kTop = 20, kBottom = 36, kLeft = 46, kRight = 16;
constexpr double kRadius = 3, kRadiusOfBest = 5, kNear = 12;
constexpr double kTimesOfBest = 2.2, kTimesOfDevice = 1.6;  // how far the axes reach

}  // namespace

MeshChart::MeshChart(QWidget* parent)
    : PointsChart(tr("Meshes: memory over step time"), {kLeft, kTop, kRight, kBottom}, parent) {
    rebuild();
}

void MeshChart::begin(const MeshQuestion& question) {
    const auto hardware = hardwareOf(question.cluster);
    m_hardware = hardware ? std::optional(*hardware) : std::nullopt;
    m_unit = unitText(question.timeUnit);
    m_sequences = sequencesOf(question);
    setOutcomes({}, {});
}

void MeshChart::setOutcomes(const std::vector<MeshChoice>& choices, const std::vector<MeshOutcome>& outcomes) {
    m_choices = choices;
    m_outcomes = outcomes;
    rebuild();
}

void MeshChart::setOpen(std::optional<Open> open) {
    if (m_open == open) return;
    m_open = std::move(open);
    rebuild();
}

bool MeshChart::isInside(std::size_t choice) const {
    const MeshOutcome& one = m_outcomes[choice];
    return toUnits(one.total) <= m_plot->xAxis->range().upper &&
           static_cast<double>(one.memoryPeak) <= 1e9 * m_plot->yAxis->range().upper;
}

void MeshChart::rebuild() {
    m_ran = bestFirst(m_outcomes);
    m_told = {m_ran.size(), 0, 0};
    m_best.reset();
    if (!m_ran.empty() && m_outcomes[m_ran.front()].fits) m_best = m_ran.front();
    if (m_at && *m_at >= m_outcomes.size()) m_at.reset();
    std::vector<HeldAndValue> places;
    double fastest = 0, least = 0;
    for (const std::size_t each : m_ran) {
        const MeshOutcome& one = m_outcomes[each];
        const double time = toUnits(one.total), bytes = static_cast<double>(one.memoryPeak);
        places.push_back({bytes, time});
        fastest = fastest == 0 ? time : std::min(fastest, time);
        least = least == 0 ? bytes : std::min(least, bytes);
        m_told.fit += one.fits;
    }
    m_frontier.clear();
    for (const std::size_t each : frontierOf(places)) m_frontier.push_back(m_ran[each]);
    const double from = m_best ? toUnits(m_outcomes[*m_best].total) : fastest;
    double to = kTimesOfBest * from, top = std::max(kTimesOfDevice * usableMemory(), m_best ? 0 : 1.2 * least);
    if (m_open) to = std::max(to, std::min(1.1 * m_open->time, 2 * to));
    const double start = std::min(fastest, m_open ? m_open->time : fastest) * 0.92;
    m_plot->xAxis->setRange(start, to > start ? to : start + 1);
    m_plot->yAxis->setRange(0, top > 0 ? top / 1e9 : 1);
    for (const std::size_t each : m_ran) m_told.beyond += !isInside(each);
    setAccessibleDescription(m_best ? linesOf(*m_best).join(QStringLiteral(", ")) : QString());
    arrange();
}

void MeshChart::arrange() {
    const double width = m_plot->width() - kLeft - kRight, height = m_plot->height() - kTop - kBottom;
    setTicks(*m_plot->xAxis, {Quantity::TotalTime, {}}, std::clamp(static_cast<int>(width / 70), 2, 8));
    setTicks(*m_plot->yAxis, {Quantity::MemoryPeak, {}}, std::clamp(static_cast<int>(height / 34), 2, 5));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::optional<QPointF> MeshChart::pointOf(std::size_t choice) const {
    if (choice >= m_outcomes.size() || !m_outcomes[choice].refusal.empty() || !isInside(choice)) return std::nullopt;
    const MeshOutcome& one = m_outcomes[choice];
    return QPointF(m_plot->xAxis->coordToPixel(toUnits(one.total)),
                   m_plot->yAxis->coordToPixel(static_cast<double>(one.memoryPeak) / 1e9));
}

void MeshChart::paintGround(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    const QRectF area = m_plot->axisRect()->rect();
    paintCaptions(painter, tr("peak memory, GB"), tr("time for %1 sequences, %2").arg(m_sequences).arg(m_unit));
    if (usableMemory() <= 0) return;
    const double y = m_plot->yAxis->coordToPixel(usableMemory() / 1e9);
    QColor beyond = theme.error;
    beyond.setAlphaF(0.06F);
    painter.fillRect(QRectF(area.left(), area.top(), area.width(), y - area.top()), beyond);
    QPen pen(theme.text, 1.2);
    pen.setDashPattern({4, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
}

void MeshChart::paintPoints(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    const QRectF area = m_plot->axisRect()->rect();
    if (m_ran.empty()) {
        painter.setPen(theme.mutedText);
        painter.setFont(uiFont(11.5));
        painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap,
                         m_outcomes.empty() ? tr("Trying meshes…") : tr("No mesh can run."));
        return;
    }
    painter.save();
    painter.setClipRect(area.adjusted(-kRadiusOfBest, -kRadiusOfBest, kRadiusOfBest, kRadiusOfBest));
    for (std::size_t i = m_ran.size(); i-- > 0;) {  // the best is painted on top
        const std::size_t each = m_ran[i];
        const auto at = pointOf(each);
        if (!at) continue;
        QColor color = m_outcomes[each].fits ? theme.accent : theme.mutedText;
        color.setAlphaF(0.6F);
        const bool isFull = m_choices[each].recompute == Recompute::Full;
        painter.setPen(isFull ? QPen(color, 1.2) : QPen(Qt::NoPen));
        painter.setBrush(isFull ? QBrush(theme.window) : QBrush(color));
        painter.drawEllipse(*at, kRadius, kRadius);
    }
    // Along the line, less memory costs more time.
    QPolygonF line;
    const auto place = [&](std::size_t choice) {
        return QPointF(m_plot->xAxis->coordToPixel(toUnits(m_outcomes[choice].total)),
                       m_plot->yAxis->coordToPixel(static_cast<double>(m_outcomes[choice].memoryPeak) / 1e9));
    };
    for (const std::size_t each : m_frontier) {
        const QPointF at = place(each);
        if (line.isEmpty())
            line << QPointF(std::max(area.right(), at.x()), at.y());
        else
            line << QPointF(line.back().x(), at.y());
        line << at;
    }
    if (!line.isEmpty()) line << QPointF(line.back().x(), std::min(area.top(), line.back().y()));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.text, 1.3, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    painter.drawPolyline(line);
    painter.restore();
    paintCardWords(painter);
    paintTags(painter);
}

/// The label of the device memory line, above the points.
void MeshChart::paintCardWords(QPainter& painter) const {
    if (usableMemory() <= 0) return;
    const Theme& theme = themeOf(palette());
    const QRectF area = m_plot->axisRect()->rect();
    const QFontMetricsF metrics(uiFont(11));
    const QString words = tr("usable memory, %1").arg(formatMemory(usableMemory()));
    const double width = metrics.horizontalAdvance(words) + 6, y = m_plot->yAxis->coordToPixel(usableMemory() / 1e9);
    const QRectF plate(area.right() - width, y - metrics.height() - 2, width, metrics.height());
    painter.fillRect(plate, theme.window);
    painter.setFont(uiFont(11));
    painter.setPen(theme.text);
    painter.drawText(plate, Qt::AlignCenter, words);
}

/// Tags of the best mesh that fits and of the open mesh.
void MeshChart::paintTags(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    const QRectF area = m_plot->axisRect()->rect();
    const QFont bold = uiFont(11, QFont::DemiBold), plain = uiFont(11);
    const QFontMetricsF metrics(bold), small(plain);
    std::vector<QRectF> taken;
    const auto tag = [&](QPointF at, const QColor& fill, const QString& title, const QString& note) {
        const QSizeF size(std::max(metrics.horizontalAdvance(title), small.horizontalAdvance(note)) + 14,
                          2 * metrics.height() + 6);
        QRectF box;
        for (const double y : {-size.height() - 14, 14.0, 20.0 + size.height()})
            for (const double x : {16.0, -16 - size.width()}) {
                const QRectF place(at + QPointF(x, y), size);
                const auto meets = [&](const QRectF& one) { return one.intersects(place); };
                if (box.isNull() && area.contains(place) && std::none_of(taken.begin(), taken.end(), meets))
                    box = place;
            }
        painter.setPen(QPen(theme.text, 1.5));
        painter.setBrush(fill);
        if (box.isNull()) return painter.drawEllipse(at, kRadiusOfBest, kRadiusOfBest);
        taken.push_back(box);
        painter.setPen(QPen(theme.mutedText, 1));
        painter.drawLine(
            at, QPointF(std::clamp(at.x(), box.left(), box.right()), std::clamp(at.y(), box.top(), box.bottom())));
        painter.setPen(QPen(theme.line, 1));
        painter.setBrush(theme.window);
        painter.drawRoundedRect(box, 4, 4);
        painter.setFont(bold);
        painter.setPen(theme.text);
        painter.drawText(QPointF(box.left() + 7, box.top() + 3 + metrics.ascent()), title);
        painter.setFont(plain);
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(box.left() + 7, box.top() + 3 + metrics.height() + small.ascent()), note);
        painter.setPen(QPen(theme.text, 1.5));
        painter.setBrush(fill);
        painter.drawEllipse(at, kRadiusOfBest, kRadiusOfBest);
    };
    const auto best = m_best ? pointOf(*m_best) : std::nullopt;
    const bool isBestOpen = best && m_open && toUnits(m_outcomes[*m_best].total) == m_open->time &&
                            static_cast<double>(m_outcomes[*m_best].memoryPeak) == m_open->bytes;
    if (best) {
        const bool isFull = isToTheBrim(*m_best);
        const QString fits = isFull ? tr("best that fits, to the brim") : tr("best that fits");
        tag(*best, theme.accent, toQString(textOf(m_choices[*m_best])), isBestOpen ? tr("%1, open").arg(fits) : fits);
    }
    if (!m_open || isBestOpen || m_open->time > m_plot->xAxis->range().upper) return;
    const double gigabytes = m_open->bytes / 1e9;
    const bool isHigh = gigabytes > m_plot->yAxis->range().upper;
    const QPointF at(m_plot->xAxis->coordToPixel(m_open->time),
                     isHigh ? area.top() : m_plot->yAxis->coordToPixel(gigabytes));
    tag(at, theme.window, m_open->title, isHigh ? tr("open, %1").arg(formatMemory(m_open->bytes)) : tr("open"));
}

double MeshChart::usableMemory() const { return m_hardware ? m_hardware->usableBytes() : 0; }

bool MeshChart::isToTheBrim(std::size_t choice) const {
    return m_hardware && m_hardware->isToTheBrim(static_cast<double>(m_outcomes[choice].memoryPeak));
}

QStringList MeshChart::linesOf(std::size_t choice) const {
    const MeshOutcome& one = m_outcomes[choice];
    QStringList lines{toQString(textOf(m_choices[choice])), tr("time: %1").arg(formatTime(one.total, m_unit, 4)),
                      tr("peak: %1").arg(formatMemory(static_cast<double>(one.memoryPeak))),
                      tr("MFU: %1").arg(formatPercent(one.mfu)), formatTokens(one.tokensPerSecond)};
    if (isToTheBrim(choice)) lines += tr("fits to the brim");
    if (!one.fits)
        lines += tr("%1 over memory").arg(formatMemory(static_cast<double>(one.memoryPeak) - usableMemory()));
    return lines;
}

void MeshChart::paintHover(QPainter& painter) const {
    const auto at = m_at ? pointOf(*m_at) : std::nullopt;
    if (!at) return;
    const Theme& theme = themeOf(palette());
    const QStringList lines = linesOf(*m_at);
    paintPointed(painter, *at, kRadiusOfBest + 2, lines, m_outcomes[*m_at].fits ? theme.accent : theme.mutedText,
                 static_cast<std::size_t>(lines.size()));
}

std::optional<std::size_t> MeshChart::pointAt(QPointF position) const {
    std::optional<std::size_t> nearest;
    double closest = kNear;
    for (const std::size_t each : m_ran) {
        const auto at = pointOf(each);
        if (!at) continue;
        const QPointF away = *at - position;
        if (const double distance = std::hypot(away.x(), away.y()); distance < closest)
            closest = distance, nearest = each;
    }
    return nearest;
}

std::vector<std::size_t> MeshChart::walked() const {
    std::vector<std::size_t> along;
    for (auto each = m_frontier.rbegin(); each != m_frontier.rend(); ++each)
        if (pointOf(*each)) along.push_back(*each);
    return along;
}

void MeshChart::walk(int step) {
    const std::vector<std::size_t> along = walked();
    const auto now = std::find(along.begin(), along.end(), m_at.value_or(m_outcomes.size()));
    if (now == along.end()) return pointTo(along.front());
    const auto place =
        std::clamp<std::ptrdiff_t>(now - along.begin() + step, 0, static_cast<std::ptrdiff_t>(along.size()) - 1);
    pointTo(along[static_cast<std::size_t>(place)]);
}

}  // namespace bubblescope
