#include "widgets/picture/picture_preview.h"

#include <QFontDatabase>
#include <QPainter>

#include "widgets/kit/theme.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int kNiceness = 5;

}  // namespace

PicturePreview::PicturePreview(QWidget* parent) : QWidget(parent), m_drawer(kNiceness) {
    setAccessibleName(tr("Picture preview"));
}

void PicturePreview::request(std::function<Result<QImage>()> draw) {
    m_isAwaited = true;
    m_drawer.start([this, draw = std::move(draw)](const std::stop_token&) {
        m_drawer.leave({}, [this, image = draw()] {
            if (m_isAwaited) showImage(image);
        });
    });
}

void PicturePreview::showImage(const Result<QImage>& image) {
    m_text.clear();
    if (image) {
        m_image = *image;
        m_image.setDevicePixelRatio(1);
        m_scaled = {};
        m_message.clear();
    } else {
        m_message = QString::fromStdString(image.error().text());
    }
    update();
    emit drawn();
}

void PicturePreview::showText(const QString& text) {
    m_isAwaited = false;
    m_text = text;
    m_message.clear();
    update();
}

void PicturePreview::showMessage(const QString& message) {
    m_isAwaited = false;
    m_text.clear();
    m_message = message;
    update();
}

void PicturePreview::paintEvent(QPaintEvent*) {
    constexpr int kMargin = 20;
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.canvas);
    const QRect room = rect().adjusted(kMargin, kMargin, -kMargin, -kMargin);
    if (!m_text.isEmpty()) return paintText(painter, room);
    if (m_message.isEmpty() && !m_image.isNull()) return paintImage(painter, room);
    painter.setPen(theme.mutedText);
    painter.setFont(uiFont(13));
    painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, m_message);
}

void PicturePreview::paintText(QPainter& painter, const QRect& room) const {
    constexpr int kPadding = 14;
    const Theme& theme = themeOf(palette());
    painter.setPen(theme.line);
    painter.setBrush(theme.window);
    painter.drawRect(QRectF(room).adjusted(0.5, 0.5, -0.5, -0.5));
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPixelSize(12);
    painter.setFont(font);
    painter.setPen(theme.text);
    const QFontMetricsF metrics(font);
    const QRect inside = room.adjusted(kPadding, kPadding, -kPadding, -kPadding);
    double baseline = inside.top() + metrics.ascent();
    for (const QString& line : m_text.split(QLatin1Char('\n'))) {
        if (baseline > inside.bottom()) return;
        painter.drawText(QPointF(inside.left(), baseline), metrics.elidedText(line, Qt::ElideRight, inside.width()));
        baseline += std::ceil(metrics.lineSpacing() * 1.2);
    }
}

void PicturePreview::paintImage(QPainter& painter, const QRect& room) {
    const double ratio = devicePixelRatioF();
    const QSize target = (m_image.size().scaled(room.size(), Qt::KeepAspectRatio).toSizeF() * ratio).toSize();
    if (m_scaled.size() != target)
        m_scaled = m_image.scaled(target.expandedTo({1, 1}), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    m_scaled.setDevicePixelRatio(ratio);
    const QSizeF size = m_scaled.deviceIndependentSize();
    const QPointF corner(std::round(rect().width() / 2.0 - size.width() / 2),
                         std::round(rect().height() / 2.0 - size.height() / 2));
    painter.drawImage(corner, m_scaled);
    painter.setPen(themeOf(palette()).line);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(corner, size).adjusted(-0.5, -0.5, 0.5, 0.5));
}

double previewRatio(const QSizeF& size) {
    constexpr double kFinest = 2, kMaxPixels = 6e6;
    return std::min(kFinest, std::sqrt(kMaxPixels / (size.width() * size.height())));
}

}  // namespace bubblescope
