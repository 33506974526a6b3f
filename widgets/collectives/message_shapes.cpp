#include "widgets/collectives/message_shapes.h"

#include "engine/core/text.h"
#include "widgets/collectives/cell_fills.h"
#include "widgets/collectives/collective_words.h"
#include "widgets/collectives/message_routes.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/shown/op_palette.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <map>

namespace bubblescope {

namespace {

constexpr double kLeastType = 0.7;           // share of the size that a label could have
constexpr double kReadableTag = 11;          // a tag this wide shows the number of its slot
constexpr std::size_t kMostFlights = 6'000;  // more messages in flight are not drawn one by one
constexpr std::size_t kMostSingleMessages = 160, kMostArcs = 130;
constexpr std::size_t kMostMovingTags = 64, kMostThickArcs = 24;

/// A message in flight.
struct Message {
    Route route;
    bool isFar;  // to another node
    double progress;
    const Transfer* transfer;
    std::size_t index;
};

std::vector<Message> messagesOf(const SlotsPicture& picture) {
    const Plan& plan = picture.playback.plan();
    const auto& flights = picture.moment.flights;
    std::vector<Message> messages;
    if (flights.size() > kMostFlights) return messages;
    std::map<std::size_t, std::vector<Route>> routes;
    for (const Flight& flight : flights) {
        auto [known, isNew] = routes.try_emplace(flight.step);
        if (isNew) known->second = routesOf(picture.playback, flight.step);
        const Transfer& transfer = plan.transfers[flight.transfer];
        messages.push_back({known->second[flight.transfer - plan.beginOf(flight.step)],
                            plan.nodeOf(transfer.from, picture.playback.nodeSize) !=
                                plan.nodeOf(transfer.to, picture.playback.nodeSize),
                            flight.progress, &transfer, flight.transfer});
    }
    return messages;
}

/// The first text, from long to short, that fits without much smaller type.
class Label {
public:
    Label(const QStringList& texts, double width, double pixels, double least) {
        constexpr double kSurely = 1.2;  // width grows almost in proportion to height
        const QFontMetricsF largest(uiFont(pixels, QFont::DemiBold));
        for (const QString& text : texts) {
            const double widest = largest.horizontalAdvance(text);
            for (double size = pixels; size >= std::max(least, pixels * kLeastType); --size) {
                if (widest * size / pixels > width * kSurely) continue;
                const double own =
                    size == pixels ? widest : QFontMetricsF(uiFont(size, QFont::DemiBold)).horizontalAdvance(text);
                if (own > width) continue;
                m_text = text, m_pixels = size;
                return;
            }
        }
    }
    void addTo(DisplayList& list, const QPointF& centre, const QFont& font, const QColor& ink) const {
        if (m_text.isEmpty()) return;
        QFont own = font;
        own.setPixelSize(qRound(m_pixels));
        list.add(DisplayText{.look = list.use(lettered("sent-slot", font, ink, Anchor::Middle)),
                             .at = {centre.x(), baselineAt(centre.y(), own)},
                             .words = m_text,
                             .pixels = static_cast<double>(own.pixelSize())});
    }

private:
    QString m_text;
    double m_pixels = 0;
};

struct Tag {
    QRectF box;
    double side;
};

class BesidePainter {
public:
    BesidePainter(DisplayList& list, const SlotsLayout& layout, const SlotsPicture& picture,
                  const std::vector<QColor>& colors)
        : m_list(list), m_layout(layout), m_picture(picture), m_colors(colors), m_states(picture.playback.states) {}

    void draw() {
        if (m_layout.gutter < 1.5) return;
        for (const Message& message : messagesOf(m_picture)) {
            if (message.route == Route::Over) continue;
            const auto slotNumbers = m_states.plan().slotsOf(message.index);
            for (const RowRun& run : runsOf(m_states, {slotNumbers.begin(), slotNumbers.end()}))
                if (message.route == Route::Beside)
                    addBeside(message, run);
                else
                    addAround(message, run);
        }
        addTags(m_near, "sent", "sent", false);
        addTags(m_far, "sent between-nodes", "sent between-nodes-many", true);
        const QFont font = uiFont(px(11), QFont::DemiBold);
        for (const auto& [at, label] : m_labels) label.addTo(m_list, at, font, textOn(messageColor(m_picture.theme)));
    }

private:
    double px(double size) const { return size * m_layout.scale; }

