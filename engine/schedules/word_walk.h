#pragma once

#include "engine/schedules/order_words.h"

namespace bubblescope {

/// Random numbers that are the same for the same seed on every machine.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : m_state(seed) {}

    std::uint64_t next();
    /// 0 .. count-1.
    int below(int count);

private:
    std::uint64_t m_state;
};

/// Simulated annealing on words: moves an op on the critical path, or sometimes any op, some places ahead or back, if
/// memory and its own inputs allow it. A change that makes things worse is sometimes kept, more rarely as time goes on.
class WordWalk {
public:
    /// All arguments must outlive it.
    WordWalk(const OrderProblem& problem, WordRun& run, Dice& dice);

    /// The words must fit and run. False if the run was asked to stop.
    bool begin(std::vector<Word> words);
    /// Tries a change when `done` of `all` steps have passed. Returns the steps that it cost.
    long long step(long long done, long long all);

    const std::vector<Word>& words() const { return m_words; }
    const Spans& spans() const { return m_spans; }
    /// Whether the last step found the best order of this walk.
    bool isBetter() const { return m_isBetter; }

private:
    struct Place {
        std::size_t device, row;
    };
    /// The number of ops of each code before a row.
    using Counts = std::array<int, kCodes>;

    void count(std::size_t device, std::size_t from, std::size_t to);
    bool fits(std::size_t device, std::size_t from, std::size_t to) const;
    void trace();

    const OrderProblem& m_problem;
    WordRun& m_run;
    Dice& m_dice;
    std::vector<Word> m_words;
    std::vector<std::vector<Counts>> m_counts;  // [device][row]
    std::vector<std::size_t> m_rows;            // by stage, forwards before grad inputs, and microbatch
    std::vector<Place> m_critical;              // ops that start when the previous op of their lane ends
    Spans m_spans, m_best;
    bool m_isBetter = false;
    int m_sinceTrace = 0;
};

}  // namespace bubblescope
