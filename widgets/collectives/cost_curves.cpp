#include "widgets/collectives/cost_curves.h"

#include <QKeyEvent>
#include <QVBoxLayout>

#include "engine/core/ruler.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/curve_points.h"
#include "widgets/charts/plot_library.h"
#include "widgets/collectives/collective_words.h"
#include "widgets/kit/format.h"
#include "widgets/shown/op_palette.h"
#include "widgets/shown/scenario_edit.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope {

namespace {

constexpr int kCurvesTop = 16, kCurvesLeft = 58, kCurvesRight = 16, kStripTop = 7, kStrip = 17,
              kCurvesBottom = kStripTop + kStrip + 26;
constexpr int kCurvesLegendLine = 15, kSwatch = 18, kSwatchGap = 6, kLegendGap = 14;
constexpr int kBurstMs = 800;

/// The decades in a range, or every n-th if they are closer than `room` pixels.
std::vector<double> decades(double from, double to, double pixels, double room) {
    return powersOfTen(from, to, everyNth(std::log10(to / from), pixels, room));
}

}  // namespace

CostCurves::CostCurves(QWidget* parent)
    : StudyChart(
          {.reach = {4, 4, 4, kCurvesBottom}, .isDraggedAnywhere = true, .goesToRefused = true, .marksCurves = true},
          parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Time of algorithms over bytes and ranks"));
    m_plot->plotLayout()->setMargins(QMargins());
    m_plot->axisRect()->setMargins(QMargins(kCurvesLeft, kCurvesTop, kCurvesRight, kCurvesBottom));
    m_plot->xAxis->setTickLabelPadding(kStripTop + kStrip + 4);
    m_plot->xAxis->setScaleType(QCPAxis::stLogarithmic);
    m_panels.push_back({m_plot->axisRect(), m_plot->xAxis, m_plot->yAxis});
    paintOnLayer(*m_plot, "main", [this](QPainter& painter) { paintMap(painter); });
    paintOnLayer(*m_plot, "axes", [this](QPainter& painter) { paintStrip(painter); });
    paintOnLayer(*m_plot, "axes", [this](QPainter& painter) { paintLegend(painter); });
    CostCurves::style();
    rebuild();
}

void CostCurves::setSetup(const CollectiveSetup& setup) {
    if (m_setup == setup) return;
    m_setup = setup;
    rebuild();
}

void CostCurves::setAxis(CostAxis axis) {
    if (m_axis == axis) return;
    m_axis = axis;
    rebuild();
}

bool CostCurves::isChosen(const Algorithm& algorithm) const {
    const auto& ids = m_setup.algorithms;
    return std::find(ids.begin(), ids.end(), algorithm.id) != ids.end();
}

QColor CostCurves::colorOf(const Algorithm& algorithm) const {
    const Theme& theme = themeOf(palette());
    const QColor color = algorithmColor(theme, algorithm);
    constexpr double kShareOfGround = 0.6;
    return isMap() || isChosen(algorithm) ? color : mixed(color, theme.window, kShareOfGround);
}

std::vector<CostLine> CostCurves::linesFor(std::size_t value) const {
    return isOverRanks() ? m_winners[value].lines : isMap() ? m_winners[m_hoveredRow].lines : m_verdict.lines;
}

std::optional<double> CostCurves::presentValue() const {
    return isOverRanks() ? m_setup.ranks : std::clamp(m_setup.bytes, m_bytes.from, m_bytes.to);
}

std::optional<double> CostCurves::markerNear(double x) const {
    const auto& values = m_study.values;
    const auto nearest = std::min_element(values.begin(), values.end(), [&](double a, double b) {
        return std::abs(std::log(a / x)) < std::abs(std::log(b / x));
    });
    return *nearest;
}

