#include "engine/style/style.h"

#include "engine/core/text.h"
#include "engine/program/op_ref.h"
#include "engine/style/length.h"
#include "engine/style/note.h"
#include "engine/style/shown_range.h"

#include <algorithm>
#include <vector>

namespace bubblescope {

namespace {

NamedValue text(std::string name, std::string value) { return {std::move(name), {std::move(value)}}; }
NamedValue flag(std::string name, bool value) { return {std::move(name), {value}}; }
NamedValue whole(std::string name, int value) { return {std::move(name), {value}}; }
NamedValue words(std::vector<std::pair<std::string, std::string>> pairs) {
    ParameterValue::Object out;
    for (auto& [kind, word] : pairs) setNamed(out, kind, {std::move(word)});
    return {"words", {std::move(out)}};
}

ParameterValue::Object object(std::vector<NamedValue> values) {
    ParameterValue::Object out;
    for (NamedValue& value : values) setNamed(out, value.name, std::move(value.value));
    return out;
}

const std::string* textOf(const ParameterValue::Object& style, std::string_view key) {
    for (const NamedValue& value : style)
        if (value.name == key) return std::get_if<std::string>(&value.value.held);
    return nullptr;
}

Result<void> checkTexts(const ParameterValue::Object& style) {
    for (const auto& [key, most] : {std::pair("title", kLongestStyleText),
                                    {"caption", kLongestCaption},
                                    {"workers", kLongestStyleText},
                                    {"x_title", kLongestStyleText},
                                    {"y_title", kLongestStyleText}})
        if (const std::string* own = textOf(style, key))
            if (auto ok = checkStyleText(*own, std::string(".") + key, most); !ok) return ok;
    if (const std::string* own = textOf(style, "workers"); own && own->find('#') == std::string::npos)
        return Error{"must contain # for the number, e.g. \"Device #\", is \"" + shortened(*own) + '"', ".workers"};
    if (const auto all = valueNamed(style, "words"))
        for (const auto& [kind, word] : std::get<ParameterValue::Object>(all->held)) {
            const bool isKey =
                kind == "idle" ||
                std::ranges::any_of(kOpKindInfos, [&kind = kind](const OpKindInfo& info) { return info.id == kind; });
            if (!isKey)
                return Error{"is not a legend entry; expected the id of a kind, such as F, B, I or W, or idle",
                             ".words." + kind};
            if (auto ok = checkStyleText(std::get<std::string>(word.held), ".words." + kind); !ok) return ok;
        }
    return {};
}

Result<void> checkRanges(const ParameterValue::Object& style) {
    for (const std::string_view key : {"x_range", "y_range"}) {
        const std::string* own = textOf(style, key);
        if (!own) continue;
        const auto ranges = shownRangesIn(*own);
        if (!ranges) return Error{ranges.error().message, '.' + std::string(key)};
        if (key == "x_range" && ranges->size() > 1) return Error{"must be one range", ".x_range"};
    }
    return {};
}

Result<void> checkRefs(const ParameterValue::Object& style, std::string_view key) {
    const auto list = valueNamed(style, key);
    if (!list) return {};
    std::size_t at = 0;
    for (const ParameterValue& value : std::get<ParameterValue::List>(list->held)) {
        const std::string place = '.' + std::string(key) + '[' + std::to_string(at++) + ']';
        if (auto ref = opRefIn(std::get<std::string>(value.held)); !ref) return Error{ref.error().message, place};
    }
    return {};
}

Result<void> checkNotes(const ParameterValue::Object& style) {
    const auto list = valueNamed(style, "notes");
    if (!list) return {};
    std::size_t at = 0;
    for (const ParameterValue& value : std::get<ParameterValue::List>(list->held)) {
        const std::string place = ".notes[" + std::to_string(at++) + ']';
        if (auto note = noteOf(std::get<ParameterValue::Object>(value.held)); !note)
            return Error{note.error().message, place + note.error().field};
    }
    return {};
}

}  // namespace

std::span<const NamedStyle> namedStyles() {
    static const std::vector<NamedStyle> kStyles = {
        {"default", "Bubblescope", "same as on screen", {}},
        {"print", "Print", "black on white, for any printer",
         object({text("theme", "print"), text("palette", "print"), text("type", "8pt"), flag("dot", false)})},
        {"megatron", "Megatron-LM", "Narayanan et al. 2021, figures 3 and 4",
         object({text("palette", "megatron"), text("pattern", "off"), text("type", "8pt"), text("title", ""),
                 text("header", "name"), flag("dot", false), text("workers", "Device #"), whole("first_worker", 1),
                 whole("first_number", 1), text("axis", "arrow"), text("flush", "line"),
                 words({{"F", "Forward Pass"},
                        {"B", "Backward Pass"},
                        {"I", "Input Gradient"},
                        {"W", "Weight Gradient"},
                        {"idle", "Devices idle"}})})},
        {"zero-bubble", "Zero Bubble", "Qi et al. 2023, figures 2 and 3",
         object({text("palette", "zero-bubble"), text("pattern", "off"), text("type", "8pt"), text("title", ""),
                 text("header", "name"), flag("dot", false), text("workers", "Device #"), whole("first_worker", 1),
                 whole("first_number", 1), text("axis", "arrow"), text("flush", "optimizer"),
                 words({{"F", "F"}, {"B", "B and W"}, {"I", "B"}, {"W", "W"}, {"idle", "idle"}})})},
        {"pytorch", "PyTorch", "the documentation of torch.distributed.pipelining",
         object({text("palette", "pytorch"), text("pattern", "off"), text("type", "8pt"), text("title", ""),
                 text("header", "name"), flag("dot", false), text("workers", "Rank #"), text("axis", "arrow"),
                 text("legend_words", "letters")})},
        {"deepseek", "DeepSeek", "DeepSeek-V3 2024, figure 5",
         object(
             {text("palette", "deepseek"), text("pattern", "off"), text("type", "8pt"), text("title", ""),
              text("header", "name"), flag("dot", false), text("workers", "Device #"), text("axis", "arrow"),
              words(
                  {{"F", "Forward"}, {"B", "Backward"}, {"I", "Backward for input"}, {"W", "Backward for weights"}})})},
    };
    return kStyles;
}

const NamedStyle* findStyle(std::string_view id) {
    const auto styles = namedStyles();
    const auto found = std::ranges::find(styles, id, &NamedStyle::id);
    return found == styles.end() ? nullptr : &*found;
}

void putOver(ParameterValue::Object& style, const ParameterValue::Object& other) {
    for (const NamedValue& value : other) {
        ParameterValue all = value.value;
        if (const auto before = valueNamed(style, "words"); before && value.name == "words") {
            all = *before;
            for (const auto& [kind, word] : std::get<ParameterValue::Object>(value.value.held))
                setNamed(std::get<ParameterValue::Object>(all.held), kind, word);
        }
        setNamed(style, value.name, std::move(all));
    }
}

ParameterValue::Object resolvedStyle(const ParameterValue::Object& style) {
    const std::string* base = textOf(style, "base");
    const NamedStyle* known = base ? findStyle(*base) : nullptr;
    ParameterValue::Object own = style;
    removeNamed(own, "base");
    if (!known) return own;
    ParameterValue::Object all = known->values;
    putOver(all, own);
    return all;
}

Result<void> checkStyle(const ParameterValue::Object& style) {
    if (auto ok = checkValue({style}, kStyleParameter); !ok) return ok;
    if (const std::string* base = textOf(style, "base"); base && !findStyle(*base)) {
        std::vector<std::string_view> names;
        for (const NamedStyle& known : namedStyles()) names.push_back(known.id);
        return Error{"\"" + shortened(*base) + "\" is not a style; " + nearestOf(*base, names), ".base"};
    }
    for (const std::string_view key : {"width", "height", "type", "cell_type"})
        if (const std::string* own = textOf(style, key))
            if (auto length = lengthIn(*own); !length) return Error{length.error().message, '.' + std::string(key)};
    if (const std::string* own = textOf(style, "inset"))
        if (auto length = lengthIn(*own, true); !length) return Error{length.error().message, ".inset"};
    if (auto ok = checkTexts(style); !ok) return ok;
    if (auto ok = checkRanges(style); !ok) return ok;
    for (const std::string_view key : {"highlight", "dim"})
        if (auto ok = checkRefs(style, key); !ok) return ok;
    const auto begin = valueNamed(style, "begin"), end = valueNamed(style, "end");
    if (begin && end && std::get<double>(begin->held) >= std::get<double>(end->held))
        return Error{"must be after begin = " + numberText(std::get<double>(begin->held)) + ", is " +
                         numberText(std::get<double>(end->held)),
                     ".end"};
    return checkNotes(style);
}

}  // namespace bubblescope
