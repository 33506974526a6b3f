#pragma once

#include <QScrollArea>

namespace bubblescope {

/// A column at the side of a page, which scrolls up and down alone. A line parts it from the picture.
class SidePanel : public QScrollArea {
    Q_OBJECT

public:
    /// Which edge the line is at: Qt::LeftEdge or Qt::RightEdge.
    SidePanel(Qt::Edge line, QWidget* parent) : QScrollArea(parent), m_line(line) {
        setFrameShape(QFrame::NoFrame);
        setFocusPolicy(Qt::NoFocus);  // Tab goes to what is in it
        setWidgetResizable(true);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }

    /// FlatStyle draws it and keeps its room free.
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
