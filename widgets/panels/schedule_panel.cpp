#include "widgets/panels/schedule_panel.h"

#include "widgets/kit/format.h"
#include "widgets/kit/link_button.h"
#include "widgets/panels/own_values.h"
#include "widgets/panels/workload_rows.h"
#include "widgets/shown/entry_ids.h"
#include "widgets/shown/op_palette.h"

#include "engine/entries/resolve.h"
#include "engine/entries/step_edits.h"
#include "engine/study/experiment.h"
#include "widgets/kit/text.h"

#include <QEvent>
#include <QMenu>

#include <algorithm>

namespace bubblescope {

namespace {

QString titleOf(const ScheduleEntry& entry) { return QString::fromStdString(displayLabel(entry)); }

}  // namespace

SchedulePanel::SchedulePanel(QWidget* parent, Family family)
    : EntryList(EntryKind::Ticked, family == Family::Step ? tr("Steps") : tr("Schedules"),
                family == Family::Step ? tr("+ Add step…") : tr("+ Add schedule…"), parent),
      m_family(family),
      m_addMenu(new QMenu(this)) {
    view()->setAccessibleName(family == Family::Step ? tr("Steps to compare") : tr("Schedules to compare"));
    m_addMenu->setToolTipsVisible(true);
    fillAddMenu();
    addButton()->setMenu(m_addMenu);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    if (family != Family::Step)  // the values of a step are shown beside the list
        setActions([this](QMenu& menu, int row) {
            menu.addAction(tr("Custom values…"), QKeySequence(Qt::Key_Return), this, [this, row] { openOwn(row); });
            const ScheduleRow& of = m_rows[static_cast<std::size_t>(row)];
            if (!of.isOn || of.entry.family != Family::Schedule || of.entry.kind == "orders") return;
            menu.addAction(tr("Freeze order"), this, [this, row] { emit orderAsked(entryOf(row)); })
                ->setToolTip(
                    tr("Add its present order, op by op, as a schedule that stays the same when times change."));
        });
    connect(this, &EntryList::checkAsked, this, &SchedulePanel::check);
    connect(this, &EntryList::renameAsked, this, &SchedulePanel::rename);
    connect(this, &EntryList::moveAsked, this, &SchedulePanel::move);
    connect(this, &EntryList::removeAsked, this, &SchedulePanel::remove);
    connect(this, &EntryList::chosen, this, &SchedulePanel::choose);
    connect(this, &EntryList::detailsAsked, this, [this](int row) {
        if (m_family != Family::Step) return openOwn(row);
        openMenu(view()->visualRect(view()->model()->index(row, 0)).center());
    });
    showRows();
}

void SchedulePanel::fillAddMenu() {
    m_addMenu->clear();
    const auto offer = [this](const ScheduleKind& kind, const QString& title, auto&& entry) {
        QAction* action = m_addMenu->addAction(title);
        action->setToolTip(toQString(kind.source));
        action->setData(toQString(kind.id));
        connect(action, &QAction::triggered, this, [this, entry] { add(entry()); });
    };
    for (const ScheduleEntry& card : m_cards)
        offer(*kindOf(card), titleOf(card), [this, card] { return asOneOf(m_scenario, card); });
    if (m_family == Family::Step) return;
    for (const ScheduleKind* kind : m_family == Family::Schedule ? generatedSchedules() : kindsOf(m_family))
        offer(*kind, toQString(kind->title),
              [this, kind] { return newEntry(m_rows, kind->id, m_scenario.workload.chunks); });
}

void SchedulePanel::offerGallery() {
    m_galleryLink = addHeadLink(tr("Gallery…"));
    m_galleryLink->setToolTip(tr("Choose from all published schedules, run with this workload (Ctrl+G)."));
    connect(m_galleryLink, &QAbstractButton::clicked, this, &SchedulePanel::galleryAsked);
}

void SchedulePanel::setCards(std::vector<ScheduleEntry> cards) {
    m_cards = std::move(cards);
    fillAddMenu();
}

void SchedulePanel::setScenario(const Scenario& scenario) {
    if (scenario.schedules != m_scenario.schedules) m_refusals.clear();
    m_scenario = scenario;
    giveIds(m_scenario.schedules, entriesOf(m_rows));  // those of an experiment may have none
    m_rows = reconciled(m_rows, m_scenario.schedules);
    showRows();
    showOwn();
}

void SchedulePanel::setRefusals(std::vector<QString> refusals) {
    if (refusals == m_refusals) return;
    m_refusals = std::move(refusals);
    showRows();
}

void SchedulePanel::setDetermined(const QMap<QString, QString>& textByKey) {
    if (textByKey == m_determined) return;
    m_determined = textByKey;
    showRows();
}

void SchedulePanel::setCurrentEntry(std::size_t entry) {
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        if (m_rows[row].isOn && entry-- == 0) return setCurrent(static_cast<int>(row));
}

void SchedulePanel::forgetUnchecked() {
    std::erase_if(m_rows, [](const ScheduleRow& row) { return !row.isOn; });
    showRows();
}

void SchedulePanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) showRows();  // series colours depend on the theme
}

void SchedulePanel::add(ScheduleEntry entry) {
    std::vector<ScheduleEntry> added{std::move(entry)};
    giveIds(added, {});
    std::vector<ScheduleRow> rows = m_rows;
    rows.push_back({added.front(), true});
    change(std::move(rows), m_family == Family::Step ? tr("Add step") : tr("Add schedule"));
    setCurrent(static_cast<int>(m_rows.size()) - 1);
    choose(static_cast<int>(m_rows.size()) - 1);
}

