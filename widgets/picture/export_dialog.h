#pragma once

#include "widgets/picture/gantt_picture.h"
#include "widgets/picture/picture_dialog.h"

namespace bubblescope {

class GanttOptionsPanel;

/// Where a picture of Gantts is shaped before it is saved or copied. Remembers nothing itself: it is given options, and
/// asked for them when it closes.
///
/// Thread  as PictureDialog; pictures are made in the background
class ExportDialog : public PictureDialog {
    Q_OBJECT
public:
    /// `outcomes` are those of `scenario`, which rides inside the picture.
    ExportDialog(const Scenario& scenario, const std::vector<Outcome>& outcomes, const GanttPictureOptions& options,
                 QWidget* parent = nullptr);

    GanttPictureOptions options() const;
    const PictureFormat& format() const;
    void setFormat(const PictureFormat& format);

    GanttOptionsPanel& panel() { return *m_panel; }

private:
    ExportDialog(GanttOptionsPanel* panel, const Scenario& scenario, const std::vector<Outcome>& outcomes,
                 const GanttPictureOptions& options, QWidget* parent);

    FileKind fileKind() const override;
    std::function<Result<QByteArray>()> fileFor(const QString& path) const override;
    Result<void> copyShown() const override;
    void refresh();

    Scenario m_scenario;
    std::vector<Outcome> m_outcomes;
    GanttOptionsPanel* m_panel;
};

}  // namespace bubblescope
