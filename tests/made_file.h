#pragma once

#include "tests/contents.h"

#include <QTest>

namespace bubblescope::test {

/// Compares a file with its expected content; with BUBBLESCOPE_UPDATE=1 in the environment, writes that content
/// instead.
inline void compareFile(const QString& path, const QByteArray& wanted) {
    if (qEnvironmentVariableIsSet("BUBBLESCOPE_UPDATE")) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(wanted) == wanted.size());
    }
    const QList<QByteArray> is = contents(path).split('\n'), must = wanted.split('\n');
    for (qsizetype i = 0; i < must.size(); ++i) QCOMPARE(is.value(i), must[i]);
    QCOMPARE(is.size(), must.size());
}

}  // namespace bubblescope::test
