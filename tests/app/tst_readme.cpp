// README.md and docs/*.md are true: their commands print what they show, their files run, their links lead somewhere,
// and the labels that they quote exist. With BUBBLESCOPE_UPDATE=1 in the environment, this test updates what commands
// print.

#include "tests/built.h"
#include "tests/contents.h"
#include "tests/engine/reference_rows.h"
#include "widgets/picture/picture_format.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_readme {

namespace {

const QDir& sourceFolder() {
    static const QDir kFolder(QStringLiteral(SOURCE_DIR));
    return kFolder;
}

QString textOf(const QString& page) {
    return QString::fromUtf8(bubblescope::test::contents(sourceFolder().filePath(page)));
}

/// README.md, then docs/*.md in alphabetical order.
QStringList pages() {
    QStringList all{"README.md"};
    for (const QString& name : QDir(sourceFolder().filePath("docs")).entryList({"*.md"}, QDir::Files, QDir::Name))
        all += "docs/" + name;
    return all;
}

/// A fenced block of a page, and the page up to it.
struct Block {
    QString before;
    QString text;
};

QList<Block> blocksOf(const QString& page, const QString& language) {
    const QRegularExpression fence(
        "^```" + language + "\n(.*?)^```$",
        QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
    const QString text = textOf(page);
    QList<Block> found;
    for (auto it = fence.globalMatch(text); it.hasNext();) {
        const QRegularExpressionMatch match = it.next();
        found.append({text.left(match.capturedStart()), match.captured(1)});
    }
    return found;
}

struct Example {
    QString page;
    QString command;
    QString output;  // with the empty lines before the next command
};

/// Every "$ command" in the console blocks of all pages, with the lines that follow it.
QList<Example> examples() {
    static const QRegularExpression kCommand("^\\$ (.*)\n", QRegularExpression::MultilineOption);
    QList<Example> found;
    for (const QString& page : pages())
        for (const Block& block : blocksOf(page, "console")) {
            qsizetype begin = 0;
            for (auto it = kCommand.globalMatch(block.text); it.hasNext();) {
                const QRegularExpressionMatch match = it.next();
                if (begin > 0) found.back().output = block.text.mid(begin, match.capturedStart() - begin);
                found.append({page, match.captured(1), {}});
                begin = match.capturedEnd();
            }
            if (begin > 0) found.back().output = block.text.mid(begin);
        }
    return found;
}

/// Puts what a command printed into its page.
void update(const Example& example, const QString& printed) {
    QString output = printed;
    while (output.endsWith('\n')) output.chop(1);
    if (!output.isEmpty()) output += '\n';
    if (example.output.endsWith("\n\n") || example.output == "\n") output += '\n';
    const QString command = "$ " + example.command + '\n';
    QFile file(sourceFolder().filePath(example.page));
    const QByteArray text = textOf(example.page).replace(command + example.output, command + output).toUtf8();
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

/// The text of a page without blocks of code, code in sentences, tables and HTML tags, on one line.
QString sentencesOf(const QString& page) {
    static const QRegularExpression kBlocks(
        "^```.*?^```$|^\\|.*?$", QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression kCode("`[^`]*`|<[^>]*>");
    return textOf(page).remove(kBlocks).remove(kCode).simplified();
}

/// The anchors that GitHub gives to the headings of a page.
QSet<QString> anchorsOf(const QString& page) {
    static const QRegularExpression kBlock(
        "^```.*?^```$", QRegularExpression::MultilineOption | QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression kHeading("^#+ (.*)$", QRegularExpression::MultilineOption);
    static const QRegularExpression kDropped("[^\\w\\- ]", QRegularExpression::UseUnicodePropertiesOption);
    QSet<QString> anchors;
    const QString text = textOf(page).remove(kBlock);
    for (auto it = kHeading.globalMatch(text); it.hasNext();)
        anchors.insert(it.next().captured(1).toLower().remove(kDropped).replace(' ', '-'));
    return anchors;
}

/// All string literals of the program and of its presets, one per line; a literal that is split in the source is one.
QString wordsOfTheProgram() {
    QString source;
    for (const char* folder : {"app", "widgets", "engine", "presets"}) {
        QDirIterator it(sourceFolder().filePath(folder), {"*.cpp", "*.h", "*.def", "*.json"}, QDir::Files,
                        QDirIterator::Subdirectories);
        while (it.hasNext()) source += QString::fromUtf8(bubblescope::test::contents(it.next())) + '\n';
    }
    static const QRegularExpression kSplit("\"\\s*\""), kLiteral("\"((?:[^\"\\\\\n]|\\\\.)*)\"");
    source.remove(kSplit).remove('&');
    QString words;
    for (auto it = kLiteral.globalMatch(source); it.hasNext();) words += it.next().captured(1) + '\n';
    return words;
}

}  // namespace

class TestReadme : public QObject {
    Q_OBJECT

private slots:
    /// Writes the JSON files of all pages, each under the name that its page mentions last before it.
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        static const QRegularExpression kName("`([\\w-]+(\\.bubble)?\\.json)`");
        int written = 0;
        for (const QString& page : pages())
            for (const Block& block : blocksOf(page, "json")) {
                QString name;
                for (auto it = kName.globalMatch(block.before); it.hasNext();) name = it.next().captured(1);
                QFile file(m_folder.filePath(name));
                QVERIFY2(!name.isEmpty() && !file.exists(), qPrintable(page + " has a file without a name"));
                QVERIFY(file.open(QIODevice::WriteOnly));
                QVERIFY(file.write(block.text.toUtf8()) > 0);
                ++written;
            }
        QVERIFY(written > 0);
    }

    void theReadmeIsAFrontPage() {
        const QString text = textOf("README.md");
        const qsizetype lines = text.count('\n'), words = text.simplified().count(' ') + 1;
        QVERIFY2(lines <= 150, qPrintable(QString("%1 lines").arg(lines)));
        QVERIFY2(words <= 1200, qPrintable(QString("%1 words").arg(words)));
    }

    /// Relative links and pictures exist, and so do the headings that links name.
    void linksLead_data() {
        QTest::addColumn<QString>("page");
        for (const QString& page : pages() + QStringList{"CONTRIBUTING.md"}) QTest::newRow(qPrintable(page)) << page;
    }

    void linksLead() {
        QFETCH(const QString, page);
        const QString text = textOf(page);
        QVERIFY(!text.isEmpty());
        const QDir folder = QFileInfo(sourceFolder().filePath(page)).dir();
        static const QRegularExpression kLink(
            "\\]\\(([^)#:\\s]*)(#[^)\\s]*)?\\)|(?:src|href)=\"([^\"#:]*)(#[^\"]*)?\"");
        for (auto it = kLink.globalMatch(text); it.hasNext();) {
            const QRegularExpressionMatch link = it.next();
            const QString target = link.captured(1) + link.captured(3), anchor = link.captured(2) + link.captured(4);
            if (target.isEmpty() && anchor.isEmpty()) continue;
            QVERIFY2(target.isEmpty() || folder.exists(target), qPrintable(page + " links to " + target));
            const QString linked =
                target.isEmpty() ? page : sourceFolder().relativeFilePath(QDir::cleanPath(folder.filePath(target)));
            if (!anchor.isEmpty())
                QVERIFY2(anchorsOf(linked).contains(anchor.mid(1)),
                         qPrintable(page + ": no heading " + anchor + " in " + linked));
        }
    }

    void theIndexListsEveryPage() {
        const QString index = textOf("docs/README.md");
        for (const QString& page : pages()) {
            const QString name = QFileInfo(page).fileName();
            if (name != "README.md") QVERIFY2(index.contains("](" + name + ")"), qPrintable(page));
        }
    }

    /// Words in quotation marks are labels of the program; a number in a label may be an argument.
    void quotedLabelsExist() {
        const QString known = wordsOfTheProgram();
        QStringList unknown;
        static const QRegularExpression kQuoted("\"([^\"]+)\""), kNumber("\\d+");
        for (const QString& page : pages()) {
            if (page == "docs/trials.md" || page == "docs/words.md") continue;  // they quote what nobody says any more
            const QString text = sentencesOf(page);
            for (auto it = kQuoted.globalMatch(text); it.hasNext();) {
                const QString label = it.next().captured(1);
                const bool exists = known.contains(label) || known.contains(QString(label).replace(kNumber, "%1")) ||
                                    known.contains(QString(label).replace(kNumber, "%n"));
                if (!exists) unknown += page + " quotes \"" + label + "\"";
            }
        }
        QVERIFY2(unknown.isEmpty(), qPrintable(unknown.join("; ")));
    }

    /// docs/models.md counts the numbers of each program and model that tests reproduce.
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
        const QString page = textOf("docs/models.md");
        QVERIFY(page.simplified().contains(QString("all %L1 collected numbers are reproduced").arg(rows.size())));
        for (const auto& [title, id] : models) {
            const QString line = QRegularExpression("^\\| " + title + " \\|.*$", QRegularExpression::MultilineOption)
                                     .match(page)
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

    void everyFormatOfPicturesIsNamed() {
        QVERIFY(textOf("docs/figures.md").simplified().contains("writes " + bubblescope::pictureFormatTitles()));
    }

    /// Page by page, in order: a later command may read what an earlier one wrote.
    void commandsPrintWhatIsShown_data() {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("output");
        QSet<QString> known;
        for (const Example& example : examples()) {
            QVERIFY2(!known.contains(example.command), qPrintable(example.page + " repeats " + example.command));
            known.insert(example.command);
            QTest::newRow(qPrintable(example.page + ": " + example.command))
                << example.page << example.command << example.output;
        }
    }

    void commandsPrintWhatIsShown() {
        QFETCH(const QString, page);
        QFETCH(const QString, command);
        QFETCH(const QString, output);
        QProcess shell;
        shell.setWorkingDirectory(m_folder.path());
        shell.setProcessChannelMode(QProcess::MergedChannels);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(
            "PATH", QFileInfo(QString::fromUtf8(bubblescope::test::kProgram)).path() + ':' + environment.value("PATH"));
        shell.setProcessEnvironment(environment);
        shell.start("bash", {"-c", command});
        QVERIFY(shell.waitForFinished(300'000));
        const QString printed = QString::fromUtf8(shell.readAll());
        if (qEnvironmentVariableIsSet("BUBBLESCOPE_UPDATE")) return update({page, command, output}, printed);
        const auto lines = [](const QString& text) { return text.split('\n', Qt::SkipEmptyParts); };
        QCOMPARE(lines(printed), lines(output));
    }

private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestReadme)

}  // namespace tst_readme
#include "tst_readme.moc"