void SchedulePanel::choose(int row) {
    if (m_rows[static_cast<std::size_t>(row)].isOn) emit entryChosen(entryOf(row));
}

/// The entry of the scenario that a checked row shows.
std::size_t SchedulePanel::entryOf(int row) const {
    const auto before = std::count_if(m_rows.begin(), m_rows.begin() + row, [](const auto& r) { return r.isOn; });
    return static_cast<std::size_t>(before);
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

void SchedulePanel::openOwn(int row) {
    if (!m_own) {
        m_own = new OwnValues(this);
        m_own->setFocusProxy(view());  // with a focus proxy, the window's shortcuts work while the popup is open
        connect(m_own, &OwnValues::edited, this, &SchedulePanel::takeOwn);
    }
    m_ownRow = static_cast<std::size_t>(row);
    m_own->setEntry(m_rows[m_ownRow].entry, m_scenario.workload, m_determined);
    const QRect place = view()->visualRect(view()->model()->index(row, 0));
    m_own->openBeside({view()->viewport()->mapToGlobal(place.topLeft()), place.size()});
}

void SchedulePanel::takeOwn(const ScheduleEntry& entry, const QString& what, int gesture) {
    std::vector<ScheduleRow> rows = m_rows;
    rows[m_ownRow].entry = entry;
    change(std::move(rows), what, gesture);
    showOwn();  // an unchecked row emits no edit
}

/// Updates the popup, also while it waits behind a table of times; hides it if its schedule is gone.
void SchedulePanel::showOwn() {
    if (!m_own) return;
    if (m_ownRow >= m_rows.size() || m_rows[m_ownRow].entry.kind != m_own->entry().kind) return m_own->hide();
    m_own->setEntry(m_rows[m_ownRow].entry, m_scenario.workload, m_determined);
}

void SchedulePanel::change(std::vector<ScheduleRow> rows, const QString& what, int gesture) {
    m_rows = std::move(rows);
    ScenarioEdit edit{m_scenario, what, gesture};
    edit.after.schedules = entriesOf(m_rows);
    m_refusals.clear();  // they belong to the old list
    showRows();
    if (edit.after != m_scenario) emit edited(edit);
}

QString SchedulePanel::variantOf(const ScheduleEntry& entry) const {
    const ScheduleKind* kind = kindOf(entry);
    if (!kind || !kind->variant) return {};
    if (kind->hasChunks && isVaried(entry)) return tr("v varies");
    return toQString(bubblescope::variantOf(entry, m_scenario.workload));
}

/// "T_C = 8 ms, r = 0.5": the values that override the workload, except chunks.
QString SchedulePanel::noteOf(const ScheduleEntry& entry) const {
    QStringList parts;
    const Workload own = patched(m_scenario.workload, entry.own);
    forEachWorkloadKey([&](const WorkloadKey& key, auto, auto member) {
        const ScheduleKind* kind = kindOf(entry);
        if (!(entry.own.*member) || (key.key == "chunks" && kind && kind->hasChunks && kind->variant)) return;
        const QString word = Text::tr(std::string(key.word).c_str());
        const QString name = !key.symbol.empty() ? toQString(key.symbol)
                             : key.mark.empty()  ? word
                                                 : toQString(key.mark) + QChar(' ') + word;
        parts += tr("%1 = %2").arg(name, valueText(own, toQString(key.key)));
    });
    return parts.join(QStringLiteral(", "));
}

bool SchedulePanel::isVaried(const ScheduleEntry& entry) const {
    return !entry.own.chunks && m_determined.contains(QStringLiteral("chunks"));
}

QString SchedulePanel::tipOf(const ScheduleEntry& entry) const {
    const ScheduleKind* kind = kindOf(entry);
    QStringList lines{kind ? tr("%1. Source: %2").arg(toQString(kind->title), toQString(kind->source)) : QString()};
    if (kind && kind->hasChunks && kind->variant)
        lines += entry.own.chunks  ? tr("Overrides the chunks slider: v = %1.").arg(*entry.own.chunks)
                 : isVaried(entry) ? tr("Chunks: %1. Click %2 to override them.")
                                         .arg(m_determined.value(QStringLiteral("chunks")), variantOf(entry))
                                   : tr("Follows the chunks slider. Click %1 to override it.").arg(variantOf(entry));
    if (const QString own = noteOf(entry); !own.isEmpty()) lines += tr("Overrides the workload: %1.").arg(own);
    if (m_family != Family::Step) lines += tr("Click the dots or press Return for custom values.");
    return lines.join('\n');
}

void SchedulePanel::showRows() {
    const std::vector<QColor> colors = seriesColors(entriesOf(m_rows), themeOf(palette()).id);
    std::vector<EntryItem> items;
    std::size_t on = 0;
    for (const ScheduleRow& row : m_rows) {
        EntryItem item{titleOf(row.entry), tipOf(row.entry)};
        item.variant = variantOf(row.entry);
        item.note = noteOf(row.entry);
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
    if (m_family != Family::Step) return;
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        view()->setRowHidden(static_cast<int>(row), m_rows[row].entry.family != Family::Step);
    view()->fitRows();
}

}  // namespace bubblescope
