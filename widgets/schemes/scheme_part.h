#pragma once

#include "engine/scenario/scenario.h"

#include <QString>
#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace bubblescope {

class LinkButton;

/// Asks for a scheme entry in place of the one that is shown. Where the scenario would then not pass checkScenario(),
/// nothing happens and the error says why; its field is a key of the scheme, or a place elsewhere.
using AskForScheme = std::function<Result<void>(ScheduleEntry after, const QString& what, int gesture)>;

/// The error in words for the field that asked: of a key of the workload, which stands on another page, with its
/// symbol.
QString reasonOf(const Error& error);

/// A part of the scheme form: shows its share of the scheme that is edited, and asks for edits.
class SchemePart : public QWidget {
    Q_OBJECT
public:
    explicit SchemePart(AskForScheme ask, QWidget* parent = nullptr) : QWidget(parent), m_ask(std::move(ask)) {}

    /// Shows `schedules[index]`, which has a scheme.
    void setScheme(const Scenario& scenario, std::size_t index) {
        m_entry = scenario.schedules[index];
        m_workload = scenario.workload;
        refresh();
    }
    /// Drops what was typed and not taken: another scheme comes.
    virtual void forgetDrafts() = 0;
    /// Says at a field why the run refused it; an empty sentence: all is well. Returns whether it has the key's field.
    virtual bool showRefusal(const QString& key, const QString& sentence) = 0;

protected:
    virtual void refresh() = 0;
    /// Lays the part out as a column under its name, with a button at the right of that.
    QVBoxLayout* layOut(const QString& name, LinkButton* button);
    const ScheduleEntry& entry() const { return m_entry; }
    const Scheme& scheme() const { return *m_entry.scheme; }
    const Workload& workload() const { return m_workload; }
    Result<void> ask(ScheduleEntry after, const QString& what, int gesture = 0) {
        return m_ask(std::move(after), what, gesture);
    }

private:
    AskForScheme m_ask;
    ScheduleEntry m_entry;
    Workload m_workload;
};

}  // namespace bubblescope
