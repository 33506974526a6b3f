// An empty window of the same build, as large as the program's: the time that any Qt program needs to be painted.

#include <QApplication>
#include <QMainWindow>

#include "tests/bench/paint_watch.h"
#include "tests/bench/tell.h"

int main(int argc, char** argv) {
    using namespace bubblescope::bench;
    const QApplication application(argc, argv);
    QMainWindow window;
    window.resize(1440, 900);
    const PaintWatch watch([](QWidget&) {
        tell("window");
        QCoreApplication::exit();
    });
    window.show();
    return QApplication::exec();
}
