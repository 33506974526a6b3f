#include "engine/io/sweep_shards.h"

#include "engine/core/text.h"

#include <charconv>
#include <optional>

namespace bubblescope {

namespace {

constexpr std::string_view kCsvMark = "# shard ", kJsonMark = "{\"shard\": \"", kJsonEnd = "\n]}\n";

std::optional<long long> numberIn(std::string_view text) {
    long long number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

/// A part split into its rows, without what is between them.
struct Part {
    Shard shard;
    std::size_t rowsOfAll = 0;
    RowsForm form = RowsForm::Csv;
    std::string_view heading;  // of a CSV table; of JSON what stands before the rows, without its brace
    std::vector<std::string_view> rows;
    bool isWhole = false;  // whether its last line is complete

    /// The number of rows that a part should have.
    std::size_t share() const {
        const auto index = static_cast<std::size_t>(shard.index), count = static_cast<std::size_t>(shard.count);
        return (rowsOfAll + count - index) / count;
    }
};

std::optional<Part> partIn(std::string_view text) {
    Part part;
    part.form = text.starts_with(kJsonMark) ? RowsForm::Json : RowsForm::Csv;
    const std::string_view mark = part.form == RowsForm::Json ? kJsonMark : kCsvMark;
    if (!text.starts_with(mark)) return std::nullopt;
    std::vector<std::string_view> lines = linesOf(text);
    const std::string_view head = lines.front().substr(mark.size());
    const auto nameEnd = head.find_first_of("\" "), rows = head.find_first_of("0123456789", nameEnd);
    if (rows == std::string_view::npos) return std::nullopt;
    const auto shard = shardIn(head.substr(0, nameEnd));
    const auto rowsEnd = head.find_first_not_of("0123456789", rows);
    const auto count = numberIn(head.substr(rows, rowsEnd - rows));
    if (!shard || !count || lines.size() < 2) return std::nullopt;  // its heading, or its end
    part.isWhole = text.ends_with('\n');
    part.shard = *shard;
    part.rowsOfAll = static_cast<std::size_t>(*count);
    lines.erase(lines.begin());
    if (part.form == RowsForm::Csv) {
        part.heading = lines.front();
        lines.erase(lines.begin());
    } else {
        if (rowsEnd == std::string_view::npos || !head.substr(rowsEnd).starts_with(", ")) return std::nullopt;
        part.heading = head.substr(rowsEnd + 2);
        lines.pop_back();
        std::erase(lines, std::string_view());
        for (std::string_view& line : lines)
            if (line.ends_with(',')) line.remove_suffix(1);
    }
    part.rows = std::move(lines);
    return part;
}

}  // namespace

Result<Shard> shardIn(std::string_view text) {
    const auto slash = text.find('/');
    const auto index = numberIn(text.substr(0, slash));
    const auto count = slash == std::string_view::npos ? std::nullopt : numberIn(text.substr(slash + 1));
    if (index && count && *count >= 1 && *count <= kMaxShards && *index >= 1 && *index <= *count)
        return Shard{static_cast<int>(*index), static_cast<int>(*count)};
    return Error{"must be PART/PARTS, e.g. 1/4, is \"" + shortened(text) + '"', {}};
}

std::string shardHeading(const Shard& shard, std::size_t rowsOfAll, RowsForm form, const std::string& heading) {
    const std::string name = std::to_string(shard.index) + '/' + std::to_string(shard.count),
                      rows = std::to_string(rowsOfAll);
    if (form == RowsForm::Json)
        return std::string(kJsonMark) + name + "\", \"of_rows\": " + rows + ", " + heading.substr(1);
    return std::string(kCsvMark) + name + " of " + rows + " rows\n" + heading;
}

Result<std::string> joinShards(std::span<const std::string> texts) {
    std::vector<std::optional<Part>> parts;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        auto part = partIn(texts[i]);
        const std::string place = "part " + std::to_string(i + 1);
        if (!part) return Error{"is not a part of a sweep; \"sweep --shard 1/4 --csv\" writes one", place};
        const auto count = static_cast<std::size_t>(part->shard.count);
        if (parts.empty()) parts.resize(count);
        const std::string of = std::to_string(part->shard.index) + '/' + std::to_string(part->shard.count);
        const Part* other = nullptr;
        for (const auto& known : parts)
            if (known) other = &*known;
        if (count != parts.size() || (other && (other->form != part->form || other->heading != part->heading ||
                                                other->rowsOfAll != part->rowsOfAll)))
            return Error{of + " belongs to another sweep than the first part", place};
        if (!part->isWhole || part->rows.size() != part->share())
            return Error{of + " has " + std::to_string(part->rows.size()) +
                             (part->isWhole ? " rows, expected " : " rows, the last one incomplete, expected ") +
                             std::to_string(part->share()),
                         place};
        auto& here = parts[static_cast<std::size_t>(part->shard.index) - 1];
        if (here) return Error{of + " appears twice", place};
        here = std::move(part);
    }
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (!parts[i])
            return Error{"part " + std::to_string(i + 1) + '/' + std::to_string(parts.size()) + " is missing", {}};
    const Part& first = *parts.front();
    const bool isJson = first.form == RowsForm::Json;
    std::string out = (isJson ? "{" : "") + std::string(first.heading) + '\n';
    for (std::size_t row = 0; row < first.rowsOfAll; ++row) {
        if (isJson && row > 0) out += ",\n";
        out += parts[row % parts.size()]->rows[row / parts.size()];
        if (!isJson) out += '\n';
    }
    if (isJson) out += kJsonEnd;
    return out;
}

}  // namespace bubblescope
