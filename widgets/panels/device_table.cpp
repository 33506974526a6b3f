#include "widgets/panels/device_table.h"

#include "widgets/kit/flat_header.h"
#include "widgets/kit/flat_style.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/text_limit.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/times_model.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QShortcut>
#include <QStyledItemDelegate>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

enum TimesColumn { Forward, Backward, Weight };
/// Ways to set T_C.
enum Links { kOneForAll, kByNode, kEachPair };

TimesModel::Values rowsOf(const Workload& workload) {
    TimesModel::Values rows;
    for (std::size_t d = 0; d < static_cast<std::size_t>(workload.devices); ++d) {
        const double backward = at(workload.backward, d);
        rows.push_back({at(workload.forward, d), backward,
                        workload.weight ? at(*workload.weight, d) : backward * workload.weightFraction});
    }
    return rows;
}

TimesModel::Values matrixOf(const Workload& workload) {
    if (const auto* matrix = std::get_if<1>(&workload.comm)) return *matrix;
    const auto devices = static_cast<std::size_t>(workload.devices);
    TimesModel::Values hops(devices, std::vector<double>(devices));
    for (std::size_t from = 0; from < devices; ++from)
        for (std::size_t to = 0; to < devices; ++to)
            if (from != to) hops[from][to] = at(workload.comm, from, to);
    return hops;
}

std::vector<double> columnOf(const TimesModel::Values& rows, TimesColumn column) {
    std::vector<double> list;
    for (const auto& row : rows) list.push_back(row[column]);
    return list;
}

/// A cell in which one time is typed.
class CellDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& at) const override {
        QWidget* const editor = QStyledItemDelegate::createEditor(parent, option, at);
        if (auto* line = qobject_cast<QLineEdit*>(editor)) limitText(*line, kMostOfName);
        return editor;
    }
};

/// A table in which Enter applies what was typed and moves down; it never closes the dialog.
class CellView : public QTableView {
protected:
    void keyPressEvent(QKeyEvent* event) override {
        const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
        if (!isEnter || event->modifiers() & Qt::ControlModifier) return QTableView::keyPressEvent(event);
        if (state() != EditingState) goDown();  // otherwise closing the editor does
    }
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override {
        QTableView::closeEditor(editor, hint);
        if (hint == QAbstractItemDelegate::SubmitModelCache) goDown();
    }

private:
    void goDown() {
        const QModelIndex below = currentIndex().siblingAtRow(currentIndex().row() + 1);
        if (below.isValid()) setCurrentIndex(below);
    }
};

/// The sentence for an error at `weight[2]`: "Grad weight of device 2: must be ...".
QString errorText(const Error& error, const TimesModel& times, const TimesModel* comm) {
    static const QRegularExpression kPlace(QStringLiteral("^(\\w+)(?:\\[(\\d+)\\])?(?:\\[(\\d+)\\])?"));
    const auto place = kPlace.match(toQString(error.field));
    const QString key = place.captured(1), message = toQString(error.message);
    const int row = place.captured(2).toInt();
    const QStringList keys{QStringLiteral("forward"), QStringLiteral("backward"), QStringLiteral("weight")};
    QString name;
    if (place.capturedLength(2) > 0 && keys.contains(key))
        name = times.nameOf(row, static_cast<int>(keys.indexOf(key)));
    if (place.capturedLength(3) > 0 && comm) name = comm->nameOf(row, place.captured(3).toInt());
    if (name.isEmpty()) return message.left(1).toUpper() + message.mid(1) + QLatin1Char('.');
    return QStringLiteral("%1: %2.").arg(name, message);
}

PerDevice perDevice(const TimesModel& times, TimesColumn column) {
    if (times.isUniform(column)) return times.values().front()[column];
    return columnOf(times.values(), column);
}

}  // namespace

