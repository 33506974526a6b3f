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
class SymbolCombo;
struct CardFace;

/// "ZB auto, wave": its kind, and where stages stand where that is a choice.
QString titleOf(const ScheduleEntry& entry);

/// What became of a published schedule at the present workload.
struct GalleryEntry {
    ScheduleEntry of;               // one of galleryEntries()
    Outcome outcome;                // its colour is valid where it is compared
    std::vector<OtherSize> offers;  // where it is refused: what would do
    bool isCompared = false;        // whether the scenario has it
};

/// Every published schedule at the present workload: a small Gantt each with its total time, bubble and peak memory.
/// Sorted by one of them or the year, those over the memory limit behind the others, and those that do not run last;
/// filtered by placement, backward, needs and memory. A click asks for a schedule to be compared, or no longer. Shows
/// what it is given.
class ScheduleGallery : public QWidget {
    Q_OBJECT
public:
    enum class Sort { TotalTime, Bubble, Peak, Year };

    explicit ScheduleGallery(QWidget* parent = nullptr);

    void setEntries(std::vector<GalleryEntry> entries, const Workload& workload);
    /// How small Gantts look, and by which definition the bubble is told.
    void setLook(const GanttStyle& style, Quantity bubble);

    /// Type and cards so many times the usual size.
    void setScale(double scale);

    /// Those on show, in their order.
    std::vector<ScheduleEntry> shown() const;
    CardGallery& cards() { return *m_cards; }
    SymbolCombo& sort() { return *m_sort; }
    SymbolCombo& placement() { return *m_placement; }
    SymbolCombo& backward() { return *m_backward; }
    SymbolCombo& needs() { return *m_needs; }
    ChipButton& within() { return *m_within; }
    QString heading() const;
    QString count() const;

    QSize minimumSizeHint() const override { return {320, 180}; }

signals:
    /// To compare, or no longer.
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
    std::vector<std::size_t> m_shown;  // of them, in order
    Workload m_workload;
    GanttStyle m_style;
    Quantity m_bubble = Quantity::BubbleRatio;
    int m_look = 0;  // counts the styles

    QLabel* m_heading;
    FittingLabel* m_count;
    QWidget* m_none;  // in place of cards
    SymbolCombo *m_sort, *m_placement, *m_backward, *m_needs;
    ChipButton* m_within;
    LinkButton* m_close;
    CardGallery* m_cards;
};

}  // namespace bubblescope
