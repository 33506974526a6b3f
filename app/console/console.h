#pragma once

#include "engine/core/result.h"

#include <QStringList>

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The exit status of the program.
enum ExitCode {
    kDone = 0,      // also when single schedules refused
    kFailed = 1,    // every schedule refused, or writing failed
    kBadUsage = 2,  // wrong arguments or a bad file
};

/// Writes to standard output; false if it cannot.
bool print(std::string_view text);

/// kDone if everything printed got through, else kFailed with a line on standard error.
int finishPrinting();

/// Writes the one line on standard error: `bubblescope: SOURCE: place: message`. The source is left out where
/// it is empty, and where the place is an option of the command line. Returns `code`.
int complain(ExitCode code, const std::string& source, const Error& error);
/// The same of what is no error, but should be known.
void note(const std::string& source, const QString& message, const std::string& place);

/// Terminals show thin spaces in many ways; a plain one keeps columns straight.
QString plainSpaces(QString text);

/// Rows of cells with aligned columns, two spaces apart: the first to the left, the rest to the right unless
/// `alignment` says otherwise ('l' or 'r', a letter a column; the last one goes on).
QString alignedRows(const std::vector<QStringList>& rows, const QString& alignment = QStringLiteral("lr"));

/// `text` over lines of at most `width` characters, broken at spaces; lines after the first are indented.
QString wrapped(const QString& text, int width, int indent);

inline constexpr int kConsoleWidth = 100;

}  // namespace bubblescope
