#pragma once

#include <QRectF>
#include <QRegularExpression>
#include <QSize>
#include <QStringList>
#include <QXmlStreamReader>

#include <map>
#include <vector>

// The content of a picture's SVG, read as an author's program would read it.

namespace bubblescope {

/// A cell, or a path of cells, of a semantic SVG.
struct Shape {
    QString schedule;
    int device = -1;
    QString name;  // its class
    QRectF rect;   // for a cell
    QString data;  // for a path
    QString fill;  // for a stretch
    QString title;
    QString lane;  // the role of its lane
    QString op;    // for a cell: "microbatch stage chunk"
};

struct Drawing {
    QSize size;
    std::vector<Shape> cells, transfers, paths, stretches, idle;
    std::vector<Shape> rows;               // from the start to the end of their content
    std::map<QString, QStringList> texts;  // by class
    QString style;
};

inline QString attribute(const QXmlStreamReader& xml, const char* name) {
    return xml.attributes().value(QLatin1String(name)).toString();
}

inline bool isKind(const QString& name) {
    return QStringLiteral("FBIW").contains(name.section(' ', 0, 0)) && !name.isEmpty();
}

/// Reads an SVG as an author's program would read it. Fails if the SVG is malformed.
inline Drawing parsed(const QByteArray& svg) {
    Drawing out;
    QXmlStreamReader xml(svg);
    QString schedule, lane;
    int device = -1;
    Shape* last = nullptr;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        const QString element = xml.name().toString(), name = attribute(xml, "class");
        if (element == "svg") out.size = {attribute(xml, "width").toInt(), attribute(xml, "height").toInt()};
        if (element == "style") out.style = xml.readElementText();
        if (name == "schedule") schedule = attribute(xml, "data-kind");
        if (name == "device") device = attribute(xml, "data-device").toInt();
        if (element == "g" && xml.attributes().hasAttribute("data-lane")) lane = attribute(xml, "data-lane");
        if (name == "axis") device = -1;
        if (element == "text") out.texts[name].append(xml.readElementText());
        if (element == "title" && last) last->title = xml.readElementText(), last = nullptr;
        if (device < 0) continue;
        Shape shape{schedule, device, name, {}, attribute(xml, "d"), attribute(xml, "fill"), {}, lane, {}};
        const QStringList op{attribute(xml, "data-microbatch"), attribute(xml, "data-stage"),
                             attribute(xml, "data-chunk")};
        shape.op = op.join(' ');
        shape.rect = {attribute(xml, "x").toDouble(), attribute(xml, "y").toDouble(),
                      attribute(xml, "width").toDouble(), attribute(xml, "height").toDouble()};
        if (element == "rect" && isKind(name)) last = &out.cells.emplace_back(shape);
        if (element == "rect" && name.section(' ', 0, 0) == "fetch") last = &out.transfers.emplace_back(shape);
        if (element == "rect" && name == "row-ground") out.rows.push_back(shape);
        if (element == "path" && name == "idle") out.idle.push_back(shape);
        if (element == "path" && isKind(name)) out.paths.push_back(shape);
        if (element == "path" && name.isEmpty()) {
            static const QRegularExpression kRect(
                QStringLiteral("^M([0-9.]+) ([0-9.]+)h([0-9.]+)v([0-9.]+)h-([0-9.]+)z$"));
            const auto match = kRect.match(shape.data);
            if (!match.hasMatch() || match.captured(3) != match.captured(5)) qFatal("%s", qPrintable(shape.data));
            const auto number = [&](int i) { return match.captured(i).toDouble(); };
            shape.rect = {number(1), number(2), number(3), number(4)};
            out.stretches.push_back(shape);
        }
    }
    if (xml.hasError()) qFatal("not well-formed: %s", qPrintable(xml.errorString()));
    return out;
}

}  // namespace bubblescope
