#pragma once

#include <QAbstractListModel>
#include <QColor>
#include <QListView>

#include <optional>
#include <vector>

namespace bubblescope {

/// How far a row's ground and focus frame stand out of the column that its parts keep to.
inline constexpr int kScheduleRim = 4;

/// What the list shows of one schedule.
struct ScheduleItem {
    QString title;
    QString variant;  // "v = 2", "v = 2, T_C = 8"; empty for kinds without chunks and keys of their own
    QString refusal;  // why it does not run; empty if it does
    QString tip;
    QColor color;
    bool isOn = true;
    bool hasOwnChunks = false;

    friend bool operator==(const ScheduleItem&, const ScheduleItem&) = default;
};

/// The schedules of a list as item views and screen readers see them. Changes nothing: it passes on what a
/// person asks for.
class ScheduleModel : public QAbstractListModel {
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;

    void setItems(std::vector<ScheduleItem> items);
    const ScheduleItem& item(int row) const { return m_items[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void checkAsked(int row, bool isOn);
    void renameAsked(int row, const QString& label);

private:
    std::vector<ScheduleItem> m_items;
};

/// The list of schedules: as high as its rows, reordered by dragging or Alt+Up and Alt+Down.
class ScheduleView : public QListView {
    Q_OBJECT
public:
    explicit ScheduleView(ScheduleModel* model, QWidget* parent = nullptr);

    /// Where in a row its parts are painted.
    QRect checkRect(int row) const;
    QRect variantRect(int row) const;
    /// Takes the height that the rows need now.
    void fitRows();

signals:
    /// `to` is the row's index once it is taken out.
    void moveAsked(int from, int to);
    void removeAsked(int row);
    void variantPressed(int row);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    int gapAt(int y) const;

    ScheduleModel* m_model;
    QPoint m_pressedAt;
    int m_pressedRow = -1;
    std::optional<int> m_gap;  // where a dragged row would go in
};

}  // namespace bubblescope
