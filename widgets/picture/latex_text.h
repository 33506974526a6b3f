#pragma once

#include <QByteArray>
#include <QString>

namespace bubblescope {

/// A text for LaTeX in any of its fonts: characters with a meaning in LaTeX are escaped, symbols and Greek letters
/// become LaTeX commands, and accented letters are composed. Characters that LaTeX lacks become question marks.
///
/// Invariants  only ASCII, and nothing that prints nothing; the number of spaces does not change
/// Thread      any
QByteArray latexText(const QString& text);

/// The same, with the subscripts of the notation set as subscripts: "T_F".
QByteArray latexSymbols(const QString& text);

/// The characters of a text that become question marks, each once.
QString missingInLatex(const QString& text);
/// A sentence about these characters.
QString missingInLatexText(const QString& missing);

}  // namespace bubblescope
