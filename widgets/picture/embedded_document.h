#pragma once

#include <QByteArray>
#include <QString>

#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// The document (a scenario or an experiment as JSON) that an exported picture contains, so that the picture can be
/// opened again: an iTXt chunk of a PNG, an element in the <metadata> of an SVG or in a
/// <template> of a web page, a property in the XMP packet of a PDF.
/// The document's own `format` says what it is.
///
/// Invariants  an empty text embeds nothing; reading gives the text that was embedded, except that characters that XML
///             cannot contain are written as JSON escapes (they occur only inside JSON strings)
/// Errors      a file may be hostile: reading takes one pass over the file and trusts nothing in it
/// Source      PNG specification 1.2 §4.2.3.3; ISO 16684-1 (XMP)

/// Returns `png`, as QImage wrote it, with the document inside.
QByteArray pngWithDocument(const QByteArray& png, std::string_view json);

/// The element with the document; empty if there is none.
QByteArray documentElement(std::string_view json);

/// The <metadata> element of an SVG file.
QByteArray svgMetadata(std::string_view json);

/// The XMP packet of a PDF file.
QByteArray xmpPacket(std::string_view json, const QString& title);

/// The text with XML's special characters escaped, for an element or a double-quoted attribute.
QByteArray xmlEscaped(const QString& text);
QByteArray xmlAttribute(const QString& text);

/// Whether a file has this format, judged by its first bytes.
bool isPng(const QByteArray& file);
bool isPdf(const QByteArray& file);
bool isSvg(const QByteArray& file);

/// The document inside; nullopt if there is none or it is damaged.
std::optional<std::string> documentOfPng(const QByteArray& file);
/// The character data of our element, wherever it is in an SVG or a PDF.
std::optional<std::string> documentOfElement(const QByteArray& file);

}  // namespace bubblescope
