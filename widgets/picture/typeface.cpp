#include "widgets/picture/typeface.h"

#include "engine/core/text.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/kit/theme.h"

#include <QCoreApplication>
#include <QFont>
#include <QFontDatabase>
#include <QFontInfo>

#include <algorithm>
#include <vector>

namespace bubblescope {

namespace {

const Typeface* typefaceOf(const QString& family) {
    const auto faces = typefaces();
    const auto face =
        std::ranges::find_if(faces, [&](const Typeface& one) { return family == QLatin1String(one.family); });
    return face == faces.end() ? nullptr : &*face;
}

Error missing(const QString& font, const Typeface* face) {
    if (face)
        return {Text::tr("%1 needs the font \"%2\", which is not installed; install the package %3 or use sans")
                    .arg(font, QLatin1String(face->family), QLatin1String(face->package))
                    .toStdString(),
                "font"};
    std::vector<std::string> installed;
    for (const QString& family : QFontDatabase::families()) installed.push_back(family.toStdString());
    std::vector<std::string_view> names(installed.begin(), installed.end());
    for (const Typeface& known : typefaces()) names.emplace_back(known.id);
    return {Text::tr("the font \"%1\" is not installed; nearest: \"%2\"")
                .arg(toQString(shortened(font.toStdString())), toQString(nearestName(font.toStdString(), names)))
                .toStdString(),
            "font"};
}

}  // namespace

std::span<const Typeface> typefaces() {
    static constexpr Typeface kFaces[] = {
        {"sans", QT_TRANSLATE_NOOP("Text", "Sans (Inter)"), "", "fonts-inter", "'Helvetica Neue',Arial,sans-serif",
         false},
        {"serif", QT_TRANSLATE_NOOP("Text", "Serif (Times)"), "TeX Gyre Termes", "fonts-texgyre",
         "'Times New Roman',Times,serif", true},
        {"computer-modern", QT_TRANSLATE_NOOP("Text", "Computer Modern"), "CMU Serif", "fonts-cmu",
         "'Latin Modern Roman','Computer Modern',serif", true},
    };
    return kFaces;
}

Result<QString> familyOf(const QString& font) {
    const auto faces = typefaces();
    const auto face = std::ranges::find_if(faces, [&](const Typeface& one) { return font == QLatin1String(one.id); });
    const QString family = face == faces.end() ? font : QLatin1String(face->family);
    if (family.isEmpty() && face != faces.end()) return QString();
    if (QFontDatabase::families().contains(family)) return family;
    return missing(font, face == faces.end() ? nullptr : &*face);
}

QString familyOf(const DisplayList& list) {
    const auto look = std::ranges::find_if(list.looks, [](const Look& one) { return one.lettering.has_value(); });
    return look == list.looks.end() ? uiFamily() : look->lettering->font.family();
}

QString fontStack(const QString& family) {
    const Typeface* const face = typefaceOf(family);
    // The desktop's own font may be an alias, such as "Sans Serif", which means nothing to browsers.
    QString name = QFontInfo(QFont(family)).family();
    name.remove(QLatin1Char('\'')).remove(QLatin1Char('\\'));
    return QLatin1Char('\'') + name + QStringLiteral("',") +
           QLatin1String(face ? face->stack : typefaces().front().stack);
}

bool isSerif(const QString& family) {
    const Typeface* const face = typefaceOf(family);
    return face && face->isSerif;
}

}  // namespace bubblescope
