#include "widgets/panels/schedule_panel.h"

#include "widgets/kit/link_button.h"
#include "widgets/panels/chunks_popup.h"
#include "widgets/shown/format.h"
#include "widgets/shown/op_palette.h"

#include "engine/schedules/resolve.h"
#include "engine/study/experiment.h"

#include <QEvent>
#include <QMenu>

#include <algorithm>

namespace bubblescope {

namespace {

QString titleOf(const ScheduleEntry& entry) { return QString::fromStdString(displayLabel(entry)); }

/// The keys that a schedule overrides beside its chunks.
QStringList ownKeys(const ScheduleEntry& entry) {
    QStringList keys;
    forEachWorkloadKey([&](const WorkloadKey& key, auto, auto member) {
        if ((entry.own.*member) && key.key != "chunks") keys += toQString(key.key);
    });
    return keys;
}

}  // namespace

SchedulePanel::SchedulePanel(QWidget* parent)
    : EntryList(EntryKind::Ticked, tr("Schedules"), tr("+ add a schedule…"), parent), m_addMenu(new QMenu(this)) {
    view()->setAccessibleName(tr("Schedules to compare"));
    m_addMenu->setToolTipsVisible(true);
    fillAddMenu();
    addButton()->setMenu(m_addMenu);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setActions([this](QMenu& menu, int row) {
        const ScheduleKind* kind = kindOf(m_rows[static_cast<std::size_t>(row)].entry);
        if (kind && kind->variant)
            menu.addAction(tr("Chunks…"), QKeySequence(Qt::Key_Return), this, [this, row] { openChunks(row); });
    });
    connect(this, &EntryList::checkAsked, this, &SchedulePanel::check);
    connect(this, &EntryList::renameAsked, this, &SchedulePanel::rename);
    connect(this, &EntryList::moveAsked, this, &SchedulePanel::move);
    connect(this, &EntryList::removeAsked, this, &SchedulePanel::remove);
    connect(this, &EntryList::variantPressed, this, &SchedulePanel::openChunks);
    showRows();
}

void SchedulePanel::fillAddMenu() {
    for (const ScheduleKind* kind : kindsOf(Family::Schedule)) {
        QAction* action = m_addMenu->addAction(toQString(kind->title));
        action->setToolTip(toQString(kind->source));
        action->setData(toQString(kind->id));
        connect(action, &QAction::triggered, this, [this, id = toQString(kind->id)] { add(id); });
    }
}

void SchedulePanel::setScenario(const Scenario& scenario) {
    if (scenario.schedules != m_scenario.schedules) m_refusals.clear();
    m_scenario = scenario;
    m_rows = reconciled(m_rows, scenario.schedules);
    showRows();
}

void SchedulePanel::setRefusals(std::vector<QString> refusals) {
    if (refusals == m_refusals) return;
    m_refusals = std::move(refusals);
    showRows();
}

void SchedulePanel::setChunksSource(const QString& text) {
    if (text == m_chunksSource) return;
    m_chunksSource = text;
    showRows();
}

void SchedulePanel::forgetUnchecked() {
    std::erase_if(m_rows, [](const ScheduleRow& row) { return !row.isOn; });
    showRows();
}

void SchedulePanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) showRows();  // series colours are the theme's
}

void SchedulePanel::add(const QString& kind) {
    std::vector<ScheduleRow> rows = m_rows;
    rows.push_back({newEntry(m_rows, kind.toStdString(), m_scenario.workload.chunks), true});
    change(std::move(rows), tr("Add schedule"));
    setCurrent(static_cast<int>(m_rows.size()) - 1);
}

void SchedulePanel::check(int row, bool isOn) {
    std::vector<ScheduleRow> rows = m_rows;
    rows[static_cast<std::size_t>(row)].isOn = isOn;
    change(std::move(rows), isOn ? tr("Show schedule") : tr("Hide schedule"));
}

void SchedulePanel::rename(int row, const QString& label) {
    std::vector<ScheduleRow> rows = m_rows;
    ScheduleEntry& entry = rows[static_cast<std::size_t>(row)].entry;
    const QString wanted = label.simplified();
    if (wanted == titleOf(entry)) return;
    entry.label.reset();
    if (!wanted.isEmpty() && wanted != titleOf(entry)) entry.label = wanted.toStdString();
    change(std::move(rows), tr("Rename schedule"));
}

