#include "engine/io/format_of.h"

#include "engine/io/scenario_file.h"

#include <nlohmann/json.hpp>

namespace bubblescope {

using nlohmann::json;

namespace {

/// Reads the `format` of the top object, and then stops.
struct FormatFinder : json::json_sax_t {
    std::string format;
    int depth = 0;
    bool isNext = false;

    bool other() { return depth > 0 && !isNext; }
    bool null() override { return other(); }
    bool boolean(bool) override { return other(); }
    bool number_integer(json::number_integer_t) override { return other(); }
    bool number_unsigned(json::number_unsigned_t) override { return other(); }
    bool number_float(json::number_float_t, const std::string&) override { return other(); }
    bool binary(json::binary_t&) override { return other(); }
    bool string(std::string& value) override {
        if (isNext) format = value;
        return other();
    }
    bool key(std::string& name) override {
        isNext = depth == 1 && name == "format";
        return true;
    }
    bool start_object(std::size_t) override { return !isNext && ++depth <= kMaxNesting; }
    bool start_array(std::size_t) override { return other() && ++depth <= kMaxNesting; }
    bool end_object() override { return --depth > 0; }
    bool end_array() override { return --depth > 0; }
    bool parse_error(std::size_t, const std::string&, const json::exception&) override { return false; }
};

}  // namespace

std::string formatOf(std::string_view bytes) {
    FormatFinder finder;
    json::sax_parse(bytes, &finder);
    return finder.format;
}

}  // namespace bubblescope
