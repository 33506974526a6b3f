#include "widgets/schemes/scheme_list.h"

#include "widgets/kit/form_lines.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include <QBoxLayout>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

namespace bubblescope {

namespace {

constexpr int kRowHeight = 25;
/// How far a row's ground stands out of the column that its parts keep to.
constexpr int kRim = 6;
constexpr int kTitleX = 18;
constexpr int kCross = 18;

QRect crossRectOf(const QRect& row) {
    return {row.right() - kRim - kCross + 3, row.top() + (row.height() - kCross) / 2, kCross, kCross};
}

class SchemeDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {120, kRowHeight}; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const SchemeItem& item = static_cast<const SchemeListModel*>(index.model())->item(index.row());
        const Theme& theme = themeOf(option.palette);
        const bool isCurrent = option.state & QStyle::State_Selected;
        const bool isFocused = option.state & QStyle::State_HasFocus;
        const bool isHot = option.state & QStyle::State_MouseOver;
        const QRect row = option.rect;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (isCurrent || isHot) {
            painter->setPen(isFocused ? QPen(theme.accent, 1) : QPen(Qt::NoPen));
            painter->setBrush(isCurrent ? theme.idle : theme.canvas);
            painter->drawRoundedRect(QRectF(row).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
        }
        painter->setPen(Qt::NoPen);
        painter->setBrush(item.color);
        painter->drawEllipse(QPointF(row.left() + kRim + 6, row.center().y() + 0.5), 5, 5);
        const QRect cross = crossRectOf(row);
        const QRect title(row.left() + kRim + kTitleX, row.top(), cross.left() - row.left() - kRim - kTitleX - 2,
                          row.height());
        painter->setFont(uiFont(13, isCurrent ? QFont::DemiBold : QFont::Normal));
        painter->setPen(theme.text);
        painter->drawText(title, Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(item.title, Qt::ElideRight, title.width()));
        if (isCurrent || isHot) {
            painter->setPen(QPen(theme.mutedText, 1.5, Qt::SolidLine, Qt::RoundCap));
            const QPointF middle = QRectF(cross).center();
            painter->drawLine(middle + QPointF(-3.5, -3.5), middle + QPointF(3.5, 3.5));
            painter->drawLine(middle + QPointF(-3.5, 3.5), middle + QPointF(3.5, -3.5));
        }
        painter->restore();
    }

    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const override {
        editor->setGeometry(option.rect.adjusted(kRim + kTitleX - 5, 1, -1, -1));
    }
};

}  // namespace

void SchemeListModel::setItems(std::vector<SchemeItem> items) {
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

int SchemeListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_items.size());
}

QVariant SchemeListModel::data(const QModelIndex& index, int role) const {
    switch (role) {
        case Qt::DisplayRole:
        case Qt::EditRole: return item(index.row()).title;
        case Qt::ToolTipRole: return tipHtml(item(index.row()).tip);
        default: return {};
    }
}

bool SchemeListModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole) return false;
    emit renameAsked(index.row(), value.toString());
    return true;
}

Qt::ItemFlags SchemeListModel::flags(const QModelIndex& index) const {
    return QAbstractListModel::flags(index) | Qt::ItemIsEditable;
}

