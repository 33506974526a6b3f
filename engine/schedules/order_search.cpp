#include "engine/schedules/order_search.h"

#include "engine/core/text.h"
#include "engine/kinds/kind.h"
#include "engine/schedules/list_rule.h"
#include "engine/schedules/resolved_schedule.h"
#include "engine/schedules/round_rule.h"
#include "engine/schedules/schedule.h"
#include "engine/schedules/span_bound.h"
#include "engine/schedules/word_walk.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

/// The cost of running one op in a list rule, in steps.
constexpr long long kStepsOfListRun = 3;
/// Beyond this many ops hand-made orders are not tried: below, they take at most a few seconds.
constexpr long long kMostOfHandMade = 13'000'000;
/// In larger problems so few ops could be moved that it makes no difference, and a walk needs much memory per op.
constexpr long long kMostWalked = 4'000'000;
/// With effort for fewer list rules than this, no order is tried twice.
constexpr long long kFewestTries = 60;
/// The number of orders at which a walk begins.
constexpr std::size_t kPool = 6;

long long stepsOf(double effort) { return static_cast<long long>(effort * kStepsPerSecond); }

bool isLarge(long long ops, long long steps) { return kFewestTries * kStepsOfListRun * ops > steps; }

/// Calls f(item) for all items; stops early after a request to stop.
template <class Items, class F>
void forEachOf(const Items& items, const std::stop_token& stop, F f) {
    for (std::size_t at = 0; at < items.size() && !stop.stop_requested(); at += kOpsPerLook)
        for (std::size_t i = at; i < std::min(items.size(), at + kOpsPerLook); ++i) f(items[i]);
}

/// The lanes of a program that is placed like the problem. Incomplete after a request to stop.
std::vector<Word> wordsOf(const OrderProblem& problem, const Program& program, const std::stop_token& stop) {
    std::vector<Word> words;
    for (std::size_t device = 0; device < program.lanes.size(); ++device) {
        Word& word = words.emplace_back();
        forEachOf(program.lane(LaneId(static_cast<int>(device))), stop, [&](Op op) {
            const auto first = static_cast<std::uint8_t>(op.stage().value / problem.devices * kCodesAChunk);
            if (op.kind() == OpKind::Forward) word.push_back(first + kForwardCode);
            if (op.kind() == OpKind::Backward || op.kind() == OpKind::BackwardInput) word.push_back(first + kInputCode);
            if (op.kind() == OpKind::Backward || op.kind() == OpKind::BackwardWeight)
                word.push_back(first + kWeightCode);
        });
    }
    return words;
}

/// Incomplete after a request to stop.
Program programOf(const OrderProblem& problem, const std::vector<Word>& words, const std::stop_token& stop) {
    constexpr OpKind kKinds[] = {OpKind::Forward, OpKind::BackwardInput, OpKind::BackwardWeight};
    const Placement placement = problem.chunks == 1 ? Placement::Loop : Placement::Wave;
    Program program = emptyProgram(placement, problem.devices, problem.chunks, problem.microbatches, true);
    for (int device = 0; device < problem.devices; ++device) {
        std::array<int, kCodes> next{};
        Op* out = program.lane(LaneId(device)).data();
        forEachOf(words[static_cast<std::size_t>(device)], stop, [&](std::uint8_t code) {
            *out++ = Op(kKinds[code % kCodesAChunk], problem.stageOf(code / kCodesAChunk, device), next[code]++);
        });
    }
    return program;
}

OrderProblem problemOf(const OrderQuestion& question) {
    return problemOf(question.devices, question.chunks, question.microbatches, question.durations, question.holding,
                     question.memoryLimit);
}

