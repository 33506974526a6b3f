#pragma once

#include "engine/program/program.h"
#include "engine/study/mesh_choices.h"
#include "widgets/shown/outcome.h"

#include <QObject>

#include <optional>

namespace bubblescope {

class GanttWidget;
class OpPanel;
class PlainFsdpNote;

/// The notes about the current step next to the explanation of the op: its closed form or, for a step of a model, its
/// memory and how it compares with plain FSDP. The memory is that at the moment picked in a memory strip, at the start
/// of the picked op, or at the peak.
class StepNotes : public QObject {
    Q_OBJECT

public:
    StepNotes(GanttWidget& gantt, OpPanel& panel, QObject* parent);

    /// A step that has run, and its places in the scenario and in the Gantts.
    struct Told {
        const Scenario& scenario;
        std::size_t step = 0;
        int track = 0;
        const Outcome& outcome;
        bool offersSearch = true;  // whether to offer the mesh search, which is not on screen yet
    };
    /// Shows the notes of a step; forgets the moment picked for another step.
    void show(const Told& told);
    /// Removes the notes.
    void clear();
    /// Sets the moment and marks it in the Gantts, until another step is shown or forgetMoment() is called.
    void pickMoment(std::size_t step, WorkerId worker, Time at);
    void forgetMoment();
    void stop();

signals:
    /// The notes have more to show; call show() again.
    void changed();
    void meshWanted(const bubblescope::MeshQuestion& question, const bubblescope::MeshChoice& choice);
    void searchWanted();
    void failed(const QString& why);

private:
    struct Moment {
        std::size_t step = 0;
        WorkerId worker;
        Time at = 0;
    };
    Moment momentOf(const Told& told) const;

    GanttWidget& m_gantt;
    OpPanel& m_panel;
    PlainFsdpNote* m_plainFsdp;
    std::optional<Moment> m_moment;
};

}  // namespace bubblescope
