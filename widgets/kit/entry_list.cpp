#include "widgets/kit/entry_list.h"

#include "widgets/kit/flat_style.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include <QApplication>
#include <QBoxLayout>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QWheelEvent>

#include <algorithm>

namespace bubblescope {

namespace {

constexpr int kRowHeight = 25;
constexpr int kSecondHeight = 15;  // of a note, or of a refusal instead
constexpr int kCross = 18;
constexpr int kLeastRefusal = 40;  // a shorter piece is not readable

/// The positions of a row's parts. Its background and focus frame extend beyond these by `rim`.
struct Places {
    int rim, dotX, titleX, bottom;
};
const Places& placesOf(EntryKind kind) {
    static constexpr Places kTicked{4, 31, 44, 12}, kChosen{6, 6, 18, 8};
    return kind == EntryKind::Ticked ? kTicked : kChosen;
}

QRect lineOf(EntryKind kind, const QRect& row) {
    const int rim = placesOf(kind).rim;
    return {row.left() + rim, row.top(), row.width() - 2 * rim, kRowHeight};
}

QRect boxRect(const QRect& line) {
    return {line.left() + 1, line.top() + (kRowHeight - kTickBox) / 2, kTickBox, kTickBox};
}

/// The position of the cross of a chosen row, or of the dots of a ticked one.
QRect crossRectOf(const QRect& line) {
    return {line.right() - kCross + 3, line.top() + (kRowHeight - kCross) / 2, kCross, kCross};
}

QRect variantRectOf(EntryKind kind, const QRect& line, const QString& variant) {
    if (variant.isEmpty()) return {};
    const int right = kind == EntryKind::Ticked ? crossRectOf(line).left() - 1 : line.right();
    const int width = qCeil(symbolsWidth(uiFont(12), variant)) + 8;
    return {right - width + 1, line.top() + 2, width, kRowHeight - 4};
}

const QString& secondLineOf(const EntryItem& item) { return item.refusal.isEmpty() ? item.note : item.refusal; }

void drawMarker(QPainter& painter, const Theme& theme, const QPointF& middle) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.error);
    painter.drawEllipse(middle, 6.5, 6.5);
    painter.setPen(theme.window);
    painter.setFont(uiFont(10, QFont::Bold));
    painter.drawText(QRectF(middle.x() - 6.5, middle.y() - 6.5, 13, 13), Qt::AlignCenter, QStringLiteral("!"));
}

