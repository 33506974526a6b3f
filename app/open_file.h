#pragma once

#include <QString>

#include "engine/core/result.h"
#include "engine/study/experiment.h"

#include <variant>

namespace bubblescope {

/// What a person opens in the window.
struct OpenedFile {
    std::variant<Scenario, Experiment> content;
    QString name;  // for the window's title
    QString path;  // where saving goes; empty for presets, and for pictures, which saving would overwrite
};

/// Opens a file, or `preset:NAME`.
///
/// Errors  one sentence whose field is `source`
Result<OpenedFile> openFile(const QString& source);

}  // namespace bubblescope
