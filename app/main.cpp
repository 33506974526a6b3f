#include "app/command_line.h"

int main(int argc, char** argv) {
    QStringList args;
    for (int i = 1; i < argc; ++i) args.append(QString::fromLocal8Bit(argv[i]));
    if (const auto code = bubblescope::runCommandLine(args)) return *code;
    return 0;
}
