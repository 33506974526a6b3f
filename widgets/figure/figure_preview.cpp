#include "widgets/figure/figure_preview.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

constexpr int kNiceness = 5;

/// Fine enough to be scaled down well, and never larger than a screen needs.
double previewRatio(const QSize& size) {
    constexpr double kFinest = 2, kMaxPixels = 6e6;
    return std::min(kFinest, std::sqrt(kMaxPixels / (double(size.width()) * size.height())));
}

Result<QImage> draw(const std::vector<Outcome>& outcomes, const FigureOptions& options) {
    const auto size = figureSize(outcomes, options);
    if (!size) return size.error();
    return figureImage(outcomes, options, previewRatio(*size));
}

}  // namespace

FigurePreview::FigurePreview(QWidget* parent) : QWidget(parent), m_drawer(kNiceness) {
    setAccessibleName(tr("Preview of the picture"));
}

FigurePreview::~FigurePreview() = default;

void FigurePreview::request(std::vector<Outcome> outcomes, const FigureOptions& options) {
    m_drawer.start([this, outcomes = std::move(outcomes), options](const std::stop_token&) {
        auto image = draw(outcomes, options);
        {
            const std::scoped_lock lock(m_mutex);
            m_done = std::move(image);
        }
        QMetaObject::invokeMethod(this, &FigurePreview::take, Qt::QueuedConnection);
    });
}

void FigurePreview::showMessage(const QString& message) {
    m_message = message;
    update();
}

void FigurePreview::take() {
    std::optional<Result<QImage>> done;
    {
        const std::scoped_lock lock(m_mutex);
        done.swap(m_done);
    }
    if (!done) return;
    if (*done) {
        m_image = std::move(**done);
        m_image.setDevicePixelRatio(1);
        m_scaled = {};
        m_message.clear();
    } else {
        m_message = QString::fromStdString(done->error().text());
    }
    update();
    emit drawn();
}

void FigurePreview::paintEvent(QPaintEvent*) {
    constexpr int kMargin = 20;
    const Theme& theme = themeOf(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.canvas);
    const QRect room = rect().adjusted(kMargin, kMargin, -kMargin, -kMargin);
    if (!m_message.isEmpty() || m_image.isNull()) {
        painter.setPen(theme.mutedText);
        painter.setFont(uiFont(13));
        painter.drawText(room, Qt::AlignCenter | Qt::TextWordWrap, m_message);
        return;
    }
    const double ratio = devicePixelRatioF();
    const QSize target = (m_image.size().scaled(room.size(), Qt::KeepAspectRatio).toSizeF() * ratio).toSize();
    if (m_scaled.size() != target)
        m_scaled = m_image.scaled(target.expandedTo({1, 1}), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    m_scaled.setDevicePixelRatio(ratio);
    const QSizeF size = m_scaled.deviceIndependentSize();
    const QPointF corner(std::round(rect().width() / 2.0 - size.width() / 2),
                         std::round(rect().height() / 2.0 - size.height() / 2));
    painter.drawImage(corner, m_scaled);
    painter.setPen(theme.line);
    painter.drawRect(QRectF(corner, size).adjusted(-0.5, -0.5, 0.5, 0.5));
}

}  // namespace bubblescope
