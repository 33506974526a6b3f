#include "widgets/schemes/scheme_form.h"

#include "widgets/kit/entry_list.h"
#include "widgets/kit/fold.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/link_button.h"
#include "widgets/kit/reason_balloon.h"
#include "widgets/schemes/scheme_edits.h"
#include "widgets/schemes/scheme_functions.h"
#include "widgets/schemes/scheme_numbers.h"
#include "widgets/schemes/scheme_options.h"
#include "widgets/shown/op_palette.h"

#include "engine/entries/resolve.h"
#include "engine/schemes/scheme.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QEvent>
#include <QMenu>

#include <algorithm>

namespace bubblescope {

namespace {

/// The indexes of the entries that have a scheme.
std::vector<std::size_t> schemesOf(const Scenario& scenario) {
    std::vector<std::size_t> indexes;
    for (std::size_t i = 0; i < scenario.schedules.size(); ++i)
        if (scenario.schedules[i].family == Family::Scheme) indexes.push_back(i);
    return indexes;
}

QString tipOf(const ScheduleEntry& entry) {
    const ScheduleKind& kind = *kindOf(entry);
    const Scheme scheme = schemeOf(entry);
    return SchemeForm::tr("%1: %2 workers, %3 stages, %4 batches. Source: %5")
        .arg(toQString(kind.title))
        .arg(scheme.workers)
        .arg(scheme.stages)
        .arg(scheme.batches)
        .arg(toQString(kind.source));
}

/// The first scheme of a scenario without schemes.
ScheduleEntry firstEntry() { return entryOf(Family::Scheme, "gpipe-placement"); }

}  // namespace

SchemeForm::SchemeForm(QWidget* parent) : SidePanel(Qt::RightEdge, parent) {
    setAccessibleName(tr("Schemes"));
    setMinimumWidth(275);
    const AskForScheme asking = [this](ScheduleEntry after, const QString& what, int gesture) {
        return ask(std::move(after), what, gesture);
    };
    m_list = new EntryList(EntryKind::Chosen, tr("Schemes"), tr("+ add"));
    m_list->view()->setAccessibleName(tr("Schemes of the scenario"));
    m_list->addButton()->setToolTip(tr("Add a copy of the current scheme."));
    m_list->setActions([this](QMenu& menu, int) { menu.addAction(tr("Add a copy"), this, &SchemeForm::add); });
    m_functions = new SchemeFunctions(asking);
    m_numbers = new SchemeNumbers(asking);
    m_options = new SchemeOptions(asking);
    m_parts = {m_functions, m_numbers, m_options};
    m_optionsFold = new Fold(tr("Options"), m_options);
    m_optionsFold->setOpen(false);
    m_top = new ReasonBalloon(this);

    m_edited = new QWidget;
    auto* edited = new QVBoxLayout(m_edited);
    edited->setContentsMargins(0, 0, 0, 0);
    edited->setSpacing(0);
    edited->addLayout(dividingLine());
    edited->addWidget(m_functions);
    edited->addLayout(dividingLine());
    edited->addWidget(m_numbers);
    edited->addLayout(dividingLine());
    edited->addWidget(m_optionsFold);
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(0);
    column->addWidget(m_list);
    column->addWidget(m_edited);
    column->addStretch();
    setWidget(content);
    m_edited->hide();

    const auto scheduleOf = [this](int row) { return schemesOf(m_scenario)[static_cast<std::size_t>(row)]; };
    connect(m_list, &EntryList::chosen, this, [this, scheduleOf](int row) { emit chosen(scheduleOf(row)); });
    connect(m_list->addButton(), &QAbstractButton::clicked, this, &SchemeForm::add);
    connect(m_list, &EntryList::removeAsked, this, [this, scheduleOf](int row) { remove(scheduleOf(row)); });
    connect(m_list, &EntryList::moveAsked, this, &SchemeForm::reorder);
    connect(m_list, &EntryList::renameAsked, this,
            [this, scheduleOf](int row, const QString& label) { rename(scheduleOf(row), label); });
    connect(m_numbers, &SchemeNumbers::parametersChanged, m_functions, &SchemeFunctions::retryDrafts);
    connect(m_optionsFold->heading(), &QAbstractButton::toggled, this, [this](bool isOpen) {
        showRefusal();
        if (!isOpen || !isVisible()) return;
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);  // lays out the options first
        ensureWidgetVisible(m_optionsFold, 0, 0);
    });
}

void SchemeForm::setScenario(const Scenario& scenario, std::optional<std::size_t> current) {
    if (current && (*current >= scenario.schedules.size() || scenario.schedules[*current].family != Family::Scheme))
        current.reset();
    // An entry is the same scheme unless its kind changed to one that is not custom.
    const ScheduleEntry* before = m_current ? &m_scenario.schedules[*m_current] : nullptr;
    const ScheduleEntry* now = current ? &scenario.schedules[*current] : nullptr;
    const bool isSame = before && now && before->id == now->id && (now->kind == before->kind || now->kind == "custom");
    m_scenario = scenario;
    m_current = current;
    showList();
    m_edited->setVisible(current.has_value());
    if (!current) return;
    for (SchemePart* part : m_parts) part->setScheme(m_scenario, *current);
    if (!isSame)
        for (SchemePart* part : m_parts) part->forgetDrafts();
    m_optionsFold->heading()->setSummary(m_options->summary());
    if (!isSame) setRefusal({}, {});
    showRefusal();
}

