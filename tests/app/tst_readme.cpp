// The README tells the truth: its commands print what it shows, and its files run.

#include "tests/built.h"
#include "tests/contents.h"
#include "tests/engine/reference_rows.h"
#include "widgets/picture/picture_format.h"

#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

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
        const QStringList contents = blocks("json"),
                          names = {"slow-last.bubble.json", "schemes.bubble.json", "steps.bubble.json", "pay.json",
                                   "spread.json",           "turns.json"};
        QCOMPARE(contents.size(), names.size());
        for (qsizetype i = 0; i < names.size(); ++i) {
            QFile file(m_folder.filePath(names[i]));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(contents[i].toUtf8());
        }
    }

    /// As many numbers of each program and model as there are among those that tests reproduce.
    void numbersOfOtherProgramsAreCounted() {
        const std::pair<QString, std::string> programs[] = {{"Calculon", "calculon"},
                                                            {"SimuMax", "SimuMax"},
                                                            {"Megatron-LM", "Megatron-LM"},
                                                            {"DeepSpeed", "DeepSpeed"}};
        const std::pair<QString, std::string> models[] = {{"GPT-3 175B", "gpt3-175b"},
                                                          {"Llama 2 70B", "llama-2-70b"},
                                                          {"Llama 3 70B", "llama-3-70b"},
                                                          {"Mixtral 8x7B", "mixtral-8x7b"}};
        const auto rows = bubblescope::test::referenceRows("model_facts.json");
        QVERIFY(readme().contains(QString("all %L1 numbers that were collected are met").arg(rows.size())));
        for (const auto& [title, id] : models) {
            const QString line = QRegularExpression("^\\| " + title + " \\|.*$", QRegularExpression::MultilineOption)
                                     .match(readme())
                                     .captured();
            for (std::size_t program = 0; program < std::size(programs); ++program) {
                const auto count = std::count_if(rows.begin(), rows.end(), [&, &id = id](const auto& row) {
                    const auto model = row.at("inputs").find("model");
                    return model != row.at("inputs").end() && *model == id &&
                           row.at("source").template get<std::string>().find(programs[program].second) !=
                               std::string::npos;
                });
                const QString cell = line.section('|', static_cast<int>(program) + 2, static_cast<int>(program) + 2);
                const QString expected = count > 0 ? QString("%1 equal").arg(count) : QString("no");
                QVERIFY2(cell.trimmed().startsWith(expected), qPrintable(title + ": " + cell + " is not " + expected));
            }
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
