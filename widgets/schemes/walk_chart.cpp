#include "widgets/schemes/walk_chart.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>

#include "engine/core/ruler.h"
#include "engine/entries/registry.h"
#include "engine/schemes/scheme.h"
#include "widgets/charts/chart_plot.h"
#include "widgets/charts/chart_quantity.h"
#include "widgets/charts/curve_points.h"
#include "widgets/charts/plot_library.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/symbol_combo.h"
#include "widgets/kit/text.h"
#include "widgets/kit/theme.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int kTop = 40, kBottom = 36, kLeft = 44, kRight = 14;  // around the axes of a panel
constexpr int kLeastPanelHeight = 140;
constexpr int kWide = 700, kMedium = 400;  // from these widths on, four or two panels are side by side
constexpr int kHeadMargin = 16;
constexpr double kPadding = 8;  // from the ends of the axis to its first and last value
constexpr double kDot = 5, kSmallDot = 3;
constexpr double kDotRoom = 13;  // from one point to the next

/// Labels formatted as numbers; for a range from 0, the last label is at its end.
class NumberTicker : public QCPAxisTicker {
protected:
    double getTickStep(const QCPRange& range) override {
        const auto isRound = [](double step) { return roundAbove(step * (1 - 1e-9), kFineSteps) < step * (1 + 1e-9); };
        for (int parts = mTickCount + 1; parts > 1; --parts)
            if (isRound(range.upper / parts)) return range.upper / parts;
        return mTickCount > 1 ? range.upper / 2 : range.upper;
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return formatNumber(tick, 6); }
};

}  // namespace

WalkChart::WalkChart(QWidget* parent)
    : StudyChart(
          {.reach = {6, 4, 6, kBottom}, .isDraggedAnywhere = false, .goesToRefused = false, .marksCurves = false},
          parent) {
    setAccessibleName(tr("Interpolation: the scheme along one of its numbers"));
    m_plot->plotLayout()->clear();
    m_plot->plotLayout()->setMargins(QMargins());
    m_plot->plotLayout()->addElement(0, 0, new QCPLayoutInset);
    makePanels();
    paintOnLayer(*m_plot, "axes", [this](QPainter& painter) { paintWords(painter); });

    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(m_plot);
    m_notice = new QLabel(this);
    m_notice->setAlignment(Qt::AlignCenter);
    m_notice->setWordWrap(true);
    m_notice->setMargin(16);
    m_notice->setForegroundRole(QPalette::PlaceholderText);
    m_notice->setTextFormat(Qt::PlainText);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 8, 0, 4);
    rows->setSpacing(6);
    rows->addLayout(makeHead());
    rows->addWidget(m_scroll, 1);
    rows->addWidget(m_notice, 1);
    setFocusProxy(m_slider);
    rebuild();
}

QLayout* WalkChart::makeHead() {
    m_number = new SymbolCombo(this);
    m_number->setAccessibleName(tr("Number on the horizontal axis"));
    m_number->setToolTip(tipHtml(
        tr("The number of the scheme on the horizontal axis.\nWith group_size 1, each worker is its own group: data "
           "parallel. With group_size equal to the number of workers, all workers are one group: pipeline parallel.")));
    connect(m_number, &QComboBox::activated, this,
            [this](int index) { emit numberChosen(m_number->itemText(index).toStdString()); });
    auto* along = new QLabel(tr("Along"), this);
    m_from = new QLabel(this);
    m_to = new QLabel(this);
    m_value = new QLabel(this);
    for (QLabel* label : {along, m_from, m_to}) {
        label->setFont(uiFont(12.5));
        label->setForegroundRole(QPalette::PlaceholderText);
    }
    m_value->setFont(uiFont(13, QFont::DemiBold));
    m_slider = new SlimSlider(this);
    m_slider->setAccessibleName(tr("Current value"));
    m_slider->setMaximumWidth(320);
    m_slider->installEventFilter(this);
    connect(m_slider, &SlimSlider::dragged, this, [this](double position, int gesture, bool) {
        if (const auto value = nearestThatRan(position)) moveTo(*value, gesture);
    });
    connect(m_slider, &SlimSlider::stepped, this, &WalkChart::step);
    connect(m_slider, &SlimSlider::valueWanted, this, [this](double value) {
        if (const auto near = nearestThatRan(m_axis.shareOf(value))) moveTo(*near, 0);
    });
    QHBoxLayout* const head = m_head = new QHBoxLayout;
    head->setContentsMargins(kHeadMargin, 0, kHeadMargin, 0);
    head->setSpacing(8);
    head->addWidget(along);
    head->addWidget(m_number);
    head->addSpacing(8);
    head->addWidget(m_from);
    head->addWidget(m_slider, 1);
    head->addWidget(m_to);
    head->addWidget(m_value);
    head->addStretch(0);
    return head;
}

