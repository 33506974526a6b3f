#pragma once

#include "app/commands/actions.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "engine/entries/resolve.h"
#include "engine/results/nearest_fits.h"
#include "tests/app/pages_of.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/kit/format.h"
#include "widgets/panels/scenario_panel.h"
#include "widgets/panels/workload_panel.h"

#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::test {

/// A temporary folder for the settings and sessions of this test.
inline std::unique_ptr<QTemporaryDir> newHome() {
    auto home = std::make_unique<QTemporaryDir>();
    qputenv("XDG_CONFIG_HOME", home->filePath(QStringLiteral("config")).toLocal8Bit());
    qputenv("XDG_DATA_HOME", home->filePath(QStringLiteral("data")).toLocal8Bit());
    return home;
}

/// A window with its own settings and session.
class Desk {
public:
    explicit Desk(const QString& file = {}) {
        window.resize(1440, 900);
        window.start(file);
        window.show();
        settle();
    }
    /// Waits until the window shows the results of the document, laid out.
    void settle() {
        constexpr int kHangAfterMs = 300'000;  // to end a hang, not to measure
        QTRY_VERIFY_WITH_TIMEOUT(results().isCurrent() && results().isWhole(), kHangAfterMs);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    }

    /// Waits until no work is running and the window knows it; while work is running, Esc stops that first.
    void rest() {
        constexpr int kHangAfterMs = 300'000;
        const auto* stop = window.findChild<QWidget*>(QStringLiteral("stopWork"));
        QTRY_VERIFY_WITH_TIMEOUT(!window.controller().background().isBusy() && !stop->isVisible(), kHangAfterMs);
    }

    ScenarioDocument& document() { return window.controller().scenario(); }
    Results& results() { return window.controller().results(); }
    Actions& actions() { return window.controller().actions(); }
    ParamSlider* param(const char* key) {
        return schedulesFacetOf(window).scenarioPanel().workload()->param(QLatin1String(key));
    }
    /// The entries of the menu of presets, which is filled when it opens.
    QList<QAction*> presetActions() {
        emit actions().presets->aboutToShow();
        return actions().presets->actions();
    }
    QString message() { return window.messages().text(); }
    QString answer() { return window.findChild<QLabel*>(QStringLiteral("answer"))->text(); }

    void drop(const QString& path) {
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(path)});
        const QPoint at(700, 300);
        QDragEnterEvent enter(at, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &enter);
        if (!enter.isAccepted()) return;
        QDropEvent drop(at, Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &drop);
    }

    MainWindow window;
};

/// Verifies that the totals on the title lines of the Gantts equal those that the engine computes for the document.
inline void verifyTotals(Desk& desk) {
    desk.settle();
    const Scenario& scenario = desk.document().scenario();
    const auto& tracks = schedulesOf(desk.window).gantt().ganttLayout().tracks;
    QCOMPARE(tracks.size(), scenario.schedules.size());
    for (std::size_t i = 0; i < tracks.size(); ++i) {
        const RunResult expected = run(scenario, i);
        QCOMPARE(tracks[i].title, QString::fromStdString(displayTitle(scenario, i)));
        if (!expected) {
            QCOMPARE(tracks[i].refusal, toQString(refusalText(scenario, i, expected.error())));
            continue;
        }
        QCOMPARE(tracks[i].total,
                 formatTime((*expected)->metrics.totalTime, QString::fromStdString(scenario.workload.timeUnit)));
        const double bubble = valueOf(desk.window.controller().settings().bubble, **expected);
        if (!(*expected)->step) QVERIFY(tracks[i].bubble.contains(formatPercent(bubble)));
    }
}

}  // namespace bubblescope::test
