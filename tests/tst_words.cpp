// Checks all texts that people read against docs/words.md: strings, presets, documents and the man page.

#include "tests/contents.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <functional>
#include <map>

namespace tst_words {

namespace {

QString read(const QString& path) {
    return QString::fromUtf8(bubblescope::test::contents(QStringLiteral(SOURCE_DIR "/") + path));
}

QStringList files(const QString& folder, const QStringList& names) {
    const QDir root(QStringLiteral(SOURCE_DIR));
    QStringList paths;
    QDirIterator it(root.filePath(folder), names, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) paths += root.relativeFilePath(it.next());
    paths.sort();
    return paths;
}

/// A text that people read, and the file that has it.
struct Said {
    QString text, path;
};

/// Neighbouring literals are one text; its lines stay apart.
QString joined(const QString& literals) {
    static const QRegularExpression kLiteral(R"(\x22((?:[^\x22\\]|\\.)*)\x22)");
    QString text;
    for (auto it = kLiteral.globalMatch(literals); it.hasNext();) text += it.next().captured(1);
    return text.replace("\\\"", "\"").replace("\\n", "\n").replace("\\u202f", " ");
}

/// What the sources say: in Qt what is translated, in the engine every literal with a space.
std::vector<Said> saidInSources() {
    static const QRegularExpression kTranslated(
        R"((?:\btr\(|QT_TRANSLATE_NOOP\(\x22Text\x22,)\s*((?:\x22(?:[^\x22\\]|\\.)*\x22\s*)+))");
    static const QRegularExpression kLiterals(R"(((?:\x22(?:[^\x22\\]|\\.)*\x22\s*)+))"), kComment(R"(//[^\n]*)"),
        kInclude(R"(#include[^\n]*)"),
        kRaw(R"(R\x22(\w*)\(.*?\)\1\x22)", QRegularExpression::DotMatchesEverythingOption);
    std::vector<Said> all;
    for (const char* folder : {"widgets", "app", "engine"})
        for (const QString& path : files(folder, {"*.cpp", "*.h", "*.def"})) {
            const bool isEngine = path.startsWith("engine/");
            QString source = read(path).remove(kInclude).remove(kRaw);
            if (isEngine) source.remove(kComment);
            for (auto it = (isEngine ? kLiterals : kTranslated).globalMatch(source); it.hasNext();)
                if (const QString text = joined(it.next().captured(1)); text.contains(QRegularExpression("[ \\n]")))
                    all.push_back({text, path});
        }
    return all;
}

/// What lessons and presets say: every text of a JSON file that has a space.
std::vector<Said> saidInPresets() {
    std::vector<Said> all;
    for (const QString& path : files("presets", {"*.json"})) {
        const std::function<void(const QJsonValue&)> walk = [&](const QJsonValue& value) {
            if (value.isString() && value.toString().contains(' ')) all.push_back({value.toString(), path});
            for (const QJsonValue& one : value.toArray()) walk(one);
            const QJsonObject object = value.toObject();
            for (auto it = object.begin(); it != object.end(); ++it) walk(*it);
        };
        const QJsonDocument document = QJsonDocument::fromJson(read(path).toUtf8());
        walk(document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object()));
    }
    return all;
}

/// What the documents and the man page say, without code.
std::vector<Said> saidInDocuments() {
    static const QRegularExpression kCode(R"(```.*?```|`[^`]*`)", QRegularExpression::DotMatchesEverythingOption);
    std::vector<Said> all;
    for (const QString& path : files("docs", {"*.md"}) + QStringList{"README.md", "CONTRIBUTING.md"})
        if (path != "docs/words.md") all.push_back({read(path).remove(kCode), path});
    all.push_back({read("resources/bubblescope.1"), "resources/bubblescope.1"});
    static const QRegularExpression kTags("<[^>]*>|[{][{].*[}][}]");
    all.push_back({read("resources/web/page.html").remove(kTags), "resources/web/page.html"});
    return all;
}

/// The last column of the glossary.
QStringList ruledOut() {
    QStringList words;
    for (const QString& line : read("docs/words.md").section("## Glossary", 1).split('\n')) {
        const QStringList cells = line.split('|');
        if (cells.size() != 5 || cells[1].trimmed() == "say" || cells[1].startsWith("--")) continue;
        for (const QString& word : cells[3].split(',', Qt::SkipEmptyParts)) words += word.trimmed();
    }
    words.removeAll(QString());
    return words;
}

}  // namespace

class TestWords : public QObject {
    Q_OBJECT

private slots:
    /// Lines of tests/data/words.txt: the word, a part of the string, and why it stands there; apart by " | ".
    void stringsUseTheWordsOfTheGlossary() {
        const QStringList words = ruledOut();
        QVERIFY(words.size() > 20);
        std::vector<Said> all = saidInSources();
        for (const std::vector<Said>& more : {saidInPresets(), saidInDocuments()})
            all.insert(all.end(), more.begin(), more.end());
        QVERIFY(all.size() > 1500);
        std::map<QString, QStringList> allowed;
        for (const QString& line : read("tests/data/words.txt").split('\n', Qt::SkipEmptyParts)) {
            if (line.startsWith('#')) continue;
            const QStringList parts = line.split(" | ");
            QVERIFY2(parts.size() == 3 && words.contains(parts[0]) && !parts[2].trimmed().isEmpty(), qPrintable(line));
            allowed[parts[0]] += parts[1];
        }
        QStringList offences;
        std::map<QString, QStringList> unused = allowed;
        for (const QString& word : words) {
            const QRegularExpression pattern("\\b" + QRegularExpression::escape(word) + "\\b",
                                             QRegularExpression::CaseInsensitiveOption);
            for (const Said& said : all) {
                const QRegularExpressionMatch match = pattern.match(QString(said.text).replace('\n', ' '));
                if (!match.hasMatch()) continue;
                const QStringList& of = allowed[word];
                const auto at =
                    std::find_if(of.begin(), of.end(), [&](const QString& part) { return said.text.contains(part); });
                if (at == of.end())
                    offences += QStringLiteral("%1: \"%2\" in \"%3\"")
                                    .arg(said.path, word,
                                         said.text.mid(std::max(qsizetype{0}, match.capturedStart() - 60), 200));
                else
                    unused[word].removeAll(*at);
            }
        }
        for (const auto& [word, parts] : unused)
            for (const QString& part : parts) offences += "tests/data/words.txt: nothing says " + part + " any more";
        QVERIFY2(offences.isEmpty(), qPrintable(offences.join('\n')));
    }

    /// A sentence is one string: what is translated neither begins nor ends as a part of another one does. Lines may be
    /// indented, by two spaces at least, and what a result is "compared with" needs nothing after it.
    void sentencesAreWhole() {
        QStringList offences;
        for (const Said& said : saidInSources()) {
            if (said.path.startsWith("engine/")) continue;
            const QString& text = said.text;
            static const QRegularExpression kPart(
                R"(^ ?[,;.]|^ (?! )|[ (]\n*\z|\b(and|or|of|the|a|to|(?<![Cc]ompared[ \n])with|by)\n*\z)");
            if (kPart.match(text).hasMatch()) offences += said.path + ": \"" + text + '"';
        }
        QVERIFY2(offences.isEmpty(), qPrintable(offences.join('\n')));
    }
};

QTEST_APPLESS_MAIN(TestWords)

}  // namespace tst_words
#include "tst_words.moc"
