// SVG: text is text, looks are classes in a style sheet, and groups have names and data. The document is an element of
// the metadata.

#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/picture/embedded_document.h"
#include "widgets/picture/picture.h"
#include "widgets/picture/picture_number.h"
#include "widgets/picture/typeface.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace bubblescope {

namespace {

QByteArray text(const QPointF& point) { return shortNumber(point.x()) + ' ' + shortNumber(point.y()); }

QByteArray hex(const QColor& color) { return color.name().toLatin1(); }

/// "fill:#265ad2", with opacity if necessary.
QByteArray inked(const QByteArray& property, const QColor& color) {
    QByteArray rule = property + ':' + hex(color);
    if (color.alpha() < 255) rule += ';' + property + "-opacity:" + shortNumber(std::round(color.alphaF() * 100) / 100);
    return rule;
}

/// The declarations that several looks share, each with all of its selectors.
class StyleSheet {
public:
    /// `wider` is a selector that covers more things with the same declaration.
    void add(const QByteArray& selector, const QByteArray& wider, const QByteArray& declaration) {
        for (auto& [known, selectors] : m_rules)
            if (known == declaration) {
                if (!selectors.contains(wider)) selectors += selector;
                return;
            }
        m_rules.push_back({declaration, {selector}});
    }

    QByteArray text() const {
        QByteArray out;
        for (const auto& [declaration, selectors] : m_rules) out += selectors.join(',') + '{' + declaration + "}\n";
        return out;
    }

private:
    std::vector<std::pair<QByteArray, QByteArrayList>> m_rules;
};

/// Class names as style sheets accept them: none begins with a digit.
QByteArray classesOf(const QByteArray& names) {
    QByteArray classes = names;
    for (qsizetype i = classes.size(); i-- > 0;)
        if (classes[i] >= '0' && classes[i] <= '9' && (i == 0 || classes[i - 1] == ' ')) classes.insert(i, 'c');
    return classes;
}

QByteArray selectorOf(const Look& look) {
    const QByteArray own = '.' + classesOf(look.names).replace(' ', '.');
    return look.within.isEmpty() ? own : '.' + classesOf(look.within) + ' ' + own;
}

QByteArray strokeOf(const Stroke& stroke) {
    QByteArray rule = inked("stroke", stroke.color);
    if (stroke.width != 1) rule += ";stroke-width:" + shortNumber(stroke.width);
    if (stroke.isRound) rule += ";stroke-linecap:round;stroke-linejoin:round";
    if (stroke.order == Stroke::Order::Behind) rule += ";paint-order:stroke";
    if (stroke.dashes.isEmpty()) return rule;
    QByteArray dashes;
    for (const qreal dash : stroke.dashes) dashes += (dashes.isEmpty() ? "" : " ") + shortNumber(dash * stroke.width);
    rule += ";stroke-dasharray:" + dashes;
    if (stroke.dashOffset != 0) rule += ";stroke-dashoffset:" + shortNumber(stroke.dashOffset * stroke.width);
    return rule;
}

bool isLined(const Look& look) { return look.stroke && look.stroke->order != Stroke::Order::Apart; }

QByteArray fontOf(const Lettering& lettering) {
    QByteArray rule = "font-size:" + QByteArray::number(lettering.font.pixelSize()) +
                      "px;font-weight:" + QByteArray::number(static_cast<int>(lettering.font.weight()));
    if (lettering.anchor == Anchor::Middle) rule += ";text-anchor:middle";
    if (lettering.anchor == Anchor::End) rule += ";text-anchor:end";
    return rule;
}

void addLook(StyleSheet& sheet, const Look& look) {
    const QByteArray selector = selectorOf(look), wider = selectorOf({look.names.split(' ').first(), look.within});
    const auto add = [&](const QByteArray& declaration) { sheet.add(selector, wider, declaration); };
    if (look.lettering) add(fontOf(*look.lettering));
    if (look.hatch)
        add("fill:url(#hatch-" + look.hatch->name + ')');
    else if (look.fill.isValid())
        add(inked("fill", look.fill));
    else if (isLined(look))
        add("fill:none");
    if (isLined(look)) add(strokeOf(*look.stroke));
}

QByteArray data(const QPainterPath& path) {
    QByteArray out;
    QPointF begin, at;
    for (int i = 0; i < path.elementCount(); ++i) {
        const QPainterPath::Element& to = path.elementAt(i);
        const bool isLast = i + 1 == path.elementCount() || path.elementAt(i + 1).isMoveTo();
        if (to.isMoveTo()) {
            out += 'M' + text(to);
            begin = to;
        } else if (to.isCurveTo()) {
            out += 'C' + text(to) + ' ' + text(path.elementAt(i + 1)) + ' ' + text(path.elementAt(i + 2));
            i += 2;
        } else if (isLast && to == begin) {
            out += 'z';
        } else {
            out += to.x == at.x() ? 'V' + shortNumber(to.y) : to.y == at.y() ? 'H' + shortNumber(to.x) : 'L' + text(to);
        }
        at = path.elementAt(i);
    }
    return out;
}

/// One period of a hatch; what its path draws outside is cut off.
QByteArray pattern(const Hatch& hatch) {
    const QByteArray side = shortNumber(kHatchPeriod);
    QByteArray out = "<pattern id=\"hatch-" + hatch.name + "\" width=\"" + side + "\" height=\"" + side +
                     "\" patternUnits=\"userSpaceOnUse\"";
    if (hatch.scale != 1) out += " patternTransform=\"scale(" + QByteArray::number(hatch.scale, 'g', 8) + ")\"";
    return out + "><rect width=\"" + side + "\" height=\"" + side + "\" fill=\"" + hex(hatch.ground) +
           "\"/><path d=\"" + data(hatchPath(hatch.lines, {0, 0, kHatchPeriod, kHatchPeriod})) + "\" fill=\"" +
           hex(hatch.ink) + "\"/></pattern>\n";
}

constexpr std::ptrdiff_t kMostTexts = 5'000;  // from this number on, texts are written as compactly as possible

class SvgWriter {
public:
    explicit SvgWriter(DisplayList list) : m_list(std::move(list)) {}

