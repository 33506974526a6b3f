#include "widgets/steps/spent_bars.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>

#include "engine/steps/run_step.h"
#include "widgets/charts/hover_card.h"
#include "widgets/gantt/gantt_items.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr Spending kSpent[] = {Spending::Compute, Spending::ExposedCommunication, Spending::ExposedOffload,
                               Spending::Idle};
constexpr double kBarsTop = 6, kMost = 26, kLeast = 14, kGap = 0.3, kBeside = 10, kLegend = 26, kSwatch = 10;

std::size_t placeOf(Spending on) { return static_cast<std::size_t>(on); }

QString valueText(double time) { return formatNumber(time / kMicroUnits, 4); }

/// The name in the legend, which has little room.
QString legendName(Spending on) {
    return on == Spending::ExposedCommunication ? Text::tr("exposed comm.") : spendingName(on);
}

/// The colour of compute here, which stands for several kinds of ops.
QColor computeColor(const Theme& theme) {
    return mixed(theme.text, theme.window, theme.id == ThemeId::Dark ? 0.35 : 0.2);
}

}  // namespace

QString spendingName(Spending on) {
    switch (on) {
        case Spending::Compute: return Text::tr("compute");
        case Spending::ExposedCommunication: return Text::tr("exposed communication");
        case Spending::ExposedOffload: return Text::tr("exposed offload");
        case Spending::Idle: break;
    }
    return Text::tr("idle");
}

SpentBarsLayout layoutSpentBars(const std::vector<SpentBar>& bars, const QString& unit, const QSizeF& size,
                                double fontPixels) {
    const double scale = fontPixels / 13;
    const QFontMetricsF plain(uiFont(12 * scale)), bold(uiFont(12 * scale, QFont::DemiBold)), inner(uiFont(11 * scale));
    SpentBarsLayout out;
    out.size = size;
    out.unit = unit;
    double names = 0, totals = 0, most = 0;
    for (const SpentBar& bar : bars) {
        names = std::max(names, plain.horizontalAdvance(bar.title));
        if (!bar.refusal.isEmpty()) continue;
        totals = std::max(totals, bold.horizontalAdvance(valueText(bar.total)));
        most = std::max(most, bar.total);
    }
    const double beside = kBeside * scale;
    names = std::min(names, size.width() * 0.38);
    out.left = 2 * beside + names;
    const double width = std::max(1.0, size.width() - out.left - totals - 3 * beside);
    const double room = size.height() - (kBarsTop + kLegend) * scale;
    const double pitch = std::clamp(bars.empty() ? 0 : std::floor(room / static_cast<double>(bars.size())),
                                    kLeast * scale, kMost * scale);
    double y = kBarsTop * scale;
    for (const SpentBar& bar : bars) {
        SpentBarsLayout::Row row;
        row.rect = {0, y, size.width(), pitch};
        row.title = plain.elidedText(bar.title, Qt::ElideRight, names + 0.5);
        row.isRefused = !bar.refusal.isEmpty();
        double x = out.left;
        for (const Spending on : kSpent) {
            const double part = bar.parts[placeOf(on)], length = most > 0 ? part / most * width : 0;
            if (row.isRefused || part <= 0) continue;
            // With as many digits as fit, three at least.
            const auto fits = [&](const QString& words) {
                return inner.horizontalAdvance(words) + 8 * scale <= length && pitch >= 16 * scale;
            };
            QString words = valueText(part);
            if (!fits(words)) words = formatNumber(part / kMicroUnits, 3);
            if (!fits(words)) words.clear();
            row.parts.push_back({on, {x, y + pitch * kGap / 2, length, pitch * (1 - kGap)}, words});
            x += length;
            if (std::find(out.legend.begin(), out.legend.end(), on) == out.legend.end()) out.legend.push_back(on);
        }
        out.rows.push_back(std::move(row));
        y += pitch;
    }
    std::sort(out.legend.begin(), out.legend.end());
    const auto widthOf = [&](Spending on) { return (kSwatch + 5) * scale + inner.horizontalAdvance(legendName(on)); };
    double legend = scale;
    for (const Spending on : out.legend) legend += widthOf(on);
    const auto gaps = static_cast<double>(std::max<std::size_t>(out.legend.size(), 2) - 1);
    const double between = std::clamp((size.width() - legend) / gaps, 6 * scale, 16 * scale);
    double x = std::max(0.0, std::min(out.left, size.width() - legend - gaps * between));
    for (const Spending on : out.legend) {
        out.legendX[placeOf(on)] = x;
        x += widthOf(on) + between;
    }
    out.contentHeight = y + kLegend * scale;
    return out;
}

