#pragma once

#include "widgets/picture/gantt_picture.h"
#include "widgets/picture/picture_options_panel.h"

class QComboBox;

namespace bubblescope {

class FlatCheck;
class FlatEdit;

/// The choices of an exported picture of Gantts.
class GanttOptionsPanel : public PictureOptionsPanel {
    Q_OBJECT
public:
    /// `titles` of all schedules, in the scenario's order; what only schemes have is offered where there are any.
    GanttOptionsPanel(const QStringList& titles, bool hasSchemes, QWidget* parent = nullptr);

    const PictureFormat& format() const;
    void setFormat(const PictureFormat& format);
    GanttPictureOptions options() const;
    void setOptions(const GanttPictureOptions& options);
    /// False while every schedule is unticked: options() then cannot say so, for none means all.
    bool hasSchedules() const;

private:
    void addLook();
    void addMarks();
    void addText();
    void addSchedules(const QStringList& titles);
    void themeChosen(int index);
    void refresh() override;

    SegmentedControl *m_colorBy, *m_labels, *m_numbering;
    QComboBox *m_palette, *m_bubble;
    FlatCheck *m_fetches = nullptr, *m_transfers = nullptr, *m_held = nullptr;
    FlatCheck *m_hasTitle, *m_legend;
    FlatEdit* m_title;
    QList<FlatCheck*> m_schedules;
    int m_colorPalette = 0;
};

}  // namespace bubblescope