/// The times that list rules use: the true ones; the same without hops; all ops equal; all ops equal, with hops. An
/// order made for simpler times may be better than any that follows the true ones. Therefore sends block only with the
/// true ones.
std::vector<OrderProblem> plansOf(const OrderProblem& problem, OrderQuestion question) {
    question.durations.sendsBlock = false;
    std::vector<OrderProblem> plans(4, problemOf(question));
    plans[0] = problem;
    for (auto& times : plans[2].times) times = {300, 300, 300};
    for (auto& times : plans[3].times) times.fill((times[0] + times[1] + times[2]) / 3);
    for (OrderProblem* plan : {&plans[1], &plans[2]}) {
        std::fill(plan->forwardHops.begin(), plan->forwardHops.end(), 0);
        std::fill(plan->inputHops.begin(), plan->inputHops.end(), 0);
    }
    return plans;
}

/// How many forwards devices may store in the first rules.
enum class Shape { All, Falling, FallingTwice, Half };

ListRule ruleOf(const OrderProblem& problem, Shape shape, int eager, int backlog) {
    ListRule rule;
    const int D = problem.devices, v = problem.chunks;
    for (int device = 0; device < D; ++device) {
        int most = problem.mostOpen;
        if (shape == Shape::Falling) most = v * (D - device);
        if (shape == Shape::FallingTwice) most = v * (2 * (D - device) - 1);
        if (shape == Shape::Half) most = v == 1 ? (D - device) / 2 + 1 : 2 * D - device + 1;
        most = std::max(v, std::min(most, problem.mostOpen));
        rule.most.push_back(most);
        rule.mostFirst.push_back(most);
        rule.eager.push_back(most * eager / 2);
        rule.backlog.push_back(backlog);
    }
    return rule;
}

constexpr int kAnyBacklog = 1 << 20;

/// The first of firstRules().
ListRule firstRule(const OrderProblem& problem) { return ruleOf(problem, Shape::All, 0, kAnyBacklog); }

/// The rules to begin with, those first that are good most often.
std::vector<ListRule> firstRules(const OrderProblem& problem) {
    std::vector<ListRule> rules;
    for (const int plan : {0, 2, 1, 3})
        for (const Shape shape : {Shape::All, Shape::FallingTwice, Shape::Falling, Shape::Half})
            for (const int backlog : {kAnyBacklog, 0, 1, 2, 4})
                for (const int fill : {100, 50, 1})
                    for (int turns = 0; turns < (problem.chunks == 1 ? 1 : 5); ++turns)
                        for (const int eager : {0, 2, 1, 3}) {
                            ListRule rule = ruleOf(problem, shape, eager, backlog);
                            rule.fill = fill;
                            rule.isAlternating = eager == 3;
                            if (turns == 4)
                                rule.turns.fill(ChunkTurn::Fewest);
                            else
                                rule.turns = {ChunkTurn(turns % 2), ChunkTurn(turns / 2)};
                            rule.plan = plan;
                            rules.push_back(std::move(rule));
                        }
    return rules;
}

/// A rule with some of its numbers changed.
ListRule changed(ListRule rule, const OrderProblem& problem, Dice& dice) {
    constexpr int kMostFill = 120, kMostAhead = 100;
    const auto change = [&](std::vector<int>& numbers, int least, int most) {
        const int from = dice.below(problem.devices);
        const int count = dice.below(2) == 0 ? 1 : 1 + dice.below(problem.devices - from);
        int step = dice.below(2) == 0 ? 1 : -1;
        if (dice.below(4) == 0) step *= 1 + dice.below(3);
        for (int device = from; device < from + count; ++device) {
            int& number = numbers[static_cast<std::size_t>(device)];
            // An unlimited backlog is reduced to one that may matter.
            if (number > 2 * problem.mostOpen + 4) number = dice.below(2 * problem.mostOpen + 4);
            number = std::clamp(number + step, least, most);
        }
    };
    for (int changes = 1 + (dice.below(3) == 0) + (dice.below(6) == 0); changes > 0; --changes) {
        const int which = dice.below(problem.chunks == 1 ? 8 : 11);
        if (which == 0) change(rule.most, problem.chunks, problem.mostOpen);
        if (which == 1) change(rule.eager, 0, problem.mostOpen);
        if (which == 2) change(rule.backlog, 0, problem.chunks * problem.microbatches);
        if (which == 3 || which == 4) rule.fill = dice.below(kMostFill);
        if (which == 5) rule.hasBacklogFirst = !rule.hasBacklogFirst;
        if (which == 6) rule.plan = dice.below(4);
        if (which == 7)
            rule.ahead[static_cast<std::size_t>(dice.below(2))] = dice.below(2) == 0 ? 0 : dice.below(kMostAhead);
        if (which == 8) change(rule.mostFirst, 1, problem.mostOpen);
        if (which == 9) rule.turns[static_cast<std::size_t>(dice.below(2))] = ChunkTurn(dice.below(3));
        if (which == 10) rule.isAlternating = !rule.isAlternating;
    }
    return rule;
}

