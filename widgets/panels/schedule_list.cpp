#include "widgets/panels/schedule_list.h"

#include "widgets/kit/flat_fields.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStyledItemDelegate>
#include <QWheelEvent>

namespace bubblescope {

namespace {

constexpr int kRowHeight = 25;
constexpr int kRefusalHeight = 15;
constexpr int kTitleX = 44;

/// A row without its ground's rims, which stand out of the panel's column at both sides.
QRect lineOf(const QRect& row) { return row.adjusted(kScheduleRim, 0, -kScheduleRim, 0); }

QRect boxRect(const QRect& row) {
    const QRect line = lineOf(row);
    return {line.left() + 1, line.top() + (kRowHeight - kTickBox) / 2, kTickBox, kTickBox};
}

QRect variantRectOf(const QRect& row, const QString& variant) {
    if (variant.isEmpty()) return {};
    const QRect line = lineOf(row);
    const int width = qCeil(symbolsWidth(uiFont(12), variant)) + 12;
    return {line.right() - width + 1, line.top() + 2, width, kRowHeight - 4};
}

void drawMarker(QPainter& painter, const Theme& theme, const QPointF& middle) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.error);
    painter.drawEllipse(middle, 6.5, 6.5);
    painter.setPen(theme.window);
    painter.setFont(uiFont(10, QFont::Bold));
    painter.drawText(QRectF(middle.x() - 6.5, middle.y() - 6.5, 13, 13), Qt::AlignCenter, QStringLiteral("!"));
}

class ScheduleDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
        return {120, kRowHeight + (itemOf(index).refusal.isEmpty() ? 0 : kRefusalHeight)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const ScheduleItem& item = itemOf(index);
        const Theme& theme = themeOf(option.palette);
        QRect line = lineOf(option.rect);
        line.setHeight(kRowHeight);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        drawGround(*painter, option, theme);
        drawTickBox(*painter, theme, boxRect(option.rect), item.isOn);

        const QPointF dot(line.left() + 31, line.center().y() + 0.5);
        painter->setPen(item.isOn ? QPen(Qt::NoPen) : QPen(theme.mutedText, 1.2));
        painter->setBrush(item.isOn ? QBrush(item.color) : Qt::NoBrush);
        painter->drawEllipse(dot, 5, 5);

        int right = line.right() - 2;
        if (!item.variant.isEmpty()) {
            const QRect variant = variantRectOf(option.rect, item.variant);
            painter->setFont(uiFont(12));
            painter->setPen(item.hasOwnChunks && item.isOn ? theme.text : theme.mutedText);
            const QFontMetricsF metrics(painter->font());
            const double baseline = line.center().y() + 1 + (metrics.ascent() - metrics.descent()) / 2;
            drawSymbols(*painter, {variant.left() + 6.0, baseline}, item.variant);
            right = variant.left() - 4;
        }
        if (!item.refusal.isEmpty()) {
            drawMarker(*painter, theme, {right - 7.0, line.center().y() + 0.5});
            right -= 18;
        }
        const QRect title(line.left() + kTitleX, line.top(), right - line.left() - kTitleX, kRowHeight);
        painter->setFont(uiFont(13));
        painter->setPen(item.isOn ? theme.text : theme.mutedText);
        painter->drawText(title, Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(item.title, Qt::ElideRight, title.width()));
        if (!item.refusal.isEmpty()) {
            const QRect reason(title.left(), line.bottom() - 1, line.right() - title.left(), kRefusalHeight);
            painter->setFont(uiFont(11));
            painter->setPen(theme.error);
            painter->drawText(reason, Qt::AlignVCenter,
                              painter->fontMetrics().elidedText(item.refusal, Qt::ElideRight, reason.width()));
        }
        painter->restore();
    }

    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const override {
        const QRect line = lineOf(option.rect);
        editor->setGeometry(line.left() + kTitleX - 5, line.top() + 1, line.width() - kTitleX + 4, kRowHeight - 2);
    }

    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override {
        if (event->type() == QEvent::KeyPress) return QStyledItemDelegate::editorEvent(event, model, option, index);
        if (event->type() != QEvent::MouseButtonRelease) return false;
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() != Qt::LeftButton || !boxRect(option.rect).adjusted(-3, -5, 3, 5).contains(mouse->pos()))
            return false;
        return model->setData(index, itemOf(index).isOn ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    }

private:
    static const ScheduleItem& itemOf(const QModelIndex& index) {
        return static_cast<const ScheduleModel*>(index.model())->item(index.row());
    }

    static void drawGround(QPainter& painter, const QStyleOptionViewItem& option, const Theme& theme) {
        const bool isFocused = option.state & QStyle::State_HasFocus;
        if (!isFocused && !(option.state & QStyle::State_MouseOver)) return;
        painter.setPen(isFocused ? QPen(theme.accent, 1) : QPen(Qt::NoPen));
        painter.setBrush(theme.canvas);
        painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
};

}  // namespace

void ScheduleModel::setItems(std::vector<ScheduleItem> items) {
    if (items == m_items) return;
    if (items.size() == m_items.size()) {
        m_items = std::move(items);
        emit dataChanged(index(0), index(rowCount() - 1));
        return;
    }
    beginResetModel();
    m_items = std::move(items);
    endResetModel();
}

int ScheduleModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_items.size());
}

