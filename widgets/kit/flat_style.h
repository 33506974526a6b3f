#pragma once

#include <QProxyStyle>

class QStyleOptionMenuItem;
class QStyleOptionSlider;

namespace bubblescope {

struct Theme;

/// Marks a field as wrong: its edge has the color of errors.
void setMarked(QWidget* field, bool isMarked);
bool isMarked(const QWidget* field);

/// The square of a check box, kTickBox pixels wide and high.
inline constexpr int kTickBox = 15;
void drawTickBox(QPainter& painter, const Theme& theme, const QRect& box, bool isOn);

/// The look of standard controls (buttons, fields, check boxes, menus, scroll bars, tooltips) on top of Fusion, in the
/// colours of the theme of their palette. Spin boxes have no buttons, and the wheel changes no field that has no focus.
/// Custom widgets paint themselves.
///
/// Cost  none for a widget that is not on screen; a style sheet, in contrast, is matched against every new widget
class FlatStyle : public QProxyStyle {
    Q_OBJECT

public:
    FlatStyle();

    using QProxyStyle::polish;
    void polish(QWidget* widget) override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* more) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                           const QWidget* widget) const override;
    /// None for controls drawn here: those of Qt would load all image plugins.
    QIcon standardIcon(StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                         const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;

private:
    void drawMenuItem(const QStyleOptionMenuItem& item, QPainter& painter, const QWidget* widget) const;
    void drawScrollBar(const QStyleOptionSlider& bar, QPainter& painter, const QWidget* widget) const;

    QObject* m_fields;  // filters the events of spin boxes and combo boxes
};

}  // namespace bubblescope