DeviceTable::DeviceTable(const Workload& workload, Page page, QWidget* parent) : QDialog(parent), m_given(workload) {
    setWindowTitle(tr("Per-device times"));
    resize(560, 520);
    m_pages = new QTabWidget;
    m_pages->setDocumentMode(true);
    m_pages->addTab(timesPage(), tr("Computation"));
    if (workload.devices > 1) m_pages->addTab(commPage(), tr("Communication"));
    if (page == Page::Communication && m_comm) m_pages->setCurrentIndex(1);
    m_state = new QLabel;
    m_state->setForegroundRole(QPalette::BrightText);
    m_state->setWordWrap(true);
    m_state->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_state->setFixedHeight(2 * m_state->fontMetrics().lineSpacing());  // so that an error moves nothing
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_apply = buttons->button(QDialogButtonBox::Ok);
    m_apply->setText(tr("Apply"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_state);
    layout->addWidget(buttons);
    (m_pages->currentIndex() == 1 ? m_commView : m_timesView)->setFocus();
    showState();
}

QWidget* DeviceTable::timesPage() {
    m_times = new TimesModel(rowsOf(m_given), {tr("Forward"), tr("Backward"), tr("Grad weight")}, this);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    auto* same = new QHBoxLayout;
    same->addWidget(new QLabel(tr("Same for all devices")));
    const bool isList[] = {m_given.forward.index() == 1, m_given.backward.index() == 1,
                           m_given.weight && m_given.weight->index() == 1};
    const QString names[] = {tr("Forward"), tr("Backward"), tr("Grad weight")};
    for (std::size_t column = 0; column < m_isOne.size(); ++column) {
        m_isOne[column] = new QCheckBox(names[column]);
        m_isOne[column]->setChecked(!isList[column]);
        same->addWidget(m_isOne[column]);
        const int group = static_cast<int>(column);
        if (!isList[column] && (group != Weight || m_given.weight)) m_times->setUniform(group, true);
        connect(m_isOne[column], &QCheckBox::toggled, this,
                [this, group](bool isOne) { m_times->setUniform(group, isOne); });
    }
    same->addStretch();
    layout->addLayout(same);
    m_isShare = new QCheckBox(tr("Grad weight is %1 of the backward").arg(formatPercent(m_given.weightFraction)));
    m_isShare->setChecked(!m_given.weight);
    layout->addWidget(m_isShare);
    m_timesView = tableView(m_times);
    layout->addWidget(m_timesView, 1);
    auto* hint =
        new QLabel(tr("A device's time is split evenly among its chunks. For embedding or head time, use More."));
    hint->setForegroundRole(QPalette::PlaceholderText);
    hint->setWordWrap(true);
    layout->addWidget(hint);
    layout->addLayout(toolsFor(m_timesView));
    connect(m_times, &TimesModel::freed, this, [this](int group) {
        const QSignalBlocker blockers[] = {QSignalBlocker(m_isOne[static_cast<std::size_t>(group)]),
                                           QSignalBlocker(m_isShare)};
        m_isOne[static_cast<std::size_t>(group)]->setChecked(false);
        if (group != Weight) return;
        m_isShare->setChecked(false);
        m_isOne[Weight]->setEnabled(true);
    });
    connect(m_isShare, &QCheckBox::toggled, this, &DeviceTable::followShare);
    connect(m_times, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first) {
        if (first.column() != Weight) followShare();
    });
    followShare();
    return page;
}

QWidget* DeviceTable::commPage() {
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    const bool hasMatrix = m_given.devices <= kMaxMatrixDevices;
    QStringList forms{tr("same for all"), tr("by node")};
    if (hasMatrix) forms += tr("per pair");
    m_links = new SegmentedControl(forms, tr("Transfer times"));
    m_links->button(kByNode)->setToolTip(
        tr("One time within a node and one between nodes. Devices 0, 1, … fill one node after another."));
    layout->addLayout(wordLine(tr("Transfer time"), m_links));
    layout->addWidget(m_nodes = nodeLine());
    m_comm =
        new TimesModel(hasMatrix ? matrixOf(m_given) : TimesModel::Values{{0, largest(m_given.comm)}, {0, 0}}, this);
    m_commView = tableView(m_comm);
    layout->addWidget(m_commView, 1);
    auto* tools = new QWidget;
    tools->setLayout(toolsFor(m_commView));
    layout->addWidget(tools);
    if (!hasMatrix) {
        m_commView->hide();
        tools->hide();
        layout->addStretch();
    }
    connect(m_links, &SegmentedControl::chosenByUser, this, &DeviceTable::chooseLinks);
    connect(m_comm, &TimesModel::freed, this, [this] {
        m_links->setChosen(kEachPair);
        m_nodes->hide();
    });
    const auto form = static_cast<int>(m_given.comm.index());
    m_links->setChosen(form == 0 ? kOneForAll : form == 1 ? kEachPair : kByNode);
    m_nodes->setVisible(form == 2);
    if (form == 0) m_comm->setUniform(0, true);
    if (form == 2) m_comm->setLocked(0, true);
    return page;
}

/// The fields of links by node: devices per node, T_C within a node, T_C between nodes.
QWidget* DeviceTable::nodeLine() {
    const auto* given = std::get_if<NodeLinks>(&m_given.comm);
    const double most = largest(m_given.comm);
    const NodeLinks shown = given ? *given : NodeLinks{std::clamp(m_given.devices / 2, 1, 8), most, most};
    const std::pair<QString, double> fields[] = {{tr("Devices per node"), shown.nodeSize},
                                                 {tr("Within a node"), shown.inside},
                                                 {tr("Between nodes"), shown.between}};
    auto* line = new QWidget;
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    for (std::size_t i = 0; i < m_node.size(); ++i) {
        m_node[i] = new NumberField;
        m_node[i]->setAccessibleName(fields[i].first);
        m_node[i]->showText(formatExact(fields[i].second));
        layout->addWidget(new QLabel(fields[i].first));
        layout->addWidget(m_node[i]);
        connect(m_node[i], &QLineEdit::textChanged, this, &DeviceTable::followNodes);
    }
    layout->addStretch();
    return line;
}

