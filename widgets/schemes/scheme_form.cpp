#include "widgets/schemes/scheme_form.h"

#include "widgets/kit/fold.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/reason_balloon.h"
#include "widgets/panels/schedule_panel.h"
#include "widgets/schemes/scheme_functions.h"
#include "widgets/schemes/scheme_numbers.h"
#include "widgets/schemes/scheme_options.h"

#include "engine/entries/resolve.h"
#include "engine/schemes/scheme.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QEvent>

#include <algorithm>

namespace bubblescope {

SchemeForm::SchemeForm(QWidget* parent) : SidePanel(Qt::RightEdge, parent) {
    setAccessibleName(tr("Schemes"));
    setMinimumWidth(275);
    const AskForScheme asking = [this](ScheduleEntry after, const QString& what, int gesture) {
        return ask(std::move(after), what, gesture);
    };
    m_list = new SchedulePanel(nullptr, Family::Scheme);
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

    connect(m_list, &SchedulePanel::edited, this, &SchemeForm::edited);
    connect(m_list, &SchedulePanel::entryChosen, this, &SchemeForm::chosen);
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
    m_list->setScenario(scenario);
    current ? m_list->setCurrentEntry(*current) : m_list->setCurrent(-1);
    m_edited->setVisible(current.has_value());
    if (!current) return;
    for (SchemePart* part : m_parts) part->setScheme(m_scenario, *current);
    if (!isSame)
        for (SchemePart* part : m_parts) part->forgetDrafts();
    m_optionsFold->heading()->setSummary(m_options->summary());
    if (!isSame) setRefusal({}, {});
    showRefusal();
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

}  // namespace bubblescope
