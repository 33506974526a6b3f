#include "widgets/gantt/cell_masks.h"

#include "widgets/gantt/pixels.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QTransform>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr std::size_t kMostMasks = 8192;

}  // namespace

CellMask::CellMask(const QImage& image) : width(image.width()), height(image.height()) {
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) alpha.push_back(static_cast<std::uint8_t>(qAlpha(image.pixel(x, y))));
}

void CellMask::putOn(QImage& image, int x, int y, int bottom, QRgb ink) const {
    for (int row = std::max(0, -y); row < height && y + row < bottom; ++row) {
        QRgb* out = reinterpret_cast<QRgb*>(image.scanLine(y + row)) + x;
        const std::uint8_t* share = alpha.data() + row * width;
        for (int i = 0; i < width; ++i)
            if (share[i]) out[i] = mixPixels(out[i], ink, share[i]);
    }
}

std::size_t LabelMasks::KeyHash::operator()(const Key& key) const {
    return qHashMulti(0, key.text.letter, key.text.number, key.text.piece, key.type.pixels, key.type.narrowing,
                      key.weight);
}

const CellMask& LabelMasks::of(const CellLabelText& label, const LabelType& type, QFont::Weight weight) {
    const Key key{label, type, weight};
    if (const auto known = m_masks.find(key); known != m_masks.end()) return known->second;
    if (m_masks.size() >= kMostMasks) m_masks.clear();
    const QFont font = uiFont(type.pixels, weight);
    const QFontMetricsF metrics(font);
    const QString text = label.text();
    // Letters are higher than digits, and round digits higher than their capitals by a share of their size.
    const int margin = std::max(label.letter ? 2 : 1, static_cast<int>(std::ceil(type.pixels / 40)));
    const int baseline = static_cast<int>(std::lround(metrics.capHeight())) + margin;
    const double width = metrics.horizontalAdvance(text) * type.narrowing;
    QImage image(std::max(1, static_cast<int>(std::ceil(width))), baseline + margin,
                 QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setFont(font);
    painter.setPen(Qt::white);
    painter.scale(type.narrowing, 1);
    painter.drawText(QPointF(0, baseline), text);
    painter.end();
    return m_masks.emplace(key, CellMask(image)).first->second;
}

std::array<MarkMask, kSchemeMarks.size()> markMasks(const GanttStyle& style, double cellHeight, double pixelRatio) {
    std::array<MarkMask, kSchemeMarks.size()> masks;
    const double size = markSize(style, cellHeight);
    for (std::size_t i = 0; i < kSchemeMarks.size(); ++i) {
        const QPolygonF shape =
            QTransform::fromScale(pixelRatio, pixelRatio).map(markShape(kSchemeMarks[i], {0, 0, 0, cellHeight}, size));
        const QRect bounds = shape.boundingRect().toAlignedRect();
        QImage image(bounds.size(), QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::transparent);
        QPainter painter(&image);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.translate(-bounds.topLeft());
        painter.setPen(Qt::NoPen);
        painter.setBrush(Qt::white);
        painter.drawPolygon(shape);
        painter.end();
        masks[i] = {CellMask(image), bounds.topLeft()};
    }
    return masks;
}

}  // namespace bubblescope