Result<NodeLinks> DeviceTable::nodes() const {
    std::array<double, 3> numbers{};
    for (std::size_t i = 0; i < m_node.size(); ++i) {
        const auto number = parseNumber(m_node[i]->text(), {});
        const bool isWhole =
            i > 0 || (number && *number == std::floor(*number) && *number >= 1 && *number <= kMaxDevices);
        if (!number || *number < 0 || !isWhole)
            return Error{i == 0 ? tr("must be a whole number from 1 to %1").arg(kMaxDevices).toStdString()
                                : tr("must be a number, 0 or more").toStdString(),
                         m_node[i]->accessibleName().toStdString()};
        numbers[i] = *number;
    }
    return NodeLinks{static_cast<int>(numbers[0]), numbers[1], numbers[2]};
}

void DeviceTable::followNodes() {
    for (NumberField* field : m_node) setMarked(field, false);
    const auto links = nodes();
    if (!links)
        for (NumberField* field : m_node) setMarked(field, field->accessibleName() == toQString(links.error().field));
    if (links && m_given.devices <= kMaxMatrixDevices) {
        Workload shown = m_given;
        shown.comm = *links;
        m_comm->setValues(matrixOf(shown));
    }
    m_refusal.clear();
    showState();
}

void DeviceTable::chooseLinks(int form) {
    m_nodes->setVisible(form == kByNode);
    m_comm->setLocked(0, form == kByNode);
    if (form == kByNode) return followNodes();
    m_comm->setUniform(0, form == kOneForAll);
    showState();
}

QTableView* DeviceTable::tableView(TimesModel* model) {
    auto* view = new CellView;
    view->setAccessibleName(model == m_times ? tr("Times, one row per device")
                                             : tr("Transfer times, from row to column"));
    view->setHorizontalHeader(new FlatHeader(Qt::Horizontal));
    view->setVerticalHeader(new FlatHeader(Qt::Vertical));
    view->setModel(model);
    view->setItemDelegate(new CellDelegate(view));
    view->setFont(uiFont(12.5));
    view->horizontalHeader()->setDefaultSectionSize(model == m_times ? 110 : 62);
    view->verticalHeader()->setDefaultSectionSize(25);
    view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view->setCurrentIndex(model->index(0, model == m_times ? 0 : 1));
    const auto on = [&](const QKeySequence& keys, auto&& what) {
        auto* shortcut = new QShortcut(keys, view, nullptr, nullptr, Qt::WidgetShortcut);
        connect(shortcut, &QShortcut::activated, this, what);
    };
    on(QKeySequence::Paste, [this, view] { paste(view); });
    on(QKeySequence::Copy, [this, view] { copy(view); });
    on(Qt::CTRL | Qt::Key_D, [this, view] { fillDown(view); });
    connect(model, &QAbstractItemModel::dataChanged, this, [this] {
        m_refusal.clear();
        showState();
    });
    return view;
}

QLayout* DeviceTable::toolsFor(QTableView* view) {
    auto* tools = new QHBoxLayout;
    auto* pasteButton = new QPushButton(tr("Paste"));
    pasteButton->setToolTip(tr("Paste spreadsheet cells, starting at the current cell (Ctrl+V)."));
    auto* fillButton = new QPushButton(tr("Fill down"));
    fillButton->setToolTip(
        tr("Copy the current cell to all cells below it, or the top row of a selection to its other rows (Ctrl+D)."));
    for (QPushButton* button : {pasteButton, fillButton}) {
        button->setAutoDefault(false);
        tools->addWidget(button);
    }
    tools->addStretch();
    connect(pasteButton, &QPushButton::clicked, this, [this, view] { paste(view); });
    connect(fillButton, &QPushButton::clicked, this, [this, view] { fillDown(view); });
    return tools;
}

void DeviceTable::paste(QTableView* view) {
    const QModelIndexList chosen = view->selectionModel()->selectedIndexes();
    const QString text = QGuiApplication::clipboard()->text();
    auto* model = static_cast<TimesModel*>(view->model());
    const auto first = std::min_element(chosen.begin(), chosen.end());
    m_refusal = model->paste(first == chosen.end() ? view->currentIndex() : *first, text);
    showState();
}

void DeviceTable::copy(QTableView* view) const {
    QModelIndexList chosen = view->selectionModel()->selectedIndexes();
    std::sort(chosen.begin(), chosen.end());
    QString text;
    for (qsizetype i = 0; i < chosen.size(); ++i) {
        if (i > 0) text += chosen[i].row() == chosen[i - 1].row() ? '\t' : '\n';
        text += chosen[i].data().toString();
    }
    if (!text.isEmpty()) QGuiApplication::clipboard()->setText(text);
}

