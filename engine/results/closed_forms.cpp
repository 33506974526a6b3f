#include "engine/results/closed_forms.h"

#include "engine/core/text.h"
#include "engine/formula/formula.h"
#include "engine/schedules/group_walk.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <utility>

namespace bubblescope {

namespace {

/// The symbols in the order of valuesOf(), and the functions that forms use.
constexpr std::array<std::string_view, 10> kSymbols = {"D", "MBS", "v", "N", "k", "F", "B", "I", "W", "FB"};
constexpr std::array<std::string_view, 3> kFunctions = {"min", "max", "floor"};

std::array<double, kSymbols.size()> valuesOf(const FormSymbols& at) {
    return {at.D, at.MBS, at.v, at.N, at.k, at.F, at.B, at.I, at.W, at.FB};
}

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isFunction(std::string_view word) {
    return std::find(kFunctions.begin(), kFunctions.end(), word) != kFunctions.end();
}

/// The words, numbers and signs of a form; blanks separate them.
std::vector<std::string_view> tokensOf(std::string_view form) {
    std::vector<std::string_view> tokens;
    for (std::size_t i = 0; i < form.size();) {
        std::size_t end = i + 1;
        if (isLetter(form[i]))
            while (end < form.size() && isLetter(form[end])) ++end;
        else if (isDigit(form[i]))
            while (end < form.size() && isDigit(form[end])) ++end;
        else if (form.substr(i, 2) == ">=" || form.substr(i, 2) == "<=")
            ++end;
        if (form[i] != ' ') tokens.push_back(form.substr(i, end - i));
        i = end;
    }
    return tokens;
}

bool endsFactor(std::string_view token) {
    return token == ")" || isDigit(token.front()) || (isLetter(token.front()) && !isFunction(token));
}
bool beginsFactor(std::string_view token) { return token == "(" || isDigit(token.front()) || isLetter(token.front()); }

/// A form with explicit products. muParser does not have floor(a/b), which becomes (a div b).
std::string asFormula(std::string_view form) {
    const std::vector<std::string_view> tokens = tokensOf(form);
    std::string text;
    int depth = 0, floorDepth = -1;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (i > 0 && endsFactor(tokens[i - 1]) && beginsFactor(tokens[i])) text += '*';
        if (tokens[i] == "(") ++depth;
        if (tokens[i] == ")" && depth-- == floorDepth) floorDepth = -1;
        if (tokens[i] == "floor") {
            floorDepth = depth + 1;
        } else if (tokens[i] == "/" && depth == floorDepth) {
            text += " div ";
        } else {
            text += tokens[i];
        }
    }
    return text;
}

/// "a = b = c" means a == b and b == c.
std::string asCondition(std::string_view form) {
    std::vector<std::string> sides;
    for (std::size_t at; (at = form.find(" = ")) != std::string_view::npos; form.remove_prefix(at + 3))
        sides.push_back(asFormula(form.substr(0, at)));
    sides.push_back(asFormula(form));
    if (sides.size() == 1) return sides.front();
    std::string text;
    for (std::size_t i = 0; i + 1 < sides.size(); ++i)
        text += (i > 0 ? " && (" : "(") + sides[i] + ") == (" + sides[i + 1] + ')';
    return text;
}

FormSymbols symbolsOf(const Run& run) {
    const ResolvedSchedule& schedule = run.schedule;
    const Program& program = *run.timeline->program;
    FormSymbols at;
    at.D = schedule.workload.devices;
    at.MBS = schedule.workload.microbatches;
    at.v = schedule.workload.chunks;
    at.k = schedule.workload.pieces;
    const ScheduleInput in = schedule.input();
    at.N = groupOf(in, usualGroup(in.devices, in.microbatches));
    const double opsOnDevice = static_cast<double>(program.stages) / program.workers * program.pieces;
    const Durations::OpTimes& times = run.durations.inner.front();
    const auto whole = [&](OpKind kind) { return toUnits(times.op[static_cast<std::size_t>(kind)]) * opsOnDevice; };
    at.F = whole(OpKind::Forward);
    at.B = whole(OpKind::Backward);
    at.I = whole(OpKind::BackwardInput);
    at.W = whole(OpKind::BackwardWeight);
    at.FB = at.F + at.B + toUnits(run.durations.pairMoreOf(WorkerId(0))) * opsOnDevice;
    return at;
}

bool areEven(const Durations& durations) {
    const auto same = [](const auto& all) {
        return std::adjacent_find(all.begin(), all.end(), std::not_equal_to<>()) == all.end();
    };
    return durations.ends[0].empty() && same(durations.inner) && same(durations.pairMore);
}

bool areTransfersFree(const Durations& durations) {
    for (int from = 0; from < durations.workers; ++from)
        for (int to = 0; to < durations.workers; ++to)
            if (durations.hop(WorkerId(from), WorkerId(to)) != 0) return false;
    return true;
}

std::vector<Assumption> brokenBy(const Run& run, const FormSymbols& at, ScheduleForm::Of of,
                                 const ConditionedForm& parts) {
    std::vector<Assumption> broken;
    const auto need = [&](bool isSo, Assumption assumption) {
        if (!isSo) broken.push_back(assumption);
    };
    const Workload& workload = run.schedule.workload;
    need(valueOf(parts.condition, at) != 0, Assumption::ItsCondition);
    if (of == ScheduleForm::Of::Peak) {
        need(workload.recompute == 0 && workload.weightHold == 1, Assumption::WholeActivations);
    } else {
        const bool isOfRounds = parts.condition.find("MBS") == std::string_view::npos;
        const auto D = workload.devices, MBS = workload.microbatches;
        need(!isOfRounds || (D > 1 && MBS % D == 0 && MBS >= 2 * D), Assumption::WholeRounds);
        need(areTransfersFree(run.durations), Assumption::FreeTransfers);
        need(areEven(run.durations), Assumption::EvenStages);
        need(!run.schedule.kind->runsPairs || at.FB == at.F + at.B, Assumption::PairsTakeTheSum);
    }
    need(!valueNamed(run.schedule.values, kGroupParameter.key), Assumption::UsualGroups);
    need(moreWarmup(run.schedule.input()) == 0, Assumption::UsualWarmup);
    return broken;
}

RowRange rowsOf(const Timeline& timeline, WorkerId worker) {
    return timeline.program->lanes[timeline.program->computeLane(worker).index()];
}

}  // namespace

