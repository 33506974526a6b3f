#include "widgets/kit/symbol.h"

#include "widgets/kit/notation.h"

#include <QRegularExpression>
#include <QTextDocumentFragment>

namespace bubblescope {

namespace {

const QRegularExpression& subscript() {
    static const QRegularExpression kSubscript(QStringLiteral("(?<![A-Za-z_])([AMTr])_([A-Za-z]+)"));
    return kSubscript;
}

QFont subscriptFont(QFont font) {
    font.setPixelSize(qRound(subscriptPixels(font.pixelSize())));
    return font;
}

}  // namespace

std::vector<SymbolRun> symbolRuns(const QString& written) {
    const QString text = inNotation(written);
    std::vector<SymbolRun> runs;
    qsizetype at = 0;
    for (auto found = subscript().globalMatch(text); found.hasNext();) {
        const auto match = found.next();
        runs.push_back({text.mid(at, match.capturedEnd(1) - at), false});
        runs.push_back({match.captured(2), true});
        at = match.capturedEnd();
    }
    if (at < text.size()) runs.push_back({text.mid(at), false});
    return runs;
}

QString keptTogether(QString html) { return html.replace(QChar(0x202f), QChar::Nbsp); }

QString symbolHtml(const QString& text) {
    return keptTogether(inNotation(text).toHtmlEscaped().replace(subscript(), QStringLiteral("\\1<sub>\\2</sub>")));
}

QString symbolText(const QString& html) {
    QString marked = html;
    return QTextDocumentFragment::fromHtml(marked.replace(QLatin1String("<sub>"), QLatin1String("_"))).toPlainText();
}

QString tipHtml(const QString& text) {
    return QStringLiteral("<p>%1</p>").arg(symbolHtml(text).replace(QLatin1Char('\n'), QLatin1String("<br>")));
}

double drawSymbols(QPainter& painter, QPointF baseline, const QString& text) {
    const QFont font = painter.font();
    double x = baseline.x();
    for (const auto& [piece, isSubscript] : symbolRuns(text)) {
        painter.setFont(isSubscript ? subscriptFont(font) : font);
        painter.drawText(QPointF(x, baseline.y() + (isSubscript ? font.pixelSize() * kSubscriptDrop : 0)), piece);
        x += QFontMetricsF(painter.font()).horizontalAdvance(piece);
    }
    painter.setFont(font);
    return x - baseline.x();
}

double symbolsWidth(const QFont& font, const QString& text) {
    double width = 0;
    for (const auto& [piece, isSubscript] : symbolRuns(text))
        width += QFontMetricsF(isSubscript ? subscriptFont(font) : font).horizontalAdvance(piece);
    return width;
}

QString elidedSymbols(const QFont& font, const QString& text, double width) {
    if (symbolsWidth(font, text) <= width) return text;
    QString shown = text;
    while (!shown.isEmpty() && symbolsWidth(font, shown + QChar(0x2026)) > width) shown.chop(1);
    return shown + QChar(0x2026);
}

}  // namespace bubblescope
