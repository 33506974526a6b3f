#pragma once

#include <memory>

class QApplication;

namespace bubblescope {

/// What a verb needs while it draws: fonts and plots need an application object, which on the offscreen platform
/// needs no display. What Qt would say about the environment is no error of ours. Does nothing where there is one.
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