void CostCurves::rebuild() {
    m_bytes = bytesRange(m_setup);
    m_verdict = verdictOf(m_setup, m_bytes.from, m_bytes.to);
    m_winners = winnersOverRanks(m_setup);
    m_hoveredRow = rowOf(m_setup.ranks);
    m_onMap.clear();
    for (const RankWinner& winner : m_winners)
        for (const BestPart& part : bestParts(winner.lines, m_bytes.from, m_bytes.to))
            m_onMap.insert(winner.lines[part.line].algorithm);
    m_study.path = isOverRanks() ? "ranks" : "bytes";
    m_study.values.clear();
    if (isOverRanks())
        for (const RankWinner& winner : m_winners) m_study.values.push_back(winner.ranks);
    else
        for (const double stop : roundNumbers(m_bytes.from, m_bytes.to, kRoundEnds))
            if (m_study.values.empty() || std::round(stop) > m_study.values.back())
                m_study.values.push_back(std::round(stop));
    rebuildCurves();
    setRanges();
    arrange();
    const QString place = tr("%1, %2 ranks").arg(formatBytes(m_setup.bytes)).arg(m_setup.ranks);
    setAccessibleDescription(tr("%1: %2 wins").arg(place, toQString(m_verdict.winner().algorithm->id)));
}

void CostCurves::rebuildCurves() {
    const auto all = algorithmsOf(m_setup.collective);
    while (m_curves.size() < all.size()) {
        m_curves.push_back({m_plot->addGraph(), newWholeGraph(*m_plot->xAxis, *m_plot->yAxis), m_plot->addGraph()});
        m_curves.back().dots->setLineStyle(QCPGraph::lsNone);
    }
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        CurvePoints points;
        for (std::size_t value = 0; i < all.size() && !isMap() && value < m_study.values.size(); ++value) {
            const auto lines = linesFor(value);
            const auto line = std::find_if(lines.begin(), lines.end(),
                                           [&](const CostLine& each) { return each.algorithm == &all[i]; });
            const double time = line == lines.end() ? 0 : line->of(bytesAt(value));
            points.x.push_back(m_study.values[value]);
            points.y.push_back(time > 0 ? time : qQNaN());
        }
        setPoints(*m_curves[i].line, points);
        setPoints(*m_curves[i].links, overGaps(points));
        const bool hasDots =
            isOverRanks() && i < all.size() && isChosen(all[i]);  // other curves may leave the chart at the top
        setPoints(*m_curves[i].dots, hasDots ? withoutGaps(points) : CurvePoints());
        if (i >= all.size()) continue;
        const QColor color = colorOf(all[i]);
        const bool isOneChosen = isChosen(all[i]);
        // Every other curve is dashed, because curves often coincide.
        const bool isRingToo = all[i].usesTwoLinks() && isWithinNode(teamOf(m_setup));
        const bool isDashed = isOneChosen && (i % 2 == 1 || isRingToo);
        QPen pen(color, isOneChosen ? 2 : 1.2, isDashed ? Qt::CustomDashLine : Qt::SolidLine,
                 isDashed ? Qt::FlatCap : Qt::RoundCap, Qt::RoundJoin);
        if (isDashed) pen.setDashPattern({4, 3});
        m_curves[i].line->setPen(pen);
        m_curves[i].links->setPen(QPen(color, 1, Qt::DotLine));
        m_curves[i].dots->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, 5));
        m_curves[i].line->setLayer(isOneChosen ? QStringLiteral("main") : QStringLiteral("grid"));
    }
}

void CostCurves::setRanges() {
    QCPAxis &x = *m_plot->xAxis, &y = *m_plot->yAxis;
    if (isOverRanks()) {
        const double first = m_study.values.front(), last = m_study.values.back();
        x.setRange(first / 1.2, std::max(last, first) * 1.2);
    } else {
        x.setRange(m_bytes.from, m_bytes.to);
    }
    y.setScaleType(isMap() ? QCPAxis::stLinear : QCPAxis::stLogarithmic);
    y.grid()->setVisible(!isMap());
    if (isMap()) return y.setRange(0, static_cast<double>(m_winners.size()));
    double least = 0, most = 0;
    const auto all = algorithmsOf(m_setup.collective);
    for (std::size_t i = 0; i < all.size(); ++i)
        for (const QCPGraphData& point : *m_curves[i].line->data()) {
            if (std::isnan(point.value)) continue;
            if (least == 0 || point.value < least) least = point.value;
            // Curves that are not compared may leave the chart at the top.
            if (most == 0 || (isChosen(all[i]) && point.value > most)) most = point.value;
        }
    if (least == 0) least = 1, most = 10;
    y.setRange(least / 1.6, std::max(most, least * 5) * 1.6);
}

