#pragma once

#include <QImage>
#include <QWidget>

#include "engine/core/result.h"
#include "widgets/kit/background_job.h"

#include <functional>

namespace bubblescope {

/// A preview of an export: a picture scaled to fit, or the first lines of a text. Pictures are drawn in the background
/// if possible: the newest request wins, and the previous picture stays until the next is ready.
///
/// Thread  the interface thread; the destructor waits for a running drawing
class PicturePreview : public QWidget {
    Q_OBJECT
public:
    explicit PicturePreview(QWidget* parent = nullptr);

    /// Shows the result of `draw`, which is called on another thread.
    void request(std::function<Result<QImage>()> draw);
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

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showImage(const Result<QImage>& image);
    void paintText(QPainter& painter, const QRect& room) const;
    void paintImage(QPainter& painter, const QRect& room);

    bool m_isAwaited = false;  // a drawing is pending
    QImage m_image;
    QImage m_scaled;
    QString m_message, m_text;
    BackgroundJob m_drawer;  // last member, so that it ends before what it uses
};

/// Image pixels per pixel of a picture of this size: enough to be scaled down well, and no more than a screen needs.
double previewRatio(const QSizeF& size);

}  // namespace bubblescope
