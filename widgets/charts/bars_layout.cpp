#include "widgets/charts/bars_layout.h"

#include <QFontMetricsF>

#include "widgets/shown/op_palette.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr double kBarGap = 7, kTallestBar = 36, kShareOfRow = 0.78, kKeysTop = 6, kKeysLine = 26, kKeySwatch = 10;

QFont keyFont(const BarsModel& model) { return uiFont(11 * model.scale); }

QFont endFont(const BarsModel& model, const BarsLayout& layout) {
    QFont font = layout.font;
    if (model.isEndBold) font.setWeight(QFont::DemiBold);
    return font;
}

double widest(const QStringList& lines, const QFontMetricsF& metrics) {
    double width = 0;
    for (const QString& line : lines) width = std::max(width, metrics.horizontalAdvance(line));
    return width;
}

/// The name, on two lines if it is long and there is room.
QStringList nameLines(const QString& name, const QFontMetricsF& metrics, double width, double pitch) {
    const qsizetype comma = name.lastIndexOf(QLatin1String(", "));
    const bool isLong = metrics.horizontalAdvance(name) > width * 0.32;
    if (comma < 0 || !isLong || pitch < 2 * metrics.height()) return {name};
    return {name.left(comma + 1), name.mid(comma + 2)};
}

/// The value, and its difference from the pinned one: on a second line if there is room.
QStringList endLines(const BarRow& row, const QFontMetricsF& metrics, double pitch) {
    if (row.difference.isEmpty()) return {row.end};
    if (pitch >= 2 * metrics.height()) return {row.end, row.difference};
    return {row.end + QStringLiteral("  ") + row.difference};
}

void placeParts(BarsLayout::Row& out, const BarRow& row, const BarsModel& model, const BarsLayout& layout) {
    const QFontMetricsF metrics(keyFont(model));
    const double pitch = out.rect.height(), least = 8 * model.scale;
    const double height = std::max(2.0, std::min(kTallestBar * model.scale, std::floor(pitch * kShareOfRow)));
    double from = 0;
    out.bar = {layout.left, std::round(out.rect.center().y() - height / 2), 0, height};
    for (const BarPart& part : row.parts) {
        QRectF rect = out.bar;
        rect.setLeft(layout.xOf(model, from));
        rect.setRight(layout.xOf(model, from += part.value));
        const auto fits = [&](const QString& words) {
            return metrics.horizontalAdvance(words) + least <= rect.width() && pitch >= 2 * least;
        };
        const auto words = std::find_if(part.words.begin(), part.words.end(), fits);
        out.parts.push_back({rect, words == part.words.end() ? QString() : *words});
    }
    out.bar.setRight(layout.xOf(model, from));
}

void placeKeys(BarsLayout& layout, const BarsModel& model) {
    const QFontMetricsF metrics(keyFont(model));
    const auto widthOf = [&](const BarsKey& key) {
        return (kKeySwatch + 5) * model.scale + metrics.horizontalAdvance(key.name);
    };
    double all = model.scale;
    for (const BarsKey& key : model.keys) all += widthOf(key);
    const auto gaps = static_cast<double>(std::max<std::size_t>(model.keys.size(), 2) - 1);
    const double between = std::clamp((layout.size.width() - all) / gaps, 6 * model.scale, 16 * model.scale);
    double x = std::max(0.0, std::min(layout.left, layout.size.width() - all - gaps * between));
    for (const BarsKey& key : model.keys) {
        layout.keysX.push_back(x);
        x += widthOf(key) + between;
    }
}

}  // namespace

QSize BarsModel::leastSize() const {
    const double height = kKeysTop + kKeysLine + leastRow * static_cast<double>(rows.size());
    return leastRow == 0 ? QSize(140, 60) : QSize(220, std::max(90, static_cast<int>(std::ceil(scale * height))));
}

BarsLayout layoutBars(const BarsModel& model, const QSizeF& size) {
    BarsLayout layout{.size = size};
    const double keys = model.leastRow == 0 ? 0 : model.scale, width = size.width();
    const double count = std::max(1.0, static_cast<double>(model.rows.size()));
    const double room = size.height() - (kKeysTop + kKeysLine) * keys;
    const double pitch = std::clamp(room / count, model.leastRow * model.scale, model.mostRow * model.scale);
    layout.font = uiFont(std::clamp(pitch * 0.7, 8 * model.scale, 12 * model.scale));
    const QFontMetricsF metrics(layout.font), ends(endFont(model, layout));
    double y = model.leastRow == 0 ? (room - count * pitch) / 2 : kKeysTop * keys, names = 0, values = 0;
    for (const BarRow& row : model.rows) {
        layout.rows.push_back({.rect = {0, y, width, pitch},
                               .name = nameLines(row.name, metrics, width, pitch),
                               .end = endLines(row, ends, pitch)});
        y += pitch;
        names = std::max(names, widest(layout.rows.back().name, metrics));
        values = std::max(values, widest(layout.rows.back().end, ends));
    }
    const bool isPinned =
        std::any_of(model.rows.begin(), model.rows.end(), [](const BarRow& row) { return row.pinned.has_value(); });
    const double gap = kBarGap * model.scale;
    layout.left = std::min(std::ceil(names) + 1, width * 0.42) + gap;
    layout.width = std::max(1.0, width - layout.left - std::min(values + gap + 2, width * (isPinned ? 0.42 : 0.35)));
    for (std::size_t i = 0; i < model.rows.size(); ++i) {
        for (QString& line : layout.rows[i].name) line = metrics.elidedText(line, Qt::ElideMiddle, layout.left - gap);
        placeParts(layout.rows[i], model.rows[i], model, layout);
    }
    placeKeys(layout, model);
    return layout;
}