void CostCurves::arrange() {
    const int top = kCurvesTop + legend().height();
    m_plot->axisRect()->setMargins(QMargins(kCurvesLeft, top, kCurvesRight, kCurvesBottom));
    const double width = m_plot->width() - kCurvesLeft - kCurvesRight, height = m_plot->height() - top - kCurvesBottom;
    QCPAxis &x = *m_plot->xAxis, &y = *m_plot->yAxis;
    if (isOverRanks()) {
        const auto powers = powersOfTwo(x.range().lower, x.range().upper, width, 30);
        setTicks(x, powers, [](double ranks) { return QString::number(ranks); });
    } else {
        setTicks(x, decades(m_bytes.from, m_bytes.to, width, 58), formatBytes);
    }
    if (isMap()) {
        std::vector<double> middles;
        const double pitch = height / static_cast<double>(m_winners.size());
        double free = -1;
        for (std::size_t row = 0; row < m_winners.size(); ++row) {
            const double middle = static_cast<double>(row) + 0.5;
            if (row > 0 && middle * pitch < free) continue;
            middles.push_back(middle);
            free = middle * pitch + 14;
        }
        setTicks(y, middles, [&](double at) { return QString::number(m_winners[static_cast<std::size_t>(at)].ranks); });
    } else {
        setTicks(y, decades(y.range().lower, y.range().upper, height, 22), formatMicroseconds);
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

std::size_t CostCurves::rowOf(int ranks) const {
    const auto at = std::find_if(m_winners.begin(), m_winners.end(),
                                 [&](const RankWinner& winner) { return winner.ranks >= ranks; });
    return static_cast<std::size_t>(
        std::min<std::ptrdiff_t>(at - m_winners.begin(), static_cast<std::ptrdiff_t>(m_winners.size()) - 1));
}

std::size_t CostCurves::rowAt(double y) const {
    const double row = std::floor(m_plot->yAxis->pixelToCoord(y));
    return static_cast<std::size_t>(std::clamp(row, 0.0, static_cast<double>(m_winners.size() - 1)));
}

std::vector<StudyChart::Reading> CostCurves::readingsAt(std::size_t value) const {
    std::vector<Reading> readings;
    const auto all = algorithmsOf(m_setup.collective);
    const auto lines = linesFor(value);
    double least = std::numeric_limits<double>::infinity();
    for (const CostLine& line : lines) least = std::min(least, line.of(bytesAt(value)));
    for (std::size_t i = 0; i < all.size(); ++i) {
        Reading reading{.row = {.color = colorOf(all[i]), .name = toQString(all[i].id)}, .curve = i};
        reading.x = m_study.values[value];
        const auto line =
            std::find_if(lines.begin(), lines.end(), [&](const CostLine& each) { return each.algorithm == &all[i]; });
        if (line == lines.end()) {
            const int ranks = isOverRanks() ? m_winners[value].ranks
                              : isMap()     ? m_winners[m_hoveredRow].ranks
                                            : m_setup.ranks;
            const auto ok = checkTeam(all[i], teamWithRanks(m_setup, ranks));
            reading.row.reason = ok ? tr("not in NCCL") : toQString(ok.error().message);
        } else {
            const double time = line->of(bytesAt(value));
            reading.row.value = formatMicroseconds(time);
            if (least > 0) reading.row.difference = QStringLiteral("\u00d7\u202f") + formatNumber(time / least, 3);
            if (time > 0) reading.y = time;
        }
        readings.push_back(std::move(reading));
    }
    std::stable_sort(readings.begin(), readings.end(),
                     [](const Reading& a, const Reading& b) { return std::isnan(b.y) ? !std::isnan(a.y) : a.y > b.y; });
    if (isMap())
        for (Reading& reading : readings) reading.y = qQNaN();
    return readings;
}

std::vector<StudyChart::Reading> CostCurves::readingsAtMarker() const {
    const double x = *markerValue();
    if (isMap()) {
        const Reading place{
            .row = {.color = themeOf(palette()).text}, .x = x, .y = static_cast<double>(rowOf(m_setup.ranks)) + 0.5};
        return {place};
    }
    std::vector<Reading> readings;
    for (const CostLine& line : m_verdict.lines)
        if (isChosen(*line.algorithm) && !m_dragged)
            readings.push_back({.row = {.color = colorOf(*line.algorithm)}, .x = x, .y = line.of(m_setup.bytes)});
    return readings;
}

StudyChart::Card CostCurves::cardAt(std::size_t value, std::size_t) const {
    const QString title =
        isOverRanks() ? tr("%1 ranks").arg(m_winners[value].ranks)
        : isMap()     ? tr("%1, %2 ranks").arg(formatBytes(m_study.values[value])).arg(m_winners[m_hoveredRow].ranks)
                      : formatBytes(m_study.values[value]);
    return {title, QRectF(0, m_plot->axisRect()->top(), m_plot->width(), m_plot->axisRect()->height()), m_plot->size()};
}

QStringList CostCurves::linesAt(std::size_t value) const {
    QStringList lines;
    for (const Reading& reading : readingsAt(value))
        lines << tr("%1: %2").arg(reading.row.name,
                                  reading.row.reason.isEmpty() ? reading.row.value : reading.row.reason);
    return lines;
}

QString CostCurves::notice() const {
    const bool isFree = std::all_of(m_verdict.lines.begin(), m_verdict.lines.end(),
                                    [&](const CostLine& line) { return line.of(m_bytes.to) <= 0; });
    return isFree && !isOverRanks() && !isMap() ? tr("This collective takes no time.") : QString();
}

Table CostCurves::table() const {
    const auto all = algorithmsOf(m_setup.collective);
    QStringList keys;
    if (isMap()) keys << QStringLiteral("ranks");
    keys << toQString(m_study.path.text);
    for (const Algorithm& algorithm : all) keys << tr("%1 (µs)").arg(toQString(algorithm.id));
    std::vector<std::vector<TableValue>> rows;
    for (std::size_t row = 0; row < (isMap() ? m_winners.size() : 1); ++row)
        for (std::size_t value = 0; value < m_study.values.size(); ++value) {
            std::vector<TableValue>& cells = rows.emplace_back();
            if (isMap()) cells.emplace_back(double(m_winners[row].ranks));
            cells.emplace_back(m_study.values[value]);
            const auto lines = isMap() ? m_winners[row].lines : linesFor(value);
            for (const Algorithm& algorithm : all) {
                const auto line = std::find_if(lines.begin(), lines.end(),
                                               [&](const CostLine& each) { return each.algorithm == &algorithm; });
                cells.push_back(line == lines.end() ? TableValue() : TableValue(line->of(bytesAt(value))));
            }
        }
    return valueTable(keys, std::move(rows));
}

std::vector<CostCurves::Part> CostCurves::partsOfStrip() const {
    std::vector<Part> parts;
    if (!isOverRanks()) {
        const std::vector<CostLine>& lines = m_verdict.lines;
        for (const BestPart& part : m_verdict.parts) parts.push_back({lines[part.line].algorithm, part.from, part.to});
        return parts;
    }
    // From halfway to the previous number to halfway to the next.
    const QCPRange range = m_plot->xAxis->range();
    for (std::size_t i = 0; i < m_winners.size(); ++i) {
        const auto halfWay = [&](std::size_t a, std::size_t b) {
            return std::sqrt(static_cast<double>(m_winners[a].ranks) * m_winners[b].ranks);
        };
        const double from = i == 0 ? range.lower : halfWay(i - 1, i);
        const double to = i + 1 == m_winners.size() ? range.upper : halfWay(i, i + 1);
        if (!parts.empty() && parts.back().algorithm == &m_winners[i].algorithm())
            parts.back().to = to;
        else
            parts.push_back({&m_winners[i].algorithm(), from, to});
    }
    return parts;
}

void CostCurves::paintPart(QPainter& painter, const QRectF& rect, const Algorithm& algorithm) const {
    const QColor color = colorOf(algorithm);
    painter.fillRect(rect.adjusted(0, 0, -1, 0), color);
    const QString name = toQString(algorithm.id);
    if (painter.fontMetrics().horizontalAdvance(name) + 8 > rect.width()) return;
    painter.setPen(textOn(color));
    painter.drawText(rect, Qt::AlignCenter, name);
}

void CostCurves::paintMap(QPainter& painter) const {
    if (!isMap()) return;
    const QRectF area = m_plot->axisRect()->rect();
    const auto y = [&](std::size_t row) { return m_plot->yAxis->coordToPixel(static_cast<double>(row)); };
    painter.setRenderHint(QPainter::Antialiasing, false);
    std::map<const Algorithm*, std::vector<QRectF>> placesOf;  // one rectangle per row, from the bottom
    for (std::size_t row = 0; row < m_winners.size(); ++row) {
        const RankWinner& winner = m_winners[row];
        const double top = std::round(y(row + 1)), bottom = std::round(y(row));
        for (const BestPart& part : bestParts(winner.lines, m_bytes.from, m_bytes.to)) {
            const Algorithm& algorithm = *winner.lines[part.line].algorithm;
            const double left = std::round(m_plot->xAxis->coordToPixel(part.from));
            const double right = std::round(m_plot->xAxis->coordToPixel(part.to));
            painter.fillRect(QRectF(left, top, right - left, bottom - top), colorOf(algorithm));
            placesOf[&algorithm].emplace_back(left, top, right - left, bottom - top);
        }
    }
    painter.setPen(QPen(themeOf(palette()).window, 1));
    for (std::size_t row = 1; row < m_winners.size(); ++row)
        painter.drawLine(QPointF(area.left(), std::round(y(row))), QPointF(area.right(), std::round(y(row))));
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setFont(uiFont(11, QFont::Medium));
    for (const auto& [algorithm, places] : placesOf) paintName(painter, *algorithm, places);
}

/// The name of a winner in the widest place of its area on the map; no name if it fits nowhere.
void CostCurves::paintName(QPainter& painter, const Algorithm& algorithm, const std::vector<QRectF>& places) const {
    const QFontMetricsF metrics(painter.font());
    QRectF widest;
    for (std::size_t first = 0; first < places.size(); ++first) {
        QRectF box = places[first];  // spans neighbouring rows until it is as high as the name
        for (std::size_t next = first + 1; box.height() < metrics.height() && next < places.size(); ++next) {
            if (places[next].bottom() != box.top()) break;
            const double left = std::max(box.left(), places[next].left());
            const double right = std::min(box.right(), places[next].right());
            box = QRectF(QPointF(left, places[next].top()), QPointF(right, box.bottom()));
        }
        if (box.height() >= metrics.height() && box.width() > widest.width()) widest = box;
    }
    const QString name = toQString(algorithm.id);
    if (metrics.horizontalAdvance(name) + 8 > widest.width()) return;
    const QColor ground = colorOf(algorithm);
    const QRectF plate(widest.center().x() - metrics.horizontalAdvance(name) / 2 - 4,
                       widest.center().y() - metrics.height() / 2, metrics.horizontalAdvance(name) + 8,
                       metrics.height());
    painter.fillRect(plate, ground);  // lines between rows do not cross the name
    painter.setPen(textOn(ground));
    painter.drawText(plate, Qt::AlignCenter, name);
}

void CostCurves::paintStrip(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    const QRectF area = m_plot->axisRect()->rect();
    painter.setFont(uiFont(11));
    painter.setPen(theme.mutedText);
    const QRectF label(0, area.bottom() + kStripTop, kCurvesLeft - 8, kStrip);
    painter.drawText(label, Qt::AlignRight | Qt::AlignVCenter, tr("best"));
    const auto xOf = [&](double value) {
        return std::clamp(m_plot->xAxis->coordToPixel(value), area.left(), area.right());
    };
    const std::vector<Part> parts = partsOfStrip();
    painter.setFont(uiFont(11, QFont::Medium));
    for (const Part& part : parts) {
        const double left = std::round(xOf(part.from)), right = std::round(xOf(part.to));
        paintPart(painter, {left, area.bottom() + kStripTop, right - left, static_cast<double>(kStrip)},
                  *part.algorithm);
    }
    if (isMap()) {
        painter.setFont(uiFont(11));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(0, area.top() - kCurvesTop, kCurvesLeft - 6, kCurvesTop),
                         Qt::AlignRight | Qt::AlignVCenter, tr("ranks"));
        return;
    }
    if (const QString message = notice(); !message.isEmpty()) {
        painter.setPen(theme.mutedText);
        painter.drawText(area, Qt::AlignCenter | Qt::TextWordWrap, message);
    }
    if (isOverRanks()) return;
    // Crossings.
    for (std::size_t i = 1; i < m_verdict.parts.size(); ++i) {
        const BestPart& part = m_verdict.parts[i];
        const double time = m_verdict.lines[part.line].of(part.from);
        if (time <= 0) continue;
        const QPointF at(xOf(part.from), m_plot->yAxis->coordToPixel(time));
        if (!area.contains(at)) continue;
        painter.setPen(QPen(theme.text, 1, Qt::DotLine));
        painter.drawLine(at, QPointF(at.x(), area.bottom() + kStripTop));
        painter.setPen(QPen(theme.text, 1.3));
        painter.setBrush(theme.window);
        painter.drawEllipse(at, 3.6, 3.6);
    }
}

/// Names of the compared curves, and one entry with the number of other curves. The legend is above the plot, because
/// anywhere else it would hide curves. Empty if it would leave the curves too little room.
CostCurves::Legend CostCurves::legend() const {
    constexpr double kMostShare = 0.3;
    const Theme& theme = themeOf(palette());
    const QFontMetricsF metrics(uiFont(11));
    Legend out;
    QStringList others;
    const auto all = algorithmsOf(m_setup.collective);
    const double room = m_plot->width() - kCurvesLeft - kCurvesRight;
    QPointF at(kCurvesLeft, 0);
    const auto add = [&](const QPen& pen, const QString& name) {
        const double text = std::min(metrics.horizontalAdvance(name), room - kSwatch - kSwatchGap);
        if (const double end = at.x() + kSwatch + kSwatchGap + text; at.x() > kCurvesLeft && end > kCurvesLeft + room)
            at = {kCurvesLeft, at.y() + kCurvesLegendLine};
        out.entries.push_back({pen, metrics.elidedText(name, Qt::ElideRight, text + 1), at});
        at.rx() += kSwatch + kSwatchGap + text + kLegendGap;
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
        const QString name = toQString(all[i].id);
        if (isMap() && m_onMap.count(&all[i]))
            add(QPen(colorOf(all[i]), 8, Qt::SolidLine, Qt::FlatCap), name);
        else if (!isMap() && isChosen(all[i]))
            add(m_curves[i].line->pen(), name);
        else if (!isMap())
            others += name;
    }
    if (!others.isEmpty())
        add(QPen(mixed(theme.mutedText, theme.window, 0.4), 1.2),
            others.size() == 1 ? others.front() : tr("%1 others").arg(others.size()));
    out.lines = static_cast<int>(at.y() / kCurvesLegendLine) + 1;
    if (out.height() > (m_plot->height() - kCurvesTop - kCurvesBottom) * kMostShare) return {};
    return out;
}

void CostCurves::paintLegend(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    const Legend names = legend();
    // Other curves leave the chart at the top, and recorded lists have no clipping.
    if (!isMap())
        painter.fillRect(QRectF(kCurvesLeft, 0, m_plot->width(), m_plot->axisRect()->top() - 1), theme.window);
    painter.setFont(uiFont(11));
    for (const Legend::Entry& entry : names.entries) {
        const double y = entry.at.y() + kCurvesLegendLine / 2.0;
        painter.setPen(entry.pen);
        painter.drawLine(QPointF(entry.at.x(), y), QPointF(entry.at.x() + kSwatch, y));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(entry.at.x() + kSwatch + kSwatchGap, entry.at.y(), m_plot->width(), kCurvesLegendLine),
                         Qt::AlignLeft | Qt::AlignVCenter, entry.name);
    }
}

