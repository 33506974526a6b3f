// The window on a real X server with a window manager, driven by keys and mouse from outside: what offscreen tests
// cannot cover.

#include "tests/app/desk.h"
#include "tests/app/text_fields.h"

#include "tests/built.h"
#include "tests/engine/scenarios.h"
#include "widgets/kit/formula_edit.h"
#include "widgets/kit/slim_slider.h"
#include "widgets/panels/device_table.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QScreen>
#include <QTableView>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

using namespace bubblescope;
using namespace bubblescope::test;

namespace tst_real_window {

namespace {

constexpr int kScreenWidth = 1600, kScreenHeight = 1000;
constexpr int kHangAfterMs = 30'000;  // to end a hang, not to measure

/// A program beside the test. It ends by itself after a while, should the test not come to its end.
class Helper {
public:
    ~Helper() {
        if (!m_out) return;
        if (m_id > 0) kill(m_id, SIGTERM);
        pclose(m_out);  // waits for its end
    }
    /// Starts it.
    explicit Helper(const std::string& command)
        : m_out(popen(("echo $$; exec timeout 300 " + command).c_str(), "r")),
          m_id(static_cast<pid_t>(std::atoi(line().c_str()))) {}

    /// What it says next; empty where it has ended, or never began.
    std::string line() {
        char text[256] = "";
        if (!m_out || !std::fgets(text, sizeof text, m_out)) return {};
        const std::string read(text);
        return read.substr(0, read.find('\n'));
    }

private:
    std::FILE* m_out;
    pid_t m_id;
};

/// What a tool that acts on the X server's own devices says.
QString askTool(const QStringList& arguments) {
    QProcess tool;
    tool.start(QStringLiteral("xdotool"), arguments);
    tool.waitForFinished(kHangAfterMs);
    return QString::fromLatin1(tool.readAllStandardOutput()).trimmed();
}

/// Until the window manager has given the window the keyboard, which it does once its frame is around it, and the
/// program knows where the server has it. (The frame itself it may never learn: Qt keeps margins that it asked for too
/// early.)
void awaitManaged(QWidget& window) {
    QTRY_VERIFY_WITH_TIMEOUT(window.isActiveWindow(), kHangAfterMs);
    const auto known = [&] {
        const QPoint at = window.mapToGlobal(QPoint(0, 0));
        return QStringLiteral("X=%1\nY=%2\n").arg(at.x()).arg(at.y());
    };
    const QStringList toCorner{
        QStringLiteral("mousemove"), QStringLiteral("--window"), QString::number(window.winId()),
        QStringLiteral("0"),         QStringLiteral("0"),        QStringLiteral("getmouselocation"),
        QStringLiteral("--shell")};
    QTRY_VERIFY_WITH_TIMEOUT(askTool(toCorner).contains(known()), kHangAfterMs);
}

/// Moves the mouse and presses keys as the X server's own devices do.
void doWith(const QStringList& arguments) {
    QProcess tool;
    tool.start(QStringLiteral("xdotool"), arguments);
    QVERIFY2(tool.waitForFinished(kHangAfterMs), "xdotool does not end");
    QVERIFY2(tool.exitCode() == 0, tool.readAllStandardError().constData());
}

void press(const QString& keys) { doWith({QStringLiteral("key"), QStringLiteral("--clearmodifiers"), keys}); }

QStringList moveTo(const QWidget& widget, QPoint at) {
    const QPoint place = widget.mapToGlobal(at);
    return {QStringLiteral("mousemove"), QString::number(place.x()), QString::number(place.y())};
}

void click(const QWidget& widget, QPoint at) {
    doWith(moveTo(widget, at) + QStringList{QStringLiteral("click"), QStringLiteral("1")});
}
void click(const QWidget& widget) { click(widget, widget.rect().center()); }

}  // namespace

class TestRealWindow : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_home;

