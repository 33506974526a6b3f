#pragma once

#include <string>

namespace bubblescope {

/// One change of a document, such as `--set PATH=VALUE`: a path of keys and [n] into the file, and a JSON value (or
/// plain text).
struct Setting {
    std::string path;
    std::string value;

    friend bool operator==(const Setting&, const Setting&) = default;
};

}  // namespace bubblescope
