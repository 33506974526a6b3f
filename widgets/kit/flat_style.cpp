#include "widgets/kit/flat_style.h"

#include "widgets/kit/side_panel.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text_limit.h"
#include "widgets/kit/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSpinBox>
#include <QStatusBar>
#include <QStyleOption>
#include <QToolBar>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kScrollBar = 10, kScrollHandle = 32;  // width, least length
constexpr int kButtonMargin = 15, kButtonRise = 6, kLeastButton = 86;
constexpr int kMenuLeft = 26, kMenuRight = 24, kMenuRise = 5, kMenuTick = 14;
constexpr int kMenuSeparator = 11;
constexpr int kFieldHeight = 26, kFieldMargin = 6, kTextFrame = 2;
constexpr int kCheckIcon = 12, kCheckGap = 9;
constexpr const char* kMarked = "marked";

/// The wheel scrolls a panel unless the field below the mouse has the focus, as with sliders.
class FieldFilter : public QObject {
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::KeyPress)
            return qobject_cast<QSpinBox*>(watched) && isPasteOfNothing(*static_cast<QKeyEvent*>(event));
        if (event->type() != QEvent::Wheel || static_cast<QWidget*>(watched)->hasFocus()) return false;
        event->ignore();
        return true;
    }
};

/// Where a tool button is placed, which determines its look.
enum class ToolButtonPlace { ToolBar, Extension, StatusBar, Elsewhere };

ToolButtonPlace placeOf(const QWidget* button) {
    for (const QWidget* over = button ? button->parentWidget() : nullptr; over; over = over->parentWidget()) {
        if (qobject_cast<const QToolBar*>(over))
            return button->inherits("QToolBarExtension") ? ToolButtonPlace::Extension : ToolButtonPlace::ToolBar;
        if (qobject_cast<const QStatusBar*>(over)) return ToolButtonPlace::StatusBar;
    }
    return ToolButtonPlace::Elsewhere;
}

/// A rounded background with an edge of one pixel, inside `rect`.
void drawField(QPainter& painter, const QRect& rect, const QColor& ground, const QColor& edge, double radius) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(edge);
    painter.setBrush(ground);
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius - 0.5, radius - 0.5);
    painter.restore();
}

void drawFrame(QPainter& painter, const QRect& rect, const QColor& edge) {
    painter.setPen(edge);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5));
}

void drawGround(QPainter& painter, const QRectF& rect, const QColor& ground, double radius) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(rect, radius, radius);
    painter.restore();
}

/// The rounded background of a field, whose edge shows the focus and errors.
void drawEntry(const QStyleOption& option, QPainter& painter, const QWidget* widget) {
    const Theme& theme = themeOf(option.palette);
    const bool isWrong = widget && isMarked(widget), hasFocus = option.state & QStyle::State_HasFocus;
    const double half = isWrong || hasFocus ? 0.75 : 0.5;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(isWrong ? theme.error : hasFocus ? theme.accent : theme.line, 2 * half));
    painter.setBrush(option.state & QStyle::State_Enabled ? theme.field : theme.window);
    painter.drawRoundedRect(QRectF(option.rect).adjusted(half, half, -half, -half), 5, 5);
    painter.restore();
}

/// Text, which may have subscripts, in the middle of `space`.
void drawSymbolsIn(const QRect& space, const QString& text, QPainter& painter) {
    const QFontMetricsF metrics(painter.font());
    drawSymbols(painter, {1.0 * space.left(), space.center().y() + 1 + (metrics.ascent() - metrics.descent()) / 2},
                text);
}

