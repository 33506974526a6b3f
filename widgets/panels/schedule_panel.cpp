#include "widgets/panels/schedule_panel.h"

#include "widgets/kit/format.h"
#include "widgets/kit/link_button.h"
#include "widgets/panels/own_values.h"
#include "widgets/panels/workload_rows.h"
#include "widgets/shown/entry_ids.h"
#include "widgets/shown/op_palette.h"

#include "engine/entries/registry.h"
#include "engine/entries/resolve.h"
#include "engine/entries/step_edits.h"
#include "engine/schemes/scheme.h"
#include "engine/study/experiment.h"
#include "widgets/kit/text.h"

#include <QEvent>
#include <QMenu>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

/// What the list of a family says.
struct FamilyWords {
    EntryKind kind;
    const char *heading, *add, *list;
    const char *added, *shown, *hidden, *renamed, *moved, *removed;
};
const FamilyWords& wordsOf(Family family) {
    static constexpr FamilyWords kSchedules = {EntryKind::Ticked,
                                               QT_TRANSLATE_NOOP("Text", "Schedules"),
                                               QT_TRANSLATE_NOOP("Text", "+ Add schedule…"),
                                               QT_TRANSLATE_NOOP("Text", "Schedules to compare"),
                                               QT_TRANSLATE_NOOP("Text", "Add schedule"),
                                               QT_TRANSLATE_NOOP("Text", "Show schedule"),
                                               QT_TRANSLATE_NOOP("Text", "Hide schedule"),
                                               QT_TRANSLATE_NOOP("Text", "Rename schedule"),
                                               QT_TRANSLATE_NOOP("Text", "Reorder schedules"),
                                               QT_TRANSLATE_NOOP("Text", "Remove schedule")};
    static constexpr FamilyWords kSteps = {EntryKind::Ticked,
                                           QT_TRANSLATE_NOOP("Text", "Steps"),
                                           QT_TRANSLATE_NOOP("Text", "+ Add step…"),
                                           QT_TRANSLATE_NOOP("Text", "Steps to compare"),
                                           QT_TRANSLATE_NOOP("Text", "Add step"),
                                           QT_TRANSLATE_NOOP("Text", "Show step"),
                                           QT_TRANSLATE_NOOP("Text", "Hide step"),
                                           QT_TRANSLATE_NOOP("Text", "Rename step"),
                                           QT_TRANSLATE_NOOP("Text", "Reorder steps"),
                                           QT_TRANSLATE_NOOP("Text", "Remove step")};
    static constexpr FamilyWords kSchemes = {EntryKind::Chosen,
                                             QT_TRANSLATE_NOOP("Text", "Schemes"),
                                             QT_TRANSLATE_NOOP("Text", "+ add"),
                                             QT_TRANSLATE_NOOP("Text", "Schemes of the scenario"),
                                             QT_TRANSLATE_NOOP("Text", "Add scheme"),
                                             "",
                                             "",
                                             QT_TRANSLATE_NOOP("Text", "Rename scheme"),
                                             QT_TRANSLATE_NOOP("Text", "Reorder schemes"),
                                             QT_TRANSLATE_NOOP("Text", "Remove scheme")};
    return family == Family::Step ? kSteps : family == Family::Scheme ? kSchemes : kSchedules;
}

}  // namespace

