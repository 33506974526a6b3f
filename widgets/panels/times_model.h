#pragma once

#include <QAbstractTableModel>
#include <QHash>

#include <map>
#include <vector>

namespace bubblescope {

/// An editable table of times: columns with one time per device, or a matrix from device to device. Keeps typed text
/// even if it is not a time, and says what is wrong with it.
///
/// Shapes      values[row][column]; the diagonal of a matrix cannot be edited
/// Units       the user's
/// Invariants  in a uniform group (a column, or the whole matrix) every edit changes all of its cells
class TimesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using Values = std::vector<std::vector<double>>;

    TimesModel(Values values, QStringList columnTitles, QObject* parent = nullptr);
    /// A matrix of T_C.
    TimesModel(Values matrix, QObject* parent = nullptr);

    const Values& values() const { return m_values; }
    /// The number of cells whose text is not a time; their value is the last valid one.
    int badCells() const { return static_cast<int>(m_bad.size()); }
    void setUniform(int group, bool isUniform);
    bool isUniform(int group) const { return m_uniform[static_cast<std::size_t>(group)]; }
    /// A locked column or matrix shows what it is given and cannot be edited.
    void setLocked(int group, bool isLocked);
    bool isLocked(int group) const { return m_locked[static_cast<std::size_t>(group)]; }
    void setColumn(int column, const std::vector<double>& values);
    void setValues(Values values);
    /// Writes a block of text, with cells separated by tabs, semicolons or commas and lines by newlines, starting at a
    /// cell; a block as large as the table starts at its first cell. Headings are skipped. Different values end the
    /// uniform group to which they are written; any value unlocks its column.
    ///
    /// Errors  a block that does not fit: the sentence is returned, and nothing is written
    QString paste(const QModelIndex& at, const QString& text);
    /// The name of the first of the badCells(): "Forward of device 3".
    QString firstBad() const;
    QString nameOf(int row, int column) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    /// Pasted values ended a uniform group or unlocked a column.
    void freed(int group);

private:
    using Block = std::vector<QStringList>;
    /// Ends the groups for which the block has different values, and unlocks its columns.
    void freeFor(const Block& block, int row, int column);

    bool isDiagonal(int row, int column) const { return m_isMatrix && row == column; }
    int groupOf(int column) const { return m_isMatrix ? 0 : column; }
    /// The value last written to each uniform group: a group is filled once, not for every cell of a paste.
    using Fills = std::map<int, double>;
    void write(int row, int column, const QString& text, Fills& fills);
    void finish(const Fills& fills);
    void fillGroup(int group, double value);
    void clearBad(int group);
    void allChanged() { emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1)); }

    Values m_values;
    QStringList m_titles;
    bool m_isMatrix = false;
    std::vector<bool> m_uniform, m_locked;
    QHash<std::pair<int, int>, QString> m_bad;  // the text of cells that is not a time
};

}  // namespace bubblescope
