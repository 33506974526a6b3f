#include "widgets/panels/device_table.h"

#include "widgets/kit/flat_header.h"
#include "widgets/kit/theme.h"
#include "widgets/panels/times_model.h"
#include "widgets/shown/format.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>

namespace bubblescope {

namespace {

enum Column { Forward, Backward, Weight };

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
    return TimesModel::Values(devices, std::vector<double>(devices, std::get<0>(workload.comm)));
}

std::vector<double> columnOf(const TimesModel::Values& rows, Column column) {
    std::vector<double> list;
    for (const auto& row : rows) list.push_back(row[column]);
    return list;
}

PerDevice perDevice(const TimesModel& times, Column column) {
    if (times.isUniform(column)) return times.values().front()[column];
    return columnOf(times.values(), column);
}

}  // namespace

DeviceTable::DeviceTable(const Workload& workload, Page page, QWidget* parent) : QDialog(parent), m_given(workload) {
    setWindowTitle(tr("Times of single devices"));
    resize(560, 520);
    m_pages = new QTabWidget;
    m_pages->setDocumentMode(true);
    m_pages->addTab(timesPage(), tr("Computation"));
    if (workload.devices > 1 && workload.devices <= kMaxMatrixDevices) m_pages->addTab(commPage(), tr("Communication"));
    if (page == Page::Communication && m_comm) m_pages->setCurrentIndex(1);
    m_state = new QLabel;
    m_state->setForegroundRole(QPalette::BrightText);
    m_state->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    m_apply = buttons->button(QDialogButtonBox::Ok);
    m_apply->setText(tr("Apply"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_pages, 1);
    layout->addWidget(m_state);
    layout->addWidget(buttons);
    showState();
}

QWidget* DeviceTable::timesPage() {
    m_times = new TimesModel(rowsOf(m_given), {tr("Forward"), tr("Backward"), tr("Weight half")}, this);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    auto* same = new QHBoxLayout;
    same->addWidget(new QLabel(tr("The same for all devices:")));
    const bool isList[] = {m_given.forward.index() == 1, m_given.backward.index() == 1,
                           m_given.weight && m_given.weight->index() == 1};
    const QString names[] = {tr("forward"), tr("backward"), tr("weight half")};
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
    m_isShare = new QCheckBox(tr("The weight half is %1 of the backward").arg(formatPercent(m_given.weightFraction)));
    m_isShare->setChecked(!m_given.weight);
    layout->addWidget(m_isShare);
    m_timesView = tableView(m_times);
    layout->addWidget(m_timesView, 1);
    layout->addLayout(toolsFor(m_timesView));
    connect(m_isShare, &QCheckBox::toggled, this, &DeviceTable::followShare);
    connect(m_times, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first) {
        if (first.column() != Weight) followShare();
    });
    followShare();
    return page;
}

QWidget* DeviceTable::commPage() {
    m_comm = new TimesModel(matrixOf(m_given), this);
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    m_isOneComm = new QCheckBox(tr("The same between all devices"));
    m_isOneComm->setChecked(m_given.comm.index() == 0);
    if (m_given.comm.index() == 0) m_comm->setUniform(0, true);
    layout->addWidget(m_isOneComm);
    m_commView = tableView(m_comm);
    layout->addWidget(m_commView, 1);
    layout->addLayout(toolsFor(m_commView));
    connect(m_isOneComm, &QCheckBox::toggled, this, [this](bool isOne) { m_comm->setUniform(0, isOne); });
    return page;
}

QTableView* DeviceTable::tableView(TimesModel* model) {
    auto* view = new QTableView;
    view->setAccessibleName(model == m_times ? tr("Times, a row for each device")
                                             : tr("Communication, from row to column"));
    view->setHorizontalHeader(new FlatHeader(Qt::Horizontal));
    view->setVerticalHeader(new FlatHeader(Qt::Vertical));
    view->setModel(model);
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
    connect(model, &QAbstractItemModel::dataChanged, this, &DeviceTable::showState);
    return view;
}

QLayout* DeviceTable::toolsFor(QTableView* view) {
    auto* tools = new QHBoxLayout;
    auto* pasteButton = new QPushButton(tr("Paste"));
    pasteButton->setToolTip(tr("Paste cells from a spreadsheet from the current cell on (Ctrl+V)"));
    auto* fillButton = new QPushButton(tr("Fill down"));
    fillButton->setToolTip(
        tr("Copy the current cell to all below it, or the top of the selection through it (Ctrl+D)"));
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
    model->paste(first == chosen.end() ? view->currentIndex() : *first, text);
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
    if (key == QLatin1String("forward")) m_isOne[Forward]->setChecked(false);
    if (key == QLatin1String("backward")) m_isOne[Backward]->setChecked(false);
    if (key == QLatin1String("comm") && m_isOneComm) m_isOneComm->setChecked(false);
    if (key != QLatin1String("weight") && key != QLatin1String("weight_fraction")) return;
    m_isShare->setChecked(false);
    m_isOne[Weight]->setChecked(false);
    m_timesView->setCurrentIndex(m_times->index(0, Weight));
}

bool DeviceTable::isAsFreed(const char* key, int column) const {
    const auto at = static_cast<Column>(column);
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
    if (!m_comm || (m_freed == QLatin1String("comm") && m_comm->values() == matrixOf(m_given))) return workload;
    if (m_comm->isUniform(0))
        workload.comm = m_comm->values()[0][1];
    else
        workload.comm = m_comm->values();
    return workload;
}

QString DeviceTable::state() const {
    const int bad = m_times->badCells() + (m_comm ? m_comm->badCells() : 0);
    if (bad == 1) return tr("A cell holds no time: it needs a number, 0 or more.");
    if (bad > 1) return tr("%1 cells hold no time: each needs a number, 0 or more.").arg(bad);
    const auto checked = checkWorkload(workload(), [](std::string_view) { return std::string(); });
    if (checked) return {};
    QString reason = QString::fromStdString(checked.error().message);
    return reason.replace(0, 1, reason.at(0).toUpper()) + '.';
}

void DeviceTable::showState() {
    if (!m_state) return;
    m_state->setText(state());
    m_apply->setEnabled(m_state->text().isEmpty());
}

}  // namespace bubblescope
