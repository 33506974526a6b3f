#include "engine/schedules/word_walk.h"

#include <algorithm>
#include <bit>

namespace bubblescope {

namespace {

/// The cost of a change that is recognised as impossible at once.
constexpr long long kStepsOfLook = 16;
/// After this many rejected changes, another critical path is traced.
constexpr int kLooksAPath = 16;
constexpr int kFarthest = 12;

/// What is compared: the longest span, plus a small part of the sum of spans.
Time costOf(const Spans& spans, int devices) { return spans.longest + spans.sum / (20 * devices); }

/// -log2 of a random number between 0 and 1, in 1024ths. Interpolated linearly between powers of two, so that it is the
/// same on every machine.
int logOfChance(std::uint64_t chance) {
    const int zeros = std::countl_zero(chance | 1);
    const std::uint64_t fraction = zeros == 63 ? 0 : chance << (zeros + 1) >> 54;
    return (zeros + 1) * 1024 - static_cast<int>(fraction);
}

}  // namespace

std::uint64_t Dice::next() {
    // SplitMix64 (Steele et al. 2014).
    m_state += 0x9E3779B97F4A7C15;
    std::uint64_t mixed = m_state;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
}

int Dice::below(int count) { return static_cast<int>((next() >> 32) * static_cast<std::uint64_t>(count) >> 32); }

WordWalk::WordWalk(const OrderProblem& problem, WordRun& run, Dice& dice)
    : m_problem(problem), m_run(run), m_dice(dice), m_rows(problem.steps()) {}

bool WordWalk::begin(std::vector<Word> words) {
    m_words = std::move(words);
    m_counts.assign(m_words.size(), {});
    for (std::size_t device = 0; device < m_words.size(); ++device) {
        m_counts[device].resize(m_words[device].size() + 1);
        count(device, 0, m_words[device].size());
    }
    m_isBetter = false;
    const auto spans = m_run.run(m_words);
    if (!spans) return false;
    m_spans = m_best = *spans;
    trace();
    return true;
}

/// Counts the ops of a stretch of rows by code, and stores the counts.
void WordWalk::count(std::size_t device, std::size_t from, std::size_t to) {
    for (std::size_t row = from; row < to; ++row) {
        const std::uint8_t code = m_words[device][row];
        Counts counts = m_counts[device][row];
        const int kind = code % kCodesAChunk;
        if (kind != kWeightCode) {
            const int stage = m_problem.stageOf(code / kCodesAChunk, static_cast<int>(device));
            m_rows[static_cast<std::size_t>(kind * m_problem.stages() + stage) *
                       static_cast<std::size_t>(m_problem.microbatches) +
                   static_cast<std::size_t>(counts[code])] = row;
        }
        ++counts[code];
        m_counts[device][row + 1] = counts;
    }
}

/// Whether a stretch of rows stays within the limit, and ops come after what they need.
bool WordWalk::fits(std::size_t device, std::size_t from, std::size_t to) const {
    Counts counts = m_counts[device][from];
    int open = counts[0] - counts[1] + counts[3] - counts[4], waiting = counts[1] - counts[2] + counts[4] - counts[5];
    for (std::size_t row = from; row < to; ++row) {
        const std::uint8_t code = m_words[device][row];
        const int kind = code % kCodesAChunk;
        ++counts[code];
        if (kind == kForwardCode) {
            ++open;
            if (open > m_problem.mostOpen || waiting > m_problem.waitingAtForward[static_cast<std::size_t>(open)])
                return false;
            continue;
        }
        if (counts[code] > counts[code - 1]) return false;
        if (kind == kInputCode) {
            if (waiting > m_problem.waitingAtInput[static_cast<std::size_t>(open)]) return false;
            --open, ++waiting;
        } else {
            --waiting;
        }
    }
    return true;
}

/// Goes back from the end of a device with the longest span to the start, choosing at random if there are two ways.
void WordWalk::trace() {
    m_sinceTrace = 0;
    m_critical.clear();
    const int stages = m_problem.stages();
    int device = 0, ties = 0;
    for (int other = 0; other < m_problem.devices; ++other)
        if (m_run.end(other) - m_problem.firstStart[static_cast<std::size_t>(other)] == m_spans.longest &&
            m_dice.below(++ties) == 0)
            device = other;
    for (std::size_t row = m_words[static_cast<std::size_t>(device)].size() - 1;;) {
        const auto lane = static_cast<std::size_t>(device);
        const std::uint8_t code = m_words[lane][row];
        const int kind = code % kCodesAChunk, chunk = code / kCodesAChunk, stage = m_problem.stageOf(chunk, device);
        const auto at = static_cast<std::size_t>(stage);
        const Time start = m_run.ends(device)[row] - m_problem.times[at][static_cast<std::size_t>(kind)];
        const bool isAfter = row > 0 && m_run.ends(device)[row - 1] == start;
        if (isAfter) m_critical.push_back({lane, row});
        const bool isTurn = kind == kInputCode && stage + 1 == stages;
        const int needed = kind == kForwardCode ? stage - 1 : isTurn ? stage : stage + 1;
        const int neededKind = kind == kForwardCode || isTurn ? kForwardCode : kInputCode;
        if (kind != kWeightCode && needed >= 0) {
            const Time hop = kind == kForwardCode ? m_problem.forwardHops[at] : m_problem.inputHops[at];
            const std::size_t neededRow = m_rows[static_cast<std::size_t>(neededKind * stages + needed) *
                                                     static_cast<std::size_t>(m_problem.microbatches) +
                                                 static_cast<std::size_t>(m_counts[lane][row][code])];
            const int other = m_problem.deviceOf(needed);
            if (m_run.ends(other)[neededRow] + hop == start && !(isAfter && m_dice.below(2) == 0)) {
                device = other;
                row = neededRow;
                continue;
            }
        }
        if (!isAfter) return;
        --row;
    }
}

long long WordWalk::step(long long done, long long all) {
    m_isBetter = false;
    if (++m_sinceTrace > kLooksAPath) {
        if (m_run.run(m_words)) trace();
        return m_problem.ops();
    }
    const bool isAnywhere = m_critical.empty() || m_dice.below(4) == 0;
    std::size_t device, from, to;
    std::size_t far = 1;
    while (far < kFarthest && m_dice.below(2) == 0) ++far;
    bool isBack;
    if (isAnywhere) {
        device = static_cast<std::size_t>(m_dice.below(m_problem.devices));
        from = static_cast<std::size_t>(m_dice.below(static_cast<int>(m_words[device].size())));
        isBack = m_dice.below(2) == 0;
    } else {
        const Place place = m_critical[static_cast<std::size_t>(m_dice.below(static_cast<int>(m_critical.size())))];
        device = place.device;
        isBack = m_dice.below(3) > 0;
        from = isBack ? place.row : place.row - 1;
    }
    Word& word = m_words[device];
    const std::uint8_t code = word[from];
    // Moving past an op of the same code would change nothing.
    for (to = from; far > 0; --far) {
        if (isBack ? to == 0 || word[to - 1] == code : to + 1 == word.size() || word[to + 1] == code) break;
        to = isBack ? to - 1 : to + 1;
    }
    if (to == from) return kStepsOfLook;
    const auto move = [&word](std::size_t at, std::size_t goal) {
        const auto begin = word.begin();
        const auto a = static_cast<std::ptrdiff_t>(at), b = static_cast<std::ptrdiff_t>(goal);
        if (a > b)
            std::rotate(begin + b, begin + a, begin + a + 1);
        else
            std::rotate(begin + a, begin + a + 1, begin + b + 1);
    };
    move(from, to);
    const std::size_t first = std::min(from, to), end = std::max(from, to) + 1;
    if (!fits(device, first, end)) {
        move(to, from);
        return kStepsOfLook;
    }
    const auto spans = m_run.run(m_words);
    if (!spans) {
        move(to, from);
        return m_problem.ops();
    }
    // The temperature falls from a fifth of the time of an op to a hundredth.
    const Time op = std::max<Time>(1, m_problem.workOf(0) / static_cast<Time>(m_words[0].size()));
    const Time left = std::max<Time>(0, 1024 - done * 1024 / std::max(1LL, all));
    const Time heat = op / 5 * left / 1024 * left / 1024 + op / 100;
    const Time worse = costOf(*spans, m_problem.devices) - costOf(m_spans, m_problem.devices);
    if (worse > 0 && static_cast<double>(worse) * 1024 > static_cast<double>(heat) * logOfChance(m_dice.next())) {
        move(to, from);
        return m_problem.ops();
    }
    m_spans = *spans;
    count(device, first, end);
    trace();
    m_isBetter = m_spans < m_best;
    m_best = std::min(m_best, m_spans);
    return m_problem.ops();
}

}  // namespace bubblescope
