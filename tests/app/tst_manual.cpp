// The man page follows the lists of verbs, options, formats and quantities. With BUBBLESCOPE_UPDATE=1 in the
// environment, this test updates its synopsis.

#include "app/console/verb.h"
#include "engine/results/quantities.h"
#include "tests/made_file.h"
#include "widgets/picture/picture_format.h"

#include <QRegularExpression>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_manual {

namespace {

const QString kPage = QStringLiteral(SOURCE_DIR "/resources/bubblescope.1");

QString page() { return QString::fromUtf8(contents(kPage)); }

QString section(const QString& title) {
    const QString head = QStringLiteral("\n.SH %1\n").arg(title), text = page();
    const qsizetype begin = text.indexOf(head) + head.size();
    return text.mid(begin, text.indexOf(QLatin1String("\n.SH "), begin) - begin) + '\n';
}

QString dashed(QString text) { return text.replace('-', QLatin1String("\\-")); }

/// "light | dark" of "light|dark", for a macro that takes turns between two fonts.
QString apart(QString text) { return text.replace(QRegularExpression("([|,=])"), " \\1 "); }

/// What an option takes, set in macros: words to choose from in bold, those to be filled in in italics.
QString valueOf(const Option& option, const QString& behind) {
    const auto name = QRegularExpression("^[A-Z]+(=[A-Z]+)?").match(option.value);
    return name.hasMatch() ? QStringLiteral(".IR %1 %2\n").arg(apart(name.captured()), behind)
                           : QStringLiteral(".BR %1 %2\n").arg(apart(option.value), behind);
}

/// The options of a verb as its synopsis has them.
QString optionsOf(const std::vector<Option>& options) {
    QString text, alternatives;
    for (const Option& option : options) {
        if (option.isOfWorkload) continue;
        const QString behind = option.use == Option::Use::Repeated ? QStringLiteral("]...") : QStringLiteral("]");
        alternatives += dashed(option.name);
        if (option.use == Option::Use::MaybeOrNext) {
            alternatives += QStringLiteral(" | ");
            continue;
        }
        text += option.takesValue() ? QStringLiteral(".RB [ %1\n%2").arg(alternatives, valueOf(option, behind))
                                    : QStringLiteral(".RB [ %1 ]\n").arg(alternatives);
        alternatives.clear();
    }
    return text;
}

QString synopsisOf(const Verb& verb) {
    QString text = QStringLiteral(".B bubblescope %1\n").arg(QLatin1String(verb.name));
    QString takes = verb.takes();
    text += takes[0].isLower()      ? QStringLiteral(".BR %1\n").arg(apart(takes))
            : takes.endsWith("...") ? QStringLiteral(".IR %1 ...\n").arg(takes.chopped(3))
                                    : QStringLiteral(".I %1\n").arg(takes);
    std::vector<Option> rest = verb.options();
    if (!rest.empty() && rest.front().use == Option::Use::Needed) {
        text += QStringLiteral(".B %1\n.I %2\n").arg(dashed(rest.front().name), rest.front().value.section('.', 0, 0));
        rest.erase(rest.begin());
    }
    text += optionsOf(rest);
    if (std::any_of(rest.begin(), rest.end(), [](const Option& option) { return option.isOfWorkload; }))
        text += QStringLiteral(".RI [ \"workload options\" ]\n");
    return text + QStringLiteral(".br\n");
}

}  // namespace

class TestManual : public QObject {
    Q_OBJECT

private slots:
    void theSynopsisHasTheVerbs() {
        QString synopsis = QStringLiteral(".B bubblescope\n.RI [ FILE ]\n.br\n");
        for (const Verb* verb : verbs()) synopsis += synopsisOf(*verb);
        synopsis += QStringLiteral(".B bubblescope \\-\\-help\n|\n.B \\-\\-version\n");
        compareFile(kPage, page().replace(section("SYNOPSIS"), synopsis).toUtf8());
    }

    void everyVerbIsExplained() {
        QStringList wanted, found;
        for (const Verb* verb : verbs())
            for (const QString& what : verb == &kList ? verb->takes().split('|') : QStringList(""))
                wanted += (QLatin1String(verb->name) + ' ' + what).trimmed();
        const QRegularExpression head("^\\.TP\n\\.B (.*)$", QRegularExpression::MultilineOption);
        for (auto it = head.globalMatch(section("VERBS")); it.hasNext();) found += it.next().captured(1);
        QCOMPARE(found, wanted);
    }

    void everyOptionIsExplained() {
        const QString options = section("OPTIONS");
        QSet<QString> wanted{"-h", "--version"}, found;
        for (const Verb* verb : verbs())
            for (const Option& option : verb->options()) {
                wanted += option.letter.isEmpty() ? option.name : option.letter;
                const bool isChoice = option.takesValue() && option.value[0].isLower();
                const QString head = ".BR %1 \" \" %2\n";
                QVERIFY2(options.contains(dashed(option.name)), qPrintable(option.name));
                if (isChoice)
                    QVERIFY2(options.contains(head.arg(dashed(option.name), apart(option.value))),
                             qPrintable(option.name));
            }
        const QRegularExpression head("^\\.TP\n\\.B[IR]? ([^\\s]+)", QRegularExpression::MultilineOption);
        for (auto it = head.globalMatch(options); it.hasNext();) found += it.next().captured(1).remove('\\');
        QCOMPARE(found, wanted);
    }

    void everyFormatIsNamed() {
        QVERIFY(page().contains("a " + pictureFormatTitles(true) + " that Bubblescope made"));
        for (const QString& suffix : pictureSuffixes(".", PictureFormats::All))
            QVERIFY2(
                page().contains(QRegularExpression("^.IR? \\" + suffix + "\\b", QRegularExpression::MultilineOption)),
                qPrintable(suffix));
    }

    void theBubblesAreCounted() {
        const QStringList words{"no", "one", "two", "three", "four", "five", "six"};
        QVERIFY(section("VERBS").contains("the bubble by all " + words.value(quantitiesIn(kIsBubble).size())));
    }

    /// Help, completions and this page are made of the options, which therefore have to say it all.
    void everyOptionSaysWhatItMeans() {
        for (const Verb* verb : verbs()) {
            QSet<QString> names;
            for (const Option& option : verb->options())
                for (const QString& name : {option.name, option.letter}) {
                    if (name.isEmpty()) continue;
                    QVERIFY2(!names.contains(name), qPrintable(QLatin1String(verb->name) + ' ' + name));
                    names += name;
                    QVERIFY2(meaningOf(option).size() > 5, qPrintable(name));
                }
            for (const Example& example : verb->examples)
                QVERIFY2(QByteArrayView(example.command).startsWith(verb->name) && *example.meaning, verb->name);
        }
    }
};

QTEST_GUILESS_MAIN(TestManual)

}  // namespace tst_manual
#include "tst_manual.moc"
