#include "widgets/panels/times_model.h"

#include "widgets/kit/format.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/text_limit.h"
#include "widgets/kit/theme.h"

#include <QGuiApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>
#include <set>

namespace bubblescope {

namespace {

constexpr qsizetype kMostPasted = 5'000'000;  // the largest matrix with all of its digits

QStringList cellsOf(const QString& line) {
    for (const QChar separator : {QLatin1Char('\t'), QLatin1Char(';')})
        if (line.contains(separator)) return line.split(separator);
    // A comma is not a separator if it is the decimal sign.
    return QLocale().decimalPoint() == QLatin1String(",") ? QStringList{line} : line.split(QLatin1Char(','));
}

std::vector<QStringList> blockOf(const QString& text) {
    static const QRegularExpression kNewline(QStringLiteral("\r\n|\n|\r"));
    std::vector<QStringList> block;
    for (const QString& line : text.split(kNewline)) {
        block.push_back(cellsOf(line));
        for (QString& cell : block.back()) cell = cell.trimmed();
    }
    while (!block.empty() && block.back().join(QString()).isEmpty()) block.pop_back();
    return block;
}

bool isNumber(const QString& cell) { return parseNumber(cell, {}).has_value(); }

/// Removes a first line and a first column that are headings: all of their cells are empty or words, at least one is a
/// word, and numbers follow. With one column, a first line is a heading only if the block has more lines than fit.
void dropHeadings(std::vector<QStringList>& block, int rows) {
    const auto isWord = [](const QString& cell) { return !cell.isEmpty() && !isNumber(cell) && !cell[0].isDigit(); };
    const auto hasNumber = [](const QStringList& cells) { return std::any_of(cells.begin(), cells.end(), isNumber); };
    const auto areWords = [&](const QStringList& cells) {
        return std::any_of(cells.begin(), cells.end(), isWord) &&
               std::all_of(cells.begin(), cells.end(), [&](const QString& c) { return c.isEmpty() || isWord(c); });
    };
    const bool isLonger = static_cast<int>(block.size()) > rows || (!block.empty() && block.front().size() > 1);
    if (block.size() > 1 && isLonger && areWords(block[0]) && hasNumber(block[1])) block.erase(block.begin());
    QStringList first;
    for (const QStringList& cells : block)
        if (cells.size() > 1) first += cells.front();
    if (!block.empty() && first.size() == static_cast<qsizetype>(block.size()) && areWords(first))
        for (QStringList& cells : block) cells.removeFirst();
}

}  // namespace

TimesModel::TimesModel(Values values, QStringList columnTitles, QObject* parent)
    : QAbstractTableModel(parent),
      m_values(std::move(values)),
      m_titles(std::move(columnTitles)),
      m_uniform(static_cast<std::size_t>(m_titles.size()), false),
      m_locked(m_uniform.size(), false) {}

TimesModel::TimesModel(Values matrix, QObject* parent)
    : QAbstractTableModel(parent),
      m_values(std::move(matrix)),
      m_isMatrix(true),
      m_uniform(1, false),
      m_locked(1, false) {}

void TimesModel::setUniform(int group, bool isUniform) {
    m_uniform[static_cast<std::size_t>(group)] = isUniform;
    if (!isUniform || m_values.empty()) return;
    double most = m_isMatrix ? 0 : m_values.front()[static_cast<std::size_t>(group)];
    for (std::size_t row = 0; m_isMatrix && row < m_values.size(); ++row)
        for (std::size_t column = 0; column < m_values.size(); ++column)
            if (row != column) most = std::max(most, m_values[row][column]);
    fillGroup(group, most);
    clearBad(group);
    allChanged();
}

void TimesModel::setLocked(int group, bool isLocked) {
    m_locked[static_cast<std::size_t>(group)] = isLocked;
    if (isLocked) clearBad(group);
    allChanged();
}

void TimesModel::setValues(Values values) {
    m_values = std::move(values);
    allChanged();
}

void TimesModel::setColumn(int column, const std::vector<double>& values) {
    for (std::size_t row = 0; row < m_values.size(); ++row)
        m_values[row][static_cast<std::size_t>(column)] = values[row];
    emit dataChanged(index(0, column), index(rowCount() - 1, column));
}

void TimesModel::fillGroup(int group, double value) {
    for (int row = 0; row < rowCount(); ++row)
        for (int column = 0; column < columnCount(); ++column)
            if (groupOf(column) == group && !isDiagonal(row, column))
                m_values[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = value;
}

void TimesModel::clearBad(int group) {
    m_bad.removeIf([&](const auto& cell) { return groupOf(cell.key().second) == group; });
}

void TimesModel::write(int row, int column, const QString& text, Fills& fills) {
    if (!(flags(index(row, column)) & Qt::ItemIsEditable)) return;
    const auto value = parseNumber(text, {});
    if (!value || *value < 0) {
        m_bad.insert({row, column}, text.left(kMostOfName));
        return;
    }
    if (isUniform(groupOf(column))) {
        fills[groupOf(column)] = *value;
        return clearBad(groupOf(column));
    }
    m_bad.remove({row, column});
    m_values[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = *value;
}

void TimesModel::finish(const Fills& fills) {
    for (const auto& [group, value] : fills) fillGroup(group, value);
    allChanged();
}

void TimesModel::freeFor(const Block& block, int row, int column) {
    std::map<int, QString> first;
    std::set<int> differing;
    for (int i = 0; i < static_cast<int>(block.size()); ++i)
        for (int j = 0; j < block[static_cast<std::size_t>(i)].size(); ++j) {
            const QString& cell = block[static_cast<std::size_t>(i)][j];
            const int group = groupOf(column + j);
            if (cell.isEmpty() || isDiagonal(row + i, column + j)) continue;
            if (first.emplace(group, cell).first->second != cell) differing.insert(group);
        }
    for (const auto& [group, cell] : first) {
        const auto at = static_cast<std::size_t>(group);
        if (!m_locked[at] && (!m_uniform[at] || !differing.contains(group))) continue;
        m_uniform[at] = m_locked[at] = false;
        emit freed(group);
    }
}

QString TimesModel::paste(const QModelIndex& at, const QString& text) {
    if (text.size() > kMostPasted)
        return tr("The text has %1 characters; a table accepts at most %2.")
            .arg(formatCount(text.size()), formatCount(kMostPasted));
    Block block = blockOf(text);
    dropHeadings(block, rowCount() - std::max(at.row(), 0));
    if (!at.isValid() || block.empty()) return {};
    const auto rows = static_cast<int>(block.size());
    int columns = 0;
    for (const QStringList& cells : block) columns = std::max(columns, static_cast<int>(cells.size()));
    const bool isWhole = rows == rowCount() && columns == columnCount();
    const int row = isWhole ? 0 : at.row(), column = isWhole ? 0 : at.column();
    if (row + rows > rowCount() || column + columns > columnCount())
        return tr("The block has %1 × %2 cells (rows × columns); from the selected cell on, only %3 × %4 fit.")
            .arg(rows)
            .arg(columns)
            .arg(rowCount() - row)
            .arg(columnCount() - column);
    freeFor(block, row, column);
    Fills fills;
    for (int i = 0; i < rows; ++i)
        for (int j = 0; j < block[static_cast<std::size_t>(i)].size(); ++j)
            write(row + i, column + j, block[static_cast<std::size_t>(i)][j], fills);
    finish(fills);
    return {};
}

QString TimesModel::nameOf(int row, int column) const {
    if (m_isMatrix) return tr("Transfer time from device %1 to device %2").arg(row).arg(column);
    return tr("%1 of device %2").arg(m_titles[column]).arg(row);
}

QString TimesModel::firstBad() const {
    std::pair<int, int> first(rowCount(), 0);
    for (auto bad = m_bad.keyBegin(); bad != m_bad.keyEnd(); ++bad) first = std::min(first, *bad);
    return nameOf(first.first, first.second);
}

int TimesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_values.size());
}

int TimesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_isMatrix ? static_cast<int>(m_values.size()) : static_cast<int>(m_titles.size());
}

