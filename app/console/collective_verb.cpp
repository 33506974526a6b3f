#include "app/console/console.h"
#include "app/console/console_progress.h"
#include "app/console/verb.h"
#include "app/documents/load_scenario.h"
#include "app/documents/presets.h"
#include "engine/collectives/holdings.h"
#include "engine/core/text.h"
#include "engine/io/collective_file.h"
#include "engine/io/json_text.h"
#include "widgets/collectives/collective_words.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QCryptographicHash>

#include <atomic>

namespace bubblescope {

namespace {

const QString kJson = QStringLiteral("--json");
const QString kPlan = QStringLiteral("--plan");
const QString kKind = QStringLiteral("--kind");
const QString kAlgorithm = QStringLiteral("--algorithm");

/// An option that stands for a key of the file.
struct Shorthand {
    const char* option;
    const char* value;  // in words of the help
    const char* path;
    const char* meaning;
    const char* usual;
};
constexpr Shorthand kShorthands[] = {
    {"--kind", "COLLECTIVE", "collective", QT_TRANSLATE_NOOP("Text", "Which collective, instead of a file."), ""},
    {"--ranks", "N", "ranks", QT_TRANSLATE_NOOP("Text", "How many ranks take part."), "4"},
    {"--bytes", "SIZE", "bytes", QT_TRANSLATE_NOOP("Text", "Buffer size, e.g. 500MB or 1e9."), "1GB"},
    {"--root", "R", "root",
     QT_TRANSLATE_NOOP("Text", "The root of a broadcast, scatter, gather or reduce, or the sender."), "0"},
    {"--node-size", "G", "cluster.node_size", QT_TRANSLATE_NOOP("Text", "Ranks per node."), "8"},
};

std::vector<Option> options() {
    QStringList kinds, algorithms{QLatin1String(kAuto.data())};
    for (const CollectiveInfo& info : collectives()) {
        kinds += toQString(info.id);
        for (const Algorithm& algorithm : algorithmsOf(info.collective))
            if (!algorithms.contains(toQString(algorithm.id))) algorithms += toQString(algorithm.id);
    }
    std::vector<Option> all{settingsOption()};
    for (const Shorthand& shorthand : kShorthands)
        all.push_back({QLatin1String(shorthand.option), QLatin1String(shorthand.value), Option::Use::Maybe,
                       Text::tr(shorthand.meaning), QLatin1String(shorthand.usual)});
    all[1].choices = kinds;
    all.push_back({kAlgorithm, QStringLiteral("A"), Option::Use::Repeated,
                   Text::tr("Algorithm to run; auto picks the fastest."), Text::tr("the standard one"), algorithms});
    all.push_back({kJson, {}, Option::Use::Maybe, Text::tr("Print JSON with the setup and all results.")});
    all.push_back({kPlan, {}, Option::Use::Maybe, Text::tr("Print each step: who sends what to whom.")});
    return all;
}

/// What the shorthands say, followed by what --set says.
Result<std::vector<Setting>> settingsOf(const Arguments& arguments) {
    std::vector<Setting> settings;
    for (const Shorthand& shorthand : kShorthands) {
        const QStringList values = arguments.values(QLatin1String(shorthand.option));
        if (values.size() > 1) return Error{Text::tr("is given twice").toStdString(), shorthand.option};
        for (const QString& value : values) settings.push_back({shorthand.path, value.toStdString()});
    }
    std::string algorithms;
    for (const QString& id : arguments.values(kAlgorithm))
        algorithms += (algorithms.empty() ? "" : ", ") + quotedText(id.toStdString());
    if (!algorithms.empty()) settings.push_back({"algorithms", "[" + algorithms + "]"});
    settings.insert(settings.end(), arguments.settings.begin(), arguments.settings.end());
    return settings;
}

/// An error at a key that an option gave, placed at the option.
Error atOption(Error error, const Arguments& arguments) {
    for (const Shorthand& shorthand : kShorthands)
        if (error.field == shorthand.path && arguments.has(QLatin1String(shorthand.option)))
            error.field = shorthand.option;
    if (error.field.starts_with("algorithms") && arguments.has(kAlgorithm)) error.field = kAlgorithm.toStdString();
    return error;
}

Result<CollectiveSetup> load(const Arguments& arguments) {
    auto settings = settingsOf(arguments);
    if (!settings) return settings.error();
    if (!arguments.sources.empty()) return loadCollective(arguments.source(), *settings);
    return readCollective(R"({"format": "bubblescope-collective", "version": 2})", *settings);
}

std::string sha1(const std::string& text) {
    return QCryptographicHash::hash(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())),
                                    QCryptographicHash::Sha1)
        .toHex()
        .toStdString();
}