void SchedulePanel::move(int from, int to) {
    std::vector<ScheduleRow> rows = m_rows;
    const auto at = rows.begin() + from;
    if (to > from)
        std::rotate(at, at + 1, rows.begin() + to + 1);
    else
        std::rotate(rows.begin() + to, at, at + 1);
    change(std::move(rows), tr("Reorder schedules"));
    setCurrent(to);
}

void SchedulePanel::remove(int row) {
    std::vector<ScheduleRow> rows = m_rows;
    rows.erase(rows.begin() + row);
    change(std::move(rows), tr("Remove schedule"));
    if (!m_rows.empty()) setCurrent(std::min(row, static_cast<int>(m_rows.size()) - 1));
}

void SchedulePanel::setOwnChunks(int row, std::optional<int> chunks, int gesture) {
    if (row >= static_cast<int>(m_rows.size())) return;
    std::vector<ScheduleRow> rows = m_rows;
    rows[static_cast<std::size_t>(row)].entry.own.chunks = chunks;
    change(std::move(rows), tr("Change chunks of a schedule"), gesture);
}

void SchedulePanel::openChunks(int row) {
    const ScheduleEntry& entry = m_rows[static_cast<std::size_t>(row)].entry;
    const ScheduleKind* kind = kindOf(entry);
    if (!kind || !kind->variant) return;
    auto* popup =
        new ChunksPopup(entry.own.chunks, m_scenario.workload.chunks, kind->usualChunks, m_chunksSource, this);
    connect(popup, &ChunksPopup::chosen, this,
            [this, row, gesture = newGesture()](std::optional<int> chunks) { setOwnChunks(row, chunks, gesture); });
    popup->openBelow(view()->viewport()->mapToGlobal(view()->variantRect(row).bottomRight()));
}

void SchedulePanel::change(std::vector<ScheduleRow> rows, const QString& what, int gesture) {
    m_rows = std::move(rows);
    ScenarioEdit edit{m_scenario, what, gesture};
    edit.after.schedules = entriesOf(m_rows);
    m_refusals.clear();  // they were of the old list
    showRows();
    if (edit.after != m_scenario) emit edited(edit);
}

QString SchedulePanel::variantOf(const ScheduleEntry& entry) const {
    QStringList parts;
    const ScheduleKind* kind = kindOf(entry);
    const int shared = m_scenario.workload.chunks;
    if (kind && kind->variant)
        parts += !entry.own.chunks && !m_chunksSource.isEmpty()
                     ? tr("v varies")
                     : toQString(kind->variant(entry.own.chunks.value_or(shared)));
    const QStringList own = ownKeys(entry);
    const WorkloadKey* key = own.size() == 1 ? findNumberKey(own[0].toStdString()) : nullptr;
    const auto value = key ? key->get(patched(m_scenario.workload, entry.own)) : std::nullopt;
    if (value && !key->symbol.empty())
        parts += toQString(key->symbol) + QStringLiteral(" = ") + formatNumber(*value);
    else if (!own.isEmpty())
        parts += tr("%1 own").arg(own.size());
    return parts.join(QStringLiteral(", "));
}

QString SchedulePanel::tipOf(const ScheduleEntry& entry) const {
    const ScheduleKind* kind = kindOf(entry);
    QStringList lines{kind ? tr("%1. Source: %2").arg(toQString(kind->title), toQString(kind->source)) : QString()};
    if (kind && kind->variant)
        lines += entry.own.chunks ? tr("Has its own chunks: v = %1.").arg(*entry.own.chunks)
                 : m_chunksSource.isEmpty()
                     ? tr("Follows the chunks slider; click %1 to give it its own.").arg(variantOf(entry))
                     : tr("Its chunks: %1. Click %2 to give it its own.").arg(m_chunksSource, variantOf(entry));
    const QStringList own = ownKeys(entry);
    if (!own.isEmpty()) lines += tr("Has its own %1, which the workload's sliders do not move.").arg(own.join(", "));
    return lines.join('\n');
}

void SchedulePanel::showRows() {
    const std::vector<QColor> colors = seriesColors(entriesOf(m_rows), themeOf(palette()).id);
    std::vector<EntryItem> items;
    std::size_t on = 0;
    for (const ScheduleRow& row : m_rows) {
        EntryItem item{titleOf(row.entry), tipOf(row.entry)};
        item.variant = variantOf(row.entry);
        item.isOn = row.isOn;
        item.hasOwnVariant = row.entry.own.chunks.has_value();
        if (row.isOn) {
            item.color = colors[on];
            if (on < m_refusals.size()) item.refusal = m_refusals[on];
            ++on;
        }
        items.push_back(std::move(item));
    }
    setItems(std::move(items));
}

}  // namespace bubblescope
