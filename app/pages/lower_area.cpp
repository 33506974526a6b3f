#include "app/pages/lower_area.h"

#include "widgets/basics/segmented_control.h"
#include "widgets/basics/theme.h"

#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace bubblescope {

namespace {

constexpr int kMargin = 16;
constexpr int kTop = 9;

}  // namespace

LowerArea::LowerArea(QWidget* charts, QWidget* table, QWidget* parent)
    : QWidget(parent),
      m_stack(new QStackedWidget),
      m_switch(new SegmentedControl({tr("Charts"), tr("Table")}, tr("Charts or table"), this)) {
    auto* page = new QWidget;
    auto* heading = new QLabel(tr("All metrics"));
    heading->setFont(uiFont(13, QFont::DemiBold));
    heading->setFixedHeight(m_switch->sizeHint().height());
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(kMargin, kTop, kMargin, 8);
    column->setSpacing(6);
    column->addWidget(heading);
    column->addWidget(table, 1);
    m_stack->addWidget(charts);
    m_stack->addWidget(page);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_stack);
    // Both pages leave the right end of their heading to the switch.
    m_switch->raise();
    connect(m_switch, &SegmentedControl::chosenByUser, this, [this](int index) { emit tableChosen(index == 1); });
}

void LowerArea::showTable(bool table) {
    m_stack->setCurrentIndex(table ? 1 : 0);
    m_switch->setChosen(table ? 1 : 0);
}

void LowerArea::resizeEvent(QResizeEvent*) {
    m_switch->adjustSize();
    m_switch->move(width() - m_switch->width() - kMargin, kTop);
}

}  // namespace bubblescope