/// "a1+b1+c1": what a rank has of a slot, as letters; empty if there are more ranks than letters.
QString sumText(const Holdings& held, const Plan& plan, int rank, std::uint32_t slot) {
    constexpr int kLetters = 26;
    if (plan.ranks > kLetters) return {};
    QStringList parts;
    for (int source = 0; source < plan.ranks; ++source)
        if (held.sums(rank, slot, source))
            parts += QChar::fromLatin1(static_cast<char>('a' + source)) + QString::number(slot);
    return QStringLiteral(" (%1)").arg(parts.join(QLatin1Char('+')));
}

/// Prints a plan step by step, in words.
void printPlan(const CollectiveSetup& setup, const CollectiveRun& run) {
    const Plan& plan = *run.plan;
    print(QStringLiteral("\n%1\n").arg(QLatin1String(run.algorithm->id)).toStdString());
    const bool tellsSums = infoOf(setup.collective).reduces && plan.ranks <= 26;
    std::optional<Holdings> held;
    if (tellsSums) held.emplace(setup.collective, plan, setup.root);
    for (std::size_t step = 0; step < plan.steps.size(); ++step) {
        const QString heading = Text::tr("step %1 of %2").arg(step + 1).arg(plan.steps.size());
        if (!print(QStringLiteral("  %1\n").arg(heading).toStdString())) return;
        for (std::size_t i = plan.beginOf(step); i < plan.steps[step].end; ++i) {
            const Transfer& transfer = plan.transfers[i];
            QStringList sent;
            for (const std::uint32_t slot : plan.slotsOf(i))
                sent += Text::tr("slot %1").arg(QString::fromStdString(plan.slotName(slot))) +
                        (held ? sumText(*held, plan, transfer.from, slot) : QString());
            const QString sentence =
                adds(transfer.mode) ? Text::tr("%1 sends %2 to %3, which adds it") : Text::tr("%1 sends %2 to %3");
            const QString line = sentence.arg(placeName(plan, transfer.from), sent.join(QStringLiteral(", ")),
                                              placeName(plan, transfer.to));
            if (!print(QStringLiteral("    %1\n").arg(line).toStdString())) return;
        }
        if (held) (void)held->run(plan, step, run.algorithm->sendsManyAtOnce);
    }
}

QString titleOf(const CollectiveSetup& setup) {
    const std::string title = shortened(setup.title, 200);
    QString what = toQString(infoOf(setup.collective).title);
    if (bytesOf(setup) > 0) what = Text::tr("%1 of %2").arg(what, plainSpaces(formatBytes(setup.bytes)));
    what = (setup.ranks == 1 ? Text::tr("%1 over %2 rank, %3 per node") : Text::tr("%1 over %2 ranks, %3 per node"))
               .arg(what)
               .arg(setup.ranks)
               .arg(setup.cluster.nodeSize);
    return title.empty() ? what : QString::fromStdString(title) + QStringLiteral("\n") + what;
}

