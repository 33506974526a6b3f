#include "widgets/collectives/algorithm_clock.h"

#include <QMouseEvent>
#include <QVBoxLayout>

#include "widgets/collectives/collective_shown.h"
#include "widgets/collectives/collective_words.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/kit/format.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// Up to this many ranks, an algorithm runs within a frame.
constexpr int kFewRanks = 16;
constexpr int kNiceness = 0;

}  // namespace

AlgorithmClock::AlgorithmClock(QWidget* parent) : QWidget(parent), m_gantt(new GanttWidget(this)), m_worker(kNiceness) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_gantt);
    m_style.labels = CellLabel::Stage;
    m_style.firstNumber = 1;  // steps
    m_style.fontPixelSize = 12;
    m_style.canAlign = m_style.hasOverview = false;  // the chart is too low for them
    m_gantt->setGanttStyle(m_style);
    m_gantt->setAccessibleName(tr("Algorithms over time"));
    m_gantt->viewport()->installEventFilter(this);
    connect(m_gantt, &GanttWidget::picked, this, [this](int track, LaneId, std::optional<Row>, Time at) {
        emit algorithmPicked(m_gantt->shown()[static_cast<std::size_t>(track)].kind);
        emit timePicked(toUnits(at) * m_unit);
    });
    run();
}

void AlgorithmClock::setSetup(const CollectiveSetup& setup) {
    if (m_setup == setup) return;
    m_setup = setup;
    run();
}

void AlgorithmClock::run() {
    const Theme& theme = themeOf(palette());
    if (m_setup.ranks <= kFewRanks) {
        m_worker.stop();
        return take(clockTracks(m_setup, runChosen(m_setup), theme));
    }
    m_worker.start([this, setup = m_setup, &theme](const std::stop_token& stop) {
        auto tracks = std::make_shared<ClockTracks>(clockTracks(setup, runChosen(setup), theme));
        m_worker.leave(stop, [this, tracks] { take(std::move(*tracks)); });
    });
}

void AlgorithmClock::take(ClockTracks tracks) {
    m_unit = tracks.unit.microseconds;
    m_gantt->setEmptyMessage(tr("Nothing to draw"),
                             m_setup.ranks > kMaxPlanRanks
                                 ? tr("Pictures show up to %1 ranks. For more ranks, only numbers are available.")
                                       .arg(formatNumber(kMaxPlanRanks))
                                 : tr("Each line above shows what would work."));
    m_gantt->setShown(std::move(tracks.shown));
    showInstant();
}

void AlgorithmClock::setOpPalette(const OpPalette& palette) {
    m_style.palette = &palette;
    m_gantt->setGanttStyle(m_style);
}

void AlgorithmClock::setChosen(const std::string& algorithm, double microseconds) {
    m_chosenTime = microseconds;
    showInstant();
    if (std::exchange(m_chosen, algorithm) == algorithm || !isVisible()) return;
    const auto& shown = m_gantt->shown();
    for (std::size_t i = 0; i < shown.size(); ++i)
        if (shown[i].kind == toQString(algorithm)) m_gantt->showTrack(static_cast<int>(i));
}

void AlgorithmClock::showInstant() { m_gantt->setInstant(toTime(m_chosenTime / m_unit)); }

/// Whether a position is in the footer, above the legend.
bool AlgorithmClock::isOnAxis(const QPointF& at) const {
    const GanttLayout& layout = m_gantt->ganttLayout();
    const double top = layout.size.height() - layout.footerHeight;
    return at.y() >= top && at.y() < top + layout.style.scaled(36) && at.x() >= layout.plotLeft - 8 &&
           at.x() <= layout.plotRight + 8;
}

void AlgorithmClock::scrubTo(double x) {
    const GanttLayout& layout = m_gantt->ganttLayout();
    const double time = layout.timeAt(std::clamp(x, layout.plotLeft, layout.plotRight));
    emit timePicked(std::max(0.0, time / kMicroUnits * m_unit));
}

bool AlgorithmClock::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_gantt->viewport()) return QWidget::eventFilter(watched, event);
    const auto* mouse = dynamic_cast<const QMouseEvent*>(event);
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            if (mouse->button() != Qt::LeftButton || !isOnAxis(mouse->position())) return false;
            m_scrubs = true;
            scrubTo(mouse->position().x());
            return true;
        case QEvent::MouseMove:
            if (m_scrubs) return scrubTo(mouse->position().x()), true;
            if (!isOnAxis(mouse->position())) return false;
            m_gantt->viewport()->setCursor(Qt::SizeHorCursor);
            return false;
        case QEvent::MouseButtonRelease: return std::exchange(m_scrubs, false);
        default: return false;
    }
}

void AlgorithmClock::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange) return;
    std::vector<TrackData> shown = m_gantt->shown();
    for (TrackData& track : shown) {
        const std::string id = track.kind.toStdString();
        track.color = algorithmColor(themeOf(palette()), algorithmFor(m_setup, id));
    }
    m_gantt->setShown(std::move(shown));
}

}  // namespace bubblescope
