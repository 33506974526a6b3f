#pragma once

#include "engine/schemes/scheme.h"

#include <QString>
#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace bubblescope {

class LinkButton;

/// Asks to replace the current entry with another one. If the scenario would then not pass checkScenario(), nothing
/// happens and the error gives the reason; its field is a key of the scheme, or a place elsewhere.
using AskForScheme = std::function<Result<void>(ScheduleEntry after, const QString& what, int gesture)>;

/// The error message for the field that asked. An error in a workload key, which is on another page, begins with the
/// symbol of the key.
QString reasonOf(const Error& error);

/// A part of the scheme form: shows its part of the current scheme, and asks for edits.
class SchemePart : public QWidget {
    Q_OBJECT
public:
    explicit SchemePart(AskForScheme ask, QWidget* parent = nullptr) : QWidget(parent), m_ask(std::move(ask)) {}

    /// Shows `schedules[index]`, which has a scheme.
    void setScheme(const Scenario& scenario, std::size_t index) {
        m_entry = scenario.schedules[index];
        m_scheme = schemeOf(m_entry);
        m_workload = scenario.workload;
        refresh();
    }
    /// Drops input that was not accepted, because another scheme is shown.
    virtual void forgetDrafts() = 0;
    /// Shows at the field of `key` why the run refused it; an empty sentence clears it. Returns whether this part has
    /// that field.
    virtual bool showRefusal(const QString& key, const QString& sentence) = 0;

protected:
    virtual void refresh() = 0;
    /// Lays out the part as a column below a heading with its name and, at the right, a button.
    QVBoxLayout* layOut(const QString& name, LinkButton* button);
    const ScheduleEntry& entry() const { return m_entry; }
    const Scheme& scheme() const { return m_scheme; }
    const Workload& workload() const { return m_workload; }
    Result<void> ask(ScheduleEntry after, const QString& what, int gesture = 0) {
        return m_ask(std::move(after), what, gesture);
    }

private:
    AskForScheme m_ask;
    ScheduleEntry m_entry;
    Scheme m_scheme;  // of the entry
    Workload m_workload;
};

}  // namespace bubblescope
