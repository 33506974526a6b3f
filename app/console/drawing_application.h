#pragma once

#include <memory>

class QApplication;

namespace bubblescope {

/// The application object that fonts and plots need while a verb draws; on the offscreen platform it needs no display.
/// Messages of Qt about the environment are suppressed. Does nothing if there already is an application.
class DrawingApplication {
public:
    DrawingApplication();
    ~DrawingApplication();

private:
    int m_argc = 1;
    char m_name[12] = "bubblescope";
    char* m_argv[2] = {m_name, nullptr};
    std::unique_ptr<QApplication> m_application;
};

}  // namespace bubblescope