    QByteArray write(const std::string& json) {
        const QByteArray width = shortNumber(m_list.size.width()), height = shortNumber(m_list.size.height());
        const auto side = [this](double pixels) {
            return m_list.isInPoints ? shortNumber(pixels * kPointsAPixel) + "pt" : shortNumber(pixels);
        };
        m_out =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"bubblescope\" role=\"img\" width=\"" +
            side(m_list.size.width()) + "\" height=\"" + side(m_list.size.height()) + "\" viewBox=\"0 0 " + width +
            ' ' + height + "\">\n<title>" +
            xmlEscaped(m_list.title.isEmpty() ? QStringLiteral("Bubblescope") : m_list.title) + "</title>\n" +
            svgMetadata(json) + '\n';
        writeStyle();
        writePatterns();
        m_isLong = std::ranges::count_if(m_list.items, [](const DisplayItem& item) {
                       return std::holds_alternative<DisplayText>(item);
                   }) > kMostTexts;
        for (const DisplayItem& item : m_list.items) {
            if (!std::holds_alternative<DisplayText>(item)) endLine();
            std::visit([this](const auto& thing) { writeItem(thing); }, item);
        }
        endLine();
        m_out += "</svg>\n";
        return std::move(m_out);
    }

private:
    void writeStyle() {
        StyleSheet sheet;
        sheet.add("text", "text",
                  "font-family:" + xmlEscaped(fontStack(bubblescope::familyOf(m_list))) + ";white-space:pre");
        for (const Look& look : m_list.looks) addLook(sheet, look);
        m_out += "<style>\n" + sheet.text();
        nameOwn();
        for (const auto& [own, name] : m_ownClasses) m_out += '.' + name + '{' + own + "}\n";
        m_out += "</style>\n";
    }

    void writePatterns() {
        QByteArray patterns;
        std::set<QByteArray> written;
        for (const Look& look : m_list.looks)
            if (look.hatch && written.insert(look.hatch->name).second) patterns += pattern(*look.hatch);
        if (!patterns.isEmpty()) m_out += "<defs>\n" + patterns + "</defs>\n";
    }

    const Look* lookOf(LookId id) const {
        return id == kNoLook ? nullptr : &m_list.looks[static_cast<std::size_t>(id)];
    }

    /// Properties that many things have in addition to their looks become a class, which is shorter; its rule follows
    /// those of looks.
    void nameOwn() {
        constexpr int kMany = 16;
        std::map<QByteArray, int> count;
        const auto add = [&](LookId id, const QByteArray& own) {
            if (!own.isEmpty() && isWeak(id)) ++count[own];
        };
        for (const DisplayItem& item : m_list.items) {
            if (const auto* rect = std::get_if<DisplayRect>(&item)) add(rect->look, ownOf(*rect));
            if (const auto* words = std::get_if<DisplayText>(&item)) add(words->look, ownOf(*words));
        }
        for (const auto& [own, things] : count)
            if (things >= kMany) m_ownClasses[own] = "o" + QByteArray::number(static_cast<int>(m_ownClasses.size()));
    }

    /// Whether a later rule with one class overrides the look's rule.
    bool isWeak(LookId id) const {
        const Look* const look = lookOf(id);
        return look && look->within.isEmpty() && !look->names.contains(' ');
    }

