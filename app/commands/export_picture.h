#pragma once

#include "widgets/picture/exportable.h"
#include "widgets/picture/picture.h"

class QWidget;

namespace bubblescope {

struct Settings;

/// Where an export dialog starts, and what the settings are to remember of it.
struct ExportStart {
    QString name;           // of the file that it proposes
    QString* lastSuffix;    // of the settings
    bool isStyled = false;  // the options have a look of their own, of which the settings say nothing
};

/// Opens the dialog that saves or copies a thing, in the look of `options` but for what the settings remember, where it
/// has no style.
void openExportDialog(Exportable thing, PictureOptions options, const QString& suffix, const ExportStart& start,
                      Settings& settings, QWidget* window);

}  // namespace bubblescope