/// Words with more microbatches: at about `time`, each lane repeats what it runs there for one microbatch of each
/// chunk. Nothing if a lane has no such stretch nearby.
std::optional<std::vector<Word>> stretched(const OrderProblem& from, const WordRun& run, std::vector<Word> words,
                                           Time time, int more) {
    constexpr std::size_t kFarthest = 24;
    const auto period = static_cast<std::size_t>(kCodesAChunk * from.chunks);
    const auto isWhole = [&](const Word& word, std::size_t row) {
        unsigned codes = 0;
        for (std::size_t i = row; i < row + period; ++i) codes |= 1U << word[i];
        return codes + 1 == 1U << period;
    };
    for (int device = 0; device < from.devices; ++device) {
        Word& word = words[static_cast<std::size_t>(device)];
        const Column<Time>& ends = run.ends(device);
        const auto near = static_cast<std::size_t>(std::lower_bound(ends.begin(), ends.end(), time) - ends.begin());
        std::optional<std::size_t> row;
        for (std::size_t far = 0; far <= kFarthest && !row; ++far)
            for (const std::size_t at : {near + far, near - far})
                if (at <= word.size() && at + period <= word.size() && isWhole(word, at)) row = row.value_or(at);
        if (!row) return std::nullopt;
        const Word piece(word.begin() + static_cast<std::ptrdiff_t>(*row),
                         word.begin() + static_cast<std::ptrdiff_t>(*row + period));
        Word longer(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(*row));
        longer.reserve(word.size() + period * static_cast<std::size_t>(more));
        for (int i = 0; i < more; ++i) longer.insert(longer.end(), piece.begin(), piece.end());
        longer.insert(longer.end(), word.begin() + static_cast<std::ptrdiff_t>(*row), word.end());
        word = std::move(longer);
    }
    return words;
}

class OrderSearch {
public:
    OrderSearch(const OrderQuestion& question, const std::stop_token& stop, Progress progress,
                const std::function<void(const FoundOrder&)>& onBetter)
        : m_question(question),
          m_problem(problemOf(question)),
          m_bound(boundOnSpan(m_problem, question.holding, question.memoryLimit)),
          m_stop(stop),
          m_progress(progress),
          m_onBetter(onBetter),
          m_dice(static_cast<std::uint64_t>(question.seed)),
          m_all(stepsOf(question.effort)),
          m_plans(plansOf(m_problem, question)) {}

    /// False after a request to stop.
    bool run() {
        if (isLarge(m_problem.ops(), m_all)) return runLarge();
        WordRun run(m_problem, m_stop);
        m_run = &run;
        ListRun list(m_plans, m_stop);
        m_list = &list;
        tryHandMade();
        tryRounds(kMostRounds);
        if (m_pool.empty()) {
            tryOneByOne();
            tryRule(firstRule(m_problem));
        }
        tryFewer();
        m_begun = std::min(m_spent, m_all - 1);
        for (const ListRule& rule : firstRules(m_problem)) {
            if (isDone(kShareOfRules)) break;
            tryRule(rule);
        }
        climb();
        if (m_problem.ops() <= kMostWalked) walk();
        return !m_stop.stop_requested();
    }
    /// Exists after a run() that was not stopped.
    FoundOrder best() const {
        return {programOf(m_problem, m_pool.front().words, m_stop), m_pool.front().spans.longest, m_bound};
    }

private:
    static constexpr std::size_t kMostRounds = 20;
    static constexpr double kShareOfFewer = 0.5, kShareOfRules = 0.15, kShareOfClimb = 0.4;

