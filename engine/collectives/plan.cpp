#include "engine/collectives/plan.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace bubblescope {

std::string Plan::slotName(std::uint32_t slot) const {
    if (!isOfPairs) return std::to_string(slot);
    const auto n = static_cast<std::uint32_t>(ranks);
    return std::to_string(slot / n) + '.' + std::to_string(slot % n);
}

std::string planText(const Plan& plan) {
    std::string text;
    for (std::size_t step = 0; step < plan.steps.size(); ++step) {
        if (step > 0) text += " |";
        for (std::size_t i = plan.beginOf(step); i < plan.steps[step].end; ++i) {
            if (!text.empty()) text += ' ';
            const Transfer& transfer = plan.transfers[i];
            text += std::to_string(transfer.from) + '>' + std::to_string(transfer.to);
            char before = adds(transfer.mode) ? '+' : '=';
            for (const std::uint32_t slot : plan.slotsOf(i)) {
                text += before + plan.slotName(slot);
                before = ',';
            }
        }
    }
    return text;
}

namespace {

constexpr Mode dualOf(Mode mode) {
    switch (mode) {
        case Mode::Copy: return Mode::Give;
        case Mode::Move: return Mode::Move;
        case Mode::Add:
        case Mode::Give: return Mode::Copy;
    }
    return mode;
}

/// Sorts the transfers of the last step, from `begin` on, together with their slots.
void sortTransfers(Plan& plan, std::size_t begin) {
    const auto isBefore = [](const Transfer& a, const Transfer& b) {
        return std::tuple(a.from, std::uint16_t{a.to}, Mode{a.mode}) <
               std::tuple(b.from, std::uint16_t{b.to}, Mode{b.mode});
    };
    const auto first = plan.transfers.begin() + static_cast<std::ptrdiff_t>(begin);
    if (std::is_sorted(first, plan.transfers.end(), isBefore)) return;
    std::vector<std::size_t> order(plan.transfers.size() - begin);
    std::iota(order.begin(), order.end(), begin);
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return isBefore(plan.transfers[a], plan.transfers[b]); });
    const std::uint32_t slotsBegin = begin == 0 ? 0 : plan.transfers[begin - 1].slotsEnd;
    std::vector<Transfer> transfers;
    std::vector<std::uint32_t> slots;
    transfers.reserve(order.size());
    slots.reserve(plan.slotNumbers.size() - slotsBegin);
    for (const std::size_t i : order) {
        const auto own = plan.slotsOf(i);
        slots.insert(slots.end(), own.begin(), own.end());
        transfers.push_back(plan.transfers[i]);
        transfers.back().slotsEnd = slotsBegin + static_cast<std::uint32_t>(slots.size());
    }
    std::copy(transfers.begin(), transfers.end(), first);
    std::copy(slots.begin(), slots.end(), plan.slotNumbers.begin() + slotsBegin);
}

}  // namespace

Plan dualOf(const Plan& plan) {
    Plan dual;
    dual.ranks = plan.ranks, dual.switches = plan.switches;
    dual.slotCount = plan.slotCount, dual.pieces = plan.pieces, dual.isOfPairs = plan.isOfPairs;
    dual.transfers.reserve(plan.transfers.size());
    dual.slotNumbers.reserve(plan.slotNumbers.size());
    for (std::size_t step = plan.steps.size(); step-- > 0;) {
        const std::size_t begin = dual.transfers.size();
        for (std::size_t i = plan.beginOf(step); i < plan.steps[step].end; ++i) {
            const auto slots = plan.slotsOf(i);
            dual.slotNumbers.insert(dual.slotNumbers.end(), slots.begin(), slots.end());
            const Transfer& forth = plan.transfers[i];
            dual.transfers.push_back({forth.to, forth.from, dualOf(forth.mode), dual.slotNumbers.size()});
        }
        sortTransfers(dual, begin);
        dual.steps.push_back({static_cast<std::uint32_t>(dual.transfers.size())});
    }
    return dual;
}

