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
    {QT_TRANSLATE_NOOP("Text", "Ctrl + wheel, W, S"), QT_TRANSLATE_NOOP("Text", "zoom at the cursor")},
    {QT_TRANSLATE_NOOP("Text", "Shift + Ctrl + wheel, Shift + W, Shift + S"),
     QT_TRANSLATE_NOOP("Text", "higher and lower rows, about the one at the cursor")},
    {QT_TRANSLATE_NOOP("Text", "Shift + wheel, A, D, drag"), QT_TRANSLATE_NOOP("Text", "move along the time axis")},
    {QT_TRANSLATE_NOOP("Text", "Wheel"), QT_TRANSLATE_NOOP("Text", "scroll through devices and schedules")},
    {QT_TRANSLATE_NOOP("Text", "F"), QT_TRANSLATE_NOOP("Text", "fit everything: the whole time, all rows")},
    {QT_TRANSLATE_NOOP("Text", "Click"), QT_TRANSLATE_NOOP("Text", "select an operation, or ask why a device idles")},
    {QT_TRANSLATE_NOOP("Text", "Double-click"), QT_TRANSLATE_NOOP("Text", "zoom to an operation")},
    {QT_TRANSLATE_NOOP("Text", "Arrow keys"), QT_TRANSLATE_NOOP("Text", "walk along a device and along dependencies")},
    {QT_TRANSLATE_NOOP("Text", "C"), QT_TRANSLATE_NOOP("Text", "collapse the schedule of what is selected")},
    {QT_TRANSLATE_NOOP("Text", "Right-click on a schedule"),
     QT_TRANSLATE_NOOP("Text", "align it with another one, device by device")},
    {QT_TRANSLATE_NOOP("Text", "Shift + drag"),
     QT_TRANSLATE_NOOP("Text", "measure a span of time from edge to edge, and what its rows do in it")},
    {QT_TRANSLATE_NOOP("Text", "Space"), QT_TRANSLATE_NOOP("Text", "play the schedules, or pause")},
    {QT_TRANSLATE_NOOP("Text", "Left, Right, with Shift, Home, End while playing"),
     QT_TRANSLATE_NOOP("Text", "go by ends of operations, by phases, to the start or the end")},
    {QT_TRANSLATE_NOOP("Text", "Up, Down while playing"), QT_TRANSLATE_NOOP("Text", "faster and slower")},
    {QT_TRANSLATE_NOOP("Text", "P, Shift + P while presenting"),
     QT_TRANSLATE_NOOP("Text", "choose a parameter, which + and \u2212 change then")},
    {QT_TRANSLATE_NOOP("Text", "Esc"),
     QT_TRANSLATE_NOOP("Text",
                       "end the innermost thing: a search, the selection, playing, an alignment, a parameter's keys, "
                       "long work, presenting")},
    {QT_TRANSLATE_NOOP("Text", "+, \u2212"), QT_TRANSLATE_NOOP("Text", "zoom")},
    {QT_TRANSLATE_NOOP("Text", "Page keys, Home, End"),
     QT_TRANSLATE_NOOP("Text", "scroll by pages, to the first and to the last row")},
    {QT_TRANSLATE_NOOP("Text", "Drag in the overview"),
     QT_TRANSLATE_NOOP("Text", "move over time and rows at once; a click looks there, a double-click fits")},
    {QT_TRANSLATE_NOOP("Text", "Drag the chart's marker"),
     QT_TRANSLATE_NOOP("Text", "change the value that the curves run over; arrow and page keys do it too")},
    {QT_TRANSLATE_NOOP("Text", "Drag a schedule, Alt + Up, Alt + Down"),
     QT_TRANSLATE_NOOP("Text", "change the order of the schedules")},
    {QT_TRANSLATE_NOOP("Text", "F2, double-click on its name"), QT_TRANSLATE_NOOP("Text", "rename a schedule")},
    {QT_TRANSLATE_NOOP("Text", "Return on a schedule, its dots"),
     QT_TRANSLATE_NOOP("Text", "give it values of its own, or the workload's again")},
    {QT_TRANSLATE_NOOP("Text", "Arrow keys, Return in the chart of peaks"),
     QT_TRANSLATE_NOOP("Text", "walk along the schedules, and choose one")},
    {QT_TRANSLATE_NOOP("Text", "Page Down, Page Up in a lesson"),
     QT_TRANSLATE_NOOP("Text", "to the answer or the next step, and back: a clicker's keys")},
    {QT_TRANSLATE_NOOP("Text", "L, B in a lesson"),
     QT_TRANSLATE_NOOP("Text", "dim all but what it points out; blank the screen until the next key")},
    {QT_TRANSLATE_NOOP("Text", "Space, Left, Right, Home, End on a collective"),
     QT_TRANSLATE_NOOP("Text", "play or pause its steps, go a step back or on, to the start or the end")},
    {QT_TRANSLATE_NOOP("Text", "Click on a step"),
     QT_TRANSLATE_NOOP("Text", "go to its end; with Shift to the very time")},
    {QT_TRANSLATE_NOOP("Text", "Drag along the steps"),
     QT_TRANSLATE_NOOP("Text", "go to a time; it holds at the ends of steps unless Shift is held")},
    {QT_TRANSLATE_NOOP("Text", "Drag a rank's arrival"),
     QT_TRANSLATE_NOOP("Text", "let it come late; a double-click or Delete lets it be on time")},
    {QT_TRANSLATE_NOOP("Text", "Drag a rank's label, Shift + Left, Shift + Right"),
     QT_TRANSLATE_NOOP("Text", "make that rank of all steps slower or faster; a double-click or Delete puts it back")},
    {QT_TRANSLATE_NOOP("Text", "Click on a rank's label"),
     QT_TRANSLATE_NOOP("Text", "show each rank for itself, or equal ones as one row")},
    {QT_TRANSLATE_NOOP("Text", "Click on a cell of a winner map"),
     QT_TRANSLATE_NOOP("Text", "open that configuration; of steps, set both times")},
    {QT_TRANSLATE_NOOP("Text", "Drop a file"),
     QT_TRANSLATE_NOOP("Text", "open a scenario, an experiment, a collective or an exported picture")},
    {QT_TRANSLATE_NOOP("Text", "Double-click on a slider"),
     QT_TRANSLATE_NOOP("Text", "put its value back to the default")},
};