    /// The window of a program of its own, by its title.
    static QString windowCalled(const QString& title) { return askTool({"search", "--onlyvisible", "--name", title}); }

public:
    /// Before the application object, which connects to the server. A window that is mapped while the window manager
    /// still starts is never managed: hence the manager says when it is ready, which is the last thing it does before
    /// it serves windows.
    static void initMain() {
        static Helper server("Xvfb -displayfd 1 -screen 0 " + std::to_string(kScreenWidth) + 'x' +
                             std::to_string(kScreenHeight) + "x24 -nolisten tcp 2>/dev/null");
        const std::string display = server.line();
        if (display.empty()) giveUp("Xvfb", "xvfb");
        qputenv("DISPLAY", QByteArray::fromStdString(':' + display));
        qputenv("QT_QPA_PLATFORM", "xcb");
        qputenv("DBUS_SESSION_BUS_ADDRESS", "disabled:");
        qunsetenv("WAYLAND_DISPLAY");
        static Helper manager("openbox --sm-disable --startup 'echo ready' 2>/dev/null");
        std::string said = manager.line();
        while (!said.empty() && said != "ready") said = manager.line();
        if (said.empty()) giveUp("openbox", "openbox");
        if (std::system("xdotool version >/dev/null 2>&1") != 0) giveUp("xdotool", "xdotool");
    }

private:
    static void giveUp(const char* program, const char* package) {
        std::fprintf(stderr,
                     "FAIL: the test on a real X server needs %s, of the Debian package %s: ./dev test "
                     "installs it\n",
                     program, package);
        std::exit(1);
    }

private slots:
    void init() { m_home = newHome(); }

    void theWindowIsManagedAndOnTheScreen() {
        QCOMPARE(QGuiApplication::platformName(), QString("xcb"));
        Desk desk;
        awaitManaged(desk.window);
        QVERIFY(QRect(0, 0, kScreenWidth, kScreenHeight).contains(desk.window.frameGeometry()));
        // What is on the screen is what the window paints.
        const GanttWidget& gantt = schedulesOf(desk.window).gantt();
        const QRect place(gantt.mapToGlobal(QPoint(0, 0)), gantt.size());
        const auto shown = [&] {
            return desk.window.screen()->grabWindow(0, place.x(), place.y(), place.width(), place.height()).toImage();
        };
        const auto painted = [&] {
            return const_cast<GanttWidget&>(gantt).grab().toImage().convertToFormat(QImage::Format_RGB32);
        };
        QTRY_COMPARE(shown().convertToFormat(QImage::Format_RGB32), painted());
    }

    void keysAndMouseEditTheScenario() {
        Desk desk;
        awaitManaged(desk.window);
        const auto workload = [&] { return desk.document().scenario().workload; };
        NumberField* field = desk.param("microbatches")->field();
        click(*field);
        QTRY_VERIFY(field->hasFocus());
        press("ctrl+a");
        doWith({"type", "16"});
        press("Return");
        QTRY_COMPARE(workload().microbatches, 16);
        verifyTotals(desk);
        QTRY_VERIFY(desk.window.windowTitle().contains('*'));

        SlimSlider* slider = desk.param("comm")->slider();
        const auto at = [&](double position) { return QPoint(qRound(slider->xOf(position)), slider->height() / 2); };
        doWith(moveTo(*slider, at(slider->position())) + QStringList{"mousedown", "1"} + moveTo(*slider, at(0.6)) +
               moveTo(*slider, at(0.5)) + QStringList{"mouseup", "1"});
        QTRY_VERIFY(qAbs(slider->position() - 0.5) < 0.05);
        QTRY_COMPARE(desk.document().undoStack().count(), 2);  // a drag is one step
        verifyTotals(desk);

        press("ctrl+z");
        press("ctrl+z");
        QTRY_COMPARE(workload().microbatches, 8);
        QTRY_VERIFY(!desk.window.windowTitle().contains('*'));
        verifyTotals(desk);
    }

    void theMousePicksAndTheWheelZooms() {
        Desk desk;
        awaitManaged(desk.window);
        GanttWidget& gantt = schedulesOf(desk.window).gantt();
        const QRectF lane = gantt.ganttLayout().laneRect(0, LaneId(0));
        const QPoint first(qRound(gantt.ganttLayout().plotLeft) + 6, qRound(lane.center().y()));
        click(gantt, first);
        const Row row = gantt.shown()[0].timeline->program->lanes[0].begin;
        QTRY_VERIFY(gantt.currentPick() && gantt.currentPick()->op == row);
        const double span = gantt.ganttLayout().range.span();
        doWith({"keydown", "ctrl", "click", "4", "keyup", "ctrl"});
        QTRY_VERIFY(gantt.ganttLayout().range.span() < span);
        press("Escape");
        QTRY_VERIFY(!gantt.currentPick());
    }