QVariant ScheduleModel::data(const QModelIndex& index, int role) const {
    const ScheduleItem& shown = item(index.row());
    switch (role) {
        case Qt::DisplayRole:
        case Qt::EditRole: return shown.title;
        case Qt::CheckStateRole: return shown.isOn ? Qt::Checked : Qt::Unchecked;
        case Qt::ToolTipRole: return tipHtml(shown.refusal.isEmpty() ? shown.tip : shown.refusal + '\n' + shown.tip);
        case Qt::AccessibleDescriptionRole: return shown.refusal.isEmpty() ? shown.variant : shown.refusal;
        default: return {};
    }
}

bool ScheduleModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role == Qt::CheckStateRole)
        emit checkAsked(index.row(), value.toInt() == Qt::Checked);
    else if (role == Qt::EditRole)
        emit renameAsked(index.row(), value.toString());
    else
        return false;
    return true;
}

Qt::ItemFlags ScheduleModel::flags(const QModelIndex& index) const {
    return QAbstractListModel::flags(index) | Qt::ItemIsUserCheckable | Qt::ItemIsEditable;
}

ScheduleView::ScheduleView(ScheduleModel* model, QWidget* parent) : QListView(parent), m_model(model) {
    setModel(model);
    setItemDelegate(new ScheduleDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    setContextMenuPolicy(Qt::CustomContextMenu);
}

void ScheduleView::fitRows() {
    int height = 0;
    for (int row = 0; row < m_model->rowCount(); ++row) height += sizeHintForRow(row);
    setFixedHeight(height + 1);
    doItemsLayout();
}

QRect ScheduleView::checkRect(int row) const { return boxRect(visualRect(m_model->index(row))); }

QRect ScheduleView::variantRect(int row) const {
    return variantRectOf(visualRect(m_model->index(row)), m_model->item(row).variant);
}

int ScheduleView::gapAt(int y) const {
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (y < visualRect(m_model->index(row)).center().y()) return row;
    return m_model->rowCount();
}

void ScheduleView::mousePressEvent(QMouseEvent* event) {
    m_pressedAt = event->pos();
    m_pressedRow = event->button() == Qt::LeftButton ? indexAt(event->pos()).row() : -1;
    m_gap.reset();
    QListView::mousePressEvent(event);
}

void ScheduleView::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton) || m_pressedRow < 0) {
        const int row = indexAt(event->pos()).row();
        const bool isOnPart =
            row >= 0 && (variantRect(row).contains(event->pos()) || checkRect(row).contains(event->pos()));
        viewport()->setCursor(isOnPart ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return QListView::mouseMoveEvent(event);
    }
    if (!m_gap && (event->pos() - m_pressedAt).manhattanLength() < QApplication::startDragDistance()) return;
    m_gap = gapAt(event->pos().y());
    viewport()->setCursor(Qt::ClosedHandCursor);
    viewport()->update();
}

void ScheduleView::mouseReleaseEvent(QMouseEvent* event) {
    const int row = m_pressedRow;
    m_pressedRow = -1;
    if (m_gap) {
        const int to = *m_gap > row ? *m_gap - 1 : *m_gap;
        m_gap.reset();
        viewport()->unsetCursor();
        viewport()->update();
        setState(NoState);
        if (to != row) emit moveAsked(row, to);
        return;
    }
    QListView::mouseReleaseEvent(event);
    if (row >= 0 && row < m_model->rowCount() && event->button() == Qt::LeftButton &&
        variantRect(row).contains(m_pressedAt) && variantRect(row).contains(event->pos()))
        emit variantPressed(row);
}

void ScheduleView::mouseDoubleClickEvent(QMouseEvent* event) {
    const int row = indexAt(event->pos()).row();
    const bool isOnName = row >= 0 && event->pos().x() >= lineOf(visualRect(m_model->index(row))).left() + kTitleX &&
                          !variantRect(row).contains(event->pos());
    if (isOnName)
        QListView::mouseDoubleClickEvent(event);
    else
        mousePressEvent(event);
}

void ScheduleView::keyPressEvent(QKeyEvent* event) {
    const int row = currentIndex().row(), key = event->key();
    if (row >= 0 && event->modifiers() == Qt::AltModifier && (key == Qt::Key_Up || key == Qt::Key_Down)) {
        const int to = row + (key == Qt::Key_Up ? -1 : 1);
        if (to >= 0 && to < m_model->rowCount()) emit moveAsked(row, to);
        return;
    }
    if (row >= 0 && (key == Qt::Key_Delete || key == Qt::Key_Backspace)) return emit removeAsked(row);
    if (row >= 0 && (key == Qt::Key_Return || key == Qt::Key_Enter) && !m_model->item(row).variant.isEmpty())
        return emit variantPressed(row);
    QListView::keyPressEvent(event);
}

void ScheduleView::wheelEvent(QWheelEvent* event) { event->ignore(); }  // all rows are visible; the panel scrolls

void ScheduleView::focusOutEvent(QFocusEvent* event) {
    m_gap.reset();
    QListView::focusOutEvent(event);
}

void ScheduleView::paintEvent(QPaintEvent* event) {
    QListView::paintEvent(event);
    if (!m_gap) return;
    const int rows = m_model->rowCount();
    const int y =
        *m_gap < rows ? visualRect(m_model->index(*m_gap)).top() : visualRect(m_model->index(rows - 1)).bottom();
    QPainter painter(viewport());
    painter.fillRect(QRect(0, qMax(0, y - 1), viewport()->width(), 2), themeOf(palette()).accent);
}

}  // namespace bubblescope