    struct Candidate {
        Spans spans;
        std::vector<Word> words;
        std::optional<ListRule> rule;
    };

    bool isDone(double share) const {
        return m_stop.stop_requested() ||
               static_cast<double>(m_spent - m_begun) >= share * static_cast<double>(m_all - m_begun) ||
               (!m_pool.empty() && m_pool.front().spans.longest <= m_bound);
    }
    void spend(long long steps) {
        m_spent += steps;
        m_progress.note(static_cast<std::size_t>(std::min(m_spent, m_all)), static_cast<std::size_t>(m_all) + 1);
    }

    /// Keeps an order if it is among the best ones, all of which have different spans.
    bool offer(const Spans& spans, const std::vector<Word>& words, const ListRule* rule) {
        const auto at =
            std::find_if(m_pool.begin(), m_pool.end(), [&](const Candidate& other) { return spans <= other.spans; });
        if (at == m_pool.end() ? m_pool.size() == kPool : at->spans == spans) return false;
        const bool isBest = at == m_pool.begin();
        m_pool.insert(at, {spans, words, rule ? std::optional(*rule) : std::nullopt});
        if (m_pool.size() > kPool) m_pool.pop_back();
        if (!isBest || !m_onBetter) return true;
        const FoundOrder better = best();
        if (!m_stop.stop_requested()) m_onBetter(better);
        return true;
    }

    void tryWords(const std::vector<Word>& words) {
        spend(m_problem.ops());
        if (const auto spans = m_run->run(words)) offer(*spans, words, nullptr);
    }

    /// Runs one microbatch after another, which fits any limit that checkLimit() accepts.
    void tryOneByOne() {
        const Word each = m_problem.chunks == 1 ? Word{0, 1, 2} : Word{0, 3, 4, 5, 1, 2};
        Word word;
        word.reserve(each.size() * static_cast<std::size_t>(m_problem.microbatches));
        for (int i = 0; i < m_problem.microbatches; ++i) word.insert(word.end(), each.begin(), each.end());
        tryWords(std::vector<Word>(static_cast<std::size_t>(m_problem.devices), word));
    }

    /// Tries hand-made orders with the same placement and split backwards.
    void tryHandMade() {
        static const std::vector<const ScheduleKind*> kOfLines = {&kGpipe, &kOneFOneB, &kEagerOneFOneB, &kZbH1, &kZbH2},
                                                      kOfWaves = {&kHanayo, &kZbV, &kVHalf, &kVMin};
        for (const ScheduleKind* kind : m_problem.chunks == 1 ? kOfLines : kOfWaves) {
            if (m_stop.stop_requested()) return;
            const Result<Program> program =
                orderOf(*kind, {m_problem.devices, m_problem.microbatches, m_problem.chunks, m_stop, {}, {}});
            if (!program) continue;
            const std::vector<Word> words = wordsOf(m_problem, *program, m_stop);
            if (!std::ranges::all_of(words, [&](const Word& word) { return fitsMemory(m_problem, word); })) continue;
            tryWords(words);
        }
    }

    void tryRounds(std::size_t most) {
        forEachOrderInRounds(m_problem, most, m_stop, [&](const std::vector<Word>& words) {
            spend(m_problem.ops() * kStepsOfListRun);
            tryWords(words);
        });
    }

