#pragma once

#include "widgets/picture/exportable.h"
#include "widgets/picture/picture.h"

#include <functional>

class QWidget;

namespace bubblescope {

struct Settings;

/// What an export dialog starts with.
struct ExportStart {
    QString name;           // of the file that it proposes
    QString* lastSuffix;    // the entry of the settings that remembers the format
    bool isStyled = false;  // the document has its own style: the settings neither change it nor remember it
    std::function<void(const PictureOptions& options)> closed = {};  // receives what was chosen at last
};

/// Opens the dialog that saves or copies a picture of `thing` with `options`. Unless the document has its own style,
/// width, scale and legend are the ones that the settings remember.
void openExportDialog(Exportable thing, PictureOptions options, const QString& suffix, const ExportStart& start,
                      Settings& settings, QWidget* window);

/// Opens that dialog for a chart, in the theme of the window.
std::function<void(const Exportable& thing, const QString& name)> chartExporter(Settings& settings, QWidget* window);

}  // namespace bubblescope
