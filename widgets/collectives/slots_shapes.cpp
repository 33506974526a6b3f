#include "widgets/collectives/slots_shapes.h"

#include "widgets/collectives/collective_words.h"
#include "widgets/shown/format.h"
#include "widgets/shown/op_palette.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace bubblescope {

namespace {

constexpr double kFaint = 0.78;           // how far a leftover stands back
constexpr double kReadableTag = 11;       // a tag this wide has its slot's number
constexpr std::size_t kMostTags = 6'000;  // more on their way at once are not told apart
constexpr std::size_t kMostSingleShapes = 160, kMostSingleRects = 1'500;
constexpr std::size_t kMostTails = 40;  // more would hide what stands behind them

QString translated(const char* text) { return QCoreApplication::translate("collectives", text); }

QColor doneColor(ThemeId theme) { return theme == ThemeId::Dark ? QColor("#2bb694") : QColor("#1f8a70"); }
QColor tagColor(ThemeId theme) { return theme == ThemeId::Print ? QColor("#d0d0d0") : QColor("#ba9ce8"); }

QColor edgeColor(ThemeId theme) { return theme == ThemeId::Dark ? QColor("#e9ddff") : QColor("#5b3a94"); }

void addTick(DisplayList& list, const QPointF& at, double radius, bool isDone, ThemeId themeId) {
    const Theme& theme = themeOf(themeId);
    const QColor ink = isDone ? doneColor(themeId) : theme.mutedText;
    const QByteArray name = isDone ? "tick done" : "tick";
    const Look ring{
        .names = name + " ring", .fill = isDone ? ink : theme.window, .stroke = Stroke{ink, isDone ? 0.5 : 1}};
    list.add(DisplayCircle{list.use(ring), at, radius});
    QPainterPath tick(at + QPointF(-0.45, 0.05) * radius);
    tick.lineTo(at + QPointF(-0.1, 0.4) * radius);
    tick.lineTo(at + QPointF(0.5, -0.35) * radius);
    const Stroke stroke{.color = isDone ? theme.window : ink, .width = isDone ? 1.5 : 1.0, .isRound = true};
    list.add(DisplayPath{.look = list.use({.names = name, .stroke = stroke}), .path = tick});
}

/// A tag in a box that points to its right side, or to its left one.
QPainterPath tagPath(const QRectF& box, double side) {
    const double tip = std::min(box.width() * 0.4, box.height() * 0.5), middle = box.center().y();
    const double back = side > 0 ? box.left() : box.right(), front = side > 0 ? box.right() : box.left();
    QPainterPath path(QPointF(back, box.top()));
    path.lineTo(front - side * tip, box.top());
    path.lineTo(front, middle);
    path.lineTo(front - side * tip, box.bottom());
    path.lineTo(back, box.bottom());
    path.closeSubpath();
    return path;
}

class SlotsPainter {
public:
    SlotsPainter(DisplayList& list, const SlotsLayout& layout, const SlotsPicture& picture)
        : m_list(list),
          m_layout(layout),
          m_picture(picture),
          m_states(picture.playback.states),
          m_theme(themeOf(picture.theme)),
          m_colors(rankColors(m_states.ranks(), layout.nodeSize, picture.theme)) {}

    void draw() {
        addNodes();
        addHeads();
        addRowNames();
        addCells();
        addOutlines();
        addTags();
    }

private:
    double px(double size) const { return size * m_layout.scale; }
    QColor faint(const QColor& color) const { return mixed(color, m_theme.window, kFaint); }
    bool hasLetters() const { return m_states.ranks() <= 26; }

