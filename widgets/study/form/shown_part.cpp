#include "widgets/study/form/shown_part.h"

#include "widgets/kit/format.h"
#include "widgets/kit/reason_balloon.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include <QBoxLayout>
#include <QCheckBox>

#include <algorithm>

namespace bubblescope {

ShownPart::ShownPart(const Experiment& shown, QWidget* parent) : FormPart(shown, parent) {
    setAccessibleName(tr("Shown"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kFormMargin, 2, kFormMargin, 8);
    layout->setSpacing(3);
    m_view = new SegmentedControl({tr("Curves"), tr("Winner map")}, tr("View"));
    m_view->setToolTip(
        tipHtml(tr("Curves over x, or a map of x and panels in which each cell has the colour of its best series. "
                   "The map needs panels.")));
    layout->addLayout(wordLine(tr("View"), m_view));
    layout->addWidget(m_viewHint = hintLabel());
    for (const Quantity quantity : quantitiesIn(kInExperiment)) {
        const QuantityInfo& info = infoOf(quantity);
        auto* check = new QCheckBox(toQString(info.title));
        check->setFont(uiFont(12.5));
        check->setToolTip(tipHtml(tr(std::string(info.definition).c_str())));
        layout->addWidget(check);
        m_checks.push_back(check);
        connect(check, &QAbstractButton::clicked, this, [this, quantity](bool isOn) { this->check(quantity, isOn); });
    }
    m_reason = new ReasonBalloon(this);
    m_scale = new SegmentedControl({tr("Linear"), tr("Log")}, tr("Scale"));
    m_scale->setToolTip(tr("Scale of total time and activations. The scale of a bubble is always linear."));
    layout->addLayout(wordLine(tr("Scale"), m_scale));
    connect(m_view, &SegmentedControl::chosenByUser, this, [this](int index) {
        Experiment after = this->shown();
        after.view = index == 0 ? View::Curves : View::WinnerMap;
        ask(std::move(after), tr("Change view"));
    });
    connect(m_scale, &SegmentedControl::chosenByUser, this, [this](int index) {
        Experiment after = this->shown();
        after.scale = index == 0 ? Scale::Linear : Scale::Log;
        ask(std::move(after), tr("Change scale"));
    });
}

void ShownPart::refresh() {
    m_view->setChosen(shown().view == View::Curves ? 0 : 1);
    m_view->button(1)->setEnabled(shown().panels || shown().view == View::WinnerMap);
    setLine(m_viewHint, shown().panels ? QString() : tr("A winner map needs panels."));
    m_scale->setChosen(shown().scale == Scale::Linear ? 0 : 1);
    const auto& chosen = shown().quantities;
    const std::vector<Quantity> offered = quantitiesIn(kInExperiment);
    const auto schedules = schedulesOf(shown());
    for (std::size_t i = 0; i < m_checks.size(); ++i) {
        const bool isChosen = std::find(chosen.begin(), chosen.end(), offered[i]) != chosen.end();
        const QuantityInfo& info = infoOf(offered[i]);
        m_checks[i]->setChecked(isChosen);
        m_checks[i]->setVisible(isChosen || std::any_of(schedules.begin(), schedules.end(),
                                                        [&](const auto* entry) { return mayHave(*entry, info); }));
    }
}

QString ShownPart::summary() const {
    QStringList titles;
    for (const Quantity measure : shown().quantities) titles += toQString(infoOf(measure).title);
    const QString all = titles.join(QStringLiteral(", "));
    return shown().view == View::WinnerMap ? tr("winner map of %1").arg(all) : all;
}

void ShownPart::check(Quantity measure, bool isOn) {
    Experiment after = shown();
    auto& chosen = after.quantities;
    if (isOn)
        chosen.insert(std::find_if(chosen.begin(), chosen.end(), [&](Quantity other) { return other > measure; }),
                      measure);
    else
        std::erase(chosen, measure);
    const bool isNone = chosen.empty();
    if (!isNone) ask(std::move(after), tr("Change measures"));
    refresh();
    setLine(m_reason, isNone ? tr("At least one must be shown.") : QString());
}

bool ShownPart::showError(const Error* error) {
    const bool isMine = error && (error->field == "view" || error->field.starts_with("metrics"));
    setLine(m_reason, isMine ? toQString(error->message) : QString());
    return isMine;
}

}  // namespace bubblescope
