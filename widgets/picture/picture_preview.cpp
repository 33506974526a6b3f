#include "widgets/picture/picture_preview.h"

#include <QFontDatabase>
#include <QMouseEvent>
#include <QPainter>

#include "widgets/kit/theme.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int kNiceness = 5;
constexpr int kMargin = 20;

}  // namespace

PicturePreview::PicturePreview(QWidget* parent) : QWidget(parent), m_drawer(kNiceness) {
    setAccessibleName(tr("Picture preview"));
    setMouseTracking(true);
    setFocusPolicy(Qt::ClickFocus);  // so that undo is not that of a text field
}

void PicturePreview::request(const QSizeF& size, Draw draw) {
    m_size = size;
    m_draw = std::move(draw);
    start();
}

QRect PicturePreview::room() const { return rect().adjusted(kMargin, kMargin, -kMargin, -kMargin); }

void PicturePreview::start() {
    const double device = devicePixelRatioF();
    const QSizeF shown = m_size.scaled(QSizeF(room().size()) * device, Qt::KeepAspectRatio);
    const double ratio = previewRatio(m_size, shown.width() / m_size.width());
    m_isAwaited = true;
    m_drawer.start([this, draw = m_draw, ratio](const std::stop_token&) {
        m_drawer.leave({}, [this, image = draw(ratio)] {
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
    m_draw = nullptr;
    m_text = text;
    m_message.clear();
    update();
}

void PicturePreview::showMessage(const QString& message) {
    m_isAwaited = false;
    m_draw = nullptr;
    m_text.clear();
    m_message = message;
    update();
}

void PicturePreview::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.canvas);
    if (!m_text.isEmpty()) return paintText(painter, room());
    if (showsPicture()) return paintImage(painter);
    painter.setPen(theme.mutedText);
    painter.setFont(uiFont(13));
    painter.drawText(room(), Qt::AlignCenter | Qt::TextWordWrap, m_message);
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

QRectF PicturePreview::imageRect() const {
    const double device = devicePixelRatioF();
    QSizeF size = m_image.size().scaled((QSizeF(room().size()) * device).toSize(), Qt::KeepAspectRatio);
    // Drawn for this size, up to rounding: each pixel of the image is one of the screen.
    constexpr double kRounding = 2;
    if (std::abs(size.width() - m_image.width()) <= kRounding &&
        std::abs(size.height() - m_image.height()) <= kRounding)
        size = m_image.size();
    size /= device;
    return {QPointF(std::round(rect().width() / 2.0 - size.width() / 2),
                    std::round(rect().height() / 2.0 - size.height() / 2)),
            size};
}

void PicturePreview::paintImage(QPainter& painter) {
    const double device = devicePixelRatioF();
    const QRectF box = imageRect();
    const QSize target = (box.size() * device).toSize().expandedTo({1, 1});
    if (m_scaled.size() != target)
        m_scaled = m_image.size() == target ? m_image
                                            : m_image.scaled(target, Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    m_scaled.setDevicePixelRatio(device);
    painter.drawImage(box.topLeft(), m_scaled);
    painter.setPen(themeOf(palette()).line);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(-0.5, -0.5, 0.5, 0.5));
}

void PicturePreview::resizeEvent(QResizeEvent*) {
    if (m_draw) start();
}

QPointF PicturePreview::shareOf(const QPointF& at) const {
    const QRectF box = imageRect();
    return {(at.x() - box.left()) / box.width(), (at.y() - box.top()) / box.height()};
}

void PicturePreview::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !showsPicture()) return event->ignore();
    emit pressed(shareOf(event->position()));
}

void PicturePreview::mouseMoveEvent(QMouseEvent* event) {
    if (showsPicture()) emit moved(shareOf(event->position()));
}

void PicturePreview::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) emit released();
}

void PicturePreview::contextMenuEvent(QContextMenuEvent* event) {
    if (showsPicture()) emit menuAsked(shareOf(event->pos()), event->globalPos());
}

double previewRatio(const QSizeF& size, double scale) {
    constexpr double kFinest = 2, kMaxPixels = 12e6;
    const double wanted = scale >= 1 ? scale : kFinest;
    return std::min(wanted, std::sqrt(kMaxPixels / (size.width() * size.height())));
}

}  // namespace bubblescope
