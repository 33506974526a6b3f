#include "widgets/collectives/slots_shapes.h"

#include "widgets/collectives/cell_fills.h"
#include "widgets/collectives/collective_words.h"
#include "widgets/collectives/message_shapes.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace bubblescope {

namespace {

constexpr double kMostLetters = 14;  // size of type in slots
constexpr std::size_t kMostSingleShapes = 160;

QColor doneColor(ThemeId theme) { return theme == ThemeId::Dark ? QColor("#2bb694") : QColor("#1f8a70"); }
/// The dimmed colour of a stale copy; less dimmed on dark backgrounds, where dark colours vanish.
QColor leftoverColor(const QColor& color, const Theme& theme) {
    return theme.id == ThemeId::Dark ? mixed(mixed(color, theme.text, 0.25), theme.window, 0.62)
                                     : mixed(color, theme.window, 0.78);
}

void addTick(DisplayList& list, const QPointF& at, double radius, bool isDone, ThemeId themeId, double scale) {
    const Theme& theme = themeOf(themeId);
    const QColor ink = isDone ? doneColor(themeId) : theme.mutedText;
    const QByteArray name = isDone ? "tick done" : "tick";
    const Look ring{.names = name + " ring",
                    .fill = isDone ? ink : theme.window,
                    .stroke = Stroke{ink, (isDone ? 0.5 : 1) * scale}};
    list.add(DisplayCircle{list.use(ring), at, radius});
    QPainterPath tick(at + QPointF(-0.45, 0.05) * radius);
    tick.lineTo(at + QPointF(-0.1, 0.4) * radius);
    tick.lineTo(at + QPointF(0.5, -0.35) * radius);
    const Stroke stroke{.color = isDone ? theme.window : ink, .width = (isDone ? 1.5 : 1.0) * scale, .isRound = true};
    list.add(DisplayPath{.look = list.use({.names = name, .stroke = stroke}), .path = tick});
}

class SlotsPainter {
public:
    SlotsPainter(DisplayList& list, const SlotsLayout& layout, const SlotsPicture& picture)
        : m_list(list),
          m_layout(layout),
          m_picture(picture),
          m_states(picture.playback.states),
          m_theme(themeOf(picture.theme)),
          m_colors(rankColors(m_states.ranks(), layout.nodeSize, picture.palette)) {}

    void draw() {
        addNodes();
        addMessagesBeside(m_list, m_layout, m_picture, m_colors);
        addHeads();
        addRowNames();
        addCells();
        addPicked();
        addMessagesOver(m_list, m_layout, m_picture);
    }

private:
    double px(double size) const { return size * m_layout.scale; }
    QColor faint(const QColor& color) const { return leftoverColor(color, m_theme); }
    bool hasLetters() const { return m_states.ranks() <= 26; }

