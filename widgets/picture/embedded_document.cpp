#include "widgets/picture/embedded_document.h"

#include "widgets/kit/format.h"

#include <QString>
#include <QtEndian>

#include <array>

namespace bubblescope {

namespace {

constexpr char kPngMagic[] = "\x89PNG\r\n\x1a\n";
constexpr qsizetype kPngMagicBytes = 8;
constexpr qsizetype kChunkFrame = 12;  // length, type and checksum around a chunk's data
// Both say "scenario" for every document, so that old pictures can still be opened.
constexpr char kPngKeyword[] = "bubblescope-scenario";
constexpr char kElement[] = "bubblescope:scenario";
constexpr char kNamespace[] = "xmlns:bubblescope=\"urn:bubblescope:\"";
constexpr qsizetype kMaxTagBytes = 1024;
constexpr qsizetype kMaxPrologBytes = 4096;

quint32 crc32(QByteArrayView bytes) {
    static const std::array<quint32, 256> kTable = [] {
        std::array<quint32, 256> table{};
        for (quint32 i = 0; i < table.size(); ++i) {
            quint32 c = i;
            for (int bit = 0; bit < 8; ++bit) c = (c & 1) ? 0xedb88320u ^ (c >> 1) : c >> 1;
            table[i] = c;
        }
        return table;
    }();
    quint32 crc = 0xffffffffu;
    for (const char byte : bytes) crc = kTable[(crc ^ static_cast<quint8>(byte)) & 0xff] ^ (crc >> 8);
    return ~crc;
}

QByteArray bigEndian(quint32 number) {
    QByteArray bytes(4, Qt::Uninitialized);
    qToBigEndian(number, bytes.data());
    return bytes;
}

quint32 bigEndianAt(const QByteArray& file, qsizetype at) { return qFromBigEndian<quint32>(file.constData() + at); }

/// The header of the text in our iTXt chunk: keyword, not compressed, no language, no translation.
QByteArray pngTextPrefix() { return QByteArray("iTXt") + kPngKeyword + QByteArray(5, '\0'); }

bool isXmlCharacter(char32_t c) {
    return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c <= 0xd7ff) || (c >= 0xe000 && c <= 0xfffd) ||
           (c >= 0x10000 && c <= 0x10ffff);
}

void appendUtf8(std::string& out, char32_t c) {
    const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((c >> shift) & 0x3f)); };
    if (c < 0x80) {
        out += static_cast<char>(c);
    } else if (c < 0x800) {
        out += static_cast<char>(0xc0 | (c >> 6)), tail(0);
    } else if (c < 0x10000) {
        out += static_cast<char>(0xe0 | (c >> 12)), tail(6), tail(0);
    } else {
        out += static_cast<char>(0xf0 | (c >> 18)), tail(12), tail(6), tail(0);
    }
}

/// The character of a reference such as "lt" or "#x1F600".
std::optional<char32_t> referencedCharacter(QByteArrayView name) {
    if (name == "lt") return U'<';
    if (name == "gt") return U'>';
    if (name == "amp") return U'&';
    if (name == "quot") return U'"';
    if (name == "apos") return U'\'';
    if (!name.startsWith('#')) return std::nullopt;
    const bool isHex = name.startsWith("#x");
    bool ok = false;
    const uint code = name.sliced(isHex ? 2 : 1).toByteArray().toUInt(&ok, isHex ? 16 : 10);
    if (!ok || !isXmlCharacter(code)) return std::nullopt;
    return code;
}

std::optional<std::string> unescaped(QByteArrayView text) {
    constexpr qsizetype kMaxReference = 12;
    std::string out;
    out.reserve(static_cast<std::size_t>(text.size()));
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (text[at] != '&') {
            out += text[at];
            continue;
        }
        const QByteArrayView rest = text.sliced(at + 1, qMin(kMaxReference, text.size() - at - 1));
        const qsizetype end = rest.indexOf(';');
        if (end < 0) return std::nullopt;
        const auto c = referencedCharacter(rest.first(end));
        if (!c) return std::nullopt;
        appendUtf8(out, *c);
        at += end + 1;
    }
    return out;
}

}  // namespace

bool isPng(const QByteArray& file) { return file.startsWith(QByteArrayView(kPngMagic, kPngMagicBytes)); }
bool isPdf(const QByteArray& file) { return file.startsWith("%PDF-"); }
bool isSvg(const QByteArray& file) {
    const QByteArray prolog = file.first(qMin(file.size(), kMaxPrologBytes));
    const QByteArray start = (prolog.startsWith("\xef\xbb\xbf") ? prolog.sliced(3) : prolog).trimmed();
    return start.startsWith('<') && start.contains("<svg");
}

