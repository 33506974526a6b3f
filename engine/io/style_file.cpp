#include "engine/io/style_file.h"

#include "engine/io/json_fields.h"
#include "engine/io/scenario_keys.h"
#include "engine/style/style.h"

#include <nlohmann/json.hpp>

namespace bubblescope {

using nlohmann::json;

const Parameter& styleDocument() {
    static const auto kParts = documentParts(kStyleFormat, kStyleParameter.parts);
    static const Parameter kDocument = {.key = kStyleFormat.id, .type = ParameterType::Object, .parts = kParts};
    return kDocument;
}

Result<ParameterValue::Object> readStyleFile(std::string_view bytes) {
    auto root = parseJson(bytes);
    if (!root) return root.error();
    if (auto ok = checkFormat(*root, kStyleFormat); !ok) return ok.error();
    root->erase("format");
    root->erase("version");
    ParameterValue style;
    if (auto ok = readValue(*root, {}, kStyleParameter, style); !ok) return ok.error();
    auto& values = std::get<ParameterValue::Object>(style.held);
    if (auto ok = checkStyle(values); !ok) return Error{ok.error().message, ok.error().field.substr(1)};
    return std::move(values);
}

std::string writeStyleFile(const ParameterValue::Object& style) {
    nlohmann::ordered_json out = {{"format", kStyleFormat.id}, {"version", kStyleFormat.version}};
    for (const auto& [name, value] : style) out[name] = toJson(value);
    return tidyJson(out);
}

}  // namespace bubblescope
