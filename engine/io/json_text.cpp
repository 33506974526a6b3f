#include "engine/io/json_text.h"

#include "engine/core/text.h"
#include "engine/io/scenario_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace bubblescope {

using nlohmann::json;

namespace {

/// "line 3, column 7" for a byte offset.
std::string lineAndColumn(std::string_view bytes, std::size_t at) {
    const std::string_view before = bytes.substr(0, at);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t newline = before.rfind('\n');
    const std::size_t column = newline == std::string_view::npos ? at : at - newline - 1;
    return "line " + std::to_string(line) + ", column " + std::to_string(std::max<std::size_t>(column, 1));
}

/// What the parser expected, without its own prefix: "unexpected ']'; expected ...".
std::string syntaxReason(std::string_view what) {
    const std::size_t begin = what.find("syntax error");
    const std::size_t dash = begin == std::string_view::npos ? begin : what.find(" - ", begin);
    return shortened(dash == std::string_view::npos ? what : what.substr(dash + 3), 110);
}

/// Builds the value from the parser's events and stops at the first one that no scenario can contain.
class Builder : public nlohmann::json_sax<json> {
public:
    explicit Builder(std::string_view bytes) : m_bytes(bytes) {}

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override { return put(value); }
    bool number_unsigned(number_unsigned_t value) override { return put(value); }
    bool number_float(number_float_t value, const string_t&) override { return put(value); }
    bool string(string_t& value) override { return put(std::move(value)); }
    bool binary(binary_t&) override { return false; }

    bool start_object(std::size_t) override { return open(json::object()); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(json::array()); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        Frame& top = m_open.back();
        auto& object = top.value->get_ref<json::object_t&>();
        const auto [at, isNew] = object.try_emplace(name);
        top.slot = &at->second;
        top.key = std::move(name);
        return isNew || fail({"this key appears twice; remove one", path()});
    }

    bool parse_error(std::size_t position, const std::string& token, const json::exception& error) override {
        const std::string where = lineAndColumn(m_bytes, position);
        constexpr int kNumberOverflow = 406;
        if (error.id == kNumberOverflow)
            return fail({"the number " + shortened(token, 24) + " is too large", placeOr(where)});
        m_isSyntax = true;
        return fail({"not JSON at " + where + ": " + syntaxReason(error.what()), path()});
    }

    json m_root;
    Error m_error;
    bool m_isSyntax = false;

private:
    struct Frame {
        json* value;
        json* slot = nullptr;  // of an object: where the value of `key` goes
        std::string key = {};
    };

    bool put(json value) { return place(std::move(value)), true; }

    json* place(json&& value) {
        if (m_open.empty()) return &(m_root = std::move(value));
        Frame& top = m_open.back();
        if (top.value->is_object()) return &(*top.slot = std::move(value));
        auto& list = top.value->get_ref<json::array_t&>();
        list.push_back(std::move(value));
        return &list.back();
    }

    bool open(json container) {
        if (m_open.size() == static_cast<std::size_t>(kMaxNesting))
            return fail({"nested more than " + std::to_string(kMaxNesting) + " levels deep; 5 are enough", path()});
        json* const at = place(std::move(container));
        m_open.push_back({at});
        return true;
    }

    bool close() { return m_open.pop_back(), true; }
    bool fail(Error error) { return m_error = std::move(error), false; }

    std::string placeOr(const std::string& otherwise) const {
        const std::string at = path();
        return at.empty() ? otherwise : at;
    }

    /// Where the parser is; only the first few levels, as it may be deep.
    std::string path() const {
        constexpr std::size_t kMostSteps = 6;
        std::string out;
        for (std::size_t i = 0; i < std::min(m_open.size(), kMostSteps); ++i) {
            const Frame& frame = m_open[i];
            if (frame.value->is_object() && !frame.slot) break;
            const bool isChildPlaced = i + 1 < m_open.size();
            out = frame.value->is_object() ? keyPath(out, frame.key)
                                           : elementPath(out, frame.value->size() - (isChildPlaced ? 1 : 0));
        }
        return out;
    }