void drawCross(QPainter& painter, const Theme& theme, const QPointF& middle) {
    painter.setPen(QPen(theme.mutedText, 1.5, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(middle + QPointF(-3.5, -3.5), middle + QPointF(3.5, 3.5));
    painter.drawLine(middle + QPointF(-3.5, 3.5), middle + QPointF(3.5, -3.5));
}

void drawDots(QPainter& painter, const QColor& ink, const QPointF& middle) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    for (const int at : {-1, 0, 1}) painter.drawEllipse(middle + QPointF(4.5 * at, 0.5), 1.4, 1.4);
}

void drawElided(QPainter& painter, const QRect& space, const QString& text) {
    const QFontMetricsF metrics(painter.font());
    const double baseline = space.center().y() + 1 + (metrics.ascent() - metrics.descent()) / 2;
    drawSymbols(painter, {1.0 * space.left(), baseline}, elidedSymbols(painter.font(), text, space.width()));
}

class EntryDelegate : public QStyledItemDelegate {
public:
    EntryDelegate(EntryKind kind, QObject* parent) : QStyledItemDelegate(parent), m_kind(kind) {}

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
        return {120, kRowHeight + (itemOf(index).note.isEmpty() ? 0 : kSecondHeight)};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const EntryItem& item = itemOf(index);
        const Theme& theme = themeOf(option.palette);
        const Places& places = placesOf(m_kind);
        const QRect line = lineOf(m_kind, option.rect);
        const bool isHot = option.state & QStyle::State_MouseOver;
        const bool isCurrent = m_kind == EntryKind::Chosen && (option.state & QStyle::State_Selected);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        drawGround(*painter, option, theme, isCurrent);
        if (m_kind == EntryKind::Ticked) drawTickBox(*painter, theme, boxRect(line), item.isOn);

        painter->setPen(item.isOn ? QPen(Qt::NoPen) : QPen(theme.mutedText, 1.2));
        painter->setBrush(item.isOn ? QBrush(item.color) : Qt::NoBrush);
        painter->drawEllipse(QPointF(line.left() + places.dotX, line.center().y() + 0.5), 5, 5);

        const QRect cross = crossRectOf(line);
        if (m_kind == EntryKind::Ticked)
            drawDots(*painter, isHot ? theme.text : theme.mutedText, QRectF(cross).center());
        else if (isCurrent || isHot)
            drawCross(*painter, theme, QRectF(cross).center());
        int right = cross.left() - 2;
        if (!item.variant.isEmpty()) {
            const QRect variant = variantRectOf(m_kind, line, item.variant);
            painter->setFont(uiFont(12));
            painter->setPen(item.hasOwnVariant && item.isOn ? theme.text : theme.mutedText);
            const QFontMetricsF metrics(painter->font());
            const double baseline = line.center().y() + 1 + (metrics.ascent() - metrics.descent()) / 2;
            drawSymbols(*painter, {variant.left() + 4.0, baseline}, item.variant);
            right = variant.left() - 4;
        }
        if (!item.refusal.isEmpty()) {
            drawMarker(*painter, theme, {right - 7.0, line.center().y() + 0.5});
            right -= 18;
        }
        const QRect title(line.left() + places.titleX, line.top(), right - line.left() - places.titleX, kRowHeight);
        painter->setFont(uiFont(13, isCurrent ? QFont::DemiBold : QFont::Normal));
        painter->setPen(item.isOn ? theme.text : theme.mutedText);
        drawElided(*painter, title, item.title);
        if (!item.note.isEmpty()) {
            painter->setFont(uiFont(11));
            painter->setPen(item.refusal.isEmpty() ? theme.mutedText : theme.error);
            const QFontMetricsF metrics(painter->font());
            drawSymbols(*painter, QPointF(title.left(), line.bottom() - 1 + metrics.ascent()),
                        elidedSymbols(painter->font(), secondLineOf(item), line.right() - title.left()));
        } else if (!item.refusal.isEmpty()) {  // as much as fits on the line; the tooltip has all of it
            const int begin = title.left() + painter->fontMetrics().horizontalAdvance(item.title) + 8;
            painter->setFont(uiFont(11));
            painter->setPen(theme.error);
            if (begin + kLeastRefusal < right)
                drawElided(*painter, {begin, line.top(), right - begin, kRowHeight}, item.refusal);
        }
        painter->restore();
    }

    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const override {
        const int titleX = placesOf(m_kind).titleX;
        const QRect line = lineOf(m_kind, option.rect);
        editor->setGeometry(line.left() + titleX - 5, line.top() + 1, line.width() - titleX + 4, kRowHeight - 2);
    }

    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override {
        if (event->type() == QEvent::KeyPress) return QStyledItemDelegate::editorEvent(event, model, option, index);
        if (m_kind == EntryKind::Chosen || event->type() != QEvent::MouseButtonRelease) return false;
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const QRect box = boxRect(lineOf(m_kind, option.rect)).adjusted(-3, -5, 3, 5);
        if (mouse->button() != Qt::LeftButton || !box.contains(mouse->pos())) return false;
        return model->setData(index, itemOf(index).isOn ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    }

private:
    static const EntryItem& itemOf(const QModelIndex& index) {
        return static_cast<const EntryModel*>(index.model())->item(index.row());
    }

    void drawGround(QPainter& painter, const QStyleOptionViewItem& option, const Theme& theme, bool isCurrent) const {
        const bool isFocused = option.state & QStyle::State_HasFocus;
        const bool hasFrame = isFocused && (isCurrent || m_kind == EntryKind::Ticked);
        if (!isCurrent && !hasFrame && !(option.state & QStyle::State_MouseOver)) return;
        painter.setPen(isFocused ? QPen(theme.accent, 1) : QPen(Qt::NoPen));
        painter.setBrush(isCurrent ? theme.quiet : theme.canvas);
        painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }

    EntryKind m_kind;
};

}  // namespace

void EntryModel::setItems(std::vector<EntryItem> items) {
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

int EntryModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_items.size());
}

QVariant EntryModel::data(const QModelIndex& index, int role) const {
    const EntryItem& shown = item(index.row());
    switch (role) {
        case Qt::DisplayRole:
        case Qt::EditRole: return shown.title;
        case Qt::CheckStateRole:
            if (m_kind == EntryKind::Chosen) return {};
            return shown.isOn ? Qt::Checked : Qt::Unchecked;
        case Qt::ToolTipRole: return tipHtml(shown.refusal.isEmpty() ? shown.tip : shown.refusal + '\n' + shown.tip);
        case Qt::AccessibleDescriptionRole: {
            QStringList parts{shown.variant, secondLineOf(shown)};
            parts.removeAll(QString());
            return parts.join(QStringLiteral(", "));
        }
        default: return {};
    }
}

bool EntryModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role == Qt::CheckStateRole)
        emit checkAsked(index.row(), value.toInt() == Qt::Checked);
    else if (role == Qt::EditRole)
        emit renameAsked(index.row(), value.toString());
    else
        return false;
    return true;
}

