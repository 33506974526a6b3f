#include "engine/schedules/round_rule.h"

#include <algorithm>
#include <deque>

namespace bubblescope {

namespace {

constexpr int kSecond = kCodesAChunk;
constexpr int kFirstForward = kForwardCode, kSecondForward = kSecond + kForwardCode, kFirstInput = kInputCode,
              kSecondInput = kSecond + kInputCode;

struct Fill {
    bool beforeForwards, beforeInputs;
};

/// The options of a line: whether the first forwards must end before their first grad input starts, or only start
/// before it; whether a device leaves out a forward when it is two ahead of the next device and would not wait longer
/// than another; whether a device runs a W rather than wait at all.
struct LineChoice {
    bool endsBefore, leavesOut, neverWaits;
};

class Rounds {
public:
    /// `waited` by device, if an order with these waits is known.
    Rounds(const OrderProblem& problem, Fill fill, const std::vector<Time>& waited, const std::stop_token& stop)
        : m_problem(problem),
          m_stop(stop),
          m_fill(fill),
          m_waited(waited),
          m_mostWaited(waited.empty() ? kNotYet : *std::max_element(waited.begin(), waited.end())),
          m_ends(problem.steps()),
          m_devices(static_cast<std::size_t>(problem.devices)),
          m_words(m_devices.size()) {}

    /// False if it gets stuck, or after a request to stop.
    bool run() {
        if (!clearEnds(m_ends, m_stop)) return false;
        warmUp();
        for (int round = 0; round < 2 * m_problem.microbatches && !m_isStuck; ++round) {
            runInputs();
            for (int device = 0; device < m_problem.devices && !m_isStuck; ++device) runForward(device);
        }
        for (int device = 0; device < m_problem.devices; ++device)
            while (!m_isStuck && !of(device).left.empty()) putWeight(device);
        for (const Word& word : m_words) m_isStuck |= std::ssize(word) * m_problem.devices != m_problem.ops();
        return !m_isStuck;
    }
    /// The same for a line.
    bool runLine(const LineChoice& choice) {
        if (!clearEnds(m_ends, m_stop)) return false;
        warmUpLine(choice);
        for (int round = 1; round < m_problem.microbatches && !m_isStuck; ++round) {
            runForwardsOfLine(choice);
            for (int device = m_problem.devices - 1; device >= 0 && !m_isStuck; --device) {
                fillUntil(device, comesAt(device, kFirstInput), true, choice.neverWaits);
                if (device == 0 && done(0, kFirstForward) == m_problem.microbatches) putWeightsUntil(0, 0);
                putInput(device);
            }
        }
        for (int device = 0; device < m_problem.devices && !m_isStuck; ++device) putWeightsUntil(device, 0);
        for (const Word& word : m_words) m_isStuck |= std::ssize(word) * m_problem.devices != m_problem.ops();
        return !m_isStuck;
    }
    const std::vector<Word>& words() const { return m_words; }
    std::vector<Time> waits() const {
        std::vector<Time> waits;
        for (const Device& device : m_devices) waits.push_back(device.wait);
        return waits;
    }

private:
    struct Device {
        std::array<int, kCodes> done{};
        int open = 0;
        Time free = 0, wait = 0;
        std::deque<int> left;  // chunks of the pending W ops
    };