double valueOf(std::string_view form, const FormSymbols& symbols) {
    const auto formula = Formula::parse(asCondition(form), kSymbols);
    if (!formula) std::abort();  // a test reads all of them
    return formula->value(valuesOf(symbols));
}

std::string withNumbers(std::string_view form, const FormSymbols& symbols) {
    const auto values = valuesOf(symbols);
    const std::vector<std::string_view> tokens = tokensOf(form);
    std::string text;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const bool isProduct = i > 0 && endsFactor(tokens[i - 1]) && beginsFactor(tokens[i]);
        const bool areBrackets = isProduct && tokens[i - 1] == ")" && tokens[i] == "(";
        if (isProduct && !areBrackets) text += "·";
        const auto symbol = std::find(kSymbols.begin(), kSymbols.end(), tokens[i]);
        if (symbol == kSymbols.end())
            text += tokens[i];
        else
            text += numberText(values[static_cast<std::size_t>(symbol - kSymbols.begin())]);
        if (tokens[i] == ",") text += ' ';
    }
    return text;
}

std::string withTimeSymbols(std::string_view form) {
    const auto firstTime = std::find(kSymbols.begin(), kSymbols.end(), "F");
    std::string text;
    for (std::size_t i = 0; i < form.size();) {
        std::size_t end = i + 1;
        if (isLetter(form[i]))
            while (end < form.size() && isLetter(form[end])) ++end;
        const std::string_view word = form.substr(i, end - i);
        if (std::find(firstTime, kSymbols.end(), word) != kSymbols.end()) text += "T_";
        text += word;
        i = end;
    }
    return text;
}

ConditionedForm parted(std::string_view form) {
    constexpr std::string_view kFor = " for ";
    const std::size_t at = form.find(kFor);
    if (at == std::string_view::npos) return {form, "1"};
    return {form.substr(0, at), form.substr(at + kFor.size())};
}

WorkerId longestSpan(const Metrics& metrics) {
    const auto spanOf = [](const WorkerMetrics& worker) { return worker.busy + worker.sending + worker.idleWaiting; };
    const auto longest =
        std::max_element(metrics.workers.begin(), metrics.workers.end(), [&](const auto& a, const auto& b) {
            return std::pair(spanOf(a), a.idleWaiting) < std::pair(spanOf(b), b.idleWaiting);
        });
    return WorkerId(static_cast<int>(longest - metrics.workers.begin()));
}