void WalkChart::setHeadRoom(int width) {
    m_head->setContentsMargins(kHeadMargin, 0, kHeadMargin + width, 0);
    arrange();
}

void WalkChart::makePanels() {
    auto* places = static_cast<QCPLayoutInset*>(m_plot->plotLayout()->element(0, 0));
    m_curves.resize(walkSeries().size());
    for (const WalkPanel& panel : walkPanels()) {
        auto* rect = new QCPAxisRect(m_plot);
        simplify(*rect);
        places->addElement(rect, QRectF(0, 0, 1, 1));
        QCPAxis *x = rect->axis(QCPAxis::atBottom), *y = rect->axis(QCPAxis::atLeft);
        y->setTicker(QSharedPointer<NumberTicker>::create());
        for (std::size_t s = panel.first; s < panel.first + panel.count; ++s) {
            QCPGraph* const line = newWholeGraph(*x, *y);
            QCPGraph* const links = newWholeGraph(*x, *y);
            m_curves[s] = {line, newWholeGraph(*x, *y), links};
            m_curves[s].dots->setLineStyle(QCPGraph::lsNone);
        }
        m_panels.push_back({rect, x, y, tipHtml(Text::tr(panel.tip))});
    }
    style();
}

void WalkChart::style() {
    StudyChart::style();
    for (std::size_t s = 0; s < m_curves.size(); ++s) {
        const WalkSeries& series = walkSeries()[s];
        QColor faint = colorOf(series, themeOf(palette()).id);
        faint.setAlphaF(0.8f);
        m_curves[s].links->setPen(QPen(faint, 1.25, Qt::DotLine, Qt::FlatCap));
    }
    shareLines();
    setAxes();
}

void WalkChart::setWalk(const Study& walk) {
    m_pending = walk;
    takePending();
}

void WalkChart::takePending() {
    if (!m_pending) return;
    const bool isAlongSame = !m_study.values.empty() && m_pending->path == m_study.path;
    if (isAlongSame && (isDragging() || !m_pending->hasShape())) return;
    if (!isAlongSame || m_pending->values.size() != m_study.values.size()) leave();
    m_study = *std::exchange(m_pending, std::nullopt);
    rebuild();
}

void WalkChart::setPresent(const Scheme& scheme) {
    m_present = scheme;
    showNumbers();
    showMarker();
}

void WalkChart::setDraft(const QString& reason) {
    if (reason == m_draft) return;
    m_draft = reason;
    rebuild();
}

void WalkChart::setTimeUnit(const QString& unit) {
    if (unit == m_timeUnit) return;
    m_timeUnit = unit;
    rebuild();
}

std::optional<double> WalkChart::presentValue() const {
    if (m_study.values.empty() || !findKind(Family::Scheme, m_present.kind)) return std::nullopt;
    const int value = numberOf(m_present, numberOf(m_study));
    return value >= m_axis.from && value <= m_axis.to ? std::optional<double>(value) : std::nullopt;
}

void WalkChart::showNumbers() {
    QStringList names;
    if (findKind(Family::Scheme, m_present.kind))
        for (const std::string& name : usedNumbersOf(m_present)) names << toQString(name);
    QStringList shown;
    for (int i = 0; i < m_number->count(); ++i) shown << m_number->itemText(i);
    if (names != shown) {
        m_number->clear();
        m_number->addItems(names);
        m_number->updateGeometry();
    }
    m_number->setCurrentIndex(m_number->findText(toQString(numberOf(m_study))));
    m_number->setEnabled(!names.isEmpty());
}

