// The program as a person starts it: a real X server, a window manager, keys from outside.

#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

namespace {

constexpr int kPatience = 60'000;

QProcessEnvironment onDisplay(const QString& display) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("DISPLAY", display);
    environment.insert("QT_QPA_PLATFORM", "xcb");
    environment.remove("WAYLAND_DISPLAY");
    return environment;
}

void end(QProcess& process) {
    process.terminate();
    if (!process.waitForFinished(kPatience)) process.kill();
}

}  // namespace

class TestRealWindow : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        m_server.start("Xvfb", {"-displayfd", "1", "-screen", "0", "1600x1000x24", "-nolisten", "tcp"});
        QVERIFY2(m_server.waitForStarted(kPatience), "Xvfb is missing: ./dev test installs it");
        QVERIFY(m_server.waitForReadyRead(kPatience));
        m_display = ':' + QString::fromLatin1(m_server.readLine()).trimmed();
        m_manager.setProcessEnvironment(onDisplay(m_display));
        m_manager.start("openbox", {"--sm-disable"});
        QVERIFY2(m_manager.waitForStarted(kPatience), "openbox is missing: ./dev test installs it");
    }

    void cleanupTestCase() {
        end(m_manager);
        end(m_server);
    }

    void keysReachTheWindowUntilItCloses() {
        QProcess program;
        program.setProcessEnvironment(onDisplay(m_display));
        program.setProcessChannelMode(QProcess::MergedChannels);
        program.start(QStringLiteral(BUBBLESCOPE_EXE), {"preset:two-nodes"});
        QVERIFY(program.waitForStarted(kPatience));

        QString window;
        const auto isThere = [&] {
            window = xdotool({"search", "--onlyvisible", "--name", "two-nodes.*Bubblescope"});
            return QRegularExpression("^\\d+$").match(window).hasMatch();
        };
        QTRY_VERIFY_WITH_TIMEOUT(isThere(), kPatience);
        xdotool({"windowactivate", "--sync", window});
        const QString size = xdotool({"getwindowgeometry", "--shell", window});
        const auto width = QRegularExpression("WIDTH=(\\d+)").match(size).captured(1).toInt();
        QVERIFY2(width >= 900 && width <= 1600, qPrintable(size));

        xdotool({"key", "--window", window, "ctrl+q"});
        const bool ended = program.waitForFinished(kPatience);
        if (!ended) end(program);
        QVERIFY2(ended, "Ctrl+Q did not close the window");
        const QByteArray said = program.readAll();
        QVERIFY2(program.exitStatus() == QProcess::NormalExit, said.constData());
        QVERIFY2(program.exitCode() == 0, said.constData());
    }

private:
    /// What xdotool answers, or why it did not.
    QString xdotool(const QStringList& arguments) {
        QProcess tool;
        tool.setProcessEnvironment(onDisplay(m_display));
        tool.setProcessChannelMode(QProcess::MergedChannels);
        tool.start("xdotool", arguments);
        if (!tool.waitForFinished(kPatience)) tool.kill();
        return QString::fromUtf8(tool.readAll()).trimmed();
    }

    QProcess m_server, m_manager;
    QString m_display;
};

QTEST_GUILESS_MAIN(TestRealWindow)
#include "tst_real_window.moc"
