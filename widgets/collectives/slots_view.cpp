#include "widgets/collectives/slots_view.h"

#include "widgets/collectives/collective_words.h"
#include "widgets/collectives/message_routes.h"
#include "widgets/collectives/slots_shapes.h"
#include "widgets/kit/format.h"
#include "widgets/kit/projector_type.h"
#include "widgets/kit/theme.h"
#include "widgets/picture/enlarged_picture.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double kLeastForLegend = 230, kMostPresentScale = 2.6;

}  // namespace

SlotsView::SlotsView(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Data of every rank"));
    setAccessibleDescription(tr("Space plays, left and right go one step, Home and End go to the start and the end."));
}

void SlotsView::setPlayback(std::shared_ptr<const Playback> playback, const CollectiveSetup& setup,
                            const QString& notice) {
    m_playback = std::move(playback);
    m_setup = setup;
    m_notice = notice;
    if (m_playback && !m_notice.isEmpty()) m_playback.reset();
    m_drawn.reset();
    if (m_playback) {
        auto drawn = drawnOf(m_playback);
        if (drawn)
            m_drawn = std::move(*drawn);
        else
            m_playback.reset(), m_notice = toQString(drawn.error().message);
    }
    m_room = m_drawn ? roomFor(*m_drawn) : SlotsRoom{};
    m_moment = m_drawnMoment = Moment{};
    setTime(0);
    if (!m_playback ||
        (m_picked && (m_picked->first >= m_playback->plan().places() || m_picked->second >= m_playback->states.rows())))
        m_picked.reset();
    update();
}

void SlotsView::setTime(double time) {
    if (!m_playback) return;
    m_moment = m_playback->at(time);
    m_drawnMoment = m_drawn == m_playback ? m_moment : m_drawn->at(time);
    update();
}

void SlotsView::setPresenting(bool on) {
    m_isPresenting = on;
    update();
}

void SlotsView::setOpPalette(const OpPalette& palette) {
    m_opPalette = &palette;
    update();
}

void SlotsView::setPicked(const std::optional<std::pair<int, int>>& picked) {
    if (picked == m_picked) return;
    m_picked = picked;
    update();
    emit pickedChanged();
}

SlotsLayout SlotsView::slotsLayout() const {
    const QSizeF room(width(), height() - (hasLegend() ? kSlotsLegendHeight * scale() : 0));
    const States& states = m_drawn->states;
    return layoutSlots(room, states.ranks(), states.rows(), m_drawn->nodeSize, scale(), m_room);
}

std::optional<std::pair<int, int>> SlotsView::cellAt(const QPointF& at) const {
    // A node has no value of its own to explain.
    return m_drawn->isByNode() ? std::nullopt : slotsLayout().cellAt(at);
}

double SlotsView::scale() const {
    if (!m_isPresenting) return 1;
    return std::clamp(std::min(width() / kRoomWidth, height() / kRoomHeight), projectorScale(*this),
                      std::max(projectorScale(*this), kMostPresentScale));
}

bool SlotsView::hasLegend() const { return height() >= kLeastForLegend * scale(); }

void SlotsView::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.canvas);
    const QString notice = !m_playback                   ? m_notice
                           : !slotsLayout().isReadable() ? tr("Too many ranks and slots to draw at this size.")
                                                         : QString();
    DisplayList list;
    list.size = size();
    if (notice.isEmpty()) {
        SlotsPicture picture{*m_drawn, m_drawnMoment, m_setup.cluster, theme.id, *m_opPalette, m_picked, true};
        if (m_isPresenting) picture.leastLetters = kProjectorType * window()->height();
        addSlots(list, slotsLayout(), picture);
        const double legend = kSlotsLegendHeight * scale();
        if (hasLegend())
            addSlotsLegend(&list, {16, height() - legend - 2, width() - 32.0, legend}, picture, scale(), 1);
    } else {
        const QFont font = uiFont(13);
        WrappedText(notice, font, QRectF(rect()).adjusted(width() * 0.2, 0, -width() * 0.2, 0))
            .addTo(list, lettered("notice", font, theme.mutedText, Anchor::Middle));
    }
    paintList(painter, list);
    if (!m_showsFocus) return;
    painter.setPen(QPen(theme.accent, 1));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void SlotsView::mousePressEvent(QMouseEvent* event) {
    if (!m_playback || event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    setPicked(cellAt(event->position()));
}

bool SlotsView::leavePicked() {
    const bool wasThere = m_picked.has_value();
    setPicked(std::nullopt);
    return wasThere;
}

void SlotsView::keyPressEvent(QKeyEvent* event) {
    if (const auto key = stepKeyOf(*event)) return emit stepAsked(*key);
    if (event->key() == Qt::Key_Escape && leavePicked()) return;
    QWidget::keyPressEvent(event);
}

void SlotsView::focusInEvent(QFocusEvent* event) {
    m_showsFocus = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    update();
}

void SlotsView::focusOutEvent(QFocusEvent*) {
    m_showsFocus = false;
    update();
}

bool SlotsView::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !m_playback) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto cell = cellAt(help->pos());
    if (!cell) return QToolTip::hideText(), true;
    const auto done = m_moment.done[static_cast<std::size_t>(cell->first)];
    const auto value = m_playback->states.at(cell->first, cell->second, done);
    const QString name = rankName(*m_playback, cell->first);
    QToolTip::showText(
        help->globalPos(),
        value ? tr("%1 has %2").arg(name, valueText(m_playback->states, *value)) : tr("%1 has nothing here").arg(name),
        this);
    return true;
}

}  // namespace bubblescope