void DeviceTable::fillDown(QTableView* view) {
    QModelIndexList chosen = view->selectionModel()->selectedIndexes();
    std::sort(chosen.begin(), chosen.end());
    if (chosen.isEmpty()) return;
    auto* model = static_cast<TimesModel*>(view->model());
    const int last = chosen.front().row() == chosen.back().row() ? model->rowCount() - 1 : chosen.back().row();
    for (const QModelIndex& top : chosen) {
        if (top.row() != chosen.front().row()) break;
        QStringList lines;
        for (int row = top.row(); row <= last; ++row) lines += top.data().toString();
        model->paste(top, lines.join('\n'));
    }
}

void DeviceTable::followShare() {
    const bool isShare = m_isShare->isChecked();
    m_isOne[Weight]->setEnabled(!isShare);
    if (isShare) {
        std::vector<double> weights;
        for (const auto& row : m_times->values()) weights.push_back(row[Backward] * m_given.weightFraction);
        m_times->setColumn(Weight, weights);
    }
    const bool isLocked = !(m_times->flags(m_times->index(0, Weight)) & Qt::ItemIsEditable);
    if (isLocked != isShare) m_times->setLocked(Weight, isShare);
}

void DeviceTable::letDiffer(const QString& key) {
    m_freed = key;
    const auto isFreed = [&](TimesColumn column) {
        m_isOne[column]->setChecked(false);
        m_timesView->setCurrentIndex(m_times->index(0, column));
    };
    if (key == QLatin1String("forward")) isFreed(Forward);
    if (key == QLatin1String("backward")) isFreed(Backward);
    if (key == QLatin1String("comm") && m_comm && m_links->chosen() == kOneForAll &&
        m_given.devices <= kMaxMatrixDevices) {
        m_links->setChosen(kEachPair);
        chooseLinks(kEachPair);
    }
    if (key != QLatin1String("weight") && key != QLatin1String("weight_fraction")) return;
    m_isShare->setChecked(false);
    isFreed(Weight);
}

bool DeviceTable::isAsFreed(const char* key, int column) const {
    const auto at = static_cast<TimesColumn>(column);
    return m_freed == QLatin1String(key) && columnOf(m_times->values(), at) == columnOf(rowsOf(m_given), at);
}

Workload DeviceTable::workload() const {
    Workload workload = m_given;
    if (!isAsFreed("forward", Forward)) workload.forward = perDevice(*m_times, Forward);
    if (!isAsFreed("backward", Backward)) workload.backward = perDevice(*m_times, Backward);
    const bool isShareAsFreed = isAsFreed("weight_fraction", Weight) && workload.backward == m_given.backward;
    if (!isShareAsFreed && !isAsFreed("weight", Weight)) {
        workload.weight.reset();
        if (!m_isShare->isChecked()) workload.weight = perDevice(*m_times, Weight);
    }
    if (m_comm) workload.comm = comm();
    return workload;
}

Comm DeviceTable::comm() const {
    const int form = m_links->chosen();
    if (form == kByNode) {
        const auto links = nodes();
        return links ? Comm(*links) : m_given.comm;
    }
    if (m_freed == QLatin1String("comm") && m_comm->values() == matrixOf(m_given) && m_given.comm.index() != 2)
        return m_given.comm;
    return form == kOneForAll ? Comm(m_comm->values()[0][1]) : Comm(m_comm->values());
}

QString DeviceTable::state() const {
    const int bad = m_times->badCells() + (m_comm ? m_comm->badCells() : 0);
    if (bad > 0) {
        const QString first = (m_times->badCells() > 0 ? m_times : m_comm)->firstBad();
        if (bad == 1) return tr("%1 is not a time; enter a number, 0 or more.").arg(first);
        if (bad == 2) return tr("%1 and 1 other cell are not times; enter numbers, 0 or more.").arg(first);
        return tr("%1 and %2 other cells are not times; enter numbers, 0 or more.").arg(first).arg(bad - 1);
    }
    if (m_comm && m_links->chosen() == kByNode)
        if (const auto links = nodes(); !links)
            return tr("%1: %2.").arg(toQString(links.error().field), toQString(links.error().message));
    const auto checked = checkWorkload(workload(), [](std::string_view key) { return std::string(key); });
    return checked ? QString() : errorText(checked.error(), *m_times, m_comm);
}

void DeviceTable::showState() {
    if (!m_state) return;
    const QString reason = state();
    m_state->setText(reason.isEmpty() ? m_refusal : reason);
    m_apply->setEnabled(reason.isEmpty());
}

}  // namespace bubblescope