    void typingGoesIntoTheFirstCellOfTheTimes() {
        Desk desk;
        awaitManaged(desk.window);
        click(*desk.param("forward")->findChildren<QAbstractButton*>().front());
        DeviceTable* table = nullptr;
        QTRY_VERIFY((table = desk.window.findChild<DeviceTable*>()) && table->isVisible());
        awaitManaged(*table);
        QTRY_VERIFY(table->timesView()->hasFocus());
        for (const int row : {1, 2}) {
            doWith({"type", row == 1 ? "90" : "95"});
            press("Return");
            QTRY_COMPARE(table->timesView()->currentIndex().row(), row);
        }
        click(*table->applyButton());
        const PerDevice times = std::vector<double>{90, 95, 100, 100};
        QTRY_VERIFY(desk.document().scenario().workload.forward == times);
        verifyTotals(desk);
    }

    /// While no program owns the clipboard, while another has a picture on it, and once that program is gone.
    void aFormulaAcceptsAnyClipboard() {
        Desk desk;
        awaitManaged(desk.window);
        desk.document().start(schemeScenario("looped-pp"), {"scheme"});
        const auto page = std::ranges::find(pageKinds(), &kSchemesPage) - pageKinds().begin();
        desk.actions().pages->actions()[page]->trigger();
        desk.settle();
        auto* const formula = desk.window.page(kSchemesPage).findChild<FormulaEdit*>();
        QString expected = formula->text();
        const auto pasteAndType = [&] {
            doWith({"windowactivate", "--sync", QString::number(desk.window.winId())});
            click(*formula);
            QTRY_VERIFY(formula->hasFocus());
            press("ctrl+v");
            doWith({"click", "2"});
            press("ctrl+End");
            doWith({"type", "1"});
            expected += '1';
            QTRY_COMPARE(formula->text(), expected);
        };
        const auto formats = [] { return QGuiApplication::clipboard()->mimeData()->formats(); };
        for (const auto mode : {QClipboard::Clipboard, QClipboard::Selection})
            QGuiApplication::clipboard()->clear(mode);
        QTRY_VERIFY(formats().isEmpty());
        pasteAndType();

        QProcess other;
        other.start(QString::fromUtf8(kProgram), {"preset:two-nodes"});
        const QString title = "^two-nodes.*Bubblescope$";
        QTRY_VERIFY_WITH_TIMEOUT(!windowCalled(title).isEmpty(), kHangAfterMs);
        doWith({"windowactivate", "--sync", windowCalled(title)});
        press("ctrl+shift+c");
        QTRY_VERIFY_WITH_TIMEOUT(formats().contains("image/png"), kHangAfterMs);
        pasteAndType();
        other.kill();
        QVERIFY(other.waitForFinished(kHangAfterMs));
        QTRY_VERIFY_WITH_TIMEOUT(formats().isEmpty(), kHangAfterMs);
        pasteAndType();
    }

    void fieldsAcceptAnySelection() {
        Desk desk;
        awaitManaged(desk.window);
        QVERIFY(QGuiApplication::clipboard()->supportsSelection());
        for (std::size_t page = 0; page < pageKinds().size(); ++page) {
            desk.actions().pages->actions()[int(page)]->trigger();
            desk.rest();
            const QStringList wrong = pasteEverywhere(desk.window.page(*pageKinds()[page]),
                                                      {TextField::Way::MiddleClick, TextField::Way::Key});
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join('\n')));
        }
    }

    /// The program as a person starts it.
    void keysReachTheProgramUntilItCloses() {
        QProcess program;
        program.setProcessChannelMode(QProcess::MergedChannels);
        program.start(QString::fromUtf8(kProgram), {"preset:two-nodes"});
        QVERIFY(program.waitForStarted(kHangAfterMs));
        const QString title = "^two-nodes.*Bubblescope$";
        QTRY_VERIFY_WITH_TIMEOUT(!windowCalled(title).isEmpty(), kHangAfterMs);
        doWith({"windowactivate", "--sync", windowCalled(title)});
        press("ctrl+q");
        const bool ended = program.waitForFinished(kHangAfterMs);
        if (!ended) program.kill();
        QVERIFY2(ended, "Ctrl+Q did not close the window");
        const QByteArray said = program.readAll();
        QVERIFY2(program.exitStatus() == QProcess::NormalExit && program.exitCode() == 0, said.constData());
    }
};

QTEST_MAIN(TestRealWindow)

}  // namespace tst_real_window
#include "tst_real_window.moc"
