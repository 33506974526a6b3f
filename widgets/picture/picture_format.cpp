#include "widgets/picture/picture_format.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace bubblescope {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("Picture", text); }

const PictureFormat* formatOf(const QByteArray& file) {
    for (const PictureFormat* format : pictureFormats())
        if (format->isFile(file)) return format;
    return nullptr;
}

}  // namespace

std::span<const PictureFormat* const> pictureFormats() {
    static constexpr const PictureFormat* kFormats[] = {
#define BUBBLESCOPE_PICTURE_FORMAT(format) &format,
#include "widgets/picture/picture_formats.def"
#undef BUBBLESCOPE_PICTURE_FORMAT
    };
    return kFormats;
}

const PictureFormat* pictureFormatOf(const QString& fileName) {
    const QString suffix = QFileInfo(fileName).suffix().toLower();
    for (const PictureFormat* format : pictureFormats())
        if (suffix == QLatin1String(format->suffix)) return format;
    return nullptr;
}

QString orListed(const QStringList& words) {
    return words.size() < 2 ? words.join(QString())
                            : words.mid(0, words.size() - 1).join(QStringLiteral(", ")) + tr(" or ") + words.last();
}

QString pictureFormatTitles() {
    QStringList titles;
    for (const PictureFormat* format : pictureFormats()) titles += QLatin1String(format->title);
    return orListed(titles);
}

QStringList pictureSuffixes(const QString& beginning) {
    QStringList suffixes;
    for (const bool isOfPixels : {false, true})
        for (const PictureFormat* format : pictureFormats())
            if (format->isOfPixels == isOfPixels) suffixes += beginning + QLatin1String(format->suffix);
    return suffixes;
}

QString pictureFilePatterns() {
    QStringList patterns;
    for (const PictureFormat* format : pictureFormats())
        patterns += QStringLiteral("*.") + QLatin1String(format->suffix);
    return patterns.join(QLatin1Char(' '));
}

QString pictureFilter(const PictureFormat& format) {
    return tr("%1 picture (*.%2)").arg(QLatin1String(format.title), QLatin1String(format.suffix));
}

bool isPicture(const QByteArray& file) { return formatOf(file) != nullptr; }

std::optional<std::string> embeddedDocument(const QByteArray& file) {
    const PictureFormat* const format = formatOf(file);
    return format ? format->document(file) : std::nullopt;
}

}  // namespace bubblescope
