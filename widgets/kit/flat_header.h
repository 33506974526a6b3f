#pragma once

#include <QHeaderView>

namespace bubblescope {

/// A table header in the window's style: muted text above a line. Titles may have two lines.
class FlatHeader : public QHeaderView {
    Q_OBJECT
public:
    explicit FlatHeader(Qt::Orientation orientation, QWidget* parent = nullptr);

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
    QSize sectionSizeFromContents(int section) const override;

private:
    QFont fontOf(int section) const;
};

}  // namespace bubblescope
