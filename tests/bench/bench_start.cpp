// Starts a window on the default comparison as the program does, several times, each in a fresh process: how long
// from the start of the process to the first painted window, how long to the picture in it, and the memory held.

#include <QApplication>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>

#include "app/main_window.h"
#include "tests/bench/baseline.h"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

using namespace bubblescope;

constexpr int kStarts = 9;

long long microseconds(Clock::time_point at) {
    return std::chrono::duration_cast<std::chrono::microseconds>(at.time_since_epoch()).count();
}

double residentMegabytes() {
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly)) return 0;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("VmRSS:")) return line.mid(6).trimmed().split(' ').first().toDouble() / 1024;
    return 0;
}

/// An application that notes when the window was first painted and flushed, and when its Gantts were.
class Application : public QApplication {
public:
    using QApplication::QApplication;
    Clock::time_point first, whole;

    bool notify(QObject* receiver, QEvent* event) override {
        const bool isPaint = event->type() == QEvent::UpdateRequest;
        const bool accepted = QApplication::notify(receiver, event);
        auto* window = isPaint ? qobject_cast<MainWindow*>(receiver) : nullptr;
        if (!window) return accepted;
        if (first == Clock::time_point()) first = Clock::now();
        if (whole == Clock::time_point() && !window->controller().comparison().outcomes().empty()) whole = Clock::now();
        return accepted;
    }
};

int startOnce(int argc, char** argv) {
    Application application(argc, argv);
    const auto begun = QByteArray(argv[1]).toLongLong();
    MainWindow window;
    window.start(QString());
    window.show();
    QTimer::singleShot(1500, &application, &QApplication::quit);
    const int code = QApplication::exec();
    std::printf("%lld %lld %.1f\n", microseconds(application.first) - begun, microseconds(application.whole) - begun,
                residentMegabytes());
    return code;
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
    if (argc > 1) return startOnce(argc, argv);
    std::vector<double> first, whole, memory;
    for (int i = 0; i < kStarts; ++i) {
        QTemporaryDir folder;
        qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
        qputenv("XDG_DATA_HOME", folder.path().toUtf8());
        QProcess child;
        child.start(QString::fromLocal8Bit(argv[0]), {QString::number(microseconds(Clock::now()))});
        if (!child.waitForFinished() || child.exitCode() != 0) return 1;
        const QList<QByteArray> figures = child.readAllStandardOutput().trimmed().split(' ');
        first.push_back(figures.at(0).toDouble() / 1e3);
        whole.push_back(figures.at(1).toDouble() / 1e3);
        memory.push_back(figures.at(2).toDouble());
    }
    std::printf("start to first painted window  median %6.1f ms  least %6.1f ms   (aim: 150 ms)\n", median(first),
                *std::min_element(first.begin(), first.end()));
    std::printf("start to painted Gantts        median %6.1f ms  least %6.1f ms\n", median(whole),
                *std::min_element(whole.begin(), whole.end()));
    std::printf("resident memory                median %6.1f MB                   (aim: 90 MB)\n", median(memory));
    return 0;
}
