#pragma once

#include <QWidget>

#include <functional>
#include <vector>

class QButtonGroup;
class QVBoxLayout;

namespace bubblescope {

/// The slim column at the far left that turns pages: an icon above a word each.
class PageRail : public QWidget {
    Q_OBJECT

public:
    using PaintIcon = std::function<void(QPainter&, const QRectF&, const QColor&)>;

    explicit PageRail(QWidget* parent = nullptr);

    void addPage(const QString& title, const QString& tip, PaintIcon icon);
    int current() const;
    /// Chooses without telling.
    void setCurrent(int index);

signals:
    /// A person chose.
    void chosen(int index);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QButtonGroup* m_buttons;
    QVBoxLayout* m_column;
};

}  // namespace bubblescope