    void addNodes() {
        const Look box{.names = "node", .fill = m_theme.window, .stroke = Stroke{m_theme.line, 1.5}};
        const QFont bold = uiFont(px(12), QFont::DemiBold), plain = uiFont(px(11));
        const LookId name = m_list.use(lettered("node-name", bold, m_theme.text));
        const LookId link = m_list.use(lettered("node-link", plain, m_theme.mutedText, Anchor::End));
        const QString speed = Text::tr("%1, %2 GB/s inside")
                                  .arg(formatMicroseconds(m_picture.cluster.intra.latency),
                                       formatNumber(m_picture.cluster.intra.bandwidth, 4));
        const QString longest = Text::tr("node %1").arg(m_layout.nodes() - 1);
        const bool hasWord =
            QFontMetricsF(bold).horizontalAdvance(longest) < m_layout.nodeRect(m_layout.nodes() - 1).width();
        for (int node = 0; node < m_layout.nodes(); ++node) {
            const QRectF rect = m_layout.nodeRect(node);
            if (rect.isNull()) continue;
            addBox(box, rect, std::min(7.0, rect.width() / 8));
            if (!m_layout.hasNodeNames) continue;
            QString title = (hasWord ? Text::tr("node %1") : QStringLiteral("%1")).arg(node);
            double width = QFontMetricsF(bold).horizontalAdvance(title);
            // The ranks of the columns, if the column heads do not show them.
            const Playback& playback = m_picture.playback;
            const int each = playback.isByNode() ? playback.team.nodeSize : m_layout.nodeSize;
            const int first = node * each;
            const int last = playback.isByNode() ? first + playback.team.membersOf(node) - 1 : m_layout.lastOf(node);
            const QString longer = Text::tr("node %1: ranks %2–%3").arg(node).arg(first).arg(last);
            const double longerWidth = QFontMetricsF(bold).horizontalAdvance(longer);
            const bool isWhole = !m_layout.outsider || *m_layout.outsider / m_layout.nodeSize != node;
            if ((!hasNames() || playback.isByNode()) && isWhole && last > first && longerWidth < rect.width())
                title = longer, width = longerWidth;
            const double baseline = rect.top() - px(4);
            if (width < rect.width()) m_list.add(DisplayText{name, {rect.left() + 2, baseline}, title});
            if (width + QFontMetricsF(plain).horizontalAdvance(speed) + 16 < rect.width())
                m_list.add(DisplayText{link, {rect.right() - 2, baseline}, speed});
        }
        if (!m_layout.outsider) return;
        const LookId beside = m_list.use(
            {.names = "outsider", .stroke = Stroke{.color = m_theme.mutedText, .width = 1.25, .dashes = {4, 3}}});
        m_list.add(DisplayRect{.look = beside, .rect = m_layout.outsiderRect(), .radius = 7});
    }

    void addBox(Look look, const QRectF& rect, double radius) {
        if (m_picture.asPixels) {
            // Antialiased corners make Qt scan all lines of a shape; the edges are hidden by the outline.
            const LookId ground = m_list.use(filled("node-ground", look.fill));
            const double d = radius;
            m_list.add(DisplayRects{ground, {rect.adjusted(d, 0, -d, 0), rect.adjusted(0, d, 0, -d)}});
            for (const QPointF& corner : {rect.topLeft() + QPointF(d, d), rect.topRight() + QPointF(-d, d),
                                          rect.bottomLeft() + QPointF(d, -d), rect.bottomRight() - QPointF(d, d)})
                m_list.add(DisplayCircle{ground, corner, d});
            look.names = "node-line", look.fill = QColor();  // {} would be Qt::color0, white
        }
        m_list.add(DisplayRect{.look = m_list.use(look), .rect = rect, .radius = radius});
    }

    /// The state of a rank, if it differs from that of the others.
    QString stateOf(int rank) const {
        const auto place = static_cast<std::size_t>(rank);
        const Playback& playback = m_picture.playback;
        if (m_picture.moment.time < playback.ends.front()[place]) return Text::tr("late");
        if (m_isAtRest || m_picture.moment.done[place] >= playback.lastStepOf[place]) return {};
        return m_isActive[place] ? QString() : Text::tr("waits");
    }

