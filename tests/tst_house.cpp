// Rules of the project that a compiler does not check: which files may include which, and what belongs where.

#include "tests/contents.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <map>

namespace tst_house {

namespace {

QString read(const QString& path) {
    return QString::fromUtf8(bubblescope::test::contents(QStringLiteral(SOURCE_DIR "/") + path));
}

/// Paths of the .cpp and .h files of a folder, or of those with other names, relative to the source tree.
QStringList sources(const QString& folder, const QStringList& names = {"*.cpp", "*.h"}) {
    const QDir root(QStringLiteral(SOURCE_DIR));
    QStringList paths;
    QDirIterator it(root.filePath(folder), names, QDir::Files, QDirIterator::Subdirectories);
    while (it.hasNext()) paths += root.relativeFilePath(it.next());
    paths.sort();
    return paths;
}

/// "path: line" of all lines of `paths` that match.
QStringList linesMatching(const QStringList& paths, const QRegularExpression& pattern) {
    QStringList found;
    for (const QString& path : paths)
        for (const QString& line : read(path).split('\n'))
            if (pattern.match(line).hasMatch()) found += path + ": " + line.trimmed();
    return found;
}

}  // namespace

class TestHouse : public QObject {
    Q_OBJECT

private slots:
    void includes_data() {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("except");
        QTest::addColumn<QString>("forbidden");
        QTest::addColumn<QString>("example");
        const QString include = R"(^\s*#\s*include\s*[<\x22])";
        const QString json = include + R"((nlohmann/|json\.hpp))";
        QTest::newRow("the engine knows no Qt") << "engine"
                                                << "" << include + R"((Q[A-Z]|Qt|q[a-z]+\.h))"
                                                << "#include <QString>";
        QTest::newRow("the engine includes the engine alone") << "engine"
                                                              << "" << include + "(widgets|app|tests)/"
                                                              << "#include \"widgets/kit/theme.h\"";
        QTest::newRow("widgets never reach back into app") << "widgets"
                                                           << "" << include + "(app|tests)/"
                                                           << "#include \"app/document.h\"";
        QTest::newRow("app does not include tests") << "app"
                                                    << "" << include + "tests/"
                                                    << "#include \"tests/x.h\"";
        QTest::newRow("JSON stays in engine/io: engine") << "engine"
                                                         << "engine/io/" << json << "#include <nlohmann/json.hpp>";
        QTest::newRow("JSON stays in engine/io: widgets") << "widgets"
                                                          << "" << json << "#include \"json.hpp\"";
        QTest::newRow("JSON stays in engine/io: app") << "app"
                                                      << "" << json << "# include <nlohmann/json_fwd.hpp>";
        const QString makers =
            include + R"((engine/(results/run\.h|schedules/|schemes/|kinds/|entries/|study/)|widgets/shown/outcome))";
        QTest::newRow("Gantts know what they are shown alone") << "widgets/gantt"
                                                               << "" << makers << "#include \"engine/results/run.h\"";
        QTest::newRow("and so do their pictures")
            << "widgets/picture"
            << "widgets/picture/exported_" << makers << "#include \"widgets/shown/outcome.h\"";
        for (const char* folder : {"engine", "widgets", "app"})
            QTest::addRow("formulas stay in their room: %s", folder)
                << folder << "engine/formula/formula.cpp" << include + "muParser"
                << "#include <muParser.h>";
    }

    void includes() {
        QFETCH(QString, folder);
        QFETCH(QString, except);
        QFETCH(QString, forbidden);
        QFETCH(QString, example);
        const QRegularExpression pattern(forbidden);
        QVERIFY(pattern.match(example).hasMatch());
        QStringList paths = sources(folder);
        QVERIFY(!paths.isEmpty());
        if (!except.isEmpty()) paths.removeIf([&](const QString& path) { return path.startsWith(except); });
        const QStringList offences = linesMatching(paths, pattern);
        QVERIFY2(offences.isEmpty(), qPrintable(offences.join('\n')));
    }

    /// tests/rooms.txt lists which room may include which; each names only rooms above it, so there is no circle.
    void roomsIncludeWhatTheirListSays() {
        std::map<QString, QStringList> allowed, used;
        QStringList above;
        QString room;
        for (const QString& line : read("tests/rooms.txt").split('\n', Qt::SkipEmptyParts)) {
            if (line.startsWith('#')) continue;
            QString names = line;
            if (!line.startsWith(' ')) {
                if (!room.isEmpty()) above += room;
                room = line.section(':', 0, 0);
                names = line.section(':', 1);
                QVERIFY2(!allowed.contains(room), qPrintable(room + " is listed twice"));
                allowed[room];
            }
            for (const QString& name : names.split(' ', Qt::SkipEmptyParts)) {
                QVERIFY2(above.contains(name), qPrintable(room + " names " + name + ", which stands below it"));
                allowed[room] += name;
            }
        }
        static const QRegularExpression kInclude(R"(^#include \x22((?:engine|widgets|app)/[^\x22]+)/[^/\x22]+\x22$)");
        QStringList offences;
        for (const char* folder : {"engine", "widgets", "app"})
            for (const QString& path : sources(folder, {"*.cpp", "*.h", "*.def"})) {
                const QString from = path.section('/', 0, -2);
                if (!allowed.contains(from)) offences += from + ": not in the list";
                for (const QString& line : read(path).split('\n')) {
                    const auto match = kInclude.match(line);
                    const QString to = match.captured(1);
                    if (!match.hasMatch() || to == from) continue;
                    used[from] += to;
                    if (!allowed[from].contains(to)) offences += path + " includes " + to;
                }
            }
        for (const auto& [from, rooms] : allowed)
            for (const QString& to : rooms)
                if (!used[from].contains(to)) offences += from + ": nobody there includes " + to;
        offences.removeDuplicates();
        QVERIFY2(offences.isEmpty(), qPrintable(offences.join('\n')));
    }

