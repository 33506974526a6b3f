#pragma once

#include <QWidget>

#include "engine/analysis/spending.h"
#include "widgets/drawing/display_list.h"
#include "widgets/gantt/gantt_layout.h"
#include "widgets/kit/table.h"
#include "widgets/picture/picture.h"
#include "widgets/shown/outcome.h"

#include <array>
#include <optional>
#include <vector>

namespace bubblescope {

/// What the ranks of a step spend its time on, as the mean over all ranks.
///
/// Units       units of a timeline
/// Invariants  the parts add up to the total; either both are set, or the refusal
struct SpentBar {
    QString title;
    QColor color;
    std::array<double, kSpendings> parts{};
    double total = 0;
    double overlap = 1;  // the share of communication that is not exposed
    QString moved{};     // what a rank sends, or why that is unknown
    QString refusal{};   // or that the result is still being computed
};

/// Where the bars of steps are placed.
///
/// Units  logical pixels
struct SpentBarsLayout {
    struct Part {
        Spending on;
        QRectF rect;
        QString words;  // its value, where it fits
    };
    struct Row {
        QRectF rect;  // from the title to the total
        std::vector<Part> parts;
        QString title;
        bool isRefused = false;
    };
    std::vector<Row> rows;
    QSizeF size;
    double left = 0;  // where bars begin
    QString unit;
    std::vector<Spending> legend;  // the kinds of time that occur
    std::array<double, kSpendings> legendX{};
    double contentHeight = 0;
};
SpentBarsLayout layoutSpentBars(const std::vector<SpentBar>& bars, const QString& unit, const QSizeF& size,
                                double fontPixels);

/// Draws the bars in the colours of a Gantt style.
DisplayList spentBarsList(const SpentBarsLayout& layout, const std::vector<SpentBar>& bars, const GanttStyle& style);

/// Where the time goes: one bar per step, with compute, exposed communication, exposed offload and idle time. Pointing
/// at a bar shows its parts.
class SpentBars : public QWidget {
    Q_OBJECT

public:
    explicit SpentBars(QWidget* parent = nullptr);

    /// Shows the outcomes of steps.
    void setOutcomes(const std::vector<Outcome>& outcomes);
    /// Of the times shown; may be empty.
    const QString& unit() const { return m_unit; }
    void setGanttStyle(const GanttStyle& style);
    /// One row per step: what its time is spent on.
    Table table() const;
    Picture picture() const;

    /// High enough for one line per bar; a page scrolls them.
    QSize minimumSizeHint() const override;

signals:
    /// The bar of a step was pressed.
    void chosen(std::size_t step);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    SpentBarsLayout laidOut() const;
    std::optional<std::size_t> rowAt(QPointF at) const;

    std::vector<SpentBar> m_bars;
    QString m_unit;
    GanttStyle m_style;
    std::optional<QPointF> m_pointer;
};

/// "compute", "exposed communication", "exposed offload", "idle".
QString spendingName(Spending on);

}  // namespace bubblescope