    void addHeads() {
        m_isAtRest = m_picture.moment.isBetweenSteps();
        m_isActive.assign(static_cast<std::size_t>(m_layout.places()), 0);
        for (const Flight& flight : m_picture.moment.flights)
            if (flight.progress < 1) {
                const Transfer& transfer = m_states.plan().transfers[flight.transfer];
                m_isActive[transfer.from] = m_isActive[transfer.to] = 1;
            }
        const double chip = std::min(px(17), m_layout.cell.width());
        const QFont nameFont = uiFont(px(12));
        const QFontMetricsF nameMetrics(nameFont);
        const double room = headRoom();
        const QString widest(QString::number(m_states.ranks() - 1).size(), QLatin1Char('0'));
        const double longestName = nameMetrics.horizontalAdvance(nameOf(m_states.ranks() - 1));
        const double longestState = nameMetrics.horizontalAdvance(widest + QLatin1Char(' ') + Text::tr("waits"));
        const bool areNumbered = px(17 + 5 + 5 + 12) + longestState <= room;  // next to the state of a rank
        const double longest = areNumbered ? std::max(longestName, longestState) : longestName;
        const bool hasChips = m_layout.pitch >= 14, hasNames = this->hasNames();
        const double number = nameMetrics.horizontalAdvance(QString::number(m_states.ranks() - 1));
        const bool hasTicks = px(17 + 5 + 12) <= room;
        const bool hasNumbers = !hasNames && hasLetters() && px(17 + 4 + 5 + 12) + number <= room;
        const double middle = m_layout.headTop + m_layout.headHeight / 2, baseline = baselineAt(middle, nameFont);
        for (int rank = 0; rank < m_layout.places(); ++rank) {
            const bool isSwitch = rank >= m_states.ranks();
            const QRectF column = m_layout.cellRect(rank, 0);
            const QColor color = isSwitch ? m_theme.mutedText : m_colors[static_cast<std::size_t>(rank)];
            const auto doneAfter = m_states.doneAfter(rank);
            const bool isDone = doneAfter && *doneAfter <= m_picture.moment.done[static_cast<std::size_t>(rank)];
            const QRectF box(column.left(), middle - std::min(chip, px(17)) / 2, chip, std::min(chip, px(17)));
            if (!hasChips) {
                const QRectF bar(column.left(), middle - 3, column.width(), 6);
                m_list.add(DisplayRect{.look = m_list.use(filled("chip", m_colors[0])),
                                       .rect = bar,
                                       .fill = (isDone ? color : mixed(color, m_theme.window, 0.35)).rgba()});
                continue;
            }
            addChip(m_list, box, m_picture.playback, rank, color, m_layout.scale);
            if (hasNames) {
                const QString state = stateOf(rank);
                const QString numbered = QStringLiteral("%1 %2").arg(rank).arg(state);
                const QString name = state.isEmpty() ? nameOf(rank) : areNumbered ? numbered : state;
                const LookId look = m_list.use(state.isEmpty() ? lettered("rank", nameFont, m_theme.text)
                                                               : lettered("rank-waits", nameFont, m_theme.mutedText));
                m_list.add(DisplayText{look, {box.right() + px(5), baseline}, name});
            }
            if (hasNumbers)
                m_list.add(DisplayText{m_list.use(lettered("rank", nameFont, m_theme.text)),
                                       {box.right() + px(4), baseline},
                                       isSwitch ? QString() : QString::number(rank)});
            const double end = hasNames     ? box.right() + px(10) + longest
                               : hasNumbers ? box.right() + px(9) + number
                                            : box.right() + px(5);
            if (hasTicks && doneAfter)
                addTick(m_list, {end + px(6), middle}, px(6), isDone, m_picture.theme, m_layout.scale);
        }
    }

    QString nameOf(int rank) const {
        if (rank >= m_states.ranks()) return Text::tr("switch");
        if (rank == m_layout.outsider) return Text::tr("root");
        return m_picture.playback.isByNode() ? Text::tr("node %1").arg(rank) : Text::tr("rank %1").arg(rank);
    }
    bool hasNames() const {
        const double longest = QFontMetricsF(uiFont(px(12))).horizontalAdvance(nameOf(m_states.ranks() - 1));
        return px(17 + 5 + 5 + 12) + longest <= headRoom();
    }
    /// The width of a column's head; the last head of a node stays inside its box.
    double headRoom() const {
        const auto& outsider = m_layout.outsider;
        const QRectF box = outsider ? m_layout.outsiderRect() : m_layout.nodeRect(0);
        const int last = outsider.value_or(m_layout.switches > 0 ? m_layout.ranks : m_layout.lastOf(0));
        return box.right() - m_layout.columnLeft(last) - px(2);
    }

