#include "widgets/picture/save_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/stat.h>

using namespace bubblescope;

namespace tst_save_file {

namespace {

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
}

/// While it lives, no file can grow past `bytes`, as on a disk that fills up.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) {
        getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit now = m_before;
        now.rlim_cur = bytes;
        setrlimit(RLIMIT_FSIZE, &now);
    }
    ~FileSizeLimit() { setrlimit(RLIMIT_FSIZE, &m_before); }

private:
    rlimit m_before{};
};

}  // namespace

class TestSaveFile : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    QString at(const char* name) const { return m_dir.filePath(QLatin1String(name)); }

private slots:
    void writesAndReplaces() {
        const QString path = at("a.svg");
        QVERIFY(writeFile(path, "one"));
        QCOMPARE(contents(path), QByteArray("one"));
        QVERIFY(writeFile(path, QByteArray("two\0three", 9)));
        QCOMPARE(contents(path), QByteArray("two\0three", 9));
    }

    void piecesMakeAFileOrNone() {
        const QString path = at("pieces");
        QVERIFY(writeFile(path, [](const TextSink& sink) { return sink("one ") && sink("two"); }));
        QCOMPARE(contents(path), QByteArray("one two"));
        QVERIFY(!writeFile(path, [](const TextSink& sink) { return sink("half") && false; }));
        QCOMPARE(contents(path), QByteArray("one two"));
    }

    void aFailureHalfwayLeavesTheOldFile() {
        const QString path = at("kept.svg");
        const QByteArray old(5000, 'o');
        QVERIFY(writeFile(path, old));
        {
            const FileSizeLimit limit(20'000);
            const auto result = writeFile(path, QByteArray(1'000'000, 'n'));
            QVERIFY(!result);
            QCOMPARE(result.error().field, path.toStdString());
            QVERIFY2(QString::fromStdString(result.error().message).startsWith("cannot be written: "),
                     result.error().message.c_str());
        }
        QCOMPARE(contents(path), old);
        QCOMPARE(QDir(m_dir.path()).entryList({"kept.svg*"}, QDir::Files), QStringList("kept.svg"));
    }

    void aFullDeviceIsAnError() {
        const auto result = writeFile("/dev/full", QByteArray(100'000, 'x'));
        QVERIFY(!result);
        QCOMPARE(result.error().text(), std::string("/dev/full: cannot be written: No space left on device"));
    }

    void devicesAreNotReplaced() {
        QVERIFY(writeFile("/dev/null", "x"));
        struct stat device {};
        QCOMPARE(stat("/dev/null", &device), 0);
        QVERIFY(S_ISCHR(device.st_mode));
    }

    void aLinkStaysALink() {
        QVERIFY(writeFile(at("target.svg"), "old"));
        QVERIFY(QFile::link(at("target.svg"), at("link.svg")));
        QVERIFY(writeFile(at("link.svg"), "new"));
        QVERIFY(QFileInfo(at("link.svg")).isSymLink());
        QCOMPARE(contents(at("target.svg")), QByteArray("new"));
    }

    void impossiblePathsSayWhy_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("message");
        QVERIFY(writeFile(at("file"), "x"));
        QTest::newRow("no name") << QString() << "the file name is missing";
        QTest::newRow("a folder") << m_dir.path() << "this is a folder; add a file name";
        QTest::newRow("below a file") << at("file/x.svg") << at("file") + " is a file, not a folder";
        QTest::newRow("no such folder") << at("no/x.svg") << "the folder " + at("no") + " does not exist";
    }

    void impossiblePathsSayWhy() {
        QFETCH(const QString, path);
        QFETCH(const QString, message);
        const auto result = writeFile(path, "x");
        QVERIFY(!result);
        QCOMPARE(QString::fromStdString(result.error().message), message);
        QCOMPARE(QString::fromStdString(result.error().field), path);
    }
};

QTEST_MAIN(TestSaveFile)

}  // namespace tst_save_file
#include "tst_save_file.moc"