namespace {

/// Lines of text around a centre.
void addLines(DisplayList& list, const Look& look, double x, double centre, const QStringList& lines) {
    const QFont& font = look.lettering->font;
    const double height = QFontMetricsF(font).height();
    double y = centre - height * static_cast<double>(lines.size() - 1) / 2;
    for (const QString& line : lines) {
        list.add(DisplayText{list.use(look), {x, baselineAt(y, font)}, line});
        y += height;
    }
}

/// Words on a part, which are not readable on a hatch.
void addWords(DisplayList& list, const BarsModel& model, const BarPart& part, const BarsLayout::Part& at) {
    if (at.words.isEmpty()) return;
    const Theme& theme = model.theme();
    const QFont font = keyFont(model);
    if (part.look.hatch) {
        const double width = QFontMetricsF(font).horizontalAdvance(at.words) + 8 * model.scale;
        const QRectF ground(at.rect.center().x() - width / 2, at.rect.top() + model.scale, width,
                            at.rect.height() - 2 * model.scale);
        list.add(DisplayRect{.look = list.use(filled("value-ground", theme.window)), .rect = ground, .radius = 2});
    }
    addLines(list,
             part.look.hatch ? lettered("value", font, theme.text, Anchor::Middle)
                             : lettered("value on-" + part.look.names, font, textOn(part.look.fill), Anchor::Middle),
             at.rect.center().x(), at.rect.center().y(), {at.words});
}

void addRow(DisplayList& list, const BarsModel& model, const BarsLayout& layout, std::size_t index) {
    const BarRow& row = model.rows[index];
    const BarsLayout::Row& at = layout.rows[index];
    const Theme& theme = model.theme();
    const double centre = at.rect.center().y(), gap = kBarGap * model.scale;
    addLines(list,
             row.isOver ? lettered("name over-limit", layout.font, theme.error, Anchor::End)
                        : lettered("name", layout.font, theme.mutedText, Anchor::End),
             layout.left - gap, centre, at.name);
    if (!row.refusal.isEmpty()) {
        const QString words =
            QFontMetricsF(layout.font).elidedText(row.refusal, Qt::ElideRight, layout.size.width() - layout.left);
        return addLines(list, lettered("refusal", layout.font, theme.mutedText), layout.left, centre, {words});
    }
    for (std::size_t i = 0; i < row.parts.size(); ++i) {
        list.add(
            DisplayRect{.look = list.use(row.parts[i].look), .rect = at.parts[i].rect, .title = row.parts[i].title});
        addWords(list, model, row.parts[i], at.parts[i]);
    }
    double end = at.bar.right();
    if (row.pinned) {
        QRectF outline = at.bar;
        outline.setRight(std::floor(layout.xOf(model, *row.pinned)));
        list.add(DisplayRect{.look = list.use({.names = "pinned", .stroke = Stroke{theme.text, 1, {}, {4, 2}}}),
                             .rect = outline.adjusted(0.5, 0.5, -0.5, -0.5)});
        end = std::max(end, outline.right());
    }
    addLines(list, lettered("end", endFont(model, layout), theme.text), std::floor(end) + gap, centre, at.end);
}

}  // namespace

DisplayList barsList(const BarsModel& model, const BarsLayout& layout) {
    const Theme& theme = model.theme();
    DisplayList list;
    list.size = layout.size.toSize();
    list.add(DisplayRect{list.use(filled("ground", theme.window)), QRectF({}, list.size)});
    if (!model.notice.isEmpty())
        WrappedText(model.notice, layout.font, QRectF({}, list.size))
            .addTo(list, lettered("notice", layout.font, theme.mutedText, Anchor::Middle));
    list.begin("bars");
    for (std::size_t i = 0; i < layout.rows.size(); ++i) addRow(list, model, layout, i);
    list.end();
    const double y = layout.rows.empty() ? 0 : layout.rows.back().rect.bottom() + kKeysLine * model.scale / 2;
    for (std::size_t i = 0; i < model.keys.size(); ++i) {
        const double x = layout.keysX[i], swatch = kKeySwatch * model.scale;
        list.add(DisplayRect{.look = list.use(model.keys[i].look), .rect = {x, y - swatch / 2, swatch, swatch}});
        addLines(list, lettered("key", keyFont(model), theme.mutedText), x + swatch + 5 * model.scale, y,
                 {model.keys[i].name});
    }
    return list;
}

}  // namespace bubblescope