    Device& of(int device) { return m_devices[static_cast<std::size_t>(device)]; }
    int done(int device, int code) const {
        return m_devices[static_cast<std::size_t>(device)].done[static_cast<std::size_t>(code)];
    }
    Time time(int device, int code) const {
        const int stage = m_problem.stageOf(code / kCodesAChunk, device);
        return m_problem.times[static_cast<std::size_t>(stage)][static_cast<std::size_t>(code % kCodesAChunk)];
    }
    Time& end(int device, int code, int microbatch) {
        const int stage = m_problem.stageOf(code / kCodesAChunk, device);
        const int column = code % kCodesAChunk * m_problem.stages() + stage;
        return m_ends[static_cast<std::size_t>(column) * static_cast<std::size_t>(m_problem.microbatches) +
                      static_cast<std::size_t>(microbatch)];
    }
    /// The device whose result the next op of a code waits for: the same device where the wave turns, none for a first
    /// forward.
    int neededDevice(int device, int code) const {
        const bool isDown = code == kFirstForward || code == kSecondInput;
        return isDown ? device - 1 : device + 1 < m_problem.devices ? device + 1 : -1;
    }
    /// When the result of another device arrives; kNotYet if that is unknown, or if there is no such device.
    Time comesAt(int device, int code) {
        const int other = neededDevice(device, code), microbatch = done(device, code);
        if (other < 0 || microbatch >= m_problem.microbatches) return kNotYet;
        const Time ended = end(other, code, microbatch);
        const auto stage = static_cast<std::size_t>(m_problem.stageOf(code / kCodesAChunk, device));
        const bool isForward = code % kCodesAChunk == kForwardCode;
        return ended == kNotYet ? kNotYet : ended + (isForward ? m_problem.forwardHops : m_problem.inputHops)[stage];
    }

    void put(int code, int device) {
        if (++m_puts % kOpsPerLook == 0 && m_stop.stop_requested()) m_isStuck = true;
        Device& at = of(device);
        const int microbatch = done(device, code), kind = code % kCodesAChunk;
        const int before = code == kSecondForward ? kFirstForward
                           : code == kSecondInput ? kSecondForward
                           : code == kFirstInput  ? (m_problem.chunks == 1 ? kFirstForward : kSecondInput)
                                                  : -1;
        const bool waitsForOther = kind != kWeightCode && neededDevice(device, code) >= 0;
        const Time comes = waitsForOther ? comesAt(device, code) : 0;
        if (microbatch >= m_problem.microbatches || (before >= 0 && done(device, before) <= microbatch) ||
            comes == kNotYet || (kind == kForwardCode && !hasPlace(at)) ||
            (kind == kInputCode && std::ssize(at.left) > m_problem.waitingAtInput[static_cast<std::size_t>(at.open)])) {
            m_isStuck = true;
            return;
        }
        const Time start = std::max(at.free, comes);
        if (at.done[kFirstForward] > 0) at.wait += start - at.free;
        m_longestWait = std::max(m_longestWait, at.wait);
        at.free = start + time(device, code);
        if (kind != kWeightCode) end(device, code, microbatch) = at.free;
        at.open += (kind == kForwardCode) - (kind == kInputCode);
        if (kind == kInputCode) at.left.push_back(code / kCodesAChunk);
        ++at.done[static_cast<std::size_t>(code)];
        m_words[static_cast<std::size_t>(device)].push_back(static_cast<std::uint8_t>(code));
    }
    void putWeight(int device) {
        const int chunk = of(device).left.front();
        of(device).left.pop_front();
        put(chunk * kCodesAChunk + kWeightCode, device);
    }
    bool hasPlace(const Device& at) const {
        return at.open < m_problem.mostOpen &&
               std::ssize(at.left) <= m_problem.waitingAtForward[static_cast<std::size_t>(at.open + 1)];
    }

    void warmUp() {
        const int D = m_problem.devices, microbatches = m_problem.microbatches;
        for (int device = 0; device < D; ++device) put(kFirstForward, device);
        for (int device = D - 1; device >= 0 && !m_isStuck; --device) {
            while (device + 1 < D && !m_isStuck && of(device).open + 2 + 2 * device <= m_problem.mostOpen &&
                   of(device).free + time(device, kFirstForward) <= comesAt(device, kSecondForward) &&
                   done(device, kFirstForward) < microbatches)
                for (int other = 0; other <= device; ++other) put(kFirstForward, other);
            put(kSecondForward, device);
        }
        int chunk = 0;
        for (int device = 1; device < D; ++device) {
            const auto isBehind = [&] {
                const int second = done(device, kSecondForward), before = done(device - 1, kSecondForward);
                return done(device, kFirstForward) + second < done(device - 1, kFirstForward) + before ||
                       (second <= before && before < microbatches);
            };
            while (!m_isStuck && isBehind()) {
                for (int other = D - 1; other >= device; --other)
                    if (const int code = chunk * kCodesAChunk; done(other, code) < microbatches) put(code, other);
                chunk = 1 - chunk;
            }
        }
    }

