#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>

namespace bubblescope {

enum class ThemeId { Light, Dark, Print };

/// The colours of everything that is not data. One struct serves the window and exported figures.
struct Theme {
    ThemeId id;
    QColor window;  // panels, menu, toolbar
    QColor canvas;  // behind Gantts
    QColor field;   // inputs and buttons
    QColor line;    // quiet separators and borders
    QColor grid;    // chart grid, slider groove
    QColor text;
    QColor mutedText;
    QColor accent;  // what can be pressed or dragged
    QColor onAccent;
    QColor quiet;  // grounds that stand back: pressed buttons, chosen items, what is empty
    QColor idle;   // idle time, under its hatch
    QColor idleHatch;
    QColor error;
    QColor cursor;  // crosshair and its label's ground
    QColor onCursor;
};

const Theme& themeOf(ThemeId id);

/// The theme that an application palette was made from; Light or Dark. Widgets ask with their own
/// palette() when they paint, so a theme switch needs no signal of its own.
const Theme& themeOf(const QPalette& palette);

/// Sets palette, style and font of the whole application; links in texts that are shown already follow.
void applyTheme(ThemeId id);

/// Light or Dark, as the desktop says.
ThemeId systemTheme();

/// The text font: Inter if installed, else the system's. Digits have one width, so numbers do not jump.
QFont uiFont(double pixelSize, QFont::Weight weight = QFont::Normal);
/// The font, or the largest of less pixels in which a text has room, down to a share of it.
QFont fittedFont(QFont font, const QString& words, double room, double leastShare);

}  // namespace bubblescope
