// Charts and memory over time, exported from the window.

#include "tests/app/desk.h"
#include "widgets/charts/bar_chart.h"
#include "widgets/charts/charts_panel.h"
#include "widgets/charts/curves_view.h"
#include "widgets/charts/points_chart.h"
#include "widgets/picture/export_dialog.h"
#include "widgets/picture/picture_preview.h"
#include "widgets/shown/op_palette.h"

#include <QAction>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_chart_export {

namespace {

QAction* exportOf(const QWidget& chart) {
    for (QAction* action : chart.actions())
        if (action->text() == "Export chart…") return action;
    return nullptr;
}

/// The dialog that an action opens, which shows a picture.
std::unique_ptr<ExportDialog> dialogOf(Desk& desk, QAction& action) {
    action.trigger();
    std::unique_ptr<ExportDialog> dialog(desk.window.findChild<ExportDialog*>());
    if (dialog) [&] { QTRY_VERIFY(!dialog->preview().image().isNull()); }();
    return dialog;
}

}  // namespace

class TestChartExport : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_home = newHome();

private slots:
    void everyChartHasTheDialog() {
        Desk desk;
        desk.rest();
        auto& charts = *desk.window.findChild<ChartsPanel*>();
        for (const QWidget* chart : std::initializer_list<const QWidget*>{&charts.bars(), &charts.curves(),
                                                                          &charts.moreCurves(), &charts.frontier()}) {
            QVERIFY(exportOf(*chart));
            const auto dialog = dialogOf(desk, *exportOf(*chart));
            QVERIFY(dialog);
            QCOMPARE(dialog->windowTitle(), QStringLiteral("Export chart"));
            QCOMPARE(dialog->message(), QString());
        }
    }

    void memoryIsExported() {
        Desk desk;
        const auto dialog = dialogOf(desk, *desk.actions().exportMemory);
        QVERIFY(dialog);
        QCOMPARE(dialog->windowTitle(), QStringLiteral("Export memory over time"));
        QCOMPARE(dialog->message(), QString());
    }

    /// The palette for the colour-blind is that of schedules, too.
    void theSafePaletteColoursSchedules() {
        Desk desk;
        desk.actions().palette->setCurrent(1);
        emit desk.actions().palette->picked(1);
        const auto& outcomes = desk.results().outcomes();
        for (std::size_t i = 0; i < outcomes.size(); ++i)
            QCOMPARE(outcomes[i].color, safeColor(i, desk.results().theme()));
    }
};

QTEST_MAIN(TestChartExport)

}  // namespace tst_chart_export
#include "tst_chart_export.moc"
