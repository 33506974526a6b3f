#pragma once

#include <QScrollArea>

namespace bubblescope {

/// A column at the side of a page, which scrolls only vertically. A line separates it from the picture.
class SidePanel : public QScrollArea {
    Q_OBJECT

public:
    /// `line` is the edge with the line: Qt::LeftEdge or Qt::RightEdge.
    SidePanel(Qt::Edge line, QWidget* parent) : QScrollArea(parent), m_line(line) {
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus);  // Tab goes to its contents
        setWidgetResizable(true);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }

    /// FlatStyle draws the line and keeps its room free.
    Qt::Edge line() const { return m_line; }

protected:
    void focusInEvent(QFocusEvent* event) override {
        QScrollArea::focusInEvent(event);
        update();
    }
    void focusOutEvent(QFocusEvent* event) override {
        QScrollArea::focusOutEvent(event);
        update();
    }

private:
    Qt::Edge m_line;
};

}  // namespace bubblescope
