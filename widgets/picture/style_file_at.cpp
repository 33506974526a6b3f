#include "widgets/picture/style_file_at.h"

#include "engine/io/style_file.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QFile>

namespace bubblescope {

Result<ParameterValue::Object> styleFileAt(const QString& path) {
    constexpr qint64 kMostBytes = 4 << 20;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return Error{file.errorString().toStdString(), path.toStdString()};
    const QByteArray bytes = file.read(kMostBytes + 1);
    if (bytes.size() > kMostBytes)
        return Error{Text::tr("is too large for a style file").toStdString(), path.toStdString()};
    auto style = readStyleFile({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    return style ? style : Error{style.error().text(), path.toStdString()};
}

}  // namespace bubblescope
