#pragma once

#include <QWidget>

#include <functional>
#include <vector>

class QButtonGroup;
class QVBoxLayout;

namespace bubblescope {

/// The slim column at the far left that switches pages: an icon above a word for each.
class PageRail : public QWidget {
    Q_OBJECT

public:
    using PaintIcon = std::function<void(QPainter&, const QRectF&, const QColor&)>;

    explicit PageRail(QWidget* parent = nullptr);

    void addPage(const QString& title, const QString& tip, PaintIcon icon);
    int current() const;
    /// Selects a page without emitting chosen().
    void setCurrent(int index);

signals:
    /// The user selected a page.
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QButtonGroup* m_buttons;
    QVBoxLayout* m_column;
};

}  // namespace bubblescope
