#include "app/commands/export_picture.h"

#include "app/settings/settings.h"
#include "widgets/kit/format.h"
#include "widgets/kit/theme.h"
#include "widgets/picture/export_dialog.h"
#include "widgets/picture/picture_option.h"
#include "widgets/shown/op_palette.h"

#include <QDir>
#include <QFileInfo>
#include <QWidget>

#include <algorithm>

namespace bubblescope {

void openExportDialog(Exportable thing, PictureOptions options, const QString& suffix, const ExportStart& start,
                      Settings& settings, QWidget* window) {
    if (!start.isStyled) {
        const auto width = lengthIn(settings.exportWidth.toStdString());
        options.width = width ? *width : options.width;
        const Parameter& scale = findPictureOption("scale")->parameter();
        options.scale = std::clamp(settings.exportScale, scale.least, scale.most);
        options.legend = settings.exportLegend;
    }
    auto* dialog = new ExportDialog(std::move(thing), options, window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setSuffix(suffix);
    const QString folder = settings.exportFolder.isEmpty() ? QDir::homePath() : settings.exportFolder;
    dialog->setSuggestedPath(folder + QLatin1Char('/') + start.name);
    QObject::connect(dialog, &ExportDialog::saved, window, [&settings, last = start.lastSuffix](const QString& path) {
        settings.exportFolder = QFileInfo(path).absolutePath();
        const PictureFormat* const format = pictureFormatOf(path);
        *last = format ? QLatin1String(format->suffix) : QFileInfo(path).suffix().toLower();
    });
    QObject::connect(dialog, &QDialog::finished, window, [&settings, dialog, start] {
        if (start.closed) start.closed(dialog->options());
        if (start.isStyled) return settings.save();
        const PictureOptions last = dialog->options();
        settings.exportWidth = toQString(textOf(last.width));
        settings.exportScale = last.scale;
        settings.exportLegend = last.legend;
        settings.save();
    });
    dialog->open();
}

std::function<void(const Exportable& thing, const QString& name)> chartExporter(Settings& settings, QWidget* window) {
    return [&settings, window](const Exportable& thing, const QString& name) {
        PictureOptions start;
        start.theme = themeOf(window->palette()).id;
        if (settings.palette == QLatin1String(kSafePalette)) start.palette = settings.palette;
        const bool isDrawn = pictureFormatOf(QLatin1Char('.') + settings.exportFormat, PictureFormats::Drawn);
        openExportDialog(thing, start, isDrawn ? settings.exportFormat : QLatin1String(kPng.suffix),
                         {name, &settings.exportFormat}, settings, window);
    };
}

}  // namespace bubblescope
