#include "widgets/kit/spoken_slider.h"

#include <QAccessible>
#include <QAccessibleWidget>

namespace bubblescope {

namespace {

class Interface : public QAccessibleWidget, public QAccessibleValueInterface {
public:
    Interface(QWidget* widget, SpokenSlider& slider)
        : QAccessibleWidget(widget, QAccessible::Slider), m_slider(slider) {}

    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::ValueInterface) return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QVariant currentValue() const override { return m_slider.spokenRange().value; }
    void setCurrentValue(const QVariant& value) override { m_slider.takeSpoken(value.toDouble()); }
    QVariant maximumValue() const override { return m_slider.spokenRange().maximum; }
    QVariant minimumValue() const override { return m_slider.spokenRange().minimum; }
    QVariant minimumStepSize() const override { return m_slider.spokenRange().step; }

private:
    SpokenSlider& m_slider;
};

QAccessibleInterface* interfaceOf(const QString&, QObject* object) {
    auto* const widget = qobject_cast<QWidget*>(object);
    auto* const slider = dynamic_cast<SpokenSlider*>(object);
    return widget && slider ? new Interface(widget, *slider) : nullptr;
}

}  // namespace

void speakSliders() {
    static const bool kIsDone = [] {
        QAccessible::installFactory(interfaceOf);
        return true;
    }();
    static_cast<void>(kIsDone);
}

void tellMoved(QWidget& slider) {
    if (!QAccessible::isActive()) return;
    QAccessibleValueChangeEvent event(&slider, dynamic_cast<SpokenSlider&>(slider).spokenRange().value);
    QAccessible::updateAccessibility(&event);
}

}  // namespace bubblescope
