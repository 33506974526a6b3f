#include "widgets/picture/save_file.h"

#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#ifdef Q_OS_UNIX
#include <csignal>
#endif

namespace bubblescope {

namespace {

/// A write beyond a limit on file sizes should fail as on a full disk, and not end the program.
void reportSizeLimits() {
#ifdef Q_OS_UNIX
    [[maybe_unused]] static const auto kBefore = std::signal(SIGXFSZ, SIG_IGN);
#endif
}

QString whyNoFileCanBeThere(const QFileInfo& file) {
    if (file.filePath().isEmpty()) return Text::tr("the file name is missing");
    if (file.isDir()) return Text::tr("this is a folder; add a file name");
    const QFileInfo folder(file.absolutePath());
    if (folder.exists() && !folder.isDir())
        return Text::tr("%1 is a file, not a folder").arg(QDir::toNativeSeparators(folder.filePath()));
    if (!folder.exists())
        return Text::tr("the folder %1 does not exist").arg(QDir::toNativeSeparators(folder.filePath()));
    return {};
}

using Write = std::function<bool(const TextSink& sink)>;

/// Empty on success, otherwise the reason for the failure.
QString written(QFileDevice& file, const Write& write) {
    const bool isWhole = write([&](std::string_view piece) {
        const auto size = static_cast<qint64>(piece.size());
        return file.write(piece.data(), size) == size;
    });
    if (isWhole && file.flush()) return {};
    return file.error() == QFileDevice::NoError ? Text::tr("it could not be created") : file.errorString();
}

QString writtenInPlace(const QString& path, const Write& write) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return file.errorString();
    return written(file, write);
}

QString writtenWhole(const QString& path, const Write& write) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return file.errorString();
    const QString failure = written(file, write);
    if (!failure.isEmpty()) {
        file.cancelWriting();
        return failure;
    }
    return file.commit() ? QString() : file.errorString();
}

}  // namespace

Result<void> writeFile(const QString& path, const QByteArray& bytes) {
    return writeFile(path, [&](const TextSink& sink) {
        return sink({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    });
}

Result<void> writeFile(const QString& path, const Write& write) {
    reportSizeLimits();
    const QFileInfo info(path);
    QString failure = whyNoFileCanBeThere(info);
    if (failure.isEmpty()) {
        const QString why = info.exists() && !info.isFile() ? writtenInPlace(path, write) : writtenWhole(path, write);
        if (!why.isEmpty()) failure = Text::tr("cannot be written: %1").arg(why);
    }
    if (failure.isEmpty()) return {};
    return Error{failure.toStdString(), QDir::toNativeSeparators(path).toStdString()};
}

}  // namespace bubblescope
