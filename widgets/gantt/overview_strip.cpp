#include "widgets/gantt/overview_strip.h"

#include "widgets/gantt/column_mixer.h"
#include "widgets/gantt/gantt_items.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kLeastFrame = 10, kFrameLine = 1.5;  // at the usual font size
constexpr double kReach = 3;                          // distance from the frame within which it can be grabbed
constexpr float kVeil = 0.6f;                         // over what is outside the view

int devicePixels(int length, double ratio) { return std::max(1, static_cast<int>(std::lround(length * ratio))); }

/// Premultiplied `top` over opaque `ground`.
QRgb over(Mix top, QRgb ground) { return toRgb(top + (1 - std::min(top[3], 255.0f) / 255) * toMix(ground)); }

}  // namespace

double OverviewAxis::frameLength() const {
    return std::min(length, std::max(leastFrame, view.span() / whole.span() * length));
}

double OverviewAxis::frameBegin() const {
    const double hidden = whole.span() - view.span();
    if (hidden <= 0) return 0;
    return std::clamp((view.begin - whole.begin) / hidden, 0.0, 1.0) * (length - frameLength());
}

double OverviewAxis::viewBegin(double at) const {
    const double hidden = whole.span() - view.span(), room = length - frameLength();
    if (hidden <= 0 || room <= 0) return whole.begin;
    return whole.begin + std::clamp(at / room, 0.0, 1.0) * hidden;
}

std::vector<OverviewBand> overviewBands(const GanttLayout& layout, int height) {
    constexpr int kSpares = 3;  // from this height on, a band gives one pixel to the gap above it
    std::vector<OverviewBand> all, bands;
    const double scale = height / layout.contentHeight;
    for (std::size_t i = 0; i < layout.tracks.size(); ++i) {
        const GanttTrack& track = layout.tracks[i];
        if (track.rows == 0) continue;
        // Aligned tracks have half of the space of their rows each.
        const double half = track.partner < 0 ? 0 : (track.bottom - track.rowsTop) / 2;
        const double top = track.isLower ? track.bottom - half : track.rowsTop;
        const double bottom = track.isLower ? track.bottom : track.bottom - half;
        all.push_back({static_cast<int>(i), track.rows, static_cast<int>(std::floor(top * scale)),
                       static_cast<int>(std::lround(bottom * scale))});
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const OverviewBand& a, const OverviewBand& b) { return a.top < b.top; });
    for (OverviewBand band : all) {
        if (!bands.empty() && band.top <= bands.back().bottom)
            band.top = bands.back().bottom + (band.bottom - bands.back().bottom >= kSpares ? 1 : 0);
        if (band.top < band.bottom) bands.push_back(band);
    }
    return bands;
}

QImage renderOverview(const std::vector<TrackData>& shown, const std::vector<OverviewBand>& bands,
                      const GanttStyle& style, const TimeRange& whole, const QSize& size) {
    const Theme& theme = themeOf(style.theme);
    QImage image(size, QImage::Format_RGB32);
    image.fill(style.ground());
    std::vector<Mix> mix(static_cast<std::size_t>(size.width()));
    for (const OverviewBand& band : bands) {
        const TrackData& one = shown[static_cast<std::size_t>(band.track)];
        const Timeline& timeline = *one.timeline;
        const ColorClasses classes(*timeline.program, style);
        std::vector<Mix> inks;
        for (int i = 0; i < classes.count(); ++i) inks.push_back(toMix(classes.colorOf(i).rgb()));
        ColumnMixer mixer(timeline, classes, inks, whole, size.width(), one.sums.get());
        std::vector<QRgb> ground(static_cast<std::size_t>(size.width()), style.ground().rgb());
        const auto column = [&](Time time) {
            const double x = (static_cast<double>(time) - whole.begin) / whole.span() * size.width();
            return ground.begin() + std::lround(std::clamp(x, 0.0, double(size.width())));
        };
        std::fill(column(timeline.earliestStart), column(timeline.latestEnd), idleMean(theme).rgb());
        for (int y = band.top; y < band.bottom; ++y) {
            auto* const line = reinterpret_cast<QRgb*>(image.scanLine(y));
            if (y > band.top && band.deviceAt(y) == band.deviceAt(y - 1)) {
                std::copy_n(reinterpret_cast<const QRgb*>(image.constScanLine(y - 1)), size.width(), line);
                continue;
            }
            mixer.mix(timeline.program->computeLane(WorkerId(band.deviceAt(y))), mix);
            std::transform(mix.begin(), mix.end(), ground.begin(), line, over);
        }
    }
    return image;
}