SchemeView::SchemeView(SchemeListModel* model, QWidget* parent) : QListView(parent), m_model(model) {
    setModel(model);
    setItemDelegate(new SchemeDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setUniformItemSizes(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    setContextMenuPolicy(Qt::CustomContextMenu);
    fitRows();
}

void SchemeView::fitRows() {
    const int rows = m_model->rowCount();
    setVerticalScrollBarPolicy(rows > kMostRows ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    setFixedHeight(std::min(rows, kMostRows) * kRowHeight + 1);
    doItemsLayout();
}

QRect SchemeView::crossRect(int row) const { return crossRectOf(visualRect(m_model->index(row))); }

int SchemeView::crossAt(const QPoint& at) const {
    const int row = indexAt(at).row();
    return row >= 0 && crossRect(row).contains(at) ? row : -1;
}

void SchemeView::mousePressEvent(QMouseEvent* event) {
    m_pressedCross = event->button() == Qt::LeftButton ? crossAt(event->pos()) : -1;
    if (m_pressedCross < 0) QListView::mousePressEvent(event);
}

void SchemeView::mouseMoveEvent(QMouseEvent* event) {
    viewport()->setCursor(crossAt(event->pos()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (m_pressedCross < 0) QListView::mouseMoveEvent(event);
}

void SchemeView::mouseReleaseEvent(QMouseEvent* event) {
    const int row = std::exchange(m_pressedCross, -1);
    if (row < 0) return QListView::mouseReleaseEvent(event);
    if (crossAt(event->pos()) == row) emit removeAsked(row);
}

void SchemeView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (crossAt(event->pos()) >= 0) return mousePressEvent(event);
    QListView::mouseDoubleClickEvent(event);
}

void SchemeView::keyPressEvent(QKeyEvent* event) {
    const int row = currentIndex().row(), key = event->key();
    if (row >= 0 && event->modifiers() == Qt::AltModifier && (key == Qt::Key_Up || key == Qt::Key_Down)) {
        const int to = row + (key == Qt::Key_Up ? -1 : 1);
        if (to >= 0 && to < m_model->rowCount()) emit moveAsked(row, to);
        return;
    }
    if (row >= 0 && (key == Qt::Key_Delete || key == Qt::Key_Backspace)) return emit removeAsked(row);
    QListView::keyPressEvent(event);
}

void SchemeView::wheelEvent(QWheelEvent* event) {
    // While all rows are visible the wheel is the panel's.
    if (m_model->rowCount() > kMostRows) return QListView::wheelEvent(event);
    event->ignore();
}

SchemeList::SchemeList(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("Schemes"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kFormMargin - kRim, 12, kFormMargin - kRim, 8);
    layout->setSpacing(4);
    const auto addInColumn = [&](QWidget* part, Qt::Alignment alignment = {}) {
        auto* line = new QHBoxLayout;
        line->setContentsMargins(kRim, 0, kRim, 0);
        line->addWidget(part, 1, alignment);
        layout->addLayout(line);
    };
    addInColumn(sectionLabel(tr("Schemes")));
    m_model = new SchemeListModel(this);
    m_view = new SchemeView(m_model);
    m_view->setAccessibleName(tr("Schemes of the scenario"));
    layout->addWidget(m_view);
    addInColumn(m_add = new LinkButton(tr("+ add")), Qt::AlignLeft);
    m_add->setToolTip(tr("Add a copy of the current scheme"));
    connect(m_add, &QAbstractButton::clicked, this, &SchemeList::addAsked);
    connect(m_model, &SchemeListModel::renameAsked, this, &SchemeList::renameAsked);
    connect(m_view, &SchemeView::removeAsked, this, &SchemeList::removeAsked);
    connect(m_view, &SchemeView::moveAsked, this, &SchemeList::moveAsked);
    connect(m_view, &QWidget::customContextMenuRequested, this, &SchemeList::openMenu);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
        if (!m_isShowing && now.isValid()) emit chosen(now.row());
    });
}

void SchemeList::setItems(std::vector<SchemeItem> items, int current) {
    m_isShowing = true;
    const bool isAsHigh = static_cast<int>(items.size()) == m_model->rowCount();
    m_model->setItems(std::move(items));
    if (!isAsHigh) m_view->fitRows();
    const QModelIndex index = m_model->index(current);
    if (index != m_view->currentIndex() || !m_view->selectionModel()->isSelected(index)) m_view->setCurrentIndex(index);
    m_isShowing = false;
}

void SchemeList::openMenu(const QPoint& at) {
    const QModelIndex index = m_view->indexAt(at);
    if (!index.isValid()) return;
    const int row = index.row(), last = m_model->rowCount() - 1;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Rename"), QKeySequence(Qt::Key_F2), this, [this, index] { m_view->edit(index); });
    menu->addAction(tr("Add a copy"), this, &SchemeList::addAsked);
    menu->addSeparator();
    menu->addAction(tr("Move up"), QKeySequence(Qt::ALT | Qt::Key_Up), this,
                    [this, row] { emit moveAsked(row, row - 1); })
        ->setEnabled(row > 0);
    menu->addAction(tr("Move down"), QKeySequence(Qt::ALT | Qt::Key_Down), this,
                    [this, row] { emit moveAsked(row, row + 1); })
        ->setEnabled(row < last);
    menu->addSeparator();
    menu->addAction(tr("Remove"), QKeySequence(Qt::Key_Delete), this, [this, row] { emit removeAsked(row); });
    menu->popup(m_view->viewport()->mapToGlobal(at));
}

}  // namespace bubblescope