void SchemeForm::showList() {
    const std::vector<QColor> colors = seriesColors(m_scenario.schedules, themeOf(palette()).id);
    std::vector<EntryItem> items;
    int row = -1;
    for (const std::size_t i : schemesOf(m_scenario)) {
        if (i == m_current) row = static_cast<int>(items.size());
        items.push_back({toQString(displayTitle(m_scenario, i)), tipOf(m_scenario.schedules[i]), colors[i]});
    }
    m_list->setItems(std::move(items));
    m_list->setCurrent(row);
}

void SchemeForm::changeEvent(QEvent* event) {
    SidePanel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_list) showList();  // series colours depend on the theme
}

void SchemeForm::setRefusal(const QString& key, const QString& sentence) {
    if (key == m_refusedKey && sentence == m_refusal) return;
    m_refusedKey = key;
    m_refusal = sentence;
    showRefusal();
}

void SchemeForm::showRefusal() {
    bool isShown = false;
    for (SchemePart* part : m_parts)
        isShown = (part->showRefusal(m_refusedKey, m_refusal) && part->isVisibleTo(this)) || isShown;
    setLine(m_top, isShown ? QString() : m_refusal);
}

QString SchemeForm::topLine() const { return m_top->text(); }

Result<void> SchemeForm::ask(ScheduleEntry after, const QString& what, int gesture) {
    if (!m_current) return {};
    ScenarioEdit edit{m_scenario, what, gesture};
    edit.after.schedules[*m_current] = std::move(after);
    if (edit.after == m_scenario) return {};
    if (auto ok = checkScenario(edit.after); !ok) return ok;
    emit edited(edit);
    return {};
}

bool SchemeForm::askList(std::vector<ScheduleEntry> schedules, const QString& what) {
    ScenarioEdit edit{m_scenario, what, 0};
    edit.after.schedules = std::move(schedules);
    if (edit.after == m_scenario) return false;
    if (!edit.after.schedules.empty())
        if (auto ok = checkScenario(edit.after); !ok) {
            setLine(m_top, toQString(ok.error().message));
            return false;
        }
    emit edited(edit);
    return true;
}

void SchemeForm::add() {
    std::vector<ScheduleEntry> schedules = m_scenario.schedules;
    const std::size_t at = m_current ? *m_current + 1 : schedules.size();
    schedules.insert(schedules.begin() + static_cast<std::ptrdiff_t>(at),
                     m_current ? copyFor(m_scenario, *m_current) : firstEntry());
    if (askList(std::move(schedules), tr("Add scheme"))) emit chosen(at);
}

void SchemeForm::remove(std::size_t schedule) {
    std::vector<ScheduleEntry> schedules = m_scenario.schedules;
    schedules.erase(schedules.begin() + static_cast<std::ptrdiff_t>(schedule));
    // The current scheme stays; if it is removed, the next or the last one replaces it.
    std::optional<std::size_t> next = m_current;
    if (m_current == schedule) {
        const std::vector<std::size_t> schemes = schemesOf(m_scenario);
        const auto at = std::find(schemes.begin(), schemes.end(), schedule);
        next = at + 1 != schemes.end() ? std::optional(*(at + 1)) : std::nullopt;
        if (!next && at != schemes.begin()) next = *(at - 1);
    }
    if (next && *next > schedule) --*next;
    if (askList(std::move(schedules), tr("Remove scheme")) && next) emit chosen(*next);
}

void SchemeForm::rename(std::size_t schedule, const QString& label) {
    std::vector<ScheduleEntry> schedules = m_scenario.schedules;
    const QString wanted = label.simplified();
    if (wanted == toQString(displayTitle(m_scenario, schedule))) return;
    schedules[schedule].label.reset();
    if (!wanted.isEmpty() && wanted != toQString(displayLabel(schedules[schedule])))
        schedules[schedule].label = wanted.toStdString();
    askList(std::move(schedules), tr("Rename scheme"));
}

void SchemeForm::reorder(int from, int to) {
    const std::vector<std::size_t> places = schemesOf(m_scenario);
    std::vector<ScheduleEntry> schedules = m_scenario.schedules;
    std::size_t now = m_current.value_or(places[static_cast<std::size_t>(to)]);
    for (int row = from; row != to;) {
        const std::size_t one = places[static_cast<std::size_t>(row)];
        const std::size_t other = places[static_cast<std::size_t>(row += to > from ? 1 : -1)];
        std::swap(schedules[one], schedules[other]);
        now = now == one ? other : now == other ? one : now;
    }
    if (askList(std::move(schedules), tr("Reorder schemes"))) emit chosen(now);
}

}  // namespace bubblescope