    /// They cost seconds in every file that includes them.
    void heavyHeadersStayInCppFiles() {
        QStringList headers = sources("engine") + sources("widgets") + sources("app");
        headers.removeIf([](const QString& path) { return !path.endsWith(".h"); });
        QVERIFY(!headers.isEmpty());
        for (const char* known : {"widgets/charts/plot_library.h", "engine/io/fields.h"}) headers.removeOne(known);
        const QRegularExpression pattern(
            R"(^\s*#\s*include\s*[<\x22](qcustomplot\.h|.*plot_library\.h|.*json\.hpp|.*io/fields\.h))");
        const QStringList offences = linesMatching(headers, pattern);
        QVERIFY2(offences.isEmpty(), qPrintable(offences.join('\n')));
    }

    /// Each of these reads all of Qt: seconds in every file that includes it.
    void noFileIncludesAllOfQt() {
        QStringList paths = sources("widgets") + sources("app") + sources("tests");
        QVERIFY(paths.removeOne("widgets/charts/plot_library.h"));
        const QRegularExpression pattern(
            R"(^\s*#\s*include\s*<(qcustomplot\.h|Qt(Core|Gui|Widgets|PrintSupport|Test)(/Qt\w+)?>))");
        const QStringList offences = linesMatching(paths, pattern);
        QVERIFY2(offences.isEmpty(), qPrintable(offences.join('\n')));
    }

    /// A header outside Qt that pulls these in before Qt stops moc 6.4.
    void engineHeadersLeaveOutWhatMocCannotRead() {
        QStringList headers = sources("engine");
        headers.removeIf([](const QString& path) { return !path.endsWith(".h"); });
        const QStringList offences =
            linesMatching(headers, QRegularExpression(R"(^\s*#\s*include\s*<(compare|concepts|ranges)>)"));
        QVERIFY2(offences.isEmpty(), qPrintable(offences.join('\n')));
    }

    /// As the clang-format of Debian 12 does it; others differ. Lists (.def) are laid out by hand.
    void filesAreFormatted() {
        QProcess version;
        version.start("clang-format", {"--version"});
        QVERIFY2(version.waitForFinished(), "clang-format is missing: `./dev test` installs it");
        if (const QByteArray text = version.readAll(); !text.contains(" 14.")) QSKIP(text.constData());
        const QStringList paths = sources("engine") + sources("widgets") + sources("app") + sources("tests");
        QVERIFY(paths.size() > 400);
        QProcess format;
        format.setWorkingDirectory(QStringLiteral(SOURCE_DIR));
        format.start("clang-format", QStringList{"--dry-run", "-Werror"} + paths);
        QVERIFY(format.waitForFinished(300'000));
        QVERIFY2(format.exitCode() == 0, format.readAllStandardError().constData());
    }

    /// clang-format leaves long strings as they are.
    void linesEndAt120Columns() {
        QStringList paths{"CMakeLists.txt", "dev"};
        for (const char* folder : {"engine", "widgets", "app", "tests"})
            paths += sources(folder, {"*.cpp", "*.h", "*.def", "*.in", "CMakeLists.txt"});
        QStringList offences;
        for (const QString& path : paths) {
            const QList<uint> text = read(path).toUcs4();
            int line = 1, columns = 0;
            for (const uint character : text) {
                columns = character == '\n' ? 0 : columns + 1;
                if (columns == 121) offences += QStringLiteral("%1:%2").arg(path).arg(line);
                if (character == '\n') ++line;
            }
        }
        QVERIFY2(offences.isEmpty(), qPrintable(offences.join('\n')));
    }

    /// A schedule that no line of kinds.def names would be silently absent.
    void everyScheduleFileIsListed() {
        const QString list = read("engine/schedules/kinds.def");
        QStringList listed, defined;
        const QRegularExpression line(R"(^BUBBLESCOPE_SCHEDULE\((\w+)\))", QRegularExpression::MultilineOption);
        for (auto it = line.globalMatch(list); it.hasNext();) listed += it.next().captured(1);
        const QRegularExpression definition(R"(^const ScheduleKind (\w+) = \{)", QRegularExpression::MultilineOption);
        for (const QString& path : sources("engine/schedules"))
            for (auto it = definition.globalMatch(read(path)); it.hasNext();) defined += it.next().captured(1);
        QVERIFY(listed.size() >= 5);
        listed.sort();
        defined.sort();
        QCOMPARE(defined, listed);
    }

    void theMainWindowOnlyComposes() {
        const QString window = read("app/window/main_window.cpp");
        QVERIFY(!window.isEmpty());
        QVERIFY2(window.count('\n') < 300, qPrintable(QString::number(window.count('\n')) + " lines"));
    }

    void theDoorIsOpen() {
        const QFileInfo dev(QStringLiteral(SOURCE_DIR "/dev")), ci(QStringLiteral(SOURCE_DIR "/.ci/run"));
        QVERIFY(dev.isExecutable());
        QVERIFY(ci.isExecutable());
        const QString readme = read("README.md");
        QVERIFY(readme.contains("./dev run\n"));
        QVERIFY(readme.contains("./dev test\n"));
        QVERIFY(read("LICENSE").contains("GNU GENERAL PUBLIC LICENSE"));
    }
};

QTEST_APPLESS_MAIN(TestHouse)

}  // namespace tst_house
#include "tst_house.moc"
