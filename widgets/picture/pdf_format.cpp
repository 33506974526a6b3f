// PDF: one or several pages of vectors, whose text can be searched and copied. The document is a property of its XMP
// metadata.

#include "engine/core/text.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"
#include "widgets/picture/embedded_document.h"
#include "widgets/picture/picture.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QHashFunctions>
#include <QPainter>
#include <QPdfWriter>

#include <algorithm>
#include <cmath>
#include <mutex>

namespace bubblescope {

namespace {

// A page is at most 14,400 points wide and high.
constexpr int kMaxSide = 19'200;

Result<void> check(const QSizeF& size, double) {
    if (std::max(size.width(), size.height()) <= kMaxSide) return {};
    return Error{Text::tr("a PDF page can be at most %1 pixels wide and high; this picture is %2 x %3")
                     .arg(formatCount(kMaxSide), formatCount(std::llround(size.width())),
                          formatCount(std::llround(size.height())))
                     .toStdString(),
                 {}};
}

/// Keeps the order of Qt's hashes fixed during its lifetime, because Qt numbers the fonts of a PDF by it.
class SteadyHashes {
public:
    SteadyHashes() : m_lock(mutex()) { QHashSeed::setDeterministicGlobalSeed(); }
    ~SteadyHashes() { QHashSeed::resetRandomGlobalSeed(); }

private:
    static std::mutex& mutex() {
        static std::mutex only;
        return only;
    }
    std::scoped_lock<std::mutex> m_lock;
};

/// Removes the date, so that the same picture is the same file whenever it is written. Offsets do not change.
void removeDate(QByteArray& pdf) {
    const qsizetype info = pdf.indexOf("/CreationDate (");
    if (info < 0) return;
    const qsizetype end = pdf.indexOf(')', info);
    if (end > info) std::fill(pdf.begin() + info, pdf.begin() + end + 1, ' ');
}

/// Gives the pages their size to a thousandth of a point; Qt only supports whole points. Qt counts y from the upper
/// edge of the larger page, which does not move. Offsets do not change.
void setPageBoxes(QByteArray& pdf, const QSizeF& exact, const QSizeF& whole) {
    if (exact == whole) return;
    const auto number = [](double points) { return QByteArray::number(std::round(points * 1000) / 1000, 'g', 9); };
    const QByteArray box = "[0 " + number(whole.height() - exact.height()) + ' ' + number(exact.width()) + ' ' +
                           number(whole.height()) + ']';
    constexpr QByteArrayView kBegin = "/MediaBox ";
    for (qsizetype at = pdf.indexOf(kBegin); at >= 0; at = pdf.indexOf(kBegin, at)) {
        at += kBegin.size();
        const qsizetype end = pdf.indexOf(']', at) + 1;
        if (pdf[at] == '[' && end - at >= box.size())
            pdf.replace(at, end - at, box + QByteArray(end - at - box.size(), ' '));
    }
}

Result<QByteArray> write(const Picture& picture, double, const std::string& json) {
    constexpr int kResolution = 96;  // makes hatches as wide as on a screen; lengths are not rounded
    const SteadyHashes steady;
    QByteArray bytes;
    QSizeF whole;  // in points
    {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QPdfWriter writer(&buffer);
        const QString title = picture.title.isEmpty() ? QStringLiteral("Bubblescope") : picture.title;
        writer.setResolution(kResolution);
        writer.setCreator(QStringLiteral("Bubblescope"));
        writer.setTitle(title);
        writer.setDocumentXmpMetadata(xmpPacket(json, title));
        // Portrait even if the page is wider than high: landscape would swap the sides of a custom size.
        const QSizeF exact = picture.size * kPointsAPixel;
        // A little over a whole number counts as that number, because inches and millimetres are not exact in binary.
        whole = QSizeF(std::ceil(exact.width() - 1e-6), std::ceil(exact.height() - 1e-6));
        writer.setPageLayout(QPageLayout(QPageSize(whole, QPageSize::Point, QString(), QPageSize::ExactMatch),
                                         QPageLayout::Portrait, QMarginsF()));
        QPainter painter;
        if (painter.begin(&writer))
            for (std::size_t page = 0; page < picture.pages.size(); ++page) {
                if (page > 0) writer.newPage();
                paintList(painter, pageOf(picture, page));
            }
    }
    if (bytes.isEmpty()) return Error{Text::tr("the PDF could not be started").toStdString(), {}};
    removeDate(bytes);
    setPageBoxes(bytes, picture.size * kPointsAPixel, whole);
    return bytes;
}

}  // namespace

const PictureFormat kPdf = {
    "pdf", "PDF", QT_TRANSLATE_NOOP("Text", "for papers"), true, false, check, write, isPdf, documentOfElement};

const PictureFormat kStepsPdf = {.suffix = "steps.pdf",
                                 .title = "PDF of steps",
                                 .use = QT_TRANSLATE_NOOP("Text", "for slides, one page per end of an operation"),
                                 .hasPages = true,
                                 .isOfPixels = false,
                                 .check = check,
                                 .write = write,
                                 .isFile = nullptr,  // kPdf opens its files
                                 .document = nullptr,
                                 .pace = Pace::Steps};

}  // namespace bubblescope
