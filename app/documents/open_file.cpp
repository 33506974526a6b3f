#include "app/documents/open_file.h"

#include "app/documents/document.h"
#include "app/documents/load_scenario.h"
#include "widgets/kit/format.h"
#include "widgets/picture/picture_format.h"

#include <QFile>
#include <QFileInfo>

namespace bubblescope {

Result<OpenedFile> openFile(const QString& source) {
    const bool isPreset = source.startsWith(toQString(kPresetPrefix));
    const QString absolute = QFileInfo(source).absoluteFilePath();  // here "-" is the name of a file
    const auto text = loadText((isPreset ? source : absolute).toStdString(), kScenarioKind);
    if (!text) return Error{text.error().text(), source.toStdString()};
    const DocumentKind& kind = kindOf(*text);
    auto content = kind.read(*text, ReadAs::File);
    if (!content) return Error{content.error().text(), source.toStdString()};
    if (isPreset)
        return OpenedFile{&kind, std::move(*content), {source.mid(static_cast<qsizetype>(kPresetPrefix.size()))}};
    constexpr qint64 kPeekBytes = 4096;
    QFile file(absolute);
    const QByteArray beginning = file.open(QIODevice::ReadOnly) ? file.peek(kPeekBytes) : QByteArray();
    // Pictures and CSV files have no path, so that saving never overwrites them.
    const bool isDocument = !isPicture(beginning) && !holdsOrders(source.toStdString(), beginning.toStdString());
    return OpenedFile{&kind, std::move(*content), {documentName(source), isDocument ? absolute : QString()}};
}

}  // namespace bubblescope
