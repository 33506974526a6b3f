// The README tells the truth: its commands print what it shows, and its files run.

#include "tests/built.h"
#include "tests/contents.h"
#include "widgets/picture/picture_format.h"

#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

namespace {

struct Example {
    QString command;
    QString output;
};

QString readme() { return QString::fromUtf8(bubblescope::test::contents(QStringLiteral(SOURCE_DIR "/README.md"))); }

/// The contents of the fenced blocks of a language.
QStringList blocks(const QString& language) {
    const QRegularExpression fence(
        "^```" + language + "\n(.*?)^```$",
        QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
    QStringList found;
    for (auto it = fence.globalMatch(readme()); it.hasNext();) found += it.next().captured(1);
    return found;
}

/// Every "$ command" of the console blocks with the lines that follow it.
QList<Example> examples() {
    QList<Example> found;
    for (const QString& block : blocks("console"))
        for (const QString& line : block.split('\n', Qt::SkipEmptyParts)) {
            if (line.startsWith("$ "))
                found.append({line.mid(2), {}});
            else if (!found.isEmpty())
                found.back().output += line + '\n';
        }
    return found;
}

}  // namespace

class TestReadme : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        const QStringList contents = blocks("json"), names = {"slow-last.bubble.json", "schemes.bubble.json",
                                                              "steps.bubble.json", "pay.json", "spread.json"};
        QCOMPARE(contents.size(), names.size());
        for (qsizetype i = 0; i < names.size(); ++i) {
            QFile file(m_folder.filePath(names[i]));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(contents[i].toUtf8());
        }
    }

    void everyFormatOfPicturesIsNamed() { QVERIFY(readme().contains("writes " + bubblescope::pictureFormatTitles())); }

    /// In the order of the page: a later command may read what an earlier one wrote.
    void commandsPrintWhatIsShown_data() {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("output");
        for (const Example& example : examples())
            QTest::newRow(qPrintable(example.command)) << example.command << example.output;
    }

    void commandsPrintWhatIsShown() {
        QFETCH(QString, command);
        QFETCH(QString, output);
        QProcess shell;
        shell.setWorkingDirectory(m_folder.path());
        shell.setProcessChannelMode(QProcess::MergedChannels);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(
            "PATH", QFileInfo(QString::fromUtf8(bubblescope::test::kProgram)).path() + ':' + environment.value("PATH"));
        shell.setProcessEnvironment(environment);
        shell.start("bash", {"-c", command});
        QVERIFY(shell.waitForFinished(60'000));
        const auto lines = [](const QString& text) { return text.split('\n', Qt::SkipEmptyParts); };
        QCOMPARE(lines(QString::fromUtf8(shell.readAll())), lines(output));
    }

private:
    QTemporaryDir m_folder;
};

namespace tst_readme {
QTEST_GUILESS_MAIN(TestReadme)
}
#include "tst_readme.moc"