    void addNodes() {
        const LookId box = m_list.use({.names = "node", .fill = m_theme.window, .stroke = Stroke{m_theme.line, 1.5}});
        const QFont bold = uiFont(px(12), QFont::DemiBold), plain = uiFont(px(11));
        const LookId name = m_list.use(lettered("node-name", bold, m_theme.text));
        const LookId link = m_list.use(lettered("node-link", plain, m_theme.mutedText, Anchor::End));
        const QString speed = translated("%1, %2 GB/s inside")
                                  .arg(formatMicroseconds(m_picture.cluster.intra.latency),
                                       formatNumber(m_picture.cluster.intra.bandwidth, 4));
        for (int node = 0; node < m_layout.nodes(); ++node) {
            const QRectF rect = m_layout.nodeRect(node);
            if (rect.isNull()) continue;
            m_list.add(DisplayRect{.look = box, .rect = rect, .radius = std::min(7.0, rect.width() / 8)});
            const QString title = translated("node %1").arg(node);
            const double width = QFontMetricsF(bold).horizontalAdvance(title);
            const double baseline = rect.top() - px(5);
            if (width < rect.width()) m_list.add(DisplayText{name, {rect.left() + 2, baseline}, title});
            if (width + QFontMetricsF(plain).horizontalAdvance(speed) + 16 < rect.width())
                m_list.add(DisplayText{link, {rect.right() - 2, baseline}, speed});
        }
        if (!m_layout.outsider) return;
        const LookId beside = m_list.use(
            {.names = "outsider", .stroke = Stroke{.color = m_theme.mutedText, .width = 1.25, .dashes = {4, 3}}});
        m_list.add(DisplayRect{.look = beside, .rect = m_layout.outsiderRect(), .radius = 7});
    }

    /// What a rank does now, where that is not what others do.
    QString stateOf(int rank) const {
        const auto place = static_cast<std::size_t>(rank);
        const Playback& playback = m_picture.playback;
        if (m_picture.moment.time < playback.ends.front()[place]) return translated("late");
        if (m_isAtRest || m_picture.moment.done[place] >= playback.steps()) return {};
        return m_isActive[place] ? QString() : translated("waits");
    }

    void addHeads() {
        m_isAtRest = m_picture.moment.isBetweenSteps();
        m_isActive.assign(static_cast<std::size_t>(m_states.ranks()), 0);
        for (const Flight& flight : m_picture.moment.flights)
            if (flight.progress < 1) {
                const Transfer& transfer = m_states.plan().transfers[flight.transfer];
                m_isActive[transfer.from] = m_isActive[transfer.to] = 1;
            }
        const double chip = std::min(px(17), m_layout.cell.width());
        const QFont letterFont = uiFont(px(11), QFont::DemiBold), nameFont = uiFont(px(12));
        const QFontMetricsF nameMetrics(nameFont);
        const double room = m_layout.pitch - px(4);
        const double longest = nameMetrics.horizontalAdvance(nameOf(m_states.ranks() - 1));
        const bool hasChips = m_layout.pitch >= 14, hasNames = px(17 + 5 + 5 + 12) + longest <= room;
        const bool hasTicks = px(17 + 5 + 12) <= room;
        for (int rank = 0; rank < m_states.ranks(); ++rank) {
            const QRectF column = m_layout.cellRect(rank, 0);
            const QColor color = m_colors[static_cast<std::size_t>(rank)];
            const double middle = m_layout.headTop + m_layout.headHeight / 2;
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
            m_list.add(DisplayRect{.look = m_list.use(filled("chip", m_colors[0])),
                                   .rect = box,
                                   .fill = color.rgba(),
                                   .radius = 3,
                                   .title = nameOf(rank)});
            const QString letter = rankLetter(rank, m_states.ranks());
            QFont small = letterFont;
            while (small.pixelSize() > 6 && QFontMetricsF(small).horizontalAdvance(letter) > box.width() - 2)
                small.setPixelSize(small.pixelSize() - 1);
            if (small.pixelSize() > 6)
                m_list.add(
                    DisplayText{.look = m_list.use(lettered("chip-letter", letterFont, Qt::black, Anchor::Middle)),
                                .at = {box.center().x(), baselineAt(middle, small)},
                                .words = letter,
                                .pixels = static_cast<double>(small.pixelSize()),
                                .fill = textOn(color).rgba()});
            if (hasNames) {
                const QString state = stateOf(rank);
                const QString name = state.isEmpty() ? nameOf(rank) : state;
                const LookId look = m_list.use(state.isEmpty() ? lettered("rank", nameFont, m_theme.text)
                                                               : lettered("rank-waits", nameFont, m_theme.mutedText));
                m_list.add(DisplayText{look, {box.right() + px(5), baselineAt(middle, nameFont)}, name});
            }
            const double end = hasNames ? box.right() + px(10) + longest : box.right() + px(5);
            if (hasTicks && doneAfter) addTick(m_list, {end + px(6), middle}, px(6), isDone, m_picture.theme);
        }
    }

