#pragma once

#include "widgets/picture/figure.h"
#include "widgets/picture/picture_dialog.h"

namespace bubblescope {

class FigureOptionsPanel;

/// Where a picture of Gantts is shaped before it is saved or copied. Remembers nothing itself: it is given options, and
/// asked for them when it closes.
///
/// Thread  as PictureDialog; pictures are made in the background
class ExportDialog : public PictureDialog {
    Q_OBJECT
public:
    /// `outcomes` are those of `scenario`, which rides inside the picture.
    ExportDialog(const Scenario& scenario, const std::vector<Outcome>& outcomes, const FigureOptions& options,
                 QWidget* parent = nullptr);

    FigureOptions options() const;
    FigureFormat format() const;
    void setFormat(FigureFormat format);

    FigureOptionsPanel& panel() { return *m_panel; }

private:
    ExportDialog(FigureOptionsPanel* panel, const Scenario& scenario, const std::vector<Outcome>& outcomes,
                 const FigureOptions& options, QWidget* parent);

    FileKind fileKind() const override;
    std::function<Result<QByteArray>()> fileFor(const QString& path) const override;
    Result<void> copyShown() const override;
    void refresh();

    Scenario m_scenario;
    std::vector<Outcome> m_outcomes;
    FigureOptionsPanel* m_panel;
};

}  // namespace bubblescope
