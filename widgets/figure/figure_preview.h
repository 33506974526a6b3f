#pragma once

#include <QImage>
#include <QWidget>

#include "engine/core/newest_wins.h"
#include "widgets/figure/figure.h"

#include <mutex>
#include <optional>

namespace bubblescope {

/// A figure scaled to fit, drawn in the background: the newest request wins, and the last picture stays until
/// the next one is there.
///
/// Thread  the interface thread; the destructor waits for a drawing that runs
class FigurePreview : public QWidget {
    Q_OBJECT
public:
    explicit FigurePreview(QWidget* parent = nullptr);
    ~FigurePreview() override;

    void request(std::vector<Outcome> outcomes, const FigureOptions& options);
    /// Instead of a picture.
    void showMessage(const QString& message);
    const QImage& image() const { return m_image; }

    QSize sizeHint() const override { return {720, 520}; }
    QSize minimumSizeHint() const override { return {280, 200}; }

signals:
    void drawn();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void take();

    std::mutex m_mutex;
    std::optional<Result<QImage>> m_done;  // guarded

    QImage m_image;
    QImage m_scaled;
    QString m_message;
    NewestWins m_drawer;  // comes last: it ends before what it uses
};

}  // namespace bubblescope