SchedulePanel::SchedulePanel(QWidget* parent, Family family)
    : EntryList(wordsOf(family).kind, Text::tr(wordsOf(family).heading), Text::tr(wordsOf(family).add), parent),
      m_family(family),
      m_addMenu(new QMenu(this)) {
    view()->setAccessibleName(Text::tr(wordsOf(family).list));
    m_addMenu->setToolTipsVisible(true);
    fillAddMenu();
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    if (areSchemes()) {
        addButton()->setToolTip(tr("Add a copy of the current scheme."));
        connect(addButton(), &QAbstractButton::clicked, this, &SchedulePanel::addCopy);
        setActions([this](QMenu& menu, int) { menu.addAction(tr("Add a copy"), this, &SchedulePanel::addCopy); });
    } else {
        addButton()->setMenu(m_addMenu);
    }
    if (family == Family::Schedule)  // the values of steps and schemes are shown beside the list
        setActions([this](QMenu& menu, int row) {
            menu.addAction(tr("Custom values…"), QKeySequence(Qt::Key_Return), this, [this, row] { openOwn(row); });
            const ScheduleRow& of = m_rows[placeOf(row)];
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
        if (m_family == Family::Schedule) return openOwn(row);
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
        offer(*kindOf(card), toQString(displayLabel(card)), [this, card] { return asOneOf(m_scenario, card); });
    if (m_family != Family::Schedule) return;
    for (const ScheduleKind* kind : generatedSchedules())
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
    for (std::size_t place = 0; place < m_rows.size(); ++place)
        if (m_rows[place].isOn && entry-- == 0) return setCurrent(rowOf(place));
}

void SchedulePanel::forgetUnchecked() {
    std::erase_if(m_rows, [](const ScheduleRow& row) { return !row.isOn; });
    showRows();
}

void SchedulePanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) showRows();  // series colours depend on the theme
}

/// Adds an entry at the end; a scheme after the current one.
void SchedulePanel::add(ScheduleEntry entry) {
    std::vector<ScheduleEntry> added{std::move(entry)};
    forgetIds(added);  // a copy is another entry
    giveIds(added, {});
    const EntryId id = added.front().id;
    std::vector<ScheduleRow> rows = m_rows;
    const int current = view()->currentIndex().row();
    const std::size_t at = areSchemes() && current >= 0 ? placeOf(current) + 1 : rows.size();
    rows.insert(rows.begin() + std::ptrdiff_t(at), {added.front(), true});
    change(std::move(rows), Text::tr(wordsOf(m_family).added));
    const auto place = std::find_if(m_rows.begin(), m_rows.end(), [&](const auto& row) { return row.entry.id == id; });
    const int row = rowOf(static_cast<std::size_t>(place - m_rows.begin()));
    setCurrent(row);
    choose(row);
}

void SchedulePanel::addCopy() {
    const int current = view()->currentIndex().row();
    add(current >= 0 ? copyFor(m_scenario, entryOf(current)) : bubblescope::entryOf(Family::Scheme, "gpipe-placement"));
}

void SchedulePanel::choose(int row) {
    if (row >= 0 && m_rows[placeOf(row)].isOn) emit entryChosen(entryOf(row));
}

/// The entry of the scenario that a checked row shows.
std::size_t SchedulePanel::entryOf(int row) const {
    const auto end = m_rows.begin() + std::ptrdiff_t(placeOf(row));
    return static_cast<std::size_t>(std::count_if(m_rows.begin(), end, [](const auto& r) { return r.isOn; }));
}

int SchedulePanel::rowOf(std::size_t place) const {
    const auto at = std::find(m_shown.begin(), m_shown.end(), place);
    return at == m_shown.end() ? -1 : static_cast<int>(at - m_shown.begin());
}

void SchedulePanel::check(int row, bool isOn) {
    std::vector<ScheduleRow> rows = m_rows;
    rows[placeOf(row)].isOn = isOn;
    change(std::move(rows), Text::tr(isOn ? wordsOf(m_family).shown : wordsOf(m_family).hidden));
}

void SchedulePanel::rename(int row, const QString& label) {
    std::vector<ScheduleRow> rows = m_rows;
    ScheduleEntry& entry = rows[placeOf(row)].entry;
    const QString wanted = label.simplified();
    if (wanted == titleOf(placeOf(row))) return;
    entry.label.reset();
    if (!wanted.isEmpty() && wanted != toQString(displayLabel(entry))) entry.label = wanted.toStdString();
    change(std::move(rows), Text::tr(wordsOf(m_family).renamed));
}

void SchedulePanel::move(int from, int to) {
    std::vector<ScheduleRow> rows = m_rows;
    const int now = view()->currentIndex().row(), step = to > from ? 1 : -1;
    for (int row = from; row != to; row += step) std::swap(rows[placeOf(row)], rows[placeOf(row + step)]);
    const bool isBetween = now != from && (now - from) * step > 0 && (to - now) * step >= 0;
    change(std::move(rows), Text::tr(wordsOf(m_family).moved));
    setCurrent(!areSchemes() || now == from ? to : isBetween ? now - step : now);
    if (areSchemes()) choose(view()->currentIndex().row());
}