void printTable(const CollectiveSetup& setup, const std::vector<Result<CollectiveRun>>& runs) {
    std::vector<QStringList> rows = {{Text::tr("algorithm"), Text::tr("steps"), Text::tr("time"),
                                      Text::tr("bus bandwidth"), Text::tr("bytes per rank")}};
    const QString none = QStringLiteral("-");
    QStringList refusals;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const QString id = QString::fromStdString(setup.algorithms[i]);
        if (!runs[i]) {
            rows.push_back({id, Text::tr("cannot run"), none, none, none});
            refusals += id + QStringLiteral(": ") + QString::fromStdString(runs[i].error().message);
            continue;
        }
        const CollectiveRun& run = *runs[i];
        const ClosedForm& form = run.form;
        QString sent = none;
        if (run.plan) {
            const long long most = run.traffic.most();
            sent = plainSpaces(formatBytes(bytesOf(setup) * static_cast<double>(most) / run.plan->slotCount));
        } else {
            refusals += id + QStringLiteral(": ") + QString::fromStdString(run.plan.error().message);
        }
        const QString name = id == QLatin1String(kAuto.data())
                                 ? id + QStringLiteral(" (%1)").arg(QLatin1String(run.algorithm->id.data()))
                                 : id;
        rows.push_back({name, QString::number(form.steps()), plainSpaces(formatMicroseconds(toUnits(run.time))),
                        run.busBandwidth ? formatNumber(*run.busBandwidth, 4) + QStringLiteral(" GB/s") : none, sent});
    }
    print((titleOf(setup) + QStringLiteral("\n\n") + alignedRows(rows)).toStdString());
    if (!refusals.isEmpty()) print(QStringLiteral("\n%1\n").arg(refusals.join(QLatin1Char('\n'))).toStdString());
}

int collective(const QStringList& args) {
    const auto arguments =
        parseArguments(args, options(), {.source = Text::tr("a collective file, --kind COLLECTIVE"), .instead = kKind});
    if (!arguments) return complain(kBadUsage, "collective", arguments.error());
    const std::string source = arguments->sources.empty() ? "collective" : arguments->source();
    const auto setup = load(*arguments);
    if (!setup) return complain(kBadUsage, source, atOption(setup.error(), *arguments));
    if (arguments->has(QStringLiteral("--root")) && !infoOf(setup->collective).isRooted)
        return complain(kBadUsage, source,
                        {Text::tr("has no effect here: %1 has no root")
                             .arg(toQString(infoOf(setup->collective).title))
                             .toStdString(),
                         "--root"});

    std::vector<Result<CollectiveRun>> runs;
    {
        std::atomic<std::size_t> at = 0;
        const ConsoleProgress line(
            [&] { return Text::tr("Running algorithm %1 of %2").arg(at.load() + 1).arg(setup->algorithms.size()); },
            false);
        for (const std::string& id : setup->algorithms) {
            runs.push_back(runCollective(*setup, id));
            ++at;
        }
    }
    const auto ran = std::find_if(runs.begin(), runs.end(), [](const auto& run) { return run.has_value(); });
    const bool isJson = arguments->has(kJson);
    if (isJson) print(collectiveJson(*setup, setup->algorithms, runs, arguments->has(kPlan), sha1));
    if (ran == runs.end()) {
        Error why = runs.front().error();
        why.message = setup->algorithms.front() + " " + why.message;
        if (const int code = finishPrinting(); code != kDone) return code;
        return complain(kBadUsage, source, atOption(why, *arguments));
    }
    if (!isJson) {
        printTable(*setup, runs);
        for (const auto& run : runs)
            if (arguments->has(kPlan) && run && run->plan) printPlan(*setup, *run);
    }
    return finishPrinting();
}

}  // namespace

const Verb kCollective{
    .name = "collective",
    .takes = [] { return QStringLiteral("FILE"); },
    .options = options,
    .summary = QT_TRANSLATE_NOOP("Text", "Print the cost of a collective for one or more algorithms."),
    .details = QT_TRANSLATE_NOOP("Text",
                                 "FILE is a collective, a picture of one, preset:NAME, or - for standard input. "
                                 "Or name a collective with --kind."),
    .examples = {{{"collective --kind all-reduce --bytes 500MB --algorithm ring --algorithm hierarchical",
                   QT_TRANSLATE_NOOP("Text", "Compare two algorithms of an all-reduce.")},
                  {"collective --kind all-gather --algorithm ring --plan",
                   QT_TRANSLATE_NOOP("Text", "Print the steps of one algorithm.")}}},
    .sources =
        [] {
            QStringList words;
            for (const Preset& preset : presets(kCollectiveKind)) words += toQString(kPresetPrefix) + preset.name;
            return words;
        },
    .run = collective,
};

}  // namespace bubblescope
