#pragma once

#include "engine/study/plain_fsdp.h"
#include "widgets/kit/job.h"
#include "widgets/shown/outcome.h"

#include <optional>

namespace bubblescope {

/// Runs plain FSDP in the background for the model that a step trains, and explains how it compares with the step.
///
/// Invariants  the text belongs to the newest question; it is empty while that is being computed
/// Thread      the interface thread
class PlainFsdpNote : public QObject {
    Q_OBJECT

public:
    explicit PlainFsdpNote(QObject* parent);

    /// Starts a run, unless the question is the same as before.
    void ask(const MeshQuestion& question);
    /// The text for a step that asks the newest question; empty while that is being computed.
    QString textFor(const Outcome& step) const;
    /// The mesh that a link of the text opens; empty for any other link.
    std::optional<MeshChoice> choiceAt(const QString& link) const;
    void stop() { m_job.stop(); }
    const MeshQuestion& question() const { return m_question; }

signals:
    void answered();
    void failed(const QString& why);

private:
    MeshQuestion m_question;
    Job<MeshQuestion, PlainFsdp> m_job;
};

}  // namespace bubblescope
