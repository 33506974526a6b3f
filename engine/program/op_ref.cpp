#include "engine/program/op_ref.h"

#include "engine/core/text.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

namespace bubblescope {

namespace {

/// Removes "*" or a number from the beginning of `text`; false if there is neither, or if the number is beyond all
/// limits.
bool takeNumber(std::string_view& text, std::optional<int>& number) {
    number.reset();
    if (text.starts_with('*')) return text.remove_prefix(1), true;
    int value = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (code != std::errc() || value < 0 || value >= kPastWhole || text.front() == '-') return false;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    number = value;
    return true;
}

/// Reads what follows the stage: a kind and a microbatch. Some letters contain digits; the longest one that fits is
/// used.
bool takeKindAndMicrobatch(std::string_view text, OpRef& out) {
    const auto ends = [&](std::string_view letter, std::size_t length) {
        std::string_view rest = text.substr(length);
        OpRef found = out;
        found.letter = letter;
        if (!takeNumber(rest, found.microbatch) || !rest.empty()) return false;
        out = std::move(found);
        return true;
    };
    if (text.starts_with('*')) return ends({}, 1);
    std::vector<std::string_view> letters;
    for (const OpKindInfo& info : kOpKindInfos)
        if (!info.letter.empty() && text.starts_with(info.letter)) letters.push_back(info.letter);
    std::ranges::sort(letters, [](std::string_view a, std::string_view b) { return a.size() > b.size(); });
    return std::ranges::any_of(letters, [&](std::string_view letter) { return ends(letter, letter.size()); });
}

bool isFetch(OpKind kind) { return kind == OpKind::FetchForward || kind == OpKind::FetchBackward; }

std::string partText(const std::optional<int>& number, int first) {
    return number ? std::to_string(*number + first) : "*";
}

}  // namespace

bool OpRef::names(const Program& program, Op op) const {
    return (!stage || program.modelStage(op.stage()).value == *stage) &&
           (!microbatch || program.microbatchOf(op) == *microbatch) && !isFetch(op.kind()) &&
           (letter.empty() || letter == bubblescope::letter(op.kind()));
}

Result<OpRef> opRefIn(std::string_view text, int first) {
    OpRef out;
    std::string_view rest = text;
    bool isRef = true;
    if (rest.starts_with('#')) {
        rest.remove_prefix(1);
        isRef = takeNumber(rest, out.schedule) && out.schedule && *out.schedule > 0 && rest.starts_with(':');
        if (isRef) rest.remove_prefix(1);
    }
    if (!isRef || !takeNumber(rest, out.stage) || !takeKindAndMicrobatch(rest, out))
        return Error{
            '"' + shortened(text) +
                "\" is not an op; expected a stage, a letter and a microbatch, each of which may be *, e.g. 2B7",
            {}};
    for (std::optional<int>* const number : {&out.stage, &out.microbatch}) {
        if (*number && **number < first)
            return Error{'"' + shortened(text) + "\" is not an op; stages and microbatches count from " +
                             std::to_string(first) + " here",
                         {}};
        if (*number) **number -= first;
    }
    return out;
}

std::string textOf(const OpRef& ref, int first) {
    const std::string schedule = ref.schedule ? '#' + std::to_string(*ref.schedule) + ':' : std::string();
    return schedule + partText(ref.stage, first) + (ref.letter.empty() ? "*" : ref.letter) +
           partText(ref.microbatch, first);
}

FoundOps findOps(std::span<const OpRef> refs, const Program& program) {
    constexpr int kAny = -1;
    // By stage and microbatch, either of which may be "any". A pair has at most as many names as there are letters,
    // unless names are repeated.
    std::map<std::pair<int, int>, std::vector<std::size_t>> places;
    std::map<std::tuple<int, int, std::string_view>, std::size_t> first;
    std::vector<std::size_t> sameAs(refs.size());
    for (std::size_t i = 0; i < refs.size(); ++i) {
        const std::pair key(refs[i].stage.value_or(kAny), refs[i].microbatch.value_or(kAny));
        const auto [known, isNew] = first.try_emplace({key.first, key.second, refs[i].letter}, i);
        sameAs[i] = known->second;
        if (isNew) places[key].push_back(i);
    }
    FoundOps found{{}, std::vector<bool>(refs.size())};
    for (const Lane& lane : program.lanes)
        for (Row row = lane.begin; row < lane.end; ++row) {
            const Op op = program.ops[row];
            const int stage = program.modelStage(op.stage()).value, microbatch = program.microbatchOf(op);
            bool isNamed = false;
            for (const auto& key : {std::pair(kAny, kAny), std::pair(stage, kAny), std::pair(kAny, microbatch),
                                    std::pair(stage, microbatch)})
                if (const auto at = places.find(key); at != places.end())
                    for (const std::size_t i : at->second)
                        if (refs[i].names(program, op)) found.isFound[i] = isNamed = true;
            if (isNamed) found.rows.push_back(row);
        }
    for (std::size_t i = 0; i < refs.size(); ++i) found.isFound[i] = found.isFound[sameAs[i]];
    return found;
}

std::vector<Row> rowsOf(std::span<const OpRef> refs, const Program& program) { return findOps(refs, program).rows; }

bool namesAny(const OpRef& ref, const Program& program) {
    for (const Lane& lane : program.lanes)
        for (Row row = lane.begin; row < lane.end; ++row)
            if (ref.names(program, program.ops[row])) return true;
    return false;
}

}  // namespace bubblescope
