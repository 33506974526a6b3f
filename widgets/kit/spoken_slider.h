#pragma once

#include <QtGlobal>

class QWidget;

namespace bubblescope {

/// A custom control with a value in a range, as screen readers see it: a slider with its value and the ends of its
/// range.
class SpokenSlider {
public:
    struct Range {
        double minimum = 0, maximum = 1, value = 0, step = 0.01;
    };
    virtual Range spokenRange() const = 0;
    /// A screen reader moves it.
    virtual void takeSpoken(double value) = 0;

protected:
    ~SpokenSlider() = default;
};

/// Lets screen readers find all spoken sliders. Call it once per application.
void speakSliders();
/// Notifies screen readers that the value of a slider has changed.
void tellMoved(QWidget& slider);

}  // namespace bubblescope