void drawCombo(const QStyleOptionComboBox& combo, QPainter& painter, const QWidget* widget) {
    const Theme& theme = themeOf(combo.palette);
    drawEntry(combo, painter, widget);
    const QPointF tip(combo.rect.width() - 12.0, combo.rect.height() / 2.0 + 2);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(combo.state & QStyle::State_MouseOver ? theme.text : theme.mutedText, 1.5, Qt::SolidLine,
                        Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(QPolygonF{tip + QPointF(-3.5, -3.5), tip, tip + QPointF(3.5, -3.5)});
    painter.restore();
}

void drawComboLabel(const QStyleOptionComboBox& combo, QPainter& painter) {
    const Theme& theme = themeOf(combo.palette);
    const QRect space = combo.rect.adjusted(9, 0, -20, 0);
    painter.setPen(combo.state & QStyle::State_Enabled ? theme.text : theme.mutedText);
    drawSymbolsIn(space, elidedSymbols(painter.font(), combo.currentText, space.width()), painter);
}

QString checkText(const QStyleOptionButton& check) {
    return QString(check.text).replace(QLatin1String("&&"), QLatin1String("&"));
}

/// The box, an icon and a text, which may have subscripts: "T_C communication".
void drawCheck(const QStyleOptionButton& check, QPainter& painter) {
    const Theme& theme = themeOf(check.palette);
    const int height = check.rect.height();
    const bool isOn = check.state & QStyle::State_On;
    const QRect box(1, (height - kTickBox) / 2, kTickBox, kTickBox);
    painter.setRenderHint(QPainter::Antialiasing);
    drawTickBox(painter, theme, box, isOn);
    if (check.state & QStyle::State_HasFocus) {
        painter.setPen(QPen(isOn ? theme.text : theme.accent, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(box).adjusted(-0.25, -0.25, 0.25, 0.25), 3.5, 3.5);
    }
    double x = 1.0 + kTickBox + kCheckGap;
    if (!check.icon.isNull()) {
        check.icon.paint(&painter, QRect(qRound(x), (height - kCheckIcon) / 2, kCheckIcon, kCheckIcon));
        x += kCheckIcon + kCheckGap;
    }
    painter.setPen(check.state & QStyle::State_Enabled ? theme.text : theme.mutedText);
    const QFontMetricsF metrics(painter.font());
    drawSymbols(painter, {x, (height + metrics.ascent() - metrics.descent()) / 2}, checkText(check));
}

void drawTick(QPainter& painter, const QPoint& at, const QColor& ink) {
    QPainterPath tick;
    tick.moveTo(at.x() + 3.6, at.y() + 7.8);
    tick.lineTo(at.x() + 6.4, at.y() + 10.6);
    tick.lineTo(at.x() + 11.4, at.y() + 4.8);
    painter.setPen(QPen(ink, 1.9, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(tick);
}

void drawPushButton(const QStyleOptionButton& button, QPainter& painter) {
    const Theme& theme = themeOf(button.palette);
    const bool isEnabled = button.state & QStyle::State_Enabled;
    const bool isDefault = button.features & QStyleOptionButton::DefaultButton;
    const bool isAccent = isDefault || (button.state & QStyle::State_HasFocus);
    const QColor ground = !isEnabled                              ? theme.window
                          : isDefault                             ? theme.accent
                          : (button.state & QStyle::State_Sunken) ? theme.quiet
                                                                  : theme.field;
    const QColor edge = !isEnabled                                 ? theme.line
                        : isAccent                                 ? theme.accent
                        : (button.state & QStyle::State_MouseOver) ? theme.mutedText
                                                                   : theme.line;
    drawField(painter, button.rect, ground, edge, 5);
}

/// The sign for buttons that do not fit: two chevrons.
void drawExtension(const QStyleOptionToolButton& button, QPainter& painter) {
    const Theme& theme = themeOf(button.palette);
    painter.save();
    painter.fillRect(button.rect, theme.field);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.text, 1.2));
    const QPointF middle = QRectF(button.rect).center();
    for (const double x : {-3.5, 0.5})
        painter.drawPolyline(QPolygonF{middle + QPointF(x, -3), middle + QPointF(x + 3, 0), middle + QPointF(x, 3)});
    painter.restore();
}

void drawToolButton(const QStyleOptionToolButton& button, ToolButtonPlace place, QPainter& painter) {
    const Theme& theme = themeOf(button.palette);
    if (place == ToolButtonPlace::Extension) return drawExtension(button, painter);
    if (place == ToolButtonPlace::StatusBar) return drawField(painter, button.rect, theme.field, theme.line, 4);
    const bool isDown = button.state & (QStyle::State_Sunken | QStyle::State_On);
    const bool isUnderMouse = (button.state & QStyle::State_MouseOver) && (button.state & QStyle::State_Enabled);
    const QColor edge = (button.state & QStyle::State_HasFocus) ? theme.accent
                        : isUnderMouse                          ? theme.mutedText
                                                                : theme.line;
    drawField(painter, button.rect, isDown ? theme.quiet : theme.field, edge, 5);
}

/// A bar that fills from the left, without text.
void drawProgress(const QStyleOptionProgressBar& bar, QPainter& painter) {
    const Theme& theme = themeOf(bar.palette);
    const double share =
        bar.maximum > bar.minimum ? 1.0 * (bar.progress - bar.minimum) / (bar.maximum - bar.minimum) : 0;
    QRectF done = bar.rect;
    done.setWidth(std::clamp(share, 0.0, 1.0) * done.width());
    drawGround(painter, bar.rect, theme.grid, 2);
    if (done.width() >= 1) drawGround(painter, done, theme.accent, 2);
}

}  // namespace

void setMarked(QWidget* field, bool isMarked) {
    field->setProperty(kMarked, isMarked);
    field->update();
}

bool isMarked(const QWidget* field) { return field->property(kMarked).toBool(); }

void drawTickBox(QPainter& painter, const Theme& theme, const QRect& box, bool isOn) {
    painter.setPen(isOn ? QPen(Qt::NoPen) : QPen(theme.mutedText, 1));
    painter.setBrush(isOn ? theme.accent : theme.field);
    painter.drawRoundedRect(isOn ? QRectF(box) : QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 3.5, 3.5);
    if (isOn) drawTick(painter, box.topLeft(), theme.onAccent);
}

FlatStyle::FlatStyle() : QProxyStyle(QStringLiteral("Fusion")), m_fields(new FieldFilter(this)) {}

void FlatStyle::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    // The area behind the handle has the background of the scrolled widget.
    if (qobject_cast<QScrollBar*>(widget)) widget->setAttribute(Qt::WA_OpaquePaintEvent, false);
    if (qobject_cast<QCheckBox*>(widget)) widget->setCursor(Qt::PointingHandCursor);
    if (qobject_cast<QComboBox*>(widget) || qobject_cast<QSpinBox*>(widget)) widget->installEventFilter(m_fields);
}

int FlatStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
        case PM_IndicatorWidth:
        case PM_IndicatorHeight: return kTickBox;
        case PM_MenuBarVMargin: return 2;
        case PM_MenuBarHMargin: return 4;
        case PM_MenuBarPanelWidth: return 0;
        case PM_MenuPanelWidth:
        case PM_MenuHMargin:
        case PM_MenuVMargin:  // the list of a combo box uses them, too
            if (!qobject_cast<const QMenu*>(widget)) break;
            return metric == PM_MenuPanelWidth ? 1 : 5;
        case PM_ToolBarFrameWidth: return 13;
        case PM_ToolBarItemMargin: return 0;
        case PM_ToolBarItemSpacing: return 5;
        case PM_ToolBarSeparatorExtent: return 7;
        case PM_SplitterWidth: return 1;
        case PM_ScrollBarExtent: return kScrollBar;
        case PM_ScrollBarSliderMin: return kScrollHandle;
        case PM_ToolTipLabelFrameWidth: return 7;
        default: break;
    }
    return QProxyStyle::pixelMetric(metric, option, widget);
}

int FlatStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                         QStyleHintReturn* more) const {
    constexpr int kGlideMs = 320;
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons) return 0;
    if (hint == SH_Widget_Animation_Duration)  // nobody sees animations without a screen
        return QGuiApplication::platformName() == QLatin1String("offscreen") ? 0 : kGlideMs;
    return QProxyStyle::styleHint(hint, option, widget, more);
}

