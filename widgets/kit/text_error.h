#pragma once

#include <QString>

#include <string_view>

namespace bubblescope {

/// What an error of the engine says of a text that a person typed: the sentence without the text, which stands above
/// it already, and the place in it.
struct TextError {
    QString reason;        // "column 3: unknown name ..."
    qsizetype begin = -1;  // the sign at fault; -1 where the error names none
};
TextError textErrorOf(const QString& text, std::string_view message);

}  // namespace bubblescope
