#pragma once

#include <QImage>
#include <QWidget>

#include "engine/core/result.h"
#include "widgets/kit/background_job.h"

#include <functional>

namespace bubblescope {

/// A preview of an export: a picture that fits, or the first lines of a text. Pictures are drawn in the background if
/// possible, at the pixels of the screen: the newest request wins, and the previous picture stays until the next is
/// ready.
///
/// Units   places in the picture are shares of its width and height, and may be outside
/// Thread  the interface thread; the destructor waits for a running drawing
class PicturePreview : public QWidget {
    Q_OBJECT
public:
    explicit PicturePreview(QWidget* parent = nullptr);

    /// Shows what `draw` returns for a picture of a size. It is called on another thread with image pixels per pixel of
    /// the picture, and again when the preview has another size.
    using Draw = std::function<Result<QImage>(double ratio)>;
    void request(const QSizeF& size, Draw draw);
    /// Lines that are too long or too many are cut.
    void showText(const QString& text);
    /// Shows a message instead of a picture.
    void showMessage(const QString& message);
    const QImage& image() const { return m_image; }
    /// Empty while a picture is shown.
    const QString& text() const { return m_text; }

    QSize sizeHint() const override { return {720, 520}; }
    QSize minimumSizeHint() const override { return {280, 200}; }

signals:
    void drawn();
    // Only while a picture is shown.
    void menuAsked(const QPointF& share, const QPoint& onScreen);
    void pressed(const QPointF& share);
    void moved(const QPointF& share);  // also without a button
    void released();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    bool showsPicture() const { return m_text.isEmpty() && m_message.isEmpty() && !m_image.isNull(); }
    QRect room() const;
    QRectF imageRect() const;
    QPointF shareOf(const QPointF& at) const;
    void start();
    void showImage(const Result<QImage>& image);
    void paintText(QPainter& painter, const QRect& room) const;
    void paintImage(QPainter& painter);

    QSizeF m_size;
    Draw m_draw;
    bool m_isAwaited = false;  // a drawing is pending
    QImage m_image;
    QImage m_scaled;
    QString m_message, m_text;
    BackgroundJob m_drawer;  // last member, so that it ends before what it uses
};

/// Image pixels per pixel of a picture of this size that a preview shows `scale` times as large: the pixels of the
/// screen, or for a picture that is shown smaller, enough to be scaled down well.
double previewRatio(const QSizeF& size, double scale);

}  // namespace bubblescope