    QString nameOf(int rank) const { return rank == m_layout.outsider ? translated("root") : rankText(rank); }
    static QString rankText(int rank) { return translated("rank %1").arg(rank); }

    void addRowNames() {
        const QFont font = uiFont(std::clamp(m_layout.rowPitch - 2, px(7), px(12)));
        const LookId look = m_list.use(lettered("row", font, m_theme.mutedText, Anchor::Middle));
        const double x = px(16);
        const bool isOfPairs = m_states.plan().isOfPairs;
        const LookId head = m_list.use(lettered("row-head", uiFont(px(11)), m_theme.mutedText));
        if (m_layout.headHeight > 12)
            m_list.add(DisplayText{head,
                                   {px(4), baselineAt(m_layout.headTop + m_layout.headHeight / 2, uiFont(px(11)))},
                                   isOfPairs ? translated("way") : translated("slot")});
        const int every = std::max(1, static_cast<int>(std::ceil(px(10) / m_layout.rowPitch)));
        for (int row = 0; row < m_layout.rows; row += every)
            if (row != m_layout.hiddenRow)
                m_list.add(DisplayText{look,
                                       {x, baselineAt(m_layout.cellRect(0, row).center().y(), font)},
                                       isOfPairs ? QStringLiteral("+%1").arg(row) : QString::number(row)});
    }

