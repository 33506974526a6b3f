#include "engine/style/note.h"

#include "engine/core/text.h"
#include "engine/style/style_keys.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace bubblescope {

namespace {

std::string quoted(std::string_view text) { return '"' + shortened(text) + '"'; }

constexpr std::string_view kPlacePrefix = "at:";

std::string textOf(const TextPlace& at) { return numberText(at.right) + ',' + numberText(at.down); }

/// Reads "2,-1.5".
std::optional<TextPlace> textPlaceIn(std::string_view text) {
    TextPlace at;
    const char *begin = text.data(), *end = begin + text.size(), *comma = std::find(begin, end, ',');
    if (comma == end) return {};
    const auto right = std::from_chars(begin, comma, at.right), down = std::from_chars(comma + 1, end, at.down);
    const auto isWhole = [](const auto& read, const char* last) { return read.ec == std::errc() && read.ptr == last; };
    const auto isNear = [](double length) { return std::abs(length) <= style_keys::kMostPlace; };
    if (!isWhole(right, comma) || !isWhole(down, end) || !isNear(at.right) || !isNear(at.down)) return {};
    return at;
}

/// Removes the first word from the beginning of a line, and the spaces after it.
std::string_view takeWord(std::string_view& line) {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(line.find_first_not_of(' ', end), line.size()));
    return word;
}

std::string textAt(const ParameterValue::Object& values, std::string_view key) {
    const auto value = valueNamed(values, key);
    return value ? std::get<std::string>(value->held) : std::string();
}

}  // namespace

Result<void> checkStyleText(std::string_view text, std::string place, std::size_t most) {
    if (text.size() <= most) return {};
    return Error{"must be at most " + withThousands(static_cast<long long>(most)) + " bytes long, is " +
                     withThousands(static_cast<long long>(text.size())),
                 std::move(place)};
}

Result<NoteAnchor> noteAnchorIn(std::string_view text, const Numbering& numbers) {
    const std::size_t at = text.find('@');
    if (at == std::string_view::npos) {
        auto op = opRefIn(text, numbers.ops);
        if (op) return NoteAnchor(std::move(*op));
        return op.error();
    }
    DeviceTime out;
    const char *begin = text.data(), *middle = begin + at, *end = begin + text.size();
    if (const char* const colon = std::find(begin, middle, ':'); *begin == '#' && colon != middle) {
        const auto schedule = std::from_chars(begin + 1, colon, out.schedule.emplace());
        if (schedule.ec == std::errc() && schedule.ptr == colon && *out.schedule > 0) begin = colon + 1;
    }
    const auto device = std::from_chars(begin, middle, out.device);
    const auto time = std::from_chars(middle + 1, end, out.time);
    out.device -= numbers.devices;
    if (device.ec == std::errc() && device.ptr == middle && out.device >= 0 && time.ec == std::errc() &&
        time.ptr == end && std::abs(out.time) <= style_keys::kMostTime)
        return NoteAnchor(out);
    return Error{quoted(text) + " is not a place; expected an op, e.g. 2B7, or a device and a time, e.g. 2@35.5", {}};
}

std::string textOf(const NoteAnchor& anchor, const Numbering& numbers) {
    if (const auto* op = std::get_if<OpRef>(&anchor)) return textOf(*op, numbers.ops);
    const auto& [device, time, schedule] = std::get<DeviceTime>(anchor);
    const std::string start = schedule ? '#' + std::to_string(*schedule) + ':' : std::string();
    return start + std::to_string(device + numbers.devices) + '@' + numberText(time);
}

Result<PictureNote> noteOf(const ParameterValue::Object& values, const Numbering& numbers) {
    PictureNote note;
    const std::string kind = textAt(values, "kind");
    const auto known = std::ranges::find(style_keys::kNotes, kind);
    if (known == std::end(style_keys::kNotes)) return Error{"is missing; must be bracket, arrow or note", ".kind"};
    note.kind = static_cast<PictureNote::Kind>(known - std::begin(style_keys::kNotes));
    const bool isNote = note.kind == PictureNote::Kind::Note;
    const auto anchor = [&](std::string_view key, NoteAnchor& out) -> Result<void> {
        const std::string text = textAt(values, key);
        if (text.empty()) return Error{"is missing; must be an op, such as 2B7", '.' + std::string(key)};
        const auto read = noteAnchorIn(text, numbers);
        if (!read) return Error{read.error().message, '.' + std::string(key)};
        out = *read;
        return {};
    };
    if (auto ok = anchor("from", note.from); !ok) return ok.error();
    if (isNote && valueNamed(values, "to")) return Error{"must be omitted for a note, which has only one place", ".to"};
    if (!isNote)
        if (auto ok = anchor("to", note.to); !ok) return ok.error();
    note.text = textAt(values, "text");
    if (note.text.empty() && note.kind != PictureNote::Kind::Arrow)
        return Error{"is missing; a " + kind + " needs text", ".text"};
    if (auto ok = checkStyleText(note.text, ".text"); !ok) return ok.error();
    const std::string at = textAt(values, "at");
    if (!at.empty() && !(note.at = textPlaceIn(at)))
        return Error{quoted(at) + " is not a place of a text; expected type sizes to the right and down, e.g. 2,-1.5",
                     ".at"};
    return note;
}

ParameterValue::Object valuesOf(const PictureNote& note) {
    ParameterValue::Object out;
    setNamed(out, "kind", {std::string(style_keys::kNotes[static_cast<std::size_t>(note.kind)])});
    setNamed(out, "from", {textOf(note.from)});
    if (note.kind != PictureNote::Kind::Note) setNamed(out, "to", {textOf(note.to)});
    if (!note.text.empty()) setNamed(out, "text", {note.text});
    if (note.at) setNamed(out, "at", {textOf(*note.at)});
    return out;
}

Result<PictureNote> noteIn(std::string_view line, const Numbering& numbers) {
    ParameterValue::Object values;
    std::string_view rest = line;
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    const std::string kind(takeWord(rest));
    setNamed(values, "kind", {kind});
    setNamed(values, "from", {std::string(takeWord(rest))});
    if (kind != "note") setNamed(values, "to", {std::string(takeWord(rest))});
    if (rest.starts_with(kPlacePrefix)) {
        std::string_view after = rest;
        std::string_view at = takeWord(after);
        at.remove_prefix(kPlacePrefix.size());
        if (textPlaceIn(at)) setNamed(values, "at", {std::string(at)}), rest = after;  // or else it is text
    }
    setNamed(values, "text", {std::string(rest)});
    auto note = noteOf(values, numbers);
    if (note) return note;
    const std::string& key = note.error().field;
    if (key == ".kind" || note.error().message.starts_with("is missing"))
        return Error{quoted(line) +
                         " is not a note; expected \"note 2B7 words\", \"arrow 0F3 1F3\" or \"bracket 0F0 0F3 words\"",
                     {}};
    return Error{note.error().message, {}};
}

std::string textOf(const PictureNote& note, const Numbering& numbers) {
    std::string line(style_keys::kNotes[static_cast<std::size_t>(note.kind)]);
    line += ' ' + textOf(note.from, numbers);
    if (note.kind != PictureNote::Kind::Note) line += ' ' + textOf(note.to, numbers);
    if (note.at) line += ' ' + std::string(kPlacePrefix) + textOf(*note.at);
    if (!note.text.empty()) line += ' ' + note.text;
    return line;
}

}  // namespace bubblescope
