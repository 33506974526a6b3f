#include "widgets/schemes/scheme_edits.h"

#include "widgets/kit/format.h"

#include "engine/entries/resolve.h"
#include "engine/schemes/placed_ops.h"
#include "engine/schemes/scheme.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <set>

namespace bubblescope {

namespace {

/// Up to this many ops, whether a scheme runs is tested by placing them, which takes some milliseconds.
constexpr long long kMostOpsToTry = 200'000;

bool runs(const Scheme& scheme) { return scheme.ops() > kMostOpsToTry || placeOps(scheme); }

Scheme fitted(Scheme scheme) {
    if (runs(scheme)) return scheme;
    scheme = withNumber(scheme, "workers", scheme.workers);
    for (const auto& [fewerBatches, fewerStages] : {std::pair{false, false}, {true, false}, {false, true}}) {
        Scheme tried = scheme;
        if (fewerBatches) tried.batches = std::min(tried.batches, tried.workers);
        if (fewerStages) tried.stages = std::min(tried.stages, tried.workers);
        if (runs(tried)) return tried;
    }
    return scheme;
}

bool isNamed(std::string_view priority) { return priority == kOldestBatchFirst || priority == kOldestStageFirst; }

void replaceWord(std::string& formula, const std::string& word, const std::string& by) {
    const QRegularExpression pattern(QStringLiteral("\\b%1\\b").arg(toQString(word)));
    formula = toQString(formula).replace(pattern, toQString(by)).toStdString();
}

void replaceInFormulas(Scheme& scheme, const std::string& word, const std::string& by) {
    replaceWord(scheme.compute, word, by);
    replaceWord(scheme.store, word, by);
    if (!isNamed(scheme.priority)) replaceWord(scheme.priority, word, by);
}

ScheduleEntry withCustomScheme(ScheduleEntry entry) {
    editScheme(entry, [](Scheme& scheme) {
        std::string compute(computeFormula(scheme)), store(storeFormula(scheme));
        scheme.parameters = parametersOf(scheme);
        scheme.compute = std::move(compute);
        scheme.store = std::move(store);
        scheme.kind = "custom";
    });
    return entry;
}

}  // namespace

std::string_view keyOf(SchemeFunction function) {
    return function == SchemeFunction::Compute ? "compute" : function == SchemeFunction::Store ? "store" : "priority";
}

std::string functionText(const Scheme& scheme, SchemeFunction function) {
    if (function == SchemeFunction::Priority) return scheme.priority;
    return std::string(function == SchemeFunction::Compute ? computeFormula(scheme) : storeFormula(scheme));
}

ScheduleEntry asCustom(ScheduleEntry entry) {
    if (entry.kind == "custom") return entry;
    if (!entry.label) entry.label = Text::tr("%1, changed").arg(toQString(displayLabel(entry))).toStdString();
    return withCustomScheme(std::move(entry));
}

ScheduleEntry withFunction(ScheduleEntry entry, SchemeFunction function, std::string text) {
    if (functionText(schemeOf(entry), function) == text) return entry;
    if (function != SchemeFunction::Priority || !isNamed(text)) entry = asCustom(std::move(entry));
    setNamed(entry.values, keyOf(function), {std::move(text)});
    return entry;
}

std::string priorityFormula(std::string_view priority) {
    // A batch begins with stage -1, which needs a place too.
    if (priority == kOldestBatchFirst) return "(2 * batch + backward) * (stages + 1) + stage";
    if (priority == kOldestStageFirst) return "(2 * stage + backward) * batches + batch";
    return std::string(priority);
}

ScheduleEntry withKind(ScheduleEntry entry, std::string_view kind) {
    if (entry.kind == kind) return entry;
    const std::string label = entry.label.value_or(std::string());
    for (const ScheduleKind* known : kindsOf(Family::Scheme))
        if (label.starts_with(known->title)) entry.label.reset();
    const ScheduleKind& wanted = *findKind(Family::Scheme, kind);
    if (hasOwnFormulas(wanted)) return withCustomScheme(std::move(entry));
    Scheme scheme = schemeOf(entry);
    scheme.kind = std::string(kind);
    scheme.compute.clear();
    scheme.store.clear();
    scheme.parameters = usualParameters(wanted);
    if (!isNamed(scheme.priority)) scheme.priority = kOldestBatchFirst;
    setScheme(entry, fitted(std::move(scheme)));
    return entry;
}

std::string newParameterName(const Scheme& scheme) {
    const std::vector<std::string> taken = schemeSymbols(scheme);
    std::string name = "n";
    for (int i = 2; std::find(taken.begin(), taken.end(), name) != taken.end(); ++i)
        name = QStringLiteral("n%1").arg(i).toStdString();
    return name;
}

ScheduleEntry withParameter(ScheduleEntry entry, const std::string& name, int value) {
    editScheme(entry, [&](Scheme& scheme) { scheme.parameters.push_back({name, value}); });
    return entry;
}

ScheduleEntry withParameterRenamed(ScheduleEntry entry, const std::string& from, const std::string& to) {
    editScheme(entry, [&](Scheme& scheme) {
        for (SchemeParameter& parameter : scheme.parameters)
            if (parameter.name == from) parameter.name = to;
        replaceInFormulas(scheme, from, to);
    });
    return entry;
}

ScheduleEntry withoutParameter(ScheduleEntry entry, const std::string& name) {
    editScheme(entry, [&](Scheme& scheme) {
        const int value = numberOf(scheme, name);
        std::erase_if(scheme.parameters, [&](const SchemeParameter& parameter) { return parameter.name == name; });
        const QString number = QString::number(value);
        replaceInFormulas(scheme, name, (value < 0 ? QStringLiteral("(%1)").arg(number) : number).toStdString());
    });
    return entry;
}

}  // namespace bubblescope