    /// Runs W ops until something arrives. The last one may overrun if `mayDelay` is set and waiting would make this
    /// the device that waits longest, or if `neverWaits` is set.
    void fillUntil(int device, Time comes, bool mayDelay, bool neverWaits = false) {
        Device& at = of(device);
        if (comes == kNotYet) return;
        const auto weight = [&] { return time(device, at.left.front() * kCodesAChunk + kWeightCode); };
        while (!at.left.empty() && comes >= at.free + weight()) putWeight(device);
        Time longest = m_longestWait;
        if (m_mostWaited != kNotYet)
            longest = std::max(longest, m_mostWaited - m_waited[static_cast<std::size_t>(device)]);
        if (at.left.empty() || comes <= at.free) return;
        if (neverWaits || (mayDelay && comes - at.free > longest - at.wait)) putWeight(device);
    }

    void putWeightsUntil(int device, int left) {
        while (!m_isStuck && std::ssize(of(device).left) > left) putWeight(device);
    }
    void putInput(int device) {
        putWeightsUntil(device, m_problem.waitingAtInput[static_cast<std::size_t>(of(device).open)]);
        put(kFirstInput, device);
    }

    void warmUpLine(const LineChoice& choice) {
        const int D = m_problem.devices, microbatches = m_problem.microbatches;
        for (int device = 0; device < D; ++device) put(kFirstForward, device);
        if (m_isStuck) return;
        std::vector<int> more(m_devices.size());
        Time comes = of(D - 1).free;
        for (int device = D - 1; device >= 0; --device) {
            Time free = of(device).free;
            const Time forward = time(device, kFirstForward);
            int& count = more[static_cast<std::size_t>(device)];
            if (device + 1 < D) {
                comes += m_problem.inputHops[static_cast<std::size_t>(device)];
                for (; 1 + count < std::min(microbatches, m_problem.mostOpen); ++count, free += forward)
                    if (choice.endsBefore ? free + forward > comes : free >= comes) break;
            }
            comes = std::max(free, comes) + time(device, kFirstInput);
        }
        for (std::size_t device = 1; device < more.size(); ++device)
            if (more[device] >= more[device - 1] && 1 + more[device] < microbatches)
                more[device] = std::max(0, more[device - 1] - 1);
        for (int device = 0; device < D; ++device)
            for (int i = 0; i < more[static_cast<std::size_t>(device)] && !m_isStuck; ++i) put(kFirstForward, device);
        for (int device = D - 1; device >= 0 && !m_isStuck; --device) putInput(device);
    }

    /// Whether a device should run a forward now, as far as is known.
    bool wantsForward(int device, const LineChoice& choice) {
        Device& at = of(device);
        const int count = done(device, kFirstForward);
        if (count == m_problem.microbatches) return false;
        if (!choice.leavesOut || device + 1 == m_problem.devices || count < done(device + 1, kFirstForward) + 2)
            return true;
        const Time comes = of(device + 1).free + time(device + 1, kFirstForward) + time(device + 1, kFirstInput) +
                           m_problem.inputHops[static_cast<std::size_t>(device)];
        if (at.free >= comes) return false;
        const int left =
            at.open < m_problem.mostOpen ? m_problem.waitingAtForward[static_cast<std::size_t>(at.open + 1)] : 0;
        const Time weights = std::max<Time>(0, std::ssize(at.left) - left) * time(device, kWeightCode);
        return at.free + time(device, kFirstForward) + weights <= comes || comes - at.free > m_longestWait - at.wait;
    }

