// TikZ: a standalone LaTeX document that draws the picture, for pdflatex. Every look is a style with its own colours,
// defined at the top, where authors can change it; groups are scopes. The file contains everything that the picture
// needs except packages, so that several pictures in one paper do not conflict. The document is in comments at the end,
// in base64.

#include "engine/core/text.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/text.h"
#include "widgets/picture/latex_text.h"
#include "widgets/picture/picture.h"
#include "widgets/picture/picture_number.h"
#include "widgets/picture/typeface.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <set>

namespace bubblescope {

namespace {

constexpr char kMark[] = "% Drawn by Bubblescope";
constexpr char kDocumentBegin[] = "% bubblescope-scenario\n", kDocumentEnd[] = "% bubblescope-end\n";
constexpr qsizetype kMarkWithin = 4096;

/// A text inside a comment.
QByteArray commentOf(const QString& text) {
    QString line = text.simplified();
    return line.removeIf([](QChar c) { return c.category() == QChar::Other_Control; }).toUtf8();
}

/// The name of a look in the file: "bs-F-v2c1" for its colours, "bs F v2c1" for its styles.
QByteArray nameOf(const Look& look, char between) {
    QByteArray name = "bs " + (look.within.isEmpty() ? QByteArray() : look.within + ' ') + look.names;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-') c = ' ';
    return name.replace(' ', between);
}
QByteArray shapeStyle(const Look& look) { return nameOf(look, ' '); }
QByteArray textStyle(const Look& look) { return nameOf(look, ' ') + " text"; }

bool isOfShapes(const Look& look) { return look.fill.isValid() || look.hatch || look.stroke; }
bool isOfTexts(const Look& look) { return look.fill.isValid() || look.lettering; }

QByteArray hexOf(const QColor& color) { return color.name().mid(1).toUpper().toLatin1(); }

QByteArray definition(const QByteArray& name, const QColor& color) {
    return "\\definecolor{" + name + "}{HTML}{" + hexOf(color) + "}\n";
}

QByteArray opacity(const char* what, const QColor& color) {
    if (!color.isValid() || color.alpha() == 255) return {};
    return QByteArray(",") + what + " opacity=" + shortNumber(std::round(color.alphaF() * 100) / 100);
}

/// Lengths in points, and what is built from them.
struct Lengths {
    double point = kPointsAPixel;  // per pixel of the list, in LaTeX's bp

    QByteArray points(double pixels) const { return shortNumber(std::round(pixels * point * 100) / 100); }

    QByteArray place(const QPointF& at) const { return '(' + points(at.x()) + ',' + points(at.y()) + ')'; }

    QByteArray box(const QRectF& rect) const {
        return place(rect.topLeft()) + " rectangle " + place(rect.bottomRight());
    }

    /// "-- (1,2) .. controls (3,4) and (5,6) .. (7,8) -- cycle".
    QByteArray segments(const QPainterPath& path) const {
        constexpr int kALine = 5;
        QByteArray out;
        QPointF begin;
        for (int i = 0, drawn = 1; i < path.elementCount(); ++i, ++drawn) {
            const QPainterPath::Element& to = path.elementAt(i);
            const bool isLast = i + 1 == path.elementCount() || path.elementAt(i + 1).isMoveTo();
            if (!out.isEmpty()) out += drawn % kALine == 0 ? "\n  " : " ";
            if (to.isMoveTo()) {
                out += place(to);
                begin = to;
            } else if (to.isCurveTo()) {
                out += ".. controls " + place(to) + " and " + place(path.elementAt(i + 1)) + " .. " +
                       place(path.elementAt(i + 2));
                i += 2;
            } else {
                out += isLast && to == begin ? QByteArray("-- cycle") : "-- " + place(to);
            }
        }
        return out;
    }

    /// The name of a pattern determines it completely, because PGF remembers it for all pictures of a paper.
    QByteArray patternName(const Hatch& hatch) const {
        constexpr const char* kNames[] = {"none", "rising", "falling",  "upright", "level",
                                          "dots", "grid",   "diamonds", "dashes",  "checks"};
        return QByteArray("bs-") + kNames[static_cast<std::size_t>(hatch.lines)] + '-' +
               points(kHatchPeriod * hatch.scale);
    }

