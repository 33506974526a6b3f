#include "widgets/picture/export_dialog.h"

#include "widgets/picture/figure_options_panel.h"
#include "widgets/picture/figure_preview.h"

#include "engine/io/scenario_file.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>

namespace bubblescope {

namespace {

QString suffixOf(FigureFormat format) {
    switch (format) {
        case FigureFormat::Png: return QStringLiteral("png");
        case FigureFormat::Svg: return QStringLiteral("svg");
        case FigureFormat::Pdf: return QStringLiteral("pdf");
    }
    return {};
}

QStringList titlesOf(const std::vector<Outcome>& outcomes) {
    QStringList titles;
    for (const Outcome& outcome : outcomes) titles.append(outcome.title);
    return titles;
}

bool hasSchemes(const std::vector<Outcome>& outcomes) {
    return std::any_of(outcomes.begin(), outcomes.end(), [](const Outcome& o) { return o.run && o.run->scheme; });
}

}  // namespace

ExportDialog::ExportDialog(const Scenario& scenario, const std::vector<Outcome>& outcomes, const FigureOptions& options,
                           QWidget* parent)
    : ExportDialog(new FigureOptionsPanel(titlesOf(outcomes), hasSchemes(outcomes)), scenario, outcomes, options,
                   parent) {}

ExportDialog::ExportDialog(FigureOptionsPanel* panel, const Scenario& scenario, const std::vector<Outcome>& outcomes,
                           const FigureOptions& options, QWidget* parent)
    : PictureDialog(tr("Export picture"), panel, parent), m_scenario(scenario), m_outcomes(outcomes), m_panel(panel) {
    m_panel->setOptions(options);
    connect(m_panel, &FigureOptionsPanel::changed, this, &ExportDialog::refresh);
    refresh();
}

FigureOptions ExportDialog::options() const { return m_panel->options(); }
FigureFormat ExportDialog::format() const { return m_panel->format(); }
void ExportDialog::setFormat(FigureFormat format) { m_panel->setFormat(format); }

/// Sizes are checked at once; the picture follows when it is drawn.
void ExportDialog::refresh() {
    const FigureOptions options = m_panel->options();
    const auto size = figureSize(m_outcomes, options);
    const QString problem = !m_panel->hasSchedules() ? tr("Tick a schedule to have something to draw.")
                            : !size                  ? QString::fromStdString(size.error().text())
                                                     : QString();
    setProblem(problem);
    m_panel->setSizeNote(QString());
    if (!problem.isEmpty()) return preview().showMessage(tr("No picture"));
    m_panel->setSizeNote(*size);
    preview().request([outcomes = recolored(m_outcomes, m_scenario, options.theme), options, size = *size] {
        return figureImage(outcomes, options, previewRatio(size));
    });
}

PictureDialog::FileKind ExportDialog::fileKind() const {
    const QString suffix = suffixOf(format());
    return {suffix, pictureFilter(suffix)};
}

std::function<Result<QByteArray>()> ExportDialog::fileFor(const QString& path) const {
    return [outcomes = m_outcomes, scenario = m_scenario, options = m_panel->options(),
            format = figureFormatOf(path).value_or(m_panel->format())] {
        return figureFile(format, recolored(outcomes, scenario, options.theme), options, writeScenario(scenario));
    };
}

Result<void> ExportDialog::copyShown() const {
    const FigureOptions options = m_panel->options();
    const auto image = figureImage(recolored(m_outcomes, m_scenario, options.theme), options, options.scale);
    if (!image) return image.error();
    QGuiApplication::clipboard()->setImage(*image);
    return {};
}

}  // namespace bubblescope