int CostCurves::Legend::height() const { return entries.empty() ? 0 : lines * kCurvesLegendLine; }

void CostCurves::style() {
    StudyChart::style();
    if (m_setup.ranks > 0 && !m_winners.empty()) rebuildCurves();
}

bool CostCurves::eventFilter(QObject* watched, QEvent* event) {
    const auto* mouse = dynamic_cast<const QMouseEvent*>(event);
    if (watched != m_plot || !mouse || !isMap()) return StudyChart::eventFilter(watched, event);
    const std::size_t row = rowAt(mouse->position().y());
    if (std::exchange(m_hoveredRow, row) != row) forgetSpot();
    const bool isHandled = StudyChart::eventFilter(watched, event);
    const bool isPick = event->type() == QEvent::MouseButtonRelease && mouse->button() == Qt::LeftButton;
    const bool isInRows = m_plot->axisRect()->rect().contains(mouse->position().toPoint());
    if (isPick && isInRows && m_winners[row].ranks != m_setup.ranks) emit ranksPicked(m_winners[row].ranks, m_gesture);
    return isHandled;
}

void CostCurves::keyPressEvent(QKeyEvent* event) {
    const auto& values = m_study.values;
    const double x = *presentValue();
    const auto above = std::upper_bound(values.begin(), values.end(), x);
    const auto below = std::lower_bound(values.begin(), values.end(), x);
    const double next = above == values.end() ? x : *above, before = below == values.begin() ? x : *(below - 1);
    double to = x;
    if (!m_lastKey.isValid() || m_lastKey.elapsed() > kBurstMs || m_gesture == 0) m_gesture = newGesture();
    switch (event->key()) {
        case Qt::Key_Left: to = isOverRanks() ? std::max(1.0, x - 1) : before; break;
        case Qt::Key_Right: to = isOverRanks() ? std::min<double>(kMaxRanks, x + 1) : next; break;
        case Qt::Key_PageDown: to = isOverRanks() ? before : *markerNear(x / 10); break;
        case Qt::Key_PageUp: to = isOverRanks() ? next : *markerNear(x * 10); break;
        case Qt::Key_Home: to = values.front(); break;
        case Qt::Key_End: to = values.back(); break;
        case Qt::Key_Up:
        case Qt::Key_Down: {
            if (!isMap()) return QWidget::keyPressEvent(event);
            const std::size_t row = rowOf(m_setup.ranks);
            const bool isUp = event->key() == Qt::Key_Up;
            if (isUp ? row + 1 == m_winners.size() : row == 0) return;
            m_lastKey.start();
            emit ranksPicked(m_winners[isUp ? row + 1 : row - 1].ranks, m_gesture);
            return;
        }
        default: return QWidget::keyPressEvent(event);
    }
    m_lastKey.start();
    moveTo(to, m_gesture);
}

}  // namespace bubblescope