    /// A tag centred at `x` in the rows of a run. Part of it may still be behind the cell that it leaves.
    void addTag(double x, double width, double side, const RowRun& run, bool isFar, double hidden) {
        const QRectF rows = m_layout.cellRect(0, run.first).united(m_layout.cellRect(0, run.last));
        const double height = run.first == run.last ? std::min(rows.height(), px(22)) : rows.height();
        const QRectF box(x - width / 2, rows.center().y() - height / 2, width, height);
        (isFar ? m_far : m_near).push_back({box, side});
        constexpr double kMostHidden = 0.2;  // the share of a number that may be hidden without being misread
        if (width >= px(kReadableTag) && height >= px(9) && hidden <= width * kMostHidden)
            m_labels.emplace_back(
                QPointF(x - side * std::min(width, height) / 12, box.center().y()),
                Label(slotTexts(m_states, run.slotNumbers), width * 0.8, std::min(px(11), height * 0.72), px(7.5)));
    }

    void addBeside(const Message& message, const RowRun& run) {
        const QRectF from = m_layout.cellRect(message.transfer->from, 0),
                     to = m_layout.cellRect(message.transfer->to, 0);
        const double left = std::min(from.right(), to.right()), right = std::max(from.left(), to.left());
        const double side = to.left() > from.left() ? 1 : -1;
        const double width = std::min(right - left - 2, px(message.isFar ? 64 : 26));
        const double start = side > 0 ? left - width / 2 : right + width / 2, rest = (left + right) / 2;
        const double x = start + (rest - start) * message.progress;
        addTag(x, width, side, run, message.isFar, side > 0 ? left - x + width / 2 : x + width / 2 - right);
    }

    /// Out at one side, next to the chip of the target rank, and in at the other.
    void addAround(const Message& message, const RowRun& run) {
        const double side = message.transfer->to < message.transfer->from ? 1 : -1;
        const double gutter = m_layout.gutter, width = std::min(gutter - 2, px(26));
        const QRectF from = m_layout.cellRect(message.transfer->from, run.first);
        const QRectF to = m_layout.cellRect(message.transfer->to, run.first);
        const double out = (side > 0 ? from.right() : from.left()) + side * gutter / 2;
        const double in = (side > 0 ? to.left() : to.right()) - side * gutter / 2;
        const double behind = side * (gutter / 2 + width / 2) * (1 - message.progress);
        addTag(out - behind, width, side, run, message.isFar, std::abs(behind) - (gutter - width) / 2);
        addTag(in - behind * 0.5, width, side, run, message.isFar, 0);
        if (m_layout.edge == 0 || m_layout.cell.height() < px(8)) return;
        const double chip = std::min(m_layout.edge - 3, m_layout.cell.height());
        const auto addEnd = [&](double x, int rank) {
            const QRectF box(x - chip / 2, from.center().y() - chip / 2, chip, chip);
            addChip(m_list, box, m_picture.playback, rank, m_colors[static_cast<std::size_t>(rank)], m_layout.scale);
        };
        addEnd(out + side * (gutter / 2 + chip / 2 + 1), message.transfer->to);
        addEnd(in - side * (gutter / 2 + chip / 2 + 1), message.transfer->from);
    }

    void addTags(const std::vector<Tag>& tags, const QByteArray& name, const QByteArray& nameOfMany, bool isFar) {
        if (tags.empty()) return;
        const QColor fill = messageColor(m_picture.theme), edge = farMessageColor(m_picture.theme);
        if (tags.size() <= kMostSingleMessages) {
            Look look = filled(name, fill);
            if (isFar) look.stroke = Stroke{edge, m_layout.cell.height() >= 8 ? px(1.75) : 1};
            const LookId id = m_list.use(look);
            for (const Tag& tag : tags) m_list.add(DisplayPath{.look = id, .path = tagPath(tag.box, tag.side)});
            return;
        }
        // A body, and a tip half as high as the body.
        std::vector<QRectF> rects;
        for (const auto& [box, side] : tags) {
            const double body = box.width() * 0.6;
            rects.emplace_back(side > 0 ? box.left() : box.right() - body, box.top(), body, box.height());
            rects.emplace_back(side > 0 ? box.left() + body : box.left(), box.top() + box.height() / 4,
                               box.width() - body, box.height() / 2);
        }
        addFills(m_list, m_layout.cellsArea(), m_picture.asPixels,
                 {{nameOfMany, isFar ? edge : fill, std::move(rects)}});
    }

