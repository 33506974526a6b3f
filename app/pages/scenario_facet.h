#pragma once

#include <QList>
#include <QObject>

#include "app/pages/page.h"
#include "app/settings/settings.h"
#include "widgets/shown/outcome.h"
#include "widgets/shown/scenario_edit.h"

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope {

class CardGallery;
class LowerArea;
class ScenarioPage;
class WindowController;

/// The part of a page of the open scenario that belongs to one family of entries: its form, what it shows below the
/// Gantts, its gallery, and its words. The page shows the entries and asks the facet for the rest.
///
/// Invariants  the page owns the widgets; the facet ends before them
/// Thread      the interface thread
class ScenarioFacet : public QObject {
    Q_OBJECT

public:
    struct Parts {
        std::optional<Family> family;  // of the entries that the page shows; all entries if empty
        GanttLook ViewPreferences::*look;
        QByteArray Settings::*splitter;      // where the settings store the heights
        QList<int> heights;                  // the initial heights of the Gantts and of `lower`
        QString computing, copied, nothing;  // what the page says while entries run, after copyTable(), without entries

        QWidget* form = nullptr;
        LowerArea* lower = nullptr;
        CardGallery* cards = nullptr;  // above the Gantts, which it replaces while there is no current entry
        const char* preset = "";       // the scenario with an entry per card
        bool keepsCards = false;       // whether `cards` stays when there is a current entry
        QWidget* instead = nullptr;    // may take the place of the Gantts
    };

    explicit ScenarioFacet(ScenarioPage& page) : m_page(page) {}
    const Parts& parts() const { return m_parts; }

    /// Shows the document, with the page's current entry, wherever it does not depend on results.
    virtual void showDocument() = 0;
    /// Changes what the Gantts show for the page's outcomes.
    virtual void adapt(std::vector<Outcome>&) {}
    virtual void adapt(GanttStyle&) const {}
    /// Shows the page's outcomes, which the Gantts already show.
    virtual void showOutcomes() = 0;
    /// The pick in the Gantts has changed.
    virtual void showPick() {}
    virtual void showStyle() {}
    /// Scales the gallery.
    virtual void setScale(double scale);
    /// Requests what is computed in addition to the runs, or stops it while the page is hidden.
    virtual void request() {}

    virtual QString answer() const = 0;
    virtual QString definition() const = 0;
    virtual QString answerTip() const { return {}; }
    virtual std::optional<WorkProgress> progress() const = 0;
    /// Stops the runs, and what progress() reports.
    virtual void stop();
    virtual bool isStopped() const { return false; }
    virtual void goOn() { request(); }
    virtual QString table() const = 0;
    virtual void copyTable() = 0;

    virtual void takeAdvice(const ScenarioEdit& edit);
    /// The gallery's scenario has been loaded.
    virtual void setCards(const Scenario&) {}
    /// A card was chosen while there is a current entry.
    virtual void takeCard(const ScheduleEntry&) {}
    /// Makes the workload of a scenario that starts with one card fit its entry.
    virtual void fit(Scenario&) const {}

protected:
    ScenarioPage& m_page;
    Parts m_parts{};
};

}  // namespace bubblescope
