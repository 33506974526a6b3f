#include "widgets/schemes/scheme_card.h"

#include "engine/steps/run_step.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"
#include "widgets/schemes/scheme_thumbnail.h"
#include "widgets/shown/format.h"
#include "widgets/shown/op_palette.h"

#include <QPainter>
#include <QTextLayout>

namespace bubblescope {

namespace {

constexpr int kRing = 3;  // room around a card for the ring of the focus
constexpr int kTitleLines = 2;

/// The lines of a text at most, the last one with an ellipsis where there is more.
QStringList wrapped(const QString& text, const QFont& font, double width, int most) {
    QStringList lines;
    QTextLayout layout(text, font);
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(width);
        const bool isLast = lines.size() + 1 == most;
        const QString rest = text.mid(line.textStart(), isLast ? -1 : line.textLength()).trimmed();
        lines << QFontMetricsF(font).elidedText(rest, Qt::ElideRight, width);
        if (isLast) break;
    }
    layout.endLayout();
    return lines;
}

QFont titleFont(bool isLarge, bool isMarked) {
    return isLarge ? uiFont(13, QFont::DemiBold) : uiFont(11, isMarked ? QFont::DemiBold : QFont::Normal);
}

}  // namespace

SchemeCard::SchemeCard(QWidget* parent) : QAbstractButton(parent) {
    setCheckable(true);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::ClickFocus);
}

void SchemeCard::setOutcome(const Outcome& outcome) {
    m_isCustom = false;
    m_outcome = outcome;
    m_lines.clear();
    QStringList tip{outcome.title};
    if (outcome.run && outcome.run->schedule.scheme) {
        const Scheme& scheme = *outcome.run->schedule.scheme;
        m_lines = {tr("compute: %1").arg(toQString(computeFormula(scheme))),
                   tr("store: %1").arg(toQString(storeFormula(scheme)))};
        tip += m_lines;
        QStringList sizes{tr("%1 workers").arg(scheme.workers), tr("%1 stages").arg(scheme.stages),
                          tr("%1 batches").arg(scheme.batches)};
        for (const SchemeParameter& parameter : parametersOf(scheme))
            sizes << tr("%1 = %2").arg(toQString(parameter.name)).arg(parameter.value);
        tip << sizes.join(QStringLiteral(", ")) << toQString(findKind(Family::Scheme, scheme.kind)->source);
    } else if (outcome.run && outcome.run->step) {
        const StepRun& step = *outcome.run->step;
        m_lines = {tr("takes %1 · exposed %2")
                       .arg(formatNumber(toUnits(outcome.run->metrics.totalTime)),
                            formatNumber(step.exposedComm / kMicroUnits, 4)),
                   toQString(outcome.run->schedule.kind->source)};
        tip += m_lines;
    } else {
        tip << (outcome.isAwaited() ? outcome.awaitedText() : outcome.refusal);
    }
    setText(outcome.title);
    setAccessibleName(outcome.title);
    setAccessibleDescription(tip.mid(1).join(QStringLiteral(". ")));
    setToolTip(tipHtml(tip.join('\n')));
    update();
}

void SchemeCard::setCustom() {
    m_isCustom = true;
    m_outcome = {};
    m_lines = {tr("compute: your formula"), tr("store: your formula")};
    setText(tr("Write your own"));
    setAccessibleName(text());
    setAccessibleDescription(tr("Opens a scheme with formulas of your own"));
    setToolTip(tipHtml(
        tr("Two formulas of an op's stage, batch and direction: the worker that computes it, and the worker that "
           "stores its weights")));
}

void SchemeCard::setLarge(bool isLarge) {
    m_isLarge = isLarge;
    update();
}

QRect SchemeCard::pictureRect() const {
    const int pad = kRing + (m_isLarge ? 12 : 6);
    const QFontMetrics title(titleFont(m_isLarge, false)), line(uiFont(11.5));
    const int text = m_isLarge ? 8 + title.height() + 2 * (line.height() + 1) : 3 + kTitleLines * title.height();
    return rect().adjusted(pad, pad, -pad, -(m_isLarge ? pad : kRing + 2) - text);
}

void SchemeCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintGround(painter);
    paintPicture(painter);
    paintText(painter);
}