    void addRowNames() {
        if (!m_layout.hasRowNames) return;
        const QFont font = uiFont(std::clamp(m_layout.rowPitch - 2, px(11), px(12)));
        const LookId look = m_list.use(lettered("row", font, m_theme.mutedText, Anchor::Middle));
        const double x = px(16);
        const bool isOfPairs = m_states.plan().isOfPairs;
        const LookId head = m_list.use(lettered("row-head", uiFont(px(11)), m_theme.mutedText));
        if (m_layout.headHeight > 12)
            m_list.add(DisplayText{head,
                                   {px(4), baselineAt(m_layout.headTop + m_layout.headHeight / 2, uiFont(px(11)))},
                                   isOfPairs ? Text::tr("shift") : Text::tr("slot")});
        const int every = std::max(1, static_cast<int>(std::ceil(px(12) / m_layout.rowPitch)));
        const double below = baselineAt(0, font);
        for (int row = 0; row < m_layout.rows; row += every)
            if (row != m_layout.hiddenRow)
                m_list.add(DisplayText{look,
                                       {x, m_layout.cellRect(0, row).center().y() + below},
                                       isOfPairs ? QStringLiteral("+%1").arg(row) : QString::number(row)});
    }

    /// The content of a cell.
    struct Cell {
        States::VersionId value;
        bool isFaint;
    };
    std::optional<Cell> cellOf(int rank, int row) const {
        if (row == m_layout.hiddenRow) return std::nullopt;
        const std::size_t done = m_picture.moment.done[static_cast<std::size_t>(rank)];
        const auto value = m_states.at(rank, row, done);
        if (!value) return std::nullopt;
        return Cell{*value, m_states.isLeftover(*value, done)};
    }

    void addCells() {
        const int n = m_states.ranks(), places = m_layout.places();
        std::vector<QRectF> grounds, faintGrounds;
        // By source: live values and stale copies.
        std::vector<std::array<std::vector<QRectF>, 2>> shares(static_cast<std::size_t>(n));
        struct Word {
            QPointF at;
            QString text;
            double pixels;
            QColor ink;
        };
        std::vector<Word> words;
        const double width = m_layout.cell.width(), height = m_layout.cell.height();
        const bool isSummed = m_states.sources() > 1;
        const int buckets = isSummed ? std::min(n, std::max(1, static_cast<int>(width))) : 1;
        const double share = width / buckets;
        const double pixels = std::min({height * 0.66, px(kMostLetters), share * 1.35});
        const QFont font = uiFont(pixels, QFont::DemiBold);
        const QFontMetricsF metrics(font);
        const bool hasWords = pixels >= m_picture.leastLetters && hasLetters() && (isSummed ? buckets == n : true);
        const bool hasSlots = isSummed && hasWords && metrics.horizontalAdvance(QStringLiteral("m88")) < share;
        const double below = baselineAt(0, font);
        for (int rank = 0; rank < places; ++rank)
            for (int row = 0; row < m_layout.rows; ++row) {
                if (row == m_layout.hiddenRow) continue;
                const QRectF rect = m_layout.cellRect(rank, row);
                const auto cell = cellOf(rank, row);
                (cell && cell->isFaint ? faintGrounds : grounds).push_back(rect);
                if (!cell) continue;
                const double baseline = rect.center().y() + below;
                const auto put = [&](int source, const QRectF& part, const QString& text) {
                    const auto place = static_cast<std::size_t>(source);
                    shares[place][cell->isFaint].push_back(part);
                    if (!hasWords) return;
                    const QColor ground = cell->isFaint ? faint(m_colors[place]) : m_colors[place];
                    words.push_back({{part.center().x(), baseline},
                                     text,
                                     pixels,
                                     cell->isFaint ? mixed(m_theme.mutedText, ground, 0.2) : textOn(ground)});
                };
                const std::uint32_t slot = m_states.version(cell->value).slot;
                if (!isSummed) {
                    QString text = hasWords ? valueText(m_states, cell->value) : QString();
                    if (metrics.horizontalAdvance(text) > width - 2) text.clear();
                    put(m_states.ownerOf(slot), rect, text);
                    continue;
                }
                for (int bucket = 0; bucket < buckets; ++bucket) {
                    const int from = bucket * n / buckets, to = std::max(from + 1, (bucket + 1) * n / buckets);
                    const int held = m_states.countOf(cell->value, from, to);
                    if (held == 0) continue;
                    // A pixel that stands for several parts is half as high if fewer than half of them are there.
                    const double low = 2 * held < to - from ? height / 2 : 0;
                    const QRectF part(rect.left() + bucket * share, rect.top() + low, share, height - low);
                    put((from + to - 1) / 2, part,
                        hasWords ? rankLetter(from, n) + (hasSlots ? QString::number(slot) : QString()) : QString());
                }
            }
        std::vector<CellFill> fills;
        fills.push_back({"empty", m_theme.quiet, std::move(grounds)});
        fills.push_back({"left-over", mixed(m_theme.quiet, m_theme.window, 0.78), std::move(faintGrounds)});
        for (int source = 0; source < n; ++source)
            for (const bool isFaint : {true, false}) {
                const QColor color = m_colors[static_cast<std::size_t>(source)];
                fills.push_back({"of-" + QByteArray::number(source) + (isFaint ? " left-over" : ""),
                                 isFaint ? faint(color) : color,
                                 std::move(shares[static_cast<std::size_t>(source)][isFaint])});
            }
        const std::vector<QRectF> changed = changedCells();
        const bool isMuchChanged = changed.size() > kMostSingleShapes;
        if (isMuchChanged) fills.push_back({"changed-line", m_theme.accent, linesAround(changed)});
        addFills(m_list, m_layout.cellsArea(), m_picture.asPixels, std::move(fills));
        const LookId look = m_list.use(lettered("part", font, m_theme.text, Anchor::Middle));
        for (const Word& word : words)
            if (!word.text.isEmpty())
                m_list.add(DisplayText{.look = look, .at = word.at, .words = word.text, .fill = word.ink.rgba()});
        if (isMuchChanged) return;
        const Stroke line{m_theme.accent, m_layout.cell.height() >= 8 ? px(1.75) : 1};
        const LookId outline = m_list.use({.names = "changed", .stroke = line});
        for (const QRectF& rect : changed) m_list.add(DisplayRect{.look = outline, .rect = rect});
    }

