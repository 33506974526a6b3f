#include "app/pages/lower_area.h"

#include "widgets/kit/segmented_control.h"
#include "widgets/kit/theme.h"

#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace bubblescope {

namespace {

constexpr int kMargin = 16;
constexpr int kTop = 9;

}  // namespace

LowerArea::LowerArea(const Part& charts, const Part& table, const QString& heading, QWidget* parent)
    : QWidget(parent),
      m_stack(new QStackedWidget),
      m_switch(new SegmentedControl({charts.name, table.name}, tr("%1 or %2").arg(charts.name, table.name), this)),
      m_heading(new QLabel(heading)),
      m_tables(new QStackedWidget) {
    auto* page = new QWidget;
    m_heading->setFont(uiFont(13, QFont::DemiBold));
    m_heading->setFixedHeight(m_switch->sizeHint().height());
    m_tables->addWidget(table.widget);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(kMargin, kTop, kMargin, 8);
    column->setSpacing(6);
    column->addWidget(m_heading, 0, Qt::AlignLeft);  // leaves the right end to the switch
    column->addWidget(m_tables, 1);
    m_stack->addWidget(charts.widget);
    m_stack->addWidget(page);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_stack);
    // Both pages leave the right end of their heading to the switch.
    m_switch->raise();
    connect(m_switch, &SegmentedControl::chosenByUser, this, [this](int index) { emit tableChosen(index == 1); });
}

void LowerArea::addSecondTable(const Part& second) {
    m_tables->addWidget(second.widget);
    m_tableSwitch = new SegmentedControl({m_heading->text(), second.name}, tr("Table"));
    m_tableSwitch->hide();
    static_cast<QVBoxLayout*>(m_heading->parentWidget()->layout())->insertWidget(1, m_tableSwitch, 0, Qt::AlignLeft);
    connect(m_tableSwitch, &SegmentedControl::chosenByUser, this, &LowerArea::showTables);
}

void LowerArea::showTable(bool table) {
    m_stack->setCurrentIndex(table ? 1 : 0);
    m_switch->setChosen(table ? 1 : 0);
}

void LowerArea::offerSecond(bool offered) {
    if (offered != m_tableSwitch->isHidden()) return;
    m_tableSwitch->setVisible(offered);
    m_heading->setVisible(!offered);
    showTables(offered ? 1 : 0);
}

bool LowerArea::showsSecond() const { return m_tables->currentIndex() == 1; }

int LowerArea::switchRoom() const { return m_switch->sizeHint().width() + kMargin; }

bool LowerArea::showsTable() const { return m_stack->currentIndex() == 1; }

void LowerArea::showTables(int index) {
    m_tables->setCurrentIndex(index);
    m_tableSwitch->setChosen(index);
}

void LowerArea::resizeEvent(QResizeEvent*) {
    m_switch->adjustSize();
    m_switch->move(width() - m_switch->width() - kMargin, kTop);
}

}  // namespace bubblescope