Qt::ItemFlags EntryModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractListModel::flags(index) | Qt::ItemIsEditable;
    return m_kind == EntryKind::Ticked ? flags | Qt::ItemIsUserCheckable : flags;
}

EntryView::EntryView(EntryKind kind, EntryModel* model, QWidget* parent)
    : QListView(parent), m_kind(kind), m_model(model) {
    setModel(model);
    setItemDelegate(new EntryDelegate(kind, this));
    setFrameShape(QFrame::NoFrame);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
    setContextMenuPolicy(Qt::CustomContextMenu);
    fitRows();
}

void EntryView::fitRows() {
    const int rows = m_model->rowCount();
    const bool scrolls = m_kind == EntryKind::Chosen && rows > kMostChosenRows;
    int height = 0;
    for (int row = 0; row < (scrolls ? kMostChosenRows : rows); ++row)
        if (!isRowHidden(row)) height += sizeHintForRow(row);
    setVerticalScrollBarPolicy(scrolls ? Qt::ScrollBarAlwaysOn : Qt::ScrollBarAlwaysOff);
    setFixedHeight(height + 1);
    doItemsLayout();
}

QRect EntryView::checkRect(int row) const { return boxRect(lineOf(m_kind, visualRect(m_model->index(row)))); }

QRect EntryView::variantRect(int row) const {
    return variantRectOf(m_kind, lineOf(m_kind, visualRect(m_model->index(row))), m_model->item(row).variant);
}

QRect EntryView::crossRect(int row) const { return crossRectOf(lineOf(m_kind, visualRect(m_model->index(row)))); }

QRect EntryView::dotsRect(int row) const {
    return m_kind == EntryKind::Ticked ? crossRect(row).adjusted(-2, -3, 3, 3) : QRect();
}

bool EntryView::isOnDetails(int row, const QPoint& at) const {
    return row >= 0 && row < m_model->rowCount() && (variantRect(row).contains(at) || dotsRect(row).contains(at));
}

int EntryView::crossAt(const QPoint& at) const {
    const int row = m_kind == EntryKind::Chosen ? indexAt(at).row() : -1;
    return row >= 0 && crossRect(row).contains(at) ? row : -1;
}

int EntryView::gapAt(int y) const {
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (y < visualRect(m_model->index(row)).center().y()) return row;
    return m_model->rowCount();
}

void EntryView::mousePressEvent(QMouseEvent* event) {
    const bool isLeft = event->button() == Qt::LeftButton;
    m_gap.reset();
    m_pressedAt = event->pos();
    m_pressedCross = isLeft ? crossAt(event->pos()) : -1;
    m_pressedRow = isLeft && m_pressedCross < 0 ? indexAt(event->pos()).row() : -1;
    if (m_pressedCross < 0) QListView::mousePressEvent(event);
}

void EntryView::mouseMoveEvent(QMouseEvent* event) {
    if (!(event->buttons() & Qt::LeftButton) || m_pressedRow < 0) {
        const int row = indexAt(event->pos()).row();
        const bool isOnBox = row >= 0 && m_kind == EntryKind::Ticked && checkRect(row).contains(event->pos());
        const bool isOnPart = isOnBox || crossAt(event->pos()) >= 0 || isOnDetails(row, event->pos());
        viewport()->setCursor(isOnPart ? Qt::PointingHandCursor : Qt::ArrowCursor);
        if (m_pressedCross < 0) QListView::mouseMoveEvent(event);
        return;
    }
    if (!m_gap && (event->pos() - m_pressedAt).manhattanLength() < QApplication::startDragDistance()) return;
    m_gap = gapAt(event->pos().y());
    viewport()->setCursor(Qt::ClosedHandCursor);
    viewport()->update();
}

void EntryView::mouseReleaseEvent(QMouseEvent* event) {
    const int row = std::exchange(m_pressedRow, -1);
    if (const int cross = std::exchange(m_pressedCross, -1); cross >= 0) {
        if (crossAt(event->pos()) == cross) emit removeAsked(cross);
        return;
    }
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
    if (event->button() == Qt::LeftButton && isOnDetails(row, m_pressedAt) && isOnDetails(row, event->pos()))
        emit detailsAsked(row);
}

void EntryView::mouseDoubleClickEvent(QMouseEvent* event) {
    const QModelIndex index = indexAt(event->pos());
    const int nameX = lineOf(m_kind, visualRect(index)).left() + placesOf(m_kind).titleX;
    const bool isOnName = index.isValid() && (m_kind == EntryKind::Chosen || event->pos().x() >= nameX) &&
                          !isOnDetails(index.row(), event->pos()) && crossAt(event->pos()) < 0;
    if (isOnName)
        QListView::mouseDoubleClickEvent(event);
    else
        mousePressEvent(event);
}