void SchemeCard::paintGround(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    const QRectF box = QRectF(rect()).adjusted(kRing, kRing, -kRing, -kRing);
    if (hasFocus()) {
        QColor ring = theme.accent;
        ring.setAlphaF(0.45f);
        painter.setPen(QPen(ring, kRing - 0.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.adjusted(-1.25, -1.25, 1.25, 1.25), 7, 7);
    }
    const bool isLit = isChecked() || isDown();
    QPen pen(isLit ? theme.accent : underMouse() ? theme.mutedText : theme.line, isLit ? 1.5 : 1);
    if (m_isCustom && !isLit) pen.setStyle(Qt::DashLine);
    painter.setPen(pen);
    painter.setBrush(isLit ? mixed(theme.field, theme.accent, 0.08) : theme.field);
    const double half = pen.widthF() / 2;
    painter.drawRoundedRect(box.adjusted(half, half, -half, -half), 6, 6);
}

void SchemeCard::paintPicture(QPainter& painter) {
    const Theme& theme = themeOf(palette());
    const QRect box = pictureRect();
    if (box.isEmpty()) return;
    if (m_isCustom) {
        QFont font = uiFont(std::min(box.height() * 0.62, 44.0), QFont::Light);
        font.setItalic(true);
        painter.setFont(font);
        painter.setPen(theme.accent);
        return painter.drawText(box, Qt::AlignCenter, QString::fromUtf8("ƒ(x)"));
    }
    if (!m_outcome.run) {
        painter.setFont(uiFont(11));
        painter.setPen(theme.mutedText);
        const QString why = m_outcome.isAwaited() ? m_outcome.awaitedText() : tr("does not run");
        return painter.drawText(box, Qt::AlignCenter | Qt::TextWordWrap, why);
    }
    const double ratio = devicePixelRatioF();
    const QSize size = (QSizeF(box.size()) * ratio).toSize();
    if (m_pictured != m_outcome.run || m_picturedSize != size || m_picturedTheme != static_cast<int>(theme.id)) {
        const Timeline& timeline = *m_outcome.run->timeline;
        m_picture = QPixmap::fromImage(m_outcome.run->step ? stepThumbnail(timeline, size, theme.id)
                                                           : schemeThumbnail(timeline, size, theme.id));
        m_picture.setDevicePixelRatio(ratio);
        m_pictured = m_outcome.run;
        m_picturedSize = size;
        m_picturedTheme = static_cast<int>(theme.id);
    }
    painter.drawPixmap(box.topLeft(), m_picture);
}

void SchemeCard::paintText(QPainter& painter) const {
    const Theme& theme = themeOf(palette());
    const QRect picture = pictureRect();
    const QFont font = titleFont(m_isLarge, isChecked());
    const QFontMetrics metrics(font);
    painter.setFont(font);
    const bool isQuiet = !m_isLarge && !isChecked() && !underMouse() && !hasFocus();
    painter.setPen(m_isCustom ? theme.accent : isQuiet ? theme.mutedText : theme.text);
    if (!m_isLarge) {
        const QRect space = rect().adjusted(kRing + 4, 0, -kRing - 4, 0);
        QRect line(space.left(), picture.bottom() + 4, space.width(), metrics.height());
        const QStringList lines = wrapped(text(), font, space.width(), kTitleLines);
        if (lines.size() < kTitleLines) line.translate(0, metrics.height() / 3);
        for (const QString& part : lines) {
            painter.drawText(line, Qt::AlignHCenter | Qt::AlignVCenter, part);
            line.translate(0, metrics.height());
        }
        return;
    }
    QRect line(picture.left(), picture.bottom() + 9, picture.width(), metrics.height());
    painter.drawText(line, Qt::AlignLeft, metrics.elidedText(text(), Qt::ElideRight, line.width()));
    painter.setFont(uiFont(11.5));
    painter.setPen(theme.mutedText);
    const QFontMetrics small(painter.font());
    line = QRect(line.left(), line.bottom() + 2, line.width(), small.height());
    for (const QString& text : m_lines) {
        painter.drawText(line, Qt::AlignLeft, small.elidedText(text, Qt::ElideRight, line.width()));
        line.translate(0, small.height() + 1);
    }
}

}  // namespace bubblescope