    /// Finds orders of few microbatches and repeats their middle.
    void tryFewer() {
        OrderQuestion fewer = m_question;
        fewer.microbatches = 2 * m_problem.devices;
        fewer.effort *= kShareOfFewer;
        if (4 * m_problem.microbatches < 5 * fewer.microbatches || isDone(1)) return;
        OrderSearch search(fewer, m_stop, m_progress.part(0, kShareOfFewer), {});
        if (!search.run()) return;
        m_spent += search.m_spent;
        WordRun run(search.m_problem, m_stop);
        for (const Candidate& one : search.m_pool) {
            run.run(one.words);
            forEachStretched(search.m_problem, run, one, m_problem.microbatches - fewer.microbatches,
                             [&](Time, const auto& words) { tryWords(words); });
        }
    }

    /// A rule's run gives its spans if it uses the true times, unless ops could start sooner in the same order.
    std::optional<Spans> tryRule(const ListRule& rule) {
        spend(m_problem.ops() * kStepsOfListRun);
        auto spans = m_list->run(rule);
        if (!spans || (rule.plan == 0 && m_pool.size() == kPool && *spans > m_pool.back().spans)) return spans;
        spend(m_problem.ops());
        spans = m_run->run(m_list->words());
        if (spans) offer(*spans, m_list->words(), &rule);
        return spans;
    }

    /// Changes rules as long as that does not make them worse.
    void climb() {
        std::vector<Candidate> from;
        for (const Candidate& one : m_pool)
            if (one.rule) from.push_back(one);
        constexpr std::size_t kClimbs = 3;
        if (from.size() > kClimbs) from.resize(kClimbs);
        for (std::size_t i = 0; i < from.size(); ++i) {
            const double part = static_cast<double>(i + 1) / static_cast<double>(from.size());
            ListRule rule = *from[i].rule;
            Spans best = from[i].spans;
            while (!isDone(std::lerp(kShareOfRules, kShareOfClimb, part))) {
                const ListRule other = changed(rule, m_problem, m_dice);
                const auto spans = tryRule(other);
                if (!spans || *spans > best) continue;
                best = *spans;
                rule = other;
            }
        }
    }

    /// Walks from the best orders, then again from the best ones found.
    void walk() {
        WordWalk walk(m_problem, *m_run, m_dice);
        const std::vector<Candidate> from = m_pool;
        const double first = std::lerp(kShareOfClimb, 1.0, 0.5);
        const auto go = [&](const Candidate& one, double end) {
            if (isDone(end)) return;
            const long long begun = m_spent;
            const auto length = m_begun + static_cast<long long>(static_cast<double>(m_all - m_begun) * end) - begun;
            if (!walk.begin(one.words)) return;
            while (!isDone(end)) {
                spend(walk.step(m_spent - begun, length));
                if (walk.isBetter() && walk.spans() < m_pool.front().spans) offer(walk.spans(), walk.words(), nullptr);
            }
        };
        for (std::size_t i = 0; i < from.size(); ++i)
            go(from[i], std::lerp(kShareOfClimb, first, static_cast<double>(i + 1) / static_cast<double>(from.size())));
        if (!m_pool.empty()) go(Candidate(m_pool.front()), 1);
    }

    /// For an effort that suffices for only a few orders: repeats the middle of an order of few microbatches, or else
    /// runs a list rule and hand-made orders.
    bool runLarge() {
        const Progress whole = m_progress;
        m_progress = whole.part(0, 0.5);
        WordRun run(m_problem, m_stop, false);
        m_run = &run;
        repeatFewer();
        if (m_pool.empty() && m_problem.chunks == 2) tryRounds(1);
        const int D = m_problem.devices;
        if (m_pool.empty() && 6LL * D * std::min(m_problem.microbatches, 2 * D) <= kMostOfHandMade) tryHandMade();
        if (m_pool.empty()) {
            ListRun list(m_plans, m_stop);
            if (list.run(firstRule(m_problem), whole.part(0.5, 1))) tryWords(list.words());
        }
        if (m_pool.empty()) tryOneByOne();
        return !m_stop.stop_requested();
    }

