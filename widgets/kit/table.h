#pragma once

#include <QColor>
#include <QString>

#include <functional>
#include <variant>
#include <vector>

namespace bubblescope {

/// A row of a table; with `beneath`, one of those that it opens to.
struct TablePlace {
    int row = 0;
    int beneath = -1;

    bool isBeneath() const { return beneath >= 0; }
};

/// What a cell says: nothing, a number, or words. Rows are sorted by it, and files hold all its digits.
using TableValue = std::variant<std::monostate, double, QString>;

/// What a table says of each row in one place.
struct TableColumn {
    QString key;    // in CSV
    QString title;  // in up to two lines
    QString tip;
    std::function<TableValue(const TablePlace&)> value;
    std::function<QString(const TablePlace&, double)> written{};  // a number as shown; formatNumber() if empty
    std::function<QString(const TablePlace&)> spoken{};           // by screen readers, if not as shown
    std::function<QColor(const TablePlace&)> dot{};               // before the text; none if invalid
    std::function<bool(const TablePlace&)> isWrong{};             // drawn as what is refused is
    bool isLeft = false;
    bool isEmphasised = false;
    bool grows = false;       // as wide as its texts need, whenever they change
    bool isSaidOnce = false;  // a text that stands in the row above too is shown there alone

    QString textAt(const TablePlace& place) const;
};

struct TableRow {
    int beneath = 0;         // rows that it opens to
    int group = 0;           // a line parts rows of different groups
    bool isBold = false;     // with all its cells
    bool isOfAll = false;    // said of all rows: above them however they are sorted, and not in files
    bool isRefused = false;  // its first cell spans the others, and it stands below other rows however they are sorted
};

/// Columns over rows, as values: what ColumnTable shows, and what is copied and written of it.
struct Table {
    std::vector<TableColumn> columns;
    std::vector<TableRow> rows;
};

/// A header and a line each of `places`, as shown but on one line, with tabs between.
QString copiedText(const Table& table, const std::vector<TablePlace>& places);

/// All rows that are not of all, in full, with the columns' keys as header.
QString csvText(const Table& table);

/// "Total time, ms"; the title alone where the unit is empty.
QString titleWithUnit(const QString& title, const QString& unit);

}  // namespace bubblescope