    DisplayList& m_list;
    const SlotsLayout& m_layout;
    const SlotsPicture& m_picture;
    const std::vector<QColor>& m_colors;
    const States& m_states;
    std::vector<Tag> m_near, m_far;
    std::vector<std::pair<QPointF, Label>> m_labels;
};

class ArcPainter {
public:
    ArcPainter(DisplayList& list, const SlotsLayout& layout, const SlotsPicture& picture)
        : m_list(list), m_layout(layout), m_picture(picture), m_states(picture.playback.states) {}

    void draw() {
        if (m_layout.arcHeight <= 0) return;
        for (const Message& message : messagesOf(m_picture))
            if (message.route == Route::Over) m_messages.push_back(message);
        if (m_messages.empty()) return;
        if (m_messages.size() > (m_picture.playback.algorithm->sendsManyAtOnce ? kMostThickArcs : kMostArcs))
            keepThoseOfOneRank();
        const auto places = static_cast<std::size_t>(m_layout.places());
        m_sends.assign(places, 0), m_comes.assign(places, {});
        for (const Message& message : m_messages) {
            m_sends[message.transfer->from] = 1;
            m_comes[message.transfer->to].push_back(&message);
            m_widest = std::max(m_widest, std::abs(columnOf(message.transfer->from) - columnOf(message.transfer->to)));
        }
        addLines();
        addTags();
    }

private:
    double px(double size) const { return size * m_layout.scale; }
    double tagHeight() const { return std::min(px(15), m_layout.arcHeight * 0.36); }
    double tagRoom() const { return m_layout.pitch - 3; }
    bool hasTags() const { return tagRoom() >= px(10); }

    void keepThoseOfOneRank() {
        int rank = m_messages.front().transfer->from;
        if (m_picture.picked) rank = m_picture.picked->first;
        const auto isOther = [&](const Message& message) { return message.transfer->from != rank; };
        if (std::all_of(m_messages.begin(), m_messages.end(), isOther)) rank = m_messages.front().transfer->from;
        const std::size_t all = m_messages.size();
        if (all <= kMostArcs) std::copy_if(m_messages.begin(), m_messages.end(), std::back_inserter(m_others), isOther);
        m_messages.erase(std::remove_if(m_messages.begin(), m_messages.end(), isOther), m_messages.end());
        const QFont font = uiFont(px(11));
        m_list.add(
            DisplayText{m_list.use(lettered("of-one-rank", font, themeOf(m_picture.theme).mutedText, Anchor::End)),
                        {m_layout.nodeRect(m_layout.nodes() - 1).right(), m_layout.boxTop + px(12)},
                        Text::tr("only messages of %1 shown, of %2")
                            .arg(rankName(m_picture.playback, rank))
                            .arg(toQString(withThousands(static_cast<long long>(all))))});
    }

    int columnOf(int place) const { return m_layout.columnOf(place); }
    double middleOf(int rank) const { return m_layout.columnLeft(rank) + m_layout.cell.width() / 2; }
    /// Outgoing messages leave next to the incoming ones.
    double shiftOf(int rank) const {
        const auto place = static_cast<std::size_t>(rank);
        return m_sends[place] && !m_comes[place].empty() ? std::min(px(5), m_layout.pitch * 0.12) : 0;
    }

    /// Where the middle of a message's tag is.
    struct Arc {
        QPointF from, over, under, to;
        QPointF at(double t) const {
            const double u = 1 - t;
            return u * u * u * from + 3 * u * u * t * over + 3 * u * t * t * under + t * t * t * to;
        }
    };
    Arc arcOf(const Message& message) const {
        const int from = message.transfer->from, to = message.transfer->to;
        const double side = columnOf(to) > columnOf(from) ? 1 : -1, bottom = m_layout.arcBottom();
        const QPointF begin(middleOf(from) + side * shiftOf(from), bottom);
        const QPointF end(middleOf(to) - side * shiftOf(to), bottom - (hasTags() ? tagHeight() / 2 : 0));
        const double most = m_layout.arcHeight - px(3) - tagHeight() / 2, least = std::min(most, tagHeight() + px(6));
        const double share = std::sqrt((std::abs(columnOf(from) - columnOf(to)) - 1.0) / std::max(m_widest - 1, 3));
        const double rise = (least + (most - least) * share) * 4 / 3, lean = (end.x() - begin.x()) * 0.12;
        return {begin, {begin.x() + lean, bottom - rise}, {end.x() - lean, bottom - rise}, end};
    }