    /// A pattern in PGF, where y grows upwards.
    QByteArray pattern(const Hatch& hatch) const {
        const QByteArray side = points(kHatchPeriod * hatch.scale) + "bp";
        const auto pgfPoint = [&](const QPointF& at) {
            return "{\\pgfpoint{" + points(at.x() * hatch.scale) + "bp}{" +
                   points((kHatchPeriod - at.y()) * hatch.scale) + "bp}}";
        };
        QByteArray out = "\\pgfdeclarepatternformonly{" + patternName(hatch) + "}{\\pgfpointorigin}{\\pgfpoint{" +
                         side + "}{" + side + "}}{\\pgfpoint{" + side + "}{" + side + "}}{%\n";
        const QRectF tile(0, 0, kHatchPeriod, kHatchPeriod);
        for (const QPolygonF& polygon : hatchPath(hatch.lines, tile).toSubpathPolygons()) {
            if (!polygon.boundingRect().intersects(tile)) continue;
            for (qsizetype i = 0; i + 1 < polygon.size(); ++i)  // without the repeated first point
                out += (i == 0 ? "  \\pgfpathmoveto" : "\\pgfpathlineto") + pgfPoint(polygon[i]);
            out += "\\pgfpathclose\n";
        }
        return "\\ifcsname pgf@pattern@name@" + patternName(hatch) + "\\endcsname\\else\n" + out +
               "  \\pgfusepath{fill}}\n\\fi\n";
    }

    QByteArray lineOf(const Stroke& stroke, const QByteArray& color) const {
        QByteArray out = "draw=" + color + ",line width=" + points(stroke.width) + "bp" + opacity("draw", stroke.color);
        if (stroke.isRound) out += ",line cap=round,line join=round";
        if (stroke.dashes.isEmpty()) return out;
        out += ",dash pattern=";
        for (qsizetype i = 0; i < stroke.dashes.size(); ++i)
            out += (i % 2 == 0 ? "on " : "off ") + points(stroke.dashes[i] * stroke.width) + "bp ";
        if (stroke.dashOffset != 0) out += ",dash phase=" + points(stroke.dashOffset * stroke.width) + "bp";
        return out;
    }

    QByteArray shapeOptions(const Look& look) const {
        const QByteArray color = nameOf(look, '-');
        QByteArrayList options;
        if (look.stroke && look.stroke->order == Stroke::Order::Behind)
            options += "preaction={" + lineOf(*look.stroke, color + "-line") + '}';
        if (look.hatch)
            options += "preaction={fill=" + color + "},pattern=" + patternName(*look.hatch) +
                       ",pattern color=" + color + "-hatch";
        else if (look.fill.isValid())
            options += "fill=" + color + opacity("fill", look.fill);
        if (look.stroke && look.stroke->order == Stroke::Order::Above) options += lineOf(*look.stroke, color + "-line");
        return options.join(',');
    }

    /// "\bsfont{9.75}\bfseries".
    QByteArray fontOf(const QFont& font, double pixels) const {
        return "\\bsfont{" + points(pixels) + '}' + (font.weight() >= QFont::DemiBold ? "\\bfseries" : "");
    }

    QByteArray textOptions(const Look& look) const {
        QByteArrayList options;
        if (look.fill.isValid()) options += "text=" + nameOf(look, '-') + opacity("text", look.fill);
        if (look.lettering) {
            constexpr const char* kAnchors[] = {"base west", "base", "base east"};
            options += "font=" + fontOf(look.lettering->font, look.lettering->font.pixelSize());
            options += QByteArray("anchor=") + kAnchors[static_cast<int>(look.lettering->anchor)];
        }
        return options.join(',');
    }
};

/// The scale of a list that consists of one group.
double scaleOf(const DisplayList& list) {
    const auto* const group = list.items.empty() ? nullptr : std::get_if<DisplayGroup>(&list.items.front());
    if (!group || group->look != kNoLook || !group->at.isNull()) return 1;
    int depth = 0;
    for (std::size_t i = 0; i + 1 < list.items.size(); ++i) {
        depth += std::holds_alternative<DisplayGroup>(list.items[i]);
        depth -= std::holds_alternative<DisplayEnd>(list.items[i]);
        if (depth == 0) return 1;
    }
    return group->scale;
}

/// Writes a list. If it is one group, as in pictures with their own type size, all lengths are written as drawn.
class TikzWriter : Lengths {
public:
    explicit TikzWriter(DisplayList list) : m_list(std::move(list)) {
        const double scale = scaleOf(m_list);
        if (scale == 1) return;
        point *= scale;
        m_list.size /= scale;
        std::get<DisplayGroup>(m_list.items.front()).scale = 1;
    }

