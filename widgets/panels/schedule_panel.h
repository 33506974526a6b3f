#pragma once

#include "engine/kinds/kind.h"
#include "widgets/kit/entry_list.h"
#include "widgets/panels/schedule_rows.h"
#include "widgets/shown/scenario_edit.h"

namespace bubblescope {

class OwnValues;

/// The schedules to compare: which, in which order, with which names and values of their own. Shows the scenario it is
/// given and asks for edits. On the page of training steps it lists these alone.
///
/// Invariants  a schedule that is unchecked leaves the scenario but keeps its row, greyed, at its place until
///             forgetUnchecked(); an edit changes nothing but the list of schedules, which may become empty
class SchedulePanel : public EntryList {
    Q_OBJECT
public:
    explicit SchedulePanel(QWidget* parent = nullptr, Family family = Family::Schedule);

    void setScenario(const Scenario& scenario);
    /// Why schedules do not run, one text per entry of the scenario; empty: it runs.
    void setRefusals(std::vector<QString> refusals);
    /// What gives schedules without values of their own theirs, where that is not the workload, by key: "x axis: 2, 4".
    void setDetermined(const QMap<QString, QString>& textByKey);
    /// Drops the rows that are unchecked: for another document.
    void forgetUnchecked();

    /// Offers the gallery of schedules beside the heading.
    void offerGallery();

    /// Steps to add, in place of the kinds of the registry: a step has no times of its own accord.
    void setCards(std::vector<ScheduleEntry> cards);

    /// Makes the row of an entry of the scenario the current one.
    void setCurrentEntry(std::size_t entry);

    const std::vector<ScheduleRow>& rows() const { return m_rows; }
    QMenu* addMenu() const { return m_addMenu; }
    /// What a schedule has for itself; null until it was asked for.
    OwnValues* ownValues() const { return m_own; }
    /// Null where the gallery is not offered.
    LinkButton* galleryLink() const { return m_galleryLink; }

signals:
    void edited(const bubblescope::ScenarioEdit& edit);
    void galleryAsked();
    /// The order of an entry of the scenario as it ran is wanted as an entry of its own.
    void orderAsked(std::size_t entry);
    /// A person made an entry of the scenario the current one.
    void entryChosen(std::size_t entry);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillAddMenu();
    void choose(int row);
    std::size_t entryOf(int row) const;
    void add(ScheduleEntry entry);
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

    Family m_family;
    std::vector<ScheduleEntry> m_cards;
    Scenario m_scenario;
    std::vector<ScheduleRow> m_rows;
    std::vector<QString> m_refusals;
    QMap<QString, QString> m_determined;
    QMenu* m_addMenu = nullptr;
    LinkButton* m_galleryLink = nullptr;
    OwnValues* m_own = nullptr;  // once it was asked for
    std::size_t m_ownRow = 0;
};

}  // namespace bubblescope
