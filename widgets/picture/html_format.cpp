// Web page: one file with everything in it - the shell, its style and script, and the data, packed - which explores the
// schedules in a browser. The document is an element of a template, which browsers do not show.

#include "widgets/kit/text.h"
#include "widgets/kit/theme.h"
#include "widgets/picture/embedded_document.h"
#include "widgets/picture/exported_page.h"
#include "widgets/picture/picture.h"

#include <QCoreApplication>
#include <QFile>

/// The linker leaves out the resources of a library that nothing asks for; the macro must be outside all namespaces.
static void ensureWebFiles() { Q_INIT_RESOURCE(web); }

namespace bubblescope {

namespace {

constexpr char kBeginning[] = "<!DOCTYPE html>\n<!-- Bubblescope web page -->\n";

QByteArray webFile(const char* name) {
    ensureWebFiles();
    QFile file(QStringLiteral(":/web/") + QLatin1String(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Without the length before it, it is what browsers call deflate.
QByteArray packed(const QByteArray& text) {
    constexpr qsizetype kLength = 4;
    return qCompress(text, 9).sliced(kLength).toBase64();
}

QByteArray colorRule(const char* selector, ThemeId id) {
    const Theme& theme = themeOf(id);
    const std::pair<const char*, QColor> colors[] = {
        {"window", theme.window},     {"canvas", theme.canvas}, {"field", theme.field},     {"line", theme.line},
        {"grid", theme.grid},         {"text", theme.text},     {"muted", theme.mutedText}, {"accent", theme.accent},
        {"onaccent", theme.onAccent}, {"quiet", theme.quiet},   {"error", theme.error},     {"cursor", theme.cursor},
        {"oncursor", theme.onCursor}};
    QByteArray rule = selector + QByteArray("{color-scheme:") + (id == ThemeId::Dark ? "dark" : "light");
    for (const auto& [name, color] : colors) rule += QByteArray(";--") + name + ':' + color.name().toLatin1();
    return rule + "}\n";
}

}  // namespace

QByteArray webPage(const QString& named, ThemeId theme, const WebData& data, const std::string& json) {
    const QString title = named.isEmpty() ? QStringLiteral("Bubblescope") : named;
    const std::pair<const char*, QByteArray> parts[] = {
        {"{{title}}", xmlEscaped(title)},
        {"{{theme}}", theme == ThemeId::Dark    ? "dark"
                      : theme == ThemeId::Print ? "light"
                                                : ""},
        {"{{colors}}", colorRule(":root", theme == ThemeId::Print ? theme : ThemeId::Light) +
                           colorRule(":root[data-theme=dark]", ThemeId::Dark)},
        {"{{style}}", webFile("page.css")},
        {"{{script}}", webFile("data.js") + webFile("draw.js") + webFile("lesson.js") + webFile("page.js")},
        {"{{document}}", documentElement(json)},
        {"{{pagesize}}", QByteArray::number(data.page.size())},
        {"{{wordssize}}", QByteArray::number(data.words.size())},
        {"{{page}}", packed(data.page)},
        {"{{words}}", packed(data.words)}};
    // In one pass, so that no part is taken for a place.
    const QByteArray shell = webFile("page.html");
    QByteArray out = kBeginning;
    for (qsizetype at = 0;;) {
        const qsizetype place = shell.indexOf("{{", at);
        if (place < 0) return out + shell.sliced(at);
        out += shell.sliced(at, place - at);
        at = place;
        for (const auto& [name, text] : parts)
            if (shell.sliced(place).startsWith(name)) out += text, at = place + static_cast<qsizetype>(qstrlen(name));
        if (at == place) out += shell[at++];
    }
}

namespace {

Result<QByteArray> write(const Picture& picture, double, const std::string& json) {
    const WebPlan& plan = ***picture.web;
    const auto data = webData(plan);
    if (!data) return data.error();
    return webPage(picture.title, plan.options.theme, *data, json);
}

Result<void> check(const QSizeF&, double) { return {}; }

bool isHtml(const QByteArray& file) { return file.startsWith(kBeginning); }

}  // namespace

const PictureFormat kHtml = {.suffix = "html",
                             .title = "Web page",
                             .use = QT_TRANSLATE_NOOP("Text", "for a browser: plays, explains gaps, has sliders"),
                             .hasPages = false,
                             .isOfPixels = false,
                             .check = check,
                             .write = write,
                             .isFile = isHtml,
                             .document = documentOfElement,
                             .isOfScenes = true};

}  // namespace bubblescope