void WalkChart::showMarker() {
    if (!isDragging()) takePending();
    const auto value = markerValue();
    m_slider->setEnabled(value.has_value());
    if (value) m_slider->setPosition(m_axis.shareOf(*value));
    if (value) m_slider->setSpoken({static_cast<double>(m_axis.from), static_cast<double>(m_axis.to), *value, 1});
    m_value->setText(value ? QString::number(static_cast<int>(*value)) : QString());
    const QString text = value ? valueText(m_study, static_cast<int>(*value)) : QString();
    m_slider->setToolTip(text);
    m_slider->setAccessibleDescription(text);
    QStringList values{text};
    for (std::size_t i = 0; value && i < m_study.values.size(); ++i)
        if (m_study.values[i] == *value) values << linesAt(i);
    setAccessibleDescription(values.join(QStringLiteral(", ")));
    StudyChart::showMarker();
}

void WalkChart::rebuild() {
    m_axis = walkAxis(m_study);
    rebuildCurves();
    m_notice->setText(notice());
    m_notice->setVisible(!m_notice->text().isEmpty());
    m_scroll->setVisible(m_notice->text().isEmpty());
    showNumbers();
    m_from->setText(meaningOf(m_study, static_cast<int>(m_axis.from)));
    m_to->setText(m_axis.to > m_axis.from ? meaningOf(m_study, static_cast<int>(m_axis.to)) : QString());
    m_value->setMinimumWidth(m_value->fontMetrics().horizontalAdvance(QString::number(static_cast<int>(m_axis.to))));
    arrange();
    showMarker();
}

void WalkChart::rebuildCurves() {
    for (std::size_t s = 0; s < m_curves.size(); ++s) {
        const CurvePoints curve =
            m_study.values.empty() ? CurvePoints() : curveOf(m_study, 0, walkSeries()[s].quantity);
        setPoints(*m_curves[s].line, curve);
        setPoints(*m_curves[s].links, overGaps(curve));
        setPoints(*m_curves[s].dots, withoutGaps(curve));
    }
    shareLines();
    for (std::size_t p = 0; p < m_panels.size(); ++p) {
        double largest = 0;
        const WalkPanel& panel = walkPanels()[p];
        for (std::size_t s = panel.first; s < panel.first + panel.count; ++s)
            for (const QCPGraphData& point : *m_curves[s].line->data())
                if (point.value > largest) largest = point.value;
        const double end = roundedUp(largest);
        m_panels[p].y->setRange(0, end > 0 ? end : 1);
    }
}

int WalkChart::columns() const { return width() >= kWide ? 4 : width() >= kMedium ? 2 : 1; }

/// Dashes curves that coincide with another one of the same chart, so that the one behind shows in the gaps.
void WalkChart::shareLines() {
    constexpr double kPiece = 4;  // in widths of the line
    const auto isSame = [&](std::size_t a, std::size_t b) {
        return std::equal(m_curves[a].line->data()->constBegin(), m_curves[a].line->data()->constEnd(),
                          m_curves[b].line->data()->constBegin(), m_curves[b].line->data()->constEnd(),
                          [](const QCPGraphData& x, const QCPGraphData& y) {
                              return x.key == y.key && (x.value == y.value || (qIsNaN(x.value) && qIsNaN(y.value)));
                          });
    };
    const ThemeId theme = themeOf(palette()).id;
    for (const WalkPanel& panel : walkPanels())
        for (std::size_t s = panel.first; s < panel.first + panel.count; ++s) {
            QPen pen = penOf(walkSeries()[s], theme);
            for (std::size_t other = panel.first; other < s; ++other) {
                if (walkSeries()[other].tone == walkSeries()[s].tone || !isSame(other, s)) continue;
                pen.setCapStyle(Qt::FlatCap);
                pen.setDashPattern({kPiece, kPiece});
            }
            m_curves[s].line->setPen(pen);
        }
}

