// GIF: a picture as it plays, written by giflib. Frames share one table of colours, made from all of them, and each
// contains only what changed. The document is a comment.

#include "engine/core/text.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/picture/color_table.h"
#include "widgets/picture/picture.h"

#include <gif_lib.h>

#include <QCoreApplication>
#include <QImage>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

namespace bubblescope {

namespace {

constexpr int kMaxSide = 65'535;
constexpr long long kMaxPixels = 16'000'000;
constexpr int kHold = 200;  // of the last frame, in hundredths of a second
constexpr char kComment[] = "bubblescope-scenario:";

Result<void> check(const QSizeF& size, double scale) {
    const auto width = std::llround(size.width() * scale), height = std::llround(size.height() * scale);
    if (std::max(width, height) <= kMaxSide && width * height <= kMaxPixels) return {};
    return Error{Text::tr("%1 x %2 is too large for a GIF: at most %3 pixels per side and %4 in total")
                     .arg(formatCount(width), formatCount(height), formatCount(kMaxSide), formatCount(kMaxPixels))
                     .toStdString(),
                 {}};
}

/// The area in which two frames of one size differ; one pixel if they do not, because a frame has at least one.
QRect changed(const QImage& before, const QImage& after) {
    if (before.isNull()) return after.rect();
    const int width = after.width(), height = after.height();
    const auto row = [](const QImage& image, int y) { return reinterpret_cast<const QRgb*>(image.constScanLine(y)); };
    const auto isSame = [&](int y) {
        return std::memcmp(row(before, y), row(after, y), sizeof(QRgb) * static_cast<std::size_t>(width)) == 0;
    };
    int top = 0, bottom = height - 1;
    while (top < height && isSame(top)) ++top;
    if (top == height) return {0, 0, 1, 1};
    while (isSame(bottom)) --bottom;
    int left = width, right = 0;
    for (int y = top; y <= bottom; ++y) {
        const QRgb *const a = row(before, y), *const b = row(after, y);
        left = static_cast<int>(std::mismatch(a, a + left, b).first - a);
        int last = width - 1;
        while (last > right && a[last] == b[last]) --last;
        right = std::max(right, last);
    }
    return {QPoint(left, top), QPoint(std::max(left, right), bottom)};
}

/// Draws the frames in order, of which the last page is the first, because programs that do not play show it alone;
/// returns false if there is not enough memory.
template <class Take>
bool drawFrames(const Picture& picture, double scale, const Take& take) {
    QImage before;
    const std::size_t pages = picture.pages.size();
    for (std::size_t at = 0; at < pages; ++at) {
        QImage frame = imageOf(pageOf(picture, (at + pages - 1) % pages, scale), scale);
        if (frame.isNull()) return false;
        take(frame, changed(before, frame), at == 0);
        before = std::move(frame);
    }
    return true;
}

/// A file while it is written.
class GifWriter {
public:
    GifWriter(const QSize& size, const ColorTable& colors) : m_colors(colors) {
        int error = 0;
        m_gif = EGifOpen(&m_bytes, append, &error);
        if (!m_gif) return;
        const std::unique_ptr<ColorMapObject, void (*)(ColorMapObject*)> map(GifMakeMapObject(kColors, nullptr),
                                                                             GifFreeMapObject);
        for (std::size_t i = 0; map && i < colors.colors().size(); ++i) {
            const QRgb color = colors.colors()[i];
            map->Colors[i] = {static_cast<GifByteType>(qRed(color)), static_cast<GifByteType>(qGreen(color)),
                              static_cast<GifByteType>(qBlue(color))};
        }
        EGifSetGifVersion(m_gif, true);
        constexpr int kBits = 8;
        note(map ? EGifPutScreenDesc(m_gif, size.width(), size.height(), kBits, 0, map.get()) : GIF_ERROR);
    }
    ~GifWriter() {
        if (m_gif) EGifCloseFile(m_gif, nullptr);
    }
    GifWriter(const GifWriter&) = delete;
    GifWriter& operator=(const GifWriter&) = delete;

    void addLoop() {
        constexpr char kForever[] = {1, 0, 0};
        addBlocks(APPLICATION_EXT_FUNC_CODE, {{"NETSCAPE2.0", 11}, {kForever, 3}});
    }

    void addComment(std::string_view text) {
        constexpr std::size_t kBlock = 255;
        std::vector<std::string_view> blocks;
        for (; !text.empty(); text.remove_prefix(std::min(kBlock, text.size())))
            blocks.push_back(text.substr(0, kBlock));
        addBlocks(COMMENT_EXT_FUNC_CODE, blocks);
    }

