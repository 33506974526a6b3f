#pragma once

#include "engine/core/result.h"
#include "widgets/kit/table.h"

#include <QStringList>

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// The exit status of the program.
enum ExitCode {
    kDone = 0,      // also if some schedules cannot run
    kFailed = 1,    // no schedule can run, or writing failed
    kBadUsage = 2,  // wrong arguments or a bad file
};

/// Writes to standard output; false if it cannot.
bool print(std::string_view text);

/// kDone if everything was printed, else kFailed with a line on standard error.
int finishPrinting();

/// Writes one line on standard error: `bubblescope: SOURCE: place: message`. The source is left out if it is empty or
/// the place is an option of the command line. Returns `code`.
int complain(ExitCode code, const std::string& source, const Error& error);
/// The same for a warning.
void note(const std::string& source, const QString& message, const std::string& place);

/// Replaces thin spaces, which terminals show in different widths, by plain ones that keep columns aligned.
QString plainSpaces(QString text);

/// Rows of cells in aligned columns, two spaces apart: the first column to the left, the others to the right, unless
/// `alignment` says otherwise ('l' or 'r', one letter per column; the last one holds for all further columns).
QString alignedRows(const std::vector<QStringList>& rows, const QString& alignment = QStringLiteral("lr"));

/// A table under the lines of its titles; "–" where there is no value. Times are in the unit of their column.
QString alignedRows(const Table& table);

/// `text` in lines of at most `width` characters, broken at spaces except thin ones, which become plain; all but the
/// first line are indented.
QString wrapped(const QString& text, int width, int indent);

inline constexpr int kConsoleWidth = 100;

}  // namespace bubblescope
