#include "app/commands/help.h"

#include "app/commands/actions.h"
#include "app/settings/version.h"
#include "engine/collectives/collective.h"
#include "engine/entries/registry.h"
#include "engine/results/quantities.h"
#include "engine/schedules/schedule.h"
#include "widgets/kit/format.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/kit/theme.h"

#include <QApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QScreen>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace bubblescope {

namespace {

QString heading(const QString& title) { return QStringLiteral("<h3>%1</h3>").arg(title.toHtmlEscaped()); }

QString row(const QString& left, const QString& right) {
    return QStringLiteral("<tr><td style='padding-right:22px; white-space:nowrap'><b>%1</b></td><td>%2</td></tr>")
        .arg(left, symbolHtml(right));
}

/// A row whose left column may have several lines, in a table as wide as the page.
QString gestureRow(const QString& left, const QString& right) {
    return QStringLiteral("<tr><td width='38%' style='padding-right:16px'><b>%1</b></td><td width='62%'>%2</td></tr>")
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
    // Larger type, as for a projector, needs a larger dialog.
    const QSizeF scaled = QSizeF(size) * QApplication::font(dialog).pixelSize() / QApplication::font().pixelSize();
    dialog->resize(scaled.toSize().boundedTo(dialog->screen()->availableSize() - QSize(4, 32)));
    dialog->show();
}

/// What the mouse and single keys do in the picture.
constexpr std::pair<const char*, const char*> kGestures[] = {
    {QT_TRANSLATE_NOOP("Text", "Ctrl + wheel, W, S"), QT_TRANSLATE_NOOP("Text", "zoom the time axis at the cursor")},
    {QT_TRANSLATE_NOOP("Text", "Shift + Ctrl + wheel, Shift + W, Shift + S"),
     QT_TRANSLATE_NOOP("Text", "make rows taller or shorter, around the row at the cursor")},
    {QT_TRANSLATE_NOOP("Text", "Shift + wheel, A, D, drag"), QT_TRANSLATE_NOOP("Text", "move along the time axis")},
    {QT_TRANSLATE_NOOP("Text", "Wheel"), QT_TRANSLATE_NOOP("Text", "scroll through devices and schedules")},
    {QT_TRANSLATE_NOOP("Text", "F"), QT_TRANSLATE_NOOP("Text", "fit the whole time span and all rows")},
    {QT_TRANSLATE_NOOP("Text", "Click"), QT_TRANSLATE_NOOP("Text", "select an operation or a gap to explain it")},
    {QT_TRANSLATE_NOOP("Text", "Double-click"), QT_TRANSLATE_NOOP("Text", "zoom to an operation")},
    {QT_TRANSLATE_NOOP("Text", "Arrow keys"),
     QT_TRANSLATE_NOOP("Text", "select the next operation along a device or a dependency")},
    {QT_TRANSLATE_NOOP("Text", "C"), QT_TRANSLATE_NOOP("Text", "collapse the schedule of the selection")},
    {QT_TRANSLATE_NOOP("Text", "Right-click on a schedule"),
     QT_TRANSLATE_NOOP("Text", "align it with another schedule, device by device")},
    {QT_TRANSLATE_NOOP("Text", "Right-click on an operation or a gap"),
     QT_TRANSLATE_NOOP("Text", "add a bracket, an arrow or a note, highlight or dim")},
    {QT_TRANSLATE_NOOP("Text", "Shift + drag"),
     QT_TRANSLATE_NOOP("Text", "measure a time span between operation edges, and what each row does in it")},
    {QT_TRANSLATE_NOOP("Text", "Space"), QT_TRANSLATE_NOOP("Text", "play the schedules, or pause")},
    {QT_TRANSLATE_NOOP("Text", "Left, Right, Home, End while playing"),
     QT_TRANSLATE_NOOP("Text", "jump to the next end of an operation (with Shift: of a phase), the start or the end")},
    {QT_TRANSLATE_NOOP("Text", "Up, Down while playing"), QT_TRANSLATE_NOOP("Text", "play faster or slower")},
    {QT_TRANSLATE_NOOP("Text", "P, Shift + P while presenting"),
     QT_TRANSLATE_NOOP("Text", "choose the parameter that + and \u2212 change; then type to find and set one: tc=30")},
    {QT_TRANSLATE_NOOP("Text", "Esc"),
     QT_TRANSLATE_NOOP("Text",
                       "leave the innermost mode: find, selection, playback, alignment, parameter keys, a running "
                       "computation, presenting")},
    {QT_TRANSLATE_NOOP("Text", "+, \u2212"), QT_TRANSLATE_NOOP("Text", "zoom")},
    {QT_TRANSLATE_NOOP("Text", "Page keys, Home, End"),
     QT_TRANSLATE_NOOP("Text", "scroll by a page, to the first row or to the last row")},
    {QT_TRANSLATE_NOOP("Text", "Drag in the overview"),
     QT_TRANSLATE_NOOP("Text", "move through time and rows; click to jump, double-click to fit")},
    {QT_TRANSLATE_NOOP("Text", "Drag the chart's marker"),
     QT_TRANSLATE_NOOP("Text", "change the parameter on the x-axis; arrow and page keys do the same")},
    {QT_TRANSLATE_NOOP("Text", "Drag a schedule, Alt + Up, Alt + Down"),
     QT_TRANSLATE_NOOP("Text", "reorder the schedules")},
    {QT_TRANSLATE_NOOP("Text", "F2, double-click on its name"), QT_TRANSLATE_NOOP("Text", "rename a schedule")},
    {QT_TRANSLATE_NOOP("Text", "Return on a schedule, its dots"),
     QT_TRANSLATE_NOOP("Text", "override workload values for this schedule, or use the workload's again")},
    {QT_TRANSLATE_NOOP("Text", "Arrow keys, Return in the chart of peaks"),
     QT_TRANSLATE_NOOP("Text", "move along the schedules, and select one")},
    {QT_TRANSLATE_NOOP("Text", "Page Down, Page Up in a lesson"),
     QT_TRANSLATE_NOOP("Text", "show the answer or the next step, or go back; clickers send these keys")},
    {QT_TRANSLATE_NOOP("Text", "L, B, R, H in a lesson"),
     QT_TRANSLATE_NOOP("Text",
                       "dim everything except what the step points out; blank the screen until the next key; "
                       "restore the step after a change, or predict again; show the hint of a challenge")},
    {QT_TRANSLATE_NOOP("Text", "Space, Left, Right, Home, End on a collective"),
     QT_TRANSLATE_NOOP("Text", "play or pause; go to the previous or next step, the start or the end")},
    {QT_TRANSLATE_NOOP("Text", "Click on a step"),
     QT_TRANSLATE_NOOP("Text", "go to the end of the step; with Shift, to the exact time")},
    {QT_TRANSLATE_NOOP("Text", "Drag along the steps"),
     QT_TRANSLATE_NOOP("Text", "move through time; snaps to the ends of steps unless Shift is pressed")},
    {QT_TRANSLATE_NOOP("Text", "Drag a rank's arrival"),
     QT_TRANSLATE_NOOP("Text", "delay the rank; a double-click or Delete removes the delay")},
    {QT_TRANSLATE_NOOP("Text", "Drag a rank's label, Shift + Left, Shift + Right"),
     QT_TRANSLATE_NOOP("Text", "make that rank slower or faster in every step; a double-click or Delete resets it")},
    {QT_TRANSLATE_NOOP("Text", "Click on a rank's label"),
     QT_TRANSLATE_NOOP("Text", "show every rank in its own row, or fold equal ranks into one row")},
    {QT_TRANSLATE_NOOP("Text", "Click on a cell of a winner map"),
     QT_TRANSLATE_NOOP("Text", "open that configuration; on the page Steps, set both times")},
    {QT_TRANSLATE_NOOP("Text", "Drop a file"),
     QT_TRANSLATE_NOOP("Text", "open a scenario, an experiment, a collective, a lesson or an exported picture")},
    {QT_TRANSLATE_NOOP("Text", "Double-click on a slider"),
     QT_TRANSLATE_NOOP("Text", "reset its value to the default")},
};

constexpr std::pair<const char*, const char*> kSymbols[] = {
    {"D", QT_TRANSLATE_NOOP("Text", "devices of the pipeline")},
    {"MBS", QT_TRANSLATE_NOOP("Text", "microbatches between two flushes; not the micro-batch size")},
    {"v", QT_TRANSLATE_NOOP("Text", "model chunks (virtual stages) per device; one Hanayo wave is two chunks")},
    {"T<sub>F</sub>, T<sub>B</sub>",
     QT_TRANSLATE_NOOP("Text", "time of a forward and of a full backward of one microbatch on one device")},
    {"T<sub>W</sub>",
     QT_TRANSLATE_NOOP("Text", "time of the grad weight (W) of a split backward; the rest is the grad input (B)")},
    {"T<sub>C</sub>", QT_TRANSLATE_NOOP("Text", "time of a transfer between two devices; both can compute meanwhile")},
    {"r", QT_TRANSLATE_NOOP("Text", "recompute ratio: recompute adds r times the forward to the backward")},
    {"x", QT_TRANSLATE_NOOP("Text", "the share by which ops of the first and the last stage take longer")},
    {"T<sub>tot</sub>", QT_TRANSLATE_NOOP("Text", "total time, from the earliest start to the latest end")},
    {QT_TRANSLATE_NOOP("Text", "lower bound"),
     QT_TRANSLATE_NOOP("Text", "no schedule of these operations with this placement can be faster")},
};

constexpr std::pair<const char*, const char*> kSchemeTerms[] = {
    {QT_TRANSLATE_NOOP("Text", "compute worker"), QT_TRANSLATE_NOOP("Text", "the worker that runs an operation")},
    {QT_TRANSLATE_NOOP("Text", "weight worker"),
     QT_TRANSLATE_NOOP("Text", "the worker that stores an operation's weights; another worker fetches them each time")},
    {QT_TRANSLATE_NOOP("Text", "priority"),
     QT_TRANSLATE_NOOP("Text",
                       "decides which operation runs first when several could start at the same time: the one whose "
                       "predecessor has the smaller value")},
    {QT_TRANSLATE_NOOP("Text", "latency"), QT_TRANSLATE_NOOP("Text", "time until the last operation ends")},
    {QT_TRANSLATE_NOOP("Text", "throughput"), QT_TRANSLATE_NOOP("Text", "operations / latency / workers")},
    {QT_TRANSLATE_NOOP("Text", "bound"),
     QT_TRANSLATE_NOOP("Text",
                       "throughput is at most M / stages, where M is the mean of the workers' peak activations")},
    {QT_TRANSLATE_NOOP("Text", "weight transmissions"),
     QT_TRANSLATE_NOOP("Text", "operations of a worker whose weights another worker stores")},
    {QT_TRANSLATE_NOOP("Text", "weight storage"),
     QT_TRANSLATE_NOOP("Text", "stages that a worker computes with weights it stores itself")},
    {QT_TRANSLATE_NOOP("Text", "activation transmissions"),
     QT_TRANSLATE_NOOP("Text", "inputs from another worker, and forwards whose backward runs on another worker")},
    {QT_TRANSLATE_NOOP("Text", "peak activations"),
     QT_TRANSLATE_NOOP("Text",
                       "the most activations that a worker stores at any time, each from its forward to its backward")},
};

constexpr std::pair<const char*, const char*> kCollectiveTerms[] = {
    {QT_TRANSLATE_NOOP("Text", "rank"),
     QT_TRANSLATE_NOOP("Text", "a process with a device; n ranks take part, G per node")},
    {QT_TRANSLATE_NOOP("Text", "slot"),
     QT_TRANSLATE_NOOP("Text", "a part of the buffer of S bytes; each of n slots is S/n bytes")},
    {QT_TRANSLATE_NOOP("Text", "step"),
     QT_TRANSLATE_NOOP("Text",
                       "transfers that run at the same time; a step takes the latency plus the transfer time of its "
                       "busiest link")},
    {QT_TRANSLATE_NOOP("Text", "bus bandwidth"),
     QT_TRANSLATE_NOOP("Text",
                       "S/t times 2(n-1)/n for all-reduce, (n-1)/n for all-gather, reduce-scatter and all-to-all, 1 "
                       "for broadcast and reduce: the rate that the links carry, comparable across n")},
    {QT_TRANSLATE_NOOP("Text", "dual"),
     QT_TRANSLATE_NOOP("Text",
                       "the steps in reverse order with every transfer reversed: copies become sums and sums become "
                       "copies, so a broadcast becomes a reduce")},
    {QT_TRANSLATE_NOOP("Text", "phase"),
     QT_TRANSLATE_NOOP("Text", "one of the collectives that make up another, such as reduce-scatter in all-reduce")},
};

constexpr std::pair<const char*, const char*> kStepTerms[] = {
    {QT_TRANSLATE_NOOP("Text", "exposed communication"),
     QT_TRANSLATE_NOOP("Text",
                       "time in which a rank communicates, or moves data from or to the host, while it computes "
                       "nothing")},
    {QT_TRANSLATE_NOOP("Text", "overlap"), QT_TRANSLATE_NOOP("Text", "1 - exposed communication / communication")},
    {QT_TRANSLATE_NOOP("Text", "idle time of a step"),
     QT_TRANSLATE_NOOP("Text", "the rest: compute + exposed communication + offload + idle time = step time")},
    {QT_TRANSLATE_NOOP("Text", "moves"),
     QT_TRANSLATE_NOOP(
         "Text",
         "what a rank sends: bytes where a model is given; otherwise in units of the parameters before sharding "
         "(\u03a8), of a microbatch's activations between layers (A), of its keys and values (KV), and of its tokens "
         "as dispatched to experts (X)")},
    {QT_TRANSLATE_NOOP("Text", "slowdown"),
     QT_TRANSLATE_NOOP("Text", "a factor on a rank's compute times; collectives, optimizer and host are not affected")},
};

}  // namespace

