// Bad files end in one clear line that names the place, and in exit status 2. tests/data/bad/expected.tsv lists the
// place and a part of the line for each file of the corpus; huge files are made here.

#include "tests/app/run_program.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>

using namespace bubblescope::test;

namespace tst_bad_files {

namespace {

const QString kFolder = QStringLiteral(SOURCE_DIR "/tests/data/bad/");
constexpr qsizetype kMegabyte = 1 << 20;

/// The most memory that any program run so far has held.
qsizetype peakMegabytes() {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return usage.ru_maxrss / 1024;
}

const qsizetype kMostMegabytes = kHasSanitizers ? 2000 : 1200;  // the sanitizer's own bookkeeping included
const qsizetype kFilledMegabytes = kHasSanitizers ? 4 : 32;

/// `head`, then `unit` over and over, then `tail`: a little less than the limit, or smaller where all is slow.
QByteArray filled(const QByteArray& head, const QByteArray& unit, const QByteArray& tail) {
    return head + unit.repeated((kFilledMegabytes * kMegabyte - 1000) / unit.size()) + tail;
}

}  // namespace

class TestBadFiles : public QObject {
    Q_OBJECT

private slots:
    void corpus_data() {
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("says");
        QFile table(kFolder + "expected.tsv");
        QVERIFY(table.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromUtf8(table.readAll()).trimmed().split('\n').mid(1);
        for (const QString& line : lines) {
            const QStringList cells = line.split('\t');
            QCOMPARE(cells.size(), 3);
            QTest::newRow(qPrintable(cells[0])) << cells[1] << cells[2];
        }
        const QStringList files = QDir(kFolder).entryList(QDir::Files).filter(QRegularExpression("(?<!tsv)$"));
        QCOMPARE(files.size(), lines.size());
        QVERIFY(files.size() >= 40);
    }

    void corpus() {
        QFETCH(QString, place);
        QFETCH(QString, says);
        verifyRefused(kFolder + QTest::currentDataTag(), place, says);
    }

    void corpusOnStandardInput() {
        QFile file(kFolder + "devices-fraction.json");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Ran ran = runProgram({"simulate", "-"}, file.readAll());
        QCOMPARE(ran.code, 2);
        QCOMPARE(ran.out, "");
        QCOMPARE(ran.err, "bubblescope: -: workload.devices: must be a whole number, is 4.5\n");
    }

    void giants_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("says");
        const QByteArray head = "{\"format\": \"bubblescope-scenario\", \"version\": 1, ";
        const QString tooLarge = "larger than the limit of 32 MB";
        QTest::newRow("100 MB of brackets") << QByteArray(100 * kMegabyte, '[') << "" << tooLarge;
        QTest::newRow("one byte past 32 MB") << QByteArray(32 * kMegabyte + 1, ' ') << "" << tooLarge;
        QTest::newRow("32 MB of brackets") << QByteArray(32 * kMegabyte, '[') << "[0][0][0][0][0][0]"
                                           << "32 levels deep";
        QTest::newRow("32 MB of spaces") << QByteArray(32 * kMegabyte, ' ') << ""
                                         << "the file is empty";
        QTest::newRow("millions of empty lists")
            << filled(head + "\"workload\": {\"comm\": [", "[],", "[]]}}") << "workload.comm"
            << "needs 4 entries";
        QTest::newRow("millions of numbers")
            << filled(head + "\"workload\": {\"forward\": [", "1,", "1]}}") << "workload.forward"
            << "needs 4 entries";
        QTest::newRow("a number of millions of digits")
            << filled(head + "\"workload\": {\"comm\": ", "9", "}}") << "workload.comm"
            << "is too large";
        QTest::newRow("a kind of millions of letters")
            << filled(head + "\"schedules\": [{\"kind\": \"", "x", "\"}]}") << "schedules[0].kind"
            << "nearest: \"gpipe\"";
        QTest::newRow("a key of millions of letters") << filled(head + '"', "k", "\": 1}") << QString(39, 'k') + "…"
                                                      << "unknown key; nearest: ";
    }

    void giants() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, place);
        QFETCH(QString, says);
        const QTemporaryDir folder;
        QFile file(folder.filePath("giant.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
        file.close();
        verifyRefused(file.fileName(), place, says);
        const qsizetype peak = peakMegabytes();
        QVERIFY2(peak < kMostMegabytes, qPrintable(QString("%1 MB").arg(peak)));
    }

    void notRegularFiles_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("says");
        QTest::newRow("no such file") << "/nowhere/at/all.json"
                                      << "no such file";
        QTest::newRow("a folder") << "/tmp"
                                  << "this is a folder";
        QTest::newRow("a device without end") << "/dev/zero"
                                              << "not a regular file";
    }

    void notRegularFiles() {
        QFETCH(QString, path);
        QFETCH(QString, says);
        verifyRefused(path, {}, says);
    }

private:
    static void verifyRefused(const QString& path, const QString& place, const QString& says) {
        const Ran ran = runProgram({"simulate", path, "--json"});
        const QString line = QString::fromUtf8(ran.err);
        const QByteArray shown = line.left(500).toLocal8Bit();
        const char* const show = shown.constData();
        QVERIFY2(ran.code == 2, show);
        QCOMPARE(ran.out, "");
        QVERIFY2(line.count('\n') == 1 && line.endsWith('\n'), show);
        QVERIFY2(line.size() < 1000, show);
        QVERIFY2(line.startsWith("bubblescope: " + path + ": " + (place.isEmpty() ? place : place + ": ")), show);
        QVERIFY2(line.contains(says), show);
        for (const QChar c : line.chopped(1)) QVERIFY2(c.isPrint(), show);
    }
};

QTEST_GUILESS_MAIN(TestBadFiles)

}  // namespace tst_bad_files
#include "tst_bad_files.moc"
