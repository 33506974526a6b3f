#pragma once

#include <QAbstractListModel>
#include <QColor>
#include <QListView>
#include <QWidget>

#include <vector>

namespace bubblescope {

class LinkButton;

/// What the list shows of one scheme.
struct SchemeItem {
    QString title;
    QString tip;
    QColor color;

    friend bool operator==(const SchemeItem&, const SchemeItem&) = default;
};

/// The schemes of a list as item views and screen readers see them. Changes nothing: passes on what a person asks for.
class SchemeListModel : public QAbstractListModel {
    Q_OBJECT
public:
    using QAbstractListModel::QAbstractListModel;

    void setItems(std::vector<SchemeItem> items);
    const SchemeItem& item(int row) const { return m_items[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void renameAsked(int row, const QString& label);

private:
    std::vector<SchemeItem> m_items;
};

/// Rows of schemes, one of them the current one. As high as its rows up to kMostRows, then it scrolls.
class SchemeView : public QListView {
    Q_OBJECT
public:
    static constexpr int kMostRows = 9;

    explicit SchemeView(SchemeListModel* model, QWidget* parent = nullptr);

    void fitRows();
    /// Where a row's cross is, which removes it.
    QRect crossRect(int row) const;

signals:
    void removeAsked(int row);
    /// By one row.
    void moveAsked(int from, int to);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    int crossAt(const QPoint& at) const;

    SchemeListModel* m_model;
    int m_pressedCross = -1;
};

/// The schemes of a scenario: which one is edited, their names, one more, one less. Rows count schemes only.
class SchemeList : public QWidget {
    Q_OBJECT
public:
    explicit SchemeList(QWidget* parent = nullptr);

    /// `current` is a row, or -1.
    void setItems(std::vector<SchemeItem> items, int current);

    SchemeView* view() const { return m_view; }
    LinkButton* addButton() const { return m_add; }

signals:
    void chosen(int row);
    void addAsked();
    void removeAsked(int row);
    void moveAsked(int from, int to);
    void renameAsked(int row, const QString& label);

private:
    void openMenu(const QPoint& at);

    SchemeListModel* m_model = nullptr;
    SchemeView* m_view = nullptr;
    LinkButton* m_add = nullptr;
    bool m_isShowing = false;
};

}  // namespace bubblescope
