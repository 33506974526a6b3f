#pragma once

#include <QtGlobal>

class QWidget;

namespace bubblescope {

/// A control of its own make that is moved along a range, as programs that read screens aloud know it: a slider with
/// its value and the ends of its range.
class SpokenSlider {
public:
    struct Range {
        double minimum = 0, maximum = 1, value = 0, step = 0.01;
    };
    virtual Range spokenRange() const = 0;
    /// Such a program moves it.
    virtual void takeSpoken(double value) = 0;

protected:
    ~SpokenSlider() = default;
};

/// Lets such programs find all of these. Once for the application.
void speakSliders();
/// Tells them that the value of one is another.
void tellMoved(QWidget& slider);

}  // namespace bubblescope
