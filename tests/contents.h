#pragma once

#include <QFile>

namespace bubblescope::test {

/// The bytes of a file; empty if it cannot be read.
inline QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace bubblescope::test
