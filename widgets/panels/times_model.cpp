#include "widgets/panels/times_model.h"

#include "widgets/kit/number_field.h"
#include "widgets/kit/theme.h"
#include "widgets/shown/format.h"

#include <QGuiApplication>
#include <QLocale>
#include <QRegularExpression>

#include <algorithm>

namespace bubblescope {

namespace {

QStringList cellsOf(const QString& line) {
    for (const QChar separator : {QLatin1Char('\t'), QLatin1Char(';')})
        if (line.contains(separator)) return line.split(separator);
    // Where the comma is the decimal sign it separates nothing.
    return QLocale().decimalPoint() == QLatin1String(",") ? QStringList{line} : line.split(QLatin1Char(','));
}

}  // namespace

TimesModel::TimesModel(Values values, QStringList columnTitles, QObject* parent)
    : QAbstractTableModel(parent),
      m_values(std::move(values)),
      m_titles(std::move(columnTitles)),
      m_uniform(static_cast<std::size_t>(m_titles.size()), false),
      m_locked(m_uniform.size(), false) {}

TimesModel::TimesModel(Values matrix, QObject* parent)
    : QAbstractTableModel(parent), m_values(std::move(matrix)), m_isMatrix(true), m_uniform(1, false) {}

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

void TimesModel::setLocked(int column, bool isLocked) {
    m_locked[static_cast<std::size_t>(column)] = isLocked;
    m_bad.removeIf([&](const auto& cell) { return isLocked && cell.key().second == column; });
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
        m_bad.insert({row, column}, text);
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

void TimesModel::paste(const QModelIndex& at, const QString& text) {
    if (!at.isValid()) return;
    static const QRegularExpression kNewline(QStringLiteral("\r\n|\n|\r"));
    QStringList lines = text.split(kNewline);
    while (!lines.isEmpty() && lines.back().trimmed().isEmpty()) lines.removeLast();
    Fills fills;
    for (int i = 0; i < lines.size() && at.row() + i < rowCount(); ++i) {
        const QStringList cells = cellsOf(lines[i]);
        for (int j = 0; j < cells.size() && at.column() + j < columnCount(); ++j)
            write(at.row() + i, at.column() + j, cells[j].trimmed(), fills);
    }
    finish(fills);
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
            return formatNumber(m_values[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)], 12);
        case Qt::ToolTipRole:
            return isBad ? tr("\"%1\" is not a time: needs a number, 0 or more").arg(*bad) : QVariant();
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
    if (isDiagonal(index.row(), index.column())) return Qt::NoItemFlags;
    const auto flags = QAbstractTableModel::flags(index);
    const bool isLocked = !m_isMatrix && m_locked[static_cast<std::size_t>(index.column())];
    return isLocked ? flags : flags | Qt::ItemIsEditable;
}

}  // namespace bubblescope
