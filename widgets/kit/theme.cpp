#include "widgets/kit/theme.h"

#include "widgets/kit/flat_style.h"

#include <QApplication>
#include <QFontDatabase>
#include <QLabel>
#include <QTextBlock>
#include <QTextBrowser>

#include <array>

namespace bubblescope {

const Theme& themeOf(ThemeId id) {
    static const std::array<Theme, 3> kThemes{{
        {ThemeId::Light, "#ffffff", "#f4f6f9", "#ffffff", "#e1e4e8", "#dde1e7", "#16191d", "#69707a", "#265ad2",
         "#ffffff", "#eceef1", "#d2d4d8", "#9fa3ab", "#edeef0", "#b3261e", "#16191d", "#ffffff"},
        {ThemeId::Dark, "#1c1f24", "#16191d", "#23272d", "#31363d", "#363c44", "#eef0f3", "#9aa1ab", "#6d93ff",
         "#101216", "#24282d", "#40454d", "#6b727c", "#2a2e34", "#ff8a80", "#ffffff", "#101216"},
        {ThemeId::Print, "#ffffff", "#ffffff", "#ffffff", "#b0b0b0", "#d0d0d0", "#000000", "#404040", "#000000",
         "#ffffff", "#ffffff", "#e0e0e0", "#8c8c8c", "#efefef", "#000000", "#000000", "#ffffff"},
    }};
    return kThemes[static_cast<std::size_t>(id)];
}

const Theme& themeOf(const QPalette& palette) {
    return themeOf(palette.color(QPalette::Window).lightnessF() < 0.5f ? ThemeId::Dark : ThemeId::Light);
}

ThemeId systemTheme() {
    // Qt 6.4 has no colour-scheme query; the palette of the platform, before ours is set, shows it.
    static const ThemeId kSystem = themeOf(QGuiApplication::palette()).id;
    return kSystem;
}

namespace {

thread_local QString t_family;  // of a TypefaceScope

}  // namespace

const QString& uiFamily() {
    static const QString kFamily = [] {
        const QStringList families = QFontDatabase::families();
        for (const char* family : {"Inter", "Inter Variable"})
            if (families.contains(QLatin1String(family))) return QString::fromLatin1(family);
        return QFontDatabase::systemFont(QFontDatabase::GeneralFont).family();
    }();
    return t_family.isEmpty() ? kFamily : t_family;
}

TypefaceScope::TypefaceScope(const QString& family) : m_before(t_family) {
    if (!family.isEmpty()) t_family = family;
}

TypefaceScope::~TypefaceScope() { t_family = m_before; }

QFont uiFont(double pixelSize, QFont::Weight weight) {
    QFont font(uiFamily());
    font.setPixelSize(qMax(1, qRound(pixelSize)));
    font.setWeight(weight);
    // Without shaping (for scripts that can do without) every glyph stands for its character, so that text in a
    // PDF can be searched and copied: Inter swaps in unnamed hyphens and equals signs otherwise.
    font.setStyleStrategy(static_cast<QFont::StyleStrategy>(QFont::PreferAntialias | QFont::PreferNoShaping));
    return font;
}

QFont fittedFont(QFont font, const QString& words, double room, double leastShare) {
    const int least = qRound(font.pixelSize() * leastShare);
    while (font.pixelSize() > least && QFontMetricsF(font).horizontalAdvance(words) > room)
        font.setPixelSize(font.pixelSize() - 1);
    return font;
}

namespace {

/// The colour of a link is set when its text is parsed.
void recolorLinks(const QColor& link) {
    for (QWidget* widget : QApplication::allWidgets()) {
        auto* const label = qobject_cast<QLabel*>(widget);
        if (!label || !label->text().contains(QLatin1String("<a "))) continue;
        const QString text = label->text();
        label->setText({});
        label->setText(text);
    }
    QTextCharFormat format;
    format.setForeground(link);
    for (QWidget* widget : QApplication::allWidgets()) {
        auto* const page = qobject_cast<QTextBrowser*>(widget);
        if (!page) continue;
        QTextCursor cursor(page->document());
        for (QTextBlock block = page->document()->begin(); block.isValid(); block = block.next())
            for (auto at = block.begin(); !at.atEnd(); ++at) {
                if (!at.fragment().charFormat().isAnchor()) continue;
                cursor.setPosition(at.fragment().position());
                cursor.setPosition(at.fragment().position() + at.fragment().length(), QTextCursor::KeepAnchor);
                cursor.mergeCharFormat(format);
            }
    }
}

}  // namespace

void applyTheme(ThemeId id) {
    systemTheme();  // must run before our palette is set
    const Theme& theme = themeOf(id);
    QPalette palette;
    palette.setColor(QPalette::Window, theme.window);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.field);
    palette.setColor(QPalette::AlternateBase, theme.canvas);
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::Button, theme.field);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.error);
    palette.setColor(QPalette::ToolTipBase, theme.field);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.mutedText);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.onAccent);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::Light, theme.field);
    palette.setColor(QPalette::Midlight, theme.line);
    palette.setColor(QPalette::Mid, theme.line);
    palette.setColor(QPalette::Dark, theme.grid);
    for (auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, theme.mutedText);
    QApplication::setStyle(new FlatStyle);
    QApplication::setPalette(palette);
    palette.setColor(QPalette::WindowText, theme.mutedText);
    QApplication::setPalette(palette, "QStatusBar");
    QApplication::setFont(uiFont(13));
    QApplication::setFont(uiFont(12), "QMenuBar");
    // Qt would notify the widgets only in the next iteration of the event loop.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::ApplicationPaletteChange);
    recolorLinks(theme.accent);
}

}  // namespace bubblescope
