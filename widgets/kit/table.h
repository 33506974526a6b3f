#pragma once

#include <QColor>
#include <QString>
#include <QStringList>

#include "widgets/kit/format.h"

#include <functional>
#include <optional>
#include <variant>
#include <vector>

namespace bubblescope {

/// A row of a table or, with `beneath`, one of its sub-rows.
struct TablePlace {
    int row = 0;
    int beneath = -1;

    bool isBeneath() const { return beneath >= 0; }
};

/// The value of a cell: nothing, a number, or text. Rows are sorted by it, and files have all of its digits.
using TableValue = std::variant<std::monostate, double, QString>;

/// The number, or an empty cell.
inline TableValue cellOf(const std::optional<double>& number) { return number ? TableValue(*number) : TableValue(); }

/// A column of a table.
struct TableColumn {
    QString key{};    // in CSV
    QString title{};  // in lines, at most two in a window
    QString tip{};
    std::function<TableValue(const TablePlace&)> value{};
    std::function<QString(const TablePlace&, double)> written{};  // a number as shown; if empty, by `numbers`
    /// What is shown of a number, with what else is to be said of it.
    std::function<QString(const TablePlace&, const QString&)> noted{};
    std::optional<NumberColumn> numbers{};               // of times, by scaleTimes(); else formatNumber()
    bool isTime = false;                                 // its numbers are times in the scenario's unit
    bool isDifference = false;                           // they have a sign
    std::function<QString(const TablePlace&)> spoken{};  // for screen readers, if not as shown
    std::function<QColor(const TablePlace&)> dot{};      // before the text; none if invalid
    std::function<bool(const TablePlace&)> isWrong{};    // drawn like refused rows
    bool isLeft = false;
    bool isEmphasised = false;
    bool grows = false;       // becomes as wide as its texts need whenever they change
    bool isSaidOnce = false;  // a text equal to that of the row above is not repeated

    QString textAt(const TablePlace& place) const;
    /// The same, but empty if it was said in the row above.
    QString shownAt(const TablePlace& place) const;
};

struct TableRow {
    int beneath = 0;         // number of sub-rows
    int group = 0;           // a line separates rows of different groups
    bool isBold = false;     // all of its cells
    bool isOfAll = false;    // summarises all rows: above them in any sort order, and not in files
    bool isRefused = false;  // its first cell spans the others, and it is below other rows in any sort order
};

/// Columns and rows as values: what ColumnTable shows, copies and writes.
struct Table {
    std::vector<TableColumn> columns;
    std::vector<TableRow> rows;
};

/// Columns over rows of cells; what a row lacks at its end is empty, and one that has only its first cell is refused.
Table valueTable(std::vector<TableColumn> columns, std::vector<std::vector<TableValue>> rows);
/// The same for files: its columns have only keys.
Table valueTable(const QStringList& keys, std::vector<std::vector<TableValue>> rows);

/// A header and a line per place, as shown but without line breaks, with tabs between cells.
QString copiedText(const Table& table, const std::vector<TablePlace>& places);

/// All rows except summaries, in full precision, with the columns' keys as header.
QString csvText(const Table& table);

/// Writes the times of each column in one unit, which its title then names: the one in which the largest has at most
/// four digits. `unit` is that of the values. Call it when the table has its rows and columns.
void scaleTimes(Table& table, const QString& unit);

/// "Total time, ms"; only the title if the unit is empty.
QString titleWithUnit(const QString& title, const QString& unit);

}  // namespace bubblescope