DisplayList spentBarsList(const SpentBarsLayout& layout, const std::vector<SpentBar>& bars, const GanttStyle& style) {
    const Theme& theme = themeOf(style.theme);
    const double scale = style.scaled(1);
    DisplayList list;
    list.size = layout.size.toSize();
    const Look name = lettered("step", uiFont(12 * scale), theme.mutedText, Anchor::End);
    const Look total = lettered("total", uiFont(12 * scale, QFont::DemiBold), theme.text);
    const Look refused = lettered("refusal", uiFont(12 * scale), theme.mutedText);
    const Look value = lettered("value", uiFont(11 * scale), theme.text, Anchor::Middle);
    const auto lookOf = [&](Spending on) {
        if (on == Spending::Idle) return idleLook(style);
        if (on == Spending::Compute) return filled("compute", computeColor(theme));
        return exposedLook(style, on);
    };
    for (std::size_t i = 0; i < layout.rows.size(); ++i) {
        const SpentBarsLayout::Row& row = layout.rows[i];
        const double centre = row.rect.center().y(), gap = kBeside * scale;
        const auto text = [&](const Look& look, double x, const QString& words) {
            list.add(DisplayText{list.use(look), {x, baselineAt(centre, look.lettering->font)}, words});
        };
        text(name, layout.left - gap, row.title);
        if (row.isRefused) {
            const QString words = QFontMetricsF(refused.lettering->font)
                                      .elidedText(bars[i].refusal, Qt::ElideRight, layout.size.width() - layout.left);
            text(refused, layout.left, words);
            continue;
        }
        for (const SpentBarsLayout::Part& part : row.parts) {
            list.add(DisplayRect{
                .look = list.use(lookOf(part.on)),
                .rect = part.rect,
                .title = spendingName(part.on) + QLatin1Char(' ') + valueText(bars[i].parts[placeOf(part.on)])});
            if (part.words.isEmpty()) continue;
            const QColor ink = part.on == Spending::Compute ? textOn(computeColor(theme)) : theme.text;
            if (part.on != Spending::Compute) {  // a number is not readable on a hatch
                const double width = QFontMetricsF(value.lettering->font).horizontalAdvance(part.words) + 8 * scale;
                const QRectF ground(part.rect.center().x() - width / 2, part.rect.top() + scale, width,
                                    part.rect.height() - 2 * scale);
                list.add(
                    DisplayRect{.look = list.use(filled("value-ground", theme.window)), .rect = ground, .radius = 2});
            }
            Look own = value;
            own.fill = ink;
            own.names = part.on == Spending::Compute ? "value on-compute" : "value";
            text(own, part.rect.center().x(), part.words);
        }
        const double end = row.parts.empty() ? layout.left : row.parts.back().rect.right();
        text(total, end + gap, valueText(bars[i].total));
    }
    const double y = layout.rows.empty() ? 0 : layout.rows.back().rect.bottom() + kLegend * scale / 2;
    const Look key = lettered("key", uiFont(11 * scale), theme.mutedText);
    for (const Spending on : layout.legend) {
        const double x = layout.legendX[placeOf(on)], swatch = kSwatch * scale;
        list.add(DisplayRect{.look = list.use(lookOf(on)), .rect = {x, y - swatch / 2, swatch, swatch}});
        list.add(
            DisplayText{list.use(key), {x + swatch + 5 * scale, baselineAt(y, key.lettering->font)}, legendName(on)});
    }
    return list;
}

SpentBars::SpentBars(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setAccessibleName(tr("Where the time of each step goes"));
}

namespace {

SpentBar barOf(const Outcome& outcome) {
    SpentBar bar{outcome.title, outcome.color};
    if (!outcome.run) {
        bar.refusal = outcome.isAwaited() ? outcome.awaitedText() : outcome.refusal;
        return bar;
    }
    const StepRun& step = *outcome.run->step;
    const double ranks = step.ranks.ranks();
    for (std::size_t worker = 0; worker < step.workers.size(); ++worker) {
        const StepWorker& one = step.workers[worker];
        const Time parts[] = {one.compute, one.exposedComm, one.exposedOffload, one.idle};
        for (std::size_t i = 0; i < kSpendings; ++i)
            bar.parts[i] += static_cast<double>(parts[i]) * step.ranks.count[worker] / ranks;
    }
    bar.total = static_cast<double>(outcome.run->metrics.totalTime);
    bar.overlap = step.overlap;
    bar.moved = movedText(step);
    return bar;
}

}  // namespace