    /// Repeats at the place at which the best order of slightly more microbatches repeats.
    void repeatFewer() {
        constexpr double kShareOfSome = 0.8;
        OrderQuestion some = m_question;
        some.microbatches = 3 * m_problem.devices;
        some.effort *= kShareOfSome;
        if (some.microbatches >= m_problem.microbatches) return;
        OrderSearch search(some, m_stop, m_progress.part(0, kShareOfSome), {});
        if (isLarge(search.m_problem.ops(), search.m_all) || !search.run()) return;
        m_spent += search.m_spent;
        WordRun ofSome(search.m_problem, m_stop);
        OrderQuestion more = some;
        more.microbatches += m_problem.devices;
        const OrderProblem ofMore = problemOf(more);
        WordRun runOfMore(ofMore, m_stop);
        Spans least;
        std::vector<Word> best;
        for (const Candidate& one : search.m_pool) {
            ofSome.run(one.words);
            forEachStretched(search.m_problem, ofSome, one, m_problem.devices, [&](Time time, const auto& words) {
                const auto spans = runOfMore.run(words);
                if (!spans || *spans >= least) return;
                auto all =
                    stretched(search.m_problem, ofSome, one.words, time, m_problem.microbatches - some.microbatches);
                if (all) least = *spans, best = std::move(*all);
            });
        }
        if (best.empty()) return;
        tryWords(best);
    }

    /// Calls f(time, words) for the orders that repeat, `more` times, what runs at some time.
    template <class F>
    void forEachStretched(const OrderProblem& problem, const WordRun& run, const Candidate& one, int more, F f) {
        constexpr int kPlaces = 64;
        for (int i = 0; i <= kPlaces && !isDone(1); ++i) {
            const Time time = one.spans.longest / kPlaces * i;
            if (const auto words = stretched(problem, run, one.words, time, more)) f(time, *words);
        }
    }

    const OrderQuestion& m_question;
    OrderProblem m_problem;
    Time m_bound;
    const std::stop_token& m_stop;
    Progress m_progress;
    const std::function<void(const FoundOrder&)> m_onBetter;  // its own; searches of fewer microbatches have none
    Dice m_dice;
    long long m_all, m_begun = 0, m_spent = 0;  // steps: in all, used before the main search, and used so far
    std::vector<OrderProblem> m_plans;
    WordRun* m_run = nullptr;
    ListRun* m_list = nullptr;
    std::vector<Candidate> m_pool;  // the best orders, best first
};

}  // namespace

std::uint64_t bytesPerSoughtOp(const ResolvedSchedule& schedule) {
    // For one: a program, the words of one order and the ends of its steps. For many: also those of a pool, of a list
    // rule and of a walk.
    constexpr std::uint64_t kOfOne = 24, kOfMany = 56;
    const Parameter* effort = schedule.kind->parameter("effort");
    if (!effort) return 0;
    const auto value = valueNamed(schedule.values, effort->key);
    const double seconds = value ? std::get<double>(value->held) : *effort->usual;
    return isLarge(opCount(*schedule.kind, schedule.input()), stepsOf(seconds)) ? kOfOne : kOfMany;
}

Result<void> checkLimit(int chunks, const Holding& holding, std::optional<double> limit) {
    const double least = leastLimit(chunks, holding);
    if (!limit || !exceeds(least, *limit)) return {};
    return Error{"no order fits in a limit of " + numberText(*limit) + "; it must be at least " + numberText(least),
                 "memory_limit"};
}

Result<FoundOrder> searchOrder(const OrderQuestion& question, const std::stop_token& stop, const Progress& progress,
                               const std::function<void(const FoundOrder&)>& onBetter) {
    if (auto ok = checkLimit(question.chunks, question.holding, question.memoryLimit); !ok) return ok.error();
    OrderSearch search(question, stop, progress, onBetter);
    if (!search.run()) return cancelled();
    progress.note(99, 100);
    FoundOrder found = search.best();
    if (stop.stop_requested()) return cancelled();
    return found;
}

}  // namespace bubblescope
