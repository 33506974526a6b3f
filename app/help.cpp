#include "app/help.h"

#include "app/actions.h"
#include "app/version.h"
#include "engine/collectives/collective.h"
#include "engine/kinds/kind.h"
#include "engine/run/quantities.h"
#include "engine/schedules/schedule.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/format.h"

#include <QApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QScreen>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace bubblescope {

namespace {

QString text(const char* source) { return QCoreApplication::translate("help", source); }

QString heading(const QString& title) { return QStringLiteral("<h3>%1</h3>").arg(title.toHtmlEscaped()); }

QString row(const QString& left, const QString& right) {
    return QStringLiteral("<tr><td style='padding-right:22px; white-space:nowrap'><b>%1</b></td><td>%2</td></tr>")
        .arg(left, symbolHtml(right));
}

QString table(const QString& rows) { return QStringLiteral("<table cellpadding='3'>%1</table>").arg(rows); }

void showPage(const QString& title, const QString& html, const QSize& size, QWidget* window) {
    auto* dialog = new QDialog(window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto* page = new QTextBrowser(dialog);
    page->setOpenExternalLinks(true);
    page->setFrameShape(QFrame::NoFrame);
    page->setHtml(html);
    page->setAccessibleName(title);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(18, 14, 18, 14);
    column->addWidget(page);
    column->addWidget(buttons);
    // Type for a room takes more of it.
    const QSizeF scaled = QSizeF(size) * QApplication::font(dialog).pixelSize() / QApplication::font().pixelSize();
    dialog->resize(scaled.toSize().boundedTo(dialog->screen()->availableSize() - QSize(4, 32)));
    dialog->show();
}

/// What the mouse and single keys do on the picture.
constexpr std::pair<const char*, const char*> kGestures[] = {
    {QT_TRANSLATE_NOOP("help", "Ctrl + wheel, W, S"), QT_TRANSLATE_NOOP("help", "zoom at the cursor")},
    {QT_TRANSLATE_NOOP("help", "Shift + Ctrl + wheel, Shift + W, Shift + S"),
     QT_TRANSLATE_NOOP("help", "higher and lower rows, about the one at the cursor")},
    {QT_TRANSLATE_NOOP("help", "Shift + wheel, A, D, drag"), QT_TRANSLATE_NOOP("help", "move along the time axis")},
    {QT_TRANSLATE_NOOP("help", "Wheel"), QT_TRANSLATE_NOOP("help", "scroll through devices and schedules")},
    {QT_TRANSLATE_NOOP("help", "F"), QT_TRANSLATE_NOOP("help", "fit everything: the whole time, all rows")},
    {QT_TRANSLATE_NOOP("help", "Click"), QT_TRANSLATE_NOOP("help", "select an operation, or ask why a device idles")},
    {QT_TRANSLATE_NOOP("help", "Double-click"), QT_TRANSLATE_NOOP("help", "zoom to an operation")},
    {QT_TRANSLATE_NOOP("help", "Arrow keys"), QT_TRANSLATE_NOOP("help", "walk along a device and along dependencies")},
    {QT_TRANSLATE_NOOP("help", "C"), QT_TRANSLATE_NOOP("help", "collapse the schedule of what is selected")},
    {QT_TRANSLATE_NOOP("help", "Right-click on a schedule"),
     QT_TRANSLATE_NOOP("help", "align it with another one, device by device")},
    {QT_TRANSLATE_NOOP("help", "Shift + drag"),
     QT_TRANSLATE_NOOP("help", "measure a span of time from edge to edge, and what its rows do in it")},
    {QT_TRANSLATE_NOOP("help", "Space"), QT_TRANSLATE_NOOP("help", "play the schedules, or pause")},
    {QT_TRANSLATE_NOOP("help", "Left, Right, with Shift, Home, End while playing"),
     QT_TRANSLATE_NOOP("help", "go by ends of operations, by phases, to the start or the end")},
    {QT_TRANSLATE_NOOP("help", "Up, Down while playing"), QT_TRANSLATE_NOOP("help", "faster and slower")},
    {QT_TRANSLATE_NOOP("help", "P, Shift + P while presenting"),
     QT_TRANSLATE_NOOP("help", "choose a parameter, which + and \u2212 change then")},
    {QT_TRANSLATE_NOOP("help", "Esc"),
     QT_TRANSLATE_NOOP("help",
                       "end the innermost thing: a search, the selection, playing, an alignment, a parameter's keys, "
                       "long work, presenting")},
    {QT_TRANSLATE_NOOP("help", "+, \u2212"), QT_TRANSLATE_NOOP("help", "zoom")},
    {QT_TRANSLATE_NOOP("help", "Page keys, Home, End"),
     QT_TRANSLATE_NOOP("help", "scroll by pages, to the first and to the last row")},
    {QT_TRANSLATE_NOOP("help", "Drag in the overview"),
     QT_TRANSLATE_NOOP("help", "move over time and rows at once; a click looks there, a double-click fits")},
    {QT_TRANSLATE_NOOP("help", "Drag the chart's marker"),
     QT_TRANSLATE_NOOP("help", "change the value that the curves run over; arrow and page keys do it too")},
    {QT_TRANSLATE_NOOP("help", "Drag a schedule, Alt + Up, Alt + Down"),
     QT_TRANSLATE_NOOP("help", "change the order of the schedules")},
    {QT_TRANSLATE_NOOP("help", "F2, double-click on its name"), QT_TRANSLATE_NOOP("help", "rename a schedule")},
    {QT_TRANSLATE_NOOP("help", "Return on a schedule, its dots"),
     QT_TRANSLATE_NOOP("help", "give it values of its own, or the workload's again")},
    {QT_TRANSLATE_NOOP("help", "Arrow keys, Return in the chart of peaks"),
     QT_TRANSLATE_NOOP("help", "walk along the schedules, and choose one")},
    {QT_TRANSLATE_NOOP("help", "Page Down, Page Up in a lesson"),
     QT_TRANSLATE_NOOP("help", "to the answer or the next step, and back: a clicker's keys")},
    {QT_TRANSLATE_NOOP("help", "L, B in a lesson"),
     QT_TRANSLATE_NOOP("help", "dim all but what it points out; blank the screen until the next key")},
    {QT_TRANSLATE_NOOP("help", "Space, Left, Right, Home, End on a collective"),
     QT_TRANSLATE_NOOP("help", "play or pause its steps, go a step back or on, to the start or the end")},
    {QT_TRANSLATE_NOOP("help", "Click on a step"),
     QT_TRANSLATE_NOOP("help", "go to its end; with Shift to the very time")},
    {QT_TRANSLATE_NOOP("help", "Drag along the steps"),
     QT_TRANSLATE_NOOP("help", "go to a time; it holds at the ends of steps unless Shift is held")},
    {QT_TRANSLATE_NOOP("help", "Drag a rank's arrival"),
     QT_TRANSLATE_NOOP("help", "let it come late; a double-click or Delete lets it be on time")},
    {QT_TRANSLATE_NOOP("help", "Drag a rank's label, Shift + Left, Shift + Right"),
     QT_TRANSLATE_NOOP("help", "make that rank of all steps slower or faster; a double-click or Delete puts it back")},
    {QT_TRANSLATE_NOOP("help", "Click on a rank's label"),
     QT_TRANSLATE_NOOP("help", "show each rank for itself, or equal ones as one row")},
    {QT_TRANSLATE_NOOP("help", "Click on a cell of a winner map"),
     QT_TRANSLATE_NOOP("help", "open that configuration; of steps, set both times")},
    {QT_TRANSLATE_NOOP("help", "Drop a file"),
     QT_TRANSLATE_NOOP("help", "open a scenario, an experiment, a collective or an exported picture")},
    {QT_TRANSLATE_NOOP("help", "Double-click on a slider"),
     QT_TRANSLATE_NOOP("help", "put its value back to the default")},
};

constexpr std::pair<const char*, const char*> kSymbols[] = {
    {"D", QT_TRANSLATE_NOOP("help", "devices (workers) of the pipeline")},
    {"MBS", QT_TRANSLATE_NOOP("help", "microbatches between two flushes")},
    {"v", QT_TRANSLATE_NOOP("help", "model chunks (virtual stages) on each device; a Hanayo wave is two")},
    {"T<sub>F</sub>, T<sub>B</sub>",
     QT_TRANSLATE_NOOP("help", "time of a forward and of a full backward of one microbatch on one device")},
    {"T<sub>W</sub>",
     QT_TRANSLATE_NOOP("help", "the weight-gradient half of a split backward; the rest is the input half")},
    {"T<sub>C</sub>",
     QT_TRANSLATE_NOOP("help", "time to send a result from one device to another; it occupies no device")},
    {"r", QT_TRANSLATE_NOOP("help", "recompute ratio: the backward grows by r times the forward")},
    {"x", QT_TRANSLATE_NOOP("help", "the share by which the first and the last device take longer")},
    {"T<sub>tot</sub>", QT_TRANSLATE_NOOP("help", "total time, from the earliest start to the latest end")},
    {"bound", QT_TRANSLATE_NOOP("help", "no order of this work in this placement can be faster")},
};

constexpr std::pair<const char*, const char*> kSchemeTerms[] = {
    {QT_TRANSLATE_NOOP("help", "compute worker"), QT_TRANSLATE_NOOP("help", "the worker that runs an operation")},
    {QT_TRANSLATE_NOOP("help", "weight worker"),
     QT_TRANSLATE_NOOP("help", "the worker that stores its weights; another one fetches them for each operation")},
    {QT_TRANSLATE_NOOP("help", "priority"),
     QT_TRANSLATE_NOOP("help",
                       "which of the operations that could start at the same time goes first: the one whose "
                       "predecessor has the smaller value")},
    {QT_TRANSLATE_NOOP("help", "latency"), QT_TRANSLATE_NOOP("help", "time until the last operation has ended")},
    {QT_TRANSLATE_NOOP("help", "throughput"), QT_TRANSLATE_NOOP("help", "operations / latency / workers")},
    {QT_TRANSLATE_NOOP("help", "bound"),
     QT_TRANSLATE_NOOP("help",
                       "throughput is at most M / stages, M being the mean over the workers of their peak "
                       "activations")},
    {QT_TRANSLATE_NOOP("help", "weight transmissions"),
     QT_TRANSLATE_NOOP("help", "operations of a worker whose weights another one stores")},
    {QT_TRANSLATE_NOOP("help", "weight storage"),
     QT_TRANSLATE_NOOP("help", "stages that a worker computes with weights of its own")},
    {QT_TRANSLATE_NOOP("help", "activation transmissions"),
     QT_TRANSLATE_NOOP("help", "inputs from another worker, and forwards whose backward runs elsewhere")},
    {QT_TRANSLATE_NOOP("help", "peak activations"),
     QT_TRANSLATE_NOOP("help",
                       "the most activations that a worker holds while it works, each from its forward to its "
                       "backward")},
};

constexpr std::pair<const char*, const char*> kCollectiveTerms[] = {
    {QT_TRANSLATE_NOOP("help", "rank"), QT_TRANSLATE_NOOP("help", "a process with a device; n take part, G on a node")},
    {QT_TRANSLATE_NOOP("help", "slot"),
     QT_TRANSLATE_NOOP("help", "a piece of the buffer of S bytes: of n slots each is S/n")},
    {QT_TRANSLATE_NOOP("help", "step"),
     QT_TRANSLATE_NOOP("help", "transfers at the same time; it takes the latency and the bytes of its busiest port")},
    {QT_TRANSLATE_NOOP("help", "bus bandwidth"),
     QT_TRANSLATE_NOOP("help",
                       "S/t times 2(n-1)/n of an all-reduce, (n-1)/n of an all-gather, reduce-scatter or all-to-all, 1 "
                       "of a broadcast or reduce: what the links carry, whatever n is")},
    {QT_TRANSLATE_NOOP("help", "dual"),
     QT_TRANSLATE_NOOP("help",
                       "the steps backwards with every arrow reversed: copies become sums, sums copies; a broadcast "
                       "becomes a reduce")},
    {QT_TRANSLATE_NOOP("help", "seam"),
     QT_TRANSLATE_NOOP("help", "where one collective ends of the two that a third is made of")},
};

constexpr std::pair<const char*, const char*> kStepTerms[] = {
    {QT_TRANSLATE_NOOP("help", "exposed"),
     QT_TRANSLATE_NOOP("help",
                       "time in which a rank communicates, or moves data from or to the host, and computes nothing")},
    {QT_TRANSLATE_NOOP("help", "overlap"), QT_TRANSLATE_NOOP("help", "1 - exposed communication / communication")},
    {QT_TRANSLATE_NOOP("help", "idle of a step"),
     QT_TRANSLATE_NOOP("help", "what is left: compute + exposed + offload + idle are the step")},
    {QT_TRANSLATE_NOOP("help", "moves"),
     QT_TRANSLATE_NOOP(
         "help",
         "what a rank sends: bytes of a model; else in its parameters before they are sharded (\u03a8), a "
         "microbatch's activations between layers (A), its keys and values (KV), its tokens as their "
         "experts get them (X)")},
    {QT_TRANSLATE_NOOP("help", "slowdown"),
     QT_TRANSLATE_NOOP("help",
                       "a factor on what a rank computes; collectives, optimizer and host are as fast as ever")},
};

}  // namespace

void showShortcuts(const Actions& actions, QWidget* window) {
    QString keys, gestures;
    for (const auto& shortcut : actions.shortcuts()) keys += row(shortcut.keys.toHtmlEscaped(), shortcut.what);
    for (const auto& [gesture, effect] : kGestures) gestures += row(text(gesture).toHtmlEscaped(), text(effect));
    showPage(text("Keys and gestures"),
             heading(text("On the picture")) + table(gestures) + heading(text("Anywhere")) + table(keys), {560, 620},
             window);
}

void showDefinitions(QWidget* window) {
    QString symbols, bubbles, schedules, terms, schemes, ofCollectives, reached, ofSteps, steps;
    for (const auto& [symbol, meaning] : kSymbols) symbols += row(QString::fromUtf8(symbol), text(meaning));
    for (const Quantity bubble : quantitiesIn(kIsBubble))
        bubbles += row(toQString(infoOf(bubble).sort).toHtmlEscaped(), toQString(infoOf(bubble).formula));
    for (const ScheduleKind* kind : kindsOf(Family::Schedule))
        schedules += row(toQString(kind->title).toHtmlEscaped(), toQString(kind->source));
    for (const auto& [term, meaning] : kSchemeTerms) terms += row(text(term), text(meaning));
    for (const auto& [term, meaning] : kCollectiveTerms) ofCollectives += row(text(term), text(meaning));
    for (const CollectiveInfo& info : collectives())
        reached += row(toQString(info.title).toHtmlEscaped(), toQString(info.meaning));
    for (const auto& [term, meaning] : kStepTerms) ofSteps += row(text(term), text(meaning));
    for (const ScheduleKind* kind : kindsOf(Family::Step))
        steps += row(toQString(kind->title).toHtmlEscaped(), toQString(kind->source).toHtmlEscaped());
    for (const ScheduleKind* kind : kindsOf(Family::Scheme))
        schemes += row(toQString(kind->title).toHtmlEscaped(), toQString(kind->source).toHtmlEscaped());
    showPage(text("Definitions"),
             heading(text("Symbols")) + table(symbols) + heading(text("Four ways to count the bubble")) +
                 table(bubbles) + heading(text("Schedules")) + table(schedules) +
                 heading(text("Placement schemes, where a forward takes 1 and a backward 2")) + table(terms) +
                 heading(text("Schemes")) + table(schemes) + heading(text("Collectives")) +
                 table(ofCollectives + reached) + heading(text("Training steps")) + table(ofSteps + steps),
             {680, 640}, window);
}

void showAbout(QWidget* window) {
    const QString licence = text(
        "<p>Bubblescope is free software: you may use, change and share it under the terms of the GNU General Public "
        "License, version 3 or later. It comes without any warranty.</p>");
    const QString parts = row(QStringLiteral("Qt %1").arg(QLatin1String(qVersion())), text("GNU LGPL 3")) +
                          row(QStringLiteral("QCustomPlot"), text("GNU GPL 3 or later; Emanuel Eichhammer")) +
                          row(QStringLiteral("JSON for Modern C++"), text("MIT; Niels Lohmann")) +
                          row(QStringLiteral("muParser"), text("BSD 2-Clause; Ingo Berg"));
    showPage(text("About Bubblescope"),
             QStringLiteral("<h2>Bubblescope %1</h2><p>%2</p>")
                     .arg(QLatin1String(version()), text("Shows how distributed training schedules "
                                                         "spend time.")) +
                 licence + heading(text("Built with")) + table(parts),
             {480, 380}, window);
}

}  // namespace bubblescope
