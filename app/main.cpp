#include "app/console/command_line.h"
#include "app/console/console.h"
#include "app/window/window_main.h"

#include <QCoreApplication>

namespace {

/// Whether a window can be shown. This is checked before Qt starts, because Qt ends the program if it cannot.
bool hasDisplay(const QStringList& args) {
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (!qEnvironmentVariableIsEmpty(name)) return true;
    return args.contains(QLatin1String("-platform")) || args.contains(QLatin1String("--platform"));
}

}  // namespace

int main(int argc, char** argv) {
    using namespace bubblescope;
    QStringList args;
    for (int i = 1; i < argc; ++i) args.append(QString::fromLocal8Bit(argv[i]));
    if (const auto code = runCommandLine(args)) return *code;
    const QString file = windowFile(args);
    return hasDisplay(args) ? runWindow(argc, argv, file) : runWithoutDisplay(file);
}
