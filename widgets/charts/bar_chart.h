#pragma once

#include <QWidget>

#include "widgets/charts/bars_layout.h"
#include "widgets/picture/picture.h"

namespace bubblescope {

/// A chart of horizontal bars. Pointing at a row shows its card, or its tooltip; a press chooses it.
class BarChart : public QWidget {
    Q_OBJECT

public:
    /// Makes the model in the colours of a theme.
    using Source = std::function<BarsModel(ThemeId theme)>;

    explicit BarChart(Source source, QWidget* parent = nullptr);

    /// Shows the source's model as it is now.
    void refresh();
    const BarsModel& model() const { return m_model; }
    /// The source's model in another theme.
    BarsModel modelIn(ThemeId theme) const { return m_source(theme); }
    Picture picture() const;
    QSize minimumSizeHint() const override { return m_model.leastSize(); }

signals:
    void chosen(std::size_t entry);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    const BarRow* rowAt(QPointF at) const;

    Source m_source;
    BarsModel m_model;
    std::optional<QPointF> m_pointer;
};

}  // namespace bubblescope
