#include "app/pages/experiment_pictures.h"

#include "app/settings.h"
#include "widgets/study/experiment_export_dialog.h"
#include "widgets/study/experiment_picture.h"
#include "widgets/study/experiment_values.h"

#include <QClipboard>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>

namespace bubblescope {

namespace {

constexpr double kCopyScale = 2;

std::optional<KeepFormat> formatOf(const QString& suffix) {
    for (const KeepFormatInfo& info : keepFormats())
        if (suffix == QLatin1String(info.suffix)) return info.format;
    return std::nullopt;
}

}  // namespace

ExperimentPictures::ExperimentPictures(Settings& settings, QWidget* window)
    : QObject(window), m_settings(settings), m_window(window) {}

void ExperimentPictures::keep(Keep what, const ShownExperiment& shown) {
    switch (what) {
        case Keep::CopyPicture: return copyPicture(shown);
        case Keep::SavePicture: {
            const auto last = formatOf(m_settings.exportExperimentFormat);
            return openDialog(shown, last && isPicture(*last) ? *last : KeepFormat::Png);
        }
        case Keep::SaveValues: return openDialog(shown, KeepFormat::Csv);
        case Keep::CopyValues:
            QGuiApplication::clipboard()->setText(
                QString::fromStdString(experimentValues(*shown.data.results, shown.name.toStdString(), RowsForm::Csv)));
            emit copied(tr("The values are on the clipboard"));
    }
}

void ExperimentPictures::openDialog(const ShownExperiment& shown, KeepFormat format) {
    KeepOptions start;
    start.format = format;
    start.scale = m_settings.exportScale;
    start.picture.width = m_settings.exportWidth;  // the dialog's fields keep both within bounds
    start.picture.legend = m_settings.exportLegend;
    start.picture.theme = shown.theme;
    start.picture.figures = {shown.figure};
    auto* dialog = new ExperimentExportDialog(shown.data, shown.figure, shown.name, start, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const QString folder = m_settings.exportFolder.isEmpty() ? QDir::homePath() : m_settings.exportFolder;
    dialog->setSuggestedPath(folder + QLatin1Char('/') + shown.name);
    connect(dialog, &ExperimentExportDialog::saved, this, [this](const QString& path) {
        m_settings.exportFolder = QFileInfo(path).absolutePath();
        m_settings.exportExperimentFormat = QFileInfo(path).suffix().toLower();
    });
    connect(dialog, &QDialog::finished, this, [this, dialog] {
        const KeepOptions last = dialog->options();
        m_settings.exportWidth = last.picture.width;
        m_settings.exportScale = last.scale;
        m_settings.exportLegend = last.picture.legend;
        m_settings.save();
    });
    dialog->open();
}

void ExperimentPictures::copyPicture(const ShownExperiment& shown) {
    CurvesOptions options;
    options.theme = shown.theme;
    options.figures = {shown.figure};
    const auto picture = experimentPicture(shown.data, options);
    const auto image = picture ? pictureImage(*picture, kCopyScale) : Result<QImage>(picture.error());
    if (!image) return emit failed(QString::fromStdString(image.error().text()));
    QGuiApplication::clipboard()->setImage(*image);
    emit copied(tr("The picture is on the clipboard"));
}

}  // namespace bubblescope