    /// Cells that changed in the last step of each rank.
    std::vector<QRectF> changedCells() const {
        std::vector<QRectF> changed;
        for (int rank = 0; rank < m_layout.places(); ++rank) {
            const std::size_t done = m_picture.moment.done[static_cast<std::size_t>(rank)];
            if (done == 0 || done < m_picture.moment.currentStep()) continue;
            for (int row = 0; row < m_layout.rows; ++row)
                if (const auto cell = cellOf(rank, row); cell && m_states.version(cell->value).step == done)
                    changed.push_back(m_layout.cellRect(rank, row).adjusted(-0.5, -0.5, 0.5, 0.5));
        }
        return changed;
    }

    static std::vector<QRectF> linesAround(const std::vector<QRectF>& rects) {
        std::vector<QRectF> lines;
        lines.reserve(4 * rects.size());
        for (const QRectF& rect : rects) {
            lines.emplace_back(rect.left(), rect.top(), rect.width(), 1);
            lines.emplace_back(rect.left(), rect.bottom() - 1, rect.width(), 1);
            lines.emplace_back(rect.left(), rect.top(), 1, rect.height());
            lines.emplace_back(rect.right() - 1, rect.top(), 1, rect.height());
        }
        return lines;
    }

    void addPicked() {
        if (!m_picture.picked) return;
        QPainterPath picked;
        picked.addRoundedRect(
            m_layout.cellRect(m_picture.picked->first, m_picture.picked->second).adjusted(-1.5, -1.5, 1.5, 1.5), 2, 2);
        m_list.add(DisplayPath{.look = m_list.use({.names = "picked", .stroke = Stroke{m_theme.text, px(2.25)}}),
                               .path = picked});
    }

    DisplayList& m_list;
    const SlotsLayout& m_layout;
    const SlotsPicture& m_picture;
    const States& m_states;
    const Theme& m_theme;
    std::vector<QColor> m_colors;
    std::vector<char> m_isActive;
    bool m_isAtRest = true;
};

}  // namespace

