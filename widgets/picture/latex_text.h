#pragma once

#include <QByteArray>
#include <QString>

namespace bubblescope {

/// A text as LaTeX sets it in any of its fonts: what has a meaning there stands for itself, signs and Greek are
/// LaTeX's, letters with accents are put together. What LaTeX has no sign for is a question mark.
///
/// Invariants  ASCII alone, and nothing that writes nothing; spaces stay as many as they are
/// Thread      any
QByteArray latexText(const QString& text);

/// The same with the notation's subscripts set as such: "T_F".
QByteArray latexSymbols(const QString& text);

/// What of a text becomes question marks, each once.
QString missingInLatex(const QString& text);
/// A sentence about them.
QString missingInLatexText(const QString& missing);

}  // namespace bubblescope
