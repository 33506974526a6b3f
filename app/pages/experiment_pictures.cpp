#include "app/pages/experiment_pictures.h"

#include "app/commands/export_picture.h"
#include "app/settings/settings.h"
#include "widgets/picture/copied_picture.h"
#include "widgets/shown/op_palette.h"
#include "widgets/study/experiment_values.h"
#include "widgets/study/pictures/experiment_picture.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QWidget>

namespace bubblescope {

namespace {

PictureOptions optionsOf(const ShownExperiment& shown) {
    PictureOptions options;
    options.theme = shown.theme;
    options.figures = {shown.figure};
    if (shown.data.palette == QLatin1String(kSafePalette)) options.palette = shown.data.palette;
    return options;
}

}  // namespace

ExperimentPictures::ExperimentPictures(Settings& settings, QWidget* window)
    : QObject(window), m_settings(settings), m_window(window) {}

void ExperimentPictures::keep(Keep what, const ShownExperiment& shown) {
    switch (what) {
        case Keep::CopyPicture: return copyPicture(shown);
        case Keep::SavePicture: {
            const QString& last = m_settings.exportExperimentFormat;
            return openDialog(shown, pictureFormatOf(QLatin1Char('.') + last, PictureFormats::Drawn)
                                         ? last
                                         : QLatin1String(kPng.suffix));
        }
        case Keep::SaveValues: return openDialog(shown, QLatin1String(valuesFormats().front().suffix));
        case Keep::CopyValues:
            QGuiApplication::clipboard()->setText(
                QString::fromStdString(experimentValues(*shown.data.results, shown.name.toStdString(), RowsForm::Csv)));
            emit copied(tr("Copied the values"));
    }
}

void ExperimentPictures::openDialog(const ShownExperiment& shown, const QString& suffix) {
    openExportDialog(exportedExperiment(shown.data, shown.figure, shown.name), optionsOf(shown), suffix,
                     {shown.name, &m_settings.exportExperimentFormat}, m_settings, m_window);
}

void ExperimentPictures::copyPicture(const ShownExperiment& shown) {
    const PictureOptions options = optionsOf(shown);
    const Exportable thing = exportedExperiment(shown.data, shown.figure, shown.name);
    const auto done = bubblescope::copyPicture(thing.picture(options), thing.json);
    if (!done) return emit failed(QString::fromStdString(done.error().text()));
    emit copied(tr("Copied the picture"));
}

}  // namespace bubblescope
