#include "widgets/picture/picture_format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>

namespace bubblescope {

namespace {

const PictureFormat* formatOf(const QByteArray& file) {
    for (const PictureFormat* format : pictureFormats())
        if (format->isFile && format->isFile(file)) return format;
    return nullptr;
}

PictureFormats neededFor(const PictureFormat& format) {
    if (format.isOfOps() || format.isOfScenes) return PictureFormats::All;
    return format.pace == Pace::Still ? PictureFormats::Drawn : PictureFormats::Played;
}

bool isNamed(const QString& fileName, const PictureFormat& format) {
    const QLatin1String suffix(format.suffix);
    return fileName.endsWith(QLatin1Char('.') + suffix, Qt::CaseInsensitive) ||
           (format.pace == Pace::Steps && fileName.endsWith(QLatin1Char('-') + suffix, Qt::CaseInsensitive));
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

std::vector<const PictureFormat*> pictureFormats(PictureFormats which) {
    std::vector<const PictureFormat*> formats;
    for (const PictureFormat* format : pictureFormats())
        if (neededFor(*format) <= which) formats.push_back(format);
    return formats;
}

const PictureFormat* pictureFormatOf(const QString& fileName, PictureFormats which) {
    const PictureFormat* found = nullptr;
    for (const PictureFormat* format : pictureFormats(which)) {
        const bool isLonger = !found || qstrlen(format->suffix) > qstrlen(found->suffix);  // comms.csv, not csv
        if (isLonger && isNamed(fileName, *format)) found = format;
    }
    return found;
}

QString orListed(const QStringList& words) {
    return words.size() < 2
               ? words.join(QString())
               : Text::tr("%1 or %2").arg(words.mid(0, words.size() - 1).join(QStringLiteral(", ")), words.last());
}

QString pictureFormatTitles(bool onlyThoseThatOpen) {
    QStringList titles;
    for (const PictureFormat* format : pictureFormats())
        if (format->document || !onlyThoseThatOpen) titles += QLatin1String(format->title);
    return orListed(titles);
}

QStringList pictureSuffixes(const QString& beginning, PictureFormats which) {
    QStringList drawn, pixels, ops;
    for (const PictureFormat* format : pictureFormats(which))
        (format->isOfOps() ? ops : format->isOfPixels ? pixels : drawn) += beginning + QLatin1String(format->suffix);
    return drawn + pixels + ops;
}

QString pictureFilePatterns() {
    QStringList patterns;
    for (const PictureFormat* format : pictureFormats())
        if (format->document) patterns += QStringLiteral("*.") + QLatin1String(format->suffix);
    return patterns.join(QLatin1Char(' '));
}

QString pictureFilter(const PictureFormat& format) {
    const QString text = format.isOfOps() || format.isOfScenes ? Text::tr("%1 (*.%2)") : Text::tr("%1 picture (*.%2)");
    return text.arg(QLatin1String(format.title), QLatin1String(format.suffix));
}

bool isPicture(const QByteArray& file) { return formatOf(file) != nullptr; }

std::optional<std::string> embeddedDocument(const QByteArray& file) {
    const PictureFormat* const format = formatOf(file);
    return format ? format->document(file) : std::nullopt;
}

}  // namespace bubblescope
