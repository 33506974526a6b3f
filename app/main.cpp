#include "app/command_line.h"
#include "app/window_main.h"

int main(int argc, char** argv) {
    QStringList args;
    for (int i = 1; i < argc; ++i) args.append(QString::fromLocal8Bit(argv[i]));
    if (const auto code = bubblescope::runCommandLine(args)) return *code;
    return bubblescope::runWindow(argc, argv, bubblescope::windowFile(args));
}