    void addFrame(const QImage& frame, const QRect& area, int hundredths) {
        if (!m_isGood) return;
        const GraphicsControlBlock control{DISPOSE_DO_NOT, false, hundredths, NO_TRANSPARENT_COLOR};
        GifByteType bytes[4];
        EGifGCBToExtension(&control, bytes);
        note(EGifPutExtension(m_gif, GRAPHICS_EXT_FUNC_CODE, sizeof bytes, bytes));
        note(EGifPutImageDesc(m_gif, area.x(), area.y(), area.width(), area.height(), false, nullptr));
        std::vector<GifPixelType> line(static_cast<std::size_t>(area.width()));
        for (int y = area.top(); m_isGood && y <= area.bottom(); ++y) {
            const QRgb* const row = reinterpret_cast<const QRgb*>(frame.constScanLine(y)) + area.left();
            m_colors.placesOf({row, line.size()}, line.data());
            note(EGifPutLine(m_gif, line.data(), area.width()));
        }
    }

    /// The whole file; empty if giflib refused something.
    QByteArray bytes() {
        if (m_gif) note(EGifCloseFile(m_gif, nullptr));
        m_gif = nullptr;
        return m_isGood ? m_bytes : QByteArray();
    }

private:
    static constexpr int kColors = 256;

    static int append(GifFileType* gif, const GifByteType* bytes, int count) {
        static_cast<QByteArray*>(gif->UserData)->append(reinterpret_cast<const char*>(bytes), count);
        return count;
    }

    void addBlocks(int code, const std::vector<std::string_view>& blocks) {
        if (!m_isGood) return;
        note(EGifPutExtensionLeader(m_gif, code));
        for (const std::string_view block : blocks)
            note(EGifPutExtensionBlock(m_gif, static_cast<int>(block.size()), block.data()));
        note(EGifPutExtensionTrailer(m_gif));
    }

    void note(int result) { m_isGood = m_isGood && result == GIF_OK; }

    const ColorTable& m_colors;
    QByteArray m_bytes;
    GifFileType* m_gif = nullptr;
    bool m_isGood = true;
};

Result<QByteArray> write(const Picture& picture, double scale, const std::string& json) {
    const Error noMemory{Text::tr("there is not enough memory for this picture").toStdString(), {}};
    ColorTable colors;
    QSize size;
    if (!drawFrames(picture, scale, [&](const QImage& frame, const QRect& area, bool) {
            size = frame.size();
            for (int y = area.top(); y <= area.bottom(); ++y)
                colors.count({reinterpret_cast<const QRgb*>(frame.constScanLine(y)) + area.left(),
                              static_cast<std::size_t>(area.width())});
        }))
        return noMemory;
    colors.choose();
    GifWriter writer(size, colors);
    writer.addLoop();
    if (!json.empty()) writer.addComment(kComment + json);
    const auto each = static_cast<int>(std::lround(picture.pageSeconds * 100));
    if (!drawFrames(picture, scale, [&](const QImage& frame, const QRect& area, bool isEnd) {
            writer.addFrame(frame, area, isEnd ? std::max(each, kHold) : each);
        }))
        return noMemory;
    QByteArray bytes = writer.bytes();
    if (bytes.isEmpty()) return Error{Text::tr("the GIF could not be encoded").toStdString(), {}};
    return bytes;
}

bool isGif(const QByteArray& file) { return file.startsWith("GIF8"); }

/// The document in the extensions before the first frame. The scan is hand-written, because a file may be hostile.
std::optional<std::string> documentOfGif(const QByteArray& file) {
    constexpr qsizetype kHead = 13;
    constexpr char kExtension = 0x21;
    if (file.size() < kHead) return std::nullopt;
    const auto byteAt = [&](qsizetype at) { return static_cast<unsigned char>(file[at]); };
    const int flags = byteAt(10);
    qsizetype at = kHead + ((flags & 0x80) ? qsizetype{3} << ((flags & 7) + 1) : 0);
    while (at + 2 < file.size() && file[at] == kExtension) {
        const bool isComment = byteAt(at + 1) == COMMENT_EXT_FUNC_CODE;
        std::string text;
        for (at += 2;; at += 1 + byteAt(at)) {
            if (at >= file.size() || at + byteAt(at) >= file.size()) return std::nullopt;
            if (byteAt(at) == 0) break;
            if (isComment) text.append(file.constData() + at + 1, byteAt(at));
        }
        ++at;
        if (text.starts_with(kComment)) return text.substr(std::strlen(kComment));
    }
    return std::nullopt;
}

}  // namespace

const PictureFormat kGif = {.suffix = "gif",
                            .title = "GIF",
                            .use = QT_TRANSLATE_NOOP("Text", "animation"),
                            .hasPages = true,
                            .isOfPixels = true,
                            .check = check,
                            .write = write,
                            .isFile = isGif,
                            .document = documentOfGif,
                            .pace = Pace::Even};

}  // namespace bubblescope