void EntryView::keyPressEvent(QKeyEvent* event) {
    const int row = currentIndex().row(), key = event->key();
    if (row >= 0 && event->modifiers() == Qt::AltModifier && (key == Qt::Key_Up || key == Qt::Key_Down)) {
        const int to = row + (key == Qt::Key_Up ? -1 : 1);
        if (to >= 0 && to < m_model->rowCount()) emit moveAsked(row, to);
        return;
    }
    if (row >= 0 && (key == Qt::Key_Delete || key == Qt::Key_Backspace)) return emit removeAsked(row);
    if (row >= 0 && (key == Qt::Key_Return || key == Qt::Key_Enter) && m_kind == EntryKind::Ticked)
        return emit detailsAsked(row);
    QListView::keyPressEvent(event);
}

void EntryView::wheelEvent(QWheelEvent* event) {
    // While all rows are visible, the wheel scrolls the panel.
    if (verticalScrollBarPolicy() == Qt::ScrollBarAlwaysOn) return QListView::wheelEvent(event);
    event->ignore();
}

void EntryView::focusOutEvent(QFocusEvent* event) {
    m_gap.reset();
    QListView::focusOutEvent(event);
}

void EntryView::paintEvent(QPaintEvent* event) {
    QListView::paintEvent(event);
    if (!m_gap) return;
    const int rows = m_model->rowCount();
    const int y =
        *m_gap < rows ? visualRect(m_model->index(*m_gap)).top() : visualRect(m_model->index(rows - 1)).bottom();
    QPainter painter(viewport());
    painter.fillRect(QRect(0, qMax(0, y - 1), viewport()->width(), 2), themeOf(palette()).accent);
}

EntryList::EntryList(EntryKind kind, const QString& heading, const QString& addText, QWidget* parent)
    : QWidget(parent) {
    setAccessibleName(heading);
    const Places& places = placesOf(kind);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kFormMargin - places.rim, 12, kFormMargin - places.rim, places.bottom);
    layout->setSpacing(4);
    const auto addInColumn = [&](QWidget* part, Qt::Alignment alignment = {}) {
        auto* line = new QHBoxLayout;
        line->setContentsMargins(places.rim, 0, places.rim, 0);
        line->addWidget(part, 1, alignment);
        layout->addLayout(line);
        return line;
    };
    m_head = addInColumn(m_heading = sectionLabel(heading));
    m_model = new EntryModel(kind, this);
    layout->addWidget(m_view = new EntryView(kind, m_model));
    addInColumn(m_add = new LinkButton(addText), Qt::AlignLeft);
    connect(m_model, &EntryModel::checkAsked, this, &EntryList::checkAsked);
    connect(m_model, &EntryModel::renameAsked, this, &EntryList::renameAsked);
    connect(m_view, &EntryView::moveAsked, this, &EntryList::moveAsked);
    connect(m_view, &EntryView::removeAsked, this, &EntryList::removeAsked);
    connect(m_view, &EntryView::detailsAsked, this, &EntryList::detailsAsked);
    connect(m_view, &QWidget::customContextMenuRequested, this, &EntryList::openMenu);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
        if (!m_isShowing && now.isValid()) emit chosen(now.row());
    });
}

LinkButton* EntryList::addHeadLink(const QString& text) {
    auto* link = new LinkButton(text);
    link->setFixedHeight(m_heading->sizeHint().height());  // it must not make the line higher
    m_head->addWidget(link);
    // Before the list below it, not after everything that exists already.
    QWidget* before = m_view->previousInFocusChain();
    while (before->focusPolicy() == Qt::NoFocus && before != m_view) before = before->previousInFocusChain();
    setTabOrder(before, link);
    return link;
}

void EntryList::hideHeading() {
    m_heading->hide();
    QMargins margins = layout()->contentsMargins();
    margins.setTop(0);
    margins.setBottom(8);
    layout()->setContentsMargins(margins);
}

void EntryList::setItems(std::vector<EntryItem> items) {
    m_isShowing = true;
    m_model->setItems(std::move(items));
    m_view->fitRows();
    m_isShowing = false;
}

void EntryList::setCurrent(int row) {
    m_isShowing = true;
    const QModelIndex index = m_model->index(row);
    if (index != m_view->currentIndex() || !m_view->selectionModel()->isSelected(index)) m_view->setCurrentIndex(index);
    m_isShowing = false;
}

void EntryList::openMenu(const QPoint& at) {
    const QModelIndex index = m_view->indexAt(at);
    if (!index.isValid()) return;
    const int row = index.row(), last = m_model->rowCount() - 1;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Rename"), QKeySequence(Qt::Key_F2), this, [this, index] { m_view->edit(index); });
    if (m_addActions) m_addActions(*menu, row);
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