void showShortcuts(const Actions& actions, QWidget* window) {
    QString keys, gestures;
    for (const auto& shortcut : actions.shortcuts()) keys += gestureRow(shortcut.keys.toHtmlEscaped(), shortcut.what);
    for (const auto& [gesture, effect] : kGestures)
        gestures += gestureRow(Text::tr(gesture).toHtmlEscaped(), Text::tr(effect));
    showPage(Text::tr("Keys and gestures"),
             heading(Text::tr("In the picture")) + table(gestures) + heading(Text::tr("Anywhere")) + table(keys),
             {560, 620}, window);
}

void showDefinitions(QWidget* window) {
    QString symbols, bubbles, schedules, terms, schemes, ofCollectives, reached, ofSteps, steps;
    for (const auto& [symbol, meaning] : kSymbols) symbols += row(Text::tr(symbol), Text::tr(meaning));
    for (const Quantity bubble : quantitiesIn(kIsBubble))
        bubbles += row(toQString(infoOf(bubble).sort).toHtmlEscaped(), toQString(infoOf(bubble).formula));
    for (const ScheduleKind* kind : kindsOf(Family::Schedule))
        schedules += row(toQString(kind->title).toHtmlEscaped(), toQString(kind->source));
    for (const auto& [term, meaning] : kSchemeTerms) terms += row(Text::tr(term), Text::tr(meaning));
    for (const auto& [term, meaning] : kCollectiveTerms) ofCollectives += row(Text::tr(term), Text::tr(meaning));
    for (const CollectiveInfo& info : collectives())
        reached += row(toQString(info.title).toHtmlEscaped(), toQString(info.meaning));
    for (const auto& [term, meaning] : kStepTerms) ofSteps += row(Text::tr(term), Text::tr(meaning));
    for (const ScheduleKind* kind : kindsOf(Family::Step))
        steps += row(toQString(kind->title).toHtmlEscaped(), toQString(kind->source).toHtmlEscaped());
    for (const ScheduleKind* kind : kindsOf(Family::Scheme))
        schemes += row(toQString(kind->title).toHtmlEscaped(), toQString(kind->source).toHtmlEscaped());
    showPage(Text::tr("Definitions"),
             heading(Text::tr("Symbols")) + table(symbols) + heading(Text::tr("Four ways to count the bubble")) +
                 table(bubbles) + heading(Text::tr("Schedules")) + table(schedules) +
                 heading(Text::tr("Placement schemes (a forward takes 1, a backward 2)")) + table(terms) +
                 heading(Text::tr("Schemes")) + table(schemes) + heading(Text::tr("Collectives")) +
                 table(ofCollectives + reached) + heading(Text::tr("Training steps")) + table(ofSteps + steps),
             {680, 640}, window);
}

void showAbout(QWidget* window) {
    const QString licence = Text::tr(
        "<p>Bubblescope is free software: you may use, change and share it under the terms of the GNU General Public "
        "License, version 3 or later. It comes with no warranty.</p>");
    const QString parts = row(QStringLiteral("Qt %1").arg(QLatin1String(qVersion())), Text::tr("GNU LGPL 3")) +
                          row(QStringLiteral("QCustomPlot"), Text::tr("GNU GPL 3 or later; Emanuel Eichhammer")) +
                          row(QStringLiteral("JSON for Modern C++"), Text::tr("MIT; Niels Lohmann")) +
                          row(QStringLiteral("muParser"), Text::tr("BSD 2-Clause; Ingo Berg"));
    showPage(Text::tr("About Bubblescope"),
             QStringLiteral("<h2>Bubblescope %1</h2><p>%2</p>")
                     .arg(QLatin1String(version()), Text::tr("Shows how distributed training schedules "
                                                             "spend time.")) +
                 licence + heading(Text::tr("Libraries")) + table(parts),
             {480, 380}, window);
}

}  // namespace bubblescope
