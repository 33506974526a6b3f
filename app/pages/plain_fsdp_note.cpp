#include "app/pages/plain_fsdp_note.h"

#include "engine/steps/model_step.h"
#include "engine/steps/run_step.h"
#include "engine/study/mesh_question.h"
#include "widgets/steps/memory_note.h"

namespace bubblescope {

namespace {

constexpr int kNoteNiceness = 10;

}  // namespace

PlainFsdpNote::PlainFsdpNote(QObject* parent) : QObject(parent), m_worker(kNoteNiceness) {
    connect(&m_worker, &BackgroundJob::failed, this, &PlainFsdpNote::failed);
}

void PlainFsdpNote::ask(const MeshQuestion& question) {
    if (question == m_question && (m_plain || m_worker.isBusy())) return;
    m_question = question;
    m_plain.reset();
    m_worker.start([this, question](const std::stop_token& stop) {
        PlainFsdp plain = plainFsdp(question, stop);
        m_worker.leave(stop, [this, plain = std::move(plain)] {
            if (plain.question != m_question) return;
            m_plain = plain;
            emit answered();
        });
    });
}

QString PlainFsdpNote::textFor(const Outcome& step) const {
    if (!m_plain || !step.run || !step.run->step || !step.run->step->figures) return {};
    const StepRun& run = *step.run->step;
    const Recompute recompute = run.setup.model->model.recompute;
    const bool isPlain =
        run.setup.mesh == m_plain->choice(recompute).mesh && run.timeline->totalTime() == m_plain->of(recompute).total;
    if (isPlain && m_plain->of(recompute).fits) return {};
    const double each = toUnits(run.timeline->totalTime()) / run.figures->sequences;
    return plainFsdpNote(*m_plain, run.setup.model->model, isPlain ? 0 : each * sequencesOf(m_question));
}

std::optional<MeshChoice> PlainFsdpNote::choiceAt(const QString& link) const {
    constexpr QLatin1String kOpen("open:");
    bool isNumber = false;
    const auto recompute = link.mid(kOpen.size()).toUInt(&isNumber);
    if (!m_plain || !link.startsWith(kOpen) || !isNumber || recompute >= std::size(kRecomputes)) return std::nullopt;
    return m_plain->choice(static_cast<Recompute>(recompute));
}

}  // namespace bubblescope
