#include "widgets/charts/curves_legend.h"

#include <QAbstractButton>
#include <QPainter>

#include "widgets/charts/curves_items.h"
#include "widgets/kit/format.h"

namespace bubblescope {

namespace {

constexpr int kAround = 5;  // space around an entry for the focus frame

}  // namespace

class CurvesLegend::Entry : public QAbstractButton {
public:
    explicit Entry(QWidget* parent) : QAbstractButton(parent) {
        setCheckable(true);
        setCursor(Qt::PointingHandCursor);
    }

    void show(const CurvesLegendEntry& entry, std::shared_ptr<const CurvesLayout> layout, double scale) {
        m_entry = entry;
        m_layout = std::move(layout);
        m_scale = scale;
        const QRectF box(m_entry.box.topLeft() * scale, m_entry.box.size() * scale);
        setGeometry(box.toAlignedRect().adjusted(-kAround, 0, kAround, 0));
        m_entry.box.moveTopLeft((box.topLeft() - QPointF(pos())) / scale);
        setEnabled(entry.series.has_value());
        setChecked(entry.series && !m_layout->model->series[*entry.series].isHidden);
        const QString name = entry.series ? m_layout->model->series[*entry.series].name : entry.text;
        setAccessibleName(name);
        setToolTip(!entry.series ? entry.tip
                   : isChecked() ? CurvesLegend::tr("Hide %1").arg(name)
                                 : CurvesLegend::tr("Show %1").arg(name));
        QAbstractButton::show();
        update();
    }
    std::size_t series() const { return m_entry.series.value_or(0); }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        DisplayList list;
        addLegendEntry(list, m_entry, *m_layout);
        painter.scale(m_scale, m_scale);
        paintList(painter, list);
        painter.resetTransform();
        if (!hasFocus()) return;
        painter.setPen(QPen(m_layout->theme().accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }

private:
    CurvesLegendEntry m_entry;
    std::shared_ptr<const CurvesLayout> m_layout;
    double m_scale = 1;
};

CurvesLegend::CurvesLegend(QWidget* parent) : QWidget(parent) { setAccessibleName(tr("Legend")); }

QWidget* CurvesLegend::lastStop() const {
    return m_entries.empty() ? const_cast<CurvesLegend*>(this) : static_cast<QWidget*>(m_entries.back());
}

void CurvesLegend::setLayout(std::shared_ptr<const CurvesLayout> layout, double scale) {
    constexpr int kAbove = 8, kBelow = 2;
    auto entries = layout->model->legend;
    const double margin = layout->model->frame.margin;
    const double height = layoutLegend(entries, layout->size.width() - 2 * margin);
    while (m_entries.size() < entries.size()) {
        auto* entry = new Entry(this);
        setTabOrder(lastStop(), entry);
        connect(entry, &QAbstractButton::clicked, this, [this, entry] { emit toggled(entry->series()); });
        m_entries.push_back(entry);
    }
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        if (i >= entries.size()) {
            m_entries[i]->hide();
            continue;
        }
        entries[i].box.translate(margin, kAbove);
        m_entries[i]->show(entries[i], layout, scale);
    }
    setFixedHeight(qCeil((height + kAbove + kBelow) * scale));
}

}  // namespace bubblescope
