// PDF: a page of vectors, or several, whose text can be searched and copied. The document is a property of its XMP
// metadata.

#include "engine/core/text.h"
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

QString tr(const char* text) { return QCoreApplication::translate("Picture", text); }

QString thousands(long long number) { return QString::fromStdString(withThousands(number)); }

Result<void> check(const QSize& size, double) {
    if (std::max(size.width(), size.height()) <= kMaxSide) return {};
    return Error{tr("a page of PDF is at most %1 pixels wide and high, this picture is %2 x %3")
                     .arg(thousands(kMaxSide), thousands(size.width()), thousands(size.height()))
                     .toStdString(),
                 {}};
}

/// While it lives Qt's hashes keep one order: Qt numbers the fonts of a PDF by it.
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

/// The same picture is the same file, whenever it is written: nothing says when that was. Offsets stay.
void removeDate(QByteArray& pdf) {
    const qsizetype info = pdf.indexOf("/CreationDate (");
    if (info < 0) return;
    const qsizetype end = pdf.indexOf(')', info);
    if (end > info) std::fill(pdf.begin() + info, pdf.begin() + end + 1, ' ');
}

Result<QByteArray> write(const Picture& picture, double, const std::string& json) {
    constexpr double kPointsAPixel = 0.75;  // a CSS pixel is 1/96 inch
    constexpr int kResolution = 96;         // so that hatches are as wide as on a screen; lengths are not rounded
    const SteadyHashes steady;
    QByteArray bytes;
    {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QPdfWriter writer(&buffer);
        const QString title = picture.title.isEmpty() ? QStringLiteral("Bubblescope") : picture.title;
        writer.setResolution(kResolution);
        writer.setCreator(QStringLiteral("Bubblescope"));
        writer.setTitle(title);
        writer.setDocumentXmpMetadata(xmpPacket(json, title));
        // Portrait even where it is wider than high: landscape would swap a size of one's own.
        const QSizeF points(std::ceil(picture.size.width() * kPointsAPixel),
                            std::ceil(picture.size.height() * kPointsAPixel));
        writer.setPageLayout(QPageLayout(QPageSize(points, QPageSize::Point, QString(), QPageSize::ExactMatch),
                                         QPageLayout::Portrait, QMarginsF()));
        QPainter painter;
        if (painter.begin(&writer))
            for (std::size_t page = 0; page < picture.pages.size(); ++page) {
                if (page > 0) writer.newPage();
                paintList(painter, pageOf(picture, page, false));
            }
    }
    if (bytes.isEmpty()) return Error{tr("the PDF could not be begun").toStdString(), {}};
    removeDate(bytes);
    return bytes;
}

}  // namespace

const PictureFormat kPdf = {
    "pdf", "PDF", QT_TRANSLATE_NOOP("Picture", "for papers"), true, false, check, write, isPdf, documentOfElement};

const PictureFormat kStepsPdf = {.suffix = "steps.pdf",
                                 .title = "PDF of steps",
                                 .use = QT_TRANSLATE_NOOP("Picture", "for slides, a page each time an operation ends"),
                                 .hasPages = true,
                                 .isOfPixels = false,
                                 .check = check,
                                 .write = write,
                                 .isFile = nullptr,  // PDF opens it
                                 .document = nullptr,
                                 .pace = Pace::Steps};

}  // namespace bubblescope
