#pragma once

#include <QWidget>

#include <optional>

namespace bubblescope {

class GanttWidget;

/// A line over the rows of a Gantt that says where someone thinks that the first schedule ends: dragged to its place
/// before the picture shows the end, and left there beside the real end afterwards.
///
/// Units  micro-units
class GuessLine : public QWidget {
    Q_OBJECT
public:
    explicit GuessLine(GanttWidget& gantt);

    struct Guess {
        std::optional<double> at = {};   // nothing: not placed yet
        bool canDrag = false;            // the picture waits for it
        std::optional<double> end = {};  // the real one, once it is shown
        QString text = {};               // at the line: "You: 36"
        QString apart = {};              // between the line and the end: "3 too late"
        bool isMet = false;

        friend bool operator==(const Guess&, const Guess&) = default;
    };
    /// Nothing hides the line.
    void setGuess(const std::optional<Guess>& guess);
    const std::optional<Guess>& guess() const { return m_guess; }
    /// To be called when the picture's layout changes.
    void place();

signals:
    /// The line was dragged or moved by keys.
    void moved(double at);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    double shownAt() const;
    void move(double at);

    GanttWidget& m_gantt;
    std::optional<Guess> m_guess;
};

}  // namespace bubblescope
