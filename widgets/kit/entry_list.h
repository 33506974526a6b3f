#pragma once

#include <QAbstractListModel>
#include <QColor>
#include <QListView>

#include <functional>
#include <optional>
#include <vector>

class QBoxLayout;
class QLabel;
class QMenu;

namespace bubblescope {

class LinkButton;

/// One entry of a list, as shown.
struct EntryItem {
    QString title;
    QString tip;
    QColor color{};
    QString variant{};  // "v = 2": a link at the right
    QString note{};     // "T_C = 8, r = 0.5": below, unless there is a refusal
    QString refusal{};  // why it does not run; empty if it does
    bool isOn = true;
    bool hasOwnVariant = false;

    friend bool operator==(const EntryItem&, const EntryItem&) = default;
};

/// What rows are for. Ticked: any number are on, each with a check box, and three dots open more about a row. Chosen:
/// one row is the current one, and a cross removes it.
enum class EntryKind { Ticked, Chosen };

/// The entries of a list as a model for item views and screen readers. It changes nothing, but emits what the user
/// asks.
class EntryModel : public QAbstractListModel {
    Q_OBJECT
public:
    EntryModel(EntryKind kind, QObject* parent) : QAbstractListModel(parent), m_kind(kind) {}

    void setItems(std::vector<EntryItem> items);
    const EntryItem& item(int row) const { return m_items[static_cast<std::size_t>(row)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void checkAsked(int row, bool isOn);
    void renameAsked(int row, const QString& label);

private:
    EntryKind m_kind;
    std::vector<EntryItem> m_items;
};

/// The rows of a list, reordered by dragging or by Alt+Up and Alt+Down. It is as high as its rows; a list of kind
/// Chosen is at most kMostChosenRows high, then it scrolls.
class EntryView : public QListView {
    Q_OBJECT
public:
    static constexpr int kMostChosenRows = 9;

    EntryView(EntryKind kind, EntryModel* model, QWidget* parent = nullptr);

    /// The rectangles of the parts of a row.
    QRect checkRect(int row) const;
    QRect variantRect(int row) const;
    QRect crossRect(int row) const;
    QRect dotsRect(int row) const;
    /// Sets the height that the rows need.
    void fitRows();

signals:
    /// `to` is the new index, counted without the row itself.
    void moveAsked(int from, int to);
    void removeAsked(int row);
    /// The variant or the dots were clicked, or Return was pressed.
    void detailsAsked(int row);

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
    int crossAt(const QPoint& at) const;
    bool isOnDetails(int row, const QPoint& at) const;

    EntryKind m_kind;
    EntryModel* m_model;
    QPoint m_pressedAt;
    int m_pressedRow = -1, m_pressedCross = -1;
    std::optional<int> m_gap;  // where a dragged row would be inserted
};

/// A heading, the entries of a list with a menu for each, and a link that adds one. Shows what it is given and emits
/// what the user asks for.
class EntryList : public QWidget {
    Q_OBJECT
public:
    EntryList(EntryKind kind, const QString& heading, const QString& addText, QWidget* parent = nullptr);

    void setItems(std::vector<EntryItem> items);
    /// Makes a row the current one, -1 for none, without emitting chosen().
    void setCurrent(int row);
    /// Adds actions to a row's menu, after Rename.
    void setActions(std::function<void(QMenu&, int row)> add) { m_addActions = std::move(add); }
    /// For an owner with its own heading.
    void hideHeading();

    EntryView* view() const { return m_view; }
    LinkButton* addButton() const { return m_add; }
    /// Adds a link at the end of the heading's line.
    LinkButton* addHeadLink(const QString& text);

signals:
    /// The user made the row the current one.
    void chosen(int row);
    void checkAsked(int row, bool isOn);
    void renameAsked(int row, const QString& label);
    void moveAsked(int from, int to);
    void removeAsked(int row);
    void detailsAsked(int row);

protected:
    /// Opens the menu of the row at a position in the view's pixels.
    void openMenu(const QPoint& at);

private:
    std::function<void(QMenu&, int row)> m_addActions;
    QLabel* m_heading = nullptr;
    EntryModel* m_model = nullptr;
    EntryView* m_view = nullptr;
    LinkButton* m_add = nullptr;
    QBoxLayout* m_head = nullptr;
    bool m_isShowing = false;
};

}  // namespace bubblescope
