#include "app/window/window_main.h"

#include "app/settings/version.h"
#include "app/window/main_window.h"

#include <QApplication>
#include <QIcon>
#include <QWindow>

namespace bubblescope {

int runWindow(int argc, char** argv, const QString& file) {
    QApplication::setApplicationName(QStringLiteral("bubblescope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Bubblescope"));
    QApplication::setApplicationVersion(QLatin1String(version()));
    QApplication::setDesktopFileName(QStringLiteral("bubblescope"));
    QApplication application(argc, argv);
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/bubblescope.svg")));
    MainWindow window;
    window.show();
    // The window appears before its page is built; keys and clicks wait for the page.
    while (!window.windowHandle()->isExposed())
        QApplication::processEvents(QEventLoop::ExcludeUserInputEvents | QEventLoop::WaitForMoreEvents);
    window.start(file);
    return QApplication::exec();
}

}  // namespace bubblescope