void SpentBars::setOutcomes(const std::vector<Outcome>& outcomes) {
    m_bars.clear();
    m_unit.clear();
    for (const Outcome& outcome : outcomes) {
        m_bars.push_back(barOf(outcome));
        if (outcome.run) m_unit = unitText(outcome.run->schedule.workload.timeUnit);
    }
    QStringList words;
    for (const SpentBar& bar : m_bars) {
        QStringList parts;
        for (const Spending on : kSpent)
            if (bar.parts[placeOf(on)] > 0) parts += spendingName(on) + ' ' + valueText(bar.parts[placeOf(on)]);
        words += bar.title + QStringLiteral(": ") + (bar.refusal.isEmpty() ? parts.join(", ") : bar.refusal);
    }
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

QSize SpentBars::minimumSizeHint() const {
    const double lines = kBarsTop + kLegend + kLeast * static_cast<double>(m_bars.size());
    return {220, std::max(90, static_cast<int>(std::ceil(m_style.scaled(lines))))};
}

void SpentBars::setGanttStyle(const GanttStyle& style) {
    m_style = style;
    update();
}

Table SpentBars::table() const {
    std::vector<std::vector<TableValue>> rows;
    for (const SpentBar& bar : m_bars) {
        const auto number = [&](double value) { return bar.refusal.isEmpty() ? TableValue(value) : TableValue(); };
        std::vector<TableValue>& cells = rows.emplace_back();
        cells = {bar.title, number(bar.total / kMicroUnits)};
        for (const Spending on : kSpent) cells.push_back(number(bar.parts[placeOf(on)] / kMicroUnits));
        cells.push_back(number(bar.overlap));
        cells.push_back(bar.moved);
    }
    return valueTable(QStringLiteral("step,total,compute,exposed_comm,exposed_offload,idle,overlap,moves").split(','),
                      std::move(rows));
}

Picture SpentBars::picture() const {
    DisplayList list;
    list.add(DisplayRect{list.use(filled("ground", themeOf(m_style.theme).window)), rect()});
    list.add(spentBarsList(laidOut(), m_bars, m_style), "bars", {});
    return {size(), {}, {[list](bool) { return list; }}};
}

SpentBarsLayout SpentBars::laidOut() const {
    return layoutSpentBars(m_bars, m_unit, QWidget::size(), m_style.fontPixelSize);
}

std::optional<std::size_t> SpentBars::rowAt(QPointF at) const {
    const SpentBarsLayout layout = laidOut();
    for (std::size_t i = 0; i < layout.rows.size(); ++i)
        if (layout.rows[i].rect.contains(at)) return i;
    return std::nullopt;
}

void SpentBars::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(palette());
    painter.fillRect(rect(), theme.window);
    const SpentBarsLayout layout = laidOut();
    paintList(painter, spentBarsList(layout, m_bars, m_style));
    const auto row = m_pointer ? rowAt(*m_pointer) : std::nullopt;
    if (!row || layout.rows[*row].isRefused) return;
    const SpentBar& bar = m_bars[*row];
    std::vector<HoverRow> rows;
    for (const Spending on : kSpent) {
        if (bar.parts[placeOf(on)] <= 0) continue;
        const QColor ink = on == Spending::Compute ? computeColor(theme)
                           : on == Spending::Idle  ? theme.idleHatch
                                                   : exposedLook(m_style, on).hatch->ink;
        rows.push_back({.color = ink,
                        .name = spendingName(on),
                        .value = formatTime(static_cast<Time>(std::llround(bar.parts[placeOf(on)])), m_unit),
                        .difference = formatPercent(bar.total > 0 ? bar.parts[placeOf(on)] / bar.total : 0)});
    }
    rows.push_back({.color = Qt::transparent, .name = tr("sent per rank"), .value = bar.moved});
    const QString title = tr("%1 · overlap %2").arg(bar.title, formatPercent(bar.overlap));
    paintHoverCard(painter, theme, title, std::move(rows), m_pointer->x(), rect(), size());
}

void SpentBars::mouseMoveEvent(QMouseEvent* event) {
    m_pointer = event->position();
    update();
}

void SpentBars::mousePressEvent(QMouseEvent* event) {
    if (const auto row = rowAt(event->position())) emit chosen(*row);
}

void SpentBars::leaveEvent(QEvent*) {
    m_pointer.reset();
    update();
}

void SpentBars::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) update();
}

}  // namespace bubblescope