QSize FlatStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                  const QWidget* widget) const {
    switch (type) {
        case CT_PushButton:
            return QSize(contents.width() + 2 * kButtonMargin, contents.height() + 2 * kButtonRise)
                .expandedTo(QSize(kLeastButton, 0));
        case CT_ToolButton:
            switch (placeOf(widget)) {
                case ToolButtonPlace::ToolBar: return contents + QSize(21, 11);
                case ToolButtonPlace::Extension: return contents + QSize(3, 3);
                case ToolButtonPlace::StatusBar: return contents + QSize(21, 7);
                case ToolButtonPlace::Elsewhere: break;
            }
            break;
        case CT_LineEdit:
        case CT_SpinBox: return {contents.width() + 2 * kFieldMargin, kFieldHeight};
        case CT_CheckBox: {
            const auto& check = *qstyleoption_cast<const QStyleOptionButton*>(option);
            const QFont font = widget ? widget->font() : QFont();
            const int icon = check.icon.isNull() ? 0 : kCheckIcon + kCheckGap;
            return {kTickBox + kCheckGap + icon + qCeil(symbolsWidth(font, checkText(check))) + 2,
                    std::max(22, QFontMetrics(font).height() + 4)};
        }
        case CT_MenuBarItem: return contents + QSize(20, 8);
        case CT_MenuItem: {
            const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
            if (!item || !qobject_cast<const QMenu*>(widget)) break;
            if (item->menuItemType == QStyleOptionMenuItem::Separator) return {contents.width(), kMenuSeparator};
            const int shortcut = item->text.contains(QLatin1Char('\t')) ? 12 : 0;
            const int tick = item->menuHasCheckableItems ? 18 : 0;
            return contents + QSize(kMenuLeft + shortcut + tick + kMenuRight, 2 * kMenuRise);
        }
        default: break;
    }
    return QProxyStyle::sizeFromContents(type, option, contents, widget);
}

QIcon FlatStyle::standardIcon(StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const {
    const bool isExtension = icon == SP_ToolBarHorizontalExtensionButton || icon == SP_ToolBarVerticalExtensionButton;
    return isExtension ? QIcon() : QProxyStyle::standardIcon(icon, option, widget);
}

namespace {

/// Whether a line edit has its own frame; those in spin boxes and items have none.
bool isFramed(const QStyleOption* option) {
    const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
    return frame && frame->lineWidth > 0;
}

/// The width of the line beside a panel; it is thicker while the panel itself has the focus, to be scrolled by keys.
int lineRoom(const SidePanel& panel) { return panel.focusPolicy() == Qt::NoFocus ? 1 : 3; }

}  // namespace

QRect FlatStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
    if (element == SE_ShapedFrameContents && widget && widget->inherits("QTipLabel"))
        return option->rect.adjusted(7, 5, -7, -5);
    if (element == SE_CheckBoxClickRect) return option->rect;
    if (element == SE_LineEditContents && isFramed(option))
        return option->rect.adjusted(kFieldMargin, 0, -kFieldMargin, 0);
    if (element == SE_ShapedFrameContents && qobject_cast<const QPlainTextEdit*>(widget))
        return option->rect.adjusted(kTextFrame, kTextFrame, -kTextFrame, -kTextFrame);
    const auto* panel = element == SE_ShapedFrameContents ? qobject_cast<const SidePanel*>(widget) : nullptr;
    if (panel) {
        const int room = lineRoom(*panel);
        return panel->line() == Qt::LeftEdge ? option->rect.adjusted(room, 0, 0, 0)
                                             : option->rect.adjusted(0, 0, -room, 0);
    }
    return QProxyStyle::subElementRect(element, option, widget);
}

QRect FlatStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                const QWidget* widget) const {
    if (control == CC_SpinBox && part == SC_SpinBoxEditField)
        return option->rect.adjusted(kFieldMargin, kTextFrame, -kFieldMargin, -kTextFrame);
    const auto* bar = control == CC_ScrollBar ? qstyleoption_cast<const QStyleOptionSlider*>(option) : nullptr;
    if (!bar) return QProxyStyle::subControlRect(control, option, part, widget);
    // Only the handle, on a groove of full length.
    const bool isFlat = bar->orientation == Qt::Horizontal;
    const int length = isFlat ? bar->rect.width() : bar->rect.height();
    const qint64 range = static_cast<qint64>(bar->maximum) - bar->minimum;
    const qint64 shown =
        range + bar->pageStep > 0 ? static_cast<qint64>(length) * bar->pageStep / (range + bar->pageStep) : length;
    const int handle =
        range > 0 ? std::clamp(static_cast<int>(shown), std::min(kScrollHandle, length), length) : length;
    const int begin =
        sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - handle, bar->upsideDown);
    const auto along = [&](int from, int size) {
        const QRect rect = isFlat ? QRect(bar->rect.x() + from, bar->rect.y(), size, bar->rect.height())
                                  : QRect(bar->rect.x(), bar->rect.y() + from, bar->rect.width(), size);
        return visualRect(bar->direction, bar->rect, rect);
    };
    switch (part) {
        case SC_ScrollBarSlider: return along(begin, handle);
        case SC_ScrollBarSubPage: return along(0, begin);
        case SC_ScrollBarAddPage: return along(begin + handle, length - begin - handle);
        case SC_ScrollBarGroove: return bar->rect;
        default: return {};
    }
}

void FlatStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                              const QWidget* widget) const {
    const Theme& theme = themeOf(option->palette);
    switch (element) {
        case PE_PanelMenu:
        case PE_FrameMenu:
            if (!qobject_cast<const QMenu*>(widget)) break;  // as with the metrics
            if (element == PE_PanelMenu) return painter->fillRect(option->rect, theme.field);
            return drawFrame(*painter, option->rect, theme.line);
        case PE_PanelTipLabel:
            painter->fillRect(option->rect, theme.field);
            return drawFrame(*painter, option->rect, theme.line);
        case PE_PanelStatusBar:
            painter->fillRect(option->rect, theme.window);
            return painter->fillRect(QRect(option->rect.topLeft(), QSize(option->rect.width(), 1)), theme.line);
        case PE_FrameStatusBarItem: return;
        case PE_IndicatorCheckBox:
        case PE_IndicatorItemViewItemCheck:
            painter->save();
            painter->setRenderHint(QPainter::Antialiasing);
            if (!(option->state & State_Enabled)) painter->setOpacity(0.45);
            drawTickBox(*painter, theme, option->rect, option->state & State_On);
            painter->restore();
            return;
        case PE_PanelLineEdit:
            if (!isFramed(option)) break;
            return drawEntry(*option, *painter, widget);
        case PE_IndicatorToolBarSeparator: return painter->fillRect(option->rect.adjusted(3, 2, -3, -2), theme.line);
        default: break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void FlatStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                            const QWidget* widget) const {
    const Theme& theme = themeOf(option->palette);
    switch (element) {
        case CE_MenuBarEmptyArea: return painter->fillRect(option->rect, theme.window);
        case CE_MenuBarItem: {
            const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
            painter->fillRect(item->rect, theme.window);
            if (item->state & (State_Selected | State_Sunken)) drawGround(*painter, item->rect, theme.quiet, 5);
            return drawItemText(painter, item->rect,
                                Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextDontClip | Qt::TextSingleLine,
                                item->palette, item->state & State_Enabled, item->text, QPalette::ButtonText);
        }
        case CE_MenuEmptyArea: return;
        case CE_MenuItem:
            if (!qobject_cast<const QMenu*>(widget)) break;  // a combo box shows its items with it
            return drawMenuItem(*qstyleoption_cast<const QStyleOptionMenuItem*>(option), *painter, widget);
        case CE_ToolBar:
            painter->fillRect(option->rect, theme.window);
            return painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                                     theme.line);
        case CE_PushButtonBevel: return drawPushButton(*qstyleoption_cast<const QStyleOptionButton*>(option), *painter);
        case CE_PushButtonLabel: {
            QStyleOptionButton button = *qstyleoption_cast<const QStyleOptionButton*>(option);
            if ((button.features & QStyleOptionButton::DefaultButton) && (button.state & State_Enabled))
                button.palette.setColor(QPalette::ButtonText, theme.onAccent);
            return QProxyStyle::drawControl(element, &button, painter, widget);
        }
        case CE_CheckBox: return drawCheck(*qstyleoption_cast<const QStyleOptionButton*>(option), *painter);
        case CE_ComboBoxLabel: return drawComboLabel(*qstyleoption_cast<const QStyleOptionComboBox*>(option), *painter);
        case CE_ProgressBar: return drawProgress(*qstyleoption_cast<const QStyleOptionProgressBar*>(option), *painter);
        case CE_Splitter: return painter->fillRect(option->rect, theme.line);
        case CE_ShapedFrame:
            if (qobject_cast<const QPlainTextEdit*>(widget)) return drawEntry(*option, *painter, widget);
            if (const auto* panel = qobject_cast<const SidePanel*>(widget)) {
                const int width = panel->hasFocus() ? lineRoom(*panel) : 1;
                const int x = panel->line() == Qt::LeftEdge ? option->rect.left() : option->rect.right() - width + 1;
                return painter->fillRect(QRect(x, option->rect.top(), width, option->rect.height()),
                                         panel->hasFocus() ? theme.accent : theme.line);
            }
            break;
        default: break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

/// A tick, the text, its shortcut, and an arrow if there is a submenu.
void FlatStyle::drawMenuItem(const QStyleOptionMenuItem& item, QPainter& painter, const QWidget* widget) const {
    const Theme& theme = themeOf(item.palette);
    if (item.menuItemType == QStyleOptionMenuItem::Separator)
        return painter.fillRect(item.rect.adjusted(8, 5, -8, -5), theme.line);
    const bool isEnabled = item.state & State_Enabled;
    if (item.state & State_Selected) drawGround(painter, item.rect, theme.quiet, 4);
    if (item.checkType != QStyleOptionMenuItem::NotCheckable && item.checked) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        drawTick(painter, {item.rect.left() + 6, item.rect.center().y() - kMenuTick / 2 + 1},
                 isEnabled ? theme.text : theme.mutedText);
        painter.restore();
    }
    const int tick = item.menuHasCheckableItems ? kMenuTick : 0;
    QRect space = item.rect.adjusted(kMenuLeft + tick, 0, -kMenuRight, 0);
    const QStringList texts = item.text.split(QLatin1Char('\t'));
    if (symbolRuns(texts.first()).size() > 1) {  // a preset's title; it has no mnemonic
        painter.setPen(item.palette.color(isEnabled ? QPalette::Active : QPalette::Disabled, QPalette::Text));
        return drawSymbolsIn(space, texts.first(), painter);
    }
    constexpr int kFlags = Qt::AlignVCenter | Qt::TextShowMnemonic | Qt::TextDontClip | Qt::TextSingleLine;
    drawItemText(&painter, visualRect(item.direction, item.rect, space), kFlags | Qt::AlignLeft, item.palette,
                 isEnabled, texts.first(), QPalette::Text);
    if (texts.size() > 1) {
        space.setLeft(space.right() - item.reservedShortcutWidth);
        drawItemText(&painter, visualRect(item.direction, item.rect, space), kFlags | Qt::AlignLeft, item.palette,
                     isEnabled, texts.last(), QPalette::Text);
    }
    if (item.menuItemType == QStyleOptionMenuItem::SubMenu) {
        QStyleOptionMenuItem part = item;
        part.rect = QRect(item.rect.right() - 12, item.rect.center().y() - 5, 13, 13);
        QProxyStyle::drawPrimitive(PE_IndicatorArrowRight, &part, &painter, widget);
    }
}

void FlatStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                   const QWidget* widget) const {
    if (control == CC_ScrollBar)
        return drawScrollBar(*qstyleoption_cast<const QStyleOptionSlider*>(option), *painter, widget);
    if (control == CC_SpinBox) return drawEntry(*option, *painter, widget);
    if (control == CC_ComboBox)
        return drawCombo(*qstyleoption_cast<const QStyleOptionComboBox*>(option), *painter, widget);
    const ToolButtonPlace place = control == CC_ToolButton ? placeOf(widget) : ToolButtonPlace::Elsewhere;
    if (place == ToolButtonPlace::Elsewhere) return QProxyStyle::drawComplexControl(control, option, painter, widget);
    const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    drawToolButton(*button, place, *painter);
    drawControl(CE_ToolButtonLabel, button, painter, widget);
}

void FlatStyle::drawScrollBar(const QStyleOptionSlider& bar, QPainter& painter, const QWidget* widget) const {
    const Theme& theme = themeOf(bar.palette);
    const QRect handle = subControlRect(CC_ScrollBar, &bar, SC_ScrollBarSlider, widget);
    const bool isAtMouse = (bar.state & State_MouseOver) && (bar.activeSubControls & SC_ScrollBarSlider);
    drawGround(painter, QRectF(handle).adjusted(2, 2, -2, -2), isAtMouse ? theme.mutedText : theme.grid, 3);
}

}  // namespace bubblescope