    static QPainterPath pathOf(const Arc& arc) {
        QPainterPath path(arc.from);
        path.cubicTo(arc.over, arc.under, arc.to);
        return path;
    }

    void addLines() {
        const QColor fill = messageColor(m_picture.theme), edge = farMessageColor(m_picture.theme);
        const QColor near = mixed(fill, themeOf(m_picture.theme).text, 0.12);
        const bool isThick = m_messages.size() <= kMostThickArcs;
        const LookId pale =
            m_list.use({.names = "arc-of-another",
                        .stroke = Stroke{mixed(fill, themeOf(m_picture.theme).window, 0.55), px(0.75)}});
        for (const Message& message : m_others) m_list.add(DisplayPath{.look = pale, .path = pathOf(arcOf(message))});
        // With many arcs, lines are as thin as Qt can draw fast.
        const auto lineOf = [&](bool isFar) {
            return m_list.use({.names = isFar ? "arc between-nodes" : "arc",
                               .stroke = Stroke{isFar ? edge : near, isThick ? px(isFar ? 2 : 1.25) : 0.5}});
        };
        for (const bool isFar : {false, true})
            for (const Message& message : m_messages) {
                if (message.isFar != isFar) continue;
                const Arc arc = arcOf(message);
                m_list.add(DisplayPath{.look = lineOf(isFar), .path = pathOf(arc)});
                if (isThick) m_list.add(DisplayCircle{m_list.use(filled("arc-start", edge)), arc.from, px(2)});
                if (!hasTags()) addTip(arc.to, isFar ? edge : near);
            }
    }

    void addTip(const QPointF& at, const QColor& color) {
        const double size = std::min(px(3), m_layout.pitch * 0.4);
        QPainterPath tip(at);
        tip.lineTo(at + QPointF(-size, -1.6 * size));
        tip.lineTo(at + QPointF(size, -1.6 * size));
        tip.closeSubpath();
        m_list.add(DisplayPath{.look = m_list.use(filled("arc-tip", color)), .path = tip, .fill = color.rgba()});
    }

    /// One tag per rank that received something, and one per message in flight.
    void addTags() {
        if (!hasTags()) return;
        std::size_t moving = 0;
        for (const Message& message : m_messages) moving += message.progress < 1;
        for (std::size_t rank = 0; rank < m_comes.size(); ++rank) {
            std::vector<const Message*> there;
            for (const Message* message : m_comes[rank]) {
                if (message->progress >= 1)
                    there.push_back(message);
                else if (moving <= kMostMovingTags)
                    addTag({message}, arcOf(*message).at(message->progress));
            }
            if (!there.empty()) addTag(there, arcOf(*there.front()).to);
        }
    }

    QStringList textsOf(const std::vector<const Message*>& messages) const {
        std::vector<std::uint32_t> all;
        for (const Message* message : messages) {
            const auto own = m_states.plan().slotsOf(message->index);
            all.insert(all.end(), own.begin(), own.end());
        }
        const std::size_t sent = all.size();
        std::sort(all.begin(), all.end());
        all.erase(std::unique(all.begin(), all.end()), all.end());
        QStringList texts = slotTexts(m_states, all);
        if (messages.size() > 1 && sent == all.size() * messages.size()) {  // the same number from each
            for (QString& text : texts) text = Text::tr("%1 × %2").arg(messages.size()).arg(text);
            texts += Text::tr("%1 ×").arg(messages.size());
        }
        return texts;
    }