    /// Errors: more than pdflatex has memory for.
    Result<QByteArray> write(const std::string& json) {
        for (const DisplayItem& item : m_list.items) std::visit([this](const auto& thing) { writeItem(thing); }, item);
        flushRow();
        if (m_texts > kMostTexts || m_boxes > kMostBoxes) return tooMuch();
        return head() + m_out + tail(json);
    }

private:
    static constexpr int kMostTexts = 12'000, kMostBoxes = 100'000;  // of 5 million words, a text takes 290

    Error tooMuch() const {
        const auto thousands = [](int number) { return QString::fromStdString(withThousands(number)); };
        return {
            Text::tr(
                "LaTeX can draw %1 rectangles and %2 texts, but this picture has %3 and %4: turn numbers off, choose "
                "fewer schedules, or use PDF")
                .arg(thousands(kMostBoxes), thousands(kMostTexts), thousands(m_boxes), thousands(m_texts))
                .toStdString(),
            {}};
    }

    QByteArray head() const {
        QByteArray out = kMark + QByteArray(", which opens this file again.\n");
        if (!m_list.title.isEmpty()) out += "% " + commentOf(m_list.title) + '\n';
        if (const QString missing = missingInLatex(wordsOf(m_list)); !missing.isEmpty())
            out += "% " + commentOf(missingInLatexText(missing)) + '\n';
        out +=
            "% To use it in a paper, \\input this file, and put this line before \\begin{document}:\n"
            "%   \\usepackage{fix-cm,standalone,tikz} \\usetikzlibrary{patterns}\n"
            "% Or run pdflatex to make a PDF for \\includegraphics.\n"
            "\\documentclass[tikz,border=0pt]{standalone}\n"
            "\\usepackage{fix-cm,cmap,tikz}\n"
            "\\usetikzlibrary{patterns}\n"
            "\\begin{document}\n"
            "\\begin{tikzpicture}[x=1bp,y=-1bp,every node/.style={inner sep=0pt,outer sep=0pt}]\n"
            "\\def\\bsfont#1{\\fontsize{#1bp}{#1bp}\\" +
            QByteArray(isSerif(bubblescope::familyOf(m_list)) ? "rmfamily" : "sffamily") +
            "}\n"
            "% Sets a text, narrowed if it is wider than the space given to it.\n"
            "\\def\\bsfit#1#2{\\setbox0\\hbox{#2}\\ifdim\\wd0>#1bp\\resizebox{#1bp}{\\height}{\\box0}"
            "\\else\\box0\\fi}\n"
            "% The colours of each look.\n";
        for (const QRgb color : m_own) out += definition("bs-" + hexOf(color), color);
        for (const Look& look : m_list.looks) out += colorsOf(look);
        std::set<QByteArray> written;
        for (const Look& look : m_list.looks)
            if (look.hatch && written.insert(patternName(*look.hatch)).second) out += pattern(*look.hatch);
        out += "% How shapes and texts of each look are drawn.\n\\tikzset{\n";
        for (const Look& look : m_list.looks) {
            if (isOfShapes(look)) out += "  " + shapeStyle(look) + "/.style={" + shapeOptions(look) + "},\n";
            if (isOfTexts(look)) out += "  " + textStyle(look) + "/.style={" + textOptions(look) + "},\n";
        }
        return out + "}\n\\useasboundingbox " + box(QRectF(QPointF(), m_list.size)) + ";\n";
    }

    static QByteArray colorsOf(const Look& look) {
        const QByteArray name = nameOf(look, '-');
        QByteArray out;
        if (look.hatch)
            out += definition(name, look.hatch->ground) + definition(name + "-hatch", look.hatch->ink);
        else if (look.fill.isValid())
            out += definition(name, look.fill);
        if (look.stroke && look.stroke->order != Stroke::Order::Apart)
            out += definition(name + "-line", look.stroke->color);
        return out;
    }

    static QByteArray tail(const std::string& json) {
        constexpr qsizetype kALine = 100;
        QByteArray out = "\\end{tikzpicture}\n\\end{document}\n";
        if (json.empty()) return out;
        const QByteArray text = QByteArray::fromRawData(json.data(), static_cast<qsizetype>(json.size())).toBase64();
        out += QByteArray(kDocumentBegin);
        for (qsizetype at = 0; at < text.size(); at += kALine) out += "% " + text.mid(at, kALine) + '\n';
        return out + kDocumentEnd;
    }