std::vector<ScheduleForm> closedFormsOf(const Run& run) {
    std::vector<ScheduleForm> forms;
    if (run.schedule.kind->family != Family::Schedule) return forms;
    const Published& published = run.schedule.kind->published;
    const FormSymbols at = symbolsOf(run);
    // The time of each op is rounded once.
    const double rounding = toUnits(1) * static_cast<double>(run.timeline->program->opCount());
    const auto add = [&](ScheduleForm::Of of, std::string_view text, double simulated, double tolerance) {
        if (text.empty()) return;
        const ConditionedForm parts = parted(text);
        ScheduleForm form{
            of, std::string(parts.form), {}, withNumbers(parts.form, at), valueOf(parts.form, at), simulated, false,
            {}};
        if (parts.condition != "1") form.condition = parts.condition;
        form.agrees = std::abs(form.value - simulated) <= tolerance;
        if (!form.agrees) form.broken = brokenBy(run, at, of, parts);
        forms.push_back(std::move(form));
    };
    const WorkerMetrics& longest = run.metrics.workers[longestSpan(run.metrics).index()];
    add(ScheduleForm::Of::Bubble, published.bubble, toUnits(longest.idleWaiting), rounding);
    std::string total(published.total);
    if (total.empty() && !published.bubble.empty()) total = "MBS(F+B) + " + std::string(published.bubble);
    add(ScheduleForm::Of::TotalTime, total, toUnits(run.metrics.totalTime), rounding);
    constexpr double kActivations = 1e-9;
    add(ScheduleForm::Of::Peak, published.peak, run.metrics.peakActivations(), kActivations);
    return forms;
}

std::vector<TimeSpan> workCounted(const Run& run) {
    const Timeline& timeline = *run.timeline;
    const RowRange rows = rowsOf(timeline, longestSpan(run.metrics));
    std::vector<TimeSpan> spans;
    for (RowRange pair; pair.end < rows.end;) {
        pair = pairOf(*timeline.program, std::max(rows.begin, pair.end));
        const TimeSpan op{timeline.startOf(pair.begin), timeline.end[pair.end - 1]};
        if (!spans.empty() && spans.back().end == op.begin)
            spans.back().end = op.end;
        else
            spans.push_back(op);
    }
    return spans;
}

std::vector<TimeSpan> bubbleCounted(const Run& run) {
    const Timeline& timeline = *run.timeline;
    const RowRange rows = rowsOf(timeline, longestSpan(run.metrics));
    std::vector<TimeSpan> spans;
    for (Row row = rows.begin; row + 1 < rows.end; ++row) {
        const TimeSpan idle{timeline.freeAfter(row), timeline.startOf(row + 1)};
        if (idle.length() > 0) spans.push_back(idle);
    }
    return spans;
}

std::vector<Row> heldAtPeak(const Run& run) {
    const Program& program = *run.timeline->program;
    const auto& workers = run.metrics.workers;
    const auto fullest = std::max_element(workers.begin(), workers.end(), [](const auto& a, const auto& b) {
        return a.peakActivations < b.peakActivations;
    });
    const RowRange rows = rowsOf(*run.timeline, WorkerId(static_cast<int>(fullest - workers.begin())));
    const OpKind last = run.schedule.workload.weightHold > 0 ? OpKind::BackwardWeight : OpKind::BackwardInput;
    using Key = std::pair<int, int>;
    // Walks through the ops up to `end`: where most forwards were open, and which ones were still open last.
    const auto walk = [&](Row end) {
        std::map<Key, Row> open;
        std::size_t most = 0;
        Row fullestRow = rows.begin;
        for (Row row = rows.begin; row < end; ++row) {
            const Op op = program.ops[row];
            const Key key{op.stage().value, op.microbatch().value};
            if (op.kind() == OpKind::Forward) open[key] = row;
            if (op.kind() == OpKind::Backward || op.kind() == last) open.erase(key);
            if (open.size() > most) most = open.size(), fullestRow = row;
        }
        return std::pair(fullestRow, open);
    };
    std::vector<Row> held;
    for (const auto& [key, row] : walk(walk(rows.end).first + 1).second) held.push_back(row);
    std::sort(held.begin(), held.end());
    return held;
}

}  // namespace bubblescope