std::optional<std::string> documentOfPng(const QByteArray& file) {
    const QByteArray prefix = pngTextPrefix();
    for (qsizetype at = kPngMagicBytes; file.size() - at >= kChunkFrame;) {
        const qsizetype length = bigEndianAt(file, at);
        if (length > file.size() - at - kChunkFrame) return std::nullopt;
        const QByteArrayView typeAndData(file.constData() + at + 4, length + 4);
        if (typeAndData.startsWith(prefix)) {
            if (crc32(typeAndData) != bigEndianAt(file, at + 8 + length)) return std::nullopt;
            const QByteArrayView text = typeAndData.sliced(prefix.size());
            return std::string(text.data(), static_cast<std::size_t>(text.size()));
        }
        at += kChunkFrame + length;
    }
    return std::nullopt;
}

/// The character data of our element, wherever it is in the file. A hand-written scan instead of an XML reader: hostile
/// nesting, attributes and entities then cost nothing, and a PDF is not XML anyway.
std::optional<std::string> documentOfElement(const QByteArray& file) {
    const QByteArray open = QByteArray("<") + kElement, close = QByteArray("</") + kElement + ">";
    for (qsizetype at = file.indexOf(open); at >= 0; at = file.indexOf(open, at + open.size())) {
        const QByteArrayView rest = QByteArrayView(file).sliced(at + open.size());
        const qsizetype tagEnd = rest.first(qMin(rest.size(), kMaxTagBytes)).indexOf('>');
        if (tagEnd < 0) continue;
        const QByteArrayView body = rest.sliced(tagEnd + 1);
        const qsizetype length = body.indexOf('<');
        if (length <= 0) continue;
        if (body.sliced(length).startsWith(close)) return unescaped(body.first(length));
        at += tagEnd + length;
    }
    return std::nullopt;
}

QByteArray xmlEscaped(const QString& text) {
    QString out;
    out.reserve(text.size() + text.size() / 4);
    for (qsizetype at = 0; at < text.size(); ++at) {
        const QChar c = text[at];
        const bool isPair = c.isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate();
        switch (c.unicode()) {
            case '<': out += QLatin1String("&lt;"); break;
            case '>': out += QLatin1String("&gt;"); break;
            case '&': out += QLatin1String("&amp;"); break;
            case '\r': out += QLatin1String("&#13;"); break;  // a plain one would be read as a newline
            default:
                if (isPair) {
                    out += c;
                    out += text[++at];
                } else if (isXmlCharacter(c.unicode())) {
                    out += c;
                } else {
                    out += QStringLiteral("\\u%1").arg(c.unicode(), 4, 16, QLatin1Char('0'));
                }
        }
    }
    return out.toUtf8();
}

QByteArray xmlAttribute(const QString& text) { return xmlEscaped(text).replace('"', "&quot;"); }

QByteArray pngWithDocument(const QByteArray& png, std::string_view json) {
    // The text is placed right after the header chunk, where readers that stop at the pixels still find it.
    constexpr qsizetype kHeaderEnd = kPngMagicBytes + kChunkFrame + 13;
    if (json.empty() || !isPng(png) || png.size() < kHeaderEnd) return png;
    const QByteArray text(json.data(), static_cast<qsizetype>(json.size()));
    const QByteArray typeAndData = pngTextPrefix() + text;
    return png.first(kHeaderEnd) + bigEndian(static_cast<quint32>(typeAndData.size() - 4)) + typeAndData +
           bigEndian(crc32(typeAndData)) + png.sliced(kHeaderEnd);
}

QByteArray documentElement(std::string_view json) {
    if (json.empty()) return {};
    return QByteArray("<") + kElement + ' ' + kNamespace + '>' + xmlEscaped(toQString(json)) + "</" + kElement + '>';
}

QByteArray svgMetadata(std::string_view json) { return "<metadata>" + documentElement(json) + "</metadata>"; }

QByteArray xmpPacket(std::string_view json, const QString& title) {
    return QByteArray(
               "<?xpacket begin=\"\xef\xbb\xbf\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
               "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
               "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
               "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" "
               "xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\">\n"
               "<pdf:Producer>Bubblescope</pdf:Producer>\n"
               "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">") +
           xmlEscaped(title) + "</rdf:li></rdf:Alt></dc:title>\n" + documentElement(json) +
           "\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"w\"?>\n";
}

}  // namespace bubblescope
