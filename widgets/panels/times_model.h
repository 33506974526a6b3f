#pragma once

#include <QAbstractTableModel>
#include <QHash>

#include <map>
#include <vector>

namespace bubblescope {

/// A table of times that a person edits: columns of one time a device, or a matrix from device to device.
/// Keeps what was typed even where it is no time, and says what is wrong with it.
///
/// Shapes      values[row][column]; a matrix's diagonal is not edited
/// Units       the user's
/// Invariants  in a uniform group - a column, or the whole matrix - every edit is an edit of all its cells
class TimesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using Values = std::vector<std::vector<double>>;

    TimesModel(Values values, QStringList columnTitles, QObject* parent = nullptr);
    /// A matrix of T_C.
    TimesModel(Values matrix, QObject* parent = nullptr);

    const Values& values() const { return m_values; }
    /// Cells that hold no time; their value is the last good one.
    int badCells() const { return static_cast<int>(m_bad.size()); }
    void setUniform(int group, bool isUniform);
    bool isUniform(int group) const { return m_uniform[static_cast<std::size_t>(group)]; }
    /// A locked column, or matrix, shows what it is given and is not edited.
    void setLocked(int group, bool isLocked);
    bool isLocked(int group) const { return m_locked[static_cast<std::size_t>(group)]; }
    void setColumn(int column, const std::vector<double>& values);
    void setValues(Values values);
    /// Writes a block of text - cells separated by tabs, semicolons or commas, lines by newlines - from a cell on; one
    /// of the size of the table from its first cell on. Headings are skipped. Different values end the uniform group
    /// that they are of, and any unlock their column.
    ///
    /// Errors  in a sentence, and nothing is written: a block that does not fit
    QString paste(const QModelIndex& at, const QString& text);
    /// "Forward of device 3", of the first of the badCells().
    QString firstBad() const;
    QString nameOf(int row, int column) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    /// A uniform group or a locked column is no more, because of what was pasted.
    void freed(int group);

private:
    using Block = std::vector<QStringList>;
    /// Ends groups of which the block has different values, and unlocks its columns.
    void freeFor(const Block& block, int row, int column);

    bool isDiagonal(int row, int column) const { return m_isMatrix && row == column; }
    int groupOf(int column) const { return m_isMatrix ? 0 : column; }
    /// What was written last to each uniform group: a group is filled once, not for every cell of a paste.
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
    QHash<std::pair<int, int>, QString> m_bad;  // what was typed into cells, where it is no time
};

}  // namespace bubblescope
