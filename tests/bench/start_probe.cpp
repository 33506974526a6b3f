// Linked into the program itself, this prints on standard output when the first window was painted, when its Gantts
// were, and the memory used a second later; then the program ends.

#include <QApplication>
#include <QFile>
#include <QTimer>

#include "app/window/main_window.h"
#include "tests/bench/paint_watch.h"
#include "tests/bench/tell.h"

#include <chrono>
#include <cstdio>

namespace {

using namespace bubblescope;

double residentMegabytes() {
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly)) return 0;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("VmRSS:")) return line.mid(6).trimmed().split(' ').first().toDouble() / 1024;
    return 0;
}

void watch() {
    static bool isPainted = false, isWhole = false;
    static bench::PaintWatch watch([](QWidget& painted) {
        auto* const window = qobject_cast<MainWindow*>(&painted);
        if (!window) return;
        if (!isPainted) bench::tell("window");
        isPainted = true;
        const Results& results = window->controller().results();
        if (isWhole || results.outcomes().empty() || !results.isWhole()) return;
        bench::tell("gantts");
        isWhole = true;
        QTimer::singleShot(std::chrono::seconds(1), qApp, [] {
            std::printf("megabytes %.1f\n", residentMegabytes());
            QCoreApplication::quit();
        });
    });
}

}  // namespace

Q_COREAPP_STARTUP_FUNCTION(watch)