constexpr std::pair<const char*, const char*> kSymbols[] = {
    {"D", QT_TRANSLATE_NOOP("Text", "devices (workers) of the pipeline")},
    {"MBS", QT_TRANSLATE_NOOP("Text", "microbatches between two flushes")},
    {"v", QT_TRANSLATE_NOOP("Text", "model chunks (virtual stages) on each device; a Hanayo wave is two")},
    {"T<sub>F</sub>, T<sub>B</sub>",
     QT_TRANSLATE_NOOP("Text", "time of a forward and of a full backward of one microbatch on one device")},
    {"T<sub>W</sub>",
     QT_TRANSLATE_NOOP("Text", "the weight-gradient half of a split backward; the rest is the input half")},
    {"T<sub>C</sub>",
     QT_TRANSLATE_NOOP("Text", "time to send a result from one device to another; it occupies no device")},
    {"r", QT_TRANSLATE_NOOP("Text", "recompute ratio: the backward grows by r times the forward")},
    {"x", QT_TRANSLATE_NOOP("Text", "the share by which the first and the last device take longer")},
    {"T<sub>tot</sub>", QT_TRANSLATE_NOOP("Text", "total time, from the earliest start to the latest end")},
    {"bound", QT_TRANSLATE_NOOP("Text", "no order of this work in this placement can be faster")},
};

constexpr std::pair<const char*, const char*> kSchemeTerms[] = {
    {QT_TRANSLATE_NOOP("Text", "compute worker"), QT_TRANSLATE_NOOP("Text", "the worker that runs an operation")},
    {QT_TRANSLATE_NOOP("Text", "weight worker"),
     QT_TRANSLATE_NOOP("Text", "the worker that stores its weights; another one fetches them for each operation")},
    {QT_TRANSLATE_NOOP("Text", "priority"),
     QT_TRANSLATE_NOOP("Text",
                       "which of the operations that could start at the same time goes first: the one whose "
                       "predecessor has the smaller value")},
    {QT_TRANSLATE_NOOP("Text", "latency"), QT_TRANSLATE_NOOP("Text", "time until the last operation has ended")},
    {QT_TRANSLATE_NOOP("Text", "throughput"), QT_TRANSLATE_NOOP("Text", "operations / latency / workers")},
    {QT_TRANSLATE_NOOP("Text", "bound"),
     QT_TRANSLATE_NOOP("Text",
                       "throughput is at most M / stages, M being the mean over the workers of their peak "
                       "activations")},
    {QT_TRANSLATE_NOOP("Text", "weight transmissions"),
     QT_TRANSLATE_NOOP("Text", "operations of a worker whose weights another one stores")},
    {QT_TRANSLATE_NOOP("Text", "weight storage"),
     QT_TRANSLATE_NOOP("Text", "stages that a worker computes with weights of its own")},
    {QT_TRANSLATE_NOOP("Text", "activation transmissions"),
     QT_TRANSLATE_NOOP("Text", "inputs from another worker, and forwards whose backward runs elsewhere")},
    {QT_TRANSLATE_NOOP("Text", "peak activations"),
     QT_TRANSLATE_NOOP("Text",
                       "the most activations that a worker holds while it works, each from its forward to its "
                       "backward")},
};

