#include "widgets/picture/export_dialog.h"

#include "widgets/picture/gantt_options_panel.h"
#include "widgets/picture/picture_preview.h"

#include "engine/io/scenario_file.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>

namespace bubblescope {

namespace {

QStringList titlesOf(const std::vector<Outcome>& outcomes) {
    QStringList titles;
    for (const Outcome& outcome : outcomes) titles.append(outcome.title);
    return titles;
}

bool hasSchemes(const std::vector<Outcome>& outcomes) {
    return std::any_of(outcomes.begin(), outcomes.end(), [](const Outcome& o) { return o.run && o.run->scheme; });
}

}  // namespace

ExportDialog::ExportDialog(const Scenario& scenario, const std::vector<Outcome>& outcomes,
                           const GanttPictureOptions& options, QWidget* parent)
    : ExportDialog(new GanttOptionsPanel(titlesOf(outcomes), hasSchemes(outcomes)), scenario, outcomes, options,
                   parent) {}

ExportDialog::ExportDialog(GanttOptionsPanel* panel, const Scenario& scenario, const std::vector<Outcome>& outcomes,
                           const GanttPictureOptions& options, QWidget* parent)
    : PictureDialog(tr("Export picture"), panel, parent), m_scenario(scenario), m_outcomes(outcomes), m_panel(panel) {
    m_panel->setOptions(options);
    connect(m_panel, &GanttOptionsPanel::changed, this, &ExportDialog::refresh);
    refresh();
}

GanttPictureOptions ExportDialog::options() const { return m_panel->options(); }
const PictureFormat& ExportDialog::format() const { return m_panel->format(); }
void ExportDialog::setFormat(const PictureFormat& format) { m_panel->setFormat(format); }

/// Sizes are checked at once; the picture follows when it is drawn.
void ExportDialog::refresh() {
    const GanttPictureOptions options = m_panel->options();
    const auto picture = ganttPicture(recolored(m_outcomes, m_scenario, options.theme), options);
    const QString problem = !m_panel->hasSchedules() ? tr("Tick a schedule to have something to draw.")
                            : !picture               ? QString::fromStdString(picture.error().text())
                                                     : QString();
    setProblem(problem);
    m_panel->setSizeNote(QString());
    if (!problem.isEmpty()) return preview().showMessage(tr("No picture"));
    m_panel->setSizeNote(picture->size);
    preview().request([picture = *picture] { return pictureImage(picture, previewRatio(picture.size)); });
}

PictureDialog::FileKind ExportDialog::fileKind() const {
    return {QLatin1String(format().suffix), pictureFilter(format())};
}

std::function<Result<QByteArray>()> ExportDialog::fileFor(const QString& path) const {
    const PictureFormat* const named = pictureFormatOf(path);
    const GanttPictureOptions options = m_panel->options();
    return [picture = ganttPicture(recolored(m_outcomes, m_scenario, options.theme), options), scale = options.scale,
            json = writeScenario(m_scenario), format = named ? named : &format()]() -> Result<QByteArray> {
        if (!picture) return picture.error();
        return pictureFile(*format, *picture, scale, json);
    };
}

Result<void> ExportDialog::copyShown() const {
    const GanttPictureOptions options = m_panel->options();
    const auto picture = ganttPicture(recolored(m_outcomes, m_scenario, options.theme), options);
    const auto image = picture ? pictureImage(*picture, options.scale) : Result<QImage>(picture.error());
    if (!image) return image.error();
    QGuiApplication::clipboard()->setImage(*image);
    return {};
}

}  // namespace bubblescope
