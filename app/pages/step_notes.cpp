#include "app/pages/step_notes.h"

#include "app/pages/plain_fsdp_note.h"
#include "engine/steps/run_step.h"
#include "engine/study/mesh_question.h"
#include "widgets/gantt/gantt_widget.h"
#include "widgets/inspector/op_panel.h"
#include "widgets/inspector/step_text.h"
#include "widgets/kit/format.h"
#include "widgets/kit/theme.h"
#include "widgets/steps/bound_note.h"
#include "widgets/steps/memory_note.h"

#include <algorithm>

namespace bubblescope {

namespace {

const QString kSearchLink = QStringLiteral("search:");

}  // namespace

StepNotes::StepNotes(GanttWidget& gantt, OpPanel& panel, QObject* parent)
    : QObject(parent), m_gantt(gantt), m_panel(panel), m_plainFsdp(new PlainFsdpNote(this)) {
    connect(m_plainFsdp, &PlainFsdpNote::answered, this, &StepNotes::changed);
    connect(m_plainFsdp, &PlainFsdpNote::failed, this, &StepNotes::failed);
    connect(&m_panel, &OpPanel::noteFollowed, this, [this](const QString& link) {
        if (link == kSearchLink) return emit searchWanted();
        if (const auto choice = m_plainFsdp->choiceAt(link)) emit meshWanted(m_plainFsdp->question(), *choice);
    });
}

void StepNotes::show(const Told& told) {
    if (m_moment && m_moment->step != told.step) forgetMoment();
    const StepRun& step = *told.outcome.run->step;
    const QString unit = unitText(told.outcome.run->schedule.workload.timeUnit);
    const QColor quiet = themeOf(m_panel.palette()).mutedText;
    const auto track = static_cast<std::size_t>(told.track);
    const TrackData* const shown = track < m_gantt.shown().size() ? &m_gantt.shown()[track] : nullptr;
    std::vector<OpPanel::Note> notes;
    if (step.memory.empty() || !shown || !shown->memory) {
        notes.push_back({tr("Closed form"), closedFormText(step, unit, quiet)});
    } else {
        const Moment moment = momentOf(told);
        const bool isOfEach = moment.worker.index() < shown->memoryOfEach.size();
        const TrackMemory& memory = isOfEach ? shown->memoryOfEach[moment.worker.index()] : *shown->memory;
        notes.push_back({tr("Memory at %1").arg(formatTime(moment.at, unit, 4)),
                         memoryNote(*shown, memory, step, moment.at, quiet), told.track});
        if (const MeshQuestion question = questionOf(told.scenario, told.step); question.devices > 1) {
            m_plainFsdp->ask(question);
            QString why = m_plainFsdp->textFor(told.outcome);
            if (!why.isEmpty() && told.offersSearch)
                why += QStringLiteral("<a href=\"%1\" style=\"text-decoration:none\">%2</a>")
                           .arg(kSearchLink, tr("Search all meshes…"));
            notes.push_back({tr("Why not plain FSDP"), why});
        }
    }
    if (step.setup.model) notes.push_back({tr("What limits the step"), boundNote(*told.outcome.run)});
    std::erase_if(notes, [](const OpPanel::Note& note) { return note.text.isEmpty(); });
    m_panel.setNotes(notes);
}

void StepNotes::clear() { m_panel.setNotes({}); }

StepNotes::Moment StepNotes::momentOf(const Told& told) const {
    const Timeline& timeline = *told.outcome.run->step->timeline;
    if (m_moment && m_moment->at < timeline.latestEnd) return *m_moment;
    if (const auto& pick = m_gantt.currentPick(); pick && pick->track == told.track)
        return {told.step, timeline.program->workerOf(pick->lane), pick->op ? timeline.startOf(*pick->op) : pick->at};
    const TrackMemory& fullest = *m_gantt.shown()[static_cast<std::size_t>(told.track)].memory;
    return {told.step, fullest.worker, fullest.bytes->peakAt};
}

void StepNotes::pickMoment(std::size_t step, WorkerId worker, Time at) {
    m_moment = {step, worker, at};
    m_gantt.setInstant(at);
}

void StepNotes::forgetMoment() {
    m_moment.reset();
    m_gantt.setInstant(std::nullopt);
}

void StepNotes::stop() { m_plainFsdp->stop(); }

}  // namespace bubblescope
