#include "app/pages/plain_fsdp_note.h"

#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"
#include "engine/study/mesh_question.h"
#include "widgets/steps/memory_note.h"

namespace bubblescope {

namespace {

constexpr int kNoteNiceness = 10;

}  // namespace

PlainFsdpNote::PlainFsdpNote(QObject* parent) : QObject(parent), m_job({kNoteNiceness}) {
    connect(&m_job, &JobSignals::changed, this, &PlainFsdpNote::answered);
    connect(&m_job, &JobSignals::failed, this, &PlainFsdpNote::failed);
}

void PlainFsdpNote::ask(const MeshQuestion& question) {
    if (question == m_question && (m_job.result() || m_job.isBusy())) return;
    m_question = question;
    m_job.forget();
    m_job.request(question, [question](auto& turn) {
        turn.show(std::make_shared<const PlainFsdp>(plainFsdp(question, turn.stop)));
    });
}

QString PlainFsdpNote::textFor(const Outcome& step) const {
    const auto& plain = m_job.result();
    if (!plain || !step.run || !step.run->step || !step.run->step->figures) return {};
    const StepRun& run = *step.run->step;
    const Recompute recompute = run.setup.model->model.recompute;
    const bool isPlain =
        run.setup.mesh == plain->choice(recompute).mesh && run.timeline->totalTime() == plain->of(recompute).total;
    if (isPlain && plain->of(recompute).fits) return {};
    const double each = toUnits(run.timeline->totalTime()) / run.figures->sequences;
    return plainFsdpNote(*plain, run.setup.model->model, isPlain ? 0 : each * sequencesOf(m_question));
}

std::optional<MeshChoice> PlainFsdpNote::choiceAt(const QString& link) const {
    constexpr QLatin1String kOpen("open:");
    bool isNumber = false;
    const auto recompute = link.mid(kOpen.size()).toUInt(&isNumber);
    if (!m_job.result() || !link.startsWith(kOpen) || !isNumber || recompute >= std::size(kRecomputes))
        return std::nullopt;
    return m_job.result()->choice(static_cast<Recompute>(recompute));
}

}  // namespace bubblescope
