#include "widgets/kit/table.h"

#include "widgets/kit/csv.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <memory>
#include <utility>

namespace bubblescope {

namespace {

/// Without the thin spaces and line breaks that are only for display.
QString plain(QString text) { return text.replace(QChar(0x202f), ' ').replace('\n', ' '); }

QString inFile(const TableValue& value) {
    if (const auto* number = std::get_if<double>(&value)) return csvNumber(*number);
    const auto* words = std::get_if<QString>(&value);
    return words ? csvCell(*words) : QString();
}

}  // namespace

QString TableColumn::textAt(const TablePlace& place) const {
    const TableValue said = value(place);
    if (const auto* number = std::get_if<double>(&said)) {
        const QString text = written        ? written(place, *number)
                             : isDifference ? (numbers ? numbers->signedText(*number) : formatSigned(*number))
                             : numbers      ? numbers->text(*number)
                                            : formatNumber(*number);
        return noted ? noted(place, text) : text;
    }
    const auto* words = std::get_if<QString>(&said);
    return words ? *words : QString();
}

QString TableColumn::shownAt(const TablePlace& place) const {
    const QString text = textAt(place);
    return isSaidOnce && place.row > 0 && textAt({place.row - 1}) == text ? QString() : text;
}

Table valueTable(std::vector<TableColumn> columns, std::vector<std::vector<TableValue>> rows) {
    Table table{std::move(columns), std::vector<TableRow>(rows.size())};
    for (std::size_t i = 0; i < rows.size(); ++i) table.rows[i].isRefused = rows[i].size() == 1;
    const auto cells = std::make_shared<const std::vector<std::vector<TableValue>>>(std::move(rows));
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        table.columns[i].value = [cells, i](const TablePlace& place) {
            const std::vector<TableValue>& row = (*cells)[static_cast<std::size_t>(place.row)];
            return i < row.size() ? row[i] : TableValue();
        };
    return table;
}

Table valueTable(const QStringList& keys, std::vector<std::vector<TableValue>> rows) {
    std::vector<TableColumn> columns;
    for (const QString& key : keys) columns.push_back({.key = key});
    return valueTable(std::move(columns), std::move(rows));
}

QString copiedText(const Table& table, const std::vector<TablePlace>& places) {
    QString text;
    QStringList cells;
    for (const TableColumn& column : table.columns) cells += plain(column.title);
    text += cells.join('\t') + '\n';
    for (const TablePlace& place : places) {
        cells.clear();
        for (const TableColumn& column : table.columns) {
            cells += plain(column.textAt(place));
            if (table.rows[static_cast<std::size_t>(place.row)].isRefused) break;
        }
        text += cells.join('\t') + '\n';
    }
    return text;
}

QString csvText(const Table& table) {
    QStringList cells;
    for (const TableColumn& column : table.columns) cells += csvCell(column.key);
    QString text = cells.join(',') + '\n';
    for (int row = 0; row < static_cast<int>(table.rows.size()); ++row) {
        if (table.rows[static_cast<std::size_t>(row)].isOfAll) continue;
        cells.clear();
        for (const TableColumn& column : table.columns) cells += inFile(column.value({row}));
        text += cells.join(',') + '\n';
    }
    return text;
}

void scaleTimes(Table& table, const QString& unit) {
    for (TableColumn& column : table.columns) {
        if (!column.isTime) continue;
        std::vector<double> values;
        const auto add = [&](const TablePlace& place) {
            const TableValue value = column.value(place);
            if (const auto* number = std::get_if<double>(&value)) values.push_back(*number);
        };
        for (int row = 0; row < static_cast<int>(table.rows.size()); ++row) {
            add({row});
            const int beneath = table.rows[static_cast<std::size_t>(row)].beneath;
            for (int inner = 0; inner < beneath; ++inner) add({row, inner});
        }
        column.numbers = columnOfTimes(values, unit);
        column.title = titleWithUnit(column.title, column.numbers->scale.unit);
    }
}

QString titleWithUnit(const QString& title, const QString& unit) {
    return unit.isEmpty() ? title : Text::tr("%1, %2").arg(title, unit);
}

}  // namespace bubblescope
