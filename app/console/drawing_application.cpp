#include "app/console/drawing_application.h"

#include <QApplication>

namespace bubblescope {

DrawingApplication::DrawingApplication() {
    if (QCoreApplication::instance()) return;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qInstallMessageHandler([](QtMsgType, const QMessageLogContext&, const QString&) {});
    m_application = std::make_unique<QApplication>(m_argc, m_argv);
}

DrawingApplication::~DrawingApplication() = default;

}  // namespace bubblescope
