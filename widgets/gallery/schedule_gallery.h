#pragma once

#include <QUrl>
#include <QWidget>

#include "engine/results/gallery.h"
#include "widgets/gantt/gantt_layout.h"
#include "widgets/shown/outcome.h"

#include <optional>
#include <vector>

class QLabel;

namespace bubblescope {

class CardGallery;
class ChipButton;
class FittingLabel;
class LinkButton;
class PickCombo;
struct CardFace;

/// "ZB auto, wave": its kind, and its placement if that is a choice.
QString titleOf(const ScheduleEntry& entry);

/// The result of a published schedule with the present workload.
struct GalleryEntry {
    ScheduleEntry of;               // one of galleryEntries()
    Outcome outcome;                // its colour is valid if it is compared
    std::vector<OtherSize> offers;  // if it is refused: sizes that would work
    bool isCompared = false;        // whether the scenario has it
};

/// All published schedules with the present workload: a small Gantt for each, with total time, bubble and peak memory.
/// They are sorted by one of these or by year; those over the memory limit follow the others, and those that cannot run
/// come last. They can be filtered by placement, backward, needs and memory. A click asks to compare a schedule, or to
/// remove it. Shows what it is given.
class ScheduleGallery : public QWidget {
    Q_OBJECT
public:
    enum class Sort { TotalTime, Bubble, Peak, Year };

    explicit ScheduleGallery(QWidget* parent = nullptr);

    void setEntries(std::vector<GalleryEntry> entries, const Workload& workload);
    /// The style of the small Gantts, and the definition of the bubble.
    void setLook(const GanttStyle& style, Quantity bubble);

    /// Scales type and cards.
    void setScale(double scale);

    /// The schedules shown, in order.
    std::vector<ScheduleEntry> shown() const;
    CardGallery& cards() { return *m_cards; }
    PickCombo& sort() { return *m_sort; }
    PickCombo& placement() { return *m_placement; }
    PickCombo& backward() { return *m_backward; }
    PickCombo& needs() { return *m_needs; }
    ChipButton& within() { return *m_within; }
    QString heading() const;
    QString count() const;

    QSize minimumSizeHint() const override { return {320, 180}; }

signals:
    /// The schedule is to be compared, or removed.
    void toggled(const bubblescope::ScheduleEntry& entry);
    void sizeAsked(const bubblescope::OtherSize& size);
    void linkAsked(const QUrl& link);
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;

private:
    bool passes(const GalleryEntry& entry) const;
    bool isBefore(const GalleryEntry& a, const GalleryEntry& b) const;
    CardFace faceOf(const GalleryEntry& entry) const;
    QWidget* newNotice();
    void refresh();
    void showAll();

    std::vector<GalleryEntry> m_entries;
    std::vector<std::size_t> m_shown;  // indexes of the entries shown, in order
    Workload m_workload;
    GanttStyle m_style;
    Quantity m_bubble = Quantity::BubbleRatio;
    int m_look = 0;  // counts the styles

    QLabel* m_heading;
    FittingLabel* m_count;
    QWidget* m_none;  // shown instead of cards
    PickCombo *m_sort, *m_placement, *m_backward, *m_needs;
    ChipButton* m_within;
    LinkButton* m_close;
    CardGallery* m_cards;
};

}  // namespace bubblescope