    /// Starts an element with its own properties in addition to its look: as a class or as a style attribute, because
    /// rules of the style sheet override other attributes.
    void open(const char* element, LookId id, const QByteArray& own = {}) {
        m_out += '<';
        m_out += element;
        const auto named = own.isEmpty() || !isWeak(id) ? m_ownClasses.end() : m_ownClasses.find(own);
        const bool isNamed = named != m_ownClasses.end();
        if (const Look* look = lookOf(id))
            m_out += " class=\"" + classesOf(look->names) + (isNamed ? ' ' + named->second : QByteArray()) + '"';
        if (!own.isEmpty() && !isNamed) m_out += " style=\"" + own + '"';
    }

    void attribute(const char* name, double value) {
        m_out += ' ';
        m_out += name;
        m_out += "=\"";
        append(m_out, value);
        m_out += '"';
    }

    /// `share` is the part of its look's outline that an item uses, `pixels` the size of its type.
    QByteArray ownOf(LookId id, QRgb fill, double share = 1, double pixels = 0) const {
        const Look* const look = lookOf(id);
        QByteArrayList own;
        if (fill) own += inked("fill", QColor::fromRgba(fill));
        if (share < 1 && look && isLined(*look))
            own += "stroke-width:" + shortNumber(std::round(share * look->stroke->width * 100) / 100);
        if (pixels > 0) own += "font-size:" + shortNumber(pixels) + "px";
        return own.join(';');
    }
    QByteArray ownOf(const DisplayRect& rect) const { return ownOf(rect.look, rect.fill, rect.outline); }
    QByteArray ownOf(const DisplayText& words) const { return ownOf(words.look, words.fill, 1, words.pixels); }

    void writeData(const std::vector<Datum>& data) {
        for (const Datum& datum : data) {
            m_out += " data-";
            m_out += datum.name;
            m_out += "=\"" + xmlAttribute(datum.value) + '"';
        }
    }

    void close(const char* element, const QString& title) {
        if (title.isEmpty()) {
            m_out += "/>\n";
            return;
        }
        m_out += "><title>" + xmlEscaped(title) + "</title></";
        m_out += element;
        m_out += ">\n";
    }

    void writeItem(const DisplayGroup& group) {
        const Look* const look = lookOf(group.look);
        const QByteArray& names = look ? look->names : group.names;
        m_out += "<g";
        if (!names.isEmpty()) m_out += " class=\"" + classesOf(names) + '"';
        writeData(group.data);
        QByteArrayList moves;
        if (!group.at.isNull()) moves += "translate(" + text(group.at) + ')';
        if (group.scale != 1) moves += "scale(" + QByteArray::number(group.scale, 'g', 8) + ')';
        if (!moves.isEmpty()) m_out += " transform=\"" + moves.join(' ') + '"';
        m_out += ">\n";
    }

    void writeItem(const DisplayEnd&) { m_out += "</g>\n"; }

    void writeItem(const DisplayRect& rect) {
        if (rect.look == kNoLook) return writeColored(rect);
        const QRectF drawn = drawnOf(lookOf(rect.look), rect);
        if (m_isLong && rect.data.empty() && rect.title.isEmpty() && rect.radius == 0) {
            open("path", rect.look, ownOf(rect));
            const auto hundredths = [](double at) { return std::round(at * 100) / 100; };
            const double left = hundredths(drawn.left()), right = hundredths(drawn.right());
            m_out += " d=\"" + box({left, drawn.top(), right - left, drawn.height()}) + "\"/>\n";
            return;
        }
        open("rect", rect.look, ownOf(rect));
        if (drawn.x() != 0) attribute("x", drawn.x());
        if (drawn.y() != 0) attribute("y", drawn.y());
        attribute("width", drawn.width());
        attribute("height", drawn.height());
        if (rect.radius > 0) attribute("rx", rect.radius);
        writeData(rect.data);
        close("rect", rect.title);
    }

    /// A rectangle with only its own colour, as a path, which is shorter.
    void writeColored(const DisplayRect& rect) {
        m_out += "<path";
        if (rect.fill) m_out += " fill=\"" + hex(QColor(rect.fill)) + '"';
        m_out += " d=\"" + box(rect.rect) + "\"/>\n";
    }

    static QByteArray box(const QRectF& rect) {
        const QByteArray width = shortNumber(rect.width());
        return 'M' + text(rect.topLeft()) + 'h' + width + 'v' + shortNumber(rect.height()) + "h-" + width + 'z';
    }

