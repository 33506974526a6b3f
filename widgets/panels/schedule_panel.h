#pragma once

#include "engine/kinds/kind.h"
#include "widgets/kit/entry_list.h"
#include "widgets/panels/schedule_rows.h"
#include "widgets/shown/scenario_edit.h"

namespace bubblescope {

class OwnValues;

/// The entries of a scenario: which ones, in which order, with which names and custom values. Shows the scenario that
/// it is given and emits edits. Of steps or of placement schemes it lists only these. Schedules and steps are compared:
/// each has a check box. Of schemes, one is the current one, and a new one is a copy of it.
///
/// Invariants  an entry that is unchecked leaves the scenario, but its row stays in place, greyed, until
///             forgetUnchecked(); an edit changes only the list of entries, which may become empty; entries of other
///             families stay in their places
class SchedulePanel : public EntryList {
    Q_OBJECT
public:
    explicit SchedulePanel(QWidget* parent = nullptr, Family family = Family::Schedule);

    void setScenario(const Scenario& scenario);
    /// Why schedules cannot run, one text per entry of the scenario; empty for those that can.
    void setRefusals(std::vector<QString> refusals);
    /// What sets a value instead of the workload, by key, for schedules that do not override it: "x axis: 2, 4".
    void setDetermined(const QMap<QString, QString>& textByKey);
    /// Removes the unchecked rows, when another document is opened.
    void forgetUnchecked();

    /// Adds a link to the gallery of schedules next to the heading.
    void offerGallery();
    /// Which palette the dots have.
    void setColors(const QString& palette);

    /// The steps to offer instead of the kinds of the registry, which have no times by default.
    void setCards(std::vector<ScheduleEntry> cards);

    /// Makes the row of an entry of the scenario the current one.
    void setCurrentEntry(std::size_t entry);

    const std::vector<ScheduleRow>& rows() const { return m_rows; }
    QMenu* addMenu() const { return m_addMenu; }
    /// The popup with the values of a schedule; null until it was first opened.
    OwnValues* ownValues() const { return m_own; }
    /// Null unless the gallery is offered.
    LinkButton* galleryLink() const { return m_galleryLink; }

signals:
    void edited(const bubblescope::ScenarioEdit& edit);
    void galleryAsked();
    /// The order of an entry, as it ran, is to become a separate entry.
    void orderAsked(std::size_t entry);
    /// The user made an entry of the scenario the current one. If an edit adds, moves or removes the current scheme,
    /// this signal follows the edit, and the index is that of the edited list.
    void entryChosen(std::size_t entry);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillAddMenu();
    void choose(int row);
    std::size_t entryOf(int row) const;
    /// The place of a shown row in m_rows, and back: entries of other families have no row.
    std::size_t placeOf(int row) const { return m_shown[static_cast<std::size_t>(row)]; }
    int rowOf(std::size_t place) const;
    bool areSchemes() const { return m_family == Family::Scheme; }
    void add(ScheduleEntry entry);
    void addCopy();
    void check(int row, bool isOn);
    void rename(int row, const QString& label);
    void move(int from, int to);
    void remove(int row);
    void openOwn(int row);
    void takeOwn(const ScheduleEntry& entry, const QString& what, int gesture);
    void showOwn();
    bool isVaried(const ScheduleEntry& entry) const;
    void change(std::vector<ScheduleRow> rows, const QString& what, int gesture = 0);
    void showRows();
    QString noteOf(const ScheduleEntry& entry) const;
    QString variantOf(const ScheduleEntry& entry) const;
    QString tipOf(const ScheduleEntry& entry) const;
    QString titleOf(std::size_t place) const;

    Family m_family;
    std::vector<ScheduleEntry> m_cards;
    Scenario m_scenario;
    std::vector<ScheduleRow> m_rows;
    QString m_colors;                  // the palette of the dots
    std::vector<std::size_t> m_shown;  // the places in m_rows of the rows of the list
    std::vector<QString> m_refusals;
    QMap<QString, QString> m_determined;
    QMenu* m_addMenu = nullptr;
    LinkButton* m_galleryLink = nullptr;
    OwnValues* m_own = nullptr;  // once it was opened
    std::size_t m_ownRow = 0;
};

}  // namespace bubblescope
