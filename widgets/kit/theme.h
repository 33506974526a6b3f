#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>

namespace bubblescope {

enum class ThemeId { Light, Dark, Print };

/// The colours of everything that is not data, for the window and for exported pictures.
struct Theme {
    ThemeId id;
    QColor window;  // panels, menu, toolbar
    QColor canvas;  // behind Gantts
    QColor field;   // inputs and buttons
    QColor line;    // muted separators and borders
    QColor grid;    // chart grid, slider groove
    QColor text;
    QColor mutedText;
    QColor accent;  // what can be clicked or dragged
    QColor onAccent;
    QColor quiet;  // muted backgrounds: pressed buttons, selected items, empty areas
    QColor idle;   // idle time, under its hatch
    QColor idleHatch;
    QColor idleAlone;  // idle time without a hatch: lighter, or in the dark theme darker, than every op
    QColor error;
    QColor cursor;  // crosshair, and the background of its label
    QColor onCursor;
};

const Theme& themeOf(ThemeId id);

/// The theme from which a palette was made: Light or Dark. Widgets pass their own palette() when they paint, so a theme
/// switch needs no extra signal.
const Theme& themeOf(const QPalette& palette);

/// Sets palette, style and font of the application, and the colour of links in texts that are already shown.
void applyTheme(ThemeId id);

/// Light or Dark, as set in the desktop.
ThemeId systemTheme();

/// The family of the text font: Inter if installed, else the system's; in a TypefaceScope its own.
const QString& uiFamily();

/// While it exists, texts of this thread use another family of fonts; an empty one changes nothing.
class TypefaceScope {
public:
    explicit TypefaceScope(const QString& family);
    ~TypefaceScope();
    TypefaceScope(const TypefaceScope&) = delete;
    TypefaceScope& operator=(const TypefaceScope&) = delete;

private:
    QString m_before;
};

/// The text font. All digits have the same width, so that numbers do not jump.
QFont uiFont(double pixelSize, QFont::Weight weight = QFont::Normal);
/// The font, or the largest smaller one in which a text fits, down to `leastShare` of its size.
QFont fittedFont(QFont font, const QString& words, double room, double leastShare);

}  // namespace bubblescope
