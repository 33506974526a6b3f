#include "widgets/picture/latex_text.h"

#include <QCoreApplication>

#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

namespace bubblescope {

namespace {

struct Sign {
    char16_t character;
    const char* latex;
};

// Ordered by code. The fonts that every LaTeX has (OT1) contain ASCII except for a few signs, which come from
// mathematics.
constexpr Sign kSigns[] = {
    {u'"', "\\textquotedblright{}"},
    {u'#', "\\#"},
    {u'$', "\\$"},
    {u'%', "\\%"},
    {u'&', "\\&"},
    {u'\'', "'"},
    {u'<', "\\ensuremath{<}"},
    {u'>', "\\ensuremath{>}"},
    {u'\\', "\\ensuremath{\\backslash}"},
    {u'^', "\\textasciicircum{}"},
    {u'_', "\\_"},
    {u'`', "\\textquoteleft{}"},
    {u'{', "\\ensuremath{\\{}"},
    {u'|', "\\ensuremath{|}"},
    {u'}', "\\ensuremath{\\}}"},
    {u'~', "\\textasciitilde{}"},
    {0x00a0, "~"},
    {0x00a1, "!`"},
    {0x00a3, "\\pounds{}"},
    {0x00a7, "\\S{}"},
    {0x00a9, "\\textcopyright{}"},
    {0x00ab, "\\ensuremath{\\ll}"},
    {0x00ac, "\\ensuremath{\\neg}"},
    {0x00ad, ""},
    {0x00ae, "\\textregistered{}"},
    {0x00b0, "\\ensuremath{^\\circ}"},
    {0x00b1, "\\ensuremath{\\pm}"},
    {0x00b2, "\\ensuremath{^2}"},
    {0x00b3, "\\ensuremath{^3}"},
    {0x00b5, "\\ensuremath{\\mu}"},
    {0x00b6, "\\P{}"},
    {0x00b7, "\\ensuremath{\\cdot}"},
    {0x00b9, "\\ensuremath{^1}"},
    {0x00bb, "\\ensuremath{\\gg}"},
    {0x00bc, "\\ensuremath{\\frac{1}{4}}"},
    {0x00bd, "\\ensuremath{\\frac{1}{2}}"},
    {0x00be, "\\ensuremath{\\frac{3}{4}}"},
    {0x00bf, "?`"},
    {0x00c6, "\\AE{}"},
    {0x00d7, "\\ensuremath{\\times}"},
    {0x00d8, "\\O{}"},
    {0x00df, "\\ss{}"},
    {0x00e6, "\\ae{}"},
    {0x00f7, "\\ensuremath{\\div}"},
    {0x00f8, "\\o{}"},
    {0x0131, "\\i{}"},
    {0x0141, "\\L{}"},
    {0x0142, "\\l{}"},
    {0x0152, "\\OE{}"},
    {0x0153, "\\oe{}"},
    {0x2007, "\\phantom{0}"},
    {0x2009, "\\,"},
    {0x200b, ""},
    {0x2010, "-"},
    {0x2011, "-"},
    {0x2012, "\\textendash{}"},
    {0x2013, "\\textendash{}"},
    {0x2014, "\\textemdash{}"},
    {0x2015, "\\textemdash{}"},
    {0x2016, "\\ensuremath{\\Vert}"},
    {0x2018, "\\textquoteleft{}"},
    {0x2019, "\\textquoteright{}"},
    {0x201a, ","},
    {0x201c, "\\textquotedblleft{}"},
    {0x201d, "\\textquotedblright{}"},
    {0x201e, ",,"},
    {0x2020, "\\dag{}"},
    {0x2021, "\\ddag{}"},
    {0x2022, "\\textbullet{}"},
    {0x2026, "\\dots{}"},
    {0x202f, "\\,"},
    {0x2032, "\\ensuremath{'}"},
    {0x2033, "\\ensuremath{''}"},
    {0x2039, "\\ensuremath{<}"},
    {0x203a, "\\ensuremath{>}"},
    {0x2044, "/"},
    {0x2060, ""},
    {0x20ac, "EUR"},
    {0x2190, "\\ensuremath{\\leftarrow}"},
    {0x2191, "\\ensuremath{\\uparrow}"},
    {0x2192, "\\ensuremath{\\rightarrow}"},
    {0x2193, "\\ensuremath{\\downarrow}"},
    {0x2194, "\\ensuremath{\\leftrightarrow}"},
    {0x21d2, "\\ensuremath{\\Rightarrow}"},
    {0x2202, "\\ensuremath{\\partial}"},
    {0x2207, "\\ensuremath{\\nabla}"},
    {0x2208, "\\ensuremath{\\in}"},
    {0x2211, "\\ensuremath{\\sum}"},
    {0x2212, "\\ensuremath{-}"},
    {0x2215, "/"},
    {0x2218, "\\ensuremath{\\circ}"},
    {0x221a, "\\ensuremath{\\surd}"},
    {0x221e, "\\ensuremath{\\infty}"},
    {0x2248, "\\ensuremath{\\approx}"},
    {0x2260, "\\ensuremath{\\neq}"},
    {0x2264, "\\ensuremath{\\leq}"},
    {0x2265, "\\ensuremath{\\geq}"},
    {0x2295, "\\ensuremath{\\oplus}"},
    {0x22c5, "\\ensuremath{\\cdot}"},
    {0x2308, "\\ensuremath{\\lceil}"},
    {0x2309, "\\ensuremath{\\rceil}"},
    {0x230a, "\\ensuremath{\\lfloor}"},
    {0x230b, "\\ensuremath{\\rfloor}"},
    {0x2713, "\\ensuremath{\\surd}"},
    {0x2717, "\\ensuremath{\\times}"},
};

constexpr bool areSorted() {
    for (std::size_t i = 1; i < std::size(kSigns); ++i)
        if (kSigns[i - 1].character >= kSigns[i].character) return false;
    return true;
}
static_assert(areSorted());

constexpr char16_t kSmallAlpha = 0x03b1, kCapitalAlpha = 0x0391;
// Omicron, and capitals that look like Latin ones, are Latin letters.
constexpr const char* kSmallGreek[] = {
    "alpha", "beta",  "gamma", "delta", "epsilon",  "zeta",  "eta", "theta",   "iota", "kappa", "lambda", "mu",   "nu",
    "xi",    nullptr, "pi",    "rho",   "varsigma", "sigma", "tau", "upsilon", "phi",  "chi",   "psi",    "omega"};
constexpr const char* kCapitalGreek[] = {
    "A",    "B", "\\Gamma", "\\Delta", "E",     "Z",       "H", "\\Theta",   "I",     "K", "\\Lambda", "M",      "N",
    "\\Xi", "O", "\\Pi",    "P",       nullptr, "\\Sigma", "T", "\\Upsilon", "\\Phi", "X", "\\Psi",    "\\Omega"};

/// The command that places a combining accent on the letter before it.
const char* accent(char16_t character) {
    switch (character) {
        case 0x0300: return "\\`";
        case 0x0301: return "\\'";
        case 0x0302: return "\\^";
        case 0x0303: return "\\~";
        case 0x0304: return "\\=";
        case 0x0306: return "\\u";
        case 0x0307: return "\\.";
        case 0x0308: return "\\\"";
        case 0x030a: return "\\r";
        case 0x030b: return "\\H";
        case 0x030c: return "\\v";
        case 0x0323: return "\\d";
        case 0x0327: return "\\c";
        default: return nullptr;
    }
}

QByteArray greek(char16_t character) {
    if (character >= kSmallAlpha && character < kSmallAlpha + std::size(kSmallGreek)) {
        const char* const name = kSmallGreek[character - kSmallAlpha];
        return name ? QByteArray("\\ensuremath{\\") + name + '}' : QByteArray("o");
    }
    if (character >= kCapitalAlpha && character < kCapitalAlpha + std::size(kCapitalGreek)) {
        const char* const name = kCapitalGreek[character - kCapitalAlpha];
        if (name) return name[0] == '\\' ? QByteArray("\\ensuremath{") + name + '}' : QByteArray(name);
    }
    return "?";
}

QByteArray latexOf(QChar character) {
    const char16_t code = character.unicode();
    const auto found = std::lower_bound(std::begin(kSigns), std::end(kSigns), code,
                                        [](const Sign& sign, char16_t c) { return sign.character < c; });
    if (found != std::end(kSigns) && found->character == code) return found->latex;
    if (character.isSpace()) return " ";
    if (code < 0x80) return QByteArray(1, static_cast<char>(code));
    const QString parts = QString(character).normalized(QString::NormalizationForm_D);
    if (parts.size() == 1) return greek(code);
    QByteArray out = latexOf(parts[0]);
    for (qsizetype i = 1; i < parts.size(); ++i)
        if (const char* const command = accent(parts[i].unicode())) out = command + ('{' + out + '}');
    return out;
}

/// Whether a character has no width: control characters other than spaces, and formatting characters.
bool isUnseen(QChar character) {
    return character.category() == QChar::Other_Format ||
           (character.category() == QChar::Other_Control && !character.isSpace());
}

/// Appends a text and keeps the spaces at its ends.
void append(QByteArray& out, const QString& text) {
    for (const QChar character : text.normalized(QString::NormalizationForm_C)) {
        if (character.isLowSurrogate() || character.isMark()) continue;  // one question mark per sign
        if (isUnseen(character)) continue;
        const QByteArray latex = latexOf(character);
        if (latex.isEmpty()) continue;
        const char first = latex.front();
        if (first == ' ')
            out += out.isEmpty() || out.endsWith(' ') ? "\\ " : " ";
        else if (std::strchr("-,'", first) && out.endsWith(first))
            out += "{}" + latex;  // two quotes would form another sign
        else
            out += latex;
    }
}

/// Keeps the spaces at the end.
QByteArray closed(QByteArray text) {
    if (text.endsWith(' ') && !text.endsWith("\\ ")) text.insert(text.size() - 1, '\\');
    return text;
}

}  // namespace

QByteArray latexText(const QString& text) {
    QByteArray out;
    append(out, text);
    return closed(std::move(out));
}

QString missingInLatex(const QString& text) {
    QString missing;
    const QString composed = text.normalized(QString::NormalizationForm_C);
    for (const char32_t code : composed.toUcs4()) {
        const QString sign = QString::fromUcs4(&code, 1);
        if (code < 0x80 || isUnseen(sign[0]) || sign[0].isMark() || missing.contains(sign)) continue;
        // Of the sign itself, or of the letter below an accent.
        if (code != U'¿' && latexOf(sign[0]).contains('?')) missing += sign;
    }
    return missing;
}

QByteArray latexSymbols(const QString& text) {
    QByteArray out;
    for (const SymbolRun& run : symbolRuns(text))
        if (run.isSubscript)
            out += "\\textsubscript{" + latexText(run.text) + '}';
        else
            append(out, run.text);
    return closed(std::move(out));
}

QString missingInLatexText(const QString& missing) {
    return Text::tr("LaTeX's standard fonts lack these characters, which become question marks: %1").arg(missing);
}

}  // namespace bubblescope