OverviewStrip::OverviewStrip(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Overview of all schedules"));
    setToolTip(
        tr("All schedules over their whole time. Drag the frame to move the view, click to move it there, "
           "double-click to show everything."));
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    hide();
}

void OverviewStrip::setShown(const std::vector<TrackData>& shown) {
    m_shown = shown;
    m_stale = true;
    update();
}

void OverviewStrip::setView(const GanttLayout& layout, const TimeRange& whole, double scroll, double height) {
    m_layout = layout;
    m_whole = whole;
    m_rows = {scroll, scroll + height};
    update();
}

OverviewAxis OverviewStrip::timeAxis() const {
    return {m_whole, m_layout.range, static_cast<double>(width()), m_layout.style.scaled(kLeastFrame)};
}

OverviewAxis OverviewStrip::rowsAxis() const {
    return {{0, m_layout.contentHeight}, m_rows, static_cast<double>(height()), m_layout.style.scaled(kLeastFrame)};
}

QRectF OverviewStrip::frame() const {
    const OverviewAxis time = timeAxis(), rows = rowsAxis();
    return {time.frameBegin(), rows.frameBegin(), time.frameLength(), rows.frameLength()};
}

void OverviewStrip::updateImage() {
    const double ratio = devicePixelRatioF();
    const QSize size(devicePixels(width(), ratio), devicePixels(height(), ratio));
    Source source{overviewBands(m_layout, size.height()), m_layout.style, m_whole, size};
    if (!m_stale && source == m_source) return;
    m_image = renderOverview(m_shown, source.bands, source.style, m_whole, size);
    m_image.setDevicePixelRatio(ratio);
    m_source = std::move(source);
    m_stale = false;
    ++m_rebuilds;
}

void OverviewStrip::paintEvent(QPaintEvent*) {
    updateImage();
    const Theme& theme = themeOf(m_layout.style.theme);
    QPainter painter(this);
    painter.drawImage(QPointF(0, 0), m_image);
    const QRectF frame = this->frame();
    QPainterPath outside;
    outside.addRect(rect());
    outside.addRect(frame);
    QColor veil = m_layout.style.ground();
    veil.setAlphaF(kVeil);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(outside, veil);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(theme.line);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    const double line = m_layout.style.scaled(kFrameLine);
    painter.setPen(QPen(theme.text, line));
    painter.drawRoundedRect(frame.adjusted(line / 2, line / 2, -line / 2, -line / 2), 2, 2);
}

bool OverviewStrip::isOnFrame(const QPointF& at) const {
    return frame().adjusted(-kReach, -kReach, kReach, kReach).contains(at);
}

void OverviewStrip::moveFrame(const QPointF& topLeft) {
    emit moved(timeAxis().viewBegin(topLeft.x()), rowsAxis().viewBegin(topLeft.y()));
}

void OverviewStrip::showCursor(const QPointF& at) {
    setCursor(m_grip ? Qt::ClosedHandCursor : isOnFrame(at) ? Qt::OpenHandCursor : Qt::PointingHandCursor);
}

void OverviewStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    const QRectF frame = this->frame();
    const bool grabs = isOnFrame(event->position());
    m_grip = grabs ? event->position() - frame.topLeft() : QPointF(frame.width() / 2, frame.height() / 2);
    if (!grabs) moveFrame(event->position() - *m_grip);
    showCursor(event->position());
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton)) m_grip.reset();
    showCursor(event->position());
    // The Gantts behind must know that the pointer has left their rows.
    if (!m_grip) return event->ignore();
    moveFrame(event->position() - *m_grip);
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    m_grip.reset();
    showCursor(event->position());
}

void OverviewStrip::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    emit fitAsked();
}

void OverviewStrip::wheelEvent(QWheelEvent* event) {
    const bool zooms = event->modifiers() & Qt::ControlModifier && !(event->modifiers() & Qt::ShiftModifier);
    if (!zooms) return event->ignore();  // the Gantts handle it
    const double at = timeAxis().valueAt(event->position().x());
    emit zoomed(std::clamp(at, m_layout.range.begin, m_layout.range.end), event->angleDelta().y());
    event->accept();
}

}  // namespace bubblescope
