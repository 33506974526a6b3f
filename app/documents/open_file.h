#pragma once

#include "app/documents/document_kind.h"

namespace bubblescope {

/// A file opened in the window.
struct OpenedFile {
    const DocumentKind* kind;
    DocumentContent content;
    Origin origin;  // without a path for pictures and CSV files, which saving must not overwrite
};

/// Opens a file, or `preset:NAME`.
///
/// Errors  one sentence; the field is `source`
Result<OpenedFile> openFile(const QString& source);

}  // namespace bubblescope
