#pragma once

#include "app/documents/document_kind.h"

namespace bubblescope {

/// What a person opens in the window.
struct OpenedFile {
    const DocumentKind* kind;
    DocumentContent content;
    Origin origin;  // without a path for pictures, which saving would overwrite
};

/// Opens a file, or `preset:NAME`.
///
/// Errors  one sentence whose field is `source`
Result<OpenedFile> openFile(const QString& source);

}  // namespace bubblescope