PlanWriter::PlanWriter(const Team& team, int slotCount, Names names, Writes writes)
    : m_team(team), m_names(names), m_writes(writes), m_sortsSlots(names == Names::Pairs) {
    m_plan.ranks = team.ranks;
    m_plan.slotCount = slotCount;
    m_plan.isOfPairs = names == Names::Pairs;
}

void PlanWriter::step(Mode mode) {
    finishStep();
    m_sizeBefore = m_size;
    ++m_size.steps;
    m_mode = mode;
    if (!isCounting()) m_plan.steps.push_back({});
}

void PlanWriter::stepFurther(int further) {
    finishStep();
    const PlanSize before = std::exchange(m_sizeBefore, m_size);
    const std::size_t transfers = m_size.transfers - before.transfers, slots = m_size.slotEntries - before.slotEntries;
    ++m_size.steps, m_size.transfers += transfers, m_size.slotEntries += slots;
    if (isCounting()) return;
    auto& all = m_plan.transfers;
    auto& numbers = m_plan.slotNumbers;
    const std::size_t transfersBegin = all.size() - transfers, slotsBegin = numbers.size() - slots;
    all.resize(all.size() + transfers), numbers.resize(numbers.size() + slots);
    for (std::size_t i = transfersBegin; i < transfersBegin + transfers; ++i) {
        const Transfer one = all[i];
        all[i + transfers] = {one.from, one.to, one.mode, one.slotsEnd + slots};
    }
    const auto around = static_cast<std::uint32_t>(slotCount());
    const auto by = static_cast<std::uint32_t>(wrapped(further, slotCount()));
    for (std::size_t i = slotsBegin; i < slotsBegin + slots; ++i) {
        const std::uint32_t slot = numbers[i] + by;
        numbers[i + slots] = slot >= around ? slot - around : slot;
    }
    m_plan.steps.push_back({static_cast<std::uint32_t>(all.size())});
}

void PlanWriter::finishStep() {
    if (!isOpen()) return;
    Plan::Step& last = m_plan.steps.back();
    last.end = static_cast<std::uint32_t>(m_plan.transfers.size());
    sortTransfers(m_plan, m_plan.beginOf(m_plan.steps.size() - 1));
}

void PlanWriter::sendPairs(int from, int to, int origin, int first, int count) {
    begin(from, to);
    alsoPairs(origin, first, count);
}

void PlanWriter::alsoPairs(int origin, int first, int count) {
    addRun(rank(origin) * m_team.ranks, rank(first), count, m_team.ranks);
}

void PlanWriter::append(const Plan& plan) {
    finishStep();
    const auto transfersBefore = static_cast<std::uint32_t>(m_plan.transfers.size());
    const auto slotsBefore = static_cast<std::uint32_t>(m_plan.slotNumbers.size());
    m_plan.slotNumbers.insert(m_plan.slotNumbers.end(), plan.slotNumbers.begin(), plan.slotNumbers.end());
    for (Transfer transfer : plan.transfers) {
        transfer.slotsEnd += slotsBefore;
        m_plan.transfers.push_back(transfer);
    }
    for (Plan::Step step : plan.steps) {
        step.end += transfersBefore;
        m_plan.steps.push_back(step);
    }
}

void PlanWriter::reserve(const PlanSize& size) {
    m_plan.steps.reserve(size.steps);
    m_plan.transfers.reserve(size.transfers);
    m_plan.slotNumbers.reserve(size.slotEntries);
}

Plan PlanWriter::take() {
    finishStep();
    for (std::size_t i = 0; m_sortsSlots && i < m_plan.transfers.size(); ++i) {
        const std::size_t begin = i == 0 ? 0 : m_plan.transfers[i - 1].slotsEnd;
        std::sort(m_plan.slotNumbers.begin() + static_cast<std::ptrdiff_t>(begin),
                  m_plan.slotNumbers.begin() + m_plan.transfers[i].slotsEnd);
    }
    return std::move(m_plan);
}

}  // namespace bubblescope