QVariant TimesModel::data(const QModelIndex& index, int role) const {
    const int row = index.row(), column = index.column();
    if (isDiagonal(row, column))
        return role == Qt::BackgroundRole ? QGuiApplication::palette().alternateBase() : QVariant();
    const auto bad = m_bad.constFind({row, column});
    const bool isBad = bad != m_bad.constEnd();
    switch (role) {
        case Qt::DisplayRole:
        case Qt::EditRole:
            if (isBad) return *bad;
            return formatExact(m_values[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]);
        case Qt::ToolTipRole:
            return isBad ? tr("\"%1\" is not a time; enter a number, 0 or more.").arg(*bad) : QVariant();
        case Qt::ForegroundRole:
            if (isBad) return QGuiApplication::palette().brightText();
            return flags(index) & Qt::ItemIsEditable ? QVariant() : QGuiApplication::palette().placeholderText();
        case Qt::TextAlignmentRole: return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
        default: return {};
    }
}

bool TimesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !index.isValid()) return false;
    Fills fills;
    write(index.row(), index.column(), value.toString().trimmed(), fills);
    finish(fills);
    return true;
}

QVariant TimesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == Qt::TextAlignmentRole) return QVariant::fromValue(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    if (!m_isMatrix) return orientation == Qt::Horizontal ? m_titles[section] : tr("device %1").arg(section);
    return orientation == Qt::Horizontal ? tr("to %1").arg(section) : tr("from %1").arg(section);
}

Qt::ItemFlags TimesModel::flags(const QModelIndex& index) const {
    const auto flags = QAbstractTableModel::flags(index);
    if (isDiagonal(index.row(), index.column())) return flags;
    return isLocked(groupOf(index.column())) ? flags : flags | Qt::ItemIsEditable;
}

}  // namespace bubblescope
