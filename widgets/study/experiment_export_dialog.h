#pragma once

#include <QTimer>

#include "widgets/picture/picture_dialog.h"
#include "widgets/picture/picture.h"
#include "widgets/study/experiment_options_panel.h"
#include "widgets/study/experiment_values.h"

namespace bubblescope {

/// Where an experiment is kept: its figures as a picture in its own view, or its numbers. Remembers nothing itself: it
/// is given options, and asked for them when it closes. Shows what was there when it opened.
///
/// Thread  as PictureDialog. Pictures are drawn here, for curves are a widget's; a preview leaves most of the time to
///         other things
class ExperimentExportDialog : public PictureDialog {
    Q_OBJECT
public:
    /// `figure` is the one on screen, of which `curves` has the changes of the winner; `name` is what rows call the
    /// experiment.
    ExperimentExportDialog(CurvesData curves, std::size_t figure, const QString& name, const KeepOptions& options,
                           QWidget* parent = nullptr);

    KeepOptions options() const;

    ExperimentOptionsPanel& panel() { return *m_panel; }

private:
    ExperimentExportDialog(ExperimentOptionsPanel* panel, CurvesData curves, std::size_t figure, const QString& name,
                           const KeepOptions& options, QWidget* parent);

    FileKind fileKind() const override;
    std::function<Result<QByteArray>()> fileFor(const QString& path) const override;
    Result<void> copyShown() const override;

    Result<Picture> picture(const KeepOptions& options) const;
    std::function<Result<QByteArray>()> pictureFor(const KeepOptions& options) const;
    void refresh();
    void showValues(RowsForm form);
    void draw();

    CurvesData m_data;
    std::string m_name;
    ExperimentOptionsPanel* m_panel;
    QTimer m_draw;
    qint64 m_cost = 0;  // ms, of the last drawing
};

}  // namespace bubblescope
