#pragma once

#include "widgets/gantt/gantt_layout.h"

#include <QTest>

namespace bubblescope::test {

/// Test rows for screens and paper: a style, and pixels per unit of length.
inline void addScreens() {
    QTest::addColumn<GanttStyle>("style");
    QTest::addColumn<double>("ratio");
    QTest::newRow("colours") << GanttStyle() << 1.0;
    QTest::newRow("colours, fractional ratio") << GanttStyle() << 1.25;
    QTest::newRow("colours, twice as fine") << GanttStyle() << 2.0;
    GanttStyle print;
    print.palette = &opPalette("print");
    print.theme = ThemeId::Print;
    QTest::newRow("print") << print << 1.0;
}

}  // namespace bubblescope::test