void WalkChart::arrange() {
    const int across = columns(), down = static_cast<int>(m_panels.size()) / across;
    m_plot->setMinimumHeight(down * kLeastPanelHeight);
    auto* places = static_cast<QCPLayoutInset*>(m_plot->plotLayout()->element(0, 0));
    for (int i = 0; i < places->elementCount(); ++i)
        places->setInsetRect(i,
                             QRectF(1.0 * (i % across) / across, 1.0 * (i / across) / down, 1.0 / across, 1.0 / down));
    // The words at the ends of the slider need room.
    const bool hasRoom = width() - m_head->contentsMargins().right() >= 540;
    m_from->setVisible(hasRoom && !m_from->text().isEmpty());
    m_to->setVisible(hasRoom && !m_to->text().isEmpty());
    setAxes();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void WalkChart::setAxes() {
    const QFontMetricsF metrics(uiFont(11));
    int left = kLeft;
    for (const Panel& panel : m_panels)
        left = std::max(left, qCeil(metrics.horizontalAdvance(formatNumber(panel.y->range().upper, 6))) + 12);
    const int rows = static_cast<int>(m_panels.size()) / columns();
    const double width = std::max(1.0, 1.0 * m_plot->width() / columns() - left - kRight - 2 * kPadding);
    const int height = m_plot->height() / rows - kTop - kBottom;

    const double room = metrics.horizontalAdvance(QString::number(static_cast<int>(m_axis.to))) + 10;
    const std::vector<int> ticks = walkTicks(m_study, width, room);
    const auto [from, to] = m_axis.padded(width + 2 * kPadding, kPadding);
    const bool isSparse = m_curves.front().dots->dataCount() * kDotRoom <= width;
    for (std::size_t s = 0; s < m_curves.size(); ++s) {
        const QColor color = m_curves[s].line->pen().color();
        const double size = isSparse && !walkSeries()[s].isThin ? kDot : kSmallDot;
        m_curves[s].dots->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, color, color, size));
    }
    for (const Panel& panel : m_panels) {
        panel.rect->setMargins(QMargins(left, kTop, kRight, kBottom));
        panel.x->setScaleType(m_axis.isLog ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        setTicks(*panel.x, {ticks.begin(), ticks.end()}, [](double value) { return QString::number(value, 'f', 0); });
        panel.x->setRange(from, to);
        panel.y->ticker()->setTickCount(std::clamp(height / 34, 1, 5));
    }
}

std::optional<double> WalkChart::nearestThatRan(double share) const {
    std::optional<double> best;
    double distance = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m_study.values.size(); ++i) {
        const double away = std::abs(m_axis.shareOf(m_study.values[i]) - share);
        if (m_study.ran(0, i) && away < distance) distance = away, best = m_study.values[i];
    }
    return best;
}

void WalkChart::step(SlimSlider::Step step, int gesture) {
    const auto present = markerValue();
    std::vector<double> ran;
    for (std::size_t i = 0; i < m_study.values.size(); ++i)
        if (m_study.ran(0, i)) ran.push_back(m_study.values[i]);
    if (!present || ran.empty()) return;
    const auto above = std::upper_bound(ran.begin(), ran.end(), *present);
    const auto below = std::lower_bound(ran.begin(), ran.end(), *present);
    switch (step) {
        case SlimSlider::Step::ToMinimum: return moveTo(ran.front(), gesture);
        case SlimSlider::Step::ToMaximum: return moveTo(ran.back(), gesture);
        case SlimSlider::Step::Up:
        case SlimSlider::Step::PageUp:
            if (above != ran.end()) moveTo(*above, gesture);
            return;
        default:
            if (below != ran.begin()) moveTo(*(below - 1), gesture);
    }
}

QStringList WalkChart::linesAt(std::size_t index) const {
    const StudyPoint* point = m_study.at(0, index);
    if (!m_study.ran(0, index)) return {point ? toQString(point->refusal) : tr("computing…")};
    QStringList lines;
    for (const WalkSeries& series : walkSeries())
        if (const double value = series.of(*point); !qIsNaN(value))
            lines << tr("%1: %2").arg(series.inFull(), formatNumber(value, 4));
    return lines;
}

