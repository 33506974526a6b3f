#pragma once

#include <QString>

#include <string_view>

namespace bubblescope {

/// An error of the engine about a typed text: the sentence without that text, which is shown above it anyway, and the
/// position in it.
struct TextError {
    QString reason;        // "column 3: unknown name ..."
    qsizetype begin = -1;  // the position of the error; -1 if unknown
};
TextError textErrorOf(const QString& text, std::string_view message);

}  // namespace bubblescope
