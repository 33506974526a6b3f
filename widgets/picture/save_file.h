#pragma once

#include <QByteArray>
#include <QString>

#include "engine/core/result.h"
#include "engine/io/text_buffer.h"

namespace bubblescope {

/// Writes a file completely or not at all: until the last byte is on the disk, the old file stays as it was. What is
/// not a regular file (/dev/stdout, a pipe) is written directly and never replaced.
///
/// Errors  one sentence whose field is the path: no such folder, a folder itself, no permission, disk full
Result<void> writeFile(const QString& path, const QByteArray& bytes);

/// The same for content that is made piece by piece; `write` returns whether it made all of it.
Result<void> writeFile(const QString& path, const std::function<bool(const TextSink& sink)>& write);

}  // namespace bubblescope