    /// As one path, with whole hundredths from one rectangle to the next, so that rounding errors do not add up.
    void writeItem(const DisplayRects& rects) {
        constexpr long long kStep = 10;  // thousandths
        const auto rounded = [](double at) { return std::llround(at * 1000 / kStep) * kStep; };
        QByteArray data;
        long long x = 0, y = 0;
        for (const QRectF& whole : rects.rects) {
            const QRectF rect = drawnOf(lookOf(rects.look), rects, whole);
            const long long left = rounded(rect.left()), width = rounded(rect.right()) - left;
            if (width == 0) continue;
            const auto top = std::llround(rect.top() * 1000);
            data += data.isEmpty() ? 'M' : 'm';
            append(data, left - x);
            data += ' ';
            append(data, top - y);
            data += 'h';
            append(data, width);
            data += 'v';
            append(data, rect.height());
            data += "h-";
            append(data, width);
            data += 'z';
            x = left;
            y = top;
        }
        if (data.isEmpty()) return;
        open("path", rects.look, ownOf(rects.look, 0, rects.outline));
        m_out += " d=\"" + data + "\"/>\n";
    }

    void writeItem(const DisplayLine& line) {
        open("line", line.look);
        attribute("x1", line.line.x1());
        attribute("y1", line.line.y1());
        attribute("x2", line.line.x2());
        attribute("y2", line.line.y2());
        m_out += "/>\n";
    }

    void writeItem(const DisplayPath& path) {
        open("path", path.look, ownOf(path.look, path.fill));
        m_out += " d=\"" + data(path.path) + '"';
        close("path", path.title);
    }

    void writeItem(const DisplayCircle& circle) {
        open("circle", circle.look, ownOf(circle.look, circle.fill));
        attribute("cx", circle.centre.x());
        attribute("cy", circle.centre.y());
        attribute("r", circle.radius);
        m_out += "/>\n";
    }

    /// Writes texts that follow each other on a line, one element per look.
    void endLine() {
        for (const auto& [words, spans] : m_line) {
            open("text", words->look, ownOf(*words));
            attribute("y", words->at.y());
            m_out += '>' + spans + "</text>\n";
        }
        m_line.clear();
    }

    void addToLine(const DisplayText& words) {
        if (!m_line.empty() && m_line.front().first->at.y() != words.at.y()) endLine();
        auto known = std::ranges::find_if(
            m_line, [&](const auto& of) { return of.first->look == words.look && ownOf(*of.first) == ownOf(words); });
        if (known == m_line.end()) known = m_line.insert(known, {&words, {}});
        known->second += "<tspan x=\"" + shortNumber(std::round(words.at.x() * 10) / 10) + "\">" +
                         xmlEscaped(words.words) + "</tspan>";
    }

    void writeItem(const DisplayText& words) {
        if (m_isLong && !words.hasSubscripts) return addToLine(words);
        endLine();
        open("text", words.look, ownOf(words));
        attribute("x", words.at.x());
        attribute("y", words.at.y());
        if (words.hasSubscripts) {
            m_out += " xml:space=\"preserve\">";  // readers without style sheets would lose the space at the end
            writeSubscripts(words);
        } else {
            m_out += '>' + xmlEscaped(words.words);
        }
        m_out += "</text>\n";
    }

    void writeSubscripts(const DisplayText& words) {
        const Look* const look = lookOf(words.look);
        const double pixels = look && look->lettering ? look->lettering->font.pixelSize() : words.pixels;
        bool wasBelow = false;
        for (const SymbolRun& run : symbolRuns(words.words)) {
            if (run.isSubscript)
                m_out += "<tspan dy=\"" + shortNumber(pixels * kSubscriptDrop) + "\" font-size=\"" +
                         shortNumber(subscriptPixels(pixels)) + "\">" + xmlEscaped(run.text) + "</tspan>";
            else if (wasBelow)
                m_out +=
                    "<tspan dy=\"" + shortNumber(-pixels * kSubscriptDrop) + "\">" + xmlEscaped(run.text) + "</tspan>";
            else
                m_out += xmlEscaped(run.text);
            wasBelow = run.isSubscript;
        }
    }

    void writeItem(const DisplayPixels&) {}  // only for pictures of pixels

    DisplayList m_list;
    std::map<QByteArray, QByteArray> m_ownClasses;  // by their declarations
    bool m_isLong = false;
    std::vector<std::pair<const DisplayText*, QByteArray>> m_line;  // first text and all spans of each look
    QByteArray m_out;
};

Result<void> check(const QSizeF&, double) { return {}; }

Result<QByteArray> write(const Picture& picture, double, const std::string& json) {
    return SvgWriter(pageOf(picture)).write(json);
}

}  // namespace

const PictureFormat kSvg = {"svg", "SVG", QT_TRANSLATE_NOOP("Text", "for the web and for restyling"),
                            false, false, check,
                            write, isSvg, documentOfElement};

}  // namespace bubblescope
