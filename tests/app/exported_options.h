#pragma once

#include "tests/app/desk.h"
#include "widgets/picture/export_dialog.h"

namespace bubblescope::test {

/// The options with which the export dialog opens.
inline PictureOptions exportedOptions(Desk& desk) {
    desk.actions().exportPicture->trigger();
    auto* dialog = desk.window.findChild<ExportDialog*>();
    const PictureOptions options = dialog->options();
    delete dialog;
    return options;
}

}  // namespace bubblescope::test
