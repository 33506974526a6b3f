#pragma once

#include "engine/study/mesh_choices.h"

#include <QWidget>

#include <optional>
#include <vector>

class QCustomPlot;

namespace bubblescope {

/// Meshes as points: to the right what a step takes, upwards what the fullest device keeps. What the device has is a
/// dashed line; a stepped line joins those that no other beats in both. The best that fits, and the one that is open,
/// have cards. Pointing tells, a click chooses; arrows walk along the line.
///
/// Invariants  what is refused has no point; of what lies far beyond the best, none is shown, and told() counts it
class MeshChart : public QWidget {
    Q_OBJECT

public:
    explicit MeshChart(QWidget* parent = nullptr);

    /// Another question, without points yet.
    void begin(const MeshQuestion& question);
    /// What is there so far: outcomes[i] is that of choices[i].
    void setOutcomes(const std::vector<MeshChoice>& choices, const std::vector<MeshOutcome>& outcomes);
    /// What is open in the scenario, to be marked; nothing marks none.
    struct Open {
        QString title;
        double time = 0, bytes = 0;  // in the question's unit

        friend bool operator==(const Open&, const Open&) = default;
    };
    void setOpen(std::optional<Open> open);

    QCustomPlot& plot() { return *m_plot; }
    std::optional<std::size_t> best() const { return m_best; }
    /// Choices on the line, the one that keeps least first.
    const std::vector<std::size_t>& frontier() const { return m_frontier; }
    /// Where a choice stands, in the plot's pixels; nothing where it has no point.
    std::optional<QPointF> pointOf(std::size_t choice) const;
    /// How many are not refused, fit, and lie outside of the picture.
    struct Told {
        std::size_t ran = 0, fit = 0, beyond = 0;
    };
    Told told() const { return m_told; }
    QStringList linesOf(std::size_t choice) const;
    QSize minimumSizeHint() const override { return {240, 110}; }

signals:
    void chosen(std::size_t choice);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuild();
    void arrange();
    bool isInside(std::size_t choice) const;
    std::optional<std::size_t> choiceAt(QPointF position) const;
    void pointTo(std::optional<std::size_t> choice);
    void paintGround(QPainter& painter) const;
    void paintPoints(QPainter& painter) const;
    void paintCardWords(QPainter& painter) const;
    void paintTags(QPainter& painter) const;
    void paintHover(QPainter& painter) const;

    QCustomPlot* m_plot;
    QString m_unit;
    double m_device = 0;  // bytes
    int m_sequences = 1;
    std::vector<MeshChoice> m_choices;
    std::vector<MeshOutcome> m_outcomes;
    std::vector<std::size_t> m_ran, m_frontier;
    std::optional<std::size_t> m_best, m_at;
    std::optional<Open> m_open;
    Told m_told;
};

}  // namespace bubblescope
