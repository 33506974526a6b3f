#include "app/window_main.h"

#include "app/main_window.h"
#include "app/version.h"

#include <QApplication>
#include <QIcon>

namespace bubblescope {

int runWindow(int argc, char** argv, const QString& file) {
    QApplication::setApplicationName(QStringLiteral("bubblescope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Bubblescope"));
    QApplication::setApplicationVersion(QLatin1String(version()));
    QApplication::setDesktopFileName(QStringLiteral("bubblescope"));
    QApplication application(argc, argv);
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/bubblescope.svg")));
    MainWindow window;
    window.start(file);
    window.show();
    return QApplication::exec();
}

}  // namespace bubblescope
