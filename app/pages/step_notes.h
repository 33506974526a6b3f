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

/// What the panel says of the step at hand beside the op: its closed form; of a model what it keeps - at the moment
/// that was picked in a strip, when the op that is picked starts, or at its peak - and why it is not plain FSDP.
class StepNotes : public QObject {
    Q_OBJECT

public:
    StepNotes(GanttWidget& gantt, OpPanel& panel, QObject* parent);

    /// A step that has run: where the scenario and the Gantts have it.
    struct Told {
        const Scenario& scenario;
        std::size_t step = 0;
        int track = 0;
        const Outcome& outcome;
        bool offersSearch = true;  // for a mesh, which is not on screen yet
    };
    /// A moment of another step is forgotten.
    void show(const Told& told);
    /// Nothing has run.
    void clear();
    /// The moment is kept, and marked in the Gantts, until another step is shown or forgetMoment().
    void pickMoment(std::size_t step, WorkerId worker, Time at);
    void forgetMoment();
    void stop();

signals:
    /// What is said has become more.
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