void SchedulePanel::remove(int row) {
    std::vector<ScheduleRow> rows = m_rows;
    rows.erase(rows.begin() + std::ptrdiff_t(placeOf(row)));
    const int now = view()->currentIndex().row();
    change(std::move(rows), Text::tr(wordsOf(m_family).removed));
    if (m_shown.empty()) return;
    setCurrent(std::min(areSchemes() && row > now   ? now
                        : areSchemes() && row < now ? now - 1
                                                    : row,
                        static_cast<int>(m_shown.size()) - 1));
    if (areSchemes()) choose(view()->currentIndex().row());
}

void SchedulePanel::openOwn(int row) {
    if (!m_own) {
        m_own = new OwnValues(this);
        m_own->setFocusProxy(view());  // with a focus proxy, the window's shortcuts work while the popup is open
        connect(m_own, &OwnValues::edited, this, &SchedulePanel::takeOwn);
    }
    m_ownRow = placeOf(row);
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
    if (areSchemes()) {
        const Scheme scheme = schemeOf(entry);
        return tr("%1: %2 workers, %3 stages, %4 batches. Source: %5")
            .arg(toQString(kindOf(entry)->title))
            .arg(scheme.workers)
            .arg(scheme.stages)
            .arg(scheme.batches)
            .arg(toQString(kindOf(entry)->source));
    }
    const ScheduleKind* kind = kindOf(entry);
    QStringList lines{kind ? tr("%1. Source: %2").arg(toQString(kind->title), toQString(kind->source)) : QString()};
    if (kind && kind->hasChunks && kind->variant)
        lines += entry.own.chunks  ? tr("Overrides the chunks slider: v = %1.").arg(*entry.own.chunks)
                 : isVaried(entry) ? tr("Chunks: %1. Click %2 to override them.")
                                         .arg(m_determined.value(QStringLiteral("chunks")), variantOf(entry))
                                   : tr("Follows the chunks slider. Click %1 to override it.").arg(variantOf(entry));
    if (const QString own = noteOf(entry); !own.isEmpty()) lines += tr("Overrides the workload: %1.").arg(own);
    if (m_family == Family::Schedule) lines += tr("Click the dots or press Return for custom values.");
    return lines.join('\n');
}

/// A scheme is told from others of its kind by a number.
QString SchedulePanel::titleOf(std::size_t place) const {
    if (!areSchemes()) return toQString(displayLabel(m_rows[place].entry));
    Scenario shown{{}, m_scenario.workload, entriesOf(m_rows)};
    return toQString(displayTitle(shown, place));  // all schemes are on
}

void SchedulePanel::setColors(const QString& palette) {
    if (std::exchange(m_colors, palette) != palette) showRows();
}

void SchedulePanel::showRows() {
    const std::vector<QColor> colors = seriesColors(entriesOf(m_rows), themeOf(palette()).id, m_colors);
    std::vector<EntryItem> items;
    m_shown.clear();
    std::size_t on = 0;
    for (std::size_t place = 0; place < m_rows.size(); ++place) {
        const ScheduleRow& row = m_rows[place];
        const std::size_t entry = on;
        on += row.isOn;
        if (m_family != Family::Schedule && row.entry.family != m_family) continue;
        EntryItem item{titleOf(place), tipOf(row.entry)};
        if (!areSchemes()) item.note = noteOf(row.entry);
        item.variant = variantOf(row.entry);
        item.isOn = row.isOn;
        item.hasOwnVariant = row.entry.own.chunks.has_value();
        if (row.isOn) {
            item.color = colors[entry];
            if (entry < m_refusals.size()) item.refusal = m_refusals[entry];
        }
        m_shown.push_back(place);
        items.push_back(std::move(item));
    }
    setItems(std::move(items));
}

}  // namespace bubblescope