    const Look* lookOf(LookId id) const {
        return id == kNoLook ? nullptr : &m_list.looks[static_cast<std::size_t>(id)];
    }

    QByteArray ownColor(QRgb color) {
        m_own.insert(color | 0xff000000);
        return "bs-" + hexOf(color);
    }

    /// The styles of a shape: first those of the groups around it, which its own override.
    QByteArrayList shapeStyles(LookId id, QRgb fill = 0) {
        QByteArrayList styles;
        for (const LookId around : m_around)
            if (const Look* const look = lookOf(around); look && isOfShapes(*look)) styles += shapeStyle(*look);
        if (const Look* const look = lookOf(id); look && isOfShapes(*look)) styles += shapeStyle(*look);
        if (fill) styles += "fill=" + ownColor(fill);
        return styles;
    }

    void writePath(const QByteArrayList& styles, const QByteArray& what) {
        flushRow();
        m_out += "\\path[" + styles.join(',') + "] " + what + ";\n";
    }

    void writeItem(const DisplayGroup& group) {
        flushRow();
        const Look* const look = lookOf(group.look);
        m_around.push_back(group.look);
        QByteArrayList notes, options;
        for (const Datum& datum : group.data) notes += datum.name + (' ' + commentOf(datum.value));
        const QByteArray& names = look ? look->names : group.names;
        if (!names.isEmpty() || !notes.isEmpty())
            m_out += "% " + names + (notes.isEmpty() ? "" : ": ") + notes.join(", ") + '\n';
        if (look && isOfTexts(*look)) options += "every node/.append style={" + textStyle(*look) + '}';
        const QByteArray shift = "shift={" + place(group.at) + '}';
        if (group.scale != 1)
            options += "transform canvas={" + shift + ",scale=" + QByteArray::number(group.scale, 'g', 8) + '}';
        else if (!group.at.isNull())
            options += shift;
        m_out += "\\begin{scope}";
        if (!options.isEmpty()) m_out += '[' + options.join(',') + ']';
        m_out += '\n';
    }

    void writeItem(const DisplayEnd&) {
        flushRow();
        m_around.pop_back();
        m_out += "\\end{scope}\n";
    }

    void writeItem(const DisplayRect& rect) {
        const Look* const look = lookOf(rect.look);
        QByteArrayList styles = shapeStyles(rect.look, rect.fill);
        if (look && look->stroke && rect.outline != 1) {
            const double width = look->stroke->width * rect.outline;
            if (look->stroke->order == Stroke::Order::Above)
                styles += rect.outline > 0 ? "line width=" + points(width) + "bp" : QByteArray("draw=none");
        }
        if (rect.radius > 0) styles += "rounded corners=" + points(rect.radius) + "bp";
        addToRow(rect.rect, styles.join(','), drawnOf(look, rect));
    }

    void writeItem(const DisplayRects& rects) {
        const Look* const look = lookOf(rects.look);
        QByteArrayList styles = shapeStyles(rects.look);
        styles += "draw=none";
        flushRow();
        m_row.push_back({styles.join(','), {}});
        for (const QRectF& rect : rects.rects) m_row.front().boxes += box(drawnOf(look, rects, rect));
        flushRow();
    }

    void writeItem(const DisplayLine& line) {
        writePath(shapeStyles(line.look), place(line.line.p1()) + " -- " + place(line.line.p2()));
    }

    void writeItem(const DisplayPath& path) {
        if (!path.path.isEmpty()) writePath(shapeStyles(path.look, path.fill), segments(path.path));
    }

    void writeItem(const DisplayCircle& circle) {
        writePath(shapeStyles(circle.look, circle.fill),
                  place(circle.centre) + " circle[radius=" + points(circle.radius) + "bp]");
    }

    void writeItem(const DisplayText& words) {
        if (words.words.trimmed().isEmpty()) return;
        flushRow();
        ++m_texts;
        const Look* const look = lookOf(words.look);
        QByteArrayList options;
        if (look && isOfTexts(*look)) options += textStyle(*look);
        if (words.fill) options += "text=" + ownColor(words.fill);
        if (words.pixels > 0) options += "font=" + fontOf(fontAround(look), words.pixels);
        const QByteArray text = words.hasSubscripts ? latexSymbols(words.words) : latexText(words.words);
        m_out += "\\node[" + options.join(',') + "] at " + place(words.at) + " {" + fitted(text, words, look) + "};\n";
    }

