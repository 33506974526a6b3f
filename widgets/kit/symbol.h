#pragma once

#include <QPainter>
#include <QString>

#include <algorithm>
#include <vector>

namespace bubblescope {

/// Rich text in which no line breaks between a number and its unit, as Qt breaks it at narrow no-break spaces.
QString keptTogether(QString html);

/// Text with the notation's subscripts set as such, for rich-text labels: "T_F = 0" becomes
/// "T<sub>F</sub> = 0". Everything else is escaped, and numbers keep to their units.
QString symbolHtml(const QString& text);

/// The inverse: the plain text of a rich text.
QString symbolText(const QString& html);

/// A tooltip that wraps: the definition as a rich-text paragraph with subscripts.
QString tipHtml(const QString& text);

/// A piece of a text, from left to right.
struct SymbolRun {
    QString text;
    bool isSubscript;
};
std::vector<SymbolRun> symbolRuns(const QString& text);
/// How far a subscript is below the baseline, as a share of the font's size; and its size, which is no smaller than the
/// smallest type of pictures, so that it is readable on a projector.
inline constexpr double kSubscriptDrop = 0.2;
constexpr double subscriptPixels(double pixels) { return std::max(pixels * 0.75, std::min(pixels, 10.0)); }

/// Draws text with its subscripts; returns its width.
double drawSymbols(QPainter& painter, QPointF baseline, const QString& text);
double symbolsWidth(const QFont& font, const QString& text);
/// The text, or as much of its beginning as fits before an ellipsis.
QString elidedSymbols(const QFont& font, const QString& text, double width);

}  // namespace bubblescope
