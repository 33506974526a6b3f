#include "widgets/kit/style_sheet.h"

#include "widgets/kit/theme.h"

namespace bubblescope {

namespace {

/// @name@ stands for a colour of the theme.
constexpr auto kRules = R"(
QMenuBar { background: @window@; color: @text@; padding: 2px 4px; border: none; font-size: 12px; }
QMenuBar::item { padding: 4px 10px; border-radius: 5px; background: transparent; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: @hover@; }

QMenu { background: @field@; color: @text@; border: 1px solid @line@; padding: 5px; }
QMenu::item { padding: 5px 24px 5px 26px; border-radius: 4px; }
QMenu::item:selected { background: @hover@; }
QMenu::item:disabled { color: @muted@; }
QMenu::separator { height: 1px; background: @line@; margin: 5px 8px; }
QMenu::indicator { width: 14px; height: 14px; left: 6px; }

QToolBar { background: @window@; border: none; border-bottom: 1px solid @line@; padding: 3px 13px 9px 13px;
    spacing: 5px; }
QToolBar::separator { width: 1px; background: @line@; margin: 2px 3px; }
QToolBar QToolButton { background: @field@; color: @text@; border: 1px solid @line@; border-radius: 5px;
    padding: 3px 8px; font-size: 12px; }
QToolBar QToolButton#qt_toolbar_ext_button { padding: 0; border: none; }
QToolBar QToolButton:hover { border-color: @muted@; }
QToolBar QToolButton:focus { border-color: @accent@; }
QToolBar QToolButton:pressed, QToolBar QToolButton:checked, QToolBar QToolButton:open { background: @hover@; }
QToolBar QToolButton:disabled { color: @muted@; }
QToolBar QToolButton::menu-indicator { image: none; }

QPushButton { background: @field@; color: @text@; border: 1px solid @line@; border-radius: 5px; padding: 5px 14px;
    min-width: 56px; }
QPushButton:hover { border-color: @muted@; }
QPushButton:pressed { background: @hover@; }
QPushButton:focus { border-color: @accent@; }
QPushButton:default { background: @accent@; color: @onAccent@; border-color: @accent@; }
bubblescope--LinkButton { min-width: 0; padding: 0; }
QPushButton:disabled { background: @window@; color: @muted@; border-color: @line@; }

QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }

QStatusBar { background: @window@; color: @muted@; border-top: 1px solid @line@; }
QStatusBar::item { border: none; }

QStatusBar QLabel { color: @muted@; }
QStatusBar QToolButton { background: @field@; color: @text@; border: 1px solid @line@; border-radius: 4px;
    padding: 1px 8px; }

QProgressBar { border: none; border-radius: 2px; background: @groove@; }
QProgressBar::chunk { border-radius: 2px; background: @accent@; }

bubblescope--ScenarioPanel, bubblescope--ExperimentForm,
bubblescope--SchemeForm { border: none; border-right: 1px solid @line@; }
bubblescope--OpPanel { border: none; border-left: 1px solid @line@; }
bubblescope--NumberField, bubblescope--FlatEdit, bubblescope--FlatSpin,
bubblescope--FlatSpin QLineEdit { background: transparent; border: none; }

QSplitter::handle:vertical { height: 1px; background: @line@; }
QSplitter::handle:horizontal { width: 1px; background: @line@; }

QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @groove@; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @muted@; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QToolTip { background: @field@; color: @text@; border: 1px solid @line@; padding: 4px 6px; }
)";

}  // namespace

QString styleSheet(const Theme& theme) {
    QString rules = QString::fromLatin1(kRules);
    const std::pair<const char*, QColor> colors[] = {
        {"@window@", theme.window}, {"@field@", theme.field},     {"@line@", theme.line},
        {"@text@", theme.text},     {"@muted@", theme.mutedText}, {"@hover@", theme.idle},
        {"@groove@", theme.grid},   {"@accent@", theme.accent},   {"@onAccent@", theme.onAccent},
    };
    for (const auto& [name, color] : colors) rules.replace(QLatin1String(name), color.name());
    return rules;
}

}  // namespace bubblescope