    /// If a device runs no forward, the devices before it run none either.
    void runForwardsOfLine(const LineChoice& choice) {
        int first = m_problem.devices;
        while (first > 0 && wantsForward(first - 1, choice)) --first;
        for (int device = first; device < m_problem.devices && !m_isStuck; ++device) {
            while (!hasPlace(of(device)) && !of(device).left.empty()) putWeight(device);
            fillUntil(device, comesAt(device, kFirstForward), true, choice.neverWaits);
            put(kFirstForward, device);
        }
    }

    void runInputs() {
        std::vector<int> ofSecond, ofFirst;
        const int D = m_problem.devices, microbatches = m_problem.microbatches;
        for (int device = 0; device < D; ++device) {
            if (done(device, kFirstInput) == microbatches) continue;
            const bool isBare = done(device, kFirstInput) >= done(device, kSecondInput);
            const bool isFirst = !isBare && (device + 1 == D || comesAt(device, kFirstInput) != kNotYet ||
                                             done(device, kSecondInput) == microbatches);
            (isFirst ? ofFirst : ofSecond).push_back(device);
        }
        std::reverse(ofFirst.begin(), ofFirst.end());
        for (const int code : {kFirstInput, kSecondInput})
            for (const int device : code == kFirstInput ? ofFirst : ofSecond) {
                if (m_isStuck) return;
                Device& at = of(device);
                while (!at.left.empty() &&
                       std::ssize(at.left) > m_problem.waitingAtInput[static_cast<std::size_t>(at.open)])
                    putWeight(device);
                fillUntil(device, comesAt(device, code), code == kFirstInput || m_fill.beforeInputs);
                put(code, device);
            }
    }

    void runForward(int device) {
        const int microbatches = m_problem.microbatches;
        if (done(device, kSecondForward) == microbatches) return;
        const bool hasMore = done(device, kFirstForward) < microbatches;
        int code = -1;
        if (done(device, kSecondForward) >= done(device, kFirstForward))
            code = kFirstForward;
        else if (device + 1 == m_problem.devices || comesAt(device, kSecondForward) != kNotYet)
            code = kSecondForward;
        else if (hasMore && (device == 0 || comesAt(device, kFirstForward) != kNotYet))
            code = kFirstForward;
        if (code < 0) return;
        while (!hasPlace(of(device)) && !of(device).left.empty()) putWeight(device);
        fillUntil(device, comesAt(device, code), m_fill.beforeForwards);
        put(code, device);
    }

    const OrderProblem& m_problem;
    const std::stop_token& m_stop;
    Fill m_fill;
    const std::vector<Time>& m_waited;
    Time m_mostWaited;
    Column<Time> m_ends;  // by stage, forwards before grad inputs, and microbatch
    std::vector<Device> m_devices;
    std::vector<Word> m_words;
    Time m_longestWait = 0;
    std::size_t m_puts = 0;
    bool m_isStuck = false;
};

}  // namespace

void forEachOrderInRounds(const OrderProblem& problem, std::size_t most, const std::stop_token& stop,
                          const std::function<void(const std::vector<Word>&)>& take) {
    constexpr int kMostTimes = 20;
    if (problem.chunks == 1)
        for (int choice = 0; choice < 8 && most > 0; ++choice) {
            const std::vector<Time> none;
            Rounds rounds(problem, {}, none, stop);
            if (!rounds.runLine({(choice & 4) == 0, (choice & 2) == 0, (choice & 1) == 0})) continue;
            take(rounds.words());
            --most;
        }
    if (problem.chunks == 1) return;
    for (const Fill fill : {Fill{true, true}, Fill{true, false}, Fill{false, true}, Fill{false, false}}) {
        std::vector<Time> waited;
        for (int time = 0; time < kMostTimes && most > 0; ++time) {
            Rounds rounds(problem, fill, waited, stop);
            if (!rounds.run()) break;
            std::vector<Time> waits = rounds.waits();
            const bool isBetter = waited.empty() || *std::max_element(waits.begin(), waits.end()) <
                                                        *std::max_element(waited.begin(), waited.end());
            if (!isBetter) break;
            take(rounds.words());
            --most;
            waited = std::move(waits);
        }
    }
}

}  // namespace bubblescope
