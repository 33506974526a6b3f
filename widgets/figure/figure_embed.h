#pragma once

#include <QByteArray>
#include <QString>

#include <optional>
#include <string>
#include <string_view>

namespace bubblescope {

/// The scenario that rides inside an exported picture, so that the picture can be opened again: an iTXt
/// chunk of a PNG, an element in the <metadata> of an SVG, a property in the XMP packet of a PDF.
///
/// Invariants  what was put in comes out: the same text, but that characters which XML cannot hold stand
///             as JSON escapes (they occur only inside JSON strings)
/// Errors      a file may be hostile: looking inside takes one pass over it, and nothing in it is trusted
/// Source      PNG specification 1.2 §4.2.3.3; ISO 16684-1 (XMP)

/// `png` with the scenario inside; `png` is what QImage wrote.
QByteArray pngWithScenario(const QByteArray& png, std::string_view scenarioJson);

/// The <metadata> element of an SVG file.
QByteArray svgMetadata(std::string_view scenarioJson);

/// The XMP packet of a PDF file.
QByteArray xmpPacket(std::string_view scenarioJson, const QString& title);

/// The text with XML's special characters escaped, for an element or an attribute in double quotes.
QByteArray xmlEscaped(const QString& text);
QByteArray xmlAttribute(const QString& text);

/// Whether the file is a PNG, SVG or PDF by its first bytes.
bool isPicture(const QByteArray& file);

/// The scenario inside a picture; nothing where there is none, or it is damaged.
std::optional<std::string> embeddedScenario(const QByteArray& file);

}  // namespace bubblescope
