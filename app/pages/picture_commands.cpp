#include "app/pages/picture_commands.h"

#include "app/commands/export_picture.h"
#include "app/jobs/results.h"
#include "app/settings/settings.h"
#include "widgets/charts/memory_chart.h"
#include "widgets/picture/copied_picture.h"
#include "widgets/picture/picture_style.h"

#include <algorithm>

namespace bubblescope {

PictureCommands::PictureCommands(Results& results, Settings& settings, const GanttLook& look, QWidget* window)
    : QObject(window), m_results(results), m_settings(settings), m_look(look), m_window(window) {}

/// Options for a picture that looks as the window does. Where the window has no setting, the scenario's own style
/// applies.
PictureOptions PictureCommands::options(const std::vector<int>& schedules) const {
    PictureOptions options;
    const Scenario& scenario = m_results.scenario();
    const auto styled = pictureOptionsOf(scenario.style, scenario);
    if (!scenario.style.empty() && styled) {
        options = *styled;
    } else {
        options.title = QString::fromStdString(scenario.title);
    }
    if (!hasLook(scenario.style)) options.theme = m_results.theme();
    if (!m_settings.palette.isEmpty()) options.palette = m_settings.palette;
    options.colorBy = m_look.colorBy;
    options.labels = m_look.labels;
    options.marks = m_look.marks;
    if (!schedules.empty()) options.schedules = schedules;
    options.firstNumber = m_settings.firstNumber;
    options.bubble = m_settings.bubble;
    if (notation() != Notation::Bubblescope) options.notation = notation();
    m_seen(options);
    return options;
}

bool PictureCommands::hasPicture(const PictureOptions& options) {
    const auto& outcomes = m_results.outcomes();
    const auto isShown = [&](int index) {
        return options.schedules.empty() || std::count(options.schedules.begin(), options.schedules.end(), index) > 0;
    };
    for (std::size_t index = 0; index < outcomes.size(); ++index)
        if (outcomes[index].run && isShown(static_cast<int>(index))) return true;
    emit failed(tr("Nothing to export yet. Choose a schedule on the left that can run this workload."));
    return false;
}

void PictureCommands::exportPicture(const QString& name, const TimeView& time, const std::vector<int>& schedules) {
    PictureOptions start = options(schedules);
    if (!hasPicture(start)) return;
    const Scenario& scenario = m_results.scenario();
    Exportable thing = exportedGantts(scenario, m_results.outcomes());
    constexpr auto kUnit = static_cast<double>(kMicroUnits);
    if (!time.isFitted()) thing.inSight = {time.visible().begin / kUnit, time.visible().end / kUnit};
    // The dialog opens as it was closed, as long as the window shows the same.
    const bool isAgain = m_last && m_last->scenario == scenario && m_last->offered == start;
    const PictureOptions first = isAgain ? m_last->chosen : start;
    const auto remember = [this, scenario, start](const PictureOptions& chosen) { m_last = {scenario, start, chosen}; };
    openExportDialog(std::move(thing), first, m_settings.exportFormat,
                     {name, &m_settings.exportFormat, hasLook(scenario.style) || isAgain, remember}, m_settings,
                     m_window);
}

void PictureCommands::exportMemory(const QString& name, const std::vector<int>& schedules) {
    PictureOptions start;
    start.theme = m_results.theme();
    if (!m_settings.palette.isEmpty()) start.palette = m_settings.palette;
    start.schedules = schedules;
    if (!hasPicture(start)) return;
    Exportable thing = exportedMemory(m_results.scenario(), m_results.outcomes());
    if (thing.rows == 0) return emit failed(tr("Nothing to export: none of these has memory over time."));
    const bool isDrawn = pictureFormatOf(QLatin1Char('.') + m_settings.exportFormat, PictureFormats::Drawn);
    openExportDialog(std::move(thing), start, isDrawn ? m_settings.exportFormat : QLatin1String(kPng.suffix),
                     {name + QStringLiteral("-memory"), &m_settings.exportFormat}, m_settings, m_window);
}

void PictureCommands::copyImage(const std::vector<int>& schedules) {
    const PictureOptions wanted = options(schedules);
    if (!hasPicture(wanted)) return;
    Exportable thing = exportedGantts(m_results.scenario(), m_results.outcomes());
    const auto done = copyPicture(drawnWith(thing.picture, wanted), thing.json);
    if (!done) return emit failed(QString::fromStdString(done.error().text()));
    emit copied(tr("Copied the picture"));
}

}  // namespace bubblescope