constexpr std::pair<const char*, const char*> kCollectiveTerms[] = {
    {QT_TRANSLATE_NOOP("Text", "rank"), QT_TRANSLATE_NOOP("Text", "a process with a device; n take part, G on a node")},
    {QT_TRANSLATE_NOOP("Text", "slot"),
     QT_TRANSLATE_NOOP("Text", "a piece of the buffer of S bytes: of n slots each is S/n")},
    {QT_TRANSLATE_NOOP("Text", "step"),
     QT_TRANSLATE_NOOP("Text", "transfers at the same time; it takes the latency and the bytes of its busiest port")},
    {QT_TRANSLATE_NOOP("Text", "bus bandwidth"),
     QT_TRANSLATE_NOOP("Text",
                       "S/t times 2(n-1)/n of an all-reduce, (n-1)/n of an all-gather, reduce-scatter or all-to-all, 1 "
                       "of a broadcast or reduce: what the links carry, whatever n is")},
    {QT_TRANSLATE_NOOP("Text", "dual"),
     QT_TRANSLATE_NOOP("Text",
                       "the steps backwards with every arrow reversed: copies become sums, sums copies; a broadcast "
                       "becomes a reduce")},
    {QT_TRANSLATE_NOOP("Text", "seam"),
     QT_TRANSLATE_NOOP("Text", "where one collective ends of the two that a third is made of")},
};

constexpr std::pair<const char*, const char*> kStepTerms[] = {
    {QT_TRANSLATE_NOOP("Text", "exposed"),
     QT_TRANSLATE_NOOP("Text",
                       "time in which a rank communicates, or moves data from or to the host, and computes nothing")},
    {QT_TRANSLATE_NOOP("Text", "overlap"), QT_TRANSLATE_NOOP("Text", "1 - exposed communication / communication")},
    {QT_TRANSLATE_NOOP("Text", "idle of a step"),
     QT_TRANSLATE_NOOP("Text", "what is left: compute + exposed + offload + idle are the step")},
    {QT_TRANSLATE_NOOP("Text", "moves"),
     QT_TRANSLATE_NOOP(
         "Text",
         "what a rank sends: bytes of a model; else in its parameters before they are sharded (\u03a8), a "
         "microbatch's activations between layers (A), its keys and values (KV), its tokens as their "
         "experts get them (X)")},
    {QT_TRANSLATE_NOOP("Text", "slowdown"),
     QT_TRANSLATE_NOOP("Text",
                       "a factor on what a rank computes; collectives, optimizer and host are as fast as ever")},
};

}  // namespace

void showShortcuts(const Actions& actions, QWidget* window) {
    QString keys, gestures;
    for (const auto& shortcut : actions.shortcuts()) keys += row(shortcut.keys.toHtmlEscaped(), shortcut.what);
    for (const auto& [gesture, effect] : kGestures)
        gestures += row(Text::tr(gesture).toHtmlEscaped(), Text::tr(effect));
    showPage(Text::tr("Keys and gestures"),
             heading(Text::tr("On the picture")) + table(gestures) + heading(Text::tr("Anywhere")) + table(keys),
             {560, 620}, window);
}

void showDefinitions(QWidget* window) {
    QString symbols, bubbles, schedules, terms, schemes, ofCollectives, reached, ofSteps, steps;
    for (const auto& [symbol, meaning] : kSymbols) symbols += row(QString::fromUtf8(symbol), Text::tr(meaning));
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
                 heading(Text::tr("Placement schemes, where a forward takes 1 and a backward 2")) + table(terms) +
                 heading(Text::tr("Schemes")) + table(schemes) + heading(Text::tr("Collectives")) +
                 table(ofCollectives + reached) + heading(Text::tr("Training steps")) + table(ofSteps + steps),
             {680, 640}, window);
}

void showAbout(QWidget* window) {
    const QString licence = Text::tr(
        "<p>Bubblescope is free software: you may use, change and share it under the terms of the GNU General Public "
        "License, version 3 or later. It comes without any warranty.</p>");
    const QString parts = row(QStringLiteral("Qt %1").arg(QLatin1String(qVersion())), Text::tr("GNU LGPL 3")) +
                          row(QStringLiteral("QCustomPlot"), Text::tr("GNU GPL 3 or later; Emanuel Eichhammer")) +
                          row(QStringLiteral("JSON for Modern C++"), Text::tr("MIT; Niels Lohmann")) +
                          row(QStringLiteral("muParser"), Text::tr("BSD 2-Clause; Ingo Berg"));
    showPage(Text::tr("About Bubblescope"),
             QStringLiteral("<h2>Bubblescope %1</h2><p>%2</p>")
                     .arg(QLatin1String(version()), Text::tr("Shows how distributed training schedules "
                                                             "spend time.")) +
                 licence + heading(Text::tr("Built with")) + table(parts),
             {480, 380}, window);
}

}  // namespace bubblescope