    /// Texts other than numbers are limited to their width in our font, because LaTeX's font may be wider.
    QByteArray fitted(const QByteArray& text, const DisplayText& words, const Look* look) const {
        constexpr int kNumber = 5;
        if (words.words.size() <= kNumber) return text;
        QFont font = fontAround(look);
        if (words.pixels > 0) font.setPixelSize(qMax(1, qRound(words.pixels)));
        const double width =
            words.hasSubscripts ? symbolsWidth(font, words.words) : QFontMetricsF(font).horizontalAdvance(words.words);
        return "\\bsfit{" + points(width) + "}{" + text + '}';
    }

    void writeItem(const DisplayPixels&) {}  // only for pictures of pixels

    QFont fontAround(const Look* look) const {
        if (look && look->lettering) return look->lettering->font;
        for (auto around = m_around.rbegin(); around != m_around.rend(); ++around)
            if (const Look* const group = lookOf(*around); group && group->lettering) return group->lettering->font;
        return {};
    }

    /// Rectangles that follow each other in a row do not overlap, so those of one look form one path.
    void addToRow(const QRectF& whole, const QByteArray& styles, const QRectF& drawn) {
        const bool follows = whole.top() == m_rowEnd.y() && whole.height() == m_rowHeight && whole.x() >= m_rowEnd.x();
        if (!follows) flushRow();
        m_rowEnd = {whole.right(), whole.top()};
        m_rowHeight = whole.height();
        auto known = std::find_if(m_row.begin(), m_row.end(), [&](const Boxes& of) { return of.styles == styles; });
        if (known == m_row.end()) known = m_row.insert(known, {styles, {}});
        known->boxes += box(drawn);
    }

    void flushRow() {
        constexpr qsizetype kALine = 4, kAPath = 400;  // TeX keeps a path in memory until it is drawn
        for (const Boxes& of : m_row) {
            m_boxes += static_cast<int>(of.boxes.size());
            for (qsizetype i = 0; i < of.boxes.size(); ++i) {
                if (i % kAPath == 0) m_out += (i > 0 ? ";\n\\path[" : "\\path[") + of.styles + ']';
                m_out += (i % kALine == 0 && i % kAPath > 0 ? "\n  " : " ") + of.boxes[i];
                if (i + 1 == of.boxes.size()) m_out += ";\n";
            }
        }
        m_row.clear();
        m_rowEnd = {};
        m_rowHeight = -1;
    }

    struct Boxes {
        QByteArray styles;
        QByteArrayList boxes;
    };

    DisplayList m_list;
    QByteArray m_out;
    std::set<QRgb> m_own;  // colours without a look
    std::vector<LookId> m_around;
    std::vector<Boxes> m_row;
    QPointF m_rowEnd;  // its top right corner
    double m_rowHeight = -1;
    int m_texts = 0, m_boxes = 0;
};

Result<void> check(const QSizeF& size, double scale) {
    return kPdf.check(size, scale);
}  // because it will be compiled to PDF

Result<QByteArray> write(const Picture& picture, double, const std::string& json) {
    return TikzWriter(pageOf(picture)).write(json);
}

bool isTikz(const QByteArray& file) { return file.first(std::min(file.size(), kMarkWithin)).contains(kMark); }

/// Editors may have changed line endings, or wrapped lines.
std::optional<std::string> documentOfTikz(const QByteArray& file) {
    const QByteArray begin = QByteArray(kDocumentBegin).trimmed(), end = QByteArray(kDocumentEnd).trimmed();
    const qsizetype from = file.lastIndexOf(begin), to = file.lastIndexOf(end);
    if (from < 0 || to < from) return std::nullopt;
    QByteArray text = file.mid(from + begin.size(), to - from - begin.size());
    text.removeIf([](char c) { return c == '%' || c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
    const auto document = QByteArray::fromBase64Encoding(text, QByteArray::AbortOnBase64DecodingErrors);
    if (!document || document.decoded.isEmpty()) return std::nullopt;
    return document.decoded.toStdString();
}

}  // namespace

const PictureFormat kTikz = {"tex", "TikZ", QT_TRANSLATE_NOOP("Text", "for LaTeX, with a style for every look"),
                             false, false,  check,
                             write, isTikz, documentOfTikz};

}  // namespace bubblescope