    /// What stands in a cell.
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
        const int n = m_states.ranks();
        std::vector<QRectF> grounds, faintGrounds;
        // By source, what counts and what is left over.
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
        const double pixels = std::min({height * 0.66, px(12), share * 1.35});
        const QFont font = uiFont(pixels, QFont::DemiBold);
        const QFontMetricsF metrics(font);
        const bool hasWords = pixels >= 6.5 && hasLetters() && (isSummed ? buckets == n : true);
        const bool hasSlots = isSummed && hasWords && metrics.horizontalAdvance(QStringLiteral("m88")) < share;
        for (int rank = 0; rank < n; ++rank)
            for (int row = 0; row < m_layout.rows; ++row) {
                if (row == m_layout.hiddenRow) continue;
                const QRectF rect = m_layout.cellRect(rank, row);
                const auto cell = cellOf(rank, row);
                (cell && cell->isFaint ? faintGrounds : grounds).push_back(rect);
                if (!cell) continue;
                const double baseline = baselineAt(rect.center().y(), font);
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
                    int held = 0;
                    if (to - from == 1)
                        held = m_states.sums(cell->value, from);
                    else
                        for (int source = from; source < to; ++source) held += m_states.sums(cell->value, source);
                    if (held == 0) continue;
                    // What has no pixels of its own stands low among others that are not there.
                    const double low = 2 * held < to - from ? height / 2 : 0;
                    const QRectF part(rect.left() + bucket * share, rect.top() + low, share, height - low);
                    put((from + to - 1) / 2, part,
                        hasWords ? rankLetter(from, n) + (hasSlots ? QString::number(slot) : QString()) : QString());
                }
            }
        std::vector<Fill> fills;
        fills.push_back({"empty", m_theme.idle, std::move(grounds)});
        fills.push_back({"left-over", faint(m_theme.idle), std::move(faintGrounds)});
        for (int source = 0; source < n; ++source)
            for (const bool isFaint : {true, false}) {
                const QColor color = m_colors[static_cast<std::size_t>(source)];
                fills.push_back({"of-" + QByteArray::number(source) + (isFaint ? " left-over" : ""),
                                 isFaint ? faint(color) : color,
                                 std::move(shares[static_cast<std::size_t>(source)][isFaint])});
            }
        addFills(std::move(fills));
        const LookId look = m_list.use(lettered("part", font, m_theme.text, Anchor::Middle));
        for (const Word& word : words)
            if (!word.text.isEmpty())
                m_list.add(DisplayText{.look = look, .at = word.at, .words = word.text, .fill = word.ink.rgba()});
    }

    struct Fill {
        QByteArray name;
        QColor color;
        std::vector<QRectF> rects;
    };

    /// As shapes, or, where they are many and pixels are wanted, as those: a rectangle of Qt's takes longer than the
    /// few pixels that it has.
    void addFills(std::vector<Fill> fills) {
        std::size_t count = 0;
        for (const Fill& fill : fills) count += fill.rects.size();
        if (!m_picture.asPixels || count < kMostSingleRects) {
            for (Fill& fill : fills)
                if (!fill.rects.empty())
                    m_list.add(DisplayRects{m_list.use(filled(fill.name, fill.color)), std::move(fill.rects)});
            return;
        }
        const QRectF area(m_layout.left, m_layout.top, m_layout.size.width() - m_layout.left,
                          m_layout.bottom() - m_layout.top);
        const auto shared = std::make_shared<const std::vector<Fill>>(std::move(fills));
        m_list.add(DisplayPixels{area.topLeft(), [area, shared](double ratio) {
                                     QImage image((area.size() * ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
                                     image.setDevicePixelRatio(ratio);
                                     image.fill(Qt::transparent);
                                     auto* const first = reinterpret_cast<QRgb*>(image.bits());
                                     for (const Fill& fill : *shared)
                                         for (const QRectF& rect : fill.rects)
                                             paintPixels(first, image.size(), rect, area, ratio, fill.color.rgb());
                                     return image;
                                 }});
    }

    /// On whole pixels, at least one.
    static void paintPixels(QRgb* first, const QSize& image, const QRectF& rect, const QRectF& area, double ratio,
                            QRgb color) {
        const auto at = [&](double length, int most) {
            return std::clamp(static_cast<int>(length * ratio + 0.5), 0, most);
        };
        const int left = at(rect.left() - area.left(), image.width() - 1);
        const int right = std::max(at(rect.right() - area.left(), image.width()), left + 1);
        const int top = at(rect.top() - area.top(), image.height() - 1);
        const int bottom = std::max(at(rect.bottom() - area.top(), image.height()), top + 1);
        for (int y = top; y < bottom; ++y) {
            QRgb* const line = first + std::ptrdiff_t{y} * image.width();  // lines of 32 bits have no gaps
            std::fill(line + left, line + right, color);
        }
    }

    /// What changed in the last step of each rank, and what people picked.
    void addOutlines() {
        std::vector<QRectF> changed;
        for (int rank = 0; rank < m_states.ranks(); ++rank) {
            const std::size_t done = m_picture.moment.done[static_cast<std::size_t>(rank)];
            if (done == 0) continue;
            for (int row = 0; row < m_layout.rows; ++row)
                if (const auto cell = cellOf(rank, row); cell && m_states.version(cell->value).step == done)
                    changed.push_back(m_layout.cellRect(rank, row).adjusted(-0.5, -0.5, 0.5, 0.5));
        }
        if (changed.size() <= kMostSingleShapes) {
            const double width = m_layout.cell.height() >= 8 ? px(1.75) : 1;
            const LookId look = m_list.use({.names = "changed", .stroke = Stroke{m_theme.accent, width}});
            for (const QRectF& rect : changed) m_list.add(DisplayRect{.look = look, .rect = rect});
        } else {
            std::vector<QRectF> lines;
            for (const QRectF& rect : changed) {
                lines.emplace_back(rect.left(), rect.top(), rect.width(), 1);
                lines.emplace_back(rect.left(), rect.bottom() - 1, rect.width(), 1);
                lines.emplace_back(rect.left(), rect.top(), 1, rect.height());
                lines.emplace_back(rect.right() - 1, rect.top(), 1, rect.height());
            }
            addFills({{"changed-line", m_theme.accent, std::move(lines)}});
        }
        if (!m_picture.picked) return;
        QPainterPath picked;
        picked.addRoundedRect(
            m_layout.cellRect(m_picture.picked->first, m_picture.picked->second).adjusted(-1.5, -1.5, 1.5, 1.5), 2, 2);
        m_list.add(DisplayPath{.look = m_list.use({.names = "picked", .stroke = Stroke{m_theme.text, px(2.25)}}),
                               .path = picked});
    }

    bool crosses(const Transfer& transfer) const {
        return transfer.from / m_picture.cluster.nodeSize != transfer.to / m_picture.cluster.nodeSize;
    }
    bool wraps(const Transfer& transfer) const {
        return m_states.ranks() > 2 && !m_layout.outsider &&
               std::abs(transfer.from - transfer.to) == m_states.ranks() - 1;
    }

    void addTags() {
        const Plan& plan = m_states.plan();
        std::size_t count = 0;
        for (const Flight& flight : m_picture.moment.flights) count += plan.slotsOf(flight.transfer).size();
        if (count > kMostTags || m_layout.gutter < 1.5) return;
        const double width = std::min(m_layout.gutter - 2, px(26)), height = std::min(m_layout.cell.height(), px(22));
        QPainterPath nearTails, farTails;
        std::vector<std::pair<QRectF, double>> near, far;  // tags, and the side that each points to
        struct Word {
            QPointF at;
            QString text;
        };
        std::vector<Word> words;
        const bool hasWords = width >= px(kReadableTag) && height >= px(9);
        for (const Flight& flight : m_picture.moment.flights) {
            const Transfer& transfer = plan.transfers[flight.transfer];
            const bool isFar = crosses(transfer), isWrapped = wraps(transfer);
            const bool isAfter = m_layout.columnLeft(transfer.to) > m_layout.columnLeft(transfer.from);
            const bool isRight = isAfter != isWrapped;
            const double side = isRight ? 1 : -1;
            for (const std::uint32_t slot : plan.slotsOf(flight.transfer)) {
                const int row = m_states.rowOf(slot);
                const QRectF from = m_layout.cellRect(transfer.from, row), to = m_layout.cellRect(transfer.to, row);
                const double start = from.center().x();
                const double rest = isRight ? to.left() - m_layout.gutter / 2 : to.right() + m_layout.gutter / 2;
                const double out = isRight ? m_layout.cellRect(m_states.ranks() - 1, 0).right() + m_layout.gutter / 2
                                           : m_layout.cellRect(0, 0).left() - m_layout.gutter / 2;
                double x = start + (rest - start) * flight.progress, tail = start;
                if (isWrapped) {
                    const double in = rest - side * m_layout.gutter;
                    x = flight.progress < 0.5 ? start + (out - start) * 2 * flight.progress
                                              : in + (rest - in) * (2 * flight.progress - 1);
                    if (flight.progress >= 0.5) tail = x;
                }
                const double y = from.center().y();
                const bool isLong = count <= kMostTails && std::abs(x - tail) > m_layout.pitch * 0.75;
                if (isLong) {
                    QPainterPath& path = isFar ? farTails : nearTails;
                    const double edge = isRight ? from.right() + 1 : from.left() - 1;
                    path.moveTo(edge, y);
                    path.lineTo(x - side * width / 2, y);
                }
                (isFar ? far : near).emplace_back(QRectF(x - width / 2, y - height / 2, width, height), side);
                if (hasWords)
                    words.push_back({{x - side * width / 10, y}, QString::fromStdString(plan.slotName(slot))});
            }
        }
        const QColor fill = tagColor(m_picture.theme);
        const QColor edge = edgeColor(m_picture.theme);
        const auto stroke = [&](const char* name, const QPainterPath& path, const QColor& color, double thickness) {
            if (!path.isEmpty())
                m_list.add(
                    DisplayPath{.look = m_list.use({.names = name, .stroke = Stroke{color, thickness}}), .path = path});
        };
        stroke("tail", nearTails, mixed(fill, m_theme.text, 0.15), 1.25);
        stroke("tail between-nodes", farTails, edge, px(2.25));
        if (count <= kMostSingleShapes) {
            const LookId sent = m_list.use(filled("sent", fill));
            const LookId between = m_list.use(
                {.names = "sent between-nodes", .fill = fill, .stroke = Stroke{edge, height >= 8 ? px(1.75) : 1}});
            for (const auto& [box, side] : near) m_list.add(DisplayPath{.look = sent, .path = tagPath(box, side)});
            for (const auto& [box, side] : far) m_list.add(DisplayPath{.look = between, .path = tagPath(box, side)});
        } else {
            // A body, and a tip half as high.
            for (const auto& [name, color, tags] :
                 {std::tuple("sent", fill, &near), std::tuple("sent between-nodes-many", edge, &far)}) {
                std::vector<QRectF> rects;
                for (const auto& [box, side] : *tags) {
                    const double body = box.width() * 0.6;
                    rects.emplace_back(side > 0 ? box.left() : box.right() - body, box.top(), body, box.height());
                    rects.emplace_back(side > 0 ? box.left() + body : box.left(), box.top() + box.height() / 4,
                                       box.width() - body, box.height() / 2);
                }
                addFills({{name, color, std::move(rects)}});
            }
        }
        const QFont font = uiFont(std::min(px(11), height * 0.72), QFont::DemiBold);
        const LookId look = m_list.use(lettered("sent-slot", font, textOn(fill), Anchor::Middle));
        for (const Word& word : words)
            if (QFontMetricsF(font).horizontalAdvance(word.text) < width * 0.8)
                m_list.add(DisplayText{look, {word.at.x(), baselineAt(word.at.y(), font)}, word.text});
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

void addSlotsLegend(DisplayList& list, const QRectF& line, const SlotsPicture& picture, double scale) {
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
    const LookId words = list.use(lettered("legend", font, theme.mutedText));
    const double middle = line.center().y(), height = 10 * scale;
    const QColor fill = tagColor(picture.theme), edge = edgeColor(picture.theme);
    double x = line.left();
    // Signs that do not fit are left out, the last ones first.
    const auto add = [&](double width, const QString& text, const auto& sign) {
        if (x + width + 6 + metrics.horizontalAdvance(text) > line.right()) return;
        sign(QRectF(x, middle - height / 2, width, height));
        list.add(DisplayText{words, {x + width + 6, baselineAt(middle, font)}, text});
        x += width + 6 + metrics.horizontalAdvance(text) + 20 * scale;
    };
    add(24 * scale, translated("changed in this step"), [&](const QRectF& box) {
        list.add(DisplayRect{
            .look = list.use({.names = "changed-sign", .fill = theme.window, .stroke = Stroke{theme.accent, 1.75}}),
            .rect = box,
            .radius = 1});
    });
    const bool isBetween = states.ranks() > picture.cluster.nodeSize;
    add(20 * scale, translated("slot on its way"), [&](const QRectF& box) {
        list.add(DisplayPath{.look = list.use(filled("sent", fill)), .path = tagPath(box, 1)});
    });
    if (isBetween)
        add(20 * scale, translated("between nodes"), [&](const QRectF& box) {
            list.add(DisplayPath{
                .look = list.use({.names = "sent-sign between-nodes", .fill = fill, .stroke = Stroke{edge, 1.5}}),
                .path = tagPath(box, 1)});
        });
    add(24 * scale, translated("passed on: a leftover"), [&](const QRectF& box) {
        const QColor color = rankColors(states.ranks(), picture.cluster.nodeSize, picture.theme).front();
        list.add(
            DisplayRect{.look = list.use(filled("left-over-sign", mixed(color, theme.window, kFaint))), .rect = box});
    });
    add(12 * scale, translated("rank done: %1 of %2").arg(done).arg(all),
        [&](const QRectF& box) { addTick(list, box.center(), 6 * scale, done == all, picture.theme); });
}

}  // namespace bubblescope