QString WalkChart::notice() const {
    if (m_study.values.empty()) return tr("Choose a scheme to see its cost along one of its numbers.");
    for (std::size_t i = 0; i < m_study.values.size(); ++i) {
        if (m_study.ran(0, i)) return {};
        if (!m_study.at(0, i)) return tr("computing…");
    }
    if (!m_draft.isEmpty()) return m_draft;
    return tr("No value of %1 can run. At %2: %3")
        .arg(toQString(numberOf(m_study)))
        .arg(static_cast<int>(m_study.values.front()))
        .arg(toQString(m_study.at(0, 0)->refusal));
}

Table WalkChart::table() const {
    QStringList keys{toQString(numberOf(m_study))};
    for (const WalkSeries& series : walkSeries()) keys << toQString(infoOf(series.quantity).id);
    keys << QStringLiteral("error");
    std::vector<std::vector<TableValue>> rows;
    for (std::size_t i = 0; i < m_study.values.size(); ++i) {
        const StudyPoint* point = m_study.at(0, i);
        std::vector<TableValue>& cells = rows.emplace_back(1, QString::number(static_cast<int>(m_study.values[i])));
        for (const WalkSeries& series : walkSeries()) {
            const double value = point ? series.of(*point) : qQNaN();
            cells.push_back(qIsNaN(value) ? TableValue() : TableValue(value));
        }
        cells.push_back(point ? toQString(point->refusal) : QString());
    }
    return valueTable(keys, std::move(rows));
}

std::vector<StudyChart::Reading> WalkChart::dotsAt(std::size_t value) const {
    std::vector<Reading> readings;
    const StudyPoint* point = m_study.at(0, value);
    for (std::size_t p = 0; point && p < m_panels.size(); ++p)
        for (std::size_t s = walkPanels()[p].first; s < walkPanels()[p].first + walkPanels()[p].count; ++s) {
            const WalkSeries& series = walkSeries()[s];
            const double y = series.of(*point);
            if (std::isnan(y)) continue;
            const QColor color = colorOf(series, themeOf(palette()).id);
            readings.push_back({.row = {.color = color, .name = series.inFull(), .value = formatNumber(y, 4)},
                                .curve = s,
                                .panel = p,
                                .x = m_study.values[value],
                                .y = y});
        }
    return readings;
}

std::vector<StudyChart::Reading> WalkChart::readingsAtMarker() const {
    const auto at = std::find(m_study.values.begin(), m_study.values.end(), *markerValue()) - m_study.values.begin();
    return dotsAt(static_cast<std::size_t>(at));
}

std::vector<StudyChart::Reading> WalkChart::readingsAt(std::size_t value) const {
    std::vector<Reading> readings = dotsAt(value);
    if (!readings.empty()) return readings;
    const Theme& theme = themeOf(palette());
    const StudyPoint* point = m_study.at(0, value);
    if (point)
        readings.push_back(
            {.row = {.color = theme.error, .name = tr("does not run"), .reason = toQString(point->refusal)}});
    else
        readings.push_back({.row = {.color = theme.mutedText, .name = tr("computing…")}});
    return readings;
}

StudyChart::Card WalkChart::cardAt(std::size_t index, std::size_t panel) const {
    const auto value = static_cast<int>(m_study.values[index]);
    QString title = valueText(m_study, value);
    if (const QString meaning = meaningOf(m_study, value); !meaning.isEmpty()) title = tr("%1: %2").arg(title, meaning);
    const QRectF outer = m_panels[panel].rect->outerRect();
    const double top = -1.0 * m_plot->pos().y();
    const double bottom = m_scroll->viewport()->height() + top;
    return {title, QRectF(0, std::max(outer.top() + 4, top), m_plot->width(), outer.height()),
            QSizeF(m_plot->width(), std::max(60.0, bottom))};
}

bool WalkChart::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_plot && event->type() == QEvent::Resize) setAxes();
    if (watched == m_plot && event->type() == QEvent::Wheel)
        return event->ignore(), true;  // for the page to scroll; the plot would swallow it
    if (watched != m_slider) return StudyChart::eventFilter(watched, event);
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) StudyChart::showMarker();
    if (event->type() == QEvent::MouseButtonRelease)
        QMetaObject::invokeMethod(  // after the slider has handled it
            this,
            [this] {
                m_dragged.reset();
                showMarker();
            },
            Qt::QueuedConnection);
    return false;
}

}  // namespace bubblescope
