#pragma once

#include <QByteArray>
#include <QString>

#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// The document, a scenario or an experiment as JSON, that rides inside an exported picture, so that the picture can
/// be opened again: an iTXt chunk of a PNG, an element in the <metadata> of an SVG, a property in the XMP packet of a
/// PDF. Its own `format` says what it is.
///
/// Invariants  nothing is put in for an empty text; what was put in comes out: the same text, but that characters which
/// XML cannot hold stand
///             as JSON escapes (they occur only inside JSON strings)
/// Errors      a file may be hostile: looking inside takes one pass over it, and nothing in it is trusted
/// Source      PNG specification 1.2 §4.2.3.3; ISO 16684-1 (XMP)

/// `png` with the document inside; `png` is what QImage wrote.
QByteArray pngWithDocument(const QByteArray& png, std::string_view json);

/// The <metadata> element of an SVG file.
QByteArray svgMetadata(std::string_view json);

/// The XMP packet of a PDF file.
QByteArray xmpPacket(std::string_view json, const QString& title);

/// The text with XML's special characters escaped, for an element or an attribute in double quotes.
QByteArray xmlEscaped(const QString& text);
QByteArray xmlAttribute(const QString& text);

/// Whether a file is one of these by its first bytes.
bool isPng(const QByteArray& file);
bool isPdf(const QByteArray& file);
bool isSvg(const QByteArray& file);

/// The document inside; nothing where there is none, or it is damaged.
std::optional<std::string> documentOfPng(const QByteArray& file);
/// The character data of our element, wherever it stands in an SVG or a PDF.
std::optional<std::string> documentOfElement(const QByteArray& file);

}  // namespace bubblescope