    void addTag(const std::vector<const Message*>& messages, QPointF centre) {
        const bool isFar = std::any_of(messages.begin(), messages.end(), [](const Message* one) { return one->isFar; });
        const QColor fill = messageColor(m_picture.theme);
        const double height = tagHeight();
        const QFont font = uiFont(px(11), QFont::DemiBold);
        const QStringList texts = textsOf(messages);
        const double wanted = QFontMetricsF(font).horizontalAdvance(texts.front()) + px(10);
        const double width = std::clamp(wanted, std::min(px(20), tagRoom()), tagRoom());
        const QRectF box(centre.x() - width / 2, centre.y() - height / 2, width, height);
        Look look = filled(isFar ? "sent between-nodes" : "sent", fill);
        if (isFar) look.stroke = Stroke{farMessageColor(m_picture.theme), px(1.75)};
        QPainterPath path;
        if (messages.front()->progress < 1) {
            path.addRoundedRect(box, px(3), px(3));
        } else {  // it points at its rank
            const double tip = std::min(px(4), height * 0.3);
            path.moveTo(box.topLeft());
            path.lineTo(box.topRight());
            path.lineTo(box.right(), box.bottom() - tip);
            path.lineTo(centre.x(), box.bottom() + 1);
            path.lineTo(box.left(), box.bottom() - tip);
            path.closeSubpath();
        }
        m_list.add(DisplayPath{.look = m_list.use(look), .path = path});
        Label(texts, width - px(3), px(11), px(7.5))
            .addTo(m_list, centre - QPointF(0, messages.front()->progress < 1 ? 0 : px(1)), font, textOn(fill));
    }

    DisplayList& m_list;
    const SlotsLayout& m_layout;
    const SlotsPicture& m_picture;
    const States& m_states;
    std::vector<Message> m_messages, m_others;  // and the pale ones of other ranks
    std::vector<char> m_sends;
    std::vector<std::vector<const Message*>> m_comes;
    int m_widest = 1;
};

}  // namespace

QColor messageColor(ThemeId theme) { return theme == ThemeId::Print ? QColor("#d0d0d0") : QColor("#ba9ce8"); }

QColor farMessageColor(ThemeId theme) {
    if (theme == ThemeId::Print) return QColor("#404040");
    return theme == ThemeId::Dark ? QColor("#e9ddff") : QColor("#5b3a94");
}

QPainterPath tagPath(const QRectF& box, double side) {
    const double tip = std::min({box.width() * 0.4, box.height() * 0.5, 12.0}), middle = box.center().y();
    const double back = side > 0 ? box.left() : box.right(), front = side > 0 ? box.right() : box.left();
    QPainterPath path(QPointF(back, box.top()));
    path.lineTo(front - side * tip, box.top());
    path.lineTo(front, middle);
    path.lineTo(front - side * tip, box.bottom());
    path.lineTo(back, box.bottom());
    path.closeSubpath();
    return path;
}

void addChip(DisplayList& list, const QRectF& box, const Playback& playback, int rank, const QColor& color,
             double scale) {
    list.add(DisplayRect{.look = list.use(filled("chip", color)),
                         .rect = box,
                         .fill = color.rgba(),
                         .radius = 3,
                         .title = rankName(playback, rank)});
    const QFont largest = uiFont(11 * scale, QFont::DemiBold);
    const int ranks = playback.states.ranks();
    const QString letter = rank < ranks ? rankLetter(rank, ranks) : QStringLiteral("Σ");
    QFont font = largest;
    while (font.pixelSize() > 6 && QFontMetricsF(font).horizontalAdvance(letter) > box.width() - 2)
        font.setPixelSize(font.pixelSize() - 1);
    if (font.pixelSize() <= 6) return;
    list.add(DisplayText{.look = list.use(lettered("chip-letter", largest, Qt::black, Anchor::Middle)),
                         .at = {box.center().x(), baselineAt(box.center().y(), font)},
                         .words = letter,
                         .pixels = static_cast<double>(font.pixelSize()),
                         .fill = textOn(color).rgba()});
}

void addMessagesBeside(DisplayList& list, const SlotsLayout& layout, const SlotsPicture& picture,
                       const std::vector<QColor>& colors) {
    BesidePainter(list, layout, picture, colors).draw();
}

void addMessagesOver(DisplayList& list, const SlotsLayout& layout, const SlotsPicture& picture) {
    ArcPainter(list, layout, picture).draw();
}

}  // namespace bubblescope
