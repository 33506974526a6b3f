#pragma once

#include "engine/study/plain_fsdp.h"
#include "widgets/kit/background_job.h"
#include "widgets/shown/outcome.h"

#include <optional>

namespace bubblescope {

/// Runs plain FSDP for what a step trains, in the background, and says why it is not simply that.
///
/// Invariants  says of a question what was run for it, and nothing while that is awaited
/// Thread      the interface thread
class PlainFsdpNote : public QObject {
    Q_OBJECT

public:
    explicit PlainFsdpNote(QObject* parent);

    /// Asks; the same question again is answered by what is there.
    void ask(const MeshQuestion& question);
    /// Of a step that asks the newest question; empty while it is not answered.
    QString textFor(const Outcome& step) const;
    /// What a link of the text opens; nothing of one that is none.
    std::optional<MeshChoice> choiceAt(const QString& link) const;
    void stop() { m_worker.stop(); }
    const MeshQuestion& question() const { return m_question; }

signals:
    void answered();
    void failed(const QString& why);

private:
    MeshQuestion m_question;
    std::optional<PlainFsdp> m_plain;
    BackgroundJob m_worker;  // comes last: it ends before what it uses
};

}  // namespace bubblescope