void addSlots(DisplayList& list, const SlotsLayout& layout, const SlotsPicture& picture) {
    SlotsPainter(list, layout, picture).draw();
}

namespace {

/// A sign and its meaning.
struct SlotsKey {
    double width;
    QString text;
    std::function<void(const QRectF& box)> draw;
};

double widthOf(const SlotsKey& entry, const QFontMetricsF& metrics) {
    return entry.width + 6 + metrics.horizontalAdvance(entry.text);
}

}  // namespace

double addSlotsLegend(DisplayList* list, const QRectF& room, const SlotsPicture& picture, double scale, int lines) {
    const Theme& theme = themeOf(picture.theme);
    const States& states = picture.playback.states;
    int done = 0, all = 0;
    for (int rank = 0; rank < states.ranks(); ++rank)
        if (const auto after = states.doneAfter(rank)) {
            ++all;
            done += *after <= picture.moment.done[static_cast<std::size_t>(rank)];
        }
    const QFont font = uiFont(11.5 * scale);
    const QFontMetricsF metrics(font);
    const double height = 10 * scale;
    const QColor fill = messageColor(picture.theme), edge = farMessageColor(picture.theme);
    const QColor leftover =
        leftoverColor(rankColors(states.ranks(), picture.playback.nodeSize, picture.palette).front(), theme);
    std::vector<SlotsKey> entries;
    if (const QString part = sectionText(picture.playback); !part.isEmpty())
        entries.push_back({0, part, [](const QRectF&) {}});
    entries.push_back({24 * scale, Text::tr("changed in this step"), [&](const QRectF& box) {
                           list->add(DisplayRect{.look = list->use({.names = "changed-sign",
                                                                    .fill = theme.window,
                                                                    .stroke = Stroke{theme.accent, 1.75 * scale}}),
                                                 .rect = box,
                                                 .radius = 1});
                       }});
    entries.push_back({20 * scale, Text::tr("slots sent"), [&](const QRectF& box) {
                           list->add(DisplayPath{.look = list->use(filled("sent", fill)), .path = tagPath(box, 1)});
                       }});
    if (states.ranks() > picture.playback.nodeSize)
        entries.push_back({20 * scale,
                           Text::tr("between nodes: %1, %2 GB/s")
                               .arg(formatMicroseconds(picture.cluster.inter.latency),
                                    formatNumber(picture.cluster.inter.bandwidth, 4)),
                           [&](const QRectF& box) {
                               list->add(DisplayPath{.look = list->use({.names = "sent-sign between-nodes",
                                                                        .fill = fill,
                                                                        .stroke = Stroke{edge, 1.5 * scale}}),
                                                     .path = tagPath(box, 1)});
                           }});
    entries.push_back({24 * scale, Text::tr("already passed on"), [&](const QRectF& box) {
                           list->add(DisplayRect{.look = list->use(filled("left-over-sign", leftover)), .rect = box});
                       }});
    const QString ended =
        picture.playback.isByNode() ? Text::tr("nodes done: %1 of %2") : Text::tr("ranks done: %1 of %2");
    entries.push_back({12 * scale, ended.arg(done).arg(all), [&](const QRectF& box) {
                           addTick(*list, box.center(), 6 * scale, done == all, picture.theme, scale);
                       }});
    double x = room.left(), middle = room.top() + kSlotsLegendHeight * scale / 2;
    int line = 1;
    // Signs that do not fit are left out, last ones first.
    for (const SlotsKey& entry : entries) {
        const double width = widthOf(entry, metrics);
        if (x + width > room.right() && x > room.left() && line < lines) {
            ++line;
            x = room.left(), middle += kSlotsLegendHeight * scale;
        }
        if (x + width > room.right()) continue;
        if (list) {
            entry.draw(QRectF(x, middle - height / 2, entry.width, height));
            list->add(DisplayText{list->use(lettered("legend", font, theme.mutedText)),
                                  {x + entry.width + 6, baselineAt(middle, font)},
                                  entry.text});
        }
        x += width + 20 * scale;
    }
    return line * kSlotsLegendHeight * scale;
}

}  // namespace bubblescope