    std::string_view m_bytes;
    std::vector<Frame> m_open;
};

/// Checks that must succeed before a parser may read the bytes.
Result<void> checkBytes(std::string_view bytes) {
    if (bytes.size() > kMaxFileBytes)
        return Error{"larger than the limit of " + std::to_string(kMaxFileBytes >> 20) + " MB", {}};
    if (const std::size_t at = notUtf8At(bytes); at != std::string_view::npos)
        return Error{"not UTF-8 text (at byte " + withThousands(static_cast<long long>(at)) + ")", {}};
    // The parser ends at a NUL and would accept anything after it.
    if (const std::size_t at = bytes.find('\0'); at != std::string_view::npos)
        return Error{"not JSON at " + lineAndColumn(bytes, at + 1) + ": contains a NUL character", {}};
    if (bytes.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return Error{"not JSON: the file is empty; it must begin with {", {}};
    return {};
}

}  // namespace

Result<json> parseJson(std::string_view bytes, bool* isSyntax) {
    if (isSyntax) *isSyntax = true;
    if (auto ok = checkBytes(bytes); !ok) return ok.error();
    Builder builder(bytes);
    const bool isWhole = json::sax_parse(bytes.begin(), bytes.end(), &builder);
    if (isSyntax) *isSyntax = builder.m_isSyntax;
    if (!isWhole) return std::move(builder.m_error);
    return std::move(builder.m_root);
}

std::string described(const json& value) {
    switch (value.type()) {
        case json::value_t::object: return "an object";
        case json::value_t::array: return "a list";
        case json::value_t::string: return '"' + shortened(value.get_ref<const std::string&>()) + '"';
        default: return value.dump();
    }
}

std::string keyPath(const std::string& path, std::string_view key) {
    return (path.empty() ? "" : path + ".") + shortened(key);
}

std::string elementPath(const std::string& path, std::size_t index) { return path + "[" + std::to_string(index) + "]"; }

std::string measuredText(double value) {
    std::string text = numberText(value);
    return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

std::string quotedText(std::string_view text) {
    return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kLineWidth = 100;

std::string onOneLine(const ordered_json& value) {
    if (value.is_number_float()) return numberText(value.get<double>());
    if (value.is_string()) return quotedText(value.get_ref<const std::string&>());
    if (!value.is_structured()) return value.dump();
    std::string out(1, value.is_object() ? '{' : '[');
    for (const auto& item : value.items()) {
        if (out.size() > 1) out += ", ";
        if (value.is_object()) out += quotedText(item.key()) + ": ";
        out += onOneLine(item.value());
    }
    return out + (value.is_object() ? '}' : ']');
}

bool holdsStructures(const ordered_json& value) {
    return std::any_of(value.begin(), value.end(), [](const ordered_json& item) { return item.is_structured(); });
}

void appendTidy(const ordered_json& value, std::size_t indent, std::size_t column, std::string& out);

/// A list of plain values that is too long for one line: as many per line as fit.
void appendFilled(const ordered_json& list, std::size_t indent, std::string& out) {
    std::string line;
    const auto flush = [&] { out += '\n' + std::string(indent, ' ') + line; };
    for (std::size_t i = 0; i < list.size(); ++i) {
        const std::string item = onOneLine(list[i]) + (i + 1 < list.size() ? "," : "");
        if (!line.empty() && indent + line.size() + 1 + item.size() > kLineWidth) {
            flush();
            line.clear();
        }
        line += (line.empty() ? "" : " ") + item;
    }
    flush();
}

void appendItems(const ordered_json& value, std::size_t indent, std::string& out) {
    std::size_t count = 0;
    for (const auto& item : value.items()) {
        out += '\n' + std::string(indent, ' ');
        const std::string key = value.is_object() ? quotedText(item.key()) + ": " : "";
        out += key;
        appendTidy(item.value(), indent, indent + key.size(), out);
        if (++count < value.size()) out += ',';
    }
}

void appendTidy(const ordered_json& value, std::size_t indent, std::size_t column, std::string& out) {
    if (!value.is_structured() || value.empty()) {
        out += onOneLine(value);
        return;
    }
    const bool isDeep = holdsStructures(value);
    if (!isDeep) {
        const std::string line = onOneLine(value);
        if (column + line.size() <= kLineWidth) {
            out += line;
            return;
        }
    }
    out += value.is_object() ? '{' : '[';
    if (value.is_array() && !isDeep)
        appendFilled(value, indent + 2, out);
    else
        appendItems(value, indent + 2, out);
    out += '\n' + std::string(indent, ' ') + (value.is_object() ? '}' : ']');
}

}  // namespace

std::string tidyJson(const ordered_json& value) {
    std::string out;
    appendTidy(value, 0, 0, out);
    return out + '\n';
}

}  // namespace bubblescope
